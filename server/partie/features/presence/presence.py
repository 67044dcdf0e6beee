"""The people at a table, across all tabs and nodes: a lossy channel next to the log, which no fold depends on.

Each node publishes every few seconds who shows a table through it, in keys that expire, so a node that dies takes its
people with it. A seated person without any connection for 30 seconds is away. The script that stores it also publishes
its :class:`PresenceChanged`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from partie.cluster.bus import Bus
from partie.cluster.messages import PresenceChanged
from partie.cluster.softstate import Failures, SoftState
from partie.metrics import Metrics
from partie.redis import store
from partie.redis.connect import Client
from partie.wire import client_out

AWAY_SECONDS: Final = 30.0
"""Seconds until a node's publication expires, and after which a seated person without a connection is away."""

HEARTBEAT_SECONDS: Final = 10.0
"""Seconds between repetitions of a node's publication."""

GAP_SECONDS: Final = 1.0
"""Minimum seconds between two messages to the people at a table."""

KEPT_SECONDS: Final = 7 * 24 * 3600
"""Seconds for which the last visit of a seated person is remembered."""

_PRESENCE: Final = store.script(__package__, "presence.lua")


class Presence:
    """The presence at tables. :attr:`on_change` is called with each table's new presence. ``node`` names this node.

    Only tables with a connection here are followed, and those passed to :meth:`follow`.
    """

    def __init__(
        self,
        redis: Client,
        bus: Bus,
        node: str,
        metrics: Metrics,
        *,
        away: float = AWAY_SECONDS,
        beat: float = HEARTBEAT_SECONDS,
        gap: float = GAP_SECONDS,
    ) -> None:
        self.on_change: Callable[[client_out.Presence], None] = lambda _: None
        self._redis = redis
        self._node = node
        self._away = away
        self._beat = beat
        self._gap = gap
        self._failures = Failures("presence", metrics)
        self._rooms: dict[str, _Room] = {}
        bus.listen(PresenceChanged, self._hear)
        bus.on_hearing(self._hearing)

    # --- for the node ---------------------------------------------------------------------------------------------

    def join(self, table: str, person: str, seated: Iterable[str]) -> None:
        """Count one more connection of a person at the table, whose seats are held by ``seated``, without bots."""
        room = self._room(table, seated)
        room.tabs[person] += 1
        if room.tabs[person] == 1:
            room.changed()

    def leave(self, table: str, person: str) -> None:
        """Count one connection less."""
        room = self._rooms.get(table)
        if room is None or person not in room.tabs:
            return
        room.tabs[person] -= 1
        if not room.tabs[person]:
            del room.tabs[person]
            room.changed()

    def follow(self, tables: Mapping[str, Iterable[str]]) -> None:
        """Follow these tables, given with the persons in their seats, even if nobody shows them here; and no others."""
        for table, room in self._rooms.items():
            if room.followed and table not in tables:
                room.followed = False
                room.changed()
        for table, seated in tables.items():
            self._room(table, seated).followed = True

    def seated(self, table: str, persons: Iterable[str]) -> None:
        """Set the persons who hold the seats of a table now."""
        room = self._rooms.get(table)
        if room is not None and room.seated != (seated := tuple(persons)):
            room.seated = seated
            room.changed()

    def away(self, table: str) -> dict[str, int]:
        """Seated persons who are not here, and for how many milliseconds; empty as long as nothing is known."""
        room = self._rooms.get(table)
        return {} if room is None else room.away()

    async def anybody(self, table: str) -> bool:
        """Whether anybody is at the table through any node. Raises one of :data:`store.UNAVAILABLE`."""
        return bool(await self._redis.exists(here_key(table)))

    def message(self, table: str) -> client_out.Presence | None:
        """The latest message about a table; None as long as nothing is known."""
        room = self._rooms.get(table)
        return None if room is None else room.shown

    async def stop(self) -> None:
        """Withdraw everything that this node has published, so that others need not wait for it to expire."""
        rooms, self._rooms = list(self._rooms.values()), {}
        await asyncio.gather(*(room.stop() for room in rooms))

    # --- helpers --------------------------------------------------------------------------------------------------

    def _room(self, table: str, seated: Iterable[str]) -> _Room:
        room = self._rooms.get(table)
        if room is None:
            room = self._rooms[table] = _Room(self, table)
            room.start()
        room.seated = tuple(seated)
        return room

    def _hear(self, message: PresenceChanged) -> None:
        room = self._rooms.get(message.table)
        if room is not None:
            room.changed()

    def _hearing(self, hearing: bool) -> None:
        if hearing:
            # Everything published may have expired while Redis was unavailable.
            for room in self._rooms.values():
                room.changed()


