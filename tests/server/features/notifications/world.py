"""The world outside: a real server that takes webhooks and push."""

from __future__ import annotations

import base64
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import http_ece
import msgspec
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Outside:
    """A server that keeps what is posted to it, and gives prepared answers."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[web.Response] = []
        self.url = ""

    async def take(self, request: web.Request) -> web.StreamResponse:
        """Take what is posted."""
        self.posts.append((request.path, dict(request.headers), await request.read()))
        return self.answers.pop(0) if self.answers else web.Response(status=204)

    @property
    def texts(self) -> list[str]:
        """The messages sent to webhooks."""
        return [msgspec.json.decode(body)["content"] for _, _, body in self.posts]


@asynccontextmanager
async def outside() -> AsyncIterator[Outside]:
    """A server of HTTP on a free port."""
    taken = Outside()
    app = web.Application()
    app.router.add_post("/{path:.*}", taken.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    taken.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield taken
    await runner.cleanup()


class Browser:
    """The browser's half of a push subscription."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self.endpoint = endpoint

    @property
    def subscription(self) -> dict[str, Any]:
        """As it is sent to the service."""
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": _text(public), "auth": _text(self._auth)}}

    def read(self, body: bytes) -> dict[str, str]:
        """The messages sent to the service worker."""
        told: dict[str, str] = msgspec.json.decode(
            http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        )
        return told


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
