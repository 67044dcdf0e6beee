"""One night: a list of steps made of a seed, and what comes of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from unittest.mock import patch

import structlog

from partie.features.clocks.clocks import BEAT_SECONDS
from partie.kit import memo
from partie.live import machine
from partie.log import Entry
from partie.table.values import Days, DelaySetting, Live
from tests.golden.wire.window import Message
from tests.simulation.begin import PERSONS, TABLE, begun
from tests.simulation.client import NO_TABLE, Client
from tests.simulation.judge import Judge, Memory
from tests.simulation.loop import Silence, VirtualLoop
from tests.simulation.node import RUNNING, Node, task_of
from tests.simulation.world import World

SETTLE_SECONDS: Final = 16.0
"""After the last fault: time for two polls, an answer that is not heard, and all tries that follow."""

REST_SECONDS: Final = 9.0
"""A night ends when the log has not grown for so long: a request that is under way, and two polls after it."""

SELDOM: Final = frozenset({"buried", "leaves", "closed", "too fast"})
"""What leaves little of a night to be played."""

HARMLESS: Final = frozenset({"asleep", "buffers full", "clock", "fail-over", "leaves", "closed", "too fast", "buried"})
"""What takes no node from Redis, so that nothing is refused for it as unavailable."""

WATCH_SECONDS: Final = 0.5
"""Between two looks at whether anybody could move."""

TROUBLE_SECONDS: Final = 8.0
"""After a fault has ended answers may be late for so long."""

OF_NODES: Final = ("crash", "stop", "pause", "cut off", "lost", "unheard")
OF_REDIS: Final = ("silent", "gone", "slow", "fail-over", "clock", "buried", "closed", "too fast")
OF_CLIENTS: Final = ("cut", "asleep", "buffers full", "leaves")

FAULTS: Final = OF_NODES + OF_REDIS + OF_CLIENTS
"""What a night may do. Each night leaves some of it out."""


@dataclass(frozen=True)
class Step:
    """At a time somebody does something, or something happens to it. ``chance`` is what it does by chance."""

    at: float
    what: str
    whom: int
    length: float
    chance: int

    def __str__(self) -> str:
        return f"{self.at:7.3f}  {self.what:12} {self.whom}  {self.length:.2f}  #{self.chance}"


@dataclass(frozen=True)
class Settings:
    """What kind of night it is."""

    nodes: int
    seats: int
    bots: int
    rounds: int
    watching: int
    started: bool
    pace: Live | Days | None
    delay: DelaySetting | None
    old_node: bool
    version: int
    watch: str
    access: str
    beat: float = BEAT_SECONDS
    """Seconds between two heartbeats of the clocks, if there are any."""


@dataclass(frozen=True)
class Night:
    """A night that can be played again and again."""

    seed: int
    settings: Settings
    steps: tuple[Step, ...]

    @classmethod
    def of(cls, seed: int) -> Night:
        """The night of a seed."""
        rng = random.Random(seed)  # no secret
        seats = rng.choice((2, 2, 3))
        live = Live(game=rng.choice((5, 8, 20)), turn=rng.choice((0, 2)), falls=rng.choice(("bot", "free", "lost")))
        pace = rng.choice((None, None, None, live, live, Days(days=1, vacation=rng.choice((0, 3)))))
        nodes = rng.choice((1, 2, 2, 2, 3))
        old = nodes > 1 and rng.random() < 0.15
        settings = Settings(
            nodes=nodes,
            seats=seats,
            bots=rng.choice((0, 0, 1)),
            rounds=rng.choice((1, 2, 2, 3)),
            watching=rng.choice((0, 1, 1, 2)),
            started=rng.random() < 0.85,
            pace=pace,
            delay=rng.choice((None, None, None, DelaySetting("moves", 2), DelaySetting("seconds", 3))),
            old_node=old,
            version=rng.choice((1, 2)) if old else 2,
            watch=rng.choice(("all", "all", "all", "invited")),
            access=rng.choice(("open", "open", "invited")),
        )
        patient = rng.random() < 0.03
        faults = [fault for fault in FAULTS if rng.random() < 0.4]
        if patient:
            faults = ["leaves"]
        steps = []
        at = 0.2
        persons = settings.seats - settings.bots + settings.watching
        rate = rng.choice((0.05, 0.2, 0.6))
        for _ in range(rng.randrange(8, 32)):
            # Half of what happens does so while something else is on its way.
            at += rng.choice((rng.expovariate(1 / rate), rng.uniform(0.0, 0.05)))
            if patient and rng.random() < 0.06:
                at += rng.choice((45.0, 125.0))  # who is away for so long is not asked, and a proposal lapses
            what = rng.choice(faults) if faults and rng.random() < 0.25 else "act"
            if what in SELDOM and not patient and rng.random() < 0.8:
                what = "act"
            if what != "act":
                length = rng.choice((0.01, 0.1, 0.5, 2.0, 4.0, 9.0 if pace is not None else 4.0))
                steps.append(Step(at, what, rng.randrange(8), length, rng.randrange(1000)))
            else:
                steps.append(Step(at, "act", rng.randrange(persons), 0.0, rng.randrange(1_000_000)))
        return cls(seed, settings, tuple(steps))

    def __str__(self) -> str:
        lines = [f"night {self.seed}: {self.settings}", *map(str, self.steps)]
        return "\n".join(lines)


@dataclass
class Outcome:
    """What came of a night."""

    wrongs: list[str] = field(default_factory=list)
    reached: dict[str, int] = field(default_factory=dict)
    story: list[str] = field(default_factory=list)
    """What everybody did and heard."""
    turns: int = 0
    """Turns of the event loop."""


class _Play:
    """A night while it is played."""

    def __init__(self, night: Night, loop: VirtualLoop) -> None:
        self.night = night
        self.world = World(loop, night.seed)
        self.judge = Judge(self.world)
        self.nodes: list[Node] = []
        self.generation = 0
        self.forgetful = False
        self.grown_at = 0.0
        settings = night.settings
        self.world.listeners.append(self._grown)
        self.world.version = 1 if settings.old_node else 0
        if settings.pace is not None:
            self.judge.allowance = settings.pace.game * 1000 if isinstance(settings.pace, Live) else None
        entries = begun(
            settings.seats,
            settings.rounds,
            settings.bots,
            settings.version,
            settings.pace,
            settings.delay,
            started=settings.started,
            watch=settings.watch,
            access=settings.access,
        )
        stored = self.world.redis._at(TABLE)
        for number in range(len(entries)):
            stored.entries.append(entries[number])
            self.judge.grown(TABLE, stored.entries)
        people = settings.seats - settings.bots
        names = (*PERSONS[:people], *("eve", "flo")[: settings.watching])
        self.clients = [Client(self.world, name, TABLE, self.judge, self.open_nodes) for name in names]
        if settings.watching == 2:
            self.clients[-1].invitation = ""
        self.world.absent = self.absent

    def _grown(self, table: str, _seq: int) -> None:
        self.grown_at = self.world.loop.time()
        by = RUNNING.get()
        self.judge.grown(table, self.world.redis._at(table).entries, "" if by is None else by.name)

    def absent(self) -> dict[str, int]:
        """For how many milliseconds those have had no connection who have none."""
        now = self.world.loop.time()
        return {one.person: int(1000 * (now - one.alone_since)) for one in self.clients if one.connection is None}

    def open_nodes(self) -> list[Node]:
        """The nodes that take connections."""
        return [node for node in self.nodes if node.up and node.link.paused_until <= self.world.loop.time()]

    def start(self, number: int) -> None:
        """A node starts in the place of one that has ended."""
        settings = self.night.settings
        self.generation += 1
        node = Node(
            self.world,
            f"node-{number}-{self.generation}",
            old=settings.old_node and number == 0,
            clocks=0.0 if settings.pace is None else settings.beat,
            delays=settings.delay is not None,
        )
        self.nodes[number : number + 1] = [node]

    async def run(self) -> None:
        """Play the steps, mend all faults, and let everything come to rest."""
        world = self.world
        for number in range(self.night.settings.nodes):
            self.start(number)
        for client in self.clients:
            client.connect()
        if self.night.settings.pace is not None:
            world.loop.create_task(self.watch())
        for step in self.night.steps:
            await world.until(step.at)
            self.do(step)
        self.mend()
        await asyncio.sleep(SETTLE_SECONDS)
        while world.loop.time() - self.grown_at < REST_SECONDS:  # noqa: ASYNC110  # it is about what does not happen
            await asyncio.sleep(2.0)  # a flag has just fallen, or a bot has moved
        self.judge.close(self.clients, forgetful=self.forgetful)

    async def watch(self) -> None:
        """Note from when to when no node could have taken a move."""
        world = self.world
        while True:
            now = world.loop.time()
            world.alive(
                could=now >= world.silent_until
                and any(node.up and node.link.paused_until <= now and not node.link.unreachable for node in self.nodes)
            )
            await asyncio.sleep(WATCH_SECONDS)

    def mend(self) -> None:
        """No fault stands any more."""
        world, now = self.world, self.world.loop.time()
        world.silent_until, world.gone_until, world.slow = min(world.silent_until, now), 0.0, 1.0
        world.closed_until = world.hurried_until = 0.0
        for number, node in enumerate(self.nodes):
            node.link.faults.clear()
            node.link.cut_until = 0.0
            node.link.paused_until = min(node.link.paused_until, now)
            if not node.up:
                self.start(number)
        for client in self.clients:
            client.asleep_until = min(client.asleep_until, now)
            client.come_back()
            if client.connection is not None and client.connection.socket.paused:
                self._resume(client)

    # --- steps ----------------------------------------------------------------------------------------------------

    def do(self, step: Step) -> None:
        """One step."""
        if step.what == "act":
            client = self.clients[step.whom % len(self.clients)]
            if self.world.loop.time() >= client.asleep_until:
                act(client, step.chance)
            return
        if step.what in OF_NODES:
            node = self.nodes[step.whom % len(self.nodes)]
            if not node.up:
                return
            self.world.tell(node.name, f"{step.what} {step.length}")
            self._to_node(node, step)
        elif step.what in OF_CLIENTS:
            client = self.clients[step.whom % len(self.clients)]
            self.world.tell(client.person, f"{step.what} {step.length}")
            self._to_client(client, step)
        else:
            self.world.tell("Redis", f"{step.what} {step.length}")
            self._to_redis(step)
        self.world.note(step.what)
        if step.what not in HARMLESS:
            until = self.world.loop.time() + step.length + TROUBLE_SECONDS
            self.world.trouble_until = max(self.world.trouble_until, until)

    def _to_node(self, node: Node, step: Step) -> None:
        link, until = node.link, self.world.loop.time() + step.length
        match step.what:
            case "crash":
                node.crash()
                self._ended(node, until)
            case "stop":
                node.up = False
                node.context.run(asyncio.ensure_future, node.stop())
                self._ended(node, until)
            case "pause":
                link.paused_until = max(link.paused_until, until)
            case "cut off":
                link.cut_until = max(link.cut_until, until)
            case "lost" | "unheard":
                link.faults += [step.what] * (1 + step.chance % 6)

    def _to_redis(self, step: Step) -> None:
        world, until = self.world, self.world.loop.time() + step.length
        match step.what:
            case "silent":
                world.silent_until = max(world.silent_until, until)
            case "gone":
                world.gone_until = max(world.gone_until, until)
            case "slow":
                world.slow = 1 + step.chance % 50
            case "fail-over":
                self._fail_over(step)
            case "buried":
                world.redis.bury(TABLE)
                self.judge.buried(TABLE)
                for number, node in enumerate(self.nodes):
                    # They hear of it a little later, each by itself.
                    world.loop.call_later(0.1 + 0.3 * number, node.tables.repaired, TABLE, context=node.context)
            case "closed":
                world.closed_until = max(world.closed_until, until)
            case "too fast":
                world.hurried_until = max(world.hurried_until, until)
            case "clock":
                world.clock_offset -= 1 + step.chance % 3000

    def _to_client(self, client: Client, step: Step) -> None:
        match step.what:
            case "cut":
                client.cut()
            case "leaves":
                client.leave(step.length * 40)
            case "asleep":
                client.asleep_until = max(client.asleep_until, self.world.loop.time() + step.length)
            case "buffers full":
                if client.connection is not None and not client.connection.socket.paused:
                    client.connection.socket.paused = True
                    self.world.loop.call_later(step.length, self._resume, client, client.connection)

    def _ended(self, node: Node, until: float) -> None:
        number = self.nodes.index(node)
        self.forgetful = True
        for client in self.clients:
            if client.node is node:
                client.cut()

        def again() -> None:
            if self.nodes[number] is node:
                self.start(number)

        self.world.loop.call_at(until + 0.05, again)

    def _fail_over(self, step: Step) -> None:
        world, chance = self.world, step.chance
        for table, entries in world.redis.fail_over({TABLE: 1 + chance % 3}).items():
            self.forgetful = True
            self.judge.shrunk(table, entries, [one for node in self.nodes for one in _memories(node, table, entries)])
        node = self.nodes[step.whom % len(self.nodes)]
        if crashes := chance % 8 >= 6 and node.up:
            # A node that remembers nothing starts at once, and may go on from the shorter log.
            node.crash()
            self._ended(node, world.loop.time())
        if loses := chance % 8 in (0, 4, 6):
            # While the nodes find out what is gone, one of their questions is lost, too.
            for one in self.nodes:
                one.link.faults += [*[""] * (chance // 4 % 6), "lost"]
        if crashes or loses:
            world.trouble_until = max(world.trouble_until, world.loop.time() + TROUBLE_SECONDS)

    def _resume(self, client: Client, connection: Any = None) -> None:
        connection = connection or client.connection
        if connection is client.connection and connection.socket.paused:
            connection.socket.paused = False
            client.node.context.run(connection.resumed)


def _memories(node: Node, table: str, lost: list[Entry]) -> list[Memory]:
    """What a node remembers of what a table has lost; nothing, if the table is not awake there."""
    live = node.tables.awake.get(table) if node.up else None
    if live is None:
        return []
    marks = frozenset(one.mark for one in lost if live.history.mark_of(one.seq) == one.mark)
    return [Memory(node.name, marks, lambda: node.up and node.tables.awake.get(table) is live)]


# --- what people do ---------------------------------------------------------------------------------------------------


def act(client: Client, chance: int) -> None:
    """Do something that makes sense, mostly, as the client sees the table now."""
    rng = random.Random(chance)  # no secret
    turn, view = client.turn, client.view
    if not view:
        other: Message = {"type": "fork", "seq": 3, "seat": 0, "others": ["free"] * 3}
        client.give(rng.choice(({"type": "sit", "seat": rng.randrange(3)}, other)))
        return
    proposal = view.get("proposal")
    roll = rng.random()
    if proposal is not None and roll < 0.5:
        client.give({"type": "answer", "proposal": proposal["seq"], "grant": rng.random() < 0.8})
    elif roll > 0.8 and client.world.absent():
        client.give({"type": "propose", "what": "end"})
    elif roll > 0.985:
        client.use_an_id_again({"type": "leave"})
    elif roll > 0.95:
        client.give(*_elsewhere(client, rng))
    elif turn is not None and turn.get("undo") and roll < 0.25:
        client.give({"type": "undo", "to": rng.choice(turn["undo"])})
    elif turn is not None and turn.get("redo") and roll < 0.4:
        client.give({"type": "redo", "to": rng.choice(turn["redo"])})
    elif turn is not None and turn.get("legal") and roll < 0.9:
        client.give({"type": "move", "ask": turn["ask"], "move": rng.choice(turn["legal"])})
    else:
        client.give(_something(client, rng))


def _elsewhere(client: Client, rng: random.Random) -> tuple[Message, str]:
    """Something that has to do with other tables, or with none."""
    seq = client.cursor[0] if client.cursor else 1
    new: Message = {"type": "create", "game": "night", "seats": 2}
    return rng.choice(
        (
            (new, ""),
            ({**new, "rated": True, "options": {"rounds": 3}}, ""),
            ({**new, "game": "chess"}, ""),
            ({**new, "seats": 9}, ""),
            ({**new, "options": {"rounds": 9}}, ""),
            ({**new, "pace": {"kind": "days", "days": 1, "zone": "Nowhere/At_all"}}, ""),
            ({**new, "delay": {"unit": "moves", "count": 2}, "rated": True}, ""),
            ({"type": "fork", "seq": rng.randrange(1, seq + 1), "seat": 0, "others": ["quick"] * 3}, ""),
            ({"type": "fork", "seq": rng.randrange(1, seq + 1), "seat": 0, "others": ["free"] * 3}, ""),
            ({"type": "sit", "seat": 0}, "no-such-table"),
            ({"type": "sit", "seat": 0}, NO_TABLE),
        )
    )


def _something(client: Client, rng: random.Random) -> Message:
    """Anything that can be said to a table, also where it makes no sense."""
    seq = client.cursor[0] if client.cursor else 1
    any_seq = rng.randrange(1, seq + 2)
    seat = rng.randrange(4)
    what = rng.choice(("undo", "free_seat", "end", "pace", "pause", "resume", "delay"))
    wish: Message = {"type": "propose", "what": what}
    if what == "undo":
        wish["to"] = any_seq
    elif what == "free_seat":
        wish["seat"] = seat
    elif what == "pace" and rng.random() < 0.7:
        wish["pace"] = {"kind": "live", "game": 30, "turn": 1}
    elif what == "delay" and rng.random() < 0.7:
        wish["delay"] = {"unit": rng.choice(("moves", "seconds")), "count": rng.choice((1, 3))}
    turn = client.turn or {"ask": 0}
    return rng.choice(
        (
            wish,
            wish,
            {"type": "undo", "to": any_seq},
            {"type": "redo", "to": any_seq},
            {"type": "answer", "proposal": any_seq, "grant": rng.random() < 0.5},
            {"type": "move", "ask": turn["ask"], "move": {"type": rng.choice(("mark", "draw", "done"))}},
            {"type": "move", "ask": any_seq, "move": {"type": "pick", "card": f"card-{rng.randrange(30):02}"}},
            {"type": "move", "ask": turn["ask"], "move": {"type": "nothing"}},
            {"type": "move", "ask": turn["ask"], "move": {"type": "trip"}},
            {"type": "sit", "seat": seat, **({"colour": rng.choice(("stag", "heron", "pink"))} if seat else {})},
            {"type": "leave"},
            {"type": "seat_bot", "seat": seat},
            {"type": "unseat_bot", "seat": seat},
            {"type": "ready", "ready": rng.random() < 0.8, "nonce": f"{rng.getrandbits(128):032x}"},
            {"type": "ready", "ready": True, "nonce": "0" * 17},
            {"type": "count", "rated": rng.random() < 0.5},
            {"type": "rest", "on": rng.random() < 0.5},
            {"type": "close"},
        )
    )


# --- playing ----------------------------------------------------------------------------------------------------------


class _Counted(dict[Any, Any]):
    """The table of the machine's transitions, which counts the rows that are taken."""

    def __init__(self, rows: Any, world: World) -> None:
        super().__init__(rows)
        self._world = world

    def get(self, row: Any, default: Any = None) -> Any:
        self._world.note(row_name(*row))
        return super().get(row, default)


