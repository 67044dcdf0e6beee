"""The application: the services, the hub, the HTTP routes and the websocket, joined in a few lines."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from server import store
from server.config import Settings
from server.http import middleware, routes
from server.http.errors import HANDLERS
from server.http.origin import shown, trusted
from server.hub.company import TOKEN_ENDED
from server.hub.connection import Connection
from server.hub.door import Crowded
from server.hub.hub import Hub
from server.hub.order import BANNED
from server.people.tokens import Bearer
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

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with services:
            await hub.start()
            yield
            services.last_words()
            await hub.stop()

    async def socket(websocket: WebSocket) -> None:
        if hub.draining:
            # Said before the socket stands, so that a proxy can try another node and the browser notices nothing.
            await websocket.send_denial_response(Response(status_code=503, headers={"Retry-After": "1"}))
            return
        await websocket.accept()
        shows = shown(websocket)
        # A browser is not told why a handshake failed, so refusals are sent when the socket stands.
        if not trusted(websocket):
            await _turn_away(websocket, FOREIGN, "foreign_origin", "open the page from this service")
            return
        try:
            session = await hub.door.session(shows)
        except Crowded:
            await _turn_away(websocket, TRY_AGAIN, "busy", "many people come at once; try again soon")
            return
        except store.UNAVAILABLE:
            await _turn_away(websocket, TRY_AGAIN, "unavailable", "Redis cannot be reached; try again soon")
            return
        if session is None and isinstance(shows, Bearer):
            await _turn_away(websocket, TOKEN_ENDED, "bad_token", "this token is good no more, or never was")
            return
        if session is None:
            await _turn_away(websocket, NO_SESSION, "no_session", "sign in first: POST /api/session")
            return
        connection = Connection(websocket, hub, session)
        ban = services.moderation.banned(connection.person, connection.address, connection.owner)
        if ban is not None:
            with contextlib.suppress(WebSocketDisconnect):
                await websocket.send_bytes(encode(tell.Banned(ban.until, ban.why)))
                await websocket.close(BANNED)
            return
        await hub.serve(connection)

    app = Starlette(
        routes=[WebSocketRoute("/ws", socket), *routes(services, hub)],
        middleware=middleware(services),
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.state.hub = hub
    return app


async def _turn_away(websocket: WebSocket, code: int, problem: str, detail: str) -> None:
    """Say why, and close; a peer that did not wait for it needs no answer."""
    with contextlib.suppress(WebSocketDisconnect):
        await websocket.send_bytes(encode(tell.Problem(problem, detail)))
        await websocket.close(code)
