"""Commands that were done already."""

from __future__ import annotations

import pytest

from partie.table import Refused
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, Sitting
from tests.server.table.toyplay import load, long_evening


@pytest.fixture(scope="module")
def evening() -> Sitting:
    """One long evening for all tests that only look at it."""
    return long_evening()


def test_a_repeat_is_answered_alike_and_an_id_is_used_once(evening: Sitting) -> None:
    """Also by a node that woke with a snapshot: the accepted ids stand in the log."""
    command = client_in.Create("toy", 2, {})
    for history in (evening.history, load(evening), load(evening, evening.history.snapshot())):
        assert len(history.receipts) == history.seq
        assert history.receipts.find(ANN, "command-1", command) == 1
        assert history.receipts.find(ANN, "command-1", client_in.Create("toy", 3)) == Refused("id_reused")
        assert history.receipts.find(BOB, "command-1", command) is None
