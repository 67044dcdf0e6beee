"""Rounds and days, the bag, and phase III with its extra turns."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from partie.games.nereus import nereus
from partie.games.nereus.data import SIDES, side
from partie.games.nereus.state import (
    Accept,
    Basic,
    ChooseCrew,
    Decline,
    EndTurn,
    Gold,
    Improved,
    Options,
    Place,
    PlaceMarker,
    Sail,
    Sell,
    State,
    UseGem,
)
from tests.engines.nereus.position import do, ended, legal, on, player, position, refused, stored

FOUR = ("explorer", "captain", "pilot", "purser")


def last_turn(*gold: int, markers: dict[str, int | str], options: Options | None = None, day: int = 1) -> State:
    """The end of phase II: everybody has played four, the explorer among them."""
    corners = side(len(gold)).corners
    seats = [player(corners[seat], gold=coins, played=FOUR) for seat, coins in enumerate(gold)]
    state = position(*seats, crew="purser", markers=markers, cycle=4, options=options, day=day)
    return on(state, "purser-1")


def discovered(state: State, card: str, colour: str = "white") -> tuple[str, ...]:
    """What is drawn when a day begins with a card."""
    ships = {each.ship for each in state.players} | {state.neutral.ship}
    fields = SIDES[side(len(state.players)).name].discovery[card]
    room = [field for field in fields if field not in ships and len(state.sea.get(field, ())) < 3]
    return (card, *[colour] * len(room))


@pytest.mark.rules("D3", "D4")
def test_the_hourglass_passes_to_the_left_after_each_round_and_the_sun_does_not() -> None:
    """Four rounds a day, then phase III."""
    state = position(player("a1"), player("e1"), player("e5"), crew="purser", hourglass=1, sun=1, queue=())
    holders = []
    members = ("captain", "pilot", "merchant")
    for cycle in range(1, 5):
        while state.step == "marker":
            state = ended(do(state, next(move for move in legal(state) if isinstance(move, PlaceMarker))))
        if cycle < 4:
            assert (state.step, state.day.round, state.day.sun) == ("crew", cycle + 1, 1)
            holders.append(state.day.hourglass)
            for seat in range(3):
                state = do(state, ChooseCrew(members[cycle - 1]), seat=seat)  # type: ignore[arg-type]
            assert state.turn.seat == state.day.hourglass
            if cycle == 3:
                state = replace(state, day=replace(state.day, deck=("A6",)))
                while len(state.day.queue):
                    state = ended(do(state, next(move for move in legal(state) if isinstance(move, PlaceMarker))))
                state = do(state, next(move for move in legal(state) if isinstance(move, PlaceMarker)))
                state = ended(state, draws=discovered(state, "A6"))
                break
    assert holders == [2, 0, 1]
    assert (state.day.number, state.day.sun, state.day.hourglass, state.step) == (2, 2, 2, "crew")


@pytest.mark.rules("D4", "D5")
def test_a_new_day_begins_with_cards_and_markers_taken_back() -> None:
    """The sun passes to the left, and its new holder takes the hourglass too; the discovery card is gone."""
    state = last_turn(3, 3, 3, markers={"captain-1": 1, "pilot-2": 2})
    state = replace(state, day=replace(state.day, sun=2, hourglass=1))
    card = state.day.deck[0]
    after = ended(state, draws=discovered(state, card))
    assert (after.day.number, after.day.round, after.day.sun, after.day.hourglass) == (2, 1, 0, 0)
    assert after.day.card == card
    assert state.day.card not in (*after.day.deck, after.day.card)
    assert not any(owner for row in after.rows.values() for owner in row)
    assert [each.played for each in after.players] == [(), (), ()]
    assert nereus.pending(after) == {0, 1, 2}
    assert len(legal(after, 0)) == 7


@pytest.mark.rules("D1", "F1", "S5")
def test_the_game_ends_after_the_fourth_day() -> None:
    """Two discovery cards are left unseen, and nobody can do anything more."""
    state = last_turn(3, 3, markers={}, day=4)
    assert len(state.day.deck) == 2
    after = ended(state)
    assert after.step == "over"
    assert nereus.pending(after) == frozenset()
    assert legal(after, 0) == legal(after, 1) == []
    assert nereus.result(after) is not None
    assert nereus.result(state) is None
    assert refused(after, Sell("white"), seat=0) == "F1"
    assert str(state.day.deck) not in str(nereus.view(after, 0))


@pytest.mark.rules("D2", "S8")
def test_nobody_knows_the_next_discovery_card() -> None:
    """It is picked among all that were not turned up, and no view tells them."""
    state = last_turn(3, 3, markers={})
    for card in state.day.deck:
        assert ended(state, draws=discovered(state, card)).day.card == card
        assert card not in str(nereus.view(state, 0)["discovery"])


@pytest.mark.rules("D6")
def test_what_was_added_to_the_bag_leaves_until_it_is_paid_back() -> None:
    """The first red discard leaves the game, the second one goes into the bag; a set is added again when needed."""
    slots = {"storage-3": "red", "storage-4": "red"}
    me = player("a1", slots)
    state = position(me, player("e5"), crew="purser", bag={"white": 1}, owed={"red": 1})
    state = do(state, Sell("red"))
    assert (state.bag.treasures, state.bag.owed) == ({"white": 1}, {})
    state = do(state, Sell("red"))
    assert state.bag.treasures == {"white": 1, "red": 1}
    empty = on(position(me, player("e5"), crew="purser", bag={}, owed={"white": 2, "red": 1}), "purser-1")
    empty = do(empty, Gold("all"), draws=("black",))
    assert empty.bag.owed == {"white": 4, "yellow": 2, "green": 1, "red": 2, "violet": 1, "black": 1}


@pytest.mark.rules("D6")
def test_the_bag_is_filled_in_the_middle_of_a_draw() -> None:
    """The last treasure comes first, then one of the set."""
    me = player("a1", power=1, science=("draw",))
    state = position(me, player("e5"), crew="purser", bag={"green": 1})
    card = next(move for move in legal(state) if getattr(move, "card", "") == "draw")
    state = do(state, card, draws=("green", "black"))
    assert state.players[0].hand == ("green", "black")
    assert sum(state.bag.treasures.values()) == 7


# --- phase III --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("E3")
def test_extra_turns_are_offered_from_left_to_right() -> None:
    """By spaces, not by seats; who declines has none, and only markers in the explorer's row count."""
    state = ended(last_turn(9, 9, 9, markers={"explorer-1": 2, "explorer-3": 1}))
    assert (state.step, state.turn.seat) == ("offer", 2)
    assert nereus.pending(state) == {2}
    assert legal(state, 0) == []
    state = do(state, Decline())
    assert state.turn.seat == 1
    card = state.day.deck[0]
    state = do(state, Decline(), draws=discovered(state, card))
    assert (state.day.number, [each.gold for each in state.players]) == (2, [9, 9, 9])


