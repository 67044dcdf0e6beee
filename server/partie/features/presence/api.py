"""The part of presence that other features may use."""

from __future__ import annotations

from partie.features.presence.online import Online
from partie.features.presence.presence import Presence
from partie.table import Table

__all__ = ["Online", "Presence", "persons"]


def persons(table: Table) -> tuple[str, ...]:
    """The persons in the seats, without bots."""
    return tuple(seat.person for seat in table.seats if seat.human)
