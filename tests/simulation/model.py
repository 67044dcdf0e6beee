"""What the log's scripts make of Redis, as plain Python: held against real Redis by ``test_model.py``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from partie.log import Appended, Buried, Entry, Lost, NotNow, Outcome
from partie.log.log import Archiving


@dataclass
class Stored:
    """What stands in the place of one log."""

    entries: list[Entry] = field(default_factory=list)
    tomb: Literal["", "buried", "archived"] = ""
    archive: list[Entry] | None = None
    snapshot: bytes | None = None

    @property
    def end(self) -> tuple[int, str]:
        """The number and the mark of the last entry, as the log tells it."""
        if self.tomb == "archived" and self.archive is not None:
            return self.archive[-1].seq, self.archive[-1].mark
        return (self.entries[-1].seq, self.entries[-1].mark) if self.entries else (0, "")


class ModelRedis:
    """All logs of a service. ``now`` tells Redis's time in milliseconds; ``grown`` is called with what is published."""

    def __init__(self, now: Callable[[], int], grown: Callable[[str, int], None]) -> None:
        self._now = now
        self._grown = grown
        self.stored: dict[str, Stored] = {}

    def _at(self, table: str) -> Stored:
        return self.stored.setdefault(table, Stored())

    def append(
        self,
        table: str,
        entry: Entry,
        not_before: int | None = None,
        not_after: int | None = None,
        keep_at: bool = False,
    ) -> Outcome:
        """Append an entry, or say why not."""
        here = self._at(table)
        if here.tomb == "buried":
            return Buried()
        seq, mark = here.end
        known = here.entries[-1:] if here.tomb == "" else (here.archive or [])[-1:]
        last_at = known[0].at if known else 0
        # Attempts at an entry differ in the last four digits of their marks. A healed entry is no attempt.
        same = 16 if keep_at else 12
        if here.tomb == "archived" and (seq, mark[:same]) == (entry.seq, entry.mark[:same]):
            return Appended(last_at, mark)
        there = here.entries[entry.seq - 1] if here.tomb == "" and entry.seq <= seq else None
        if there is not None and there.mark[:same] == entry.mark[:same]:
            return Appended(there.at, there.mark)
        if (seq, mark) != (entry.seq - 1, entry.prev):
            return Lost(seq, mark)
        if here.tomb == "archived":
            return Buried()
        now = max(self._now(), last_at)
        if (not_before is not None and now < not_before) or (not_after is not None and now > not_after):
            return NotNow(now)
        at = max(entry.at, last_at) if keep_at else now
        here.entries.append(replace(entry, at=at))
        self._grown(table, entry.seq)
        return Appended(at, entry.mark)

    def read(self, table: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        """The entries above ``after`` up to ``upto``, wherever they stand."""
        here = self._at(table)
        return here.entries[after:upto] or (here.archive or [])[after:upto]

    def last(self, table: str) -> tuple[int, str]:
        """The number and the mark of the last entry."""
        return self._at(table).end

    def archive(self, table: str, entries: Sequence[Entry]) -> Archiving:
        """Put the log away, if the entries are all of it."""
        here = self._at(table)
        if here.tomb:
            return here.tomb
        if not here.entries:
            return "missing"
        if here.end != (entries[-1].seq, entries[-1].mark):
            return "grown"
        here.tomb, here.archive, here.entries, here.snapshot = "archived", list(entries), [], None
        return "done"

    def bury(self, table: str) -> None:
        """Leave a tombstone."""
        self.stored[table] = Stored(tomb="buried")

    def cut(self, table: str, keep: int, newest: bytes) -> bool:
        """Take out what follows the first entries, if the newest id is still that. Of a tomb only all is taken out."""
        here = self._at(table)
        seen = b"0-1" if here.tomb else b"%d-0" % here.end[0] if here.entries else b""
        if seen != newest:
            return False
        if keep == 0:
            self.stored[table] = Stored()
        else:
            here.snapshot = None
            del here.entries[keep:]
        return True

    def save_snapshot(self, table: str, data: bytes) -> None:
        """Replace the snapshot."""
        self._at(table).snapshot = data

    def load_snapshot(self, table: str) -> bytes | None:
        """The newest snapshot."""
        return self._at(table).snapshot

    def drop_snapshot(self, table: str) -> None:
        """Delete the snapshot."""
        self._at(table).snapshot = None

    def fail_over(self, lost: dict[str, int]) -> dict[str, list[Entry]]:
        """A replica takes over that had not heard of the last entries of some logs; those that are gone."""
        gone = {}
        for table, count in lost.items():
            here = self._at(table)
            left = max(1, len(here.entries) - count)
            if len(here.entries) > left and not here.tomb:
                gone[table] = here.entries[left:]
                del here.entries[left:]
        return gone
