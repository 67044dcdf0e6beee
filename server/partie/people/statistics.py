"""Statistics of a person's ended games, game by game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from partie.people.records import Played, PlayedSeat

LATEST = 10
"""Games whose places are listed one by one."""


class Statistics(Struct, frozen=True):
    """How a person does at a game; ``average`` and ``best`` are points."""

    game: str
    played: int
    won: int
    average: float
    best: int
    latest: list[int]
    """The places in the latest games, the newest first."""


def statistics(person: str, games: Iterable[Played]) -> list[Statistics]:
    """Return a person's statistics from their games, the newest first; the game that they play most comes first.

    Practice does not count: people who continue from a position have seen how that game went. Nor does a game
    without a result. Nobody wins alone.
    """
    found: defaultdict[str, list[tuple[Played, PlayedSeat]]] = defaultdict(list)
    for game in games:
        seat = next((seat for seat in game.seats if seat.person == person), None)
        if seat is not None and seat.place > 0 and not game.practice:
            found[game.game].append((game, seat))
    rows = [_row(game, played) for game, played in found.items()]
    return sorted(rows, key=lambda row: -row.played)


def _row(game: str, played: list[tuple[Played, PlayedSeat]]) -> Statistics:
    scores = [seat.score for _, seat in played]
    return Statistics(
        game=game,
        played=len(played),
        won=sum(seat.place == 1 and len(each.seats) > 1 for each, seat in played),
        average=round(sum(scores) / len(scores), 1),
        best=max(scores),
        latest=[seat.place for _, seat in played[:LATEST]],
    )
