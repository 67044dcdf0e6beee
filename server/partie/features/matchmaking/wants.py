"""What a search asks for: games, numbers of seats, a pace. Each combination is a want, by which people are matched."""

from __future__ import annotations

from typing import Final

from partie.table import COLOURS
from partie.table.events import Reservation
from partie.table.lifecycle.reservations import RESERVED_MS
from partie.table.values import Days, Live, TimeControl
from partie.wire.client_in import Create, Search, Tempo
from partie.wire.client_out import LobbyEntry, Waiting

PACES: Final[dict[Tempo, TimeControl | None]] = {
    "none": None,
    "quick": Live(game=300, turn=5),
    "calm": Live(game=900, turn=15),
    "long": Live(game=2_700, turn=30),
    "days": Days(days=2),
}
"""The paces one can search for; those of live games are offered for new tables too (``timecontrol/presets.ts``)."""

MOST: Final = 24
"""The most wants of one person."""


def wants(search: Search, seats: dict[str, range]) -> tuple[str, ...]:
    """The wants of a search, without those that no game has. ``seats``: how many can play each game."""
    found = (
        f"{count}/{game}/{search.pace}"
        for game in search.games
        for count in search.seats
        if count in seats.get(game, ())
    )
    return tuple(dict.fromkeys(found))[:MOST]


def waiting(want: str, count: int) -> Waiting | None:
    """How many wait for a want, as clients are told; None if this build does not know the want."""
    try:
        seats, game, tempo = want.split("/")
        return next((Waiting(game, int(seats), known, count) for known in PACES if known == tempo), None)
    except ValueError:
        return None


def created(want: str) -> Create | None:
    """What makes a table for a want; None if this build does not know the want."""
    known = waiting(want, 0)
    return None if known is None else Create(game=known.game, seats=known.seats, pace=PACES[known.pace])


def seated(persons: tuple[str, ...]) -> tuple[Reservation, ...]:
    """Everybody in a seat of their own."""
    return tuple(
        Reservation(person=person, colour=colour, seated=True) for person, colour in zip(persons, COLOURS, strict=False)
    )


def fits(entry: LobbyEntry, wanted: tuple[str, ...]) -> bool:
    """Whether a table that has not started is what somebody searches for."""
    if entry.phase != "open" or entry.access != "open":
        return False
    paces = [tempo for tempo, pace in PACES.items() if pace == entry.pace]
    return any(f"{len(entry.seats)}/{entry.game}/{tempo}" in wanted for tempo in paces)


def free_seats(entry: LobbyEntry, person: str, now: int) -> list[int]:
    """The seats that the person could take ``now`` (Redis's milliseconds); none where the game would be rated."""
    if entry.rated:
        return []
    held = ("", person)
    over = now >= entry.at + RESERVED_MS
    return [
        seat for seat, one in enumerate(entry.seats) if not one.person and not one.bot and (over or one.kept in held)
    ]
