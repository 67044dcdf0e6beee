"""The content of a search: games, numbers of seats, and a pace. Each combination is a want, the unit of matching."""

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
"""The paces one can search for; live ones are also presets for new tables (``timecontrol/presets.ts``)."""

MOST: Final = 24
"""Maximum number of wants per person."""


def wants(search: Search, seats: dict[str, range]) -> tuple[str, ...]:
    """The wants of a search, without those that no game allows. ``seats``: the possible numbers for each game."""
    found = (
        f"{count}/{game}/{search.pace}"
        for game in search.games
        for count in search.seats
        if count in seats.get(game, ())
    )
    return tuple(dict.fromkeys(found))[:MOST]


def waiting(want: str, count: int) -> Waiting | None:
    """The number of people for a want, as sent to clients; None if this build does not know the want."""
    try:
        seats, game, tempo = want.split("/")
        return next((Waiting(game, int(seats), known, count) for known in PACES if known == tempo), None)
    except ValueError:
        return None


def created(want: str) -> Create | None:
    """The command that creates a table for a want; None if this build does not know the want."""
    known = waiting(want, 0)
    return None if known is None else Create(game=known.game, seats=known.seats, pace=PACES[known.pace])


def seated(persons: tuple[str, ...]) -> tuple[Reservation, ...]:
    """A reservation for each person, who takes the seat at once."""
    return tuple(
        Reservation(person=person, colour=colour, seated=True) for person, colour in zip(persons, COLOURS, strict=False)
    )


def fits(entry: LobbyEntry, wanted: tuple[str, ...]) -> bool:
    """Whether an open table satisfies one of the wants."""
    if entry.phase != "open" or entry.access != "open":
        return False
    paces = [tempo for tempo, pace in PACES.items() if pace == entry.pace]
    return any(f"{len(entry.seats)}/{entry.game}/{tempo}" in wanted for tempo in paces)


def free_seats(entry: LobbyEntry, person: str, now: int) -> list[int]:
    """The seats that the person could take ``now`` (Redis's milliseconds); none at a rated table."""
    if entry.rated:
        return []
    held = ("", person)
    over = now >= entry.at + RESERVED_MS
    return [
        seat for seat, one in enumerate(entry.seats) if not one.person and not one.bot and (over or one.kept in held)
    ]
