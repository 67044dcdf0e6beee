"""Corners, science cards and crew: what is chosen before a turn, and what others see of it."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.games.nereus import nereus
from partie.games.nereus.data import CREW, side
from partie.games.nereus.state import ChooseCorner, ChooseCrew, Keep, Options, State
from partie.kit import SPECTATOR, Draws, Event, RecordedChance, SeededChance, Viewer
from tests.engines.nereus.position import do, legal, player, position, refused, stored


def begin(seats: int, first: int = 0) -> State:
    """A new game in which that seat is drawn to begin."""
    return nereus.setup(seats, Options(), RecordedChance((first,)))


def laid_out(seats: int, first: int = 0) -> State:
    """A game in which all ships have their corners and the science cards are dealt."""
    state = begin(seats, first)
    chance = SeededChance(b"sea", 1)
    for number in range(seats):
        state = nereus.apply(state, (first + number) % seats, ChooseCorner(side(seats).corners[number]), chance)
    return state


def choosing(seats: int = 3, hourglass: int = 0) -> State:
    """The start of a round."""
    corners = side(seats).corners
    return position(*(player(corners[seat]) for seat in range(seats)), step="crew", hourglass=hourglass)


@pytest.mark.rules("S2")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_ships_choose_free_corners_clockwise_from_the_start_player(seats: int, first: int) -> None:
    """Nothing lies in the sea before the last one has chosen, and the start player has sun and hourglass."""
    state = begin(seats, first)
    assert (state.day.sun, state.day.hourglass) == (first, first)
    corners = side(seats).corners
    for number in range(seats):
        assert nereus.pending(state) == {(first + number) % seats}
        assert state.sea == {}
        assert legal(state) == [ChooseCorner(corner) for corner in corners[number:]]
        if number:
            assert refused(state, ChooseCorner(corners[0])) == "S2"
        state = nereus.apply(state, state.turn.seat, ChooseCorner(corners[number]), SeededChance(b"corners", number))
    assert [state.players[(first + number) % seats].ship for number in range(seats)] == list(corners[:seats])
    assert refused(begin(seats), ChooseCorner("b2")) == "S2"


@pytest.mark.rules("S3", "S4", "S6", "N1")
@pytest.mark.parametrize(("seats", "treasures"), [(2, 22), (3, 22), (4, 32)])
def test_the_sea_is_laid_out_and_cards_are_dealt(seats: int, treasures: int) -> None:
    """One treasure on each field without a ship, the neutral one included; everybody has the same things."""
    state = laid_out(seats)
    ships = {each.ship for each in state.players} | {state.neutral.ship} - {""}
    assert set(state.sea) == set(side(seats).fields) - ships
    assert {len(found) for found in state.sea.values()} == {1}
    assert len(state.sea) == treasures
    assert sum(state.bag.treasures.values()) == 96 - seats - treasures
    for each in state.players:
        assert (each.gold, each.points, each.power, each.gems) == (3, 0, 0, 0)
        assert (stored(each), each.done) == (["white"], ())
        assert len(each.science) == 5
    assert sum(state.science.pile.values()) == 22 - 5 * seats


@pytest.mark.rules("S6", "S8")
def test_cards_are_kept_all_at_once_and_nobody_sees_which() -> None:
    """In any order of choosing the same cards are kept; others only see that somebody has chosen."""
    ready = laid_out(3)
    keeps = [next(move for move in legal(ready, seat) if isinstance(move, Keep)) for seat in range(3)]
    results = []
    for order in permutations(range(3)):
        state = ready
        chance = SeededChance(b"keep", 1)
        for seat in order:
            assert seat in nereus.pending(state)
            before = [nereus.view(state, other) for other in range(3) if other != seat]
            state = nereus.apply(state, seat, keeps[seat], chance)
            if nereus.pending(state) and state.step == "keep":
                for other, view in zip([other for other in range(3) if other != seat], before, strict=True):
                    seen = nereus.view(state, other)
                    assert seen["players"] != view["players"]
                    assert "science" not in seen["players"][str(seat)]  # type: ignore[index,call-overload,operator]
        results.append(state)
        assert [len(each.science) for each in state.players] == [3, 3, 3]
    assert all(result == results[0] for result in results)


@pytest.mark.rules("S6")
def test_only_three_of_the_own_five_can_be_kept() -> None:
    """Neither two nor what somebody else was dealt."""
    hand = ("draw", "draw", "salvage", "chest_red", "storage_white")
    state = position(player("a1", science=hand), player("e5", science=("sail",) * 2), step="keep")
    assert refused(state, Keep(("draw", "draw")), seat=0) == "S6"
    assert refused(state, Keep(("draw", "draw", "sail")), seat=0) == "S6"
    assert refused(state, Keep(("draw", "salvage", "salvage")), seat=0) == "S6"
    assert len(legal(state, 0)) == 7


@pytest.mark.rules("C1", "S8")
@given(st.permutations(range(3)), st.tuples(*[st.sampled_from(CREW)] * 3))
def test_any_order_of_choices_reveals_the_same(order: list[int], crew: tuple[str, str, str]) -> None:
    """And before the last choice the bytes of all others are the same whatever was chosen."""
    state = choosing()
    other = {seat: next(member for member in CREW if member != crew[seat]) for seat in order}
    for number, seat in enumerate(order):
        chosen = ChooseCrew(crew[seat])  # type: ignore[arg-type]
        instead = ChooseCrew(other[seat])
        if number < 2:
            after = nereus.apply(state, seat, chosen, RecordedChance(()))
            twin = nereus.apply(state, seat, instead, RecordedChance(()))
            viewers: list[Viewer] = [SPECTATOR, *(each for each in range(3) if each != seat)]
            for viewer in viewers:
                assert nereus.view(after, viewer) == nereus.view(twin, viewer)
                assert nereus.forecast(after, viewer) == nereus.forecast(twin, viewer)
                told = nereus.describe(state, Event(seat, chosen), after, viewer)
                assert told == nereus.describe(state, Event(seat, instead), twin, viewer)
            assert nereus.view(after, seat) != nereus.view(twin, seat)
            state = after
        else:
            state = nereus.apply(state, seat, chosen, RecordedChance(()))
    assert [each.played for each in state.players] == [(member,) for member in crew]
    assert state.turn.seat == 0


@pytest.mark.rules("C2")
def test_a_choice_may_be_changed_until_all_have_chosen() -> None:
    """Then it is shown, and nobody chooses again in this round."""
    state = do(choosing(2), ChooseCrew("pilot"), ChooseCrew("captain"), ChooseCrew("purser"), seat=0)
    assert nereus.pending(state) == {1}
    assert state.players[0].choice == "purser"
    assert ChooseCrew("pilot") in legal(state, 0)
    assert ChooseCrew("purser") not in legal(state, 0)
    state = do(replace(state, neutral=replace(state.neutral, ship="")), ChooseCrew("purser"), seat=1)
    assert [each.played for each in state.players] == [("purser",), ("purser",)]
    assert refused(state, ChooseCrew("pilot"), seat=0) == "C1"


@pytest.mark.rules("C2")
def test_the_number_of_choices_is_limited() -> None:
    """So that a table's record stays finite."""
    state = choosing(2)
    for number in range(24):
        state = do(state, ChooseCrew(("captain", "pilot")[number % 2]), seat=0)
    assert legal(state, 0) == []
    assert refused(state, ChooseCrew("captain"), seat=0) == "C2"
    state = do(state, ChooseCrew("purser"), seat=1)
    assert state.players[0].played == ("pilot",)


