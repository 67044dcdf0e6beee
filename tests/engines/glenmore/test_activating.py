"""Activating tiles."""

import pytest

from partie.games.glenmore.data import Good
from partie.games.glenmore.state import (
    Activate,
    Buy,
    Collect,
    EndTurn,
    Enough,
    Give,
    Harvest,
    Move,
    Place,
    Promote,
    Sell,
    State,
    Take,
    UseLochNess,
    Walk,
)
from tests.engines.glenmore.position import (
    chain,
    counts,
    do,
    end_turn,
    keys,
    lay,
    legal,
    player,
    position,
    refused,
    told,
    warehouse,
)


def come_too_soon(state: State, *moves: Move) -> None:
    """Each of the moves belongs to another step."""
    for move in moves:
        assert refused(state, move)[0] == "wrong_step"


@pytest.mark.rules("A1")
def test_a_turn_has_its_order() -> None:
    """Each step has its moves and refuses those of the others."""
    me = player({"0-07": "0,1", "1-15": "1,1"}, {"0-07": ["stone"], "1-15": ["stone"]}, {"0-07": 1})
    state = position(me, track=chain("0", "1", "1-08", "1-16"))
    come_too_soon(state, Place("1,2"), Activate("0-07"), EndTurn(), Harvest())
    state = do(state, Take("1-08"))
    assert state.turn.step == "pay"
    come_too_soon(state, Take("1-16"), Place("1,2"), Activate("0-07"), Walk("S-1", "0-07"), EndTurn())
    state = do(state, Give("0-07", "stone"))
    assert state.turn.step == "place"
    come_too_soon(state, Take("1-16"), Give("0-07", "stone"), Activate("0-07"), Promote("S-1"), EndTurn())
    state = do(state, Place("-1,1"))
    assert state.turn.step == "activate"
    come_too_soon(state, Take("1-16"), Give("0-07", "stone"), Place("1,2"), Collect("wood"), Enough())


@pytest.mark.rules("A2")
def test_the_new_tile_and_its_eight_neighbours_are_activated() -> None:
    """Also corner to corner, each once, and nothing farther away."""
    land = {"0-02": "0,1", "0-07": "0,2", "1-15": "1,1", "1-04": "-1,1", "1-13": "-1,2"}
    state = lay(position(player(land)), "1-16", "1,2")
    assert state.turn.awake == ("1-16", "0-02", "1-15", "0-07")
    for plot in state.turn.awake:
        state = do(state, Activate(plot))
        assert refused(state, Activate(plot)) == ("already_activated", "A2")
    assert refused(state, Activate("1-04")) == ("asleep", "A2")
    assert refused(state, Activate("1-99")) == ("asleep", "A2")


@pytest.mark.rules("A2", "A3")
def test_activations_come_in_any_order_and_need_not_be() -> None:
    """Any of them may be first, and the turn may end with tiles left; what was not activated is lost."""
    state = lay(position(player({"0-02": "0,1", "1-15": "1,1"})), "1-16", "1,2")
    orders = [do(state, Activate(one), Activate(two)) for one, two in (("1-15", "0-02"), ("0-02", "1-15"))]
    assert orders[0].players == orders[1].players
    after = end_turn(state)
    assert after.players[0].goods == {}
    assert after.turn.awake == ()


@pytest.mark.rules("A2", "A10", "M1")
def test_villages_castles_and_taverns_act_by_themselves() -> None:
    """Nothing about them is to decide: their points come with the placing and they count as activated."""
    land = {"0-02": "0,1", "1-08": "1,1", "2-02": "-1,1", "1-18": "1,2"}
    state = lay(position(player(land)), "1-16", "-1,2")
    assert state.turn.spent == ("2-02",)
    assert state.players[0].points == 3
    state = lay(position(player(land)), "1-16", "2,2")
    assert state.turn.spent == ("1-08", "1-18")
    assert state.turn.movement == 2
    assert refused(state, Activate("1-08")) == ("already_activated", "A2")


@pytest.mark.rules("A3", "A11")
def test_a_tile_holds_three_goods() -> None:
    """A full one brings nothing until a good is sold or used."""
    me = player({"0-02": "0,1"}, {"0-02": ["wood"] * 3})
    state = lay(position(me, covered=warehouse(wood=1)), "1-16", "1,1")
    assert refused(state, Activate("0-02")) == ("tile_full", "A3")
    state = do(state, Sell("0-02", "wood"), Activate("0-02"))
    assert state.players[0].goods["0-02"] == counts("wood", "wood", "wood")


