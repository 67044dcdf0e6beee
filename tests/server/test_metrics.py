"""The metrics of a node."""

from __future__ import annotations

from partie.metrics import Metrics
from tests.fixtures.service import Running, start_toy, until


def test_metrics_are_shown_with_their_words() -> None:
    """What was counted is in the exposition, each metric with a sentence of help."""
    metrics = Metrics()
    metrics.refusals.labels("stale").inc()
    metrics.tables_awake.set(3)
    text = metrics.exposition().decode()
    assert 'partie_refusals_total{code="stale"} 1.0' in text
    assert "partie_tables_awake 3.0" in text
    kinds = [line for line in text.splitlines() if line.startswith("# TYPE") and "_created" not in line]
    helps = [line for line in text.splitlines() if line.startswith("# HELP") and len(line.split()) > 5]
    assert len(helps) >= len(kinds) > 30


def test_two_nodes_in_one_process_count_apart() -> None:
    """Every node has its own registry."""
    one, other = Metrics(), Metrics()
    one.events.inc()
    assert b"partie_events_total 1.0" in one.exposition()
    assert b"partie_events_total 0.0" in other.exposition()


async def test_what_the_log_has_counted_is_shown(node: Running) -> None:
    """Commands and round trips to Redis, each counted once however often it is looked for."""
    await start_toy(node, "Ann", "Bob")
    metrics, counters = node.core.metrics, node.core.log.counters
    for _ in range(2):
        node.core.tables.poll_now.set()
        await until(lambda: counters.commands > 0 and metrics.log_commands._value.get() == counters.commands)
    assert 0 < metrics.log_batches._value.get() <= metrics.log_commands._value.get()
    assert metrics.log_short_of_replicas._value.get() == 0
