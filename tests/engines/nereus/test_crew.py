"""Boatswain, purser, merchant and scientist."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from partie.games.nereus.data import SIDES, Space
from partie.games.nereus.state import Basic, Discard, EndTurn, Gold, Improved, Player, Shift, State
from tests.engines.nereus.position import do, legal, on, player, position, refused, stored

LARGE = SIDES["large"].rows


def at(
    me: Player, space: str, seats: int = 2, pile: dict[str, int] | None = None, discards: tuple[str, ...] = ()
) -> State:
    """The turn of a player after the marker was placed."""
    corners = ("", "e5", "a5", "f6")
    others = [player(corners[seat]) for seat in range(1, seats)]
    crew = space.split("-", maxsplit=1)[0]
    return on(position(me, *others, crew=crew, pile=pile, discards=discards), space)


def shifts(state: State) -> set[tuple[str, str]]:
    """Everything the boatswain may move."""
    return {(move.slot, move.to) for move in legal(state) if isinstance(move, Shift)}


@pytest.mark.rules("B1")
@pytest.mark.parametrize("space", LARGE["boatswain"], ids=lambda each: each.id)
def test_the_boatswains_points_come_in_full_without_a_move(space: Space) -> None:
    """And then so many moves are possible."""
    state = do(at(player("a1", {"storage-5": "white"}), space.id, seats=4), Basic("all"))
    assert (state.players[0].points, state.turn.shifts) == (space.points, space.moves)
    assert do(state, EndTurn()).players[0].points == space.points


@pytest.mark.rules("B2")
def test_the_boatswain_moves_between_holds_chest_and_storage() -> None:
    """To empty slots that fit; neither out of the chest nor the hand, and not to an equal slot next to it."""
    slots = {"hold-captain-3": "red", "storage-5": "white", "chest-white": "white", "storage-6": "yellow"}
    state = do(at(player("a1", slots, hand=("black",)), "boatswain-1"), Basic("all"))
    found = shifts(state)
    assert {slot for slot, _ in found} == {"hold-captain-3", "storage-5", "storage-6"}
    assert {to for slot, to in found if slot == "hold-captain-3"} == {
        "hold-pilot-2",
        "hold-purser-1",
        "hold-merchant-1",
        "hold-explorer-1",
        "storage-3",
    }
    assert ("storage-6", "chest-yellow") in found
    assert ("storage-5", "storage-6") not in found
    assert refused(state, Shift("chest-white", "storage-5")) == "B2"
    assert refused(state, Shift("storage-1", "storage-2")) == "B2"
    assert refused(state, Shift("storage-5", "hold-captain-1")) == "H2"
    after = do(state, Shift("hold-captain-3", "storage-3"))
    assert stored(after.players[0]) == ["red", "white", "yellow"]
    assert after.players[0].holds["captain"] == ("", "", "", "")


@pytest.mark.rules("B2")
def test_two_treasures_cannot_change_places() -> None:
    """A full slot takes nothing."""
    slots = {"hold-captain-3": "red", "hold-pilot-2": "red"}
    state = do(at(player("a1", slots), "boatswain-1"), Basic("all"))
    assert refused(state, Shift("hold-captain-3", "hold-pilot-2")) == "H2"


@pytest.mark.rules("B2", "H5", "H6")
def test_the_boatswain_keeps_the_rules_of_purser_and_merchant() -> None:
    """A treasure that leaves a hold does not count there."""
    slots = {"hold-merchant-1": "red", "hold-purser-1": "white", "storage-5": "white", "storage-4": "green"}
    state = do(at(player("a1", slots), "boatswain-1"), Basic("all"))
    assert refused(state, Shift("storage-5", "hold-merchant-2")) == "H6"
    assert refused(state, Shift("storage-5", "hold-purser-2")) == "H5"
    assert ("hold-merchant-1", "hold-purser-2") in shifts(state)
    after = do(state, Shift("hold-merchant-1", "storage-3"))
    assert ("storage-4", "hold-merchant-1") in shifts(after)
    assert ("storage-5", "hold-merchant-1") in shifts(after)


@pytest.mark.rules("B3")
def test_gems_are_moved_out_of_holds_but_not_out_of_storage() -> None:
    """To other holds, the chest or a free gem's place; never to a coloured slot of storage."""
    state = do(at(player("a1", {"hold-captain-1": "gem"}, gems=1), "boatswain-1"), Basic("all"))
    found = shifts(state)
    assert {slot for slot, _ in found} == {"hold-captain-1"}
    assert {("hold-captain-1", "gems"), ("hold-captain-1", "chest-white"), ("hold-captain-1", "hold-pilot-1")} <= found
    assert not {to for _, to in found if to.startswith("storage")}
    assert refused(state, Shift("gems", "hold-pilot-1")) == "B3"
    after = do(state, Shift("hold-captain-1", "gems"))
    assert (after.players[0].gems, after.players[0].holds["captain"][0]) == (2, "")
    full = do(at(player("a1", {"hold-captain-1": "gem"}, gems=3), "boatswain-1"), Basic("all"))
    assert refused(full, Shift("hold-captain-1", "gems")) == "B3"
    treasure = do(at(player("a1", {"hold-captain-1": "black"}), "boatswain-1"), Basic("all"))
    assert refused(treasure, Shift("hold-captain-1", "gems")) == "B3"


