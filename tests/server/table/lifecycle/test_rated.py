"""Whether a game counts."""

from __future__ import annotations

import pytest

from partie.table.commands import ChangeRated, Create, Ready, SeatBot, Sit
from partie.table.values import DelaySetting
from tests.engines.toys import Toy
from tests.server.table.sitting import ANN, BOB, Shelf, Sitting, code, nonce, opened, seated


def test_the_host_says_whether_a_game_counts_and_who_was_ready_says_so_again() -> None:
    """Nobody starts on terms that he did not know."""
    sitting = seated(ANN, BOB)
    sitting.must(BOB, Ready(True, nonce(BOB)))
    assert code(sitting.do(BOB, ChangeRated(True))) == "not_host"
    assert code(sitting.do(ANN, ChangeRated(False))) == "not_rated"
    table = sitting.must(ANN, ChangeRated(True))
    assert table.rated
    assert not any(seat.ready or seat.nonce for seat in table.seats)
    assert code(sitting.do(ANN, ChangeRated(True))) == "already_rated"
    assert not sitting.must(ANN, ChangeRated(False)).rated


class Solo(Toy):
    """A game that can be played alone."""

    seats = range(1, 5)


def test_no_game_counts_that_is_played_alone() -> None:
    """Neither from the first nor later: there is nobody to be better than."""
    alone = Shelf(Solo())
    assert code(Sitting(alone).do(ANN, Create("toy", 1, rated=True))) == "rated_alone"
    sitting = opened(1, engines=alone)
    assert code(sitting.do(ANN, ChangeRated(True))) == "rated_alone"


def test_no_game_counts_against_bots() -> None:
    """They have no rating, and would make that of others cheap."""
    sitting = opened(2)
    sitting.must(ANN, Sit(0))
    sitting.must(ANN, SeatBot(1))
    assert code(sitting.do(ANN, ChangeRated(True))) == "rated_bot"
    rated = opened(2, rated=True)
    rated.must(ANN, Sit(0))
    assert code(rated.do(ANN, SeatBot(1))) == "rated_bot"


@pytest.mark.parametrize(
    ("delay", "expected"), [(DelaySetting("seconds", 60), "rated_late"), (DelaySetting("moves", 2), "")]
)
def test_a_game_that_is_shown_late_by_the_clock_does_not_count(delay: DelaySetting, expected: str) -> None:
    """Ratings are everybody's to read, and would tell of its end."""
    assert code(Sitting().do(ANN, Create("toy", 2, rated=True, delay=delay))) == expected
    assert code(seated(ANN, BOB, delay=delay).do(ANN, ChangeRated(True))) == expected
