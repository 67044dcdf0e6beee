"""A node of a night: the real tables, connections, entrance, creation, clocks and bots, wired as the service does."""

from __future__ import annotations

import asyncio
import contextvars
import random
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any, Final, cast

import msgspec

from partie.features.bots.driver import BotDriver
from partie.features.bots.thought import Thought
from partie.features.clocks.clocks import Clocks
from partie.features.clocks.pulses import SILENCE_MS, Pulse
from partie.gateway.connection import Connection, Connections, routes
from partie.gateway.creation import Creation
from partie.gateway.entrance import Entrance
from partie.gateway.limiter import Limiter
from partie.live.tables import Tables
from partie.log import LogUnavailable
from partie.metrics import Metrics
from partie.net.admission import Admission
from partie.redis import store
from partie.registry import Registry
from partie.tasks import Background
from partie.upkeep.rounds import Rounds
from partie.wire.frame import Frame
from tests.simulation.game import night, old_night
from tests.simulation.log import Link, SimFeed, SimLog
from tests.simulation.world import World

METRICS: Final = Metrics()
"""Shared by all nodes of all nights: making them costs more than a night."""

SLEEP_SECONDS: Final = 6.0

RUNNING: Final[contextvars.ContextVar[Node | None]] = contextvars.ContextVar("node", default=None)
"""The node whose code runs."""


def task_of(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], context: contextvars.Context | None = None
) -> asyncio.Task[Any]:
    """A task, which is known to the node that begins it."""
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, context=context)
    node = RUNNING.get()
    if node is not None:
        node.tasks.append(task)
    return task


def registry(engine: Any) -> Registry:
    """The one game of a node."""
    found = Registry()
    found.add(engine, "tests.simulation.game")
    return found


NEW, OLD = registry(night), registry(old_night)


class _Loads:
    """Nobody ends in a load here."""

    async def begin(self, _table: str) -> bool:
        return True

    async def done(self, _table: str) -> None:
        pass

    async def settle(self) -> None:
        pass


class _Clock:
    """Redis's time as a node knows it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._offset = world.clock_offset

    def now(self) -> int:
        return self._world.redis_now() - self._world.clock_offset + self._offset

    def learn(self, now: int) -> None:
        self._offset += now - self.now()


class _Pulses:
    """The heartbeat of the service in the Redis of the night, one shard of it."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._world = link.world

    async def beat(self) -> Pulse:
        return cast("Pulse", await self._ask(self._beat))

    async def note(self, table: str, seq: int, deadline: int | None) -> None:
        def do() -> None:
            if self._world.deadlines.get(table, (0, 0))[0] <= seq:
                self._world.deadlines[table] = (seq, deadline or 0)

        await self._ask(do)

    async def postpone(self, table: str, until: int) -> None:
        def do() -> None:
            seq, deadline = self._world.deadlines.get(table, (0, 0))
            if deadline:
                self._world.deadlines[table] = (seq, max(deadline, until))

        await self._ask(do)

    def _beat(self) -> Pulse:
        world, now = self._world, self._world.redis_now()
        last = world.beats.get(0, now)
        if now - last >= SILENCE_MS:
            world.silences.add((last, now))
            world.note("silence")
        world.beats[0] = max(now, last)
        world.beaten()
        due = [table for table, (_, deadline) in world.deadlines.items() if 0 < deadline <= now]
        return Pulse(now, tuple(sorted(one for one in world.silences if one[1] <= now)), tuple(due))

    async def _ask(self, do: Any) -> Any:
        try:
            return await self._link.call(do)
        except LogUnavailable as error:
            raise store.UNAVAILABLE[0](str(error)) from None


class _Thinker:
    """Bots here choose by chance, after a while."""

    async def choose(
        self, _game: str, _version: int, state: bytes, seat: int, seed: str, _level: str, _owner: object, _begun: object
    ) -> Thought:
        rng = random.Random(seed)  # no secret
        await asyncio.sleep(rng.uniform(0.05, 0.4))
        decoded = msgspec.msgpack.decode(state, type=night.state)
        return Thought(rng.choice(night.legal(decoded, seat)))


class _NoReasons:
    def keep(self, *_: Any) -> None:
        pass


