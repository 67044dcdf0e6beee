"""Trade with the warehouse."""

import pytest

from partie.games.glenmore.state import Activate, Buy, Collect, Give, Move, Place, Sell, Take, Walk
from tests.engines.glenmore.position import chain, counts, do, lay, legal, player, position, refused, warehouse


def sales(moves: list[Move]) -> list[Sell]:
    """The sales among the moves."""
    return [move for move in moves if isinstance(move, Sell)]


@pytest.mark.rules("W1")
def test_goods_are_sold_at_any_moment_of_the_turn() -> None:
    """Before the figure moves, while a tile is paid for or placed, between activations, and after a step."""
    me = player(
        {"0-02": "0,1", "1-20": "1,1", "1-16": "-1,1"},
        {"0-02": ["wood"] * 3, "1-20": ["wood"], "1-16": ["cattle"] * 2},
        {"0-02": 1},
    )
    state = position(me, track=chain("0", "1", "1-21"), covered=warehouse(wood=3, cattle=3))
    for move in (Sell("0-02", "wood"), Take("1-21"), Give("1-20", "wood"), Place("1,2"), Walk("0-02", "1-21")):
        before = state
        state = do(state, move)
        assert sales(legal(state)), state.turn.step
        assert state.turn.step != before.turn.step or isinstance(move, Sell)
    assert state.turn.step == "move"


@pytest.mark.rules("W1")
def test_a_good_just_produced_may_be_sold() -> None:
    """The forest brings wood, and the wood brings coins in the same turn."""
    state = lay(position(player({"0-02": "0,1"}), covered=warehouse(wood=2)), "1-16", "1,1")
    state = do(state, Activate("1-16"), Sell("1-16", "wood"))
    assert state.players[0].coins == 6 + 2


@pytest.mark.rules("W1", "A5")
def test_goods_may_be_sold_between_choosing_goods() -> None:
    """Also while Loch Lochy's second good is chosen."""
    state = lay(position(player(), covered=warehouse(grain=1)), "1-01", "0,1")
    state = do(state, Collect("grain"), Sell("1-01", "grain"), Collect("wood"))
    assert state.players[0].goods == {"1-01": counts("wood")}
    assert state.players[0].coins == 7


@pytest.mark.rules("W5")
def test_selling_takes_the_coins_of_the_highest_covered_space() -> None:
    """Three, two, one, and then nothing more."""
    me = player({"1-01": "0,1", "0-02": "0,2"}, {"1-01": ["wood", "wood"], "0-02": ["wood", "wood"]}, coins=0)
    state = position(me, covered=warehouse(wood=3))
    for plot, coins in (("1-01", 3), ("1-01", 5), ("0-02", 6)):
        state = do(state, Sell(plot, "wood"))
        assert state.players[0].coins == coins
    assert refused(state, Sell("0-02", "wood")) == ("row_empty", "W5")


@pytest.mark.rules("W5")
@pytest.mark.parametrize(("covered", "coins"), [(0, 1), (1, 2), (2, 3)])
def test_buying_pays_the_lowest_empty_space(covered: int, coins: int) -> None:
    """One, two or three coins, which then cover that space."""
    me = player({"0-02": "0,1"})
    state = position(me, track=chain("0", "1", "1-03"), covered=warehouse(stone=covered))
    state = do(state, Take("1-03"))
    assert state.players[0].coins == 6 - coins
    assert state.warehouse == warehouse(stone=covered + 1)


@pytest.mark.rules("W5")
def test_a_full_row_sells_nothing() -> None:
    """However many coins one has."""
    me = player({"0-02": "0,1"}, coins=30)
    state = position(me, track=chain("0", "1", "1-03"), covered=warehouse(stone=3))
    assert refused(state, Take("1-03")) == ("row_full", "W5")
    fair = lay(position(me, covered=warehouse(wood=3)), "1-05", "1,1")
    fair = do(fair, Activate("1-05"))
    assert refused(fair, Buy("wood")) == ("row_full", "W5")


@pytest.mark.rules("W2")
def test_nothing_is_bought_without_a_need() -> None:
    """Not before a tile is taken, not between activations, and what is bought never lies on a tile."""
    state = position(player({"0-02": "0,1"}), track=chain("0", "1", "1-05"))
    assert refused(state, Buy("stone")) == ("wrong_step", "W2")
    state = do(state, Take("1-05"), Place("1,1"))
    assert refused(state, Buy("stone")) == ("wrong_step", "W2")
    state = do(state, Activate("1-05"), Buy("stone"))
    assert state.players[0].goods == {}
    assert state.turn.given == counts("stone")


