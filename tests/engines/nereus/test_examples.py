"""The worked examples of the rule text."""

import pytest
from msgspec.structs import replace

from partie.games.nereus import nereus
from partie.games.nereus.data import SIDES
from partie.games.nereus.scoring import settle
from partie.games.nereus.state import (
    Accept,
    Basic,
    ChooseCrew,
    Decline,
    Discard,
    EndTurn,
    Exchange,
    Explore,
    Gold,
    Improved,
    Keep,
    Neutral,
    Place,
    PlaceMarker,
    PlayCard,
    Sail,
    Sell,
    Shift,
    UseGem,
)
from partie.games.nereus.tables import kinds
from tests.engines.nereus.position import do, legal, on, player, position, refused, stored


@pytest.mark.rules("D2")
def test_discovery_brings_a_treasure_to_ticked_fields_without_ships_and_without_three_treasures() -> None:
    """The card with the corners: two of them hold ships, one has three treasures, one has two."""
    three, two = ("white", "white", "red"), ("white", "green")
    crowd = [player("a1"), player("e1"), player("c1")]
    state = position(*crowd, sea={"a5": three, "e5": two}, crew="purser", cycle=4, queue=())
    card = next(name for name, fields in SIDES["small"].discovery.items() if {"a1", "e1", "a5", "e5"} <= set(fields))
    state = replace(state, day=replace(state.day, deck=(card,), card="A3"))
    others = [field for field in SIDES["small"].discovery[card] if field not in ("a1", "e1", "a5", "e5")]
    state = on(state, "purser-1")
    state = do(state, EndTurn(), draws=(card, *["yellow"] * (len(others) + 1)))
    assert state.sea["a5"] == three
    assert state.sea["e5"] == (*two, "yellow")
    assert state.sea == {"a5": three, "e5": (*two, "yellow"), **dict.fromkeys(others, ("yellow",))}


@pytest.mark.rules("C4", "K1", "M1", "T1", "V4")
def test_green_sails_for_the_black_treasure_and_red_trades() -> None:
    """The captain's first space allows two fields, one is enough; then red pays two gold for five points."""
    green, red = player("b2"), player("e5", played=("merchant",))
    state = position(green, red, crew="captain", sea={"c3": ("black",), "d4": ("white",)}, queue=(1,))
    state = do(on(state, "captain-1"), Sail("c3", ()), Place("black", "storage-1"), EndTurn())
    assert state.players[0].ship == "c3"
    assert stored(state.players[0]) == ["black"]
    assert state.sea == {"d4": ("white",)}
    assert state.rows["captain"][0] == "0"
    assert state.turn.seat == 1
    state = do(state, PlaceMarker("merchant-1"), Basic("all"))
    assert (state.players[1].gold, state.players[1].points) == (3 - 2, 5)


@pytest.mark.rules("E3", "E4", "E5", "C3")
def test_green_blue_and_yellow_have_markers_in_the_explorers_row() -> None:
    """Green pays two gold and raises the power by one; blue may pay three, yellow four."""
    green = player("a1", gold=2, played=("explorer", "captain", "pilot"))
    blue = player("e1", gold=3, played=("explorer", "captain", "pilot", "purser"))
    yellow = player("a5", gold=4, played=("explorer", "captain", "pilot", "merchant"))
    markers = {"explorer-1": 0, "explorer-2": 1, "explorer-3": 2, "scientist-1": 1}
    state = position(green, blue, yellow, crew="boatswain", markers=markers, cycle=4)
    state = do(on(state, "boatswain-1"), EndTurn())
    assert (state.turn.seat, state.step) == (0, "offer")
    assert Accept("captain") not in legal(state)
    state = do(state, Accept("scientist"))
    assert state.players[0].gold == 0
    state = do(state, PlaceMarker("scientist-3"), Basic("power"), EndTurn())
    assert state.players[0].power == 1
    assert state.rows["explorer"] == ("", "1", "2")
    assert state.rows["scientist"] == ("1", "", "0")
    assert (state.turn.seat, state.step) == (1, "offer")
    state = do(state, Accept("merchant"))
    assert state.players[1].gold == 0
    state = do(state, PlaceMarker("merchant-1"), EndTurn(), Accept("purser"))
    assert (state.turn.seat, state.players[2].gold) == (2, 0)


