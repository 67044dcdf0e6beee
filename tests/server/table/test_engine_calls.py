"""Calls into engines: what is noted of them, and what becomes of what they raise."""

from __future__ import annotations

import pytest

from partie.kit import Illegal
from partie.table import EngineFailed
from partie.table.engine_calls import guarded, leave_breadcrumbs, ruled


class Notes:
    """All tables that were noted."""

    def __init__(self) -> None:
        self.table = ""
        self.noted: list[str] = []

    def note(self, table: str) -> None:
        self.table = table
        self.noted.append(table)


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> Notes:
    """The notes that are taken from now on."""
    monkeypatch.setattr("partie.table.engine_calls._breadcrumb", None)
    taken = Notes()
    leave_breadcrumbs(taken)
    return taken


def test_a_table_is_noted_when_it_is_another_one(notes: Notes) -> None:
    """As many calls as there are for one table leave one note, before the first of them."""
    one, other = "table-1", "table-2"
    seen = [guarded(table, 1, lambda: list(notes.noted)) for table in (one, one, other, one)]
    assert seen == [[one], [one], [one, other], [one, other, one]]
    ruled(other, 1, int)
    assert notes.table == other


def _illegal() -> None:
    raise Illegal("too_far", "4.2")


def test_what_an_engine_raises_names_table_event_and_method() -> None:
    """Of what is illegal too, unless it is a move that a person wants to make."""
    with pytest.raises(EngineFailed, match="table table-1, event 7: the engine failed in _illegal") as failed:
        guarded("table-1", 7, _illegal)
    assert isinstance(failed.value.__cause__, Illegal)
    with pytest.raises(Illegal):
        ruled("table-1", 7, _illegal)
    with pytest.raises(EngineFailed):
        ruled("table-1", 7, int, "no number")
