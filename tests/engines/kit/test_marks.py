"""The law of marks tells what is hidden from what is only named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec import Struct
from msgspec.structs import replace

from partie.kit import Chance, Engine, Event, Illegal, Line, Result, Seat, View, Viewer
from partie.kit.conformance import QUICK
from partie.kit.conformance.marks import marks_stay_hidden
from partie.kit.conformance.subject import LawBroken, Subject

COLOURS = ("red", "green", "blue")


class Guess(Struct, frozen=True, tag_field="type", tag="guess"):
    """Say aloud which colours the others might have."""

    colour: str


class Table(Struct, frozen=True):
    """The cards in front of the seats, and how often something was said. The words themselves are forgotten."""

    cards: tuple[str, ...]
    said: int = 0


class Options(Struct, frozen=True):
    """There are none."""


class Guesses(Engine[Table, Guess]):
    """Two seats with a hidden card each say colours aloud."""

    key = "guesses"
    seats = range(2, 3)
    options = Options
    move = Guess
    state = Table
    max_events = 10

    def setup(self, seats: int, options: Options, chance: Chance) -> Table:
        return Table(tuple(chance.pick(COLOURS) for _ in range(seats)))

    def pending(self, state: Table) -> frozenset[Seat]:
        return frozenset((state.said % 2,)) if state.said < 6 else frozenset()

    def legal(self, state: Table, seat: Seat) -> Sequence[Guess]:
        return [Guess(colour) for colour in COLOURS] if seat in self.pending(state) else ()

    def apply(self, state: Table, seat: Seat, move: Guess, chance: Chance) -> Table:
        if move not in self.legal(state, seat):
            raise Illegal("not_now", "G1")
        return replace(state, said=state.said + 1)

    def view(self, state: Table, viewer: Viewer) -> View:
        return {"said": state.said}

    def result(self, state: Table) -> Result | None:
        return None if self.pending(state) else Result.of([(0,), (0,)])

    def describe(self, before: Table, event: Event[Guess], after: Table, viewer: Viewer) -> Sequence[Line]:
        return (Line("guessed", {"seat": event.seat, "colour": event.move.colour}),)

    def secrets(self, state: Table, viewer: Viewer) -> Mapping[str, frozenset[str]]:
        return dict.fromkeys(self.hidden(state, viewer), frozenset(COLOURS))

    def hidden(self, state: Table, viewer: Viewer) -> Mapping[str, str]:
        return {f"card.{seat}": card for seat, card in enumerate(state.cards) if seat != viewer}

    def determinize(self, state: Table, viewer: Viewer, chance: Chance) -> Table:
        drawn = self.setup(len(state.cards), Options(), chance).cards
        cards = [own if seat == viewer else drawn[seat] for seat, own in enumerate(state.cards)]
        return replace(state, cards=tuple(cards))


class Owners(Guesses):
    """They may only say the colour that they have themselves, and so tell it."""

    def legal(self, state: Table, seat: Seat) -> Sequence[Guess]:
        return [Guess(state.cards[seat])] if seat in self.pending(state) else ()


class Painters(Guesses):
    """Their own card takes the colour of the move, which the line then tells."""

    def apply(self, state: Table, seat: Seat, move: Guess, chance: Chance) -> Table:
        after = super().apply(state, seat, move, chance)
        return replace(after, cards=(*state.cards[:seat], move.colour, *state.cards[seat + 1 :]))


def test_a_move_may_name_aloud_what_somebody_hides() -> None:
    """A guess that anybody could make, whatever is hidden, tells nothing about what is."""
    marks_stay_hidden(Subject(Guesses(), QUICK))


@pytest.mark.parametrize("engine", [Owners(), Painters()], ids=["only what one has", "what becomes hidden by it"])
def test_a_move_with_a_hidden_thing_may_not_name_it(engine: Guesses) -> None:
    """Where the move depends on what is hidden, or hides it, its name is a leak."""
    with pytest.raises(LawBroken, match="lines"):
        marks_stay_hidden(Subject(engine, QUICK))
