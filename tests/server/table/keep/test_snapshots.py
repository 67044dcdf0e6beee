"""Snapshots, which are a cache."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from partie.table import Snapshot
from partie.wire import client_in
from tests.engines.toys import Toy
from tests.server.table.sitting import ANN, TOYS, Shelf, Sitting
from tests.server.table.toyplay import load, long_evening


@pytest.fixture(scope="module")
def evening() -> Sitting:
    """One long evening for all tests that only look at it."""
    return long_evening()


def test_a_damaged_snapshot_is_ignored(evening: Sitting) -> None:
    """Whichever byte of it is another: it is a cache, and the log is the truth."""
    data = evening.history.snapshot().encode()
    dice = random.Random(11)
    for _ in range(400):
        at = dice.randrange(len(data))
        damaged = data[:at] + bytes([data[at] ^ dice.randrange(1, 256)]) + data[at + 1 :]
        decoded = Snapshot.decode(damaged, TOYS)
        assert decoded is None or decoded.table == evening.table
    for length in (0, 1, len(data) // 2, len(data) - 1):
        assert Snapshot.decode(data[:length], TOYS) is None


def test_a_snapshot_of_another_log_format_or_engine_is_ignored(evening: Sitting) -> None:
    """Each tag on its own: the mark, the seq, the engine's format, an engine that is not here."""

    class Reshaped(Toy):
        format = 2

    good = evening.history.snapshot()
    assert Snapshot.decode(good.encode(), Shelf(Reshaped())) is None
    assert Snapshot.decode(good.encode(), Shelf()) is None
    rewound = Snapshot(replace(good.table, mark="f" * 16, host="someone-else"), good.format)
    longer = Snapshot(replace(good.table, seq=good.table.seq + 1, host="someone-else"), good.format)
    for wrong in (rewound, longer):
        assert load(evening, wrong).newest.host == ANN


def test_a_snapshot_of_an_open_table_is_one_too() -> None:
    """It has no state of the game yet."""
    sitting = Sitting()
    sitting.must(ANN, client_in.Create("toy", 2))
    decoded = Snapshot.decode(sitting.history.snapshot().encode(), TOYS)
    assert decoded is not None
    assert decoded.table == sitting.table
