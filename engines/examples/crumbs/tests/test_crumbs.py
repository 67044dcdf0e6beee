"""Crumbs keeps every law of the kit, and its own rules."""

from __future__ import annotations

import pytest

from partie.kit import SPECTATOR, Illegal
from partie.kit.chance import SeededChance
from partie.kit.conformance import conformance
from partie_crumbs import Options, Send, State, game, winner

TestCrumbs = conformance(game)


def chance(event: int = 0) -> SeededChance:
    """The chance of an event."""
    return SeededChance(b"crumbs", event)


def position(*hands: tuple[str, ...], crumbs: int = 5) -> State:
    """A position with these hands and so many crumbs in the water."""
    return State(hands, ("",) * len(hands), (0,) * len(hands), {"1": 1, "2": 1}, crumbs)


def sent(state: State, *ducks: str) -> State:
    """The position after each seat has sent a duck."""
    for seat, duck in enumerate(ducks):
        state = game.apply(state, seat, Send(duck), chance(seat))
    return state


def test_hands_are_dealt_from_one_flock() -> None:
    """C1: nobody has more than three ducks of a speed, and with five players all are dealt."""
    dealt = [duck for hand in game.setup(5, Options(), chance()).hands for duck in hand]
    assert sorted(dealt, key=int) == [str(speed) for speed in range(1, 11) for _ in range(3)]


def test_nobody_sees_a_duck_before_all_have_chosen() -> None:
    """C2: others see that a choice was made, and its own seat sees which."""
    state = sent(position(("3", "7"), ("4", "9")), "7")
    assert (game.pending(state), game.legal(state, 0)) == (frozenset({1}), ())
    players = [game.view(state, viewer)["players"] for viewer in (0, 1, SPECTATOR)]
    assert [one["0"].get("duck") for one in players if isinstance(one, dict)] == ["7", None, None]  # type: ignore[union-attr]


def test_the_fastest_duck_that_swims_alone_gets_the_bread() -> None:
    """C3: equal ducks take each other out, and slower ones may win."""
    assert winner(("9", "9", "4", "2")) == 2
    state = sent(position(("9", "1"), ("9", "1"), ("4", "1")), "9", "9", "4")
    assert (state.points, state.last) == ((0, 0, 5), ("9", "9", "4"))


def test_crumbs_that_nobody_gets_stay() -> None:
    """C3: with the next piece of bread on top."""
    state = sent(position(("9", "1"), ("9", "2")), "9", "9")
    assert state.points == (0, 0)
    assert state.crumbs == 5 + sum(int(bread) for bread in ("1", "2") if bread not in state.bag)


def test_the_most_crumbs_win_when_the_hands_are_empty() -> None:
    """C4: there is a result with the last duck."""
    before = position(("9",), ("4",))
    assert game.result(before) is None
    result = game.result(sent(before, "9", "4"))
    assert result is not None
    assert (result.scores, result.winners) == ((5, 0), (0,))


def test_only_a_duck_of_the_hand_can_be_sent_and_only_once() -> None:
    """C2: the refusals name the rule."""
    state = position(("3", "7"), ("4", "9"))
    with pytest.raises(Illegal, match="not_in_hand"):
        game.apply(state, 0, Send("4"), chance())
    with pytest.raises(Illegal, match="has_chosen"):
        game.apply(sent(state, "7"), 0, Send("3"), chance())


def test_rounds_are_counted_from_one() -> None:
    """The last one stays the last when the game is over."""
    before = position(("9", "1"), ("4", "2"))
    after = sent(before, "9", "4")
    assert [game.turn(state) for state in (before, after, sent(after, "1", "2"))] == [1, 2, 2]
