"""What decisions are made of."""

from __future__ import annotations

import pytest

from partie.table import Newer
from partie.table.commands import Leave, Sit, TimeOut, Vacate
from partie.table.context import Context, digest, engine_of, next_event, no_past
from tests.engines.toys import toy
from tests.server.table.sitting import ANN, TOYS, Shelf, opened, running


def test_a_digest_tells_commands_apart_by_kind_and_members() -> None:
    """And is the same for equal ones, in every process."""
    told = [digest(command) for command in (Leave(), Sit(0), Sit(1), TimeOut(1), Vacate(1))]
    assert len(set(told)) == len(told)
    assert digest(Sit(1)) == told[2]


def test_a_table_of_a_version_that_is_not_here_is_newer() -> None:
    """Another node may have it."""
    table = opened().table
    assert engine_of(table, TOYS) is toy
    with pytest.raises(Newer, match="of 'toy' is not played here"):
        engine_of(table, Shelf())


def test_what_is_decided_is_folded_as_the_event_that_follows() -> None:
    """With the engines and the past of the decision."""
    sitting = running()
    ctx = Context(person=ANN, id="command-1", engines=TOYS, past=sitting.history.past)
    following = next_event(sitting.table, ctx)
    assert (following.seq, following.engines) == (sitting.table.seq + 1, TOYS)
    assert following.past(1) == sitting.tables[0]
    with pytest.raises(LookupError):
        no_past(1)
