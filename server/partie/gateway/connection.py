"""One websocket of one person: reads frames, dispatches them, and knows which table it shows.

The reader decodes, dispatches and reads on. It never waits for Redis or an engine, so pongs are read in time
however long those take, and nobody is disconnected because Redis hangs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

from partie import tasks
from partie.clock import Clock
from partie.fair import Owner, Turn, Turns
from partie.gateway.limiter import Allowance, Limit, Limiter
from partie.gateway.routes import Routes, Who
from partie.kit import SPECTATOR, Viewer
from partie.limits import LocalLimit, Rate, network
from partie.live.actor import Actor
from partie.live.errors import TableGone
from partie.live.request import Request
from partie.live.tables import Tables
from partie.metrics import Metrics
from partie.net.networks import Address
from partie.net.protocol import Socket
from partie.people.ids import is_bot
from partie.people.sessions import Session
from partie.wire import client_in, client_out, limits
from partie.wire.codec import BadFrame, command_id, decode, encode
from partie.wire.frame import Frame
from partie.wire.states import State

OPENING: Final = 8
"""How many tables one connection may be opening at a time, and how many questions may wait for their turn.

Further commands and questions are refused as ``busy``.
"""

COMPRESSIBLE: Final = (client_out.History, client_out.Past)
"""Messages to one client that are large and have no words of people."""

SEATS: Final = Allowance("changes of seats", Rate(60, 600.0))
"""Taking and leaving seats, bots, being ready: each is an event in the table's log, which has room for so many."""

SEATS_FROM: Final = Allowance("changes of seats", Rate(600, 600.0))
"""The same for all from one address."""

SEAT_CHANGES: Final = (
    client_in.Sit,
    client_in.Leave,
    client_in.SeatBot,
    client_in.UnseatBot,
    client_in.TurnAway,
    client_in.Ready,
    client_in.ChangeRated,
)

LOAD: Final = 100
"""Points for a table that must be loaded, or does not exist."""

FOLD: Final = 2
"""Points for each event that must be folded again for an answer about the past."""

BAD_FRAME: Final = 2
"""Points for a frame that cannot be read."""


class Quota(Protocol):
    """A limit on what one person may have at a time."""

    def refusal(self, person: str, command: client_in.Do, table: str) -> tuple[str, dict[str, str | int]] | None:
        """The code and parameters of the refusal if a command at one more table exceeds the limit, else None."""
        ...


@dataclass
class Listeners:
    """Listeners to what connections do. Each is called with the connection."""

    left: list[Callable[[Connection], None]] = field(default_factory=list)
    """Called when the connection stops showing anything, table or lobby."""
    resumed: list[Callable[[Connection], None]] = field(default_factory=list)
    """Called when a slow peer can take more again."""
    gone: list[Callable[[Connection], None]] = field(default_factory=list)
    """Called when the peer has disconnected."""
    moved: list[Callable[[Connection], None]] = field(default_factory=list)
    """Called when a move of the connection's person was accepted."""
    visibility: list[Callable[[Connection], None]] = field(default_factory=list)
    """Called when the page becomes visible or hidden."""


