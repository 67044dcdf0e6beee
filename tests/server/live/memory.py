"""Tables awake on a node without Redis: their logs stand in memory, and time stands still unless it is set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from partie.clock import Clock
from partie.isolation.loads import Loads
from partie.live.actor import Actor
from partie.live.observer import LiveTable, Observer
from partie.live.subscribers import Subscriber
from partie.live.tables import Tables
from partie.log import ChangeFeed, Counters, Entry, Log, LogUnavailable, Outcome
from partie.metrics import Metrics
from partie.registry import Registry
from partie.tasks import Background
from partie.wire import client_out
from partie.wire.codec import encode
from partie.wire.frame import Frame
from tests.fixtures.service import TOY
from tests.server.live.feeding import ModelLog
from tests.server.table.sitting import Sitting


class StillClock(Clock):
    """A clock that is set by hand."""

    def __init__(self, now: int) -> None:
        super().__init__()
        self.at = now

    def now(self) -> int:
        return self.at


class MemoryLog:
    """The logs of all tables, as the rest of the service uses them. While it is ``silent`` it cannot be asked."""

    def __init__(self) -> None:
        self.logs: dict[str, ModelLog] = {}
        self.snapshots: dict[str, tuple[bytes, int | None]] = {}
        self.counters = Counters()
        self.silent = False
        self.answers = asyncio.Event()
        """Reads are answered."""
        self.answers.set()
        self.finds = asyncio.Event()
        """Questions where a log ends are answered."""
        self.finds.set()

    def _of(self, table: str) -> ModelLog:
        if self.silent:
            raise LogUnavailable("nobody is there")
        return self.logs.setdefault(table, ModelLog((), 1_000_000))

    async def append(
        self,
        table: str,
        entry: Entry,
        *,
        not_before: int | None = None,
        not_after: int | None = None,
        keep_at: bool = False,
        on_unsettled: Callable[[], None] | None = None,
    ) -> Outcome:
        return self._of(table).append(entry, not_before, not_after, keep_at)

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        found = self._of(table).entries[after:upto]
        await self.answers.wait()
        return found

    async def last(self, tables: Sequence[str]) -> list[tuple[int, str] | None]:
        await self.finds.wait()
        lasts = [None if self.silent else self._of(table).last for table in tables]
        return [None if last is None else (last.seq, last.mark) for last in lasts]

    async def load_snapshot(self, table: str) -> bytes | None:
        self._of(table)
        return self.snapshots[table][0] if table in self.snapshots else None

    async def save_snapshot(self, table: str, data: bytes, *, seconds: int | None = None) -> None:
        self._of(table)
        self.snapshots[table] = (data, seconds)


class QuietFeed:
    """A change feed that the test feeds; and its listeners."""

    def __init__(self) -> None:
        self.listening: list[str] = []

    async def listen(self, table: str) -> None:
        self.listening.append(table)

    def leave(self, table: str) -> None:
        self.listening.remove(table)


class EasyLoads:
    """Every load may begin, unless the table is left alone; how many are under way."""

    def __init__(self) -> None:
        self.left_alone: set[str] = set()
        self.under_way = self.most = self.begun = 0
        self.order: list[str] = []
        """The tables whose loads have begun."""

    async def begin(self, table: str) -> bool:
        if table in self.left_alone:
            return False
        self.begun += 1
        self.order.append(table)
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        return True

    async def done(self, table: str) -> None:
        self.under_way -= 1


class Memory:
    """All that the tables of a node have around them."""

    def __init__(self, now: int = 2_000_000, archive_after: int = 0, registry: Registry | None = None) -> None:
        self.log = MemoryLog()
        self.feed = QuietFeed()
        self.loads = EasyLoads()
        self.clock = StillClock(now)
        self.metrics = Metrics()
        self.background = Background()
        self.registry = registry or Registry.load((TOY,), ())
        self.tables = Tables(
            cast("Log", self.log),
            cast("ChangeFeed", self.feed),
            cast("Loads", self.loads),
            self.registry,
            self.clock,
            self.metrics,
            self.background,
            archive_after=archive_after,
            turn=self._turn,
        )

    async def _turn(self) -> None:
        """Nobody has to wait."""

    def put(self, sitting: Sitting) -> ModelLog:
        """Let a table's log stand in the place of one; there is nothing else of it."""
        self.log.logs[sitting.history.id] = log = ModelLog(sitting.entries, sitting.now)
        return log

    def fill(self, name: str, number: int, sitting: Sitting) -> list[str]:
        """Let so many tables stand here that are as one, by names that begin alike."""
        names = [f"{name}-{index}" for index in range(number)]
        self.log.logs |= {each: ModelLog(sitting.entries, sitting.now) for each in names}
        return names

    async def wake(self, sitting: Sitting) -> Actor:
        """The table, awake."""
        self.put(sitting)
        return await self.tables.get(sitting.history.id)

    async def stop(self) -> None:
        """Put all to sleep."""
        self.log.silent = False
        self.log.answers.set()
        self.log.finds.set()
        await self.tables.stop()
        await self.background.stop()


class Watching(Observer):
    """Notes what it hears of the tables."""

    def __init__(self) -> None:
        self.noted: list[tuple[Any, ...]] = []

    def woke(self, live: LiveTable, *, rewound: bool) -> None:
        self.noted.append(("woke", live.id, rewound))

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        self.noted.append(("advanced", live.newest.seq, rewound))

    def released(self, live: LiveTable, *, advanced: bool) -> None:
        self.noted.append(("released", advanced))

    def entered(self, live: LiveTable, subscriber: Subscriber, *, again: bool) -> None:
        self.noted.append(("entered", subscriber.person, again))

    def left(self, live: LiveTable, subscriber: Subscriber) -> None:
        self.noted.append(("left", subscriber.person))

    def slept(self, table: str) -> None:
        self.noted.append(("slept", table))


class Viewing:
    """A subscriber with an outlet, both in one: what it was sent is decoded and kept."""

    def __init__(self, person: str, *invited: str, wire: int = 1) -> None:
        self.person = person
        self.wire = wire
        self.invited = set(invited)
        self.paused = False
        self.sent: list[dict[str, Any]] = []
        self.writes: list[Frame] = []
        self.corked = 0
        self.turned_away = False

    @property
    def socket(self) -> Viewing:
        return self

    def write(self, frame: Frame) -> None:
        self.writes.append(frame)
        self.sent.append(msgspec.msgpack.decode(frame.payload))

    def cork(self) -> None:
        self.corked += 1

    def uncork(self) -> None:
        self.corked -= 1

    def send(self, message: client_out.Outbound) -> None:
        self.write(Frame(encode(message)))

    def dismissed(self) -> None:
        self.turned_away = True

    def kinds(self) -> list[str]:
        """What it was sent since the last look."""
        kinds = [message["t"] for message in self.sent]
        self.sent.clear()
        return kinds


async def turns(count: int = 30) -> None:
    """Let the event loop go round: whatever waits for nobody outside is done by then."""
    for _ in range(count):
        await asyncio.sleep(0)
