"""Documents for those who write clients: the protocol as AsyncAPI and OpenAPI, with entity tags."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cached_property

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Limit
from partie.http import openapi
from partie.http.files import reads_gzip
from partie.wire import schema


class Document:
    """A text that is the same for everybody, and compressed once for all who can read it like that."""

    def __init__(self, body: bytes, media_type: str) -> None:
        self.body = body
        self._media_type = media_type
        self.tag = f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'

    @cached_property
    def _compressed(self) -> bytes:
        return gzip.compress(self.body, mtime=0)

    def answer(self, request: Request) -> Response:
        """Return the document, or that the reader has the newest one."""
        headers = {"Cache-Control": "no-cache", "ETag": self.tag, "Vary": "Accept-Encoding"}
        known = request.headers.get("if-none-match", "").replace("W/", "")
        if self.tag in re.split(r",\s*", known):
            return Response(status_code=304, headers=headers)
        if reads_gzip(request.headers):
            headers["Content-Encoding"] = "gzip"
            return Response(self._compressed, media_type=self._media_type, headers=headers)
        return Response(self.body, media_type=self._media_type, headers=headers)


class Documents:
    """The routes of the protocol's documents; ``build`` is the version that they describe."""

    def __init__(self, build: str) -> None:
        self._build = build

    def routes(self) -> list[Limited]:
        limit = Limit(cost=10)
        return [
            LimitedRoute("/api/asyncapi.json", self.asyncapi, methods=["GET"], limit=limit),
            LimitedRoute("/api/openapi.json", self.openapi, methods=["GET"], limit=limit),
        ]

    async def asyncapi(self, request: Request) -> Response:
        return self._asyncapi.answer(request)

    async def openapi(self, request: Request) -> Response:
        return self._openapi.answer(request)

    @cached_property
    def _asyncapi(self) -> Document:
        return Document(msgspec.json.encode(schema.asyncapi(self._build)), "application/json")

    @cached_property
    def _openapi(self) -> Document:
        return Document(msgspec.json.encode(openapi.document(self._build)), "application/json")
