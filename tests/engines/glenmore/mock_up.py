"""The one position that all mock-ups of the table show."""

from __future__ import annotations

from partie.games.glenmore.state import State
from tests.engines.glenmore.position import chain, player, position, warehouse

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
