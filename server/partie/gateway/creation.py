"""Making new tables: the one command that has no table yet to be decided at."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from partie.features.rematch.rules import may_play_again, next_game, turned
from partie.live.errors import TableGone
from partie.log import Appended, Entry, LogUnavailable, Lost, archive, new_mark
from partie.people.tokens import is_bot
from partie.table import Context, Refused, Snapshot, Stamp, Table, TableBroken, decide, may_watch
from partie.table.context import Source, engine_of
from partie.table.events import Kept
from partie.table.lifecycle.forking import not_yet
from partie.wire import client_in, client_out

if TYPE_CHECKING:
    from partie.gateway.connection import Connection
    from partie.hub import Hub
    from partie.live.actor import LiveTable


class Taken(Struct, frozen=True):
    """What a new table takes from others: whose its seats are, and the table whose next game or whose fork it is."""

    kept: tuple[Kept, ...] = ()
    previous: str = ""
    source: Source | None = None


NOTHING: Final = Taken()


class Creator:
    """Makes the tables of a hub, and counts for each person those that are in no list yet."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._under_way: Counter[str] = Counter()

    async def create(self, connection: Connection, command: str, do: client_in.Create, table: str) -> None:
        """Begin a table. Its id comes from person and command, so a repeat finds the table it made."""
        if await self._counted(connection, command, do, table):
            # Appended now or by an earlier try: the table's receipts tell what this id made, and of what body.
            live = await self._hub.table(table)
            if not live.command(connection, command, do):
                connection.refuse(command, "busy")

    async def again(self, connection: Connection, command: str, before: Table) -> None:
        """Begin the next game of a table that has ended: one table, however many ask, on however many nodes."""
        if refused := may_play_again(before, connection.person, self._hub.now()):
            connection.refuse(command, refused.code, refused.rule, refused.params)
            return
        table, there = await self._hub.company.next_games.find(before.id)
        if there is not None:
            connection.send(client_out.Accepted(command, table, 1))
            return
        taken = Taken(turned(before, connection.person), before.id)
        if await self._counted(connection, command, next_game(before), table, taken):
            connection.send(client_out.Accepted(command, table, 1))
            await self._hub.company.next_games.made(before.id)

    async def fork(self, connection: Connection, command: str, do: client_in.Fork, live: LiveTable) -> None:
        """Begin a table at which a game that has ended goes on. Its id comes from person and command, as ever.

        Raises :class:`TableGone`.
        """
        if not may_watch(live.newest, connection.person, live.id in connection.invited):
            raise TableGone("private")
        if self._hub.order.refused(live.id):
            connection.refuse(command, "closed")
            return
        known = live.horizon.of_person(connection.person)
        if refused := not_yet(known, self._hub.now()):
            connection.refuse(command, refused.code, refused.rule, refused.params)
            return
        if not 0 < do.seq <= known.seq:
            connection.refuse(command, "no_such_position")
            return
        table = self._hub.new_table_id(connection.person, command)
        taken = Taken(source=await _source(live, known, do.seq))
        if await self._counted(connection, command, do, table, taken):
            made = await self._hub.table(table)
            if not made.command(connection, command, do):
                connection.refuse(command, "busy")

    async def _counted(
        self,
        connection: Connection,
        command: str,
        do: client_in.Create | client_in.Fork,
        table: str,
        taken: Taken = NOTHING,
    ) -> bool:
        """Whether the table is there; if not, why not has been answered."""
        person = connection.person
        lobby, settings = self._hub.services.lobby, self._hub.services.settings
        most = settings.bot_tables if is_bot(person) else settings.open_tables
        count = lobby.tables_at_once if is_bot(person) else lobby.open_tables
        repeat = table in lobby.entries
        if not repeat and count(person) + self._under_way[person] >= most:
            connection.refuse(command, "too_many_tables", params={"most": most})
            return False
        self._under_way[person] += 1
        try:
            return await self._begin(connection, command, do, table, taken)
        finally:
            self._under_way -= Counter((person,))

    async def _begin(
        self, connection: Connection, command: str, do: client_in.Create | client_in.Fork, table: str, taken: Taken
    ) -> bool:
        """Append the first event of a table. False if it could not be, which has been answered."""
        refused = await self._append(
            connection.person,
            command,
            do,
            table,
            taken,
            lambda: connection.send(client_out.Unsettled(command)),
        )
        if refused is not None:
            connection.refuse(command, refused.code, refused.rule, refused.params)
        return refused is None

    async def make(self, person: str, command: str, do: client_in.Create, table: str, kept: tuple[Kept, ...]) -> str:
        """Begin a table in the place of a person, who is then its host. A code if there can be none."""
        refused = await self._append(person, command, do, table, Taken(kept), lambda: None)
        return "" if refused is None else refused.code

    async def _append(
        self,
        person: str,
        command: str,
        do: client_in.Create | client_in.Fork,
        table: str,
        taken: Taken,
        unsettled: Callable[[], None],
    ) -> Refused | None:
        """Append the first event of a table, unless it is there already."""
        hub = self._hub
        context = Context(
            person=person,
            id=command,
            engines=hub.services.registry,
            now=hub.now(),
            table=table,
            seed=secrets.token_bytes(32),
            version=await hub.services.nodes.newest_for_all(do.game) if isinstance(do, client_in.Create) else 0,
            kept=taken.kept,
            previous=taken.previous,
            source=taken.source,
        )
        decision = decide(None, do, context)
        if isinstance(decision, Refused):
            return decision
        entry = Entry(1, new_mark(), "", 0, decision.format, decision.body)
        try:
            outcome = await hub.log.append(table, entry, on_unsettled=unsettled)
        except LogUnavailable:
            return Refused("unavailable")
        if isinstance(outcome, Appended) and taken.source is not None:
            await self._keep(decision.settled(Stamp(1, entry.mark, outcome.at)))
        return None if isinstance(outcome, Appended | Lost) else Refused("buried")

    async def _keep(self, table: Table) -> None:
        """Keep a snapshot of a forked table, so that whoever loads it need not fold what lies behind it."""
        snapshot = Snapshot(table, engine_of(table, self._hub.services.registry).format)
        try:
            await self._hub.log.save_snapshot(table.id, snapshot.encode())
        except LogUnavailable:
            return  # it costs time at its first load


async def _source(live: LiveTable, ended: Table, seq: int) -> Source:
    """What a fork takes along from a table. Raises :class:`TableGone`."""
    try:
        then = live.history.past(seq)
    except TableBroken as broken:
        live.fail(broken)
        raise TableGone("broken") from None
    return Source(ended, then, await asyncio.to_thread(archive.pack, live.history.tail(0)[:seq]))