@pytest.mark.rules("H3", "H4")
def test_the_captains_hold_takes_black_violet_red_and_green_for_twelve_points() -> None:
    """The treasures go into the bag, and the hold is complete."""
    slots = {"hold-captain-1": "black", "hold-captain-2": "violet", "hold-captain-3": "red"}
    state = position(player("a1", slots, hand=("green",)), player("e5"), crew="purser")
    before = state.bag.treasures
    state = do(state, Place("green", "hold-captain-4"))
    me = state.players[0]
    assert (me.points, me.done, "captain" in me.holds) == (12, ("captain",), False)
    for colour in ("black", "violet", "red", "green"):
        assert state.bag.treasures[colour] == before[colour] + 1


@pytest.mark.rules("H1", "H6", "H8", "H10", "H11", "M3")
def test_red_places_a_white_a_yellow_and_a_green_treasure() -> None:
    """Into the chest; the yellow one drawn makes a gem with another, and the gem completes the merchant's hold."""
    slots = {"storage-5": "yellow", "hold-merchant-1": "violet", "hold-merchant-2": "violet"}
    red = player("a1", slots, gold=0, hand=("white", "yellow", "green"))
    state = position(red, player("e5"), crew="purser")
    state = do(state, Place("white", "chest-white"))
    assert (state.players[0].gold, state.players[0].points) == (1, 1)
    state = do(state, Place("yellow", "chest-yellow"))
    assert (state.players[0].gold, state.players[0].points) == (4, 3)
    state = do(state, Place("green", "chest-green"), draws=("yellow",))
    assert state.players[0].hand == ("yellow",)
    before = state.bag.treasures["yellow"]
    state = do(state, Place("yellow", "storage-6"), Exchange("yellow"))
    assert (stored(state.players[0]), state.players[0].gems) == ([], 1)
    assert state.bag.treasures["yellow"] == before + 2
    state = do(state, UseGem("hold-merchant-3"))
    me = state.players[0]
    assert (me.points, me.gold, me.gems, me.done) == (3 + 5, 4, 0, ("merchant",))

    later = position(replace(me, played=()), player("e5"), crew="merchant")
    later = do(on(later, "merchant-3"), Improved())
    assert later.players[0].points == 8 + 2


@pytest.mark.rules("K2", "V1", "V4")
def test_green_sails_three_fields_for_three_gold() -> None:
    """One field of the second space and two more; all three treasures of the last field, none of those crossed."""
    green = player("a3", gold=3)
    sea = {"b3": ("white",), "c3": ("black",), "d3": ("yellow", "green", "red")}
    state = do(on(position(green, player("e5"), crew="captain", sea=sea), "captain-2"), Sail("d3", ()))
    me = state.players[0]
    assert (me.ship, me.gold) == ("d3", 0)
    assert sorted(me.hand) == ["green", "red", "yellow"]
    assert state.sea == {"b3": ("white",), "c3": ("black",)}
    poor = on(position(replace(green, gold=2), player("e5"), crew="captain", sea=sea), "captain-2")
    assert Sail("c3", ()) in legal(poor)
    assert refused(poor, Sail("d3", ())) == "V3"


@pytest.mark.rules("P1", "P2", "P4")
def test_green_sails_east_twice_south_and_east() -> None:
    """Four fields, of which the direction changes twice, for two gold."""
    green = player("a1", gold=2)
    sea = {"c3": ("red", "white"), "b2": ("black",)}
    state = do(on(position(green, player("e5"), crew="pilot", sea=sea), "pilot-1"), Sail("c3", ()))
    me = state.players[0]
    assert (me.ship, me.gold, sorted(me.hand)) == ("c3", 0, ["red", "white"])
    assert state.sea == {"b2": ("black",)}
    poor = on(position(replace(green, gold=1), player("e5"), crew="pilot", sea=sea), "pilot-1")
    assert refused(poor, Sail("c3", ())) == "V3"
    assert Sail("a5", ()) in legal(poor)


@pytest.mark.rules("B1", "B2", "H4", "H7", "H8")
def test_yellow_moves_three_of_four_treasures() -> None:
    """Yellow and green into the chest, white into the scientist's hold, which is complete; the fourth is not moved."""
    slots = {
        "chest-white": "white",
        "storage-5": "yellow",
        "storage-6": "white",
        "hold-boatswain-1": "green",
        "hold-scientist-1": "yellow",
        "hold-scientist-2": "white",
    }
    state = on(position(player("a1", slots, gold=0), player("e5"), crew="boatswain"), "boatswain-1")
    state = do(state, Basic("all"))
    assert (state.players[0].points, state.turn.shifts) == (3, 4)
    state = do(state, Shift("storage-5", "chest-yellow"))
    assert (state.players[0].gold, state.players[0].points) == (3, 5)
    state = do(state, Shift("hold-boatswain-1", "chest-green"), draws=("red",))
    assert state.players[0].hand == ("red",)
    state = do(state, Shift("storage-6", "hold-scientist-3"))
    me = state.players[0]
    assert (me.points, me.done, state.turn.shifts) == (5 + 5, ("scientist",), 1)
    assert EndTurn() in legal(state)


