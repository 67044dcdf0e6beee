"""A table's whole past on one node: its log entries, the newest tables, and older ones at intervals.

The others are folded again on request, at most :data:`EVERY` events from a stored one. A history loaded with a snapshot
folds nothing older until it is requested.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec

from partie.kit import SPECTATOR, SeededChance, View, Viewer
from partie.kit.values import NotAView, check_view
from partie.table.context import Decision, Engines, engine_of
from partie.table.engine_calls import guarded
from partie.table.errors import ImpossibleEvent, ViewNotSendable
from partie.table.events import Created, Event, Moved
from partie.table.fold import fold
from partie.table.keep.entry import Entry
from partie.table.keep.receipts import Receipts
from partie.table.keep.snapshots import Snapshot
from partie.table.show import messages, views
from partie.table.show.lines import entry_for, marked
from partie.table.state import Stamp, Table, perspective, struck
from partie.table.time.spectator_delay import Course, reach
from partie.table.upcasters import Unreadable, decode_event

NEWEST: Final = 64
"""Number of newest tables stored."""

SPARE: Final = 14
"""Number of newest tables stored beyond those that a page of 50 lines needs."""

EVERY: Final = 32
"""Interval at which older tables are stored."""

REFOLDED: Final = 128
"""Number of refolded tables cached; a page of history lines needs 50."""

LINES: Final = 512
"""Number of history entries cached."""

CHECKED: Final = 256
"""Interval, in events, at which an engine's views are checked; so is the first for each viewer. Checking every view
would take a tenth of a move, and an engine that keeps the rules of views does so all the time."""


class History:
    """The fold of one table's log."""

    def __init__(self, table: str, engines: Engines) -> None:
        self.id = table
        self.receipts = Receipts()
        self.persons: frozenset[str] = frozenset()
        """The ids of all persons who did something here; lines of the history name them."""
        self._engines = engines
        self._entries: list[Entry] = []
        self._newest: Table | None = None
        self._kept: dict[int, Table] = {}
        self._again: OrderedDict[int, Table] = OrderedDict()
        self._lines: OrderedDict[tuple[Viewer, int], messages.HistoryEntry] = OrderedDict()
        self._games: dict[Viewer, tuple[Any, View]] = {}
        self._acting: tuple[Table | None, frozenset[int]] = (None, frozenset())
        """The last table asked about and its seats that must act: each move asks five times."""
        self._stamps: list[int] = []
        self._moves: list[int] = []
        self._first_deeds: dict[str, int] = {}

    @classmethod
    def load(cls, table: str, entries: Sequence[Entry], snapshot: Snapshot | None, engines: Engines) -> History:
        """Fold a whole log, starting from the snapshot if that fits.

        Raises :class:`~partie.table.errors.Newer` and :class:`~partie.table.errors.TableBroken`.
        """
        history = cls(table, engines)
        if snapshot is not None and _fits(snapshot, entries):
            for entry in entries[: snapshot.table.seq]:
                history._append(entry, history._read(entry))
            history._keep(snapshot.table)
        for entry in entries[len(history._entries) :]:
            history.extend(entry)
        return history

    # --- the newest -----------------------------------------------------------------------------------------------

    @property
    def newest(self) -> Table:
        """The table after the newest event."""
        if self._newest is None:
            raise LookupError(f"nothing has happened at table {self.id}")
        return self._newest

    @cached_property
    def _symmetric_information(self) -> bool:
        return engine_of(self.newest, self._engines).symmetric_information

    @property
    def table(self) -> Table | None:
        """The table after the newest event; None before the first."""
        return self._newest

    @property
    def seq(self) -> int:
        """The number of the newest event; 0 before the first."""
        return len(self._entries)

    def extend(self, entry: Entry) -> Table:
        """Fold the next entry of the log."""
        event = self._read(entry)
        after = fold(self._newest, event, _stamp(entry), self._engines, self.past)
        self._append(entry, event)
        self._keep(after)
        return after

    def extend_own(self, entry: Entry, decision: Decision) -> Table:
        """Add an event that this node decided and the log has accepted. The engine does not run again."""
        after = decision.settled(_stamp(entry))
        self._append(entry, decision.event)
        self._keep(after)
        return after

    # --- spectators who are behind --------------------------------------------------------------------------------

    def reach(self, now: int) -> int:
        """Return the newest event that spectators may see, when it is ``now`` by the log's clock."""
        return reach(self.newest, self.course, now)

    @property
    def course(self) -> Course:
        """The data that decides how far spectators may see."""
        return Course(self._stamps, self._moves)

    def persons_of(self, seq: int) -> frozenset[str]:
        """Return the ids of everyone who did something here up to event ``seq``."""
        return frozenset(person for person, first in self._first_deeds.items() if first <= seq)

    # --- the past -------------------------------------------------------------------------------------------------

    def past(self, seq: int) -> Table:
        """Return the table after event ``seq``."""
        if not 0 < seq <= self.seq:
            raise LookupError(f"table {self.id} has events 1 to {self.seq}, not {seq}")
        table = self.at_hand(seq)
        for table in self._refolded(seq):
            self._remember(table)
        assert table is not None
        return table

    def recall(self, seqs: Iterable[int]) -> Iterator[None]:
        """Have the tables after some events at hand, which is for the caller to use soon. Pauses after each event."""
        for seq in seqs:
            for table in self._refolded(seq):
                self._remember(table)
                yield

    def missing(self, seqs: Iterable[int]) -> int:
        """Return the number of events to fold again until the tables after some events, in order, are at hand."""
        count, reached = 0, 0
        for seq in seqs:
            if self.at_hand(seq) is None:
                base = self._base(seq, reached)
                count += seq - base
            reached = seq
        return count

    def unread(self, viewer: Viewer, after: int, upto: int) -> Iterator[int]:
        """Yield the events whose tables the history entries in a range need, as far as those are not cached."""
        yielded = after - 1
        for seq in range(after + 1, upto + 1):
            if (self.perspective(viewer, seq), seq) not in self._lines:
                yield from range(max(yielded + 1, seq - 1, 1), seq + 1)
                yielded = seq

    def _base(self, seq: int, floor: int = 0) -> int:
        """The newest event before ``seq`` whose table is at hand; 0 or ``floor`` if there is none after that."""
        base = seq - 1
        while base > floor and self.at_hand(base) is None:
            base -= 1
        return base

    def _refolded(self, seq: int) -> Iterator[Table]:
        """Fold up to event ``seq`` from the newest table before it that is at hand; nothing if that is it."""
        if self.at_hand(seq) is not None:
            return
        base = self._base(seq)
        table = self.at_hand(base)
        for entry in self._entries[base:seq]:
            table = fold(table, self._read(entry), _stamp(entry), self._engines, self.past)
            yield table

    def at_hand(self, seq: int) -> Table | None:
        """Return the table after event ``seq`` if it need not be folded again."""
        return self._kept.get(seq) or self._again.get(seq)

    def mark_of(self, seq: int) -> str | None:
        """Return the mark of event ``seq``; empty for 0, None if there is no such event."""
        if seq == 0:
            return ""
        return self._entries[seq - 1].mark if 0 < seq <= self.seq else None

    def tail(self, after: int) -> Sequence[Entry]:
        """Return the log entries after event ``after``, byte for byte."""
        return self._entries[after:]

    def event(self, seq: int) -> Event:
        """Return event ``seq`` itself. For nodes only."""
        return self._read(self._entries[seq - 1])

    def snapshot(self) -> Snapshot:
        """Return the snapshot to store next to the log.

        It is the oldest of the newest tables rather than the very newest: a person who enters a table that just woke up
        reads its newest lines, and they need the tables before them. Preferably it is one where nothing can be undone,
        because otherwise the first undo after it would need what was before.
        """
        newest = self.newest
        oldest = max(1, self.seq - NEWEST + 1)
        ready = [table for seq in range(oldest, oldest + SPARE) if (table := self.at_hand(seq)) is not None]
        table = next(
            (table for table in ready if not table.trail.run and not table.trail.redo), ready[0] if ready else newest
        )
        return Snapshot(table, engine_of(table, self._engines).format)

    # --- what is shown --------------------------------------------------------------------------------------------

    def perspective(self, viewer: Viewer, seq: int) -> Viewer:
        """Return the perspective from which the viewer may see event ``seq`` now.

        Viewers with the same perspective are shown the same; where nothing is hidden that is everybody.
        """
        if self._symmetric_information:
            return SPECTATOR
        return perspective(self.newest, viewer, seq)

    def view(self, table: Table, viewer: Viewer) -> View:
        """Return the document of one of this history's tables, from the viewer's own perspective."""
        return self.view_with(table, self.perspective(viewer, table.seq))

    def view_with(self, table: Table, seeing: Viewer) -> View:
        """Return the document from exactly this perspective."""
        game = None
        if table.play.started:
            known = self._games.get(seeing)
            if known is not None and known[0] is table.play.state:
                game = known[1]
            else:
                game = views.game_view(table, seeing, self._engines)
                if known is None or table.seq % CHECKED == 0:
                    _check_view(table, game)
                self._games[seeing] = (table.play.state, game)
        return views.document(table, game, self.pending(table))

    def entry(self, seq: int, viewer: Viewer, now: Table | None = None) -> messages.HistoryEntry:
        """Return event ``seq`` as the viewer may read it, and whether it is undone at ``now`` (default: newest)."""
        key = (self.perspective(viewer, seq), seq)
        entry = self._lines.get(key)
        if entry is None:
            before = self.past(seq - 1) if seq > 1 else None
            entry = entry_for(before, self.event(seq), self.past(seq), key[0], self._engines)
            self._lines[key] = entry
            if len(self._lines) > LINES:
                self._lines.popitem(last=False)
        return marked(entry, entry.kind == "moved" and struck(now or self.newest, seq))

    def turn(self, table: Table, seat: int) -> messages.Turn:
        """Return the decision before a seat of a running game."""
        turn = views.turn_for(table, seat, self._engines, self.pending(table))
        if turn is None:
            raise LookupError(f"the game of table {self.id} does not run")
        return turn

    def offers(self, table: Table, viewer: Viewer) -> messages.Offers:
        """Return what the seat could do with each target of its current decision."""
        return views.offers_for(table, viewer, self._engines)

    def forecast(self, table: Table, viewer: Viewer) -> messages.Forecast:
        """Return everyone's score if the game ended now, as far as the viewer can know."""
        return views.forecast_for(table, viewer, self._engines)

    def pending(self, table: Table) -> frozenset[int]:
        """Return the seats that must act."""
        known, acting = self._acting
        if known is not table:
            acting = views.pending(table, self._engines)
            self._acting = (table, acting)
        return acting

    def pending_bots(self, table: Table) -> tuple[int, ...]:
        """Return the seats that must act and are held by bots."""
        return views.pending_bots(table, self.pending(table))

    def imagined(self, table: Table, seat: int, seed: str) -> bytes:
        """Return an engine state, in MessagePack, that the seat cannot tell from the true one: no secret leaves."""
        chance = SeededChance(hashlib.sha256(seed.encode()).digest(), 0)
        engine = engine_of(table, self._engines)
        return msgspec.msgpack.encode(guarded(table.id, table.seq, engine.determinize, table.play.state, seat, chance))

    # --- internals ------------------------------------------------------------------------------------------------

    def _read(self, entry: Entry) -> Event:
        try:
            return decode_event(entry.format, entry.body)
        except Unreadable as error:
            raise ImpossibleEvent(self.id, entry.seq, f"it cannot be read: {error}") from error

    def _append(self, entry: Entry, event: Event) -> None:
        last = self._entries[-1] if self._entries else None
        if (entry.seq, entry.prev) != ((1, "") if last is None else (last.seq + 1, last.mark)):
            raise ImpossibleEvent(self.id, entry.seq, f"it does not follow event {self.seq}")
        self._entries.append(entry)
        self._stamps.append(entry.at)
        if isinstance(event, Moved):
            self._moves.append(entry.seq)
        self.receipts.add(event, entry.seq)
        kept = [one.person for one in event.kept if one.person] if isinstance(event, Created) else []
        for person in (event.person, *kept):
            if person not in self.persons and ":" not in person:
                self.persons |= {person}
                self._first_deeds[person] = entry.seq

    def _keep(self, table: Table) -> None:
        """Make it the newest, and drop a stored one that is no longer among the newest."""
        self._newest = table
        self._kept[table.seq] = table
        old = table.seq - NEWEST
        if old % EVERY:
            self._kept.pop(old, None)

    def _remember(self, table: Table) -> None:
        if table.seq % EVERY == 0:
            self._kept[table.seq] = table
            return
        self._again[table.seq] = table
        if len(self._again) > REFOLDED:
            self._again.popitem(last=False)


def _stamp(entry: Entry) -> Stamp:
    return Stamp(entry.seq, entry.mark, entry.at)


def _fits(snapshot: Snapshot, entries: Sequence[Entry]) -> bool:
    """Whether the snapshot belongs to an event of this log."""
    seq = snapshot.table.seq
    return 0 < seq <= len(entries) and entries[seq - 1].mark == snapshot.table.mark


def _check_view(table: Table, view: View) -> None:
    """Raise :class:`ViewNotSendable` unless the engine's view keeps the rules of views."""
    try:
        check_view(view)
    except NotAView as error:
        raise ViewNotSendable(table.id, table.seq, table.game, str(error)) from None
