"""What can go wrong with a table, and that it says where."""

from __future__ import annotations

import pytest

from partie.table.errors import EngineFailed, HashDiffers, ImpossibleEvent, TableBroken


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (EngineFailed("t-1", 7, "apply"), "table t-1, event 7: the engine failed in apply"),
        (HashDiffers("t-1", 7, ("deck", "turn")), "table t-1, event 7: the state differs in deck, turn"),
        (ImpossibleEvent("t-1", 7, "it follows event 3"), "table t-1, event 7: it follows event 3"),
    ],
)
def test_a_table_that_cannot_go_on_names_itself_and_the_event(error: TableBroken, words: str) -> None:
    """For the operator, who reads it in the log."""
    assert str(error) == words
    assert (error.table, error.seq) == ("t-1", 7)
