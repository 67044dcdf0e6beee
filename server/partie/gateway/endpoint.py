"""The websocket endpoint: accept a socket, or answer why not."""

from __future__ import annotations

import contextlib

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.gateway.doors import HANDSHAKE
from partie.gateway.http.routing import home
from partie.gateway.login import Crowded
from partie.gateway.origin import shown, trusted
from partie.net.networks import parsed
from partie.net.socket import socket_of
from partie.people.tokens import Bearer
from partie.redis import store
from partie.wire import client_out
from partie.wire.closing import BANNED, FOREIGN, NO_SESSION, TOKEN_ENDED, TRY_AGAIN
from partie.wire.codec import encode
from partie.wire.limits import ADMISSION_RETRY, DRAINING_RETRY


class _TurnedAway(Exception):
    """A refused websocket: the close code, and the code and detail of the problem sent before it."""


async def serve(core: Core, websocket: WebSocket) -> None:
    """Serve one websocket."""
    if core.draining.active:
        # Refused before the handshake, so that a proxy can try another node and the browser notices nothing.
        await websocket.send_denial_response(Response(status_code=503, headers={"Retry-After": str(DRAINING_RETRY)}))
        return
    address = home(websocket)
    if await core.waits.budget("", address) > 0.0 or not core.doors.enter(address):
        await websocket.send_denial_response(Response(status_code=429, headers={"Retry-After": str(ADMISSION_RETRY)}))
        return
    core.limiter.charge("", address, HANDSHAKE)
    if not core.people.players.is_fresh(address):
        core.background.spawn(core.people.players.learn(address))
    await websocket.accept()
    connection = None
    try:
        connection = await _connection(core, websocket, address)
    except _TurnedAway as refusal:
        await _turn_away(websocket, *refusal.args)
    finally:
        if connection is None:
            core.doors.leave(address)
    if connection is not None:
        await core.connections.serve(connection)


async def _connection(core: Core, websocket: WebSocket, home: str) -> Connection | None:
    """The connection of an accepted websocket; None if its person is banned. Raises :class:`_TurnedAway`."""
    shows = shown(websocket)
    # A browser does not learn why a handshake failed, so refusals are sent after it.
    if not trusted(websocket):
        raise _TurnedAway(FOREIGN, "foreign_origin", "open the page from this service")
    try:
        session = await core.login.session(shows, home)
    except Crowded:
        raise _TurnedAway(TRY_AGAIN, "busy", "many people come at once; try again soon") from None
    except store.UNAVAILABLE:
        raise _TurnedAway(TRY_AGAIN, "unavailable", "Redis cannot be reached; try again soon") from None
    if session is None and isinstance(shows, Bearer):
        raise _TurnedAway(TOKEN_ENDED, "bad_token", "this token was revoked or never existed")
    if session is None:
        raise _TurnedAway(NO_SESSION, "no_session", "sign in first: POST /api/session")
    address = None if websocket.client is None else parsed(websocket.client.host)
    connection = Connection(socket_of(websocket), address, session, core.connections)
    ban = core.bans.banned(connection.person, connection.address, connection.owner)
    if ban is not None:
        with contextlib.suppress(WebSocketDisconnect):
            await websocket.send_bytes(encode(client_out.Banned(ban.until, ban.why)))
            await websocket.close(BANNED)
        return None
    if not core.doors.enter_person(connection.person):
        detail = f"you have {core.doors.most_of_person} connections; close one and try again"
        raise _TurnedAway(TRY_AGAIN, "too_many_connections", detail)
    return connection


async def _turn_away(websocket: WebSocket, code: int, problem: str, detail: str) -> None:
    """Send the reason and close; a peer that did not wait for it needs no answer."""
    with contextlib.suppress(WebSocketDisconnect):
        await websocket.send_bytes(encode(client_out.Problem(problem, detail)))
        await websocket.close(code)