@pytest.mark.rules("W3")
def test_for_a_fair_only_kinds_one_does_not_have_are_bought() -> None:
    """A seat cannot keep its wood by buying another."""
    me = player({"0-02": "0,1"}, {"0-02": ["wood"]})
    state = do(lay(position(me), "1-05", "1,1"), Activate("1-05"))
    assert refused(state, Buy("wood")) == ("not_needed", "W3")
    assert Buy("stone") in legal(state)
    state = do(state, Give("0-02", "wood"))
    assert refused(state, Buy("wood")) == ("not_needed", "W3")


@pytest.mark.rules("W3")
def test_for_the_grocer_only_the_missing_number_is_bought() -> None:
    """A seat with two goods gives these, and one is bought, of any kind."""
    me = player({"0-02": "0,1"}, {"0-02": ["wood", "wood"]})
    state = do(lay(position(me), "3-06", "1,1"), Activate("3-06"))
    assert state.turn.given == counts("wood", "wood")
    assert legal(state) == [Buy("wood"), Buy("stone"), Buy("sheep"), Buy("cattle"), Buy("grain")]
    rich = player({"0-02": "0,1", "1-16": "-1,1"}, {"0-02": ["wood"] * 3, "1-16": ["wood"]})
    state = do(lay(position(rich), "3-06", "1,1"), Activate("3-06"))
    assert refused(state, Buy("stone")) == ("not_needed", "W3")


@pytest.mark.rules("W3", "C6")
def test_for_loch_oich_only_a_missing_kind_is_bought() -> None:
    """With two kinds in store nothing is bought, with one kind one other."""
    me = player({"0-02": "0,1", "0-07": "0,2"}, {"0-02": ["wood"], "0-07": ["stone"]})
    state = do(position(me, track=chain("0", "1", "3-10")), Take("3-10"))
    assert state.players[0].coins == 6
    assert state.players[0].goods == {}
    assert state.turn.laid == "3-10"


@pytest.mark.rules("W4", "A8")
def test_grain_may_be_bought_for_a_distillery() -> None:
    """The only way, so it is not asked for: activating buys grain and brings a barrel."""
    state = lay(position(player({"0-02": "0,1"})), "1-03", "1,1")
    state = do(state, Activate("1-03"))
    assert state.players[0].whisky == 2
    assert state.players[0].coins == 5
    assert state.warehouse == warehouse(grain=1)


@pytest.mark.rules("W2", "A10")
def test_a_good_is_bought_for_a_butcher_and_for_the_bridge() -> None:
    """Any need of an activated tile may be met from the warehouse."""
    me = player({"0-02": "0,1"}, {"0-02": ["wood"]}, coins=2)
    bridge = do(lay(position(me, covered=warehouse(stone=1)), "3-16", "0,2"), Activate("3-16"))
    assert bridge.players[0].points == 7
    assert bridge.players[0].coins == 0
    butcher = do(lay(position(me), "1-02", "1,1"), Activate("1-02"))
    assert butcher.players[0].points == 2
    assert butcher.players[0].coins == 1


@pytest.mark.rules("W6")
def test_whisky_clan_members_and_chieftains_are_not_traded() -> None:
    """There are rows for goods only, and a tavern's barrel cannot be bought with any number of coins."""
    me = player({"0-02": "0,1"}, whisky=3, chieftains=2, coins=9)
    state = position(me, covered=warehouse(wood=3, stone=3, sheep=3, cattle=3, grain=3))
    assert sales(legal(state)) == []
    none = position(player({"0-02": "0,1"}, coins=9), track=chain("0", "1", "2-02"))
    assert refused(none, Take("2-02")) == ("no_whisky", "C7")


@pytest.mark.rules("W7")
def test_goods_are_not_limited() -> None:
    """The box holds eight sheep; more can lie in the lands."""
    land = {"1-01": "0,1", "2-17": "1,0", "0-03": "0,-1", "1-04": "1,-1"}
    full = {plot: ["sheep"] * 3 for plot in ("2-17", "0-03", "1-04")}
    state = lay(position(player(land, {**full, "1-01": ["sheep"] * 2})), "2-19", "0,2")
    state = do(state, Activate("2-19"))
    assert sum(sum(lying) for lying in state.players[0].goods.values()) == 12