class Socket:
    """The node's end of a line to a client."""

    def __init__(self, send: Any) -> None:
        self.paused = False
        self._send = send

    def write(self, frame: Frame) -> None:
        self._send(frame.payload)

    def cork(self) -> None:
        pass

    def uncork(self) -> None:
        pass

    async def serve(self, _taker: object) -> None:
        pass

    async def close(self, _code: int) -> None:
        pass


class Node:
    """One node, until it stops or crashes. ``old``: it does not know the game's newest version yet.

    ``clocks``: the seconds between two heartbeats of its clocks, if it has any.
    """

    def __init__(self, world: World, name: str, *, old: bool, clocks: float, delays: bool) -> None:
        self.world = world
        self.name = name
        self.link = Link(world, name)
        self.up = True
        self.tasks: list[asyncio.Task[Any]] = []
        """All that runs or ever ran here, in the order in which it began."""
        self.context = contextvars.copy_context()
        self.context.run(RUNNING.set, self)
        self.context.run(self._start, old=old, clocks=clocks, delays=delays)

    def _start(self, *, old: bool, clocks: float, delays: bool) -> None:
        self.link.context = self.context
        world = self.world
        self.clock = cast("Any", _Clock(world))
        self.background = Background()
        self.registry = OLD if old else NEW
        log = cast("Any", SimLog(self.link))
        admission = Admission()
        feed = SimFeed(self.link, self._grown)
        self.tables = Tables(
            log,
            cast("Any", feed),
            cast("Any", _Loads()),
            self.registry,
            self.clock,
            METRICS,
            self.background,
            turn=admission.passed,
        )
        people = cast("Any", SimpleNamespace(invited=self._invited))
        self.connections = Connections(
            routes(),
            self.tables,
            self.clock,
            METRICS,
            build="night",
            commands_per_second=1000,
            limiter=Limiter(
                100_000,  # by the time of the world, in which a night takes hours
                lambda _: world.loop.time() >= world.hurried_until,
                METRICS,
                clock=world.loop.time,
            ),
            table_id=lambda person, command: f"{person}-{command}",
        )
        self.entrance = Entrance(self.connections, self.tables, people, admission)
        self.creation = Creation(
            self.connections,
            self.tables,
            log,
            self.registry,
            self.clock,
            version=self._version,
            open_tables=3,
            tables_with_bots=8,
            bot_tables=3,
        )
        core = cast(
            "Any",
            SimpleNamespace(
                background=self.background, tables=self.tables, metrics=METRICS, clock=self.clock, redis=None
            ),
        )
        self.bots = BotDriver(core, cast("Any", _Thinker()), cast("Any", _NoReasons()), pause=(0.0, 0.0))
        hooks = self.tables.hooks
        observers = hooks.observers
        hooks.away = lambda _: world.absent()
        hooks.closed = lambda _: world.loop.time() < world.closed_until
        observers.append(self.bots)
        rounds = Rounds(self.tables, (), SLEEP_SECONDS)
        loops = [rounds.poll, rounds.sweep]
        if delays:
            loops.append(rounds.release)
        if clocks:
            self.clocks = Clocks(core, clocks)
            self.clocks._pulses = cast("Any", _Pulses(self.link))
            observers.append(self.clocks)
            hooks.outage = self.clocks.outage
            loops += [self.clocks.run, self.clocks.heart]
        for loop in loops:
            self.background.spawn(loop())

    def _grown(self, table: str, seq: int) -> None:
        if self.up:
            self.tables.heard(table, seq)

    async def _invited(self, _table: str, token: str) -> bool:
        return token == "let-me-in"  # of an imagined table

    async def _version(self, _game: str) -> int:
        return self.world.version

    def connect(self, person: str, send: Any) -> Connection:
        """A person's new connection."""
        session = cast("Any", SimpleNamespace(id=f"session-{person}", person=person, owner="", name=person))
        connection = Connection(cast("Any", Socket(send)), None, session, self.connections)
        self.background.spawn(self.connections.serve(connection))
        return connection

    async def stop(self) -> None:
        """End as a node does on command: its tables go to sleep, and snapshots are kept."""
        self.up = False
        await self.background.stop()
        await self.tables.stop()

    def crash(self) -> None:
        """End at once, in the middle of whatever it does. Its messages may still be on their way."""
        self.up = False
        self.link.down = True
        for task in self.tasks:
            task.cancel()
