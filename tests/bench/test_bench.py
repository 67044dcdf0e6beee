"""The bench runs and tells all its figures. Only `partie bench` on a machine at rest shows real values."""

from __future__ import annotations

from pathlib import Path

import pytest

from partie.bench import floor
from partie.bench.rows import percentile, row
from partie.bench.run import PARTS, run
from tests.engines.toys import toy
from tests.server.cli.inside import failure
from tests.server.cli.inside import run as partie

FIGURES = {
    "engine": ["random moves in the engine, 2 seats"],
    "bytes": [
        "bytes per move, patch, median",
        "bytes per move, patch, p95",
        "bytes per move, history, median",
        "bytes of an update to a browser, median",
        "bytes of an update without lines to a browser, p95",
        "bytes of the full view, median",
    ],
    "load": ["cold load of 12 events, with snapshot, median", "cold load of 16 events, without, median"],
    "fanout": ["moves per second, 0 spectators", "move to all 31 spectators, p50", "move to all 31 spectators, p99"],
    "tables": [
        "moves per second, 3 tables of 2 seats",
        "moves per second at saturation",
        "move to all, 5 live tables, a move every 0.1 s, p99",
        "the same for the floor, p99",
    ],
    "nodes": [
        "moves per processor second, one node",
        "moves per processor second, two nodes, each with tables of its own",
        "moves per processor second, two nodes, with the players of each table on both",
        "moves per processor second, two services that share nothing but the core",
    ],
    "idle": ["memory of an idle connection", "memory of a connection that shows one of 2 tables"],
    "storm": ["reconnect storm of 20 clients of a killed node, until all are back", "moves during the storm, p99"],
    "asleep": [
        "start with 20 sleeping tables, until ready",
        "wait for one of them, p99",
        "memory after 20 sleeping tables woke and slept",
    ],
}
"""How the names of the rows begin that the bench promises, by its parts; ``test_fairness.py`` has those of fairness."""


@pytest.mark.parametrize("part", [part for part in PARTS if part != "fairness"])
def test_every_figure_is_told(part: str) -> None:
    """A quick run has a row for every figure that the bench promises."""
    rows = run(toy, ["tests.engines.toys:toy"], quick=True, only=[part], progress=lambda _: None)
    names = [found.name for found in rows]
    for words in FIGURES[part]:
        assert sum(name.startswith(words) for name in names) == 1, words
    assert all(found.value > 0 for found in rows if not found.name.startswith(("memory of", "share of", "processor")))
    assert all("appendfsync always" in name for name in names if "move to all" in name or "cold load" in name)


def test_a_part_is_asked_for_by_name() -> None:
    """The command says which parts there are, and refuses others."""
    told = " ".join(partie("bench", "--help").replace("│", " ").split())
    assert f"Only this part: {', '.join(PARTS[:-1])} or {PARTS[-1]}." in told
    refused = failure("bench", "--only", "browser")
    assert refused.code == "unknown_part"
    assert "no part browser" in str(refused)


def test_a_target_is_met_or_not() -> None:
    """A row without a target is neither met nor missed."""
    assert row("time", 29.0, "ms", at_most=30).met is True
    assert row("time", 31.0, "ms", at_most=30).met is False
    assert row("rate", 5.0, "1/s", 1.6, at_most=1.5).met is False
    assert row("moves", 0.8, "1/s", at_least=0.9).met is False
    assert row("size", 5.0, "bytes").met is None


def test_percentiles_of_few_values() -> None:
    """The share is counted from the smallest value on."""
    assert percentile([3, 1, 2], 0) == 1
    assert percentile([3, 1, 2], 0.5) == 2
    assert percentile([3, 1, 2], 1) == 3


def test_the_floor_stays_small() -> None:
    """The floor has under 120 lines, so that it stays the least a service could do."""
    assert len(Path(floor.__file__).read_text().splitlines()) < 120
