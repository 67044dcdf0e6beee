"""What those see of one awake table who only watch it, where it holds something back from them.

A viewer's newest table is the fold of the log up to where the viewer may see. For a seat that is all of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from partie.kit import SPECTATOR, Viewer
from partie.table import History, Table
from partie.table.state import with_chairs
from partie.table.time.spectator_delay import said

if TYPE_CHECKING:
    from partie.live.actor import LiveTable


class Horizon:
    """How far one may see. :meth:`advance` it whenever the table or time has gone on."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._history: History | None = None
        self._seq = 0
        self._seen: Table | None = None
        self.advance()

    def advance(self) -> bool:
        """Look again how far those who watch may see; True if that is another event than before."""
        history, before = self._live.history, self._seq
        reached = history.reach(self._live.hub.now())
        # A clock that is set back takes back nothing that was shown.
        self._seq = max(reached, before) if history is self._history else reached
        changed = self._seq != before or history is not self._history
        self._history = history
        if changed:
            self._seen = None
        return changed

    def close(self) -> None:
        """Nobody looks any more."""
        del self._live

    @property
    def behind(self) -> bool:
        """Whether anything is held back now."""
        return self._seq < self._live.history.seq

    @property
    def waits(self) -> bool:
        """Whether it is only time that lets those who watch see more."""
        delay = self._live.newest.delay
        return delay is not None and delay.unit == "seconds" and self.behind

    @property
    def seen(self) -> Table:
        """The table as those see it who watch."""
        if not self.behind:
            return self._live.newest
        if self._seen is None:
            self._seen = self._live.history.past(self._seq)
        return self._seen

    def of(self, viewer: Viewer) -> Table:
        """The table as a viewer may see it now."""
        return self.seen if viewer is SPECTATOR else self._live.newest

    def of_person(self, person: str) -> Table:
        """The table as a person may know it now, who holds none of its seats unless he does so in truth."""
        newest = self._live.newest
        if not self.behind or newest.seat_of(person) is not None:
            return newest
        seen = self.seen
        return seen if seen.seat_of(person) is None else with_chairs(seen, newest.chairs)

    def heard(self, person: str, seq: int, at: int) -> bool:
        """Whether a person may read what was said among the players after event ``seq``, at the stamp ``at``."""
        live = self._live
        if live.newest.delay is None or live.newest.seat_of(person) is not None:
            return True
        return said(live.newest, live.history.course, live.hub.now(), seq, at)
