"""Updates of a table, each built and encoded once for all connections that need the same.

A normal update, a catch-up, a slow reader's and a late spectator's are the same thing: one frame from the client's
position to the newest event. Equal (viewer, from, to) share the bytes, so the cost of a move grows with the number of
different viewers and not with the number of connections.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec.structs import replace

from partie.kit import Seat, View, Viewer
from partie.kit.patch import diff
from partie.kit.values import view_crc
from partie.table import History, Table
from partie.wire import client_out, limits
from partie.wire.client_out import Turn
from partie.wire.codec import encode
from partie.wire.frame import Frame

KEPT_VIEWS: Final = 128
"""Views cached per table: those of six viewers at the last twenty events. They share what did not change."""

SURELY_SMALL: Final = 2048
"""Maximum size in bytes of a patch that is sent without checking whether a snapshot would be smaller."""

Cursor = tuple[int, str]
"""The number and the mark of an event: a client's position in the log."""


_Change: TypeAlias = "tuple[Viewer, int, Cursor | None]"
"""A perspective, and the events between which it saw a change."""


def knows(history: History, cursor: Cursor) -> bool:
    """Whether the history contains the event at the cursor."""
    return history.mark_of(cursor[0]) == cursor[1]


class Frames:
    """The frames of one table; ``newest`` returns the newest state that a viewer may see.

    Call :meth:`advanced` whenever the table has a new event.
    """

    def __init__(self, history: History, newest: Callable[[Viewer], Table]) -> None:
        self._history = history
        self._newest = newest
        self._updates: dict[tuple[_Change, Seat | None, bool], Frame] = {}
        self._changes: dict[_Change, client_out.Update] = {}
        self._views: OrderedDict[tuple[Viewer, int], View] = OrderedDict()

    def advanced(self) -> None:
        """Drop the frames to the previous newest event."""
        self._updates.clear()
        self._changes.clear()

    def update(
        self, viewer: Viewer, cursor: Cursor | None, turn: Turn | None = None, *, follows: bool = False
    ) -> Frame:
        """Return the frame from a cursor (None: nothing) to now, with the turn; ``follows``: the base is known."""
        # Spectators may be behind, so viewers of one perspective need not be at the same event.
        newest = self._newest(viewer).seq
        key = (self._history.perspective(viewer, newest), newest, cursor)
        seat = None if turn is None else turn.seat
        frame = self._updates.get((key, seat, follows))
        if frame is None:
            update = self._changes.get(key)
            if update is None:
                update = self._changes[key] = self._change(viewer, cursor)
            if cursor is not None and update.patch is not None and not follows:
                update = replace(update, base=cursor[0], base_mark=cursor[1])
            frame = self._updates[key, seat, follows] = Frame(self._encode(viewer, update, turn), compressible=True)
        return frame

    def view(self, viewer: Viewer, table: Table) -> View:
        """Return the whole document as the viewer sees it."""
        # A substitute sees the past as a spectator does, so the viewer alone is not a sufficient key.
        return self.view_with(self._history.perspective(viewer, table.seq), table)

    def view_with(self, seeing: Viewer, table: Table) -> View:
        """Return the whole document from exactly this perspective; the caller checks that it may be seen."""
        key = (seeing, table.seq)
        view = self._views.get(key)
        if view is None:
            view = self._views[key] = self._history.view_with(table, seeing)
            if len(self._views) > KEPT_VIEWS:
                self._views.popitem(last=False)
        return view

    def entries(self, viewer: Viewer, after: int, upto: int) -> tuple[client_out.HistoryEntry, ...]:
        """Return the history entries after ``after`` up to ``upto``, as the viewer may read them."""
        now = self._newest(viewer)
        return tuple(self._history.entry(seq, viewer, now) for seq in range(after + 1, upto + 1))

    def _change(self, viewer: Viewer, cursor: Cursor | None) -> client_out.Update:
        """Return what happened since a cursor, without turn and base: a patch if there is a view to start from."""
        now = self._newest(viewer)
        view = self.view(viewer, now)
        after = now.seq - limits.MAX_LINES if cursor is None else max(cursor[0], now.seq - limits.MAX_LINES)
        entries = self.entries(viewer, max(after, 0), now.seq)
        crc = view_crc(view) if now.seq % limits.CRC_EVERY == 0 else None
        base = None if cursor is None else self._base(viewer, cursor)
        told = client_out.Update(now.id, now.seq, now.mark, entries=entries, crc=crc)
        if cursor is None or base is None:
            return replace(told, view=view)
        return replace(told, patch=diff(base, view))

    def _encode(self, viewer: Viewer, update: client_out.Update, turn: Turn | None) -> bytes:
        if turn is not None:
            update = replace(update, turn=turn)
        data = encode(update)
        if update.patch is None or len(data) <= SURELY_SMALL:
            return data
        view = self.view(viewer, self._newest(viewer))
        whole = encode(replace(update, base=None, base_mark=None, patch=None, view=view))
        return min(data, whole, key=len)

    def _base(self, viewer: Viewer, cursor: Cursor) -> View | None:
        """Return the view at a cursor if it is cached; a client elsewhere must not make the table fold again."""
        seq, mark = cursor
        table = self._history.at_hand(seq)
        # A person who took their own seat back held it then, but may now see that time only as a spectator.
        if table is None or table.mark != mark or self._perspective_changed(viewer, seq):
            return None
        return self.view(viewer, table)

    def _perspective_changed(self, viewer: Viewer, seq: int) -> bool:
        history = self._history
        return history.perspective(viewer, seq) != history.perspective(viewer, history.seq)
