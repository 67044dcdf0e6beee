"""Who is at a table, by all tabs on all nodes: a lossy channel beside the log, on which no fold depends.

Each node publishes every few seconds who shows a table through it, in keys that expire, so that a node that dies takes
its people with it. A seated person without any connection for 30 seconds is away. The script that stores it sends the
:class:`PresenceChanged` of it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import structlog

from partie import tasks
from partie.cluster.bus import Bus
from partie.cluster.messages import PresenceChanged
from partie.metrics import Metrics
from partie.redis import store
from partie.redis.connect import Client
from partie.wire import client_out

AWAY_SECONDS: Final = 30.0
"""What a node publishes holds so long, and a seated person without a connection for so long is away."""

BEAT_SECONDS: Final = 10.0
"""A node repeats what it published this often."""

GAP_SECONDS: Final = 1.0
"""Between two messages to the people of a table."""

KEPT_SECONDS: Final = 7 * 24 * 3600
"""When a seated person was last here is remembered for so long."""

_PRESENCE: Final = store.script(__package__, "presence.lua")

_log = structlog.get_logger(__name__)


class _Room:
    """A table that is shown through this node."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.tabs: Counter[str] = Counter()
        self.followed = False
        """Whether it is followed though nobody may show it."""
        self.seated: tuple[str, ...] = ()
        self.changed = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.known_at: float | None = None
        """When Redis was last heard, by the loop's clock."""
        self.here: frozenset[str] = frozenset()
        self.absent: dict[str, int] = {}
        """Milliseconds for which seated persons had not been here at that time."""
        self.shown: client_out.Presence | None = None


