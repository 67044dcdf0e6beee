"""Those who look for company through this node: put to an open table that fits, or into the queue of all nodes.

Nobody is at two places: whoever is brought to an open table is held in the queue meanwhile, and a match that has no
table yet is everybody's to make one for, so nobody is lost with a node either.
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
from partie.features.matchmaking.wishes import created, fits, free_seats, seated, waiting, wants
from partie.features.presence.api import Presence, persons
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.gateway.routes import Limit, Who
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
"""A node repeats who waits through it this often while somebody does, and looks again for open tables."""

GRACE_SECONDS: Final = 5.0
"""Whoever loses the line waits on for so long."""

STOP_SECONDS: Final = 2.0
"""A node that ends waits so long for its people to be taken out of the queue."""

SIT_SECONDS: Final = 10.0
"""Whether a seat was got is waited for so long: a table that is set aside with it in hand does not tell."""

GAP_SECONDS: Final = 0.2
"""Between two publications of a node."""

logger = structlog.get_logger(__name__)


@dataclass(eq=False)
class _Seeker:
    """Somebody who looks for company here."""

    person: str
    seek: str
    wants: tuple[str, ...]
    shuns: tuple[str, ...] = ()
    since: int = 0
    held: bool = True
    tried: set[tuple[str, int]] = field(default_factory=set)
    connections: set[Connection] = field(default_factory=set)
    alone_since: float = 0.0
    looking: asyncio.Task[None] | None = None

    def waits(self) -> Waits:
        return Waits(self.person, self.seek, self.wants, self.since, self.held, self.shuns)


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
        self._seekers: dict[str, _Seeker] = {}
        self._learnt = Learnt((), {}, {})
        self._shown: tuple[client_out.Waiting, ...] = ()
        self._publishing = asyncio.Lock()
        self._making: set[str] = set()
        core.bus.listen(QueueChanged, self._heard)

    # --- for connections ----------------------------------------------------------------------------------------------

    def hear(self, connection: Connection, message: client_in.Seek) -> None:
        """A connection looks for company, or no longer."""
        person = connection.person
        seeker = self._seekers.get(person)
        if not message.games:
            # Another tab of the person may look for something else.
            if seeker is not None and seeker.seek == message.id:
                self._drop(person)
            connection.send(client_out.Seeking(self._shown))
            return
        seats = {engine.key: engine.seats for engine in self._core.registry.games()}
        found = wants(message, seats)
        if not found:
            connection.refuse(message.id, "nothing_fits")
            return
        if seeker is None or seeker.seek != message.id:
            self._drop(person)
            if seeker is not None:
                for other in seeker.connections - {connection}:
                    other.refuse(seeker.seek, "sought_elsewhere")
            seeker = self._seekers[person] = _Seeker(person, message.id, found)
            self._look(seeker)
        seeker.connections.add(connection)
        self._show(seeker)

    def gone(self, connection: Connection) -> None:
        """A connection is no more."""
        seeker = self._seekers.get(connection.person)
        if seeker is not None and connection in seeker.connections:
            seeker.connections.discard(connection)
            seeker.alone_since = asyncio.get_running_loop().time()

    def entered(self, connection: Connection) -> None:
        """A connection shows the lobby, where it is shown how many wait."""
        if self._shown and connection.person not in self._seekers:
            connection.send(client_out.Seeking(self._shown))

    # --- life -----------------------------------------------------------------------------------------------------

    def pause(self) -> float | None:
        """Nothing is repeated while nobody waits anywhere."""
        return super().pause() if self._seekers or self._learnt.counts else None

    async def publish(self) -> None:
        """Publish who waits here, look for open tables, and do what follows from what is learnt."""
        now = asyncio.get_running_loop().time()
        for seeker in list(self._seekers.values()):
            if not seeker.connections and now - seeker.alone_since > GRACE_SECONDS:
                self._drop(seeker.person)
            elif (seeker.looking is None or seeker.looking.done()) and (
                # Who is held was in a match, or nobody could say whether he was: he may wait after all.
                seeker.person in self._learnt.since if seeker.held else self._fitting(seeker)
            ):
                self._look(seeker)
        await self._exchange()

    async def withdraw(self) -> None:
        """Take everybody out of the queue."""
        if self._seekers:
            for person in list(self._seekers):
                self._drop(person)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await self._exchange()

    # --- inside ---------------------------------------------------------------------------------------------------

    def _heard(self, message: QueueChanged) -> None:
        # Somebody here waits, or is shown in the lobby how many do.
        if message.node != self._core.nodes.node:
            self.changed()

    def _drop(self, person: str) -> None:
        seeker = self._seekers.pop(person, None)
        if seeker is not None:
            if seeker.looking is not None:
                seeker.looking.cancel()
            self.changed()

    def _look(self, seeker: _Seeker) -> None:
        seeker.held = True
        seeker.looking = self._core.background.spawn(self._find(seeker))

    async def _find(self, seeker: _Seeker) -> None:
        """Bring somebody to an open table that fits, or let him be matched."""
        try:
            seeker.shuns = await self._blocks.of(seeker.person)
        except store.UNAVAILABLE as error:
            self.failures.failed(error)
        try:
            await self._exchange()
        except store.UNAVAILABLE as error:
            self.failures.failed(error)
            return  # whether he is in a match already is not known
        if self._seekers.get(seeker.person) is not seeker or seeker.person not in self._learnt.since:
            return  # found, taken back, or in a match whose table is on its way
        for entry in self._fitting(seeker):
            if any(one.person == seeker.person for one in entry.seats):
                self._found(seeker, entry.table)
                return
            seeker.tried.add((entry.table, entry.seq))
            if await self._welcome(seeker, entry) and await self._sat_down(seeker, entry):
                self._found(seeker, entry.table)
                return
        seeker.held = False
        self.changed()

    def _fitting(self, seeker: _Seeker) -> list[client_out.LobbyEntry]:
        """Open tables not tried for the seeker as they are now, first the one where he sits, then by age."""
        found = [
            entry
            for entry in self._lobby.entries.values()
            if fits(entry, seeker.wants)
            and (entry.table, entry.seq) not in seeker.tried
            and (
                free_seats(entry, seeker.person, self._core.clock.now())
                or any(one.person == seeker.person for one in entry.seats)
            )
        ]
        sitting = {entry.table: any(one.person == seeker.person for one in entry.seats) for entry in found}
        return sorted(found, key=lambda entry: (not sitting[entry.table], entry.at, entry.table))

    async def _welcome(self, seeker: _Seeker, entry: client_out.LobbyEntry) -> bool:
        """Whether nobody at the table and the seeker have blocked one another."""
        others = {one.person for one in entry.seats if one.person and not one.bot} | {entry.host}
        if others & set(seeker.shuns):
            return False
        try:
            return all([seeker.person not in await self._blocks.of(other) for other in others])
        except store.UNAVAILABLE as error:
            self.failures.failed(error)
            return False

    async def _sat_down(self, seeker: _Seeker, entry: client_out.LobbyEntry) -> bool:
        """Whether the seeker has a seat there now."""
        try:
            live = await self._core.tables.get(entry.table)
        except TableGone:
            return False
        for seat in free_seats(entry, seeker.person, self._core.clock.now()):
            answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

            def answered(
                message: client_out.CommandAnswer,
                to: asyncio.Future[bool] = answer,
            ) -> None:
                if not isinstance(message, client_out.Unsettled) and not to.done():
                    to.set_result(isinstance(message, client_out.Accepted))

            wish = Request(seeker.person, f"{seeker.seek[:56]}-{seat}", client_in.Sit(seat), answered, brought=True)
            if not live.submit(wish):
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SIT_SECONDS):
                    if await answer:
                        return True
        return False

    async def vacate(self) -> None:
        """Free the seats of those who were brought there and do not come; several nodes may find the same ones."""
        due = self._core.clock.now() - COME_MS
        waiting = [live for live in self._core.tables.awake.values() if awaited(live.newest)]
        self._presence.follow({live.id: persons(live.newest) for live in waiting})
        for live in waiting:
            table, away = live.newest, self._presence.away(live.id)
            for number in awaited(table):
                seat = table.seats[number]
                if away.get(seat.person, 0) >= ABSENT_MS and live.history.past(seat.brought).at <= due:
                    # Each time that somebody was brought there it is another command.
                    live.submit(Request(SERVICE, f"vacate-{number}-{seat.brought}", Vacate(number)))

    # --- the queue ------------------------------------------------------------------------------------------------

    async def _exchange(self) -> None:
        """Publish who waits here, and do what follows from what is learnt. Raises what Redis raises."""
        async with self._publishing:
            learnt = self._learnt = await self._queue.publish(seeker.waits() for seeker in self._seekers.values())
        for person, since in learnt.since.items():
            if person in self._seekers:
                self._seekers[person].since = since
        for match in learnt.matches:
            if match.table == "":
                if match.id not in self._making:
                    self._making.add(match.id)
                    self._core.background.spawn(self._make(match))
            else:
                for person in match.persons:
                    seeker = self._seekers.get(person)
                    if seeker is not None:
                        self._found(seeker, match.table, made=True)
        self._show_all()

    async def _make(self, match: Match) -> None:
        """Set the table of a match up. Whoever else does so, too, makes the same one."""
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
                if self._seekers.keys().isdisjoint(match.persons):
                    return  # the node through which they wait may know more
                logger.error("match_without_table", match=match.id, want=match.want, code=code)
            await self._queue.made(match.id, NO_TABLE if code else table)
            self.changed()
        except store.UNAVAILABLE as error:
            self.failures.failed(error)
        finally:
            self._making.discard(match.id)

    def _found(self, seeker: _Seeker, table: str, *, made: bool = False) -> None:
        if self._seekers.get(seeker.person) is not seeker:
            return
        del self._seekers[seeker.person]
        self.changed()
        for connection in seeker.connections:
            if table == NO_TABLE:
                connection.refuse(seeker.seek, "no_company")
            else:
                connection.send(client_out.Found(seeker.seek, table, made=made))

    # --- showing --------------------------------------------------------------------------------------------------

    def _show_all(self) -> None:
        found = (waiting(want, count) for want, count in sorted(self._learnt.counts.items()))
        shown = tuple(one for one in found if one is not None)
        if shown == self._shown:
            return
        self._shown = shown
        for seeker in self._seekers.values():
            self._show(seeker)
        frame = Frame(encode(client_out.Seeking(shown)))
        for connection in self._in_lobby:
            if connection.person not in self._seekers and not connection.socket.paused:
                connection.socket.write(frame)

    def _show(self, seeker: _Seeker) -> None:
        for connection in seeker.connections:
            connection.send(client_out.Seeking(self._shown, seeker.seek, seeker.since))


def install(core: Core, lobby: Lobby, presence: Presence, in_lobby: Set[Connection]) -> Matchmaking:
    """Find people others to play with."""
    matchmaking = Matchmaking(core, lobby, presence, in_lobby)
    core.connections.routes.add(client_in.Seek, matchmaking.hear, limit=Limit.COMMANDS, who=Who.PEOPLE)
    core.connections.on.gone.append(matchmaking.gone)
    core.sweeps.append(("vacate", matchmaking.vacate))
    core.life.loops.append(matchmaking.run)
    core.life.stopping.append(matchmaking.stop)
    return matchmaking
