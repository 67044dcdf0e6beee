"""Invitations to a table, and a table as a file."""

from __future__ import annotations

import asyncio
import re
from itertools import islice
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.fair import Owner
from partie.gateway.core import Core
from partie.gateway.http.errors import Problem
from partie.gateway.http.routing import Limited, LimitedRoute, home
from partie.gateway.limiter import Limit
from partie.kit import SPECTATOR, Viewer
from partie.table import History, Table, viewer_of
from partie.table.show.export import (
    LogFile,
    RecordFile,
    StillRunning,
    encode_file,
    log_file,
    record_entries,
    record_file,
)
from partie.table.show.messages import HistoryEntry

TOGETHER: Final = 8
"""Events of a record that are computed at a time."""

EVENT: Final = 1
"""Points for each event of a record."""


class Tables:
    """The routes under ``/api/tables``."""

    def __init__(self, core: Core) -> None:
        self._people = core.people
        self._identity = core.identity
        self._tables = core.named_tables
        self._limiter = core.limiter
        self._turns = core.connections.turns

    def routes(self) -> list[Limited]:
        return [
            LimitedRoute("/api/tables/{table}/invitation", self.invite, methods=["POST"], limit=Limit(cost=20)),
            LimitedRoute("/api/tables/{table}/invitation", self.uninvite, methods=["DELETE"], limit=Limit(cost=20)),
            LimitedRoute("/api/tables/{table}/export", self.export, methods=["GET"], limit=Limit(cost=100)),
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
        """Return what the reader may see of the table; with ``as=log`` the whole log, once the game has ended.

        ``invitation`` is the token of a reader who may watch by invitation only.
        """
        live, person = await self._tables.watched(request)
        known = live.delay.of_person(person)
        if request.query_params.get("as") == "log":
            try:
                file: LogFile | RecordFile = log_file(live.history, known=known)
            except StillRunning:
                raise Problem(
                    409, "running", "the log contains hidden information; it is available when the game has ended"
                ) from None
        else:
            viewer = self._viewer(request, known, person)
            file = await self._record(live.history, viewer, known, (home(request), person))
        data = await asyncio.to_thread(encode_file, file)
        name = f'attachment; filename="{live.newest.game}-{live.id}.json"'
        return Response(data, media_type="application/json", headers={"Content-Disposition": name})

    async def _record(self, history: History, viewer: Viewer, known: Table, reader: Owner) -> RecordFile:
        """The record, computed a few events at a time: others who need an engine have their turns in between."""
        address, person = reader
        self._limiter.charge(person, address, known.seq * EVENT)
        left, entries = record_entries(history, viewer, known), list[HistoryEntry]()
        while len(entries) < known.seq:
            async with self._turns.take(reader):
                entries += islice(left, TOGETHER)
        return record_file(history, viewer, known, entries)

    def _viewer(self, request: Request, table: Table, person: str) -> Viewer:
        """Return the perspective asked for: the reader's own, or a spectator's; after the end anyone's."""
        wanted = request.query_params.get("as", "")
        own = viewer_of(table, person)
        if wanted in ("", str(own)):
            return own
        if wanted == SPECTATOR.value:
            return SPECTATOR
        if not re.fullmatch("[0-9]{1,2}", wanted) or int(wanted) >= len(table.seats):
            raise Problem(
                422, "no_such_seat", f"invalid as; expected a seat from 0 to {len(table.seats) - 1}, spectator or log"
            )
        if table.phase != "ended":
            raise Problem(403, "not_your_seat", "you can read another seat's record when the game has ended")
        return int(wanted)

    async def _own(self, request: Request) -> Table:
        """Return the table if the person is its host. Raises :class:`Problem`."""
        session = await self._identity.session(request)
        table = (await self._tables.live(request, session.person)).newest
        if table.host != session.person:
            raise Problem(403, "not_host", "only the host of a table can invite to it")
        return table
