"""What other features may use of presence."""

from __future__ import annotations

from partie.features.presence.online import Online
from partie.features.presence.presence import Presence
from partie.table import Table

__all__ = ["Online", "Presence", "persons"]


def persons(table: Table) -> tuple[str, ...]:
    """The persons in the seats, bots left out."""
    return tuple(seat.person for seat in table.seats if seat.human)
