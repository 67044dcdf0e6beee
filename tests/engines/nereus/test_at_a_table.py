"""The game as the service plays it: clicks made at the same moment, undo, and a whole game through the log."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.games.nereus import nereus
from partie.games.nereus.state import ChooseCrew, EndTurn, PlaceMarker
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, CID, DAN, Shelf, Sitting, code, running

GAMES = Shelf(nereus)


def at_the_first_choice(*people: str) -> Sitting:
    """A running game whose corners and cards are chosen."""
    sitting = running(*people, engines=GAMES)
    while sitting.table.state.step != "crew":
        seat = min(nereus.pending(sitting.table.state))
        sitting.must_move(seat, sitting.legal(seat)[0])
    return sitting


@pytest.mark.rules("C1", "C2")
@settings(max_examples=20)
@given(st.permutations([0, 1, 2, 3, 0, 2]))
def test_clicks_made_at_the_same_moment_all_count(order: list[int]) -> None:
    """Each seat's first click answers the ask of the start, in any order; nobody's is stale."""
    sitting = at_the_first_choice(ANN, BOB, CID, DAN)
    asks = {seat: sitting.table.decision_tokens[seat] for seat in range(4)}
    first: set[int] = set()
    for seat in order:
        if sitting.table.state.step != "crew":
            break
        if seat in first:
            sitting.must_move(seat, sitting.legal(seat)[-1])
        else:
            first.add(seat)
            assert sitting.move(seat, sitting.legal(seat)[seat], ask=asks[seat]) is None
    assert sitting.table.state.step == "marker"
    sitting.check_views()


@pytest.mark.rules("S9")
def test_a_turn_is_taken_back_to_its_beginning_but_not_beyond_the_reveal() -> None:
    """Marker and gold go back; that all crew cards were shown cannot be taken back."""
    sitting = at_the_first_choice(ANN, BOB)
    for seat in (0, 1):
        sitting.must_move(seat, ChooseCrew("purser"))
    revealed, start = sitting.table.state, sitting.table.seq
    seat = revealed.turn.seat
    person = sitting.person(seat)
    free = revealed.rows["purser"].index("")
    sitting.must_move(seat, PlaceMarker(f"purser-{free + 1}"))
    sitting.must_move(seat, next(move for move in sitting.legal(seat) if move.__class__.__name__ == "Basic"))
    sitting.must(person, client_in.Undo(start + 1))
    assert sitting.table.state.step == "ready"
    sitting.must(person, client_in.Undo(start))
    assert sitting.table.state == revealed
    assert code(sitting.do(person, client_in.Undo(start - 1))) == "uncovered"


@pytest.mark.rules("D1", "F1")
def test_a_whole_game_is_played_through_the_log() -> None:
    """Every event is decoded and folded again on the way, and every view is one that can be sent."""
    random = Random(4)
    sitting = running(ANN, BOB, CID, engines=GAMES)
    number = 0
    while pending := sorted(nereus.pending(sitting.table.state)):
        seat = random.choice(pending)
        moves = sitting.legal(seat)
        end = [move for move in moves if isinstance(move, EndTurn)]
        sitting.must_move(seat, end[0] if end and random.random() < 0.3 else random.choice(moves))
        number += 1
        if number % 20 == 0:
            sitting.check_views()
    assert nereus.result(sitting.table.state) is not None