class _Room(SoftState):
    """A table that is shown through this node, or followed: who is there through this node, and through any."""

    def __init__(self, presence: Presence, table: str) -> None:
        super().__init__(presence._failures, presence._beat, presence._gap)
        self.table = table
        self.tabs: Counter[str] = Counter()
        self.followed = False
        """Whether the table is followed even if nobody shows it here."""
        self.seated: tuple[str, ...] = ()
        self.shown: client_out.Presence | None = None
        self._presence = presence
        self._known_at: float | None = None
        """Time of the last answer of Redis, by the loop's clock."""
        self._here: frozenset[str] = frozenset()
        self._absent: dict[str, int] = {}
        """Milliseconds for which seated persons had been absent at that time."""
        self.changed()

    def away(self) -> dict[str, int]:
        """Seated persons who are not here, and for how many milliseconds; empty as long as nothing is known."""
        if self._known_at is None:
            return {}
        since = int((asyncio.get_running_loop().time() - self._known_at) * 1000)
        return {
            person: self._absent[person] + since
            for person in self.seated
            if person in self._absent and person not in self._here
        }

    def pause(self) -> float | None:
        """The time to the next heartbeat, or until the next person counts as away if that is sooner."""
        limit = self._presence._away
        waits = [limit - absent / 1000 for absent in self.away().values()]
        return max(0.0, min([self._heartbeat - self._gap, *(wait for wait in waits if wait > 0)]))

    async def publish(self) -> None:
        """Publish who is here, and learn who is here through any node."""
        presence, persons, seated = self._presence, sorted(self.tabs), self.seated
        here, absent = await store.run(
            presence._redis,
            _PRESENCE,
            [*keys(self.table)],
            presence._node,
            int(presence._away * 1000),
            KEPT_SECONDS,
            PresenceChanged.channel,
            PresenceChanged(self.table).encode(),
            len(persons),
            *persons,
            *seated,
        )
        self._here = frozenset(map(store.text, here))
        self._absent = dict(zip(seated, absent, strict=True))
        self._known_at = asyncio.get_running_loop().time()

    async def withdraw(self) -> None:
        """Publish that nobody is here any more."""
        self.tabs.clear()
        await self.publish()

    async def notify(self) -> None:
        if self._known_at is None:
            return
        limit = int(self._presence._away * 1000)
        message = client_out.Presence(
            self.table,
            here=tuple(person for person in self.seated if person in self._here),
            away=tuple(person for person, absent in self.away().items() if absent >= limit),
            spectators=len(self._here.difference(self.seated)),
        )
        if message != self.shown:
            self.shown = message
            self._presence.on_change(message)

    def over(self) -> bool:
        if self.tabs or self.followed:
            return False
        self._presence._rooms.pop(self.table, None)
        return True


def keys(table: str) -> tuple[str, str]:
    """The keys of the persons at a table, and of when each was last there."""
    return here_key(table), f"partie:{{{table}}}:seen"


def here_key(table: str) -> str:
    """The key of the persons at a table, with the nodes through which they are there."""
    return f"partie:{{{table}}}:here"