@pytest.mark.rules("B4", "T5")
def test_a_gold_buys_one_move_more() -> None:
    """Before, between or after the others, or alone; once per turn."""
    slots = {"storage-5": "white", "storage-3": "red", "storage-1": "black"}
    state = at(player("a1", slots, gold=2), "boatswain-3")
    assert shifts(state) == set()
    alone = do(state, Gold("all"), Shift("storage-1", "hold-captain-1"))
    assert (alone.players[0].gold, alone.players[0].points, shifts(alone)) == (1, 0, set())
    assert Basic("all") in legal(alone)
    for order in (
        (Gold("all"), Basic("all"), Shift("storage-1", "hold-captain-1"), Shift("storage-3", "hold-captain-3")),
        (Basic("all"), Shift("storage-1", "hold-captain-1"), Gold("all"), Shift("storage-3", "hold-captain-3")),
        (Basic("all"), Shift("storage-1", "hold-captain-1"), Shift("storage-3", "hold-captain-3"), Gold("all")),
    ):
        after = do(state, *order, Shift("storage-5", "chest-white"))
        assert (after.players[0].gold, after.players[0].points) == (2 - 1 + 1, 2 + 1)
        assert refused(after, Gold("all")) in ("T4", "T5")


@pytest.mark.rules("B5", "B2")
def test_the_treasure_of_the_improved_boatswain_waits_in_hand() -> None:
    """It is not moved, but placed after the actions."""
    state = at(player("a1", {"storage-5": "white"}, done=("boatswain",)), "boatswain-1")
    state = do(state, Improved(), draws=("red",))
    state = do(state, Basic("all"))
    assert {slot for slot, _ in shifts(state)} == {"storage-5"}


@pytest.mark.rules("U1")
@pytest.mark.parametrize("space", LARGE["purser"], ids=lambda each: each.id)
def test_the_purser_brings_gold(space: Space) -> None:
    """Six to three."""
    assert do(at(player("a1"), space.id, seats=4), Basic("all")).players[0].gold == 3 + space.gold


@pytest.mark.rules("U2")
def test_the_purser_draws_a_treasure_for_three_gold() -> None:
    """Also with the gold of the basic action, not with less than three."""
    state = at(player("a1", gold=0), "purser-1")
    assert refused(state, Gold("all")) == "U2"
    state = do(do(state, Basic("all")), Gold("all"), draws=("violet",))
    assert (state.players[0].gold, state.players[0].hand) == (3, ("violet",))


@pytest.mark.rules("U3")
def test_the_improved_purser_brings_two_gold_without_the_basic_action_too() -> None:
    """Each action may be left out."""
    state = do(at(player("a1", gold=0, done=("purser",)), "purser-3"), Improved(), EndTurn())
    assert state.players[0].gold == 2


@pytest.mark.rules("M1")
@pytest.mark.parametrize("space", LARGE["merchant"], ids=lambda each: each.id)
def test_the_merchant_turns_gold_into_points(space: Space) -> None:
    """Seats with too little go without."""
    state = do(at(player("a1", gold=space.pay), space.id, seats=4), Basic("all"))
    assert (state.players[0].gold, state.players[0].points) == (0, space.points)
    assert refused(at(player("a1", gold=space.pay - 1), space.id, seats=4), Basic("all")) == "M1"


@pytest.mark.rules("M2", "M3")
def test_gold_and_improved_action_of_the_merchant_need_no_basic_action() -> None:
    """Two gold for a point; two points for nothing."""
    state = at(player("a1", gold=0, done=("merchant",)), "merchant-1")
    assert refused(state, Gold("all")) == "M2"
    assert do(state, Improved()).players[0].points == 2
    state = do(at(player("a1", gold=2), "merchant-1"), Gold("all"))
    assert (state.players[0].gold, state.players[0].points) == (0, 1)


