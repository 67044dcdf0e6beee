"""Creating tables: the one command that has no table yet that could decide it."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from msgspec import Struct

from partie.clock import Clock
from partie.gateway.connection import Connection, Connections
from partie.gateway.limiter import Allowance, Limit
from partie.limits import Rate
from partie.live.errors import TableGone
from partie.live.observer import LiveTable
from partie.live.tables import Tables
from partie.log import Appended, Entry, Log, LogUnavailable, Lost, new_mark
from partie.people.ids import is_bot
from partie.registry import Registry
from partie.table import Context, Refused, Snapshot, Stamp, Table, TableBroken, decide, may_watch
from partie.table.context import Source, engine_of
from partie.table.events import Reservation
from partie.table.keep import archive
from partie.table.lifecycle.forking import not_yet
from partie.table.values import LEVELS
from partie.wire import client_in, client_out

CREATED: Final = Allowance("new tables", Rate(30, 1800.0))
"""Each leaves a log behind, at least until it is closed and forgotten."""

CREATED_FROM: Final = Allowance("new tables", Rate(200, 1800.0))
"""The same for all from one address."""

AGAIN_SECONDS: Final = 0.5
"""Seconds between two attempts to read the log of a table just created."""


class Taken(Struct, frozen=True):
    """What a new table inherits: reserved seats, and the table of which it is the rematch or the fork."""

    kept: tuple[Reservation, ...] = ()
    previous: str = ""
    source: Source | None = None


NOTHING: Final = Taken()


class Census(Protocol):
    """The index of tables and who sits at them."""

    def knows(self, table: str) -> bool:
        """Whether the index has the table."""
        ...

    def open_tables(self, host: str) -> int:
        """The number of a host's tables that have not started."""
        ...

    def tables_at_once(self, person: str, besides: str = "") -> int:
        """The number of unfinished tables at which a person sits, leaving out ``besides``."""
        ...

    def tables_with_bots(self, host: str, besides: str = "") -> int:
        """The number of unfinished tables of a host with bots where something happened lately."""
        ...

    def host(self, table: str) -> str:
        """The host of a table; empty if the index does not have it."""
        ...


class NoCensus:
    """The census of a service that counts no tables: nobody has any."""

    def knows(self, table: str) -> bool:
        return False

    def open_tables(self, host: str) -> int:
        return 0

    def tables_at_once(self, person: str, besides: str = "") -> int:
        return 0

    def tables_with_bots(self, host: str, besides: str = "") -> int:
        return 0

    def host(self, table: str) -> str:
        return ""


