"""The commands that a table has accepted, so that a repeat is answered alike and done once.

They stand in the log: every event names its command by person and id, with a digest of its body.
"""

from __future__ import annotations

from partie.table.commands import Command
from partie.table.context import digest
from partie.table.events import Event
from partie.table.refusals import Refused

_SHIFT = 32


class Receipts:
    """Which command made which event. About 170 bytes a command."""

    def __init__(self) -> None:
        self._made: dict[int, int] = {}

    def add(self, event: Event, seq: int) -> None:
        """The event was appended as ``seq``. Of two with one id the first counts."""
        self._made.setdefault(_key(event.person, event.id), seq << _SHIFT | event.digest)

    def find(self, person: str, command: str, do: Command) -> int | Refused | None:
        """The event that the command made; a refusal if its id was used for another; None if it is new."""
        made = self._made.get(_key(person, command))
        if made is None:
            return None
        return made >> _SHIFT if made & (1 << _SHIFT) - 1 == digest(do) else Refused("id_reused")

    def __len__(self) -> int:
        return len(self._made)


def _key(person: str, command: str) -> int:
    """Eight bytes of a hash: a chance meeting among 20,000 commands is less likely than one in 10^10.

    Every process hashes text in its own secret way, so nobody can look for such a meeting.
    """
    return hash(f"{person} {command}")
