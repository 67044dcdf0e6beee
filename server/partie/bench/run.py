"""The whole bench: every figure, and the fsync mode under which it was measured.

The browser's figures are measured with the browser tests, because they need one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from partie.bench import asleep, fairness, fanout, idle, nodes, pure, storm, tables, wake
from partie.bench.flood import FLOODS
from partie.bench.paper import AnyEngine
from partie.bench.rows import Row
from partie.gateway.doors import MOST_OF_PERSON

PARTS = ("engine", "bytes", "load", "fanout", "tables", "nodes", "idle", "storm", "asleep", "fairness")
FSYNC = "always"
"""The fsync mode of the embedded Redis; rows that append or read mention it."""

QUICK_WAKE = wake.Size(events=(12, 16), loads=2)
QUICK_FANOUT = fanout.Size(spectators=(0, MOST_OF_PERSON + 1), moves=20, rounds=1)
"""With more spectators than a person may have tabs on every other server, as in the whole bench."""
QUICK_TABLES = tables.Size(at_once=(3,), moves=5, live=5, live_moves=3, every=0.1, rounds=1)
QUICK_NODES = nodes.Size(tables=2, moves=5, every=0.05, rounds=1)
QUICK_IDLE = idle.Size(connections=100, tables=2)
QUICK_STORM = storm.Size(clients=20, tables=4, played=2, moves=12, every=0.1)
QUICK_FAIRNESS = fairness.Size(tables=1, moves=6, every=0.1, warm=0.2, floods=(len(FLOODS), 3))
QUICK_ASLEEP = asleep.Size(tables=20, events=8, warm=10, waves=1, lines=5)


class UnknownPart(LookupError):
    """The bench has no part with that name; the message lists the parts."""


def run(
    engine: AnyEngine,
    named: Sequence[str] = (),
    *,
    quick: bool = False,
    only: Sequence[str] = (),
    progress: Callable[[str], None] = print,
) -> list[Row]:
    """Measure all rows, or those of some parts. ``named`` is the engine's source if it is not installed.

    Raises :class:`UnknownPart`.
    """
    unknown = set(only) - set(PARTS)
    if unknown:
        raise UnknownPart(f"the bench has no part {', '.join(sorted(unknown))}; it has {', '.join(PARTS)}")
    parts: dict[str, Callable[[], list[Row]]] = {
        "engine": lambda: pure.engine_rows(engine, 3 if quick else 100, progress),
        "bytes": lambda: pure.byte_rows(engine, 2 if quick else 20, progress),
        "load": lambda: _durable(asyncio.run(wake.rows(engine, named, QUICK_WAKE if quick else wake.Size(), progress))),
        "fanout": lambda: _durable(fanout.rows(engine, named, QUICK_FANOUT if quick else fanout.Size(), progress)),
        "tables": lambda: _durable(tables.rows(engine, named, QUICK_TABLES if quick else tables.Size(), progress)),
        "nodes": lambda: _durable(nodes.rows(engine, named, QUICK_NODES if quick else nodes.Size(), progress)),
        "idle": lambda: idle.rows(engine, named, QUICK_IDLE if quick else idle.Size(), progress),
        "storm": lambda: _durable(storm.rows(engine, named, QUICK_STORM if quick else storm.Size(), progress)),
        "asleep": lambda: _durable(asleep.rows(engine, named, QUICK_ASLEEP if quick else asleep.Size(), progress)),
        "fairness": lambda: _durable(
            fairness.rows(engine, named, QUICK_FAIRNESS if quick else fairness.Size(), progress)
        ),
    }
    return [found for name, part in parts.items() if not only or name in only for found in part()]


def _durable(rows: list[Row]) -> list[Row]:
    return [replace(found, name=f"{found.name} (appendfsync {FSYNC})") for found in rows]