@pytest.mark.rules("A11")
@pytest.mark.parametrize(
    ("tile", "good"),
    [("1-15", "stone"), ("1-16", "wood"), ("1-04", "sheep"), ("1-13", "cattle"), ("1-14", "grain")],
)
def test_a_producing_tile_brings_its_good(tile: str, good: str) -> None:
    """One of its kind, onto itself."""
    state = do(lay(position(player({"0-02": "0,1"})), tile, "1,1"), Activate(tile))
    assert state.players[0].goods == {tile: counts(good)}


@pytest.mark.rules("A11")
def test_all_that_bring_goods_may_be_activated_together() -> None:
    """Those with room, not the abbey and not what costs something; alone there is nothing to put together."""
    land = {"0-02": "0,1", "1-15": "1,1", "1-02": "-1,2", "1-04": "1,3"}
    me = player(land, {"1-15": ["stone"] * 3})
    state = lay(position(me), "0-03", "0,2")
    assert Harvest() in legal(state)
    state = do(state, Harvest())
    assert state.players[0].goods == {
        "1-15": counts(*["stone"] * 3),
        "0-03": counts("sheep"),
        "0-02": counts("wood"),
        "1-04": counts("sheep"),
    }
    assert state.turn.awake == ("1-15", "1-02")
    assert refused(state, Harvest()) == ("nothing_to_harvest", "A11")


@pytest.mark.rules("A8")
def test_a_distillery_brings_a_barrel_when_laid_and_burns_one_grain_an_activation() -> None:
    """The grain may come from a tile far away."""
    land = {"0-02": "0,1", "0-03": "0,-1", "1-14": "1,-1"}
    me = player(land, {"1-14": ["grain", "grain"]})
    state = lay(position(me), "1-03", "1,1")
    assert state.players[0].whisky == 1
    state = do(state, Activate("1-03"))
    assert state.players[0].whisky == 2
    assert state.players[0].goods == {"1-14": counts("grain")}
    assert refused(state, Activate("1-03")) == ("already_activated", "A2")


@pytest.mark.rules("A9")
@pytest.mark.parametrize(("fair", "cell", "most"), [("1-05", "1,1", 3), ("2-18", "1,0", 4), ("3-05", "1,0", 5)])
def test_a_fair_takes_different_goods_as_far_as_it_goes(fair: str, cell: str, most: int) -> None:
    """Each further kind brings more; with the last one it ends by itself."""
    me = player(
        {"0-02": "0,1", "1-01": "0,2", "0-07": "0,-1"},
        {"0-02": ["wood", "sheep"], "1-01": ["cattle", "grain"], "0-07": ["stone"]},
    )
    state = do(lay(position(me), fair, cell), Activate(fair))
    assert refused(state, Enough()) == ("not_enough", "A10")
    gifts = [
        Give("0-02", "wood"),
        Give("0-07", "stone"),
        Give("0-02", "sheep"),
        Give("1-01", "cattle"),
        Give("1-01", "grain"),
    ]
    scores = []
    for number, gift in enumerate(gifts[:most], 1):
        state = do(state, gift)
        scores.append((do(state, Enough()) if number < most else state).players[0].points)
    assert scores == [1, 3, 5, 8, 12][:most]
    assert state.turn.step == "activate"


@pytest.mark.rules("A10")
def test_the_grocer_takes_exactly_three_goods_of_any_kinds() -> None:
    """Three alike do; two are too few without coins."""
    me = player({"0-02": "0,1", "1-16": "-1,1"}, {"0-02": ["wood"] * 3, "1-16": ["wood"]})
    state = do(lay(position(me), "3-06", "1,1"), Activate("3-06"), Give("0-02", "wood"))
    assert refused(state, Enough()) == ("not_enough", "A10")
    state = do(state, Give("0-02", "wood"), Give("1-16", "wood"))
    assert state.players[0].points == 8
    assert state.players[0].goods == {"0-02": counts("wood")}
    poor = player({"0-02": "0,1"}, {"0-02": ["wood"] * 2}, coins=0)
    assert refused(lay(position(poor), "3-06", "1,1"), Activate("3-06")) == ("goods_missing", "A10")


@pytest.mark.rules("A10")
@pytest.mark.parametrize(("butcher", "good"), [("1-02", "sheep"), ("1-23", "cattle")])
def test_a_single_butcher_takes_one_or_two(butcher: str, good: Good) -> None:
    """For two or four points."""
    me = player({"0-02": "0,1"}, {"0-02": [good, good, good]}, coins=0)
    state = do(lay(position(me), butcher, "1,1"), Activate(butcher))
    assert state.turn.given == counts(good)
    assert do(state, Enough()).players[0].points == 2
    twice = do(state, Give("0-02", good))
    assert twice.players[0].points == 4
    assert twice.players[0].goods == {"0-02": counts(good)}


