"""Scorings, the settlement, ties."""

import pytest
from msgspec.structs import replace

from partie.games.glenmore import glenmore
from partie.games.glenmore.data import TILES
from partie.games.glenmore.scoring import forecast, scoring, settle
from partie.games.glenmore.state import Player, Settlement, State, Turn
from partie.kit import SPECTATOR, Result
from partie.kit.playout import game_key, opening, play
from tests.engines.glenmore.position import chain, end_turn, player, position

LAST = "3-03"


def finished(*players: Player) -> State:
    """The state after a turn in which the game ended for these players."""
    track = chain("", *(str(seat) for seat in range(len(players))))
    state = position(*players, track=track, stacks=([], [], [LAST]), step="move")
    none = scoring([Player(land={}, goods={}, members={}, coins=0)] * len(players))
    return end_turn(replace(state, scorings=(none, none)), LAST)


def result(*players: Player) -> Result:
    """The result of these players."""
    found = glenmore.result(finished(*players))
    assert found is not None
    return found


@pytest.mark.rules("T5")
@pytest.mark.parametrize(("lead", "points"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (5, 8), (6, 8), (12, 8)])
def test_a_lead_over_the_lowest_turns_into_points(lead: int, points: int) -> None:
    """By the table on the board, the same for whisky and for chieftains, with any lowest number."""
    low, high = player(whisky=2, chieftains=1), player(whisky=2 + lead, chieftains=1 + lead)
    scored = scoring((low, high))
    assert scored.points == ((0, 0, 0), (points, points, 0))


@pytest.mark.rules("T5")
def test_each_category_is_compared_by_itself_with_its_lowest_player() -> None:
    """Nobody's zero is the measure when all have some; all level with the lowest get nothing."""
    players = (
        player({"2-04": "0,1"}, whisky=1),
        player({"1-01": "0,1"}, whisky=4, chieftains=2, start="S-2"),
        player({"3-02": "0,1", "3-10": "0,2"}, whisky=1, start="S-3"),
    )
    scored = scoring(players)
    assert scored.counts == ((1, 0, 1), (4, 2, 1), (1, 0, 2))
    assert scored.points == ((0, 0, 0), (3, 2, 0), (0, 0, 1))


@pytest.mark.rules("T6", "B1")
def test_the_castle_of_mey_doubles_chieftains_and_no_bonnets() -> None:
    """Two chieftains count four; its own bonnet and that of Castle Moil count one each."""
    me = player({"2-07": "1,1", "1-18": "1,2"}, chieftains=2)
    assert scoring((me, player(start="S-2"))).counts[0] == (0, 6, 2)


@pytest.mark.rules("T6", "B2")
def test_cawdor_castle_has_three_bonnets() -> None:
    """They are added to the chieftains in every scoring."""
    assert scoring((player({"3-01": "1,1"}, chieftains=1), player())).counts[0] == (0, 4, 1)


@pytest.mark.rules("T6")
@pytest.mark.parametrize(
    ("castle", "bonnets"),
    [("2-12", 0), ("1-18", 1), ("1-19", 1), ("1-22", 1), ("3-14", 1), ("2-07", 1), ("3-01", 3), ("2-17", 0)],
)
def test_bonnets_count_as_chieftains(castle: str, bonnets: int) -> None:
    """As many as the card shows."""
    assert scoring((player({castle: "1,1"}), player())).counts[0][1] == bonnets


@pytest.mark.rules("T7", "B8")
def test_iona_abbey_counts_yellow_frames() -> None:
    """Itself, distilleries, quarries and forests; two points each."""
    me = player({"2-17": "1,0", "1-03": "1,1", "0-07": "0,1", "0-02": "0,2", "0-03": "0,3"})
    assert settle((me, me))[0].iona_abbey == 8
    without = player({"1-03": "1,1", "0-07": "0,1"})
    assert settle((without, without))[0].iona_abbey == 0


@pytest.mark.rules("T7", "B10")
def test_loch_morar_counts_green_frames() -> None:
    """Meadows, pastures and grain fields; two points each."""
    me = player({"2-04": "0,1", "0-03": "0,2", "1-13": "1,1", "1-14": "1,2", "0-02": "0,3"})
    assert settle((me, me))[0].loch_morar == 6


@pytest.mark.rules("T7", "B3")
def test_duart_castle_counts_villages() -> None:
    """The start village too, castles not, itself not; three points each."""
    me = player({"2-12": "1,1", "1-08": "1,2", "1-21": "2,2", "1-18": "2,1"})
    assert settle((me, me))[0].duart_castle == 9


