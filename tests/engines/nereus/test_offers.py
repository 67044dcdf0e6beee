"""What each target is offered for: price, gain, path and toll, or the rule against it."""

from __future__ import annotations

from typing import Any

import pytest

from partie.games.nereus import nereus
from partie.games.nereus.state import Accept, EndTurn, Move, PlaceMarker, Sail, State
from partie.kit import Line, Offer
from tests.engines.nereus.position import do, ended, on, player, position


def offered(state: State, target: str) -> list[Offer[Move]]:
    """The offers for a target to the seat to act."""
    return [offer for offer in nereus.offers(state, state.turn.seat) if offer.target == target]


def the_only(state: State, target: str) -> Offer[Move]:
    """The only offer for a target."""
    (offer,) = offered(state, target)
    return offer


def line(key: str, **params: Any) -> Line:
    """A line as offers have it."""
    return Line(key, params)


@pytest.mark.rules("V3", "V4", "P4")
def test_a_voyage_is_offered_with_path_toll_and_treasures() -> None:
    """Straight across the other ship for a toll, or round it for the gold action: two offers for one field."""
    sea = {"a3": ("red", "white")}
    state = on(position(player("a1", gold=3), player("a2"), crew="pilot", sea=sea), "pilot-1")
    straight, bent = sorted(offered(state, "a3"), key=lambda offer: len(offer.price[0].params), reverse=True)
    treasures = (line("gain_treasure", treasure="red"), line("gain_treasure", treasure="white"))
    assert straight.move == Sail("a3", ("1",))
    assert straight.price == (line("price_toll", seat=1, coins=1),)
    assert straight.gain == (line("gain_path", to="a3", path="a1 a2 a3", count=2), *treasures)
    assert bent.move == Sail("a3", ())
    assert bent.price == (line("price_gold", coins=2),)
    assert bent.gain == (line("gain_path", to="a3", path="a1 b1 b2 b3 a3", count=4), *treasures)


@pytest.mark.rules("V1", "V2", "V3", "P1")
def test_a_field_out_of_reach_says_why() -> None:
    """Occupied, too far, or too expensive, each with its rule."""
    state = on(position(player("a1", gold=0), player("a3"), crew="pilot"), "pilot-1")
    reasons = {field: the_only(state, field).refusal for field in ("a3", "a4", "b2", "e5")}
    assert {field: (each.code, each.rule) for field, each in reasons.items() if each is not None} == {
        "a3": ("occupied", "V2"),
        "a4": ("too_dear", "V3"),
        "b2": ("too_dear", "V3"),
        "e5": ("too_far", "P1"),
    }


@pytest.mark.rules("T8", "H1")
def test_ending_the_turn_tells_what_would_be_lost() -> None:
    """So that the client can ask first: treasures in hand, and actions that could still be done."""
    state = on(position(player("a1", gold=3, hand=("red", "white")), player("e5"), crew="purser"), "purser-1")
    end = the_only(state, "turn")
    assert end.move == EndTurn()
    assert end.price == (
        line("price_forfeit", action="basic"),
        line("price_forfeit", action="gold"),
        line("price_lost", treasure="red"),
        line("price_lost", treasure="white"),
    )


@pytest.mark.rules("T1", "U1")
def test_spaces_say_what_they_bring() -> None:
    """And a space that is taken says so."""
    state = position(player("a1"), player("e5"), crew="purser", markers={"purser-2": 1})
    first = the_only(state, "purser-1")
    assert (first.move, first.gain) == (PlaceMarker("purser-1"), (line("gain_gold", coins=6),))
    taken = the_only(state, "purser-2").refusal
    assert taken is not None
    assert (taken.code, taken.rule) == ("space_taken", "T1")


@pytest.mark.rules("H4", "H7", "H8")
def test_a_slot_says_what_laying_a_treasure_there_brings() -> None:
    """The points of a hold that it completes, the rewards of the chest, and why it is not its turn in the chest."""
    slots = {"hold-captain-1": "black", "hold-captain-2": "violet", "hold-captain-3": "red"}
    state = position(player("a1", slots, hand=("green", "white")), player("e5"), crew="purser")
    assert the_only(state, "hold-captain-4").gain == (line("gain_hold", crew="captain"), line("gain_points", points=12))
    assert the_only(state, "chest-white").gain == (line("gain_gold", coins=1), line("gain_points", points=1))
    refusal = the_only(state, "chest-green").refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("chest_order", "H7")


@pytest.mark.rules("T6", "E5")
def test_a_hold_completed_while_the_extra_turn_is_offered_does_not_improve_it() -> None:
    """The turn has begun with the offer."""
    slots = {f"hold-merchant-{number}": "white" for number in (1, 2)}
    me = player("a1", slots, gold=9, gems=1, played=("captain", "pilot", "boatswain"))
    state = position(me, player("e5"), crew="explorer", cycle=4)
    state = ended(on(state, "explorer-1"))
    assert state.step == "offer"
    accept = the_only(state, "merchant")
    assert accept.price == (line("price_gold", coins=2),)
    gem = next(move for move in nereus.legal(state, 0) if getattr(move, "to", "") == "hold-merchant-3")
    state = do(state, gem, Accept("merchant"))
    assert state.players[0].done == ("merchant",)
    assert not state.turn.improved


@pytest.mark.rules("W1", "W2")
@pytest.mark.parametrize("gold", [3, 2])
def test_each_choice_of_an_action_has_its_price_whether_it_can_be_paid_or_not(gold: int) -> None:
    """Power or a card for 3 gold: two offers, or twice the reason why not, with the same price."""
    state = on(position(player("a1", gold=gold), player("e5"), crew="scientist"), "scientist-3")
    power, card = offered(state, "gold")
    for offer in (power, card):
        assert offer.price == (line("price_gold", coins=3),)
        assert (offer.refusal is None) == (gold == 3)
    assert card.gain == (line("gain_card", count=1),)
    assert power.gain == ((line("gain_power", count=1),) if gold == 3 else ())


@pytest.mark.rules("W1")
def test_a_space_that_brings_either_is_offered_once_for_each() -> None:
    """The last space of the small side."""
    state = on(position(player("a1"), player("e5"), crew="scientist"), "scientist-3")
    power, card = offered(state, "scientist-3")
    assert power.gain == (line("gain_power", count=1),)
    assert card.gain == (line("gain_card", count=1),)
