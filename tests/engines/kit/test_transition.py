"""A state on its way to the next one, and the lines that tell of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import pytest
from msgspec import Struct

from partie.kit import SPECTATOR, Chance, Event, Illegal, Line, NoChance, Refusal, Viewer
from partie.kit.transition import Description, Transition, describe, refusal

Step: TypeAlias = Literal["roll", "over"]


class Position(Struct, frozen=True):
    """A game in which everybody adds a die to their number, once."""

    step: Step
    numbers: tuple[int, ...]


class Adding(Transition[Position, Step, int]):
    """A number grows."""

    def __init__(self, state: Position, seat: int, chance: Chance, description: Description | None = None) -> None:
        super().__init__(state, state.numbers, seat, chance, description)
        self.step = state.step

    def after(self) -> Position:
        return Position(self.step, tuple(self.players))


def add(state: Position, seat: int, move: int, chance: Chance, description: Description | None = None) -> Position:
    """Add the move and a die; whose number is even already may not."""
    adding = Adding(state, seat, chance, description)
    adding.expect("roll", rule="R1")
    if adding.player % 2 == 0:
        raise Illegal("even", "R2", number=adding.player)
    adding.say("added", seat=seat, number=move)
    adding.player += move
    adding.confide("mine", number=adding.player)
    adding.say_to_others("theirs", seat=seat)
    adding.player += chance.roll((1, 2, 3))
    adding.say("rolled", seat=seat)
    if adding.clockwise(seat) == 0:
        adding.step = "over"
    return adding.after()


START = Position("roll", (1, 2, 3))


def test_the_state_before_stays_as_it_was() -> None:
    """Only the seat that moves has another number after the move."""
    event = Event(2, 4, draws=(3,))
    assert [line.key for line in describe(add, START, event)] == ["added", "theirs", "rolled"]
    assert START.numbers == (1, 2, 3)


@pytest.mark.parametrize(
    ("viewer", "told"),
    [(SPECTATOR, Line("theirs", {"seat": 0})), (1, Line("theirs", {"seat": 0})), (0, Line("mine", {"number": 5}))],
)
def test_a_line_is_for_everybody_for_the_seat_or_for_the_others(viewer: Viewer, told: Line) -> None:
    """What is confided to the seat that moves, nobody else reads."""
    lines = describe(add, START, Event(0, 4, draws=(1,)), viewer)
    assert lines == [Line("added", {"seat": 0, "number": 4}), told, Line("rolled", {"seat": 0})]


def test_a_move_of_another_step_is_refused() -> None:
    """With the rule that the game names, and the step that it is."""
    with pytest.raises(Illegal) as caught:
        add(Position("over", (1,)), 0, 1, NoChance())
    assert Refusal.of(caught.value) == Refusal("wrong_step", "R1", {"step": "over"})


def test_trying_a_move_tells_why_it_is_refused_and_draws_nothing() -> None:
    """A move that draws is not refused for that; it is described up to the draw."""
    description = Description(0)
    assert refusal(add, START, 0, 4, description) is None
    assert [line.key for line in description.lines] == ["added", "mine"]
    assert refusal(add, START, 1, 4) == Refusal("even", "R2", {"number": 2})


def test_seats_go_round_clockwise() -> None:
    """After the last one comes the first."""
    adding = Adding(START, 0, NoChance())
    assert [adding.clockwise(seat) for seat in range(3)] == [1, 2, 0]
    assert adding.clockwise_from(1) == (1, 2, 0)
