"""Which position a click was made for."""

from __future__ import annotations

from tests.server.table.sitting import ANN, BOB, CID, running
from tests.server.table.toyplay import in_turns, step


def test_simultaneous_choices_do_not_renew_each_others_asks() -> None:
    """Three choose in any order, each with the click prepared at the start; one who chose again gets a new ask."""
    sitting = running(ANN, BOB, CID)
    start = sitting.table.seq
    sitting.must_move(1, sitting.legal(1)[0])
    assert sitting.table.decision_tokens == (start, sitting.table.seq, start)
    sitting.must_move(1, sitting.legal(1)[0])
    assert sitting.table.decision_tokens == (start, sitting.table.seq, start)
    assert sitting.move(0, sitting.legal(0)[0], ask=start) is None
    assert sitting.move(2, sitting.legal(2)[0], ask=start) is None
    assert sitting.table.decision_tokens == (sitting.table.seq,) * 3


def test_where_one_seat_acts_every_ask_is_renewed() -> None:
    """The other has nothing to do now, and what it will be asked is not what it was asked before."""
    sitting, seat = in_turns()
    sitting.must_move(seat, step(sitting, seat))
    assert sitting.table.decision_tokens == (sitting.table.seq, sitting.table.seq)