@pytest.mark.rules("A10")
@pytest.mark.parametrize(
    ("tile", "cell", "goods", "points"),
    [("2-03", "1,1", ["sheep", "cattle"], 5), ("3-16", "0,2", ["wood", "stone"], 7)],
)
def test_the_mixed_butcher_and_the_bridge_take_one_of_each(tile: str, cell: str, goods: list[str], points: int) -> None:
    """Exactly these two, for five or seven points; one alone does not do."""
    me = player({"1-01": "0,1"}, {"1-01": goods}, coins=0)
    state = do(lay(position(me), tile, cell), Activate(tile))
    assert state.players[0].points == points
    assert state.players[0].goods == {}
    half = player({"1-01": "0,1"}, {"1-01": goods[:1]}, coins=0)
    assert refused(lay(position(half), tile, cell), Activate(tile)) == ("goods_missing", "A10")


@pytest.mark.rules("A10")
@pytest.mark.parametrize(("tavern", "points"), [("2-02", 3), ("2-11", 3), ("3-13", 4)])
def test_taverns_bring_points_for_nothing(tavern: str, points: int) -> None:
    """Each time they are activated."""
    state = lay(position(player({"0-02": "0,1"})), tavern, "1,1")
    assert state.players[0].points == points
    again = lay(state, "1-16", "1,2")
    assert again.players[0].points == 2 * points


@pytest.mark.rules("A12")
def test_iona_abbey_brings_a_good_of_choice_and_holds_three() -> None:
    """Any of the five, onto the abbey; full it brings nothing."""
    state = do(lay(position(player()), "2-17", "1,0"), Activate("2-17"))
    assert legal(state) == [Collect("wood"), Collect("stone"), Collect("sheep"), Collect("cattle"), Collect("grain")]
    state = do(state, Collect("cattle"))
    assert state.players[0].goods == {"2-17": counts("cattle")}
    assert state.turn.step == "activate"
    full = player({"2-17": "1,0"}, {"2-17": ["wood", "stone", "grain"]})
    assert refused(lay(position(full), "0-08", "2,0"), Activate("2-17")) == ("tile_full", "A3")


@pytest.mark.rules("A13", "A1")
def test_one_time_benefits_come_before_the_activation() -> None:
    """Castle Moil's barrel and clan member, then movement points; no second barrel when it is activated later."""
    state = position(player({"0-02": "0,1"}), step="place", hand="1-18")
    assert keys(told(state, Place("1,1"))) == ["laid", "card", "joined", "whisky", "movement", "movement"]
    later = lay(do(state, Place("1,1")), "1-16", "1,2")
    assert later.players[0].whisky == 1
    assert later.turn.movement == 1


@pytest.mark.rules("A4", "B9")
def test_goods_on_loch_lochy_are_used_like_all_others() -> None:
    """Two of choice, also twice the same; the loch brings no more and pays what it holds."""
    state = lay(position(player()), "1-01", "0,1")
    assert state.turn.step == "benefit"
    state = do(state, Collect("stone"), Collect("stone"))
    assert state.players[0].goods == {"1-01": counts("stone", "stone")}
    assert state.turn.step == "activate"
    assert refused(state, Activate("1-01")) == ("asleep", "A2")
    paid = do(position(state.players[0], track=chain("0", "1", "1-03")), Take("1-03"))
    assert paid.players[0].goods == {"1-01": counts("stone")}


@pytest.mark.rules("A4", "A5", "B13")
def test_loch_shiel_fills_what_is_empty_before_the_activations() -> None:
    """Producing tiles without any good, also far away; not Loch Lochy, not distilleries, not what holds one."""
    land = {"0-02": "0,1", "1-01": "0,-1", "1-03": "1,1", "1-15": "1,2", "1-04": "1,-1", "0-07": "0,2"}
    me = player(land, {"0-07": ["stone"]})
    state = lay(position(me), "3-02", "0,3")
    assert state.players[0].goods == {
        "0-02": counts("wood"),
        "0-07": counts("stone"),
        "1-04": counts("sheep"),
        "1-15": counts("stone"),
    }
    assert state.turn.awake == ("0-07", "1-15")
    state = do(state, Activate("1-15"))
    assert state.players[0].goods["1-15"] == counts("stone", "stone")


