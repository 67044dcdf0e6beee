"""What cannot stand in a log, and what the error says."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from partie.kit import DrawsDiffer, Illegal
from partie.table import EngineFailed, History, ImpossibleEvent, Newer, Stamp, fold
from partie.table.events import Moved, TimedOut
from tests.engines.toys import Toy
from tests.engines.toys.state import Bid
from tests.server.table.sitting import ANN, TOYS, Shelf
from tests.server.table.toyplay import in_turns, step


class Later(Toy):
    """An engine that no longer plays the version of the table."""

    version = 2


def test_a_version_of_the_game_that_is_not_played_here_is_newer() -> None:
    """Another node may play it, so the table is not broken."""
    sitting, _ = in_turns()
    with pytest.raises(Newer):
        History.load("table-1", sitting.entries, None, Shelf(Later()))


def test_events_that_cannot_stand_where_they_do_are_told_from_failing_engines() -> None:
    """A gap, a second beginning, a move before the start, a flag where there are no clocks."""
    sitting, seat = in_turns()
    table, past = sitting.table, sitting.history.past
    created, moved = sitting.history.event(1), sitting.history.event(table.seq)
    for before, event, seq in (
        (table, moved, table.seq + 2),
        (table, created, table.seq + 1),
        (None, moved, 1),
        (past(2), moved, 3),
        (table, sitting.history.event(2), table.seq + 1),
        (table, TimedOut(id="x", person=ANN, seat=seat), table.seq + 1),
    ):
        with pytest.raises(ImpossibleEvent):
            fold(before, event, Stamp(seq, "m", 0), TOYS, past)


def test_a_logged_move_that_the_rules_refuse_is_a_failure_of_the_fold() -> None:
    """It was legal when it was appended, so these are not the rules that it was made under."""
    sitting, seat = in_turns()
    event = sitting.history.event(sitting.table.seq)
    assert isinstance(event, Moved)
    wrong = replace(event, seat=seat, move=Raw(msgspec.msgpack.encode(Bid("amber-1"))))
    stamp = Stamp(sitting.table.seq + 1, "m", 0)
    with pytest.raises(EngineFailed) as failed:
        fold(sitting.table, wrong, stamp, TOYS, sitting.history.past)
    assert isinstance(failed.value.__cause__, Illegal)


def test_a_logged_move_that_drew_more_than_the_rules_do_is_a_failure_of_the_fold() -> None:
    """Every recorded draw must be used."""
    sitting, seat = in_turns()
    before = sitting.table
    event = sitting.history.event(sitting.must_move(seat, step(sitting, seat)).seq)
    assert isinstance(event, Moved)
    with pytest.raises(EngineFailed) as failed:
        fold(before, replace(event, draws=("amber-1",)), Stamp(before.seq + 1, "m", 0), TOYS)
    assert isinstance(failed.value.__cause__, DrawsDiffer)
