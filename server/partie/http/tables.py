"""Invitations to a table, and a table as a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from partie.http.errors import Problem
from partie.http.sessions import Sessions
from partie.kit import SPECTATOR, Viewer
from partie.live.errors import TableGone
from partie.services import Services
from partie.table import Table, may_watch, viewer_of
from partie.table.show.export import StillRunning, encode_file, log_file, record_file

if TYPE_CHECKING:
    from partie.hub import Hub
    from partie.live.actor import LiveTable

_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{4,40}")
"""As on the wire (``TableId``)."""


class Tables:
    """The routes under ``/api/tables``."""

    def __init__(self, services: Services, hub: Hub, sessions: Sessions) -> None:
        self._people = services.people
        self._hub = hub
        self._sessions = sessions

    def routes(self) -> list[Route]:
        return [
            Route("/api/tables/{table}/invitation", self.invite, methods=["POST"]),
            Route("/api/tables/{table}/invitation", self.uninvite, methods=["DELETE"]),
            Route("/api/tables/{table}/export", self.export, methods=["GET"]),
        ]

    async def invite(self, request: Request) -> Response:
        table = await self._own(request)
        token = await self._people.invite(table.id)
        return JSONResponse({"token": token, "path": f"/table/{table.id}#{token}"}, 201)

    async def uninvite(self, request: Request) -> Response:
        table = await self._own(request)
        await self._people.uninvite(table.id)
        return Response(status_code=204)

    async def export(self, request: Request) -> Response:
        """What one may read of the table; with ``as=log`` the whole log, once the game has ended.

        ``invitation`` is the token of who may watch by invitation alone.
        """
        live, person = await self._watched(request)
        known = live.horizon.of_person(person)
        if request.query_params.get("as") == "log":
            try:
                data = encode_file(log_file(live.history, known=known))
            except StillRunning:
                raise Problem(409, "running", "the log holds the game's secrets until the game has ended") from None
        else:
            data = encode_file(record_file(live.history, self._viewer(request, known, person), known))
        name = f'attachment; filename="{live.newest.game}-{live.id}.json"'
        return Response(data, media_type="application/json", headers={"Content-Disposition": name})

    async def watched(self, request: Request) -> tuple[Table, str]:
        """The table as the person who asks may know it, and that person, if it may watch. Raises :class:`Problem`."""
        live, person = await self._watched(request)
        return live.horizon.of_person(person), person

    async def _watched(self, request: Request) -> tuple[LiveTable, str]:
        live = await self._live(request)
        session = await self._sessions.anybody(request)
        person = "" if session is None else session.person
        token = request.query_params.get("invitation", "")
        invited = bool(token) and await self._people.invited(live.id, token)
        if not may_watch(live.newest, person, invited):
            raise Problem(403, "private", "only those at this table may have its record")
        return live, person

    def _viewer(self, request: Request, table: Table, person: str) -> Viewer:
        """Through whose eyes: one's own, or a spectator's; after the end anyone's."""
        wanted = request.query_params.get("as", "")
        own = viewer_of(table, person)
        if wanted in ("", str(own)):
            return own
        if wanted == SPECTATOR.value:
            return SPECTATOR
        if not re.fullmatch("[0-9]{1,2}", wanted) or int(wanted) >= len(table.chairs):
            raise Problem(422, "no_such_seat", f"as is a seat from 0 to {len(table.chairs) - 1}, spectator or log")
        if table.phase != "ended":
            raise Problem(403, "not_your_seat", "another seat's record is open to all when the game has ended")
        return int(wanted)

    async def _own(self, request: Request) -> Table:
        """The table, if the person is its host. Raises :class:`Problem`."""
        session = await self._sessions.session(request)
        table = (await self._live(request)).newest
        if table.host != session.person:
            raise Problem(403, "not_host", "only the host of a table invites to it")
        return table

    async def _live(self, request: Request) -> LiveTable:
        table = request.path_params["table"]
        if not _TABLE.fullmatch(table):
            raise Problem(404, "unknown", "no table has such an id")
        try:
            return await self._hub.table(table)
        except TableGone as gone:
            status = 503 if gone.code in ("unavailable", "newer") else 404
            raise Problem(status, gone.code, f"the table cannot be shown: {gone.code}") from None