@pytest.mark.rules("W3", "H4")
def test_the_complete_scientists_hold_exchanges_a_card_whenever_the_scientist_is_played() -> None:
    """One card is drawn, one of the hand is given up."""
    yellow = player("a1", done=("scientist",), science=("draw", "salvage"))
    state = on(position(yellow, player("e5"), crew="scientist"), "scientist-1")
    state = do(state, Improved(), draws=("sail",))
    assert sorted(state.players[0].science) == ["draw", "sail", "salvage"]
    state = do(state, Discard("draw"))
    assert sorted(state.players[0].science) == ["sail", "salvage"]
    assert state.science.discards == ("draw",)


@pytest.mark.rules("B5", "T3")
def test_the_improved_boatswain_may_come_before_the_basic_action() -> None:
    """The treasure is drawn first, then treasures are moved."""
    me = player("a1", {"storage-5": "white"}, done=("boatswain",))
    state = on(position(me, player("e5"), crew="boatswain"), "boatswain-2")
    state = do(state, Improved(), draws=("black",))
    state = do(state, Basic("all"), Shift("storage-5", "chest-white"))
    assert state.players[0].hand == ("black",)
    assert state.players[0].points == 2 + 1


@pytest.mark.rules("U1", "U3")
def test_blue_receives_five_gold_and_two_more() -> None:
    """The second space of the purser, whose hold is complete."""
    state = on(position(player("a1", gold=0, done=("purser",)), player("e5"), crew="purser"), "purser-2")
    state = do(state, Basic("all"), Improved())
    assert state.players[0].gold == 5 + 2


@pytest.mark.rules("M1")
def test_green_pays_three_gold_for_four_points() -> None:
    """The merchant's third space."""
    state = do(on(position(player("a1"), player("e5"), crew="merchant"), "merchant-3"), Basic("all"))
    assert (state.players[0].gold, state.players[0].points) == (0, 4)


@pytest.mark.rules("W1", "X2", "X3")
def test_blue_raises_the_power_draws_a_card_and_plays_one() -> None:
    """The scientist's second space; later, after a voyage, one power is one card: two treasures."""
    blue = player("a1", science=("draw",))
    state = on(position(blue, player("e5"), crew="scientist"), "scientist-2")
    state = do(state, Basic("all"), draws=("storage_red",))
    me = state.players[0]
    assert (me.power, sorted(me.science)) == (1, ["draw", "storage_red"])

    state = on(position(replace(me, played=()), player("e5"), crew="captain"), "captain-1")
    state = do(state, Sail("b2", ()))
    state = do(state, PlayCard("draw"), draws=("white", "violet"))
    me = state.players[0]
    assert (me.power, me.hand, me.science) == (0, ("white", "violet"), ("storage_red",))
    assert state.science.discards == ("draw",)


@pytest.mark.rules("E1", "E4")
def test_green_lifts_a_black_treasure_and_may_pay_three_gold() -> None:
    """The third space for four; green is second in phase III because red has the first space, else first."""

    def begin(*, red: bool) -> tuple[int, int]:
        played = ("captain", "pilot", "purser")
        others = [player("f1", played=(*played, "explorer")), player("a6", played=played), player("f6", played=played)]
        markers = {"explorer-1": 1} if red else {}
        sea = {"b1": ("white",), "a2": ("black", "red"), "b2": ("violet",)}
        state = position(
            player("a1", played=played), *others, crew="explorer", sea=sea, markers=markers, cycle=4, hourglass=1
        )
        state = on(state, "explorer-3")
        assert [move for move in legal(state) if isinstance(move, Explore)] == [Explore("a2", "black")]
        state = do(state, Explore("a2", "black"), Place("black", "storage-1"), EndTurn())
        assert stored(state.players[0]) == ["black"]
        if red:
            assert state.turn.seat == 1
            state = do(state, Decline())
        assert (state.turn.seat, state.step) == (0, "offer")
        gold = state.players[0].gold
        state = do(state, Accept("merchant"))
        return gold, state.players[0].gold

    assert begin(red=True) == (3, 0)
    assert begin(red=False) == (3, 0)


