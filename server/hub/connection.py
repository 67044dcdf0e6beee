"""One websocket of one person: reads frames, hands them on, and remembers what its client has seen.

The reader decodes, puts into a bounded inbox and reads on. It never waits for Redis or an engine, so pongs are
read in time however long those take, and a Redis that hangs throws nobody out.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from engines.kit import SPECTATOR, Viewer
from server.hub.errors import TableGone
from server.hub.socket import Frame, socket_of
from server.people.sessions import Session
from server.table import Chair
from server.wire import inbound as ask
from server.wire import limits
from server.wire import outbound as tell
from server.wire.codec import BadFrame, decode, encode

if TYPE_CHECKING:
    from server.hub.hub import Hub
    from server.hub.live import LiveTable

OPENING: Final = 8
"""Tables one connection may be opening at a time; overflow: the command is refused ``busy``."""


class Connection:
    """What a person sees through one tab: the lobby or a table, and up to which event."""

    def __init__(self, websocket: WebSocket, hub: Hub, session: Session) -> None:
        self.websocket = websocket
        self.hub = hub
        self.session = session.id
        self.person = session.person
        self.name = session.name
        self.table: LiveTable | None = None
        self.viewer: Viewer = SPECTATOR
        self.chairs: tuple[Chair, ...] = ()
        self.phase = ""
        """Of the table when the viewer was last looked up; while chairs and phase are the same, so is the viewer."""
        self.cursor: tuple[int, str] | None = None
        self.turn_sent: bytes = b""
        self.offered = False
        """Each turn brings its offers, and each update its turn."""
        self.invited: set[str] = set()
        self.lobby_missed = False
        self.socket = socket_of(websocket, self._resumed)
        self._tasks: set[asyncio.Task[None]] = set()
        self._entering: asyncio.Task[None] | None = None
        self._hello = False

    # --- writing --------------------------------------------------------------------------------------------------

    def send(self, message: tell.Outbound) -> None:
        """Send a message to this client alone."""
        frame = Frame(encode(message))
        self.socket.write(frame)
        self.hub.metrics.frames_sent.inc()
        self.hub.metrics.bytes_sent.inc(len(frame.payload))

    def _resumed(self) -> None:
        if self.table is not None:
            self.table.audience.bring(self)
        elif self.lobby_missed:
            self.lobby_missed = False
            self.hub.company.enter_lobby(self)

    # --- reading --------------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Read until the peer is gone."""
        try:
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._frame(message.get("bytes"))
        except WebSocketDisconnect:
            return
        finally:
            self._leave()
            for task in self._tasks:
                task.cancel()

    async def _frame(self, data: bytes | None) -> None:
        if data is None:
            self.send(tell.Problem("malformed", "a frame is MessagePack in a binary message"))
            return
        self.hub.metrics.frames_received.inc()
        self.hub.metrics.bytes_received.inc(len(data))
        if not self.hub.frame_allowed(self):
            self.send(tell.Problem("too_fast", f"at most {limits.FRAMES_PER_SECOND} frames a second"))
            return
        try:
            message = decode(data)
        except BadFrame as bad:
            self.hub.metrics.bad_frames.labels(bad.code).inc()
            self.send(tell.Problem(bad.code, bad.detail))
            return
        if isinstance(message, ask.Hello):
            self._greet(message)
        elif not self._hello:
            self.send(tell.Problem("no_hello", "the first message of a connection is hello"))
        else:
            self._dispatch(message)

    def _greet(self, hello: ask.Hello) -> None:
        if hello.wire != limits.VERSION:
            self.send(tell.Problem("wire", f"this service speaks version {limits.VERSION}: reload the page"))
            return
        self._hello = True
        self.send(tell.Welcome(limits.VERSION, self.person, self.name, self.hub.build))

    def _dispatch(self, message: ask.Inbound) -> None:
        match message:
            case ask.Command(id=command, do=do, table=table):
                self._command(command, do, table)
            case ask.Enter():
                self._enter(message)
            case ask.Lobby():
                self._leave()
                self.hub.company.enter_lobby(self)
            case ask.Exit():
                self._leave()
            case _:
                if self.table is None:
                    self.send(tell.Problem("no_table", "enter a table first"))
                elif not self.table.query(self, message):
                    self.send(tell.Problem("busy", "the table has too much to do; ask again"))

    # --- tables ---------------------------------------------------------------------------------------------------

    def _command(self, command: str, do: ask.Do, table: str | None) -> None:
        if not self.hub.command_allowed(self.person):
            self.refuse(command, "too_fast")
        elif isinstance(do, ask.Create):
            self._open(command, do, self.hub.new_table_id(self.person, command))
        elif table is None:
            self.refuse(command, "no_table")
        elif self.table is not None and self.table.id == table:
            if not self.table.command(self, command, do):
                self.refuse(command, "busy")
        else:
            self._open(command, do, table)

    def _open(self, command: str, do: ask.Do, table: str) -> None:
        """Do something at a table that this connection does not show, which may have to be loaded first."""
        if len(self._tasks) >= OPENING:
            self.refuse(command, "busy")
            return

        async def run() -> None:
            try:
                await self.hub.command_elsewhere(self, command, do, table)
            except TableGone as gone:
                self.refuse(command, gone.code)

        self._spawn(run())

    def _enter(self, message: ask.Enter) -> None:
        if self.table is None or self.table.id != message.table:
            self._leave()
        elif self._entering is not None:
            self._entering.cancel()

        async def run() -> None:
            try:
                await self.hub.enter(self, message)
            except TableGone as gone:
                self.send(tell.Gone(message.table, gone.code))

        self._entering = self._spawn(run())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.hub.report(task)

    def refuse(self, command: str, code: str, rule: str = "", params: dict[str, str | int] | None = None) -> None:
        """Answer a command that did nothing."""
        self.hub.metrics.refusals.labels(code).inc()
        self.send(tell.Refused(command, code, rule, params or {}))

    def _leave(self) -> None:
        """Show nothing."""
        if self._entering is not None:
            self._entering.cancel()
            self._entering = None
        if self.table is not None:
            self.table.audience.disconnect(self)
            self.table = None
        self.cursor = None
        self.turn_sent = b""
        self.hub.company.leave_lobby(self)

    async def close(self, code: int) -> None:
        """Close the websocket from this side."""
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            await self.websocket.close(code)
