"""The rules of a rematch: the same game with the same people, everyone one seat further."""

from __future__ import annotations

from msgspec.structs import replace

from partie.table import Refused, Table
from partie.table.events import Reservation
from partie.table.time.spectator_delay import end_shown_at
from partie.wire.client_in import Create


def may_play_again(table: Table, person: str, now: int) -> Refused | None:
    """The refusal if the person may not create the rematch ``now``, else None.

    A rematch reveals that this game has ended, and who has won it, so it waits until all spectators have seen that.
    """
    if table.phase != "ended":
        return Refused("not_ended")
    if not table.started:
        return Refused("never_started")
    if table.seat_of(person) is None and not table.keeps(person):
        return Refused("not_seated")
    left = end_shown_at(table) - now
    return Refused("not_seen_yet", params={"seconds": -(-left // 1000)}) if left > 0 else None


def next_game(table: Table) -> Create:
    """The command that creates the rematch, with everything as agreed at the end of this game."""
    return Create(
        game=table.game,
        seats=len(table.seats),
        options=table.options,
        access=table.access,
        watch=table.watch,
        chat=table.chat,
        pace=None if table.clocks is None else table.clocks.pace,
        rated=table.rated,
        delay=table.delay,
    )


def turned(table: Table, person: str) -> tuple[Reservation, ...]:
    """The reservations of the rematch: everybody moves up by one. Only ``person`` takes the seat at once."""
    winners = () if table.result is None else table.result.winners
    won = {one.person: one.won for one in table.kept if one.person}
    bots = {number: one.won for number, one in enumerate(table.kept) if one.bot}
    reservations = []
    for number, seat in enumerate(table.seats):
        holder = seat.holder
        before = won.get(holder, 0) if holder else bots.get(number, 0)
        kept = Reservation(colour=seat.colour, won=before + (number in winners))
        if holder:
            kept = replace(kept, person=holder, seated=holder == person)
        elif seat.bot:
            kept = replace(kept, bot=True, level=seat.level)
        else:
            kept = Reservation()
        reservations.append(kept)
    return (*reservations[1:], *reservations[:1])
