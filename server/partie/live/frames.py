"""Updates of a table, each made and encoded once for all connections that need the same.

A normal update, a catch-up, a slow reader's and a late spectator's are one thing: one frame from where the
client is to the newest event. Equal (viewer, from, to) share the bytes, so the cost of a move grows with the
kinds of viewers and not with their number.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from partie.kit import View, Viewer
from partie.kit.patch import diff
from partie.kit.values import view_crc
from partie.table import History, Table
from partie.table.state import perspective
from partie.wire import client_out, limits
from partie.wire.codec import encode
from partie.wire.frame import Frame

KEPT_VIEWS: Final = 128
"""Views kept of a table: those of six viewers at the last twenty events. They share what did not change."""

SURELY_SMALL: Final = 2048
"""Bytes below which a patch is sent without asking whether a snapshot would be smaller yet."""

Cursor = tuple[int, str]
"""The number and the mark of an event: where a client is."""


def knows(history: History, cursor: Cursor) -> bool:
    """Whether the history has the event that the cursor names."""
    return history.mark_of(cursor[0]) == cursor[1]


class Frames:
    """The frames of one table; ``newest`` is the newest that a viewer may see of it.

    Empty it with :meth:`advanced` whenever the table has moved on.
    """

    def __init__(self, history: History, newest: Callable[[Viewer], Table]) -> None:
        self._history = history
        self._newest = newest
        self._updates: dict[tuple[Viewer, Cursor | None, bool], Frame] = {}
        self._views: OrderedDict[tuple[Viewer, int], View] = OrderedDict()

    def advanced(self) -> None:
        """Forget the frames to the event that is no longer the newest."""
        self._updates.clear()

    def update(self, viewer: Viewer, cursor: Cursor | None, turn: client_out.Turn | None = None) -> Frame:
        """The frame that brings a viewer from a cursor (None: from nothing) to the newest event, and its turn there."""
        key = (viewer, cursor, turn is not None)
        frame = self._updates.get(key)
        if frame is None:
            frame = self._updates[key] = Frame(self._encode(viewer, cursor, turn))
        return frame

    def view(self, viewer: Viewer, table: Table) -> View:
        """The whole document as the viewer sees it."""
        # A substitute sees what was before as a spectator does, so the viewer alone is no key.
        return self.view_with(perspective(self._history.newest, viewer, table.seq), table)

    def view_with(self, seeing: Viewer, table: Table) -> View:
        """The whole document with these very eyes, whoever's they are: only what these may see may be asked for."""
        key = (seeing, table.seq)
        view = self._views.get(key)
        if view is None:
            view = self._views[key] = self._history.view_with(table, seeing)
            if len(self._views) > KEPT_VIEWS:
                self._views.popitem(last=False)
        return view

    def entries(self, viewer: Viewer, after: int, upto: int) -> tuple[client_out.HistoryEntry, ...]:
        """The history entries in between, ``after`` left out, as the viewer may read them."""
        now = self._newest(viewer)
        return tuple(self._history.entry(seq, viewer, now) for seq in range(after + 1, upto + 1))

    def _encode(self, viewer: Viewer, cursor: Cursor | None, turn: client_out.Turn | None) -> bytes:
        now = self._newest(viewer)
        view = self.view(viewer, now)
        after = now.seq - limits.MAX_LINES if cursor is None else max(cursor[0], now.seq - limits.MAX_LINES)
        entries = self.entries(viewer, max(after, 0), now.seq)
        crc = view_crc(view) if now.seq % limits.CRC_EVERY == 0 else None
        base = None if cursor is None else self._base(viewer, cursor)
        if cursor is not None and base is not None:
            patch = diff(base, view)
            message = client_out.Update(
                now.id,
                now.seq,
                now.mark,
                base=cursor[0],
                base_mark=cursor[1],
                patch=patch,
                entries=entries,
                crc=crc,
                turn=turn,
            )
            data = encode(message)
            if len(data) <= SURELY_SMALL:
                return data
            whole = encode(client_out.Update(now.id, now.seq, now.mark, view=view, entries=entries, crc=crc, turn=turn))
            return min(data, whole, key=len)
        return encode(client_out.Update(now.id, now.seq, now.mark, view=view, entries=entries, crc=crc, turn=turn))

    def _base(self, viewer: Viewer, cursor: Cursor) -> View | None:
        """The view at a cursor if it is at hand; a client elsewhere does not make the table fold again."""
        seq, mark = cursor
        table = self._history.at_hand(seq)
        # Whoever has taken his own seat again held it then, but may see it now only as a spectator did.
        if table is None or table.mark != mark or perspective(self._history.newest, viewer, seq) != viewer:
            return None
        return self.view(viewer, table)
