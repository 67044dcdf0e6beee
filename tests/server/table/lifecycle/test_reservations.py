"""Seats that are somebody's from the first, and what becomes of them when nobody comes."""

from __future__ import annotations

from partie.table.commands import Vacate
from partie.table.lifecycle.reservations import awaited
from partie.table.limits import ABSENT_MS, COME_MS
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, CID, NOT_NOW, code, nonce, opened, seated
from tests.server.table.toyplay import matched


def test_who_was_matched_and_does_not_come_loses_the_seat_to_whoever_wants_it() -> None:
    """After a while by the log's clock, and not to be held any longer; who comes late may sit where there is room."""
    sitting = matched(**{BOB: ABSENT_MS})
    sitting.now = sitting.table.created_at + COME_MS - 1
    assert sitting.do("service:", Vacate(1)) == NOT_NOW
    sitting.now += 1
    sitting.must("service:", Vacate(1))
    assert sitting.table.seats[1].person == ""
    (line,) = sitting.history.entry(sitting.table.seq, 0).lines
    assert (line.key, line.params) == ("vacated", {"person": BOB, "seat": 1})
    sitting.must(CID, client_in.Sit(1))
    assert code(sitting.do(BOB, client_in.Sit(1))) == "seat_taken"


def test_who_was_brought_to_an_open_table_and_does_not_come_loses_the_seat_too() -> None:
    """From when the seat was found for him, not from when the table was set up; the next one has as much time."""
    sitting = opened(2)
    sitting.must(ANN, client_in.Sit(0))
    sitting.now += COME_MS
    for person in (BOB, CID):
        brought = sitting.must(person, client_in.Sit(1), brought=True)
        sitting.away = {person: ABSENT_MS}
        sitting.now = brought.at + COME_MS - 1
        assert sitting.do("service:", Vacate(1)) == NOT_NOW
        sitting.now += 1
        sitting.must("service:", Vacate(1))
        (line,) = sitting.history.entry(sitting.table.seq, 0).lines
        assert (line.key, line.params) == ("vacated", {"person": person, "seat": 1})
    assert code(sitting.do("service:", Vacate(0))) == "seat_kept"


def test_who_was_brought_to_a_seat_and_takes_another_one_has_come() -> None:
    """Or is ready."""
    sitting = opened(3)
    sitting.must(BOB, client_in.Sit(1), brought=True)
    sitting.must(CID, client_in.Sit(0), brought=True)
    assert awaited(sitting.table) == (0, 1)
    sitting.must(BOB, client_in.Sit(2))
    assert awaited(sitting.table) == (0,)
    sitting.must(CID, client_in.Ready(True, nonce(CID)))
    assert awaited(sitting.table) == ()


def test_nobody_else_loses_a_seat_by_being_away() -> None:
    """Not who is here or has only just gone, who is ready, who sat down by himself, or whose game has begun."""
    sitting = matched(**{BOB: ABSENT_MS - 1})
    sitting.now += COME_MS
    assert code(sitting.do("service:", Vacate(0))) == "not_away"
    assert code(sitting.do("service:", Vacate(1))) == "not_away"
    assert code(sitting.do("service:", Vacate(2))) == "no_such_seat"
    sitting.away = {ANN: ABSENT_MS, BOB: ABSENT_MS}
    sitting.must(BOB, client_in.Ready(True, nonce(BOB)))
    assert code(sitting.do("service:", Vacate(1))) == "seat_kept"
    own = seated(ANN, BOB)
    own.away = sitting.away
    own.now += COME_MS
    assert code(own.do("service:", Vacate(1))) == "seat_kept"
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    assert code(sitting.do("service:", Vacate(0))) == "started"
