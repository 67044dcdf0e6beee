"""One websocket of one person: reads frames, hands them on, and remembers which table it shows.

The reader decodes, hands on and reads on. It never waits for Redis or an engine, so pongs are read in time however
long those take, and a Redis that hangs throws nobody out.
"""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

from partie import tasks
from partie.clock import Clock
from partie.gateway.routes import Limit, Routes, Who
from partie.kit import SPECTATOR, Viewer
from partie.limits import LocalLimit, Rate
from partie.live.actor import Actor
from partie.live.errors import TableGone
from partie.live.request import Request
from partie.live.tables import Tables
from partie.metrics import Metrics
from partie.net.networks import Address
from partie.net.protocol import Socket
from partie.people.sessions import Session
from partie.people.tokens import is_bot
from partie.wire import client_in, client_out, limits
from partie.wire.codec import BadFrame, command_id, decode, encode
from partie.wire.frame import Frame

OPENING: Final = 8
"""Tables one connection may be opening at a time; overflow: the command is refused ``busy``."""


class State(enum.Enum):
    """What a connection is about."""

    GREETING = enum.auto()
    """Its first message has not come yet."""
    IDLE = enum.auto()
    """It shows no table."""
    ENTERING = enum.auto()
    """A table is on its way; until it is there, questions about it wait."""
    AT_TABLE = enum.auto()
    """It shows a table."""
    GONE = enum.auto()
    """Its peer is gone."""


class Quota(Protocol):
    """What a person may have at a time."""

    def refusal(self, person: str, command: client_in.Do, table: str) -> tuple[str, dict[str, str | int]] | None:
        """The code, and what its words need, if the person may not do so at one table more."""
        ...


@dataclass
class Listeners:
    """Who wants to know what connections do. Each is called with the connection."""

    left: list[Callable[[Connection], None]] = field(default_factory=list)
    """It shows nothing any more, neither table nor lobby."""
    resumed: list[Callable[[Connection], None]] = field(default_factory=list)
    """Its peer did not keep up, and can take more now."""
    gone: list[Callable[[Connection], None]] = field(default_factory=list)
    """Its peer is gone."""
    visibility: list[Callable[[Connection], None]] = field(default_factory=list)
    """Its page has come into sight, or has gone out of it."""


class Connections:
    """The connections of a node, what they share and how often each may send something."""

    def __init__(
        self,
        routes: Routes[Connection],
        tables: Tables,
        clock: Clock,
        metrics: Metrics,
        *,
        build: str,
        commands_per_second: int,
        command_allowed: Callable[[str], bool],
        table_id: Callable[[str, str], str],
    ) -> None:
        self.routes = routes
        self.tables = tables
        self.clock = clock
        self.metrics = metrics
        self.build = build
        self.command_allowed = command_allowed
        """Whether a person may give one more command now."""
        self.table_id = table_id
        """The id of the table that a person's command of an id makes: a repeat makes the same one."""
        self.quotas: list[Quota] = []
        self.on = Listeners()
        self.frame_rate = Rate(max(limits.FRAMES_PER_SECOND, 2 * commands_per_second), 1.0)
        """Of one connection. Whoever is allowed more commands is allowed their frames, and a question with each."""
        self.deserted = asyncio.Event()
        """Nobody is connected."""
        self._frames = LocalLimit(self.frame_rate)
        self._all: set[Connection] = set()
        self.on.gone.append(self._forget)

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._all))

    def __len__(self) -> int:
        return len(self._all)

    async def serve(self, connection: Connection) -> None:
        """Serve a connection; it may go on after this has returned, until its peer is gone."""
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

    def frame_allowed(self, connection: Connection) -> bool:
        """Whether the connection may send one more frame now."""
        return self._frames.take(str(id(connection)))


