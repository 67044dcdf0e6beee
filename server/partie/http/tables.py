"""Invitations to a table, and a table as a file."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.core import Core
from partie.gateway.http.errors import Problem
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Limit
from partie.kit import SPECTATOR, Viewer
from partie.table import Table, viewer_of
from partie.table.show.export import StillRunning, encode_file, log_file, record_file


class Tables:
    """The routes under ``/api/tables``."""

    def __init__(self, core: Core) -> None:
        self._people = core.people
        self._identity = core.identity
        self._tables = core.named_tables

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
                data = encode_file(log_file(live.history, known=known))
            except StillRunning:
                raise Problem(
                    409, "running", "the log contains hidden information; it is available when the game has ended"
                ) from None
        else:
            data = encode_file(record_file(live.history, self._viewer(request, known, person), known))
        name = f'attachment; filename="{live.newest.game}-{live.id}.json"'
        return Response(data, media_type="application/json", headers={"Content-Disposition": name})

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
