"""Matchmaking on one node: a search ends at an open table that fits, or goes into the queue of all nodes.

Nobody is matched twice. While a person is being seated at an open table, their search is held in the queue. Any node
may create the table of a match that has none yet, so no search is lost when a node dies.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Set
from dataclasses import dataclass, field
from typing import Final

import structlog

from partie.cluster.messages import QueueChanged
from partie.cluster.softstate import Failures, SoftState
from partie.features.chat.api import Blocks
from partie.features.lobby.api import Lobby
from partie.features.matchmaking.queue import NO_TABLE, Learnt, Match, Queue, Waits
from partie.features.matchmaking.wants import created, fits, free_seats, seated, waiting, wants
from partie.features.presence.api import Presence, persons
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.gateway.limiter import Limit
from partie.gateway.routes import Who
from partie.live.errors import TableGone
from partie.live.request import SERVICE, Request
from partie.redis import store
from partie.table.commands import Vacate
from partie.table.lifecycle.reservations import awaited
from partie.table.limits import ABSENT_MS, COME_MS
from partie.wire import client_in, client_out
from partie.wire.codec import encode
from partie.wire.frame import Frame

HEARTBEAT_SECONDS: Final = 3.0
"""Seconds between two publications of a node's searches, and two rounds of trying open tables, while anyone waits."""

GRACE_SECONDS: Final = 5.0
"""Seconds for which a search goes on after its last connection is lost."""

STOP_SECONDS: Final = 2.0
"""Maximum seconds that a stopping node waits for its people to be taken out of the queue."""

SIT_SECONDS: Final = 10.0
"""Maximum seconds to wait for the answer to a request for a seat. A table set aside meanwhile does not answer."""

GAP_SECONDS: Final = 0.2
"""Minimum seconds between two publications of a node."""

logger = structlog.get_logger(__name__)


@dataclass(eq=False)
class _Search:
    """The search of a person through this node. ``held``: must not be matched now."""

    person: str
    id: str
    wants: tuple[str, ...]
    shuns: tuple[str, ...] = ()
    since: int = 0
    held: bool = True
    tried: set[tuple[str, int]] = field(default_factory=set)
    connections: set[Connection] = field(default_factory=set)
    alone_since: float = 0.0
    task: asyncio.Task[None] | None = None

    def waits(self) -> Waits:
        return Waits(self.person, self.id, self.wants, self.since, self.held, self.shuns)