@pytest.mark.rules("T7")
def test_coins_are_points_and_surplus_tiles_cost_three() -> None:
    """One point a coin; the start village counts as a tile."""
    small, large = player(coins=4), player({"0-02": "0,1", "0-03": "0,2"}, coins=1)
    assert settle((small, large)) == (Settlement(0, 0, 0, 4, 0), Settlement(0, 0, 0, 1, -6))


@pytest.mark.rules("T8")
def test_a_score_can_become_negative() -> None:
    """Many tiles and nothing else."""
    me = player({"0-02": "0,1", "0-03": "0,2"}, coins=0)
    assert result(me, player(coins=0, start="S-2")).scores == (-6, 0)


@pytest.mark.rules("T9")
def test_a_tie_is_broken_by_goods() -> None:
    """Goods on tiles count, barrels do not."""
    one = player({"0-02": "0,1"}, {"0-02": ["wood"]}, coins=5)
    other = player({"0-03": "0,1"}, {"0-03": ["sheep", "sheep"]}, coins=5, start="S-2")
    found = result(one, other)
    assert found.scores == (5, 5)
    assert found.winners == (1,)
    assert found.places == (2, 1)


@pytest.mark.rules("T9")
def test_a_tie_that_goods_do_not_break_is_shared() -> None:
    """Both win; the third comes third."""
    one = player({"0-02": "0,1"}, {"0-02": ["wood"]}, coins=5, whisky=1)
    other = player({"0-03": "0,1"}, {"0-03": ["sheep"]}, coins=6, start="S-2")
    third = player({"0-06": "0,1"}, coins=0, start="S-3")
    found = result(one, other, third)
    assert found.scores == (6, 6, 0)
    assert found.winners == (0, 1)
    assert found.places == (1, 1, 3)


@pytest.mark.rules("T10")
def test_everybody_sees_everything_but_the_order_of_the_stacks() -> None:
    """All viewers have the same view: all coins, points and lands, and of the stacks only how many tiles are left."""
    key = game_key(3, 1)
    state = opening(glenmore, 4, glenmore.options(), key)
    for step in play(glenmore, state, key):
        state = step.after
        views = [glenmore.view(state, viewer) for viewer in (SPECTATOR, 0, 1, 2, 3)]
        assert all(view == views[0] for view in views)
        undrawn = {tile for stack in state.stacks for tile in stack}
        assert not undrawn & set(str(views[0]).replace("'", " ").split())
    assert glenmore.secrets(state, 0) == {}


@pytest.mark.rules("T5", "T7", "T10")
def test_the_forecast_is_what_the_score_would_be_if_the_game_ended_now() -> None:
    """A scoring and the settlement on top of the points, and at the end the result."""
    players = (
        player({"2-17": "1,0", "1-18": "1,1"}, whisky=3, coins=2, points=7),
        player(coins=6, start="S-2", whisky=1),
    )
    ranges = forecast(position(*players))
    assert all(each.low == each.high for each in ranges)
    assert ranges[0].low == 7 + 2 + 1 + 2 + 2 + 2 - 6
    assert ranges[1].low == 6
    over = finished(*players)
    assert tuple(each.low for each in forecast(over)) == tuple(each.points for each in over.players)


@pytest.mark.rules("T4", "T5", "T7")
def test_the_final_points_are_all_parts_together() -> None:
    """In random games, for every seat; and three scorings were made."""
    for seed in range(12):
        key = game_key(seed, 2)
        state = opening(glenmore, 2 + seed % 4, glenmore.options(), key)
        for step in play(glenmore, state, key):
            state = step.after
        found = glenmore.result(state)
        assert found is not None
        assert len(state.scorings) == 3
        assert found.scores == tuple(each.points for each in state.players)
        for score, parts in zip(found.scores, found.parts, strict=True):
            assert score == sum(int(part.params["points"]) for part in parts)


def test_all_special_places_count_once_in_their_category() -> None:
    """Thirteen cards, one each."""
    for tile in TILES.values():
        me = player({tile.id: "9,9"})
        assert scoring((me, player())).counts[0][2] == (1 if tile.card else 0)


def test_a_turn_after_the_end_has_no_moves_left() -> None:
    """The finished state says so itself."""
    over = finished(player(), player(start="S-2"))
    assert over.turn == Turn(seat=0, step="over")
