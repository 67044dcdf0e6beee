"""The toy game's rules, by their numbers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from partie.kit import SPECTATOR, ChanceForbidden, Illegal, NoChance, RecordedChance, SeededChance
from tests.engines.toys import toy
from tests.engines.toys.state import ENERGY, VALUE, Bid, Done, Draw, Gather, Move, Options, Peek, Player, State, Step


def position(*hands: tuple[str, ...], **changes: object) -> State:
    """A position with those hands, before the bids of the first round."""
    used = {card for hand in hands for card in hand}
    state = State(
        options=Options(),
        round=1,
        phase="bids",
        deck={card: 1 for card in VALUE if card not in used},
        players=tuple(Player(hand=hand) for hand in hands),
        flags=tuple(number % 2 == 1 for number in range(8)),
    )
    return replace(state, **changes)


def in_turn(*hands: tuple[str, ...], **changes: object) -> State:
    """A position in which seat 0 has the first turn of a round."""
    order = tuple(range(len(hands)))
    return position(*hands, phase="turns", order=order, energy=ENERGY, **changes)


def made(state: State, *moves: tuple[int, Move]) -> State:
    """The state after open moves."""
    for seat, move in moves:
        state = toy.apply(state, seat, move, NoChance())
    return state


def refused(state: State, seat: int, move: Move) -> tuple[str, str]:
    """The reason and the rule of a refusal."""
    with pytest.raises(Illegal) as caught:
        toy.apply(state, seat, move, NoChance())
    return caught.value.code, caught.value.rule


@pytest.mark.rules("T2", "T3")
def test_a_card_is_chosen_face_down_and_may_be_chosen_again() -> None:
    """Three choices per round, of the seat's cards only, and never the one that lies there already."""
    state = position(("blue-1", "blue-2"), ("dusk-1", "dusk-2"))
    state = made(state, (0, Bid("blue-1")), (0, Bid("blue-2")), (0, Bid("blue-1")))
    assert toy.pending(state) == {1}
    assert toy.legal(state, 0) == []
    assert refused(state, 0, Bid("blue-2")) == ("no_tries", "T3")
    assert refused(state, 1, Bid("blue-2")) == ("not_in_hand", "T2")
    assert "blue-1" not in str(toy.view(state, 1))
    assert "blue-1" not in str(toy.view(state, SPECTATOR))
    again = made(position(("blue-1",), ("dusk-1",)), (0, Bid("blue-1")))
    assert refused(again, 0, Bid("blue-1")) == ("same_card", "T3")


@pytest.mark.rules("T4", "T5")
def test_the_last_choice_shows_all_and_pays_the_highest() -> None:
    """Five points for the only highest bid, who also has the first turn; it cannot be taken back."""
    state = made(
        position(("blue-3", "blue-4"), ("dusk-7", "dusk-8"), ("amber-5",)), (0, Bid("blue-3")), (2, Bid("amber-5"))
    )
    with pytest.raises(ChanceForbidden):
        toy.apply(state, 1, Bid("dusk-7"), NoChance())
    chance = SeededChance(b"", 1)
    shown = toy.apply(state, 1, Bid("dusk-7"), chance)
    assert chance.uncovered == ("bids",)
    assert [player.points for player in shown.players] == [0, 5, 0]
    assert shown.order == (1, 2, 0)
    assert shown.discard == ("blue-3", "dusk-7", "amber-5")
    assert shown.players[0].hand == ("blue-4",)


@pytest.mark.rules("T4", "T5")
def test_equal_highest_bids_share() -> None:
    """Two points each, and the lower seat has its turn first."""
    state = made(position(("blue-2",), ("dusk-7",), ("amber-7",)), (0, Bid("blue-2")), (2, Bid("amber-7")))
    shown = toy.apply(state, 1, Bid("dusk-7"), SeededChance(b"", 1))
    assert [player.points for player in shown.players] == [0, 2, 2]
    assert shown.order == (1, 2, 0)


@pytest.mark.rules("T6", "T7", "T8")
def test_a_turn_spends_energy() -> None:
    """Walking costs one a field, a flag one and brings three points; then only the end of the turn is left."""
    state = in_turn(("blue-1",), ("dusk-1",))
    assert refused(state, 0, Step("field-4")) == ("too_far", "T7")
    assert refused(state, 0, Gather()) == ("no_flag", "T8")
    state = made(state, (0, Step("field-1")), (0, Gather()), (0, Step("field-2")))
    assert (state.players[0].points, state.players[0].flags) == (3, 1)
    assert not state.flags[1]
    assert toy.legal(state, 0) == [Done()]
    assert refused(state, 0, Step("field-3")) == ("no_energy", "T6")
    assert refused(state, 1, Done()) == ("not_your_turn", "T5")


@pytest.mark.rules("T9")
def test_the_top_card_is_shown_to_who_looks_and_to_nobody_else() -> None:
    """It is drawn when the first looks, uncovered when another does, and stays where it is."""
    state = in_turn(("blue-1",), ("dusk-1",))
    seen = toy.apply(state, 0, Peek(), RecordedChance(("coral-9",)))
    assert toy.view(seen, 0)["top"] == "coral-9"
    assert "coral-9" not in str(toy.view(seen, 1))
    assert toy.view(seen, 1)["deck"] == len(state.deck)
    assert refused(seen, 0, Peek()) == ("no_peek", "T9")
    chance = SeededChance(b"", 1)
    both = toy.apply(made(seen, (0, Done())), 1, Peek(), chance)
    assert (chance.draws, chance.uncovered) == ((), ("top",))
    assert toy.view(both, 1)["top"] == "coral-9"
    plain = replace(state, options=Options(peeking=False))
    assert refused(plain, 0, Peek()) == ("peeking_off", "T9")


@pytest.mark.rules("T10")
def test_a_drawn_card_is_known_to_who_had_looked_at_it() -> None:
    """A seat that knows the top card draws it openly for the undo; others who know it remember where it went."""
    seen = toy.apply(in_turn(("blue-1",), ("dusk-1",)), 0, Peek(), RecordedChance(("coral-9",)))
    own = made(seen, (0, Draw()))
    assert own.players[0].hand == ("blue-1", "coral-9")
    assert "coral-9" not in str(toy.view(own, 1))
    assert refused(own, 0, Draw()) == ("drawn", "T10")
    other = toy.apply(made(seen, (0, Done())), 1, Draw(), SeededChance(b"", 1))
    assert toy.view(other, 0)["players"]["1"]["hand"] == {"coral-9": True}  # type: ignore[call-overload,index]
    assert "coral-9" not in str(toy.view(other, SPECTATOR))
    assert refused(in_turn(("blue-1",), ("dusk-1",), deck={}), 0, Draw()) == ("empty", "T10")


@pytest.mark.rules("T1", "T11")
def test_the_end_counts_hands_and_equals_share_the_place() -> None:
    """Points and the worth of the hand; the hands are shown by an event that cannot be taken back."""
    state = in_turn(("blue-5",), ("dusk-4",), ("amber-5",), round=3, turn=2)
    state = replace(state, players=(state.players[0], replace(state.players[1], points=3), state.players[2]))
    chance = SeededChance(b"", 1)
    over = toy.apply(state, 2, Done(), chance)
    assert chance.uncovered == ("hands",)
    result = toy.result(over)
    assert result is not None
    assert (result.scores, result.places, result.winners) == ((5, 7, 5), (2, 1, 2), (1,))
    assert toy.pending(over) == frozenset()
    assert refused(over, 0, Done()) == ("over", "T1")
    assert "dusk-4" in str(toy.view(over, SPECTATOR))
