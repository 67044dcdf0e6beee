"""Who reads and writes what: the one place that keeps the words of players from those who watch."""

from __future__ import annotations

from partie.table import Table
from partie.wire.client_in import Room

PLAYERS: Room = "players"
SPECTATORS: Room = "spectators"


def readable(table: Table, person: str) -> tuple[Room, ...]:
    """The rooms whose lines the person may read now; who may not watch the table must not come so far.

    While the game runs those who play read nothing of those who watch, and those who watch read what is said among
    the players only where the table shares it. Before the start nobody knows anything, so players hear both.
    """
    if table.phase == "ended":
        return PLAYERS, SPECTATORS
    if table.seat_of(person) is None:
        return (PLAYERS, SPECTATORS) if table.chat == "shared" else (SPECTATORS,)
    return (PLAYERS, SPECTATORS) if table.phase == "open" else (PLAYERS,)


def writable(table: Table, person: str) -> tuple[Room, ...]:
    """The rooms in which the person may say something now."""
    if table.seat_of(person) is None:
        return (SPECTATORS,)
    return (PLAYERS,) if table.phase == "running" else (PLAYERS, SPECTATORS)


def since(table: Table, person: str, room: Room) -> int:
    """The event from which on the person may read the room: a substitute was not among the players before."""
    seat = table.seat_of(person)
    if room == SPECTATORS or seat is None or table.phase == "ended" or table.chat == "shared":
        return 0
    return table.seats[seat].since
