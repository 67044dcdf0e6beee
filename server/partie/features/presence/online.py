"""The people who are online, in the lobby or at a table, through any node. A lossy channel that nothing depends on.

Each node publishes its people whenever they change, and every few seconds. Entries that it does not repeat expire, so
a node that dies takes its people with it. Messages are bounded in size, and the more people a node has, the less often
it publishes and sends: the cost does not grow with their number. The script that stores a node's publication also
publishes its :class:`OnlineChanged`.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from partie.cluster.bus import Bus
from partie.cluster.messages import OnlineChanged, Renamed
from partie.cluster.softstate import Failures, SoftState
from partie.metrics import Metrics
from partie.people.persons import Names
from partie.redis import store
from partie.redis.connect import Client
from partie.table.decoding import DECODE_ERRORS
from partie.wire import client_out

KEY: Final = "partie:around"

LIFETIME_SECONDS: Final = 25.0
"""Seconds until a node's publication expires: people of a node that died are gone within half a minute."""

HEARTBEAT_SECONDS: Final = 8.0
"""Seconds between repetitions of a node's publication."""

GAP_SECONDS: Final = 1.0
"""Minimum seconds between two publications, and between two messages to clients: hides the reload of a page."""

CROWD: Final = 500
"""Number of people on a node up to which that minimum holds; beyond it grows in proportion."""

PART: Final = 100
"""Number of people processed in one go, which takes less than a millisecond."""

NAMED: Final = 300
"""Maximum number of people that a node publishes by name; the rest are counted."""

SHOWN: Final = 24
"""Maximum number of people that clients are shown by name; the rest are counted."""

Doing: TypeAlias = Literal["lobby", "waiting", "playing", "watching"]

_WEIGHT: Final = {"playing": 0, "waiting": 1, "watching": 2, "lobby": 3}
"""Priority of what a person does in several tabs: the first is shown."""

_ORDER: Final = {"waiting": 0, "lobby": 1, "playing": 2, "watching": 3}
"""Order of people in the list: those who might join a game come first."""

_ONLINE: Final = store.script(__package__, "online.lua")


class Place(Struct, frozen=True):
    """The facts about a table that matter here. ``open``: everybody may know who is there."""

    game: str
    phase: str
    seated: frozenset[str]
    open: bool


class _Person(Struct, frozen=True, array_like=True):
    person: str
    since: int
    doing: Doing
    table: str = ""
    game: str = ""


class _Here(Struct, frozen=True, array_like=True):
    """The people online through one node. ``more``: the number of those not named."""

    people: tuple[_Person, ...]
    more: int = 0


_encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final = msgspec.msgpack.Decoder(_Here)