def row_name(state: machine.State, given: type) -> str:
    """By what name a row of the machine's table is counted."""
    return f"row {state.name} {given.__name__}"


def play(night: Night) -> Outcome:
    """Play a night to its end."""
    loop = VirtualLoop()
    loop.set_task_factory(task_of)  # type: ignore[arg-type]  # of any context
    source = random.Random(f"bytes {night.seed}")  # a night's secrets are known
    errors: list[str] = []
    loop.set_exception_handler(lambda _, context: errors.append(f"{context.get('exception') or context['message']!r}"))
    outcome = Outcome()
    with patch.object(secrets, "token_bytes", lambda count=32: source.randbytes(count)):
        game = None
        try:
            asyncio.set_event_loop(loop)
            game = _Play(night, loop)
            with patch.object(machine, "TRANSITIONS", _Counted(machine.TRANSITIONS, game.world)):
                loop.run_until_complete(game.run())
        except Silence:
            outcome.wrongs.append("everybody waits, and nothing will ever happen")
        finally:
            if game is not None:
                outcome.wrongs += game.judge.wrongs
                outcome.reached = game.world.reached
                outcome.story = game.world.story
            outcome.wrongs += errors
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
            outcome.turns = loop.turns
            asyncio.set_event_loop(None)
            loop.close()
            memo.forget()
    return outcome


def shortest(night: Night) -> Night:
    """The night with as few steps as still fail, taken out in ever smaller parts."""

    def fails(steps: Sequence[Step]) -> bool:
        return bool(play(Night(night.seed, night.settings, tuple(steps))).wrongs)

    steps = list(night.steps)
    size = len(steps) // 2
    while size:
        start = 0
        while start < len(steps):
            fewer = steps[:start] + steps[start + size :]
            if fails(fewer):
                steps = fewer
            else:
                start += size
        size //= 2
    return Night(night.seed, night.settings, tuple(steps))


@contextlib.contextmanager
def silent_logs() -> Iterator[None]:
    """What nodes log meanwhile is nothing to read."""
    before = structlog.get_config()
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL), cache_logger_on_first_use=False
    )
    try:
        yield
    finally:
        structlog.configure(**before)


def nights(seeds: Iterable[int]) -> Iterable[tuple[Night, Outcome]]:
    """Play the nights of some seeds."""
    for seed in seeds:
        night = Night.of(seed)
        yield night, play(night)