@pytest.mark.rules("E3")
def test_without_explorers_the_day_ends() -> None:
    """Without a question."""
    state = last_turn(9, 9, markers={})
    assert ended(state, draws=discovered(state, state.day.deck[0])).day.number == 2


@pytest.mark.rules("E4")
@pytest.mark.parametrize(
    ("model", "seats", "prices"),
    [
        ("space", 3, (2, 3, 4)),
        ("space", 4, (2, 3, 3, 4)),
        ("linear", 4, (2, 3, 4, 5)),
        ("linear", 3, (2, 3, 4)),
        ("rank", 3, (2, 2, 2)),
    ],
)
def test_the_price_of_the_only_marker(model: str, seats: int, prices: tuple[int, ...]) -> None:
    """By its space, or as the first of the row."""
    for number, price in enumerate(prices, 1):
        options = Options(explorer_price=model)  # type: ignore[arg-type]
        rich = [9] * seats
        markers: dict[str, int | str] = {f"explorer-{number}": 1}
        state = ended(last_turn(*rich, markers=markers, options=options))
        assert do(state, Accept("merchant")).players[1].gold == 9 - price


@pytest.mark.rules("E4")
def test_by_rank_the_second_marker_pays_three_whatever_the_first_one_does() -> None:
    """And whatever their spaces."""
    options = Options(explorer_price="rank")
    state = ended(last_turn(9, 9, 9, 9, markers={"explorer-2": 1, "explorer-4": 2}, options=options))
    assert do(state, Accept("merchant")).players[1].gold == 7
    assert do(state, Decline(), Accept("merchant")).players[2].gold == 6