class Connection:
    """What a person sees through one tab: a table, or none."""

    def __init__(self, socket: Socket, address: Address | None, session: Session, shared: Connections) -> None:
        self.socket = socket
        self.address = address
        self.session = session.id
        self.person = session.person
        self.owner = session.owner
        self.name = session.name
        self.state = State.GREETING
        self.table: Actor | None = None
        self.invited: set[str] = set()
        self.page_visible = True
        """The page is in sight, as far as it says: who looks at it need not be notified."""
        self._shared = shared
        self._tasks: set[asyncio.Task[None]] = set()
        self._entering: asyncio.Task[None] | None = None

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes it sees its table."""
        return SPECTATOR if self.table is None else self.table.subscribers.viewer(self)

    # --- writing --------------------------------------------------------------------------------------------------

    def send(self, message: client_out.Outbound) -> None:
        """Send a message to this client alone."""
        frame = Frame(encode(message))
        self.socket.write(frame)
        self._shared.metrics.frames_sent.inc()
        self._shared.metrics.bytes_sent.inc(len(frame.payload))

    def refuse(self, command: str, code: str, rule: str = "", params: Mapping[str, str | int] | None = None) -> None:
        """Answer a command that did nothing."""
        self._shared.metrics.refusals.labels(code).inc()
        self.send(client_out.Refused(command, code, rule, dict(params or {})))

    async def close(self, code: int) -> None:
        """Close the websocket from this side."""
        await self.socket.close(code)

    # --- reading --------------------------------------------------------------------------------------------------

    def heard(self, data: bytes | None) -> None:
        """A frame has come; None for one of text."""
        shared = self._shared
        if data is None:
            self.send(client_out.Problem("malformed", "a frame is MessagePack in a binary message"))
            return
        shared.metrics.frames_received.inc()
        shared.metrics.bytes_received.inc(len(data))
        if not shared.frame_allowed(self):
            detail = f"at most {shared.frame_rate.count} frames a second"
            self.send(client_out.Problem("too_fast", detail, command_id(data)))
            return
        try:
            message = decode(data)
        except BadFrame as bad:
            shared.metrics.bad_frames.labels(bad.code).inc()
            self.send(client_out.Problem(bad.code, bad.detail, command_id(data)))
            return
        if isinstance(message, client_in.Hello):
            self._greet(message)
        elif self.state is State.GREETING:
            self.send(client_out.Problem("no_hello", "the first message of a connection is hello", command_id(data)))
        else:
            self._dispatch(message)

    def _greet(self, hello: client_in.Hello) -> None:
        if hello.wire != limits.VERSION:
            self.send(client_out.Problem("wire", f"this service speaks version {limits.VERSION}: reload the page"))
            return
        if self.state is State.GREETING:
            self.state = State.IDLE
        shared = self._shared
        self.send(client_out.Welcome(limits.VERSION, self.person, self.name, shared.build, shared.clock.now()))

    def _dispatch(self, message: client_in.Inbound) -> None:
        route = self._shared.routes.of(message)
        if route is None:
            self.send(client_out.Problem("unexpected", f"{type(message).__name__} is not served here"))
        elif route.who is Who.PEOPLE and is_bot(self.person):
            self._turn_down(message, "not_for_bots", "this is for people")
        elif route.limit is Limit.COMMANDS and not self._shared.command_allowed(self.person):
            self._turn_down(message, "too_fast", "too many commands of one person")
        else:
            route.handle(self, message)

    def _turn_down(self, message: client_in.Inbound, code: str, detail: str) -> None:
        command = getattr(message, "id", None)
        if isinstance(command, str):
            self.refuse(command, code)
        else:
            self.send(client_out.Problem(code, detail))

    def resumed(self) -> None:
        """The socket can take more: show what it missed."""
        if self.table is not None:
            self.table.subscribers.sync(self)
        for listener in self._shared.on.resumed:
            listener(self)

    def cut(self) -> None:
        """The peer is gone."""
        self.leave()
        self.state = State.GONE
        for task in self._tasks:
            task.cancel()
        for listener in self._shared.on.gone:
            listener(self)

    # --- commands and questions -----------------------------------------------------------------------------------

    def command(self, message: client_in.Command) -> None:
        """Do something at a table."""
        command, do, table, shared = message.id, message.do, message.table, self._shared
        route = shared.routes.of_command(do)
        if route is not None and route.begins:
            table = shared.table_id(self.person, command)
        if table is None:
            self.refuse(command, "no_table")
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
        """Do something at a table that this connection does not show, which may have to be loaded first."""
        self.submit(await self._shared.tables.get(table), command, do)

    def submit(self, live: Actor, command: str, do: client_in.Do) -> None:
        """Put a command into the inbox of its table."""

        def answer(message: client_out.CommandAnswer) -> None:
            self._count(message, do)
            self.send(message)

        if not live.submit(Request(self.person, command, do, answer, live.id in self.invited)):
            self.refuse(command, "busy")

    def _count(self, answer: client_out.CommandAnswer, do: client_in.Do) -> None:
        metrics = self._shared.metrics
        if isinstance(answer, client_out.Refused):
            metrics.refusals.labels(answer.code).inc()
            if isinstance(do, client_in.Undo):
                metrics.undo_refusals.labels(answer.code).inc()
        elif isinstance(answer, client_out.Unsettled):
            metrics.unsettled.inc()

    def _open(self, command: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do something that may have to wait for a table."""
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
        """Ask something of the table. A question in one breath with the wish to see a table is about that table."""
        entering = self._entering
        if self.state is State.ENTERING and entering is not None and len(self._tasks) < OPENING:
            self._spawn(self._ask_once_there(entering, message))
        else:
            self._ask(message)

    async def _ask_once_there(self, entering: asyncio.Task[None], message: client_in.Inbound) -> None:
        await asyncio.wait([entering])
        self._ask(message)

    def _ask(self, message: client_in.Inbound) -> None:
        if self.table is None:
            self.send(client_out.Problem("no_table", "enter a table first"))
        elif not self.table.ask(self, message):
            self.send(client_out.Problem("busy", "the table has too much to do; ask again"))

    def set_visibility(self, message: client_in.PageVisibility) -> None:
        """The page has come into sight, or has gone out of it."""
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
        """Show a table from a cursor that the client holds; ``lost``: the log has no such event."""
        self.table = live
        live.subscribers.add(self, cursor, lost=lost)

    def dismissed(self) -> None:
        """The table is not shown any more, from its own side."""
        self.table = None
        self._settle()

    def _settle(self) -> None:
        if self._entering is not None:
            self.state = State.ENTERING
        elif self.state is not State.GONE:
            self.state = State.IDLE if self.table is None else State.AT_TABLE

    def leave(self) -> None:
        """Show nothing."""
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


def routes() -> Routes[Connection]:
    """What connections serve by themselves."""
    found: Routes[Connection] = Routes()
    found.add(client_in.Command, Connection.command, limit=Limit.COMMANDS)
    found.add(client_in.Exit, lambda connection, _: connection.leave(), limit=Limit.FRAMES)
    found.add(client_in.PageVisibility, Connection.set_visibility, limit=Limit.FRAMES)
    for question in (client_in.GetOffers, client_in.GetForecast, client_in.GetHistory, client_in.GetPast):
        found.add(question, Connection.question, limit=Limit.FRAMES)
    return found