class Connections:
    """The connections of a node, what they share, and the rate limits of each."""

    def __init__(
        self,
        routes: Routes[Connection],
        tables: Tables,
        clock: Clock,
        metrics: Metrics,
        *,
        build: str,
        commands_per_second: int,
        limiter: Limiter,
        table_id: Callable[[str, str], str],
    ) -> None:
        self.routes = routes
        self.tables = tables
        self.clock = clock
        self.metrics = metrics
        self.build = build
        self.limiter = limiter
        self.table_id = table_id
        """The id of the table that a command creates, from person and command id: a repeat gets the same."""
        self.turns = Turns(1)
        """The turns in which the engines of a node compute answers to questions, shared fairly by those who ask."""
        self.quotas: list[Quota] = []
        self.on = Listeners()
        self.frame_rate = Rate(max(limits.FRAMES_PER_SECOND, 2 * commands_per_second), 1.0)
        """Frames per connection. It leaves room for the frames of all allowed commands, and one question with each."""
        self.deserted = asyncio.Event()
        """Set while nobody is connected."""
        self._frames = LocalLimit(self.frame_rate)
        self._all: set[Connection] = set()
        self.on.gone.append(self._forget)

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._all))

    def __len__(self) -> int:
        return len(self._all)

    async def serve(self, connection: Connection) -> None:
        """Serve a connection. Returning does not mean it has ended: it stays open until its peer disconnects."""
        connection.since = self.clock.now()
        self._all.add(connection)
        self.deserted.clear()
        self.metrics.connections.set(len(self._all))
        await connection.socket.serve(connection)

    def _forget(self, connection: Connection) -> None:
        self._all.discard(connection)
        self._frames.forget(str(id(connection)))
        self.metrics.connections.set(len(self._all))
        if not self._all:
            self.deserted.set()

    async def table(self, table: str, connection: Connection) -> Actor:
        """A table that a connection asks for; one that must be loaded costs points. Raises :class:`TableGone`."""
        if table not in self.tables.awake:
            self.limiter.charge(connection.person, connection.home, LOAD)
        return await self.tables.get(table, connection.asker)

    def frame_allowed(self, connection: Connection) -> bool:
        """Whether the connection is within its rate limit, counting one more frame."""
        return self._frames.take(str(id(connection)))

    def until_frame(self, connection: Connection) -> float:
        """The seconds until the connection may send a frame again."""
        return self._frames.wait(str(id(connection)))


