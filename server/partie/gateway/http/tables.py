"""Looking up the table named in an HTTP request."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import Request

from partie.gateway.connection import LOAD
from partie.gateway.http.errors import Problem
from partie.gateway.http.identity import Identity
from partie.gateway.http.routing import home
from partie.gateway.http.waiting import while_connected
from partie.gateway.limiter import Limiter
from partie.live.actor import Actor
from partie.live.errors import TableGone
from partie.live.tables import Tables
from partie.people.people import People
from partie.table import may_watch

_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{4,40}")
"""The pattern of a table's id, as on the wire (``TableId``)."""


class NamedTables:
    """Finds the tables named in requests. A request that waits for a table is dropped when the peer has gone."""

    def __init__(self, tables: Tables, people: People, identity: Identity, limiter: Limiter) -> None:
        self._tables = tables
        self._people = people
        self._identity = identity
        self._limiter = limiter

    async def live(self, request: Request, person: str) -> Actor:
        """The table, for somebody who is known by now; empty: nobody. Raises :class:`Problem`."""
        table = request.path_params["table"]
        if not _TABLE.fullmatch(table):
            raise Problem(404, "unknown", "there is no table with this id")
        address = home(request)
        if table not in self._tables.awake:
            self._limiter.charge(person, address, LOAD)
        try:
            return await while_connected(request, self._tables.get(table, (address, person)))
        except TableGone as gone:
            status = 503 if gone.code in ("unavailable", "newer") else 404
            raise Problem(status, gone.code, f"this table is not available: {gone.code}") from None

    async def watched(self, request: Request) -> tuple[Actor, str]:
        """The table and the requesting person, if that person may watch it. Raises :class:`Problem`.

        ``invitation`` in the query is the token of a person who may watch only by invitation.
        """
        session = await self._identity.anybody(request)
        person = "" if session is None else session.person
        live = await self.live(request, person)
        token = request.query_params.get("invitation", "")
        invited = bool(token) and await self._people.invited(live.id, token)
        if not may_watch(live.newest, person, invited):
            raise Problem(403, "private", "only people at this table can read its record")
        return live, person
