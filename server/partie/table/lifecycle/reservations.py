"""Seats reserved from the first: those of a rematch, and of a table made by matchmaking."""

from __future__ import annotations

from typing import Final

from partie.table.events import Created
from partie.table.state import Seat, Table, bot_nonce, bot_person

RESERVED_MS: Final = 10 * 60 * 1000
"""Milliseconds for which a seat is held for its person; bots may be seated there before."""


def first_seats(event: Created) -> tuple[Seat, ...]:
    """Return the seats of a new table: some with bots or with people who already sit there, the others free."""
    seats = [Seat() for _ in range(event.seats)]
    for number, kept in enumerate(event.kept):
        if kept.bot:
            nonce = bot_nonce(event.table, number)
            seats[number] = Seat(
                person=bot_person(number), bot=True, level=kept.level, colour=kept.colour, ready=True, nonce=nonce
            )
        elif kept.seated:
            matched = not (event.previous or event.origin or event.lesson)
            seats[number] = Seat(person=kept.person, colour=kept.colour, brought=1 if matched else 0)
    return tuple(seats)


def awaited(table: Table) -> tuple[int, ...]:
    """Return the seats of matched players who are not ready yet."""
    if table.phase != "open":
        return ()
    return tuple(number for number, seat in enumerate(table.seating.seats) if seat.brought and not seat.ready)


def reserved_for(table: Table, seat: int, now: int) -> str:
    """Return the person for whom a free seat is held; empty if nobody. ``now`` is Redis's time in milliseconds.

    A seat is not held for a person who sat there from the first and has left, or whom the host has turned away.
    """
    if table.phase != "open" or seat >= len(table.seating.kept) or now >= table.created_at + RESERVED_MS:
        return ""
    if table.seating.kept[seat].seated:
        return ""
    person = table.seating.kept[seat].person
    if person in table.seating.turned_away:
        return ""
    return person if table.seat_of(person) is None and not table.seating.seats[seat].person else ""


def is_reserved(table: Table, person: str) -> bool:
    """Whether a seat is reserved for the person, who then needs no invitation."""
    return bool(person) and any(kept.person == person for kept in table.seating.kept)


def reserved_colours(table: Table, person: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the colours reserved for the person, and those reserved for others."""
    own = tuple(kept.colour for kept in table.seating.kept if kept.person == person and kept.colour)
    return own, tuple(kept.colour for kept in table.seating.kept if kept.person != person and kept.colour)