class Creation:
    """Creates the tables of a node, and counts per person those that are in no list yet.

    ``open_tables`` and ``tables_with_bots`` are the limits per person, ``bot_tables`` is the one per bot account.
    ``version`` gives the newest version of a game that all nodes can play.
    """

    def __init__(
        self,
        connections: Connections,
        tables: Tables,
        log: Log,
        registry: Registry,
        clock: Clock,
        *,
        version: Callable[[str], Awaitable[int]],
        open_tables: int,
        tables_with_bots: int,
        bot_tables: int,
    ) -> None:
        self.census: Census = NoCensus()
        self.new_seed: Callable[[str], bytes] = lambda _: secrets.token_bytes(32)
        """Makes the seed of a new table's chance, from the id of the command that creates it."""
        self._connections = connections
        self._tables = tables
        self._log = log
        self._registry = registry
        self._clock = clock
        self._version = version
        self._open_tables = open_tables
        self._tables_with_bots = tables_with_bots
        self._bot_tables = bot_tables
        self._under_way: Counter[str] = Counter()
        connections.quotas.append(self)
        create, fork = (Limit(cost=cost, person=CREATED, address=CREATED_FROM) for cost in (60, 300))
        connections.routes.add_command(client_in.Create, self._create, limit=create, begins=True)
        connections.routes.add_command(client_in.Learn, self._create, limit=create, begins=True)
        connections.routes.add_command(client_in.Fork, self._fork, limit=fork)

    def refusal(self, person: str, command: client_in.Do, table: str) -> tuple[str, dict[str, str | int]] | None:
        """The refusal of a bot account at too many tables, or of bots at too many tables of one host; else None."""
        if isinstance(command, client_in.Sit) and is_bot(person):
            too_many = self.census.tables_at_once(person, table) >= self._bot_tables
            return ("too_many_tables", {"most": self._bot_tables}) if too_many else None
        if isinstance(command, client_in.SeatBot):
            return self._too_many_with_bots(self.census.host(table) or person, table)
        return None

    def _too_many_with_bots(self, host: str, besides: str = "") -> tuple[str, dict[str, str | int]] | None:
        """The refusal if bots play at as many other tables of a host as they may."""
        too_many = self.census.tables_with_bots(host, besides) >= self._tables_with_bots
        return ("too_many_with_bots", {"most": self._tables_with_bots}) if too_many else None

    async def _create(
        self, connection: Connection, command: str, do: client_in.Create | client_in.Learn, table: str
    ) -> None:
        """Create a table. Its id derives from person and command, so a repeat finds the table it created."""
        if await self.begin(connection, command, do, table):
            await self._answer(connection, command, do, table)

    async def _fork(self, connection: Connection, command: str, do: client_in.Fork, forked: str) -> None:
        """Create a table that continues a finished game. Its id derives from person and command, as always.

        Raises :class:`TableGone`.
        """
        live = await self._connections.table(forked, connection)
        if not may_watch(live.newest, connection.person, live.id in connection.invited):
            raise TableGone("private")
        if self._tables.hooks.closed(live.id):
            connection.refuse(command, "closed")
            return
        known = live.delay.of_person(connection.person)
        if refused := not_yet(known, self._clock.now()):
            connection.refuse(command, refused.code, refused.rule, refused.params)
            return
        if not 0 < do.seq <= known.seq:
            connection.refuse(command, "no_such_position")
            return
        table = self._connections.table_id(connection.person, command)
        async with self._connections.turns.take(connection.asker):
            taken = Taken(source=await _source(live, known, do.seq))
        if await self.begin(connection, command, do, table, taken):
            await self._answer(connection, command, do, table)

    async def _answer(
        self, connection: Connection, command: str, do: client_in.Create | client_in.Learn | client_in.Fork, table: str
    ) -> None:
        """Answer from the receipts of the table, whether appended now or by an earlier attempt with the same id.

        While its log cannot be read, the command is unsettled and not refused, because the table exists.
        """
        told = False
        while True:
            try:
                live = await self._tables.get(table, connection.asker)
            except TableGone as gone:
                if gone.code != "unavailable":
                    raise
                if not told:
                    told = True
                    connection.send(client_out.Unsettled(command))
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                connection.submit(live, command, do)
                return

    async def begin(
        self,
        connection: Connection,
        command: str,
        do: client_in.Create | client_in.Learn | client_in.Fork,
        table: str,
        taken: Taken = NOTHING,
    ) -> bool:
        """Create a table for the connection's person. Returns whether it exists; if not, the refusal has been sent."""
        person = connection.person
        most = self._bot_tables if is_bot(person) else self._open_tables
        count = self.census.tables_at_once if is_bot(person) else self.census.open_tables
        if not self.census.knows(table) and count(person) + self._under_way[person] >= most:
            connection.refuse(command, "too_many_tables", params={"most": most})
            return False
        bots = (
            any(one.bot for one in taken.kept)
            or isinstance(do, client_in.Learn)
            or (isinstance(do, client_in.Fork) and any(filling in LEVELS for filling in do.others))
        )
        if bots and (refusal := self._too_many_with_bots(person)):
            connection.refuse(command, refusal[0], params=refusal[1])
            return False
        self._under_way[person] += 1
        try:
            refused = await self._append(
                person, command, do, table, taken, lambda: connection.send(client_out.Unsettled(command))
            )
        finally:
            self._under_way -= Counter((person,))
        if refused is not None:
            connection.refuse(command, refused.code, refused.rule, refused.params)
        return refused is None

    async def make(
        self, person: str, command: str, do: client_in.Create, table: str, kept: tuple[Reservation, ...]
    ) -> str:
        """Create a table with ``person`` as its host. Returns the code of the refusal, empty if it worked."""
        refused = await self._append(person, command, do, table, Taken(kept), lambda: None)
        return "" if refused is None else refused.code

    async def _append(
        self,
        person: str,
        command: str,
        do: client_in.Create | client_in.Learn | client_in.Fork,
        table: str,
        taken: Taken,
        unsettled: Callable[[], None],
    ) -> Refused | None:
        """Append the first event of a table, unless the log has it already. Returns the refusal, if any."""
        context = Context(
            person=person,
            id=command,
            engines=self._registry,
            now=self._clock.now(),
            table=table,
            seed=self.new_seed(command),
            version=await self._version(do.game) if isinstance(do, client_in.Create | client_in.Learn) else 0,
            kept=taken.kept,
            previous=taken.previous,
            source=taken.source,
        )
        decision = decide(None, do, context)
        if isinstance(decision, Refused):
            return decision
        entry = Entry(1, new_mark(), "", 0, decision.format, decision.body)
        try:
            outcome = await self._log.append(table, entry, on_unsettled=unsettled)
        except LogUnavailable:
            return Refused("unavailable")
        if isinstance(outcome, Appended) and taken.source is not None:
            await self._keep(decision.settled(Stamp(1, outcome.mark, outcome.at)))
        return None if isinstance(outcome, Appended | Lost) else Refused("buried")

    async def _keep(self, table: Table) -> None:
        """Save a snapshot of a forked table, so that loading it need not fold the whole history behind it."""
        snapshot = Snapshot(table, engine_of(table, self._registry).format)
        try:
            await self._log.save_snapshot(table.id, snapshot.encode())
        except LogUnavailable:
            return  # only its first load takes longer


async def _source(live: LiveTable, ended: Table, seq: int) -> Source:
    """The source of a fork: the finished table, and its state and log at ``seq``. Raises :class:`TableGone`."""
    try:
        for _ in live.history.recall((seq,)):
            await asyncio.sleep(0)
        then = live.history.past(seq)
    except TableBroken as broken:
        live.fail(broken)
        raise TableGone("broken") from None
    return Source(ended, then, await asyncio.to_thread(archive.pack, live.history.tail(0)[:seq]))
