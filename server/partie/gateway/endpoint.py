"""The websocket endpoint: accept a socket, or answer why not."""

from __future__ import annotations

import contextlib
from typing import Final

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from partie.gateway.bans import BANNED
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.gateway.login import Crowded
from partie.gateway.origin import shown, trusted
from partie.gateway.sessions import TOKEN_ENDED
from partie.net.networks import parsed
from partie.net.socket import socket_of
from partie.people.tokens import Bearer
from partie.redis import store
from partie.wire import client_out
from partie.wire.codec import encode

NO_SESSION: Final = 4401
"""Close code: there is no session, or it has ended. The client asks for a name."""

FOREIGN: Final = 4403
"""Close code: the page that opened the socket belongs to another service."""

TRY_AGAIN: Final = 1013
"""Close code registered for the websocket protocol: try again later."""


async def serve(core: Core, websocket: WebSocket) -> None:
    """Serve one websocket."""
    if core.draining.active:
        # Refused before the handshake, so that a proxy can try another node and the browser notices nothing.
        await websocket.send_denial_response(Response(status_code=503, headers={"Retry-After": "1"}))
        return
    await websocket.accept()
    shows = shown(websocket)
    # A browser does not learn why a handshake failed, so refusals are sent after it.
    if not trusted(websocket):
        await _turn_away(websocket, FOREIGN, "foreign_origin", "open the page from this service")
        return
    try:
        session = await core.login.session(shows)
    except Crowded:
        await _turn_away(websocket, TRY_AGAIN, "busy", "many people come at once; try again soon")
        return
    except store.UNAVAILABLE:
        await _turn_away(websocket, TRY_AGAIN, "unavailable", "Redis cannot be reached; try again soon")
        return
    if session is None and isinstance(shows, Bearer):
        await _turn_away(websocket, TOKEN_ENDED, "bad_token", "this token was revoked or never existed")
        return
    if session is None:
        await _turn_away(websocket, NO_SESSION, "no_session", "sign in first: POST /api/session")
        return
    address = None if websocket.client is None else parsed(websocket.client.host)
    connection = Connection(socket_of(websocket), address, session, core.connections)
    ban = core.bans.banned(connection.person, connection.address, connection.owner)
    if ban is not None:
        with contextlib.suppress(WebSocketDisconnect):
            await websocket.send_bytes(encode(client_out.Banned(ban.until, ban.why)))
            await websocket.close(BANNED)
        return
    await core.connections.serve(connection)


async def _turn_away(websocket: WebSocket, code: int, problem: str, detail: str) -> None:
    """Send the reason and close; a peer that did not wait for it needs no answer."""
    with contextlib.suppress(WebSocketDisconnect):
        await websocket.send_bytes(encode(client_out.Problem(problem, detail)))
        await websocket.close(code)