@pytest.mark.rules("N2", "N3", "N4", "N5", "N7")
def test_the_neutral_ship_cannot_go_east_and_goes_two_fields_south() -> None:
    """Three fields are due: from north-west a three points east, where the rim is; two more point south, to the rim."""
    state = position(
        player("a1"),
        player("b1", played=("pilot",)),
        sea={"e5": ("white",), "e4": ("black",)},
        bag={"red": 1},
        step="crew",
        markers={"pilot-1": 1},
        neutral=Neutral("e3", 7, ()),
    )
    state = do(state, ChooseCrew("purser"), seat=0)
    state = do(state, ChooseCrew("merchant"), seat=1, draws=("pilot", 3, 2))
    assert state.rows["pilot"] == ("1", "neutral", "")
    assert state.neutral is not None
    assert (state.neutral.ship, state.neutral.compass) == ("e5", 4)
    assert state.bag.treasures == {"red": 1, "white": 1}
    assert state.sea == {"e4": ("black",)}
    assert state.turn.seat == 0


@pytest.mark.rules("F3")
def test_two_cards_for_red_in_storage_need_two_red_treasures() -> None:
    """With one of them only one card scores."""
    cards = ("storage_red", "storage_red")
    one = player("a1", {"storage-3": "red"}, power=5, science=cards)
    two = player("a1", {"storage-3": "red", "storage-4": "red"}, power=5, science=cards)
    assert settle(one).card_points == 6
    assert settle(two).card_points == 12


@pytest.mark.rules("F5", "H12")
def test_treasures_bring_two_gold_gems_five_and_five_gold_a_point() -> None:
    """Seven gold, two treasures and a gem in storage are sixteen gold and three points; holds bring none."""
    slots = {"storage-1": "black", "storage-5": "white", "hold-captain-1": "black", "chest-white": "white"}
    settled = settle(player("a1", slots, gold=7, gems=1))
    assert (settled.gold, settled.gold_points, settled.card_points) == (16, 3, 0)
    state = position(player("a1", slots, gold=7, gems=1), player("e5"), crew="purser")
    state = do(state, Sell("black"), Sell("white"), Sell("gem"))
    assert state.players[0].gold == 16


@pytest.mark.rules("D6")
def test_an_empty_bag_gets_a_set_and_later_discards_leave_the_game() -> None:
    """Two white, two yellow, one of each other colour; of these one was drawn. Discarded treasures are gone then."""
    me = player("a1", {"storage-3": "red", "storage-4": "green"}, gold=3)
    state = on(position(me, player("e5"), crew="purser", bag={}), "purser-1")
    state = do(state, Gold("all"), draws=("white",))
    assert state.bag.treasures == {"white": 1, "yellow": 2, "green": 1, "red": 1, "violet": 1, "black": 1}
    state = do(state, Sell("red"))
    assert state.bag.treasures["red"] == 1
    assert (stored(state.players[0]), state.players[0].gold) == (["green"], 2)


@pytest.mark.rules("K3")
def test_the_improved_captain_sails_three_fields_instead_of_two() -> None:
    """And without a complete hold two."""
    better = on(position(player("a1", done=("captain",), gold=0), player("e1"), crew="captain"), "captain-1")
    plain = on(position(player("a1", gold=0), player("e1"), crew="captain"), "captain-1")
    assert Sail("d4", ()) in legal(better)
    assert Sail("e5", ()) not in legal(better)
    assert Sail("c3", ()) in legal(plain)
    assert Sail("d4", ()) not in legal(plain)


@pytest.mark.rules("S6")
def test_five_cards_are_dealt_and_three_are_kept() -> None:
    """The others go back into the pile."""
    state = position(
        player("a1", science=("draw", "salvage", "sail", "chest_red", "storage_white")),
        player("e5", science=("draw", "draw", "salvage", "storage_red", "storage_red")),
        step="keep",
    )
    pile = sum(state.science.pile.values())
    assert nereus.pending(state) == frozenset((0, 1))
    state = do(state, Keep(("draw", "salvage", "sail")), seat=0)
    assert nereus.pending(state) == frozenset((1,))
    fields = SIDES["small"].discovery[state.day.deck[0]]
    state = do(
        state,
        Keep(("draw", "storage_red", "storage_red")),
        seat=1,
        draws=(state.day.deck[0], *["white"] * len([field for field in fields if field not in ("a1", "e5")])),
    )
    assert state.players[0].science == ("draw", "salvage", "sail")
    assert kinds(state.players[1].science) == ("draw", "storage_red", "storage_red")
    assert nereus.view(state, 0)["science"] == {"pile": pile + 4, "discards": {}}
