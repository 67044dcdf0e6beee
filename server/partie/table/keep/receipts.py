"""The commands that a table has accepted, so that a repeat gets the same answer and is done only once.

They are derived from the log: every event names its command by person and id, with a digest of its body.
"""

from __future__ import annotations

from partie.table.commands import Command
from partie.table.context import digest
from partie.table.events import Event
from partie.table.refusals import Refused

_SHIFT = 32


class Receipts:
    """A map from commands to the events they made. About 170 bytes per command."""

    def __init__(self) -> None:
        self._made: dict[int, int] = {}

    def add(self, event: Event, seq: int) -> None:
        """Record that the event was appended as ``seq``. If two have the same id, the first counts."""
        self._made.setdefault(_key(event.person, event.id), seq << _SHIFT | event.digest)

    def find(self, person: str, command: str, do: Command) -> int | Refused | None:
        """Return the event that the command made; a refusal if its id was used for another; None if it is new."""
        made = self._made.get(_key(person, command))
        if made is None:
            return None
        return made >> _SHIFT if made & (1 << _SHIFT) - 1 == digest(do) else Refused("id_reused")

    def __len__(self) -> int:
        return len(self._made)


def _key(person: str, command: str) -> int:
    """Return eight bytes of a hash: a collision among 20,000 commands is less likely than one in 10^10.

    Every process hashes text with its own secret, so nobody can search for collisions.
    """
    return hash(f"{person} {command}")
