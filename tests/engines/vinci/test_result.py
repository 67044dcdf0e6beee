"""What the scores at the end are made of."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.games.vinci import vinci
from partie.games.vinci.scoring import ITEMS
from partie.games.vinci.state import ChoosePair, Decline, EndConquest, EndTurn, Options, Options2, State
from tests.engines.vinci.bots import play
from tests.engines.vinci.position import NEW, do, on_pairs, player, position


def parts(state: State) -> list[dict[str, int]]:
    """The points of each seat by item, without those that brought it nothing; all seats have the same items."""
    result = vinci.result(state)
    assert result is not None
    keys = {tuple(line.key for line in lines) for lines in result.parts}
    assert len(keys) == 1
    return [{line.key: int(line.params["points"]) for line in lines if line.params["points"]} for lines in result.parts]


@given(seed=st.integers(0, 2**32), seats=st.integers(1, 6), first=st.booleans())
@settings(max_examples=12, deadline=None)
def test_the_items_of_every_player_add_up_to_the_score_after_every_move(seed: int, seats: int, *, first: bool) -> None:
    """In both versions, with any number of people, and at the end in the result."""
    options = Options(target=40) if first and seats > 2 else Options2(target=40)
    end = None
    for _, _, end in play(seats, seed, random=3, options=options):
        for each in end.players:
            assert sum(each.items.values()) == each.points
            assert each.items.keys() <= {*ITEMS}
    assert end is not None
    assert [sum(own.values()) for own in parts(end)] == [each.points for each in end.players]


@pytest.mark.rules("P1", "P2", "X1", "X3", "X23")
def test_the_result_tells_what_provinces_ruins_and_tiles_have_brought() -> None:
    """What a tile brings is one item, whether its empire is active or in decline."""
    land = {"saxonia": "0:1", "hercynia": "0:1", "ruthenia": "0:1d", "volga": "1:1", "polonia": "2:1"}
    seats = (player("mining", "agriculture", ruins=("agriculture_ruin",)), player(), player())
    state = position(*seats, land=land, first=1, last=True)
    state = do(do(state, EndConquest()), EndTurn())
    assert state.step == "over"
    assert parts(state) == [
        {"start": 10, "provinces": 1, "declined": 1, "farmland": 1, "mine": 2},
        {"start": 10},
        {"start": 10},
    ]


@pytest.mark.rules("C2", "C3")
def test_the_result_tells_what_pairs_have_cost_and_brought() -> None:
    """Two items, for a pair that lies far behind often has nothing on it."""
    state = do(position(player(), land={"francia": "0:1"}, first=1, last=True), Decline())
    state = do(on_pairs(state, {3: 5}), ChoosePair(3), draws=NEW)
    assert parts(state)[0] == {"start": 10, "declined": 1, "pairs": 5, "skipped": -4}


@pytest.mark.rules("N3")
def test_the_points_that_players_begin_with_are_an_item() -> None:
    """Fictitious players can have more of them."""
    *_, (_, _, end) = play(1, 3, options=Options2(target=20, fictitious_lead=True))
    assert [own["start"] for own in parts(end)] == [10, 15, 15, 15]


def test_an_item_that_nobody_has_is_left_out_and_the_others_have_one_order() -> None:
    """That of the scoring."""
    land = {"francia": "0:1", "volga": "1:1", "polonia": "2:1d"}
    seats = (player(), player(), player())
    result = vinci.result(position(*seats, land=land, step="over"))
    assert result is not None
    assert [[line.key for line in lines] for lines in result.parts] == [["start"]] * 3
