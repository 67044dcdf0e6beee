"""Seats that are somebody's from the first: those of a next game, and of a table made for people who waited."""

from __future__ import annotations

from typing import Final

from partie.table.events import Created
from partie.table.state import Seat, Table, bot_nonce, bot_person

RESERVED_MS: Final = 10 * 60 * 1000
"""Milliseconds for which a seat is held for somebody who does not sit down; bots may be seated there before."""


def first_seats(event: Created) -> tuple[Seat, ...]:
    """The seats of a new table: some with bots or with people who sit there already, the others free."""
    seats = [Seat() for _ in range(event.seats)]
    for number, kept in enumerate(event.kept):
        if kept.bot:
            nonce = bot_nonce(event.table, number)
            seats[number] = Seat(
                person=bot_person(number), bot=True, level=kept.level, colour=kept.colour, ready=True, nonce=nonce
            )
        elif kept.seated:
            matched = not event.previous and event.origin is None
            seats[number] = Seat(person=kept.person, colour=kept.colour, brought=1 if matched else 0)
    return tuple(seats)


def awaited(table: Table) -> tuple[int, ...]:
    """The seats that matchmaking found for people who have not said yet that they are ready."""
    if table.phase != "open":
        return ()
    return tuple(number for number, seat in enumerate(table.seating.seats) if seat.brought and not seat.ready)


def reserved_for(table: Table, seat: int, now: int) -> str:
    """Whom a free seat is held for now; empty if for nobody. ``now`` is Redis's time in milliseconds.

    Who sat there from the first and does no more is not waited for.
    """
    if table.phase != "open" or seat >= len(table.seating.kept) or now >= table.created_at + RESERVED_MS:
        return ""
    if table.seating.kept[seat].seated:
        return ""
    person = table.seating.kept[seat].person
    return person if table.seat_of(person) is None and not table.seating.seats[seat].person else ""


def is_reserved(table: Table, person: str) -> bool:
    """Whether a seat was meant for the person: who is expected needs no invitation."""
    return bool(person) and any(kept.person == person for kept in table.seating.kept)


def reserved_colours(table: Table, person: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The colour that is meant for the person, and those meant for others."""
    own = tuple(kept.colour for kept in table.seating.kept if kept.person == person and kept.colour)
    return own, tuple(kept.colour for kept in table.seating.kept if kept.person != person and kept.colour)
