"""The game as the service plays it: undo, survivors placed by another seat, and whole games through the log."""

from __future__ import annotations

from random import Random

import pytest

from partie.features.narration import Narrator, game_words
from partie.games.vinci import vinci
from partie.games.vinci.state import Conquer, EndConquest, EndTurn
from partie.kit import SPECTATOR
from partie.people.games import played
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, CID, Shelf, Sitting, code, running

GAMES = Shelf(vinci)


def after_the_choice() -> Sitting:
    """A running game of three whose first civilizations are chosen."""
    sitting = running(ANN, BOB, CID, engines=GAMES)
    while sitting.table.state.step == "choose":
        seat = sitting.table.state.turn.seat
        sitting.must_move(seat, sitting.legal(seat)[0])
    return sitting


def advance(sitting: Sitting, random: Random) -> None:
    """One move of a player who conquers while that is possible."""
    (seat,) = vinci.pending(sitting.table.state)
    moves = sitting.legal(seat)
    conquests = [move for move in moves if isinstance(move, Conquer)]
    ends = [move for move in moves if isinstance(move, EndConquest | EndTurn)]
    sitting.must_move(seat, random.choice(conquests or ends or moves))


@pytest.mark.rules("A6")
def test_an_expansion_is_taken_back_to_its_beginning_but_not_beyond_the_choice_of_a_pair() -> None:
    """Nothing is drawn in it."""
    sitting = after_the_choice()
    chosen, start = sitting.table.state, sitting.table.seq
    seat = chosen.turn.seat
    for _ in range(2):
        conquests = [move for move in sitting.legal(seat) if isinstance(move, Conquer)]
        sitting.must_move(seat, conquests[0])
    sitting.must_move(seat, EndConquest())
    sitting.must(sitting.person(seat), client_in.Undo(start))
    assert sitting.table.state == chosen
    fresh = after_the_choice()
    chooser = fresh.person((fresh.table.state.first - 1) % 3)
    assert code(fresh.do(chooser, client_in.Undo(fresh.table.seq - 1))) == "drawn"


@pytest.mark.rules("N1", "N2")
@pytest.mark.parametrize("people", [(ANN,), (ANN, BOB)])
def test_fictitious_players_play_within_the_events_of_people(people: tuple[str, ...]) -> None:
    """The table says how many they are, and its record has their scores; its log is folded again on the way."""
    random = Random(7)
    sitting = running(*people, engines=GAMES)
    assert sitting.history.view(sitting.table, 0)["table"]["automatic"] == 4 - len(people)  # type: ignore[call-overload, index]
    number = 0
    while vinci.pending(sitting.table.state):
        advance(sitting, random)
        number += 1
        if number % 25 == 0:
            sitting.check_views()
    record = played(sitting.table)
    assert record is not None
    assert [seat.person for seat in record.seats] == [*people, *[""] * (4 - len(people))]
    result = vinci.result(sitting.table.state)
    assert result is not None
    assert [seat.score for seat in record.seats] == [*result.scores]
    narrator = Narrator(sitting.table, game_words(vinci, "en"), {})
    told = [narrator.narrate(sitting.history.entry(seq, SPECTATOR)) for seq in range(1, sitting.history.seq + 1)]
    assert any("Fictitious player 1 conquers" in text for text in told)


@pytest.mark.rules("L2", "F1")
def test_whole_games_are_played_through_the_log_and_end_in_time() -> None:
    """Every event is decoded and folded again on the way; survivors are placed by other seats at some point."""
    random = Random(5)
    sitting = running(ANN, BOB, CID, engines=GAMES)
    steps = set()
    number = 0
    while vinci.pending(sitting.table.state):
        steps.add(sitting.table.state.step)
        advance(sitting, random)
        number += 1
        if number % 25 == 0:
            sitting.check_views()
    assert {"choose", "expand", "regroup", "survive"} <= steps
    assert vinci.result(sitting.table.state) is not None