@pytest.mark.rules("A5", "B13")
def test_loch_shiel_puts_a_good_of_choice_onto_an_empty_abbey() -> None:
    """Then the activation begins; an abbey that holds a good gets none."""
    state = lay(position(player({"2-17": "1,0"})), "3-02", "0,1")
    assert state.turn.step == "benefit"
    state = do(state, Collect("grain"))
    assert state.players[0].goods == {"2-17": counts("grain")}
    assert state.turn.awake == ("2-17",)
    holding = lay(position(player({"2-17": "1,0"}, {"2-17": ["wood"]})), "3-02", "0,1")
    assert holding.turn.step == "activate"
    assert holding.players[0].goods == {"2-17": counts("wood")}


@pytest.mark.rules("A6", "B11")
def test_loch_ness_activates_any_other_own_tile_once_a_turn() -> None:
    """Far from it and from the new tile; a second time it is refused, and in the next turn it works again."""
    land = {"2-06": "0,1", "0-02": "0,-1", "1-15": "1,-1", "1-13": "-1,-1"}
    state = lay(position(player(land)), "0-03", "0,2")
    assert {move.plot for move in legal(state) if isinstance(move, UseLochNess)} == {"0-02", "1-13", "1-15", "S-1"}
    state = do(state, UseLochNess("1-13"))
    assert state.players[0].goods == {"1-13": counts("cattle")}
    assert refused(state, UseLochNess("1-15")) == ("loch_ness_not_usable", "A6")
    again = lay(state, "1-16", "1,2")
    assert do(again, UseLochNess("1-13")).players[0].goods == {"1-13": counts("cattle", "cattle")}


@pytest.mark.rules("A6")
def test_loch_ness_activates_no_tile_twice() -> None:
    """Not one that was activated, not one that can be activated anyway, not a loch, not another seat's tile."""
    land = {"2-06": "0,1", "0-02": "0,-1", "1-15": "1,2", "2-04": "0,2"}
    state = do(lay(position(player(land)), "1-16", "1,3"), Activate("1-15"))
    assert refused(state, UseLochNess("1-15")) == ("already_activated", "A6")
    assert refused(state, UseLochNess("1-16")) == ("awake_anyway", "A6")
    assert refused(state, UseLochNess("2-04")) == ("nothing_to_activate", "A2")
    assert refused(state, UseLochNess("1-13")) == ("not_yours", "A6")


@pytest.mark.rules("A6")
def test_loch_ness_works_in_the_turn_in_which_it_is_laid() -> None:
    """And gives a village's movement point like any activation."""
    state = lay(position(player({"0-02": "0,1", "0-01": "1,0", "1-08": "2,1"})), "2-06", "0,2")
    state = do(state, UseLochNess("1-08"))
    assert state.turn.movement == 1
    assert refused(state, UseLochNess("0-01")) == ("loch_ness_not_usable", "A6")


@pytest.mark.rules("A6")
def test_without_loch_ness_nothing_far_is_activated() -> None:
    """It takes the card."""
    state = lay(position(player({"0-02": "0,1", "0-01": "1,0"})), "0-03", "0,2")
    assert refused(state, UseLochNess("0-01")) == ("loch_ness_not_usable", "A6")


@pytest.mark.rules("A7", "B12")
def test_loch_oich_activates_all_own_tiles() -> None:
    """Also those far away; villages give their movement points, and Loch Ness rests."""
    land = {"2-06": "0,1", "0-02": "0,-1", "1-15": "1,-1", "1-08": "1,1", "1-13": "-1,-1"}
    state = lay(position(player(land, {"1-15": ["stone"] * 3})), "3-10", "0,2")
    assert set(state.turn.awake) == {"0-02", "1-15", "1-13"}
    assert state.turn.movement == 2
    assert refused(state, UseLochNess("0-02")) == ("loch_ness_not_usable", "A6")
    state = do(state, Harvest())
    assert state.players[0].goods == {
        "0-02": counts("wood"),
        "1-13": counts("cattle"),
        "1-15": counts(*["stone"] * 3),
    }
    assert refused(state, Activate("0-02")) == ("already_activated", "A2")


@pytest.mark.rules("A9", "W1")
def test_a_fair_waits_while_a_sale_could_still_buy_a_kind() -> None:
    """Without coins the second kind is bought with what another good brings."""
    me = player({"0-02": "0,1"}, {"0-02": ["wood", "wood"]}, coins=0)
    state = do(lay(position(me, covered=warehouse(wood=1)), "1-05", "1,1"), Activate("1-05"))
    assert legal(state) == [Enough(), Sell("0-02", "wood")]
    state = do(state, Sell("0-02", "wood"))
    assert Buy("stone") in legal(state)
    state = do(state, Buy("stone"))
    assert state.players[0].points == 3