@pytest.mark.rules("W1")
def test_what_the_scientists_spaces_bring_with_four() -> None:
    """Power two; one and a card; one; a card."""
    me = player("a1")
    brought = []
    for number, draws in ((1, ()), (2, ("draw",)), (3, ()), (4, ("draw",))):
        after = do(at(me, f"scientist-{number}", seats=4), Basic("all"), draws=draws)
        brought.append((after.players[0].power, len(after.players[0].science)))
    assert brought == [(2, 0), (1, 1), (1, 0), (0, 1)]


@pytest.mark.rules("W1")
def test_the_third_space_for_two_and_three_brings_power_or_a_card() -> None:
    """Not both."""
    state = at(player("a1"), "scientist-3")
    assert {move.choice for move in legal(state) if isinstance(move, Basic)} == {"power", "card"}
    power = do(state, Basic("power"))
    assert (power.players[0].power, power.players[0].science) == (1, ())
    card = do(state, Basic("card"), draws=("draw",))
    assert (card.players[0].power, card.players[0].science) == (0, ("draw",))
    for after in (power, card):
        assert not [move for move in legal(after) if isinstance(move, Basic)]
    assert refused(state, Basic("all")) == "W1"


@pytest.mark.rules("W2")
def test_three_gold_bring_power_or_a_card() -> None:
    """Before or after the basic action."""
    state = at(player("a1", gold=3), "scientist-1")
    assert do(state, Gold("power"), Basic("all")).players[0].power == 3
    after = do(do(state, Basic("all")), Gold("card"), draws=("sail",))
    assert (after.players[0].power, after.players[0].gold, after.players[0].science) == (2, 0, ("sail",))
    assert refused(at(player("a1", gold=2), "scientist-1"), Gold("power")) == "W2"


@pytest.mark.rules("W3", "T4")
def test_the_improved_scientist_may_discard_the_card_just_drawn() -> None:
    """One must be discarded before anything else is done; then the other actions go on."""
    state = at(player("a1", {"storage-5": "white"}, science=("draw",), done=("scientist",)), "scientist-1")
    state = do(state, Improved(), draws=("storage_white",))
    assert {move.card for move in legal(state) if isinstance(move, Discard)} == {"draw", "storage_white"}
    assert len(legal(state)) == 2
    assert refused(state, EndTurn()) == "T8"
    assert refused(state, Discard("sail")) == "W3"
    state = do(state, Discard("storage_white"), Basic("all"))
    assert (state.players[0].science, state.science.discards) == (("draw",), ("storage_white",))
    assert state.players[0].power == 2


@pytest.mark.rules("W4")
def test_power_above_five_is_lost() -> None:
    """Two more than four are five."""
    assert do(at(player("a1", power=4), "scientist-1"), Basic("all")).players[0].power == 5
    assert do(at(player("a1", power=5), "scientist-1"), Basic("all")).players[0].power == 5


@pytest.mark.rules("W5")
def test_the_discards_become_the_new_pile() -> None:
    """When the pile is empty and a card is drawn."""
    me = player("a1", gold=3)
    state = at(me, "scientist-2", pile={}, discards=("draw", "salvage"))
    state = do(state, Basic("all"), draws=("salvage",))
    assert (state.players[0].science, state.science.pile, state.science.discards) == (("salvage",), {"draw": 1}, ())


@pytest.mark.rules("W5", "W3")
def test_without_any_card_none_is_drawn_and_none_discarded() -> None:
    """The power of the space still comes."""
    me = player("a1", gold=3, science=("draw",), done=("scientist",))
    state = at(me, "scientist-2", pile={})
    assert refused(state, Gold("card")) == "W5"
    assert refused(state, Improved()) == "W5"
    after = do(state, Basic("all"))
    assert (after.players[0].power, after.players[0].science) == (1, ("draw",))
    only = at(replace(me, done=()), "scientist-3", pile={})
    assert refused(only, Basic("card")) == "W5"


@pytest.mark.rules("W3", "T4")
def test_the_discard_may_be_the_last_of_the_actions() -> None:
    """Then they are over."""
    state = at(player("a1", gold=3, science=("draw",), done=("scientist",)), "scientist-1")
    state = do(state, Basic("all"), Gold("power"))
    state = do(state, Improved(), draws=("storage_white",))
    assert do(state, Discard("storage_white")).step == "free"
