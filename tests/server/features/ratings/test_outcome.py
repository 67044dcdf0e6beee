"""What of a table counts for ratings, and for whom."""

from __future__ import annotations

from partie.features.ratings.outcome import outcome
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, CID, running
from tests.server.table.toyplay import finish


def test_a_seat_counts_for_who_began_the_game_in_it() -> None:
    """Also when a bot plays on in the person's place: a person who gives up has played."""
    sitting = running(ANN, BOB, CID, rated=True)
    assert outcome(sitting.table) is None
    sitting.must(ANN, client_in.SeatBot(0))
    finish(sitting)
    found, result = outcome(sitting.table), sitting.table.result
    assert found is not None
    assert result is not None
    assert found.persons == (ANN, BOB, CID)
    assert tuple(seat.place for seat in found.seats) == tuple(result.places)
    assert (found.seq, found.mark, found.ended) == (sitting.table.seq, sitting.table.mark, sitting.table.at)


def test_what_is_not_rated_or_not_played_to_its_end_has_no_outcome() -> None:
    """An end that all agreed to is nobody's win."""
    plain = running(ANN, BOB)
    finish(plain)
    assert outcome(plain.table) is None
    agreed = running(ANN, BOB, rated=True)
    agreed.must(ANN, client_in.Propose("end"))
    agreed.must(BOB, client_in.Answer(agreed.table.seq, True))
    assert outcome(agreed.table) is None
