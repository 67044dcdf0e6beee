"""Taking back your moves and making them again."""

from __future__ import annotations

import pytest

from partie.table.limits import MAX_UNDOS
from partie.table.state import struck
from partie.wire import client_in
from tests.engines.toys.state import Done, Peek
from tests.server.table.sitting import ANN, BOB, CID, Sitting, code, running, seated
from tests.server.table.toyplay import in_turns, step


def undo(sitting: Sitting, seat: int, to: int) -> str:
    """Take back to event ``to``; the code of the refusal if there is one."""
    return code(sitting.do(sitting.person(seat), client_in.Undo(to)))


def redo(sitting: Sitting, seat: int, to: int) -> str:
    """Make again up to event ``to``; the code of the refusal if there is one."""
    return code(sitting.do(sitting.person(seat), client_in.Redo(to)))


def steps(sitting: Sitting, seat: int, count: int) -> list[int]:
    """Walk so many times one field; the numbers of the events."""
    return [sitting.must_move(seat, step(sitting, seat)).seq for _ in range(count)]


def test_one_step_or_the_whole_turn_is_taken_back_to_the_identical_state() -> None:
    """The state after undo is the very object that it was, on this node."""
    sitting, seat = in_turns()
    start = sitting.table
    first, second = steps(sitting, seat, 2)
    then = sitting.history.past(first)
    assert undo(sitting, seat, first) == ""
    assert sitting.table.state is then.state
    assert undo(sitting, seat, start.seq) == ""
    assert sitting.table.state is start.state
    assert redo(sitting, seat, second) == ""
    assert undo(sitting, seat, start.seq) == ""
    assert sitting.table.state is start.state


def test_a_turn_shows_what_can_be_taken_back_and_made_again_the_nearest_first() -> None:
    """And with it why nothing more can."""
    sitting, seat = in_turns()
    start = sitting.table.seq
    why = "uncovered" if sitting.table.runner == seat else "other_moved"
    first, second, third = steps(sitting, seat, 3)
    turn = sitting.history.turn(sitting.table, seat)
    assert (turn.undo, turn.redo, turn.undo_refused) == ((second, first, start), (), "")
    undo(sitting, seat, first)
    turn = sitting.history.turn(sitting.table, seat)
    assert (turn.undo, turn.redo) == ((start,), (second, third))
    undo(sitting, seat, start)
    turn = sitting.history.turn(sitting.table, seat)
    assert (turn.undo, turn.redo, turn.undo_refused) == ((), (first, second, third), why)
    redo(sitting, seat, first)
    turn = sitting.history.turn(sitting.table, seat)
    assert (turn.undo, turn.redo) == ((start,), (second, third))


def test_nothing_is_taken_back_across_something_drawn_or_uncovered() -> None:
    """The refusal says which of the two it was, also after open moves were taken back up to it."""
    sitting, seat = in_turns()
    assert sitting.history.turn(sitting.table, 1).undo_refused == "uncovered"  # its bid was the last one
    start = sitting.table.seq
    sitting.must_move(seat, Peek())
    peeked = sitting.table.seq
    assert undo(sitting, seat, start) == "drawn"
    steps(sitting, seat, 1)
    assert undo(sitting, seat, start) == "no_such_position"
    assert undo(sitting, seat, peeked) == ""
    assert undo(sitting, seat, start) == "drawn"


def test_only_who_moved_last_takes_back() -> None:
    """Another seat's move closes the run; before any move there is nothing to take back."""
    sitting = running(ANN, BOB, CID)
    start = sitting.table.seq
    assert undo(sitting, 0, start) == "nothing_to_undo"
    sitting.must_move(0, sitting.legal(0)[0])
    after = sitting.table.seq
    sitting.must_move(1, sitting.legal(1)[0])
    assert undo(sitting, 0, start) == "other_moved"
    assert undo(sitting, 2, start) == "other_moved"
    assert undo(sitting, 1, start) == "no_such_position"
    assert undo(sitting, 1, after) == ""
    assert sitting.history.turn(sitting.table, 1).undo_refused == "other_moved"


def test_the_end_of_a_turn_is_taken_back_while_nobody_else_has_moved() -> None:
    """It drew nothing, so it is open like any other move: the turn is the mover's again."""
    sitting, seat = in_turns()
    first = steps(sitting, seat, 1)[0]
    sitting.must_move(seat, Done())
    assert sitting.history.turn(sitting.table, 1 - seat).must
    assert undo(sitting, seat, first) == ""
    assert sitting.history.turn(sitting.table, seat).must


def test_votes_and_answers_are_no_moves() -> None:
    """They neither close the run nor are they taken back."""
    sitting, seat = in_turns()
    start = sitting.table.seq
    first, second = steps(sitting, seat, 2)
    undo(sitting, seat, first)
    sitting.must(sitting.person(1 - seat), client_in.Propose("end"))
    proposal = sitting.table.seq
    sitting.must(sitting.person(seat), client_in.Answer(proposal, False))
    turn = sitting.history.turn(sitting.table, seat)
    assert (turn.undo, turn.redo) == ((start,), (second,))


def test_undo_and_redo_renew_every_ask() -> None:
    """Also the other's: what it would have answered is another position."""
    sitting, seat = in_turns()
    start = sitting.table.seq
    first = steps(sitting, seat, 1)[0]
    undo(sitting, seat, start)
    assert sitting.table.decision_tokens == (sitting.table.seq, sitting.table.seq)
    redo(sitting, seat, first)
    assert sitting.table.decision_tokens == (sitting.table.seq, sitting.table.seq)
    assert code(sitting.move(seat, step(sitting, seat), ask=first)) == "stale"


