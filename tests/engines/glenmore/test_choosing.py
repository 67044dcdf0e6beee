"""Choosing a tile and paying for it."""

import pytest

from partie.games.glenmore import glenmore
from partie.games.glenmore.state import Give, Pass, PayChieftain, PayMember, Place, Sell, Take
from tests.engines.glenmore.position import (
    chain,
    counts,
    do,
    end_turn,
    keys,
    legal,
    player,
    position,
    refused,
    told,
    warehouse,
)


@pytest.mark.rules("C1")
def test_a_tile_that_cannot_be_paid_cannot_be_chosen() -> None:
    """With one coin and no stone the distillery can be chosen while the row is empty, and not when a space is taken."""
    track = chain("0", "1", "1-03", "1-17")
    me = player({"0-02": "0,1"}, coins=1)
    assert Take("1-03") in legal(position(me, track=track))
    assert refused(position(me, track=track, covered=warehouse(stone=1)), Take("1-03")) == ("cannot_pay", "C1")
    assert refused(position(me, track=track, covered=warehouse(stone=3)), Take("1-03")) == ("row_full", "W5")


@pytest.mark.rules("C1", "W1")
def test_sales_may_bring_up_the_price() -> None:
    """Without coins a stone is bought for what two other goods bring, and the player says which to sell."""
    me = player(
        {"0-02": "0,1", "0-03": "0,-1", "1-13": "1,1"},
        {"0-02": ["wood"], "0-03": ["sheep"], "1-13": ["cattle"]},
        coins=0,
    )
    covered = warehouse(stone=1, wood=1, sheep=1, cattle=1)
    state = do(position(me, track=chain("0", "1", "1-03"), covered=covered), Take("1-03"))
    assert legal(state) == [Sell("0-02", "wood"), Sell("0-03", "sheep"), Sell("1-13", "cattle")]
    state = do(state, Sell("0-02", "wood"), Sell("1-13", "cattle"))
    assert state.turn.step == "place"
    assert state.players[0].goods == {"0-03": counts("sheep")}
    assert state.players[0].coins == 0
    assert state.warehouse == warehouse(stone=2, sheep=1)


@pytest.mark.rules("C1")
def test_a_tile_that_finds_no_place_cannot_be_chosen() -> None:
    """Plain tiles have no room next to the bare start village; river and road tiles have."""
    state = position(player(), track=chain("0", "1", "1-16", "0-02", "0-01"))
    assert legal(state) == [Take("0-02"), Take("0-01")]
    assert refused(state, Take("1-16")) == ("no_place", "P6")
    far = player({"0-02": "0,1", "0-03": "0,2", "1-15": "1,2"}, members={"1-15": 1})
    assert refused(position(far, track=chain("0", "1", "0-01")), Take("0-01")) == ("no_place_road", "P2")
    high = player({"0-01": "1,0", "0-05": "2,0"}, members={"0-05": 1})
    assert refused(position(high, track=chain("0", "1", "0-02")), Take("0-02")) == ("no_place_river", "P2")


@pytest.mark.rules("C2", "T2")
def test_without_any_target_the_player_passes() -> None:
    """His figure goes to the nearest tile, which leaves the game; nothing is laid, and the turn ends as usual."""
    state = position(player(), track=chain("0", "1", "1-16", "1-17", "1-20", "1-24"[:0]))
    assert legal(state) == [Pass()]
    after = do(state, Pass())
    assert after.track[:5] == ("", "1", "0", "1-17", "1-20")
    assert after.removed == ("1-16",)
    assert after.players == state.players
    assert after.turn.movement == 0
    after = end_turn(after, "1-03")
    assert after.track[13] == "1-03"
    assert after.turn.seat == 1


@pytest.mark.rules("C2")
def test_nobody_passes_who_can_take_a_tile() -> None:
    """One target is enough, also one that only sales can pay."""
    assert refused(position(player(), track=chain("0", "1", "1-16", "0-02")), Pass()) == ("not_forced", "C2")
    me = player({"0-02": "0,1"}, {"0-02": ["wood"]}, coins=0)
    expensive = position(me, track=chain("0", "1", "1-03"), covered=warehouse(wood=1))
    assert legal(expensive)[0] == Take("1-03")
    assert refused(expensive, Pass()) == ("not_forced", "C2")


