"""The application: the services, the hub, the HTTP routes and the websocket, joined in a few lines."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from partie.config import Settings
from partie.features.moderation.order import BANNED
from partie.features.presence.company import TOKEN_ENDED
from partie.gateway.connection import Connection
from partie.gateway.login import Crowded
from partie.http import middleware, routes
from partie.http.errors import HANDLERS
from partie.http.origin import shown, trusted
from partie.hub import Hub
from partie.people.tokens import Bearer
from partie.redis import store
from partie.services import Services
from partie.wire import client_out
from partie.wire.codec import encode

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
                await websocket.send_bytes(encode(client_out.Banned(ban.until, ban.why)))
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
        await websocket.send_bytes(encode(client_out.Problem(problem, detail)))
        await websocket.close(code)
