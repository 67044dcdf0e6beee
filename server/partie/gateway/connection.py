"""One websocket of one person: reads frames, hands them on, and remembers what its client has seen.

The reader decodes, puts into a bounded inbox and reads on. It never waits for Redis or an engine, so pongs are
read in time however long those take, and a Redis that hangs throws nobody out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from starlette.websockets import WebSocket

from partie.features.moderation.networks import parsed
from partie.kit import SPECTATOR, Viewer
from partie.live.errors import TableGone
from partie.net.socket import Frame, socket_of
from partie.people.sessions import Session
from partie.people.tokens import is_bot
from partie.table import Chair
from partie.wire import client_in, client_out, limits
from partie.wire.codec import BadFrame, command_id, decode, encode

if TYPE_CHECKING:
    from partie.hub import Hub
    from partie.live.actor import LiveTable

OPENING: Final = 8
"""Tables one connection may be opening at a time; overflow: the command is refused ``busy``."""


class Connection:
    """What a person sees through one tab: the lobby or a table, and up to which event."""

    def __init__(self, websocket: WebSocket, hub: Hub, session: Session) -> None:
        self.hub = hub
        self.address = None if websocket.client is None else parsed(websocket.client.host)
        self.session = session.id
        self.person = session.person
        self.owner = session.owner
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
        self.talks = False
        """The table's chat is to be shown."""
        self.looking = True
        """The page is in sight, as far as it says: who looks need not be called."""
        self.socket = socket_of(websocket)
        self._tasks: set[asyncio.Task[None]] = set()
        self._entering: asyncio.Task[None] | None = None
        self._hello = False

    # --- writing --------------------------------------------------------------------------------------------------

    def send(self, message: client_out.Outbound) -> None:
        """Send a message to this client alone."""
        frame = Frame(encode(message))
        self.socket.write(frame)
        self.hub.metrics.frames_sent.inc()
        self.hub.metrics.bytes_sent.inc(len(frame.payload))

    def resumed(self) -> None:
        """The socket can take more: show what it missed."""
        if self.table is not None:
            self.table.audience.bring(self)
            self.hub.talk.bring(self)
        elif self.lobby_missed:
            self.lobby_missed = False
            self.hub.company.enter_lobby(self)

    # --- reading --------------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Hear what the peer says until it is gone; it may go on after this has returned."""
        await self.socket.serve(self)

    def cut(self) -> None:
        """The peer is gone."""
        self._leave()
        self.hub.company.seekers.gone(self)
        self.hub.company.friends.gone(self)
        for task in self._tasks:
            task.cancel()
        self.hub.gone(self)

    def heard(self, data: bytes | None) -> None:
        """A frame has come; None for one of text."""
        if data is None:
            self.send(client_out.Problem("malformed", "a frame is MessagePack in a binary message"))
            return
        self.hub.metrics.frames_received.inc()
        self.hub.metrics.bytes_received.inc(len(data))
        if not self.hub.frame_allowed(self):
            detail = f"at most {self.hub.frame_rate.count} frames a second"
            self.send(client_out.Problem("too_fast", detail, command_id(data)))
            return
        try:
            message = decode(data)
        except BadFrame as bad:
            self.hub.metrics.bad_frames.labels(bad.code).inc()
            self.send(client_out.Problem(bad.code, bad.detail, command_id(data)))
            return
        if isinstance(message, client_in.Hello):
            self._greet(message)
        elif not self._hello:
            self.send(client_out.Problem("no_hello", "the first message of a connection is hello", command_id(data)))
        else:
            self._dispatch(message)

    def _greet(self, hello: client_in.Hello) -> None:
        if hello.wire != limits.VERSION:
            self.send(client_out.Problem("wire", f"this service speaks version {limits.VERSION}: reload the page"))
            return
        self._hello = True
        self.send(client_out.Welcome(limits.VERSION, self.person, self.name, self.hub.build, self.hub.now()))

    def _dispatch(self, message: client_in.Inbound) -> None:  # noqa: PLR0912  # one branch a message
        match message:
            case client_in.Command(id=command, do=do, table=table):
                self._command(command, do, table)
            case client_in.Enter():
                self._enter(message)
            case client_in.Lobby():
                self._leave()
                self.hub.company.enter_lobby(self)
            case client_in.Exit():
                self._leave()
            case (
                client_in.Report(id=command)
                | client_in.Invite(id=command)
                | client_in.Follow(id=command)
                | client_in.Seek(id=command)
            ) if is_bot(self.person):
                self.refuse(command, "not_for_bots")
            case client_in.Look(looking=looking):
                self.looking = looking
                if looking:
                    self.hub.company.friends.looked(self)
                if looking and self.table is not None:
                    self.hub.caller.advanced(self.table)
            case client_in.Say(id=command) | client_in.Report(id=command) if not self.hub.command_allowed(self.person):
                self.refuse(command, "too_fast")
            case client_in.Invite(id=command) | client_in.Follow(id=command) | client_in.Seek(id=command) if (
                not self.hub.command_allowed(self.person)
            ):
                self.refuse(command, "too_fast")
            case client_in.GetCompany() | client_in.Decline() | client_in.GetBlocked() if not self.hub.command_allowed(
                self.person
            ):
                self.send(client_out.Problem("too_fast", "too many commands of one person"))
            case (
                client_in.GetCompany()
                | client_in.Invite()
                | client_in.Decline()
                | client_in.Follow()
                | client_in.Seek()
            ):
                self.hub.company.hear(self, message)
            case (
                client_in.GetChat() | client_in.Say() | client_in.Report() | client_in.Block() | client_in.GetBlocked()
            ):
                self.hub.talk.hear(self, message)
            case _ if self._entering is not None and not self._entering.done() and len(self._tasks) < OPENING:
                self._spawn(self._ask_once_there(self._entering, message))
            case _:
                self._ask(message)

    async def _ask_once_there(self, entering: asyncio.Task[None], message: client_in.Inbound) -> None:
        """A question in one breath with the wish to see the table is about that table."""
        await asyncio.wait([entering])
        self._ask(message)

    def _ask(self, message: client_in.Inbound) -> None:
        if self.table is None:
            self.send(client_out.Problem("no_table", "enter a table first"))
        elif not self.table.query(self, message):
            self.send(client_out.Problem("busy", "the table has too much to do; ask again"))

    # --- tables ---------------------------------------------------------------------------------------------------

    def _command(self, command: str, do: client_in.Do, table: str | None) -> None:
        if not self.hub.command_allowed(self.person):
            self.refuse(command, "too_fast")
        elif isinstance(do, client_in.Create):
            self._open(command, do, self.hub.new_table_id(self.person, command))
        elif table is None:
            self.refuse(command, "no_table")
        elif (
            isinstance(do, client_in.Sit)
            and is_bot(self.person)
            and self.hub.services.lobby.tables_at_once(self.person, table)
            >= (most := self.hub.services.settings.bot_tables)
        ):
            self.refuse(command, "too_many_tables", params={"most": most})
        elif isinstance(do, client_in.Again | client_in.Fork):
            self._open(command, do, table)
        elif self.table is not None and self.table.id == table:
            if not self.table.command(self, command, do):
                self.refuse(command, "busy")
        else:
            self._open(command, do, table)

    def _open(self, command: str, do: client_in.Do, table: str) -> None:
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

    def _enter(self, message: client_in.Enter) -> None:
        if self.table is None or self.table.id != message.table:
            self._leave()
        elif self._entering is not None:
            self._entering.cancel()

        async def run() -> None:
            try:
                await self.hub.enter(self, message)
            except TableGone as gone:
                self.send(client_out.Gone(message.table, gone.code))

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
        self.send(client_out.Refused(command, code, rule, params or {}))

    def _leave(self) -> None:
        """Show nothing."""
        if self._entering is not None:
            self._entering.cancel()
            self._entering = None
        if self.table is not None:
            self.table.audience.disconnect(self)
            self.table = None
        self.talks = False
        self.cursor = None
        self.turn_sent = b""
        self.hub.company.leave_lobby(self)

    async def close(self, code: int) -> None:
        """Close the websocket from this side."""
        await self.socket.close(code)
