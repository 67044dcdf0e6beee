"""The application: the services, the hub, the HTTP routes and the websocket, joined in a few lines."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from server import store
from server.config import Settings
from server.http import middleware, routes
from server.http.errors import HANDLERS
from server.http.origin import same_origin
from server.hub.connection import Connection
from server.hub.hub import Hub
from server.people.sessions import COOKIE
from server.services import Services
from server.wire import outbound as tell
from server.wire.codec import encode

NO_SESSION = 4401
"""Close code: there is no session, or it has ended. The client asks for a name."""

FOREIGN = 4403
"""Close code: the page that opened the socket is not of this service."""

TRY_AGAIN = 1013
"""Close code of the websocket protocol's registry: try again later."""


def create_app(settings: Settings) -> Starlette:
    """The ASGI application of one node. ``app.state.hub`` is its hub."""
    services = Services(settings)
    hub = Hub(services)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with services:
            await hub.start()
            yield
            await hub.stop()

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        # A browser is not told why a handshake failed, so refusals are sent when the socket stands.
        if not same_origin(websocket):
            await websocket.send_bytes(encode(tell.Problem("foreign_origin", "open the page from this service")))
            await websocket.close(FOREIGN)
            return
        try:
            session = await services.people.session(websocket.cookies.get(COOKIE, ""))
            if session is not None:
                await services.people.seen(session)
        except store.UNAVAILABLE:
            await websocket.send_bytes(encode(tell.Problem("unavailable", "Redis cannot be reached; try again soon")))
            await websocket.close(TRY_AGAIN)
            return
        if session is None:
            await websocket.send_bytes(encode(tell.Problem("no_session", "sign in first: POST /api/session")))
            await websocket.close(NO_SESSION)
            return
        await hub.serve(Connection(websocket, hub, session))

    app = Starlette(
        routes=[WebSocketRoute("/ws", socket), *routes(services, hub)],
        middleware=middleware(services),
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.state.hub = hub
    return app
