"""Making new tables: the one command that has no table yet to be decided at."""

from __future__ import annotations

import secrets
from collections import Counter
from typing import TYPE_CHECKING

from server.log import Appended, Entry, LogUnavailable, Lost, new_mark
from server.table import Context, Refused, decide
from server.wire import inbound as ask
from server.wire import outbound as tell

if TYPE_CHECKING:
    from server.hub.connection import Connection
    from server.hub.hub import Hub


class Creator:
    """Makes the tables of a hub, and counts for each person those that are in no list yet."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._under_way: Counter[str] = Counter()

    async def create(self, connection: Connection, command: str, do: ask.Create, table: str) -> None:
        """Begin a table. Its id comes from person and command, so a repeat finds the table it made."""
        person = connection.person
        lobby, most = self._hub.services.lobby, self._hub.services.settings.open_tables
        repeat = table in lobby.entries
        if not repeat and lobby.open_tables(person) + self._under_way[person] >= most:
            connection.refuse(command, "too_many_tables", params={"most": most})
            return
        self._under_way[person] += 1
        try:
            await self._begin(connection, command, do, table)
        finally:
            self._under_way -= Counter((person,))

    async def _begin(self, connection: Connection, command: str, do: ask.Create, table: str) -> None:
        """Append the first event of a table, and answer from its log."""
        hub = self._hub
        context = Context(
            person=connection.person,
            id=command,
            engines=hub.services.registry,
            now=hub.now(),
            table=table,
            seed=secrets.token_bytes(32),
        )
        decision = decide(None, do, context)
        if isinstance(decision, Refused):
            connection.refuse(command, decision.code, decision.rule, decision.params)
            return
        entry = Entry(1, new_mark(), "", 0, decision.format, decision.body)
        try:
            outcome = await hub.log.append(table, entry, on_unsettled=lambda: connection.send(tell.Unsettled(command)))
        except LogUnavailable:
            connection.refuse(command, "unavailable")
            return
        if not isinstance(outcome, Appended | Lost):
            connection.refuse(command, "buried")
            return
        # Appended now or by an earlier try: the table's receipts tell what this id made, and of what body.
        live = await hub.table(table)
        if not live.command(connection, command, do):
            connection.refuse(command, "busy")
