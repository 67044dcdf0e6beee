"""The bench shows what floods do to everybody else. It takes long, so it has a file, and a process, of its own."""

from __future__ import annotations

import pytest

from partie.bench.flood import FLOODS
from partie.bench.rows import Row
from partie.bench.run import run
from tests.engines.toys import toy

FAIR = ("no flood", *FLOODS)

FAIRLY = ("somebody else's move", "/healthz")

FELT_MS = 3000
"""Milliseconds until a move is seen, with any other work on the machine; floods once made it 11 seconds and more."""


# A dozen floods, one after the other: on a busy machine they take longer than a test may by default.
@pytest.mark.timeout(1200)
def test_every_flood_is_told_and_nobody_else_waits_long() -> None:
    """On a machine at rest the targets are lower: `partie bench --only fairness` tells whether they are met."""
    rows = measured()
    names = [found.name for found in rows]
    for words in (
        *(f"{what}, {flood}, one node, p99" for what in FAIRLY for flood in FAIR),
        *(f"{what}, {flood}, 2 nodes, p99" for what in FAIRLY for flood in FAIR[:4]),
    ):
        assert sum(name.startswith(words) for name in names) == 1, words
    assert all(found.value > 0 for found in rows if not found.name.startswith(("memory of", "share of", "processor")))
    assert all("appendfsync always" in name for name in names)
    if late := felt(rows):
        # Once may be what else runs on the machine; what a flood does it does each time.
        again = felt(measured())
        assert {name: (value, again[name]) for name, value in late.items() if name in again} == {}


def measured() -> list[Row]:
    """The rows of all floods."""
    return run(toy, ["tests.engines.toys:toy"], quick=True, only=["fairness"], progress=lambda _: None)


def felt(rows: list[Row]) -> dict[str, float]:
    """The floods during which somebody else's moves came late, and how late."""
    return {
        found.name: found.value
        for found in rows
        if found.name.startswith("somebody else's move") and found.value > FELT_MS
    }
