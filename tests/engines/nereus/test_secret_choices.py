"""Simultaneous choices: any order reveals the same, and before that nobody learns anything but that one was made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.games.nereus import nereus
from partie.games.nereus.legal import legal
from partie.games.nereus.rules import apply
from partie.games.nereus.state import CHANGES, CREW, ChooseCrew, Keep, Options, State
from partie.games.nereus.tables import KIND
from partie.kit import SPECTATOR, Event, Line, NoChance, SeededChance, Viewer
from partie.kit.values import canonical
from tests.engines.nereus.position import player, position, refused

KEY = b"secret choices"


def choosing(seats: int) -> State:
    """A position in which everybody is to choose a crew member."""
    corners = ("a1", "f1", "a6", "f6") if seats == 4 else ("a1", "e1", "a5")
    return position(*(player(corner) for corner in corners[:seats]), step="crew")


def dealt(seats: int) -> State:
    """A position in which everybody is to keep three science cards."""
    state = nereus.setup(seats, Options(), SeededChance(KEY, 0))
    number = 0
    while state.step == "corner":
        number += 1
        state = apply(state, state.turn.seat, legal(state, state.turn.seat)[0], SeededChance(KEY, number))
    return state


@st.composite
def interleaved(draw: st.DrawFn) -> tuple[int, list[tuple[int, ChooseCrew]], list[tuple[int, ChooseCrew]]]:
    """One to three choices a seat, no two equal ones after each other, in two orders with the same seat last."""
    seats = draw(st.integers(2, 4))
    queues = {}
    for seat in range(seats):
        crew = draw(st.lists(st.sampled_from(["captain", "pilot", "purser", "merchant"]), min_size=1, max_size=3))
        queues[seat] = [name for at, name in enumerate(crew) if at == 0 or name != crew[at - 1]]
    last = draw(st.integers(0, seats - 1))
    # All choices of the last seat come after everybody else's, for the first of them ends the choosing.
    queues[last] = queues[last][:1]
    orders = []
    for _ in range(2):
        slots = [seat for seat in range(seats) if seat != last for _ in queues[seat]]
        left = {seat: list(names) for seat, names in queues.items()}
        order = [(seat, ChooseCrew(left[seat].pop(0))) for seat in draw(st.permutations(slots))]  # type: ignore[arg-type]
        orders.append([*order, (last, ChooseCrew(queues[last][0]))])  # type: ignore[arg-type]
    return seats, orders[0], orders[1]


@pytest.mark.rules("C1", "C2")
@given(interleaved())
def test_any_order_of_choices_and_changes_reveals_the_same(
    case: tuple[int, list[tuple[int, ChooseCrew]], list[tuple[int, ChooseCrew]]],
) -> None:
    """In any order, and however often they change."""
    seats, *orders = case
    ends = []
    for order in orders:
        state = choosing(seats)
        for number, (seat, move) in enumerate(order):
            last = number == len(order) - 1
            state = apply(state, seat, move, SeededChance(KEY, 1) if last else NoChance())
        assert state.step == "marker"
        ends.append(canonical(state))
    assert ends[0] == ends[1]


@pytest.mark.rules("C1")
@given(st.integers(2, 4), st.data())
def test_before_the_reveal_others_see_only_that_a_choice_was_made(seats: int, data: st.DataObject) -> None:
    """Views, legal moves, offers, forecasts and lines of everybody else are the same bytes whatever was chosen."""
    start = choosing(seats)
    seat = data.draw(st.integers(0, seats - 1))
    one, other = data.draw(st.lists(st.sampled_from(legal(start, seat)), min_size=2, max_size=2, unique_by=str))
    told = []
    for move in (one, other):
        after = apply(start, seat, move, NoChance())
        others = [viewer for viewer in range(seats) if viewer != seat]
        from_seats = [(nereus.legal(after, viewer), nereus.offers(after, viewer)) for viewer in others]
        viewers: list[Viewer] = [SPECTATOR, *others]
        shown = [(nereus.view(after, viewer), nereus.forecast(after, viewer)) for viewer in viewers]
        told.append(canonical([from_seats, shown]))
        for viewer in others:
            assert nereus.legal(after, viewer) == nereus.legal(start, viewer)
    assert told[0] == told[1]


@pytest.mark.rules("C2")
def test_a_choice_stays_open_to_change_until_the_last_has_chosen() -> None:
    """The game does not wait for seats that have chosen; they may change, and others learn nothing about it."""
    state = apply(choosing(3), 0, ChooseCrew("pilot"), NoChance())
    assert nereus.pending(state) == {1, 2}
    assert ChooseCrew("pilot") not in legal(state, 0)
    assert ChooseCrew("captain") in legal(state, 0)
    again = apply(state, 0, ChooseCrew("captain"), NoChance())
    assert canonical(nereus.view(state, 1)) == canonical(nereus.view(again, 1))
    assert refused(again, ChooseCrew("captain"), seat=0) == "C2"


@pytest.mark.rules("C2")
def test_a_choice_cannot_be_changed_for_ever() -> None:
    """The log of a game stays finite."""
    state = choosing(2)
    for number in range(CHANGES):
        state = apply(state, 0, ChooseCrew("pilot" if number % 2 else "captain"), NoChance())
    assert legal(state, 0) == []
    assert refused(state, ChooseCrew("captain"), seat=0) == "C2"
    assert apply(state, 1, ChooseCrew("purser"), SeededChance(KEY, 1)).step == "marker"


@pytest.mark.rules("S6")
@given(st.permutations(range(4)))
def test_science_cards_are_kept_in_any_order(order: list[int]) -> None:
    """The last one to choose begins the first day, and the state does not depend on who that was."""
    state = dealt(4)
    chosen = {seat: legal(state, seat)[seat] for seat in range(4)}
    for seat in order:
        assert isinstance(chosen[seat], Keep)
        state = apply(state, seat, chosen[seat], SeededChance(KEY, 9) if seat == order[-1] else NoChance())
    assert state.step == CREW
    reference = nereus.setup(4, Options(), SeededChance(KEY, 0))
    for number in range(1, 5):
        reference = apply(
            reference, reference.turn.seat, legal(reference, reference.turn.seat)[0], SeededChance(KEY, number)
        )
    for seat in range(4):
        reference = apply(reference, seat, chosen[seat], SeededChance(KEY, 9) if seat == 3 else NoChance())
    assert canonical(state) == canonical(reference)


def lines(state: State, seat: int, move: ChooseCrew | Keep, viewer: Viewer) -> list[Line]:
    """The lines that a viewer reads of a choice."""
    after = apply(state, seat, move, NoChance())
    return list(nereus.describe(state, Event(seat, move, (), ()), after, viewer))


@pytest.mark.rules("C1", "C2")
def test_others_read_that_a_crew_member_was_chosen_once_and_not_which() -> None:
    """The seat itself reads which, each time; a changed choice is news to nobody else."""
    start = choosing(3)
    chosen = ChooseCrew("pilot")
    assert lines(start, 0, chosen, 0) == [Line("chose_crew", {"seat": 0, "crew": "pilot"})]
    after = apply(start, 0, chosen, NoChance())
    for viewer in (SPECTATOR, 1, 2):
        assert lines(start, 0, chosen, viewer) == [Line("chose", {"seat": 0})]
        assert lines(after, 0, ChooseCrew("captain"), viewer) == []
    assert lines(after, 0, ChooseCrew("captain"), 0) == [Line("chose_crew", {"seat": 0, "crew": "captain"})]


@pytest.mark.rules("S6", "S8")
def test_others_read_that_cards_were_kept_once_and_not_which() -> None:
    """Neither when they are chosen nor when they are chosen again."""
    start = dealt(3)
    first, second = legal(start, 0)[:2]
    assert isinstance(first, Keep)
    assert isinstance(second, Keep)
    after = apply(start, 0, first, NoChance())
    for viewer in (SPECTATOR, 1, 2):
        assert lines(start, 0, first, viewer) == [Line("kept", {"seat": 0})]
        assert lines(after, 0, second, viewer) == []
    own = [Line("kept_card", {"seat": 0, "card": card}) for card in first.cards]
    assert [line for line in lines(start, 0, first, 0) if line.key == "kept_card"] == [*own]


@pytest.mark.rules("S6", "S8")
def test_what_is_hidden_of_a_choice_of_cards_is_which_of_them_are_kept() -> None:
    """Each place of the hand is kept or given back, for others to guess; the seat itself has nothing to guess."""
    start = dealt(3)
    move = legal(start, 0)[0]
    assert isinstance(move, Keep)
    after = apply(start, 0, move, NoChance())
    true, possible = nereus.hidden(after, 1), nereus.secrets(after, 1)
    assert true.keys() == possible.keys()
    places = [f"keep.0.{place}" for place in range(5)]
    kept = [KIND[card] for place, card in zip(places, after.players[0].science, strict=True) if true[place] == "kept"]
    assert sorted(kept) == sorted(move.cards)
    assert [true[place] for place in places].count("returned") == 2
    assert all(possible[place] == {"kept", "returned"} for place in places)
    assert not any(place in nereus.secrets(after, 0) for place in places)
