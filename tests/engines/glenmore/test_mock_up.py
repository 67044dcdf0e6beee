"""The one position that all mock-ups of the table show: what they say about it is what the engine says."""

from __future__ import annotations

from typing import Any

import pytest

from engines.glenmore import glenmore
from engines.glenmore.state import State, Take
from engines.kit import Line, Offer
from tests.engines.glenmore.position import chain, do, player, position, warehouse

ANNIKA, HENRIK, MARLENE, TORF = range(4)


def mock_up() -> State:
    """Four seats in the second round, Annika to choose a tile."""
    annika = player(
        {
            "1-19": "0,-2",
            "1-13": "-2,-1",
            "1-03": "-1,-1",
            "0-03": "0,-1",
            "1-15": "1,-1",
            "0-05": "-1,0",
            "0-08": "1,0",
            "1-01": "0,1",
            "1-05": "1,1",
        },
        {
            "1-13": ["cattle"],
            "0-03": ["sheep"],
            "0-05": ["grain", "grain"],
            "0-08": ["wood", "wood"],
            "1-01": ["cattle"],
        },
        {"1-19": 1, "0-08": 1},
        coins=4,
        whisky=2,
        chieftains=1,
        points=17,
    )
    others = [player(start=f"S-{number}") for number in (2, 3, 4)]
    track = chain("0", "1-20", "1", "2-08", "2-10", "2", "2-15", "2-07", "2-02", "3", "2-18", "2-04", "2-17")
    return position(annika, *others, track=track, covered=warehouse(wood=1, stone=3, sheep=1, grain=2))


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
    """17 points, 4 coins, 2 barrels, a chieftain and a bonnet, 2 special places, 10 tiles."""
    shown: Any = glenmore.view(mock_up(), HENRIK)["players"]
    plate = {key: value for key, value in shown["0"].items() if key not in ("land", "cards")}
    assert plate == {"points": 17, "coins": 4, "whisky": 2, "chieftains": 1, "bonnets": 1, "tiles": 10}
    assert set(shown["0"]["cards"]) == {"1-19", "1-01"}