@pytest.mark.rules("C3")
def test_a_figure_may_jump_to_any_tile_ahead() -> None:
    """Over figures and tiles, even to the foremost; not onto a figure, not to what lies nowhere."""
    me = player({"0-02": "0,1"})
    track = chain("0", "1-15", "1", "1-16", "2", "1-17")
    others = (player(start="S-2"), player(start="S-3"))
    state = position(me, *others, track=track)
    assert legal(state) == [Take("1-15"), Take("1-16"), Take("1-17")]
    assert do(state, Take("1-17")).track[:6] == ("", "1-15", "1", "1-16", "2", "0")
    for target in ("1", "0", "", "die", "1-20", "nonsense"):
        assert refused(state, Take(target)) == ("not_on_track", "C3")


@pytest.mark.rules("C4")
def test_goods_may_come_from_any_tile_and_are_paid_before_placing() -> None:
    """A stone on two tiles is a question; that it is paid shows before the cell is chosen."""
    me = player({"0-07": "0,1", "1-15": "1,1", "1-17": "-1,1"}, {"0-07": ["stone"], "1-17": ["stone"]}, {"0-07": 1})
    state = do(position(me, track=chain("0", "1", "1-03")), Take("1-03"))
    assert state.turn.step == "pay"
    assert legal(state) == [Give("0-07", "stone"), Give("1-17", "stone")]
    state = do(state, Give("1-17", "stone"))
    assert state.turn.step == "place"
    assert state.players[0].goods == {"0-07": counts("stone")}


@pytest.mark.rules("C4")
def test_the_only_way_to_pay_is_not_asked_for() -> None:
    """Own goods on one tile each, and a purchase: one click takes the tile, and the lines tell what was paid."""
    me = player({"0-02": "0,1", "0-07": "0,-1"}, {"0-02": ["wood", "wood"]}, coins=3)
    state = position(me, track=chain("0", "1", "1-22"))
    assert keys(told(state, Take("1-22")))[:3] == ["took", "gave", "bought"]
    state = do(state, Take("1-22"))
    assert state.turn.step == "place"
    assert state.players[0].coins == 2
    assert state.players[0].goods == {"0-02": counts("wood")}


@pytest.mark.rules("C5")
def test_loch_ness_costs_a_clan_member_or_a_chieftain() -> None:
    """The player chooses which; both go back to the supply."""
    me = player({"0-02": "0,1"}, members={"S-1": 1, "0-02": 1}, chieftains=1)
    state = do(position(me, track=chain("0", "1", "2-06")), Take("2-06"))
    assert legal(state) == [PayChieftain(), PayMember("0-02"), PayMember("S-1")]
    by_chieftain, by_member = do(state, PayChieftain()), do(state, PayMember("S-1"))
    assert by_chieftain.players[0].chieftains == 0
    assert by_member.players[0].members == {"0-02": 1}
    assert by_chieftain.members == by_member.members == state.members + 1


@pytest.mark.rules("C5")
def test_a_clan_member_needed_for_placing_cannot_be_paid() -> None:
    """A player with a single one and no chieftain can never take Loch Ness; a far one goes without a question."""
    track = chain("0", "1", "2-06")
    assert refused(position(player(), track=track), Take("2-06")) == ("no_member_to_pay", "C5")
    land = {"0-02": "0,1", "0-03": "0,2", "0-01": "1,0", "0-05": "2,0"}
    state = do(position(player(land, members={"0-03": 1, "0-05": 1}), track=track), Take("2-06"))
    assert state.players[0].members == {"0-03": 1}
    assert state.players[0].land["2-06"] == "0,3"
    both = player({"0-02": "0,1"}, members={"0-02": 1, "S-1": 1}, chieftains=1)
    asked = do(position(both, track=track), Take("2-06"))
    assert refused(asked, PayMember("2-06")) == ("no_member_there", "C5")
    assert refused(asked, Give("S-1", "wood")) == ("no_goods_due", "C5")


