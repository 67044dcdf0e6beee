"""The one position that all mock-ups of the table show: what they say about it is what the engine says."""

from __future__ import annotations

from typing import Any

import pytest

from partie.games.glenmore import glenmore
from partie.games.glenmore.state import Take
from partie.kit import Line, Offer
from tests.engines.glenmore.mock_up import ANNIKA, HENRIK, mock_up
from tests.engines.glenmore.position import do


def offers() -> dict[str, Offer[Any]]:
    """What Annika is offered on the track."""
    return {each.target: each for each in glenmore.offers(mock_up(), ANNIKA) if each.target in mock_up().track}


@pytest.mark.rules("C1", "W5")
def test_seven_tiles_are_open_and_two_are_barred() -> None:
    """No stone can be bought for the Castle of Mey and Iona Abbey, since its row is full."""
    found = offers()
    assert sum(each.move is not None for each in found.values()) == 7
    barred = {target: each.refusal for target, each in found.items() if each.refusal}
    assert {target: (refusal.code, refusal.rule) for target, refusal in barred.items()} == {
        "2-07": ("row_full", "W5"),
        "2-17": ("row_full", "W5"),
    }


@pytest.mark.rules("P2", "A2", "T2")
def test_the_medium_fair_goes_to_the_east_end_of_the_road() -> None:
    """It costs one of two wood, wakes forest, quarry and two fairs, and then Henrik moves and the forest is gone."""
    fair = offers()["2-18"]
    assert fair.price == (Line("price_own", {"good": "wood", "count": 1}),)
    assert Line("gain_points_up_to", {"tile": "2-18", "points": 8}) in fair.gain
    assert [line for line in fair.gain if line.key == "may_lie"] == [Line("may_lie", {"cell": "2,0", "count": 4})]
    assert [line.params for line in fair.gain if line.key == "then_removed"] == [{"tile": "1-20"}]
    assert fair.gain[-1] == Line("then_seat", {"seat": HENRIK})
    state = do(mock_up(), Take("2-18"))
    assert set(state.turn.awake) == {"2-18", "1-15", "0-08", "1-05"}
    assert state.players[ANNIKA].land["2-18"] == "2,0"


def test_the_seat_plate_of_annika() -> None:
    """17 points, 4 coins, 2 barrels, a chieftain and a bonnet, 2 special locations, 10 tiles."""
    shown: Any = glenmore.view(mock_up(), HENRIK)["players"]
    plate = {key: value for key, value in shown["0"].items() if key not in ("land", "cards")}
    assert plate == {"points": 17, "coins": 4, "whisky": 2, "chieftains": 1, "bonnets": 1, "tiles": 10}
    assert set(shown["0"]["cards"]) == {"1-19", "1-01"}