class Matchmaking(SoftState):
    """The matchmaking of one node. ``in_lobby`` are the connections that show the lobby."""

    def __init__(self, core: Core, lobby: Lobby, presence: Presence, in_lobby: Set[Connection]) -> None:
        super().__init__(Failures("seek", core.metrics), HEARTBEAT_SECONDS, GAP_SECONDS)
        self._core = core
        self._lobby = lobby
        self._presence = presence
        self._in_lobby = in_lobby
        self._queue = Queue(core.redis, core.nodes.node)
        self._blocks = Blocks(core.redis)
        self._searches: dict[str, _Search] = {}
        self._learnt = Learnt((), {}, {})
        self._shown: tuple[client_out.Waiting, ...] = ()
        self._publishing = asyncio.Lock()
        self._making: set[str] = set()
        core.bus.listen(QueueChanged, self._heard)

    # --- for connections ----------------------------------------------------------------------------------------------

    def hear(self, connection: Connection, message: client_in.Search) -> None:
        """Start or end the search of a connection."""
        person = connection.person
        search = self._searches.get(person)
        if not message.games:
            # Another tab of the person may be searching for something else.
            if search is not None and search.id == message.id:
                self._drop(person)
            connection.send(client_out.Searching(self._shown))
            return
        seats = {engine.key: engine.seats for engine in self._core.registry.games()}
        found = wants(message, seats)
        if not found:
            connection.refuse(message.id, "nothing_fits")
            return
        if search is None or search.id != message.id:
            self._drop(person)
            if search is not None:
                for other in search.connections - {connection}:
                    other.refuse(search.id, "sought_elsewhere")
            search = self._searches[person] = _Search(person, message.id, found)
            self._start(search)
        search.connections.add(connection)
        self._show(search)

    def gone(self, connection: Connection) -> None:
        """Remove a closed connection from its search."""
        search = self._searches.get(connection.person)
        if search is not None and connection in search.connections:
            search.connections.discard(connection)
            search.alone_since = asyncio.get_running_loop().time()

    def entered(self, connection: Connection) -> None:
        """Send a connection that enters the lobby how many people are searching."""
        if self._shown and connection.person not in self._searches:
            connection.send(client_out.Searching(self._shown))

    # --- publishing -----------------------------------------------------------------------------------------------

    def pause(self) -> float | None:
        """The time to the next publication; None, so no repetition, while nobody is searching anywhere."""
        return super().pause() if self._searches or self._learnt.counts else None

    async def publish(self) -> None:
        """Publish this node's searches, look for open tables, and act on the result."""
        now = asyncio.get_running_loop().time()
        for search in list(self._searches.values()):
            if not search.connections and now - search.alone_since > GRACE_SECONDS:
                self._drop(search.person)
            elif (search.task is None or search.task.done()) and (
                # A held search was in a match, or that was unknown: perhaps it has to wait after all.
                search.person in self._learnt.since if search.held else self._fitting(search)
            ):
                self._start(search)
        await self._exchange()

    async def withdraw(self) -> None:
        """Take all searches of this node out of the queue."""
        if self._searches:
            for person in list(self._searches):
                self._drop(person)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await self._exchange()

    # --- helpers --------------------------------------------------------------------------------------------------

    def _heard(self, message: QueueChanged) -> None:
        # People here are searching, or see in the lobby how many do.
        if message.node != self._core.nodes.node:
            self.changed()

    def _drop(self, person: str) -> None:
        search = self._searches.pop(person, None)
        if search is not None:
            if search.task is not None:
                search.task.cancel()
            self.changed()

    def _start(self, search: _Search) -> None:
        search.held = True
        search.task = self._core.background.spawn(self._find(search))

    async def _find(self, search: _Search) -> None:
        """Seat the person at an open table that fits, or let them be matched."""
        try:
            search.shuns = await self._blocks.of(search.person)
        except store.UNAVAILABLE as error:
            self.failures.failed(error)
        try:
            await self._exchange()
        except store.UNAVAILABLE as error:
            self.failures.failed(error)
            return  # they may be in a match already
        if self._searches.get(search.person) is not search or search.person not in self._learnt.since:
            return  # matched, cancelled, or in a match whose table is being created
        for entry in self._fitting(search):
            if any(one.person == search.person for one in entry.seats):
                self._found(search, entry.table)
                return
            search.tried.add((entry.table, entry.seq))
            if await self._welcome(search, entry) and await self._sat_down(search, entry):
                self._found(search, entry.table)
                return
        search.held = False
        self.changed()

    def _fitting(self, search: _Search) -> list[client_out.LobbyEntry]:
        """Open tables not tried in this state: one where the person already sits comes first, then the oldest."""
        found = [
            entry
            for entry in self._lobby.entries.values()
            if fits(entry, search.wants)
            and (entry.table, entry.seq) not in search.tried
            and (
                free_seats(entry, search.person, self._core.clock.now())
                or any(one.person == search.person for one in entry.seats)
            )
        ]
        sitting = {entry.table: any(one.person == search.person for one in entry.seats) for entry in found}
        return sorted(found, key=lambda entry: (not sitting[entry.table], entry.at, entry.table))

    async def _welcome(self, search: _Search, entry: client_out.LobbyEntry) -> bool:
        """Whether neither the person nor anyone at the table has blocked the other."""
        others = {one.person for one in entry.seats if one.person and not one.bot} | {entry.host}
        if others & set(search.shuns):
            return False
        try:
            return all([search.person not in await self._blocks.of(other) for other in others])
        except store.UNAVAILABLE as error:
            self.failures.failed(error)
            return False

    async def _sat_down(self, search: _Search, entry: client_out.LobbyEntry) -> bool:
        """Try to seat the person there. Returns whether it worked."""
        try:
            live = await self._core.tables.get(entry.table)
        except TableGone:
            return False
        for seat in free_seats(entry, search.person, self._core.clock.now()):
            answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

            def answered(
                message: client_out.CommandAnswer,
                to: asyncio.Future[bool] = answer,
            ) -> None:
                if not isinstance(message, client_out.Unsettled) and not to.done():
                    to.set_result(isinstance(message, client_out.Accepted))

            request = Request(search.person, f"{search.id[:56]}-{seat}", client_in.Sit(seat), answered, brought=True)
            if not live.submit(request):
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SIT_SECONDS):
                    if await answer:
                        return True
        return False

    async def vacate(self) -> None:
        """Free the seats of matched people who do not show up; several nodes may find the same ones."""
        due = self._core.clock.now() - COME_MS
        waiting = [live for live in self._core.tables.awake.values() if awaited(live.newest)]
        self._presence.follow({live.id: persons(live.newest) for live in waiting})
        for live in waiting:
            table, away = live.newest, self._presence.away(live.id)
            for number in awaited(table):
                seat = table.seats[number]
                if away.get(seat.person, 0) >= ABSENT_MS and live.history.past(seat.brought).at <= due:
                    # A new command for each time that somebody is seated there.
                    live.submit(Request(SERVICE, f"vacate-{number}-{seat.brought}", Vacate(number)))

    # --- the queue ------------------------------------------------------------------------------------------------

    async def _exchange(self) -> None:
        """Publish this node's searches and act on the result. Raises errors of Redis."""
        async with self._publishing:
            learnt = self._learnt = await self._queue.publish(search.waits() for search in self._searches.values())
        for person, since in learnt.since.items():
            if person in self._searches:
                self._searches[person].since = since
        for match in learnt.matches:
            if match.table == "":
                if match.id not in self._making:
                    self._making.add(match.id)
                    self._core.background.spawn(self._make(match))
            else:
                for person in match.persons:
                    search = self._searches.get(person)
                    if search is not None:
                        self._found(search, match.table, made=True)
        self._show_all()

    async def _make(self, match: Match) -> None:
        """Create the table of a match. If several nodes do, they create the same one."""
        try:
            table = self._core.people.table_id(f"{SERVICE}match", match.id)
            do = created(match.want)
            code = (
                "unknown_want"
                if do is None
                else await self._core.creation.make(
                    match.persons[0], f"match-{match.id}", do, table, seated(match.persons)
                )
            )
            if code == "unavailable":
                return
            if code:
                if self._searches.keys().isdisjoint(match.persons):
                    return  # the node of these people may know the game
                logger.error("match_without_table", match=match.id, want=match.want, code=code)
            await self._queue.made(match.id, NO_TABLE if code else table)
            self.changed()
        except store.UNAVAILABLE as error:
            self.failures.failed(error)
        finally:
            self._making.discard(match.id)

    def _found(self, search: _Search, table: str, *, made: bool = False) -> None:
        if self._searches.get(search.person) is not search:
            return
        del self._searches[search.person]
        self.changed()
        for connection in search.connections:
            if table == NO_TABLE:
                connection.refuse(search.id, "no_company")
            else:
                connection.send(client_out.Found(search.id, table, made=made))

    # --- showing --------------------------------------------------------------------------------------------------

    def _show_all(self) -> None:
        found = (waiting(want, count) for want, count in sorted(self._learnt.counts.items()))
        shown = tuple(one for one in found if one is not None)
        if shown == self._shown:
            return
        self._shown = shown
        for search in self._searches.values():
            self._show(search)
        frame = Frame(encode(client_out.Searching(shown)))
        for connection in self._in_lobby:
            if connection.person not in self._searches and not connection.socket.paused:
                connection.socket.write(frame)

    def _show(self, search: _Search) -> None:
        for connection in search.connections:
            connection.send(client_out.Searching(self._shown, search.id, search.since))


def install(core: Core, lobby: Lobby, presence: Presence, in_lobby: Set[Connection]) -> Matchmaking:
    """Install matchmaking."""
    matchmaking = Matchmaking(core, lobby, presence, in_lobby)
    core.connections.routes.add(client_in.Search, matchmaking.hear, limit=Limit(cost=40, command=True), who=Who.PEOPLE)
    core.connections.on.gone.append(matchmaking.gone)
    core.sweeps.append(("vacate", matchmaking.vacate))
    core.life.loops.append(matchmaking.run)
    core.life.stopping.append(matchmaking.stop)
    return matchmaking