@pytest.mark.rules("E4", "E3", "H12")
def test_who_cannot_pay_may_sell_first() -> None:
    """While the extra turn is on offer everything else is possible that is at any time."""
    state = last_turn(1, 9, markers={"explorer-1": 0})
    me = replace(state.players[0], storage=("", "", "red", "", "", ""))
    state = ended(replace(state, players=(me, state.players[1])))
    assert refused(state, Accept("merchant")) == "E4"
    state = do(state, Sell("red"), Accept("merchant"))
    assert state.players[0].gold == 1


@pytest.mark.rules("E5", "C3", "T5")
def test_the_extra_turn_is_a_whole_turn_with_another_crew_member() -> None:
    """The marker moves, a gold action is allowed, and the card counts as played."""
    state = ended(last_turn(9, 9, markers={"explorer-1": 0, "merchant-1": 1}))
    assert {move.crew for move in legal(state) if isinstance(move, Accept)} == {"boatswain", "merchant", "scientist"}
    for crew in FOUR:
        assert refused(state, Accept(crew)) == "C3"  # type: ignore[arg-type]
    state = do(state, Accept("merchant"))
    assert state.rows["explorer"] == ("", "", "")
    assert refused(state, PlaceMarker("merchant-1")) == "T1"
    state = do(state, PlaceMarker("merchant-2"), Basic("all"), Gold("all"))
    assert state.rows["merchant"] == ("1", "0", "")
    assert (state.players[0].gold, state.players[0].points) == (9 - 2 - 3 - 2, 5 + 1)
    assert state.players[0].played == (*FOUR, "merchant")
    after = ended(state, draws=discovered(state, state.day.deck[0]))
    assert after.day.number == 2


@pytest.mark.rules("E5")
def test_the_explorer_cannot_be_chosen_again_and_there_is_one_extra_turn() -> None:
    """After it the next marker is due."""
    state = ended(last_turn(9, 9, markers={"explorer-1": 0, "explorer-2": 1}))
    assert Accept("explorer") not in legal(state)
    state = do(state, Accept("boatswain"), PlaceMarker("boatswain-1"), EndTurn())
    assert (state.step, state.turn.seat) == ("offer", 1)


@pytest.mark.rules("T6", "E5")
def test_a_hold_completed_in_phase_two_improves_the_extra_turn() -> None:
    """But not one completed while the extra turn is on offer, for then it has begun, nor one after paying."""
    slots = {"hold-merchant-1": "red", "hold-merchant-2": "red"}
    state = last_turn(9, 9, markers={"explorer-1": 0})
    me = player("a1", slots, gold=9, played=FOUR, hand=("red",), gems=1)
    state = replace(state, players=(me, state.players[1]))
    early = do(ended(do(state, Place("red", "hold-merchant-3"))), Accept("merchant"))
    offered = do(ended(state), UseGem("hold-merchant-3"), Accept("merchant"))
    late = do(ended(state), Accept("merchant"), UseGem("hold-merchant-3"))
    assert Improved() in legal(do(early, PlaceMarker("merchant-1")))
    for each in (offered, late):
        assert each.players[0].done == ("merchant",)
        assert refused(do(each, PlaceMarker("merchant-1")), Improved()) == "T6"


@pytest.mark.rules("T8", "E3")
def test_treasures_in_hand_are_lost_when_an_extra_turn_is_declined() -> None:
    """Like at the end of a turn."""
    state = last_turn(9, 9, markers={"explorer-1": 0})
    me = player("a1", {"chest-white": "white", "chest-yellow": "yellow"}, played=FOUR, gems=1)
    state = ended(replace(state, players=(me, state.players[1])))
    state = do(state, UseGem("chest-green"), draws=("red",))
    assert state.players[0].hand == ("red",)
    state = do(state, Decline(), draws=discovered(state, state.day.deck[0]))
    assert (state.players[0].hand, stored(state.players[0])) == ((), [])


@pytest.mark.rules("E5", "V4")
def test_the_extra_turn_sails_too() -> None:
    """With the captain, if he was not played."""
    state = last_turn(9, 9, markers={"explorer-2": 0})
    me = replace(state.players[0], played=("explorer", "boatswain", "pilot", "purser"))
    state = ended(replace(state, players=(me, state.players[1]), sea={"b2": ("red",)}))
    state = do(state, Accept("captain"), PlaceMarker("captain-3"), Sail("b2", ()))
    assert (state.players[0].ship, state.players[0].hand, state.players[0].gold) == ("b2", ("red",), 6)