class Presence:
    """What :attr:`on_change` is set to is called with each table's new presence. ``node`` names this node.

    Only tables with a connection here are followed, and those that :meth:`follow` names.
    """

    def __init__(
        self,
        redis: Client,
        bus: Bus,
        node: str,
        metrics: Metrics,
        *,
        away: float = AWAY_SECONDS,
        beat: float = BEAT_SECONDS,
        gap: float = GAP_SECONDS,
    ) -> None:
        self.on_change: Callable[[client_out.Presence], None] = lambda _: None
        self._redis = redis
        self._node = node
        self._metrics = metrics
        self._away = away
        self._beat = beat
        self._gap = gap
        self._rooms: dict[str, _Room] = {}
        self._ailing = False
        bus.listen(PresenceChanged, self._hear)
        bus.on_hearing(self._hearing)

    # --- for the node ---------------------------------------------------------------------------------------------

    def join(self, table: str, person: str, seated: Iterable[str]) -> None:
        """One more connection of a person shows the table, whose seats are held by ``seated``, bots left out."""
        room = self._room(table, seated)
        room.tabs[person] += 1
        if room.tabs[person] == 1:
            room.changed.set()

    def leave(self, table: str, person: str) -> None:
        """One connection less."""
        room = self._rooms.get(table)
        if room is None or person not in room.tabs:
            return
        room.tabs[person] -= 1
        if not room.tabs[person]:
            del room.tabs[person]
            room.changed.set()

    def follow(self, tables: Mapping[str, Iterable[str]]) -> None:
        """Learn who is at these tables, with who holds their seats, also if nobody shows them here; but no others'."""
        for table, room in self._rooms.items():
            if room.followed and table not in tables:
                room.followed = False
                room.changed.set()
        for table, seated in tables.items():
            self._room(table, seated).followed = True

    def seated(self, table: str, persons: Iterable[str]) -> None:
        """These persons hold the seats of a table now."""
        room = self._rooms.get(table)
        if room is not None and room.seated != (seated := tuple(persons)):
            room.seated = seated
            room.changed.set()

    def away(self, table: str) -> dict[str, int]:
        """Seated persons that are not here, and for how many milliseconds; nobody as long as nothing is known."""
        room = self._rooms.get(table)
        if room is None or room.known_at is None:
            return {}
        since = int((asyncio.get_running_loop().time() - room.known_at) * 1000)
        return {
            person: room.absent[person] + since
            for person in room.seated
            if person in room.absent and person not in room.here
        }

    async def anybody(self, table: str) -> bool:
        """Whether somebody is at the table through any node. Raises one of :data:`store.UNAVAILABLE`."""
        return bool(await self._redis.exists(here_key(table)))

    def message(self, table: str) -> client_out.Presence | None:
        """What was last sent of a table; None as long as nothing is known."""
        room = self._rooms.get(table)
        return None if room is None else room.shown

    async def stop(self) -> None:
        """Take back what this node has published of all tables, so that others need not wait for it to expire."""
        rooms, self._rooms = list(self._rooms.values()), {}
        await tasks.end(room.task for room in rooms if room.task is not None)
        for room in rooms:
            room.tabs.clear()
        await asyncio.gather(*(self._publish(room) for room in rooms))

    # --- inside ---------------------------------------------------------------------------------------------------

    def _room(self, table: str, seated: Iterable[str]) -> _Room:
        room = self._rooms.get(table)
        if room is None:
            room = self._rooms[table] = _Room(table)
        room.seated = tuple(seated)
        if room.task is None:
            room.task = asyncio.create_task(self._follow(room))
        return room

    def _hear(self, message: PresenceChanged) -> None:
        room = self._rooms.get(message.table)
        if room is not None:
            room.changed.set()

    def _hearing(self, hearing: bool) -> None:
        if hearing:
            # Redis may have been away for so long that all that was published has expired.
            for room in self._rooms.values():
                room.changed.set()

    async def _follow(self, room: _Room) -> None:
        """Publish and learn, on every change and every beat, until nobody shows the table here, and it need not be."""
        while True:
            room.changed.clear()
            await self._publish(room)
            self._notify(room)
            if not room.tabs and not room.followed and not room.changed.is_set():
                self._rooms.pop(room.table, None)
                return
            await asyncio.sleep(self._gap)
            try:
                async with asyncio.timeout(self._pause(room)):
                    await room.changed.wait()
            except TimeoutError:
                continue

    def _pause(self, room: _Room) -> float:
        """Seconds to the next beat, or to when the next person is away if that is sooner."""
        waits = [self._away - absent / 1000 for absent in self.away(room.table).values()]
        return max(0.0, min([self._beat - self._gap, *(wait for wait in waits if wait > 0)]))

    async def _publish(self, room: _Room) -> None:
        persons, seated = sorted(room.tabs), room.seated
        try:
            here, absent = await store.run(
                self._redis,
                _PRESENCE,
                [here_key(room.table), f"partie:{{{room.table}}}:seen"],
                self._node,
                int(self._away * 1000),
                KEPT_SECONDS,
                PresenceChanged.channel,
                PresenceChanged(room.table).encode(),
                len(persons),
                *persons,
                *seated,
            )
        except store.UNAVAILABLE as error:
            self._metrics.redis_errors.labels("presence").inc()
            if not self._ailing:
                self._ailing = True
                _log.warning("redis_unavailable", work="presence", error=repr(error))
            return
        self._ailing = False
        room.here = frozenset(map(store.text, here))
        room.absent = dict(zip(seated, absent, strict=True))
        room.known_at = asyncio.get_running_loop().time()

    def _notify(self, room: _Room) -> None:
        if room.known_at is None:
            return
        limit = int(self._away * 1000)
        message = client_out.Presence(
            room.table,
            here=tuple(person for person in room.seated if person in room.here),
            away=tuple(person for person, absent in self.away(room.table).items() if absent >= limit),
            spectators=len(room.here.difference(room.seated)),
        )
        if message != room.shown:
            room.shown = message
            self.on_change(message)


def here_key(table: str) -> str:
    """Who shows a table now, through which node."""
    return f"partie:{{{table}}}:here"