def test_a_simultaneous_choice_taken_back_leaves_the_others_asks_as_they_are() -> None:
    """So does one that is made again: what the others choose from is the same, and their clicks count."""
    sitting = running(ANN, BOB, CID)
    start = sitting.table.seq
    sitting.must_move(0, sitting.legal(0)[0])
    made = sitting.table.seq
    assert undo(sitting, 0, start) == ""
    assert sitting.table.decision_tokens == (sitting.table.seq, start, start)
    assert redo(sitting, 0, made) == ""
    assert sitting.table.decision_tokens == (sitting.table.seq, start, start)
    assert code(sitting.move(1, sitting.legal(1)[0], ask=start)) == ""
    assert sitting.table.decision_tokens[2] == start


def test_what_was_given_up_for_another_move_is_not_made_again() -> None:
    """A new move forgets the undone ones; they stay in the history, struck."""
    sitting, seat = in_turns()
    start = sitting.table.seq
    first, second = steps(sitting, seat, 2)
    undo(sitting, seat, first)
    third = steps(sitting, seat, 1)[0]
    assert redo(sitting, seat, second) == "nothing_to_redo"
    assert [struck(sitting.table, seq) for seq in (first, second, third)] == [False, True, False]
    undo(sitting, seat, start)
    assert [struck(sitting.table, seq) for seq in (first, second, third)] == [True, True, True]
    assert sitting.history.turn(sitting.table, seat).redo == (first,)
    assert redo(sitting, seat, third) == "no_such_position"
    assert redo(sitting, seat, first) == ""
    assert redo(sitting, seat, third) == ""
    assert [struck(sitting.table, seq) for seq in (first, second, third)] == [False, True, False]


def test_the_history_says_what_was_struck_and_restored() -> None:
    """Ranges of events; all moves in between are meant."""
    sitting, seat = in_turns()
    start = sitting.table.seq
    first, second, third = steps(sitting, seat, 3)
    undo(sitting, seat, first)
    undone = sitting.history.entry(sitting.table.seq, 0)
    assert (undone.kind, undone.strike, undone.lines[0].params) == (
        "undone",
        (second, third),
        {"seat": seat, "moves": 2},
    )
    undo(sitting, seat, start)
    assert sitting.history.entry(sitting.table.seq, 0).strike == (first, first)
    redo(sitting, seat, second)
    redone = sitting.history.entry(sitting.table.seq, 0)
    assert (redone.kind, redone.restore, redone.lines[0].params) == (
        "redone",
        (first, second),
        {"seat": seat, "moves": 2},
    )
    assert [sitting.history.entry(seq, 0).struck for seq in (first, second, third)] == [False, False, True]


def test_undos_of_a_turn_are_limited_and_the_next_turn_begins_anew() -> None:
    """Undo and redo in a loop would write for ever."""
    sitting, seat = in_turns()
    start = sitting.table.seq
    first = steps(sitting, seat, 1)[0]
    for _ in range(MAX_UNDOS):
        assert undo(sitting, seat, start) == ""
        assert redo(sitting, seat, first) == ""
    assert undo(sitting, seat, start) == "undo_limit"
    assert sitting.history.turn(sitting.table, seat).undo == ()
    assert sitting.history.turn(sitting.table, seat).undo_refused == "undo_limit"
    sitting.must_move(seat, Done())
    assert undo(sitting, seat, first) == "undo_limit"
    other = 1 - seat
    steps(sitting, other, 1)
    assert sitting.history.turn(sitting.table, other).undo_refused == ""


@pytest.mark.parametrize("command", [client_in.Undo(1), client_in.Redo(1)])
def test_undo_and_redo_need_a_running_game_and_a_seat(command: client_in.Undo | client_in.Redo) -> None:
    """Each refusal has its word."""
    assert code(seated(ANN, BOB).do(ANN, command)) == "not_started"
    sitting, _ = in_turns()
    assert code(sitting.do(CID, command)) == "not_seated"


def test_nothing_is_made_again_that_was_not_taken_back() -> None:
    """By anybody: the other's undone moves are not the mover's."""
    sitting, seat = in_turns()
    start = sitting.table.seq
    first = steps(sitting, seat, 1)[0]
    assert redo(sitting, seat, first) == "nothing_to_redo"
    undo(sitting, seat, start)
    assert redo(sitting, 1 - seat, first) == "nothing_to_redo"
    assert redo(sitting, seat, start) == "no_such_position"


def test_the_rounds_of_a_game_begin_with_a_run_of_their_own() -> None:
    """The first choice of a round can be taken back to its beginning, not into the round before."""
    sitting, _ = in_turns()
    for _ in range(2):
        seat = next(iter(sitting.history.pending(sitting.table)))
        sitting.must_move(seat, Done())
    begin = sitting.table.seq
    other = 1 - sitting.table.runner
    sitting.must_move(other, sitting.legal(other)[0])
    assert sitting.history.turn(sitting.table, other).undo == (begin,)
    sitting.must_move(1 - other, sitting.legal(1 - other)[0])
    bid_done = sitting.history.turn(sitting.table, 1 - other)
    assert (bid_done.undo, bid_done.undo_refused) == ((), "uncovered")