@pytest.mark.rules("C5")
def test_the_clan_member_that_reaches_the_end_of_the_river_stays() -> None:
    """Of two, the one that alone stands near the river's ends is refused as payment."""
    land = {"0-02": "0,1", "0-03": "0,2", "0-01": "1,0", "0-05": "2,0"}
    me = player(land, members={"0-03": 1, "0-05": 1}, chieftains=1)
    state = do(position(me, track=chain("0", "1", "2-06")), Take("2-06"))
    assert refused(state, PayMember("0-03")) == ("needed_for_placing", "C5")
    assert legal(state) == [PayChieftain(), PayMember("0-05")]


@pytest.mark.rules("C6", "W2")
def test_loch_oich_costs_two_different_goods() -> None:
    """Two of one kind do not do; the other kind is bought."""
    me = player({"0-07": "0,1"}, {"0-07": ["stone", "stone"]}, coins=1)
    state = do(position(me, track=chain("0", "1", "3-10"), covered=warehouse(grain=1)), Take("3-10"))
    assert state.turn.given == counts("stone")
    assert refused(state, Give("0-07", "stone")) == ("not_this_good", "C4")
    assert [type(move).__name__ for move in legal(state)] == ["Buy"] * 3
    poor = player({"0-07": "0,1"}, {"0-07": ["stone", "stone"]}, coins=0)
    assert refused(position(poor, track=chain("0", "1", "3-10")), Take("3-10")) == ("cannot_pay", "C1")


@pytest.mark.rules("C6", "C4")
def test_loch_oich_asks_which_two_of_three_kinds() -> None:
    """All goods of the seat are listed; after the first one its kind is out."""
    me = player({"0-07": "0,1", "1-01": "0,2"}, {"0-07": ["stone"], "1-01": ["wood", "grain"]})
    state = do(position(me, track=chain("0", "1", "3-10")), Take("3-10"))
    assert legal(state) == [Give("1-01", "wood"), Give("0-07", "stone"), Give("1-01", "grain")]
    state = do(state, Give("1-01", "wood"))
    assert legal(state) == [Give("0-07", "stone"), Give("1-01", "grain")]


@pytest.mark.rules("C7")
def test_a_tavern_costs_a_barrel() -> None:
    """Which is gone; without one the tavern cannot be chosen, whatever coins there are."""
    track = chain("0", "1", "2-02")
    land = {"0-02": "0,1"}
    assert refused(position(player(land, coins=20), track=track), Take("2-02")) == ("no_whisky", "C7")
    state = do(position(player(land, whisky=2), track=track), Take("2-02"), Place("1,1"))
    assert state.players[0].whisky == 1
    assert state.players[0].points == 3


@pytest.mark.rules("C5")
def test_a_chieftain_that_nobody_has_cannot_be_paid() -> None:
    """Only clan members are left to pay with."""
    me = player({"0-02": "0,1"}, members={"S-1": 1, "0-02": 1})
    state = do(position(me, track=chain("0", "1", "2-06")), Take("2-06"))
    assert refused(state, PayChieftain()) == ("no_chieftain", "C5")


def test_payments_are_offered_tile_by_tile() -> None:
    """In the order of the tiles, whatever came first onto the land."""
    me = player(
        {"1-20": "1,1", "1-16": "-1,1", "0-02": "0,1"},
        {"1-20": ["wood"], "1-16": ["wood"], "0-02": ["wood"]},
        {"0-02": 1},
    )
    state = do(position(me, track=chain("0", "1", "1-21")), Take("1-21"))
    offered = [offer.move for offer in glenmore.offers(state, 0) if isinstance(offer.move, Give)]
    assert offered == [Give("0-02", "wood"), Give("1-16", "wood"), Give("1-20", "wood")]
