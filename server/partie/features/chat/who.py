"""The people who may read and write in each room: the one place that keeps players' and spectators' messages apart."""

from __future__ import annotations

from partie.table import Table
from partie.wire.client_in import Room

PLAYERS: Room = "players"
SPECTATORS: Room = "spectators"


def readable(table: Table, person: str) -> tuple[Room, ...]:
    """The rooms whose messages the person may read now. The caller checks that the person may watch the table.

    While the game runs, players cannot read spectators' messages, and spectators read the players' messages only if the
    table shares them. Before the start nobody knows anything, so players may read both.
    """
    if table.phase == "ended":
        return PLAYERS, SPECTATORS
    if table.seat_of(person) is None:
        return (PLAYERS, SPECTATORS) if table.chat == "shared" else (SPECTATORS,)
    return (PLAYERS, SPECTATORS) if table.phase == "open" else (PLAYERS,)


def writable(table: Table, person: str) -> tuple[Room, ...]:
    """The rooms in which the person may write now."""
    if table.seat_of(person) is None:
        return (SPECTATORS,)
    return (PLAYERS,) if table.phase == "running" else (PLAYERS, SPECTATORS)


def since(table: Table, person: str, room: Room) -> int:
    """The first event from which the person may read the room: a substitute was not among the players before."""
    seat = table.seat_of(person)
    if room == SPECTATORS or seat is None or table.phase == "ended" or table.chat == "shared":
        return 0
    return table.seats[seat].since