class Online(SoftState):
    """The people online. :attr:`on_change` is called with every new message for clients. ``node`` names this node."""

    def __init__(
        self,
        redis: Client,
        bus: Bus,
        node: str,
        names: Names,
        metrics: Metrics,
        *,
        lifetime: float = LIFETIME_SECONDS,
        beat: float = HEARTBEAT_SECONDS,
        gap: float = GAP_SECONDS,
    ) -> None:
        super().__init__(Failures("online", metrics), beat)
        self.on_change: Callable[[client_out.Online], None] = lambda _: None
        self.shown: client_out.Online | None = None
        """The latest message to clients; None as long as nothing is known."""
        self._redis = redis
        self._node = node
        self._find_names = names
        self._lifetime = lifetime
        self._least = gap
        self._tabs: dict[str, Counter[str]] = {}
        self._since: dict[str, int] = {}
        self._places: dict[str, Place] = {}
        self._own = _Here(())
        self._others: tuple[_Here, ...] = ()
        self._names: dict[str, str] = {}
        self._published = False
        bus.listen(OnlineChanged, self._hear)
        bus.listen(Renamed, self.renamed)
        bus.on_hearing(self._hearing)

    # --- for the tables ----------------------------------------------------------------------------------------------

    def enter(self, person: str, table: str = "") -> None:
        """Count one more connection of a person at a table, or in the lobby."""
        if person not in self._tabs:
            self._tabs[person] = Counter()
            self._since[person] = int(time.time())
        tabs = self._tabs[person]
        tabs[table] += 1
        if tabs[table] == 1:
            self.changed()

    def leave(self, person: str, table: str = "") -> None:
        """Count one connection less."""
        tabs = self._tabs.get(person, Counter())
        if not tabs[table]:
            return
        tabs[table] -= 1
        if not tabs[table]:
            del tabs[table]
            self.changed()
        if not tabs:
            del self._tabs[person], self._since[person]

    def place(self, table: str, place: Place) -> None:
        """Set the facts about a table that is awake here."""
        if self._places.get(table) != place:
            self._places[table] = place
            self.changed()

    def asleep(self, table: str) -> None:
        """Forget a table that is no longer awake here."""
        self._places.pop(table, None)

    def renamed(self, message: Renamed) -> None:
        """Handle a person's new name."""
        if message.person in self._names:
            self._names[message.person] = message.name
            self.changed()

    # --- soft state -----------------------------------------------------------------------------------------------

    def pause(self) -> float | None:
        """The time to the next publication; None, so no repetition, while nobody is here."""
        return super().pause() if self._published else None

    def settle(self) -> float:
        """Seconds to wait after a change, so that going from the lobby to a table looks like one step."""
        return self._least * max(1.0, len(self._tabs) / CROWD)

    async def publish(self) -> None:
        """Publish who is here, and learn who is elsewhere."""
        self._own = own = await self._here()
        data = _encode(own) if own.people else b""
        # Set first: the data may be stored even if we stop waiting for the answer.
        self._published |= bool(own.people)
        found = await store.run(
            self._redis,
            _ONLINE,
            [KEY],
            self._node,
            int(self._lifetime * 1000),
            OnlineChanged.channel,
            OnlineChanged(self._node).encode(),
            data,
        )
        self._published = bool(own.people)
        self._others = tuple(one for one in map(_decoded, found) if one is not None)

    async def withdraw(self) -> None:
        """Publish that nobody is here any more."""
        self._tabs.clear()
        if self._published:
            await self.publish()

    async def notify(self) -> None:
        """Send clients here who is online, if that has changed for them."""
        if not self._tabs:
            self.shown = None
            return
        nodes = (self._own, *self._others)
        people: dict[str, _Person] = {}
        for one in (one for node in nodes for one in node.people):
            known = people.get(one.person)
            if known is None or _WEIGHT[one.doing] < _WEIGHT[known.doing]:
                people[one.person] = one if known is None else replace(one, since=min(one.since, known.since))
        await self._learn(sorted(people.values(), key=_place_in_line)[:SHOWN])
        count = len(people) + sum(node.more for node in nodes)
        shown = (people[person] for person in self._names if person in people)
        message = client_out.Online(
            tuple(
                client_out.PersonOnline(one.person, self._names[one.person], one.doing, one.table, one.game)
                for one in sorted(shown, key=_place_in_line)
                if self._names[one.person]
            ),
            count,
        )
        if message != self.shown:
            self.shown = message
            self.on_change(message)

    # --- helpers --------------------------------------------------------------------------------------------------

    def _hear(self, message: OnlineChanged) -> None:
        # Without people here nobody needs to see it.
        if self._tabs and message.node != self._node:
            self.changed()

    def _hearing(self, hearing: bool) -> None:
        if hearing:
            # Everything may have expired while Redis was unavailable, and names may have changed unnoticed.
            self._names.clear()
            self.changed()

    async def _here(self) -> _Here:
        """The people here. A crowd is processed in parts, between which moves get their turn."""
        people: list[_Person] = []
        here = list(self._tabs)
        for first in range(0, len(here), PART):
            part = here[first : first + PART]
            people += [self._person(person, self._tabs[person]) for person in part if person in self._tabs]
            people = heapq.nsmallest(NAMED, people, key=_place_in_line)
            if first + PART < len(here):
                await asyncio.sleep(0)
        return _Here(tuple(people), max(0, len(self._tabs) - len(people)))

    def _person(self, person: str, tabs: Iterable[str]) -> _Person:
        """What the person does here; of several things the most important."""
        done = (self._doing(person, table) for table in tabs)
        return min(done, key=lambda one: (_WEIGHT[one.doing], one.table))

    def _doing(self, person: str, table: str) -> _Person:
        since = self._since[person]
        if not table:
            return _Person(person, since, "lobby")
        place = self._places.get(table)
        if place is None or place.phase == "ended" or person not in place.seated:
            doing: Doing = "watching"
        else:
            doing = "waiting" if place.phase == "open" else "playing"
        # Nobody sees who is at a table that is not public.
        known = place is not None and place.open
        return _Person(person, since, doing, table if known else "", place.game if place is not None and known else "")

    async def _learn(self, wanted: list[_Person]) -> None:
        """Look up the names of the people shown, and forget all others."""
        persons = [one.person for one in wanted]
        self._names = {person: self._names[person] for person in persons if person in self._names}
        unknown = [person for person in persons if person not in self._names]
        if not unknown:
            return
        try:
            found = await self._find_names(unknown)
        except store.UNAVAILABLE as error:
            self.failures.failed(error)
        else:
            # People without a name (any more) are not shown, and not looked up again.
            self._names.update({person: found.get(person, "") for person in unknown})


def _place_in_line(one: _Person) -> tuple[int, int, str]:
    return _ORDER[one.doing], one.since, one.person


def _decoded(data: bytes) -> _Here | None:
    """Parse a node's publication; None if it is unreadable (another version's, or a stranger's in the same Redis)."""
    try:
        return _decoder.decode(data)
    except DECODE_ERRORS:
        return None
