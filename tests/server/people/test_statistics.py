"""Statistics of a person's games."""

from __future__ import annotations

from partie.people.records import Played, PlayedSeat
from partie.people.statistics import LATEST, Statistics, statistics

ANN, BOB = "ann", "bob"


def game(number: int, *seats: tuple[str, int, int], key: str = "vinci", practice: bool = False) -> Played:
    """A game that has ended, with the person, score and place of each seat."""
    return Played(
        f"table-{number}",
        key,
        number,
        7,
        "ab",
        open=True,
        seats=tuple(PlayedSeat(*seat) for seat in seats),
        practice=practice,
    )


def test_each_game_has_its_own_figures_and_the_most_played_comes_first() -> None:
    """Average and best are of the person's points."""
    games = [
        game(3, (ANN, 40, 2), (BOB, 50, 1)),
        game(2, (ANN, 9, 1), (BOB, 7, 2), key="nereus"),
        game(1, (BOB, 20, 2), (ANN, 63, 1)),
    ]
    assert statistics(ANN, games) == [
        Statistics("vinci", played=2, won=1, average=51.5, best=63, latest=[2, 1]),
        Statistics("nereus", played=1, won=1, average=9.0, best=9, latest=[1]),
    ]


def test_practice_and_games_without_a_result_do_not_count() -> None:
    """Nor does a game at which somebody else sat."""
    games = [
        game(3, (ANN, 40, 1), (BOB, 30, 2), practice=True),
        game(2, (ANN, 0, 0), (BOB, 0, 0)),
        game(1, ("", 5, 1), (BOB, 4, 2)),
    ]
    assert statistics(ANN, games) == []


def test_nobody_wins_alone() -> None:
    """A game for one has no other to be better than."""
    (row,) = statistics(ANN, [game(1, (ANN, 40, 1))])
    assert (row.played, row.won) == (1, 0)


def test_the_latest_places_are_few_and_the_newest_comes_first() -> None:
    """However many games there are."""
    games = [game(number, (ANN, 40, 1 + number % 2), (BOB, 40, 2 - number % 2)) for number in range(2 * LATEST, 0, -1)]
    (row,) = statistics(ANN, games)
    assert row.latest == [1, 2] * (LATEST // 2)
