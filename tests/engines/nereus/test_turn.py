"""The turn: the marker, the crew's actions in one go, what can be done at any time, and the end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from partie.games.nereus import nereus
from partie.games.nereus.data import CREW, Crew, side
from partie.games.nereus.state import (
    Basic,
    EndTurn,
    Exchange,
    Gold,
    Improved,
    Move,
    Place,
    PlaceMarker,
    PlayCard,
    Sail,
    Salvage,
    Sell,
    Shift,
    State,
    UseGem,
)
from partie.kit import Draws, RecordedChance
from tests.engines.nereus.position import do, legal, on, player, position, refused, stored


def kinds(state: State) -> set[type]:
    """What sorts of moves are legal."""
    return {type(move) for move in legal(state)}


def open_event(state: State, move: Move, draws: Draws = ()) -> bool:
    """Whether the move neither drew nor uncovered anything, so that it can be taken back."""
    chance = RecordedChance(draws)
    nereus.apply(state, state.turn.seat, move, chance)
    return not chance.draws and not chance.uncovered


@pytest.mark.rules("T1", "T3")
def test_the_marker_must_be_placed_on_a_free_space_of_the_row() -> None:
    """Any free one, not only the leftmost; without it the turn neither ends nor brings an action."""
    state = position(player("a1"), player("e5"), crew="purser", markers={"purser-2": 1})
    assert [move.space for move in legal(state) if isinstance(move, PlaceMarker)] == ["purser-1", "purser-3"]
    assert refused(state, PlaceMarker("purser-2")) == "T1"
    assert refused(state, PlaceMarker("pilot-1")) == "T1"
    assert refused(state, PlaceMarker("purser-4")) == "T1"
    assert EndTurn() not in legal(state)
    assert Basic("all") not in legal(state)
    state = on(state, "purser-3")
    assert state.rows["purser"] == ("", "1", "0")
    assert refused(state, PlaceMarker("purser-1")) == "T1"


@pytest.mark.rules("T2")
@pytest.mark.parametrize("crew", CREW)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_to_come_finds_a_space(crew: Crew, seats: int) -> None:
    """Even if everybody else, the neutral player included, has a marker in the row."""
    corners = side(seats).corners
    others: list[int | str] = list(range(1, seats)) + (["neutral"] if seats == 2 else [])
    markers = {f"{crew}-{number}": owner for number, owner in enumerate(others, 1)}
    state = position(*(player(corners[seat]) for seat in range(seats)), crew=crew, markers=markers)
    assert [move.space for move in legal(state) if isinstance(move, PlaceMarker)] == [f"{crew}-{len(others) + 1}"]


@pytest.mark.rules("T3")
def test_every_action_may_be_left_out() -> None:
    """Only the gold action, only the improved one, or none at all."""
    state = on(position(player("a1", done=("merchant",)), player("e5"), crew="merchant"), "merchant-1")
    assert do(state, Gold("all")).players[0].points == 1
    assert do(state, Improved()).players[0].points == 2
    assert do(state, EndTurn()).players[0].points == 0
    for order in ((Basic("all"), Improved()), (Improved(), Basic("all"))):
        assert do(state, *order).players[0].points == 7


@pytest.mark.rules("T3")
def test_no_action_is_done_twice() -> None:
    """Neither basic nor gold nor improved."""
    me = player("a1", done=("merchant",), gold=9)
    state = on(position(me, player("e5"), crew="merchant"), "merchant-1")
    once = do(state, Basic("all"))
    assert refused(once, Basic("all")) == "T3"
    once = do(once, Improved())
    assert refused(once, Improved()) == "T6"
    assert do(once, Gold("all")).players[0].points == 5 + 2 + 1


@pytest.mark.rules("T4")
def test_a_free_action_between_the_actions_ends_them() -> None:
    """Selling after the basic action forfeits gold and improved action."""
    me = player("a1", {"storage-5": "white"}, done=("merchant",), gold=9)
    state = do(on(position(me, player("e5"), crew="merchant"), "merchant-1"), Basic("all"))
    assert {Gold, Improved} <= kinds(state)
    state = do(state, Sell("white"))
    assert not {Gold, Improved, Basic} & kinds(state)
    assert refused(state, Gold("all")) == "T4"
    assert refused(state, Improved()) == "T4"
    shown = nereus.view(state, 1)["turn"]
    assert isinstance(shown, dict)
    assert [shown[name] for name in ("basic", "gold", "improved")] == [False, False, False]


@pytest.mark.rules("T4", "T7")
def test_free_actions_come_before_the_first_action() -> None:
    """Before the marker, and after it as long as no action has begun; nothing of the actions is lost."""
    me = player("a1", {"storage-5": "white", "storage-1": "black"}, done=("merchant",), gold=0)
    state = do(position(me, player("e5"), crew="merchant"), Sell("white"))
    state = do(on(state, "merchant-1"), Sell("black"))
    state = do(state, Basic("all"), Gold("all"), Improved())
    assert (state.players[0].gold, state.players[0].points) == (0, 5 + 1 + 2)


@pytest.mark.rules("T4", "B1")
def test_the_boatswains_moves_end_with_a_free_action() -> None:
    """Treasures drawn wait in the hand; placing one gives up the moves that are left."""
    me = player("a1", {"storage-3": "green", "chest-white": "white", "chest-yellow": "yellow"})
    state = do(on(position(me, player("e5"), crew="boatswain"), "boatswain-1"), Basic("all"))
    state = do(state, Shift("storage-3", "chest-green"), draws=("white",))
    assert state.turn.shifts == 3
    state = do(state, Place("white", "storage-5"))
    assert refused(state, Shift("storage-5", "hold-boatswain-3")) in ("T4", "B1")


@pytest.mark.rules("T5")
@pytest.mark.parametrize("first", ["power", "card"])
def test_one_gold_action_a_turn(first: str) -> None:
    """Also where two are offered: power or a card, not both."""
    me = player("a1", gold=9)
    state = on(position(me, player("e5"), crew="scientist"), "scientist-1")
    assert {Gold("power"), Gold("card")} <= set(legal(state))
    state = do(state, Gold(first), draws=("draw",) if first == "card" else ())  # type: ignore[arg-type]
    assert refused(state, Gold("power")) == "T5"
    assert refused(state, Gold("card")) == "T5"
    assert state.players[0].gold == 6


@pytest.mark.rules("T5", "K2")
def test_the_captains_two_gold_actions_are_not_added() -> None:
    """Three fields more do not exist."""
    me = player("a1", gold=9)
    state = on(position(me, player("f6"), player("f1"), player("a6"), crew="captain"), "captain-2")
    reached = {move.to for move in legal(state) if isinstance(move, Sail)}
    assert "d1" in reached
    assert "e1" not in reached


@pytest.mark.rules("T6")
def test_a_hold_completed_in_this_turn_does_not_improve_it() -> None:
    """Before the marker, after it, or by the boatswain himself."""
    slots = {"hold-purser-1": "black", "hold-purser-2": "violet", "hold-purser-3": "red"}
    me = player("a1", slots, hand=("green",))
    state = position(me, player("e5"), crew="purser")
    early = on(do(state, Place("green", "hold-purser-4")), "purser-1")
    late = do(on(state, "purser-1"), Place("green", "hold-purser-4"))
    for each in (early, late):
        assert each.players[0].done == ("purser",)
        assert refused(each, Improved()) == "T6"
        assert Basic("all") in legal(each)

    slots = {"hold-boatswain-1": "green", "hold-boatswain-2": "yellow", "storage-5": "white"}
    state = on(position(player("a1", slots), player("e5"), crew="boatswain"), "boatswain-1")
    state = do(state, Basic("all"), Shift("storage-5", "hold-boatswain-3"))
    assert state.players[0].done == ("boatswain",)
    assert refused(state, Improved()) in ("T4", "T6")


@pytest.mark.rules("T6", "K3", "P3")
def test_a_captains_or_pilots_hold_completed_in_this_turn_does_not_help_the_voyage() -> None:
    """No field more and no bend for nothing."""
    slots = {"hold-captain-1": "black", "hold-captain-2": "violet", "hold-captain-3": "red"}
    state = position(player("a1", slots, hand=("green",), gold=0), player("e1"), crew="captain")
    state = on(do(state, Place("green", "hold-captain-4")), "captain-1")
    assert {move.to for move in legal(state) if isinstance(move, Sail)} == {"a1", "b1", "c1", "a2", "a3", "b2", "c3"}
    slots = {"hold-pilot-1": "violet", "hold-pilot-2": "red", "hold-pilot-3": "green"}
    state = position(player("a1", slots, hand=("yellow",), gold=0), player("e5"), crew="pilot")
    state = on(do(state, Place("yellow", "hold-pilot-4")), "pilot-3")
    assert {move.to for move in legal(state) if isinstance(move, Sail)} == {"a1", "b1", "c1", "a2", "a3"}


@pytest.mark.rules("T7")
def test_at_any_time_means_in_the_own_turn_only() -> None:
    """Others can do nothing meanwhile, and after the last action everything is possible again."""
    rich = {"storage-5": "white", "storage-6": "white"}
    one = player("a1", rich, gems=1, hand=("red",), power=1, science=("salvage",))
    other = player("e5", rich, gems=1, hand=("red",), power=1, science=("salvage",))
    state = position(one, other, crew="purser", sea={"c3": ("black",)})
    free = {Place, Exchange, UseGem, Sell, Salvage}
    assert free <= kinds(state)
    assert legal(state, 1) == []
    for move in (Sell("white"), Sell("gem"), Place("red", "storage-3"), Exchange("white"), Salvage("c3", "black")):
        assert refused(state, move, seat=1) == "C4"
    state = do(on(state, "purser-1"), Basic("all"))
    assert free <= kinds(state)


@pytest.mark.rules("T8", "H1")
def test_what_is_still_in_hand_is_lost() -> None:
    """It goes into the bag."""
    state = on(position(player("a1", hand=("red", "red", "white")), player("e5"), crew="purser"), "purser-1")
    bag = state.bag.treasures
    state = do(state, Place("red", "storage-3"), Basic("all"), EndTurn())
    me = state.players[0]
    assert (me.hand, stored(me)) == ((), ["red"])
    assert state.bag.treasures["red"] == bag["red"] + 1
    assert state.bag.treasures["white"] == bag["white"] + 1


@pytest.mark.rules("S9")
def test_steps_without_a_draw_can_be_taken_back() -> None:
    """Marker, voyage, placing, selling and gems; not what comes out of the bag or shows a card."""
    slots = {"storage-5": "white", "storage-6": "white"}
    me = player("a1", slots, gold=9, gems=1, power=1, hand=("red",), science=("draw", "salvage"), done=("purser",))
    state = position(me, player("e5"), crew="purser", sea={"b2": ("red",)})
    for move in (PlaceMarker("purser-1"), Place("red", "storage-3"), Sell("white"), Exchange("white")):
        assert open_event(state, move)
    assert open_event(state, UseGem("hold-merchant-1"))
    assert not open_event(state, PlayCard("draw"), ("red", "red"))
    assert not open_event(state, Salvage("b2", "red"))
    state = on(state, "purser-1")
    assert open_event(state, Basic("all"))
    assert open_event(state, Improved())
    assert not open_event(state, Gold("all"), ("white",))
    captain = on(position(replace(me, played=()), player("e5"), crew="captain", sea={"b2": ("red",)}), "captain-1")
    assert open_event(captain, Sail("b2", ()))
