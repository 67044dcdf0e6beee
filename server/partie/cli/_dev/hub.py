"""The page of ``partie dev``: its files, what it shows as it changes, and what it asks for."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Final

import msgspec
import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from partie.cli._dev.desk import Desk, Fault, Setup
from partie.gateway.origin import same_origin

FILES: Final = Path(__file__).parent / "page"

MAX_BODY: Final = 32_768
"""Maximum size of a request's body in bytes; the longest is what a board has thrown, with its stack."""


class Hub:
    """The present desk, and those who follow it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._changed = asyncio.Event()
        self._closed = False

    def show(self, desk: Desk) -> None:
        """Show another desk to all followers."""
        self.desk = desk
        self._wake()

    def close(self) -> None:
        """Let all followers go."""
        self._closed = True
        self._wake()

    async def follow(self) -> AsyncIterator[Desk]:
        """Yield the desk, and each later one; some may be left out if they change quickly."""
        while not self._closed:
            changed = self._changed
            yield self.desk
            await changed.wait()

    def _wake(self) -> None:
        before, self._changed = self._changed, asyncio.Event()
        before.set()


class SameOrigin:
    """Refuses what pages of other origins send, and bodies that are too large."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        length = request.headers.get("content-length", "0")
        if request.method == "POST" and not same_origin(request):
            await Response("this request came from another page", 403)(scope, receive, send)
        elif "transfer-encoding" in request.headers or not length.isdecimal() or int(length) > MAX_BODY:
            await Response(f"send at most {MAX_BODY} bytes", 413)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class Told(Struct):
    """A fault that a frame tells, and the load that it shows: what an older one tells may be mended already."""

    fault: str
    loads: int


def app(hub: Hub, start: Callable[[Setup], Awaitable[None]], report: Callable[[Fault], None]) -> Starlette:
    """Build the application. ``start`` starts a table, ``report`` adds a fault that a frame has told."""

    async def events(_: Request) -> Response:
        async def stream() -> AsyncIterator[bytes]:
            async for desk in hub.follow():
                yield b"data: " + msgspec.json.encode(desk) + b"\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def table(request: Request) -> Response:
        try:
            setup = msgspec.json.decode(await request.body(), type=Setup)
        except msgspec.MsgspecError as error:
            return Response(str(error), 422)
        await start(setup)
        return Response(status_code=204)

    async def fault(request: Request) -> Response:
        try:
            told = msgspec.json.decode(await request.body(), type=Told)
        except msgspec.MsgspecError as error:
            return Response(str(error), 422)
        if told.loads == hub.desk.loads:
            what, _, details = told.fault.partition("\n")
            report(Fault("board", what, details))
        return Response(status_code=204)

    return Starlette(
        routes=[
            Route("/events", events),
            Route("/table", table, methods=["POST"]),
            Route("/fault", fault, methods=["POST"]),
            Mount("/", StaticFiles(directory=FILES, html=True)),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
            Middleware(SameOrigin),
        ],
    )


class Server(uvicorn.Server):
    """Serves the page, and lets its followers go before it stops."""

    def __init__(self, hub: Hub, app: Starlette, on_ready: Callable[[], None]) -> None:
        super().__init__(uvicorn.Config(app, lifespan="off", log_config=None, access_log=False, server_header=False))
        self._hub = hub
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.close()
        await super().shutdown(sockets)