class Connection:
    """The view that a person has through one tab: a table, or none."""

    def __init__(self, socket: Socket, address: Address | None, session: Session, shared: Connections) -> None:
        self.socket = socket
        self.address = address
        self.home = "" if address is None else network(str(address))
        """The network address that limits count by, empty if it is unknown."""
        self.session = session.id
        self.person = session.person
        self.owner = session.owner
        self.name = session.name
        self.state = State.GREETING
        self.wire = limits.OLDEST_VERSION
        """The version of the wire that the client speaks."""
        self.since = 0
        """When it was first served, in milliseconds by Redis's clock."""
        self.table: Actor | None = None
        self.invited: set[str] = set()
        self.page_visible = True
        """Whether the page says that it is visible; a person who is looking at it needs no notification."""
        self._shared = shared
        self._too_many = 0
        """The number of frames beyond the limit that were answered lately."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._questions = 0
        """The number of questions that wait for their turn."""
        self._entering: asyncio.Task[None] | None = None

    @property
    def asker(self) -> Owner:
        """The owner of the work that this connection asks for."""
        return self.home, self.person

    @property
    def viewer(self) -> Viewer:
        """The perspective on the table shown: a seat, or a spectator."""
        return SPECTATOR if self.table is None else self.table.subscribers.viewer(self)

    # --- writing --------------------------------------------------------------------------------------------------

    def send(self, message: client_out.Outbound) -> None:
        """Send a message to this client only."""
        frame = Frame(encode(message), compressible=isinstance(message, COMPRESSIBLE))
        self.socket.write(frame)
        self._shared.metrics.frames_sent.inc()
        self._shared.metrics.bytes_sent.inc(len(frame.payload))

    def refuse(self, command: str, code: str, rule: str = "", params: Mapping[str, str | int] | None = None) -> None:
        """Answer that a command was refused and had no effect."""
        self._shared.metrics.refusals.labels(code).inc()
        self.send(client_out.Refused(command, code, rule, dict(params or {})))

    async def close(self, code: int) -> None:
        """Close the websocket from this side."""
        await self.socket.close(code)

    # --- reading --------------------------------------------------------------------------------------------------

    def heard(self, data: bytes | None) -> float:
        """Handle an incoming frame; None stands for a text frame, which is not allowed.

        Returns 0.0, or the seconds after which the frame must be offered again, because its person or address has
        nothing left of its budget. Nothing was done with it then.
        """
        shared = self._shared
        if (wait := shared.limiter.wait(self.person, self.home)) > 0.0:
            return wait
        if not shared.frame_allowed(self):
            return self._heard_too_many(data)
        self._too_many = max(0, self._too_many - 1)
        shared.metrics.frames_received.inc()
        shared.metrics.bytes_received.inc(len(data or b""))
        try:
            message = _decoded(data)
        except BadFrame as bad:
            shared.limiter.charge(self.person, self.home, BAD_FRAME)
            shared.metrics.bad_frames.labels(bad.code).inc()
            self.send(client_out.Problem(bad.code, bad.detail, command_id(data or b"")))
        else:
            self._dispatch(message, data or b"")
        return 0.0

    def _heard_too_many(self, data: bytes | None) -> float:
        """Answer a frame beyond the limit unread; a peer that goes on all the same is read no faster than allowed."""
        shared = self._shared
        if self._too_many >= shared.frame_rate.count:
            return shared.until_frame(self)
        self._too_many += 1
        shared.metrics.limited.labels("connection").inc()
        detail = f"send at most {shared.frame_rate.count} frames per second"
        self.send(client_out.Problem("too_fast", detail, command_id(data or b"")))
        return 0.0

    def greet(self, hello: client_in.Hello) -> None:
        """Answer the first message."""
        if not limits.OLDEST_VERSION <= hello.wire <= limits.VERSION:
            self.send(client_out.Problem("wire", f"this server speaks version {limits.VERSION}; reload the page"))
            return
        if self.state is State.GREETING:
            self.state = State.IDLE
            self.wire = hello.wire
        shared = self._shared
        self.send(client_out.Welcome(self.wire, self.person, self.name, shared.build, shared.clock.now()))

    def _dispatch(self, message: client_in.Inbound, data: bytes) -> None:
        route = self._shared.routes.of(message)
        if self.state is State.GREETING and not isinstance(message, client_in.Hello):
            self.send(client_out.Problem("no_hello", "the first message must be hello", command_id(data)))
        elif route is None:
            self.send(client_out.Problem("unexpected", f"this server does not support {type(message).__name__}"))
        elif route.who is Who.PEOPLE and is_bot(self.person):
            self._turn_down(message, "not_for_bots", "bots cannot do this")
        elif self._denied(route.limit):
            self._turn_down(message, "too_fast", "too many of these; try again later")
        else:
            route.handle(self, message)

    def _denied(self, limit: Limit) -> bool:
        """Whether a limit does not allow what it is for now; counts one use if it does."""
        return self._shared.limiter.denied(limit, self.person, self.home) is not None

    def _turn_down(self, message: client_in.Inbound, code: str, detail: str) -> None:
        command = getattr(message, "id", None)
        if isinstance(command, str):
            self.refuse(command, code)
        else:
            self.send(client_out.Problem(code, detail))

    def resumed(self) -> None:
        """Send what the client missed while its socket was full."""
        if self.table is not None:
            self.table.subscribers.sync(self)
        for listener in self._shared.on.resumed:
            listener(self)

    def cut(self) -> None:
        """Clean up after the peer has disconnected."""
        self.leave()
        self.state = State.GONE
        for task in self._tasks:
            task.cancel()
        for listener in self._shared.on.gone:
            listener(self)

    # --- commands and questions -----------------------------------------------------------------------------------

    def command(self, message: client_in.Command) -> None:
        """Carry out a command at a table."""
        command, do, table, shared = message.id, message.do, message.table, self._shared
        route, limit = shared.routes.of_command(do), shared.routes.limit_of(do)
        if route is not None and route.begins:
            table = shared.table_id(self.person, command)
        if table is None:
            self.refuse(command, "no_table")
            return
        if limit is not None and self._denied(limit):
            self.refuse(command, "too_fast")
            return
        for quota in shared.quotas:
            if refusal := quota.refusal(self.person, do, table):
                self.refuse(command, refusal[0], params=refusal[1])
                return
        if route is not None:
            self._open(command, partial(route.handle, self, command, do, table))
        elif self.table is not None and self.table.id == table:
            self.submit(self.table, command, do)
        else:
            self._open(command, partial(self._elsewhere, command, do, table))

    async def _elsewhere(self, command: str, do: client_in.Do, table: str) -> None:
        """Submit a command to a table that this connection does not show; it may have to be loaded first."""
        self.submit(await self._shared.table(table, self), command, do)

    def submit(self, live: Actor, command: str, do: client_in.Do) -> None:
        """Put a command into the inbox of its table; a full inbox refuses it as ``busy``."""

        def answer(message: client_out.CommandAnswer) -> None:
            self._count(message, do)
            self.send(message)

        if not live.submit(Request(self.person, command, do, answer, live.id in self.invited)):
            self.refuse(command, "busy")

    def _count(self, answer: client_out.CommandAnswer, do: client_in.Do) -> None:
        metrics = self._shared.metrics
        if isinstance(answer, client_out.Accepted) and isinstance(do, client_in.Move):
            for listener in self._shared.on.moved:
                listener(self)
        elif isinstance(answer, client_out.Refused):
            metrics.refusals.labels(answer.code).inc()
            if isinstance(do, client_in.Undo):
                metrics.undo_refusals.labels(answer.code).inc()
        elif isinstance(answer, client_out.Unsettled):
            metrics.unsettled.inc()

    def _open(self, command: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run work that may have to wait for a table, in a task of its own; too many tasks refuse it as ``busy``."""
        if len(self._tasks) >= OPENING:
            self.refuse(command, "busy")
            return

        async def run() -> None:
            try:
                await work()
            except TableGone as gone:
                self.refuse(command, gone.code)

        self._spawn(run())

    def question(self, message: client_in.Inbound) -> None:
        """Ask the table something. A question that directly follows a request to enter a table is about that table."""
        entering = self._entering
        if self.state is State.ENTERING and entering is not None and len(self._tasks) < OPENING:
            self._spawn(self._ask_once_there(entering, message))
        else:
            self._ask(message)

    async def _ask_once_there(self, entering: asyncio.Task[None], message: client_in.Inbound) -> None:
        await asyncio.wait([entering])
        self._ask(message)

    def _ask(self, message: client_in.Inbound) -> None:
        """Ask the table. Questions that take the engine a while wait for their turn, one after the other."""
        live, shared = self.table, self._shared
        if live is None:
            self.send(client_out.Problem("no_table", "enter a table first"))
            return
        folds = live.folds(self, message)
        if not folds and not live.subscribers.computes(self, message):
            self._put_question(live, message)
            return
        if self._questions >= OPENING:
            self._busy()
            return
        shared.limiter.charge(self.person, self.home, folds * FOLD)
        turn = Turn()
        shared.turns.enter(turn, self.asker)
        if folds:
            recall = self._wait(self._recall(turn, live, message))
            recall.add_done_callback(lambda _: shared.turns.leave(turn))
        elif turn.granted.done():
            # At once, so that nothing that the client sends after it is decided before it.
            self._put_question(live, message, turn)
        else:
            asks = self._wait(self._ask_in_turn(turn, live, message))
            asks.add_done_callback(lambda task: shared.turns.leave(turn) if task.cancelled() else None)

    def _wait(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run work for a question that waits for its turn."""
        task = self._spawn(work)
        self._questions += 1
        task.add_done_callback(self._waited)
        return task

    def _waited(self, _: asyncio.Task[None]) -> None:
        self._questions -= 1

    async def _recall(self, turn: Turn, live: Actor, message: client_in.Inbound) -> None:
        await turn.granted
        if self.table is live:
            await live.recall(self, message)

    async def _ask_in_turn(self, turn: Turn, live: Actor, message: client_in.Inbound) -> None:
        await turn.granted
        self._put_question(live, message, turn)

    def _put_question(self, live: Actor, message: client_in.Inbound, turn: Turn | None = None) -> None:
        """Put a question into the inbox of its table. The turn ends with the answer."""
        done = partial(self._shared.turns.leave, turn) if turn is not None else _nothing
        if not live.ask(self, message, done):
            done()
            self._busy()

    def _busy(self) -> None:
        self.send(client_out.Problem("busy", "the table is busy; try again"))

    def set_visibility(self, message: client_in.PageVisibility) -> None:
        """Note whether the page is visible, and notify the listeners."""
        self.page_visible = message.visible
        for listener in self._shared.on.visibility:
            listener(self)

    # --- tables ---------------------------------------------------------------------------------------------------

    def enter(self, table: str, entering: Callable[[], Awaitable[None]]) -> None:
        """Show another table as soon as ``entering`` has found it; that may raise :class:`TableGone`."""
        if self.table is None or self.table.id != table:
            self.leave()
        elif self._entering is not None:
            self._entering.cancel()

        async def run() -> None:
            try:
                await entering()
            except TableGone as gone:
                self.send(client_out.Gone(table, gone.code))
            finally:
                if self._entering is asyncio.current_task():
                    self._entering = None
                    self._settle()

        self.state = State.ENTERING
        self._entering = self._spawn(run())

    def show(self, live: Actor, cursor: tuple[int, str] | None, *, lost: bool) -> None:
        """Show a table from the client's cursor; ``lost``: the log has no event at that cursor."""
        self.table = live
        live.subscribers.add(self, cursor, lost=lost)

    def dismissed(self) -> None:
        """Stop showing the table, at the table's own request."""
        self.table = None
        self._settle()

    def _settle(self) -> None:
        if self._entering is not None:
            self.state = State.ENTERING
        elif self.state is not State.GONE:
            self.state = State.IDLE if self.table is None else State.AT_TABLE

    def leave(self) -> None:
        """Stop showing the table, or entering one."""
        if self._entering is not None:
            self._entering.cancel()
            self._entering = None
        if self.table is not None:
            live, self.table = self.table, None
            live.subscribers.remove(self)
        if self.state is not State.GREETING:
            self._settle()
        for listener in self._shared.on.left:
            listener(self)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        tasks.report(task)


def _nothing() -> None:
    """Do nothing, when a question that took no turn is answered."""


def _decoded(data: bytes | None) -> client_in.Inbound:
    if data is None:
        raise BadFrame("malformed", "frames must be MessagePack in a binary message")
    return decode(data)


def routes() -> Routes[Connection]:
    """The routes that connections serve themselves."""
    found: Routes[Connection] = Routes()
    found.add(client_in.Hello, Connection.greet, limit=Limit(cost=2))
    found.add(client_in.Command, Connection.command, limit=Limit(cost=5, command=True))
    found.add(client_in.Exit, lambda connection, _: connection.leave(), limit=Limit(cost=5))
    found.add(client_in.PageVisibility, Connection.set_visibility, limit=Limit(cost=5))
    found.add(client_in.GetOffers, Connection.question, limit=Limit(cost=20))
    found.add(client_in.GetForecast, Connection.question, limit=Limit(cost=20))
    found.add(client_in.GetHistory, Connection.question, limit=Limit(cost=20))
    found.add(client_in.GetPast, Connection.question, limit=Limit(cost=10))
    for move in (client_in.Move, client_in.Undo, client_in.Redo):
        found.limit_command(move, limit=Limit(cost=10))
    for offer in (client_in.Propose, client_in.Answer, client_in.ChangeVacation):
        found.limit_command(offer, limit=Limit(cost=10))
    for change in SEAT_CHANGES:
        found.limit_command(change, limit=Limit(cost=10, person=SEATS, address=SEATS_FROM))
    found.limit_command(client_in.Close, limit=Limit(cost=10))
    return found
