"""The spectators' view of one awake table that has a spectator delay.

A viewer's newest table is the fold of the log up to where the viewer may see. For a seat that is all of it.
"""

from __future__ import annotations

from collections.abc import Callable

from partie.kit import SPECTATOR, Viewer
from partie.table import History, Table
from partie.table.state import with_seats
from partie.table.time.spectator_delay import may_read_chat


class SpectatorDelay:
    """How far spectators may see. Call :meth:`advance` whenever the table or time has moved on.

    ``now`` returns Redis's time in milliseconds.
    """

    def __init__(self, history: History, now: Callable[[], int]) -> None:
        self._history = history
        self._now = now
        self._seq = history.reach(now())
        self._seen: Table | None = None

    def advance(self, history: History) -> bool:
        """Update how far spectators may see; True if that is a different event than before."""
        reached = history.reach(self._now())
        same = history is self._history
        # A clock that is set back hides nothing that was already shown.
        seq = max(reached, self._seq) if same else reached
        changed = seq != self._seq or not same
        self._history, self._seq = history, seq
        if changed:
            self._seen = None
        return changed

    @property
    def behind(self) -> bool:
        """Whether anything is held back now."""
        return self._seq < self._history.seq

    @property
    def waits(self) -> bool:
        """Whether spectators will see more by the passing of time alone."""
        delay = self._history.newest.delay
        return delay is not None and delay.unit == "seconds" and self.behind

    @property
    def seen(self) -> Table:
        """The table as spectators see it."""
        if not self.behind:
            return self._history.newest
        if self._seen is None:
            self._seen = self._history.past(self._seq)
        return self._seen

    def of(self, viewer: Viewer) -> Table:
        """Return the table as a viewer may see it now."""
        return self.seen if viewer is SPECTATOR else self._history.newest

    def of_person(self, person: str) -> Table:
        """Return the table as a person may know it now; without a seat of their own unless they really hold one."""
        newest = self._history.newest
        if not self.behind or newest.seat_of(person) is not None:
            return newest
        seen = self.seen
        return seen if seen.seat_of(person) is None else with_seats(seen, newest.seats)

    def may_read(self, person: str, seq: int, at: int) -> bool:
        """Whether a person may read what the players wrote after event ``seq``, at time ``at``."""
        newest = self._history.newest
        if newest.delay is None or newest.seat_of(person) is not None:
            return True
        return may_read_chat(newest, self._history.course, self._now(), seq, at)
