"""Those who show one awake table: whose eyes each has, how far each has come, and what each asked.

What goes to several of them is made and encoded once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import structs

from partie.kit import SPECTATOR, Viewer
from partie.live.frames import Frames
from partie.net.socket import Frame
from partie.table import EngineFailed, may_watch, viewer_of
from partie.wire import client_in, client_out, limits
from partie.wire.codec import encode

if TYPE_CHECKING:
    from partie.gateway.connection import Connection
    from partie.live.actor import LiveTable


class Audience:
    """The connections of one table."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self.connections: set[Connection] = set()
        self.frames = Frames(live.history, live.horizon.of)
        self._turns: dict[tuple[int, bool], tuple[client_out.Turn, Frame]] = {}
        self._queries: dict[tuple[str, int, object], Frame] = {}

    # --- moving on ------------------------------------------------------------------------------------------------

    def advanced(self) -> None:
        """The table has reached a new event: tell everyone who shows it."""
        self.frames.advanced()
        self._turns.clear()
        self._queries.clear()
        self._bring(self.connections)

    def rewound(self, lost: int) -> None:
        """The log lost events up to ``lost``: tell everyone so who had seen them, and show what is there instead."""
        live = self._live
        self.frames = Frames(live.history, live.horizon.of)
        told = Frame(encode(client_out.Rewound(live.id, live.newest.seq, lost)))
        for connection in self.connections:
            if connection.viewer is not SPECTATOR or live.newest.delay is None:
                connection.socket.write(told)
            elif connection.cursor is not None and not live.knows(connection.cursor):
                connection.send(client_out.Rewound(live.id, live.horizon.seen.seq, connection.cursor[0]))
            connection.cursor = None
        self.advanced()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What those at the seats are told meanwhile goes out in one write each."""
        corked = [one.socket for one in self.connections if one.viewer is not SPECTATOR]
        for socket in corked:
            socket.cork()
        try:
            yield
        finally:
            for socket in corked:
                socket.uncork()

    # --- connections ----------------------------------------------------------------------------------------------

    def connect(self, connection: Connection, cursor: tuple[int, str] | None, *, lost: bool = False) -> None:
        """Show this table on a connection, from a cursor that its client holds; ``lost``: the log has no such event."""
        again = connection in self.connections
        if again and cursor is None:
            self._live.hub.metrics.view_mismatches.inc()
        connection.table = self._live
        connection.cursor = None
        connection.turn_sent = b""
        connection.offered = False
        if not self._look(connection):
            return
        self.connections.add(connection)
        if cursor is not None:
            seen = self._live.horizon.of(connection.viewer).seq
            if self._live.knows(cursor):
                same = cursor[0] <= seen and self._same_eyes(connection, cursor[0])
                connection.cursor = cursor if same else None
            elif lost:
                connection.send(client_out.Rewound(self._live.id, min(seen, cursor[0] - 1), cursor[0]))
        self.bring(connection)
        if connection.table is self._live:
            self._live.hub.company.entered(self._live, connection, again=again)

    def _same_eyes(self, connection: Connection, seq: int) -> bool:
        """Whether the person saw the table at event ``seq`` as it sees it now, so that a patch can lead from there."""
        then = self._live.history.at_hand(seq)
        return then is not None and viewer_of(then, connection.person) == connection.viewer

    def disconnect(self, connection: Connection) -> None:
        """Show this table on a connection no longer."""
        self.connections.discard(connection)
        self._live.idle_since = asyncio.get_running_loop().time()
        self._live.hub.company.left(self._live, connection)

    def dismiss(self, connection: Connection, code: str) -> None:
        """Show nothing on a connection any more, and say why."""
        connection.table = None
        self.disconnect(connection)
        connection.send(client_out.Gone(self._live.id, code))

    def close(self) -> None:
        """The table has fallen asleep: let go of it. Whoever shows it to the end, as its node ends, still leaves it."""
        if not self.connections:
            del self._live

    def check(self, connection: Connection) -> None:
        """Whether the person may still see the table has to be asked anew, for an invitation was taken back."""
        connection.chairs = ()
        self.bring(connection)

    def bring(self, connection: Connection) -> None:
        """Bring one client to the newest event, in one frame however far behind it is, unless it is paused."""
        try:
            self._bring([connection])
        except Exception as error:
            self._live.fail(error)

    def _bring(self, connections: Iterable[Connection]) -> None:
        frames = size = skipped = 0
        for connection in list(connections):
            if connection.socket.paused:
                skipped += 1
                continue
            if not self._look(connection):
                continue
            now = self._live.horizon.of(connection.viewer)
            cursor = (now.seq, now.mark)
            seat = connection.viewer if now.phase == "running" and connection.viewer is not SPECTATOR else None
            if connection.cursor != cursor:
                turn = None
                if seat is not None and connection.offered:
                    turn, alone = self._turn(seat, offered=True)
                    connection.turn_sent = alone.payload
                frame = self.frames.update(connection.viewer, connection.cursor, turn)
                connection.socket.write(frame)
                connection.cursor = cursor
                frames += 1
                size += len(frame.payload)
            if seat is not None:
                self._bring_turn(connection, seat)
        metrics = self._live.hub.metrics
        metrics.frames_sent.inc(frames)
        metrics.bytes_sent.inc(size)
        metrics.update_bytes.inc(size)
        metrics.skipped_paused.inc(skipped)

    def _look(self, connection: Connection) -> bool:
        """See the table with the eyes that the connection's person has now; False if it may not see it any more."""
        now = self._live.newest
        if connection.chairs is now.chairs and connection.phase == now.phase:
            return True
        if not may_watch(now, connection.person, self._live.id in connection.invited):
            self.dismiss(connection, "private")
            return False
        connection.chairs, connection.phase = now.chairs, now.phase
        viewer = viewer_of(now, connection.person)
        if viewer != connection.viewer:
            connection.viewer = viewer
            connection.cursor = None  # other eyes: no patch leads from the one view to the other
        return True

    def _bring_turn(self, connection: Connection, seat: int) -> None:
        """Legal moves, undo and redo are a message of their own to their seat."""
        _, frame = self._turn(seat, offered=connection.offered)
        if frame.payload != connection.turn_sent:
            connection.turn_sent = frame.payload
            connection.socket.write(frame)

    def _turn(self, seat: int, *, offered: bool) -> tuple[client_out.Turn, Frame]:
        key = (seat, offered)
        if key not in self._turns:
            turn = self._live.history.turn(self._live.newest, seat)
            if offered and turn.legal:
                turn = self._with_offers(turn)
            self._turns[key] = turn, Frame(encode(turn))
        return self._turns[key]

    def _with_offers(self, turn: client_out.Turn) -> client_out.Turn:
        try:
            found = self._live.history.offers(self._live.newest, turn.seat)
        except EngineFailed as failed:
            # The table goes on without them, and whoever asks is told.
            self._live.hub.engine_failed(self._live, failed)
            return turn
        return structs.replace(turn, offers=found.offers)

    # --- questions ------------------------------------------------------------------------------------------------

    def answer(self, connection: Connection, message: client_in.Inbound) -> None:
        """Answer a question."""
        # While its line was stuck, its seat may have been given to somebody else.
        if connection.table is not self._live or not self._look(connection):
            return
        try:
            self._reply(connection, message)
        except EngineFailed as failed:
            # Nothing was changed by asking, so the table goes on.
            self._live.hub.engine_failed(self._live, failed)
            connection.send(client_out.Problem("engine_failed", str(failed)))

    def _reply(self, connection: Connection, message: client_in.Inbound) -> None:
        viewer, now = connection.viewer, self._live.horizon.of(connection.viewer)
        match message:
            case client_in.GetOffers(always=always):
                connection.offered = connection.offered or always
                key: tuple[str, int, object] = ("offers", now.seq, viewer)
                if key not in self._queries:
                    self._queries[key] = Frame(encode(self._live.history.offers(now, viewer)))
                connection.socket.write(self._queries[key])
            case client_in.GetForecast():
                key = ("forecast", now.seq, viewer)
                if key not in self._queries:
                    self._queries[key] = Frame(encode(self._live.history.forecast(now, viewer)))
                connection.socket.write(self._queries[key])
            case client_in.GetHistory(before=before):
                upto = min(before - 1, now.seq)
                after = max(upto - limits.MAX_LINES, 0)
                entries = self.frames.entries(viewer, after, upto)
                connection.send(client_out.History(self._live.id, before, entries, more=after > 0))
            case client_in.GetPast(seq=seq, eyes=eyes):
                connection.send(self._past(viewer, seq, eyes))
            case client_in.GetReason(seq=seq):
                self._live.hub.reasons.ask(self._live, connection, seq)
            case _:
                connection.send(client_out.Problem("unexpected", f"{type(message).__name__} is not a question"))

    def _past(self, viewer: Viewer, seq: int, eyes: client_in.Eyes | None) -> client_out.Past | client_out.NoPast:
        """A past position with the viewer's own eyes, or with any when nothing is secret any more."""
        table, history = self._live.horizon.of(viewer), self._live.history
        if not 0 < seq <= table.seq:
            return client_out.NoPast(table.id, seq, "no_such_event", eyes)
        if eyes is None:
            return client_out.Past(table.id, seq, self.frames.view(viewer, history.past(seq)))
        if table.phase != "ended":
            return client_out.NoPast(table.id, seq, "not_ended", eyes)
        if isinstance(eyes, int) and eyes >= len(table.chairs):
            return client_out.NoPast(table.id, seq, "no_such_seat", eyes)
        seeing = SPECTATOR if eyes == "spectator" else eyes
        return client_out.Past(table.id, seq, self.frames.view_with(seeing, history.past(seq)), eyes)