@pytest.mark.rules("C3")
def test_who_was_played_today_is_not_chosen_again() -> None:
    """Six are left after the first round."""
    state = position(player("a1", played=("pilot",)), player("e5", played=("purser",)), step="crew", cycle=2)
    assert refused(state, ChooseCrew("pilot"), seat=0) == "C3"
    assert len(legal(state, 0)) == len(legal(state, 1)) == 6
    assert ChooseCrew("pilot") in legal(state, 1)


@pytest.mark.rules("C4", "D4")
@pytest.mark.parametrize("hourglass", [0, 1, 2])
def test_turns_go_clockwise_from_the_hourglass(hourglass: int) -> None:
    """In any order."""
    state = choosing(hourglass=hourglass)
    for seat in (2, 0, 1):
        state = do(state, ChooseCrew("purser"), seat=seat)
    order = []
    for number in range(3):
        order.append(state.turn.seat)
        assert nereus.pending(state) == {state.turn.seat}
        move = next(move for move in legal(state) if type(move).__name__ == "PlaceMarker")
        state = do(state, move)
        state = do(state, legal(state)[-1])
        assert state.step == ("marker" if number < 2 else "crew")
    assert order == [hourglass, (hourglass + 1) % 3, (hourglass + 2) % 3]


@pytest.mark.rules("S8")
def test_cards_of_others_are_counted_and_never_shown() -> None:
    """Neither in the view nor in what is unseen; everything else of a seat is open."""
    one = player("a1", science=("draw", "storage_black"), hand=("red",), power=2, gold=7)
    other = player("e5", science=("sail", "salvage", "storage_red"))
    state = position(one, other, crew="purser", pile={"hold_pilot": 1})
    seen = nereus.view(state, 1)["players"]
    assert isinstance(seen, dict)
    shown = seen["0"]
    assert isinstance(shown, dict)
    assert shown["cards"] == 2
    assert "science" not in shown
    assert (shown["gold"], shown["power"], shown["hand"]) == (7, 2, {"red": 1})
    for viewer in (1, SPECTATOR):
        pool = nereus.view(state, viewer)["unseen"]
        assert isinstance(pool, dict)
        assert pool["storage_black"] == 1
    mine, theirs = state.players
    twin = replace(state, players=(replace(mine, science=("hold_pilot", "storage_black")), theirs))
    twin = replace(twin, science=replace(twin.science, pile={"draw": 1}))
    assert nereus.view(twin, 1) == nereus.view(state, 1)
    assert nereus.view(twin, SPECTATOR) == nereus.view(state, SPECTATOR)
    assert nereus.view(twin, 0) != nereus.view(state, 0)


def open_event(state: State, seat: int, move: object, draws: Draws = ()) -> bool:
    """Whether nothing was drawn or uncovered by the move, so that it can be taken back."""
    chance = RecordedChance(draws)
    nereus.apply(state, seat, move, chance)  # type: ignore[arg-type]
    return not chance.draws and not chance.uncovered


@pytest.mark.rules("S9")
def test_the_reveal_cannot_be_taken_back_and_a_secret_choice_needs_not() -> None:
    """The last choice uncovers all others."""
    state = choosing(2)
    assert open_event(state, 0, ChooseCrew("pilot"))
    state = do(state, ChooseCrew("pilot"), seat=0)
    assert not open_event(state, 1, ChooseCrew("pilot"))


@pytest.mark.rules("S2")
def test_nobody_chooses_a_corner_before_their_turn() -> None:
    """The start player begins."""
    state = begin(3, first=1)
    assert refused(state, ChooseCorner(side(3).corners[0]), seat=0) == "S2"
