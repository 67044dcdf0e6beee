"""The whole bench: every figure, and the fsync mode it was measured under."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tests.bench import browser, fanout, pure, wake
from tests.bench.paper import AnyEngine
from tests.bench.rows import Row

PARTS = ("engine", "bytes", "load", "fanout", "memory", "browser")
FSYNC = "always"
"""What the embedded Redis runs with; rows that append or read say so."""

QUICK_WAKE = wake.Size(events=(12, 16), loads=2, connections=20, tables=20, awake=5, table_events=8)
QUICK_FANOUT = fanout.Size(spectators=(0, 5), moves=20, tables=3, moves_each=5, rounds=1)


def run(
    engine: AnyEngine,
    named: Sequence[str] = (),
    *,
    quick: bool = False,
    only: Sequence[str] = (),
    say: Callable[[str], None] = print,
) -> list[Row]:
    """All rows, or those of some parts. ``named`` is where the engine comes from if it is not installed."""
    unknown = set(only) - set(PARTS)
    if unknown:
        raise ValueError(f"there is no part {sorted(unknown)}; there are {', '.join(PARTS)}")
    size = QUICK_WAKE if quick else wake.Size()
    parts: dict[str, Callable[[], list[Row]]] = {
        "engine": lambda: pure.engine_rows(engine, 3 if quick else 100, say),
        "bytes": lambda: pure.byte_rows(engine, 2 if quick else 20, say),
        "load": lambda: _durable(asyncio.run(wake.load_rows(engine, named, size, say))),
        "fanout": lambda: _durable(fanout.rows(engine, named, QUICK_FANOUT if quick else fanout.Size(), say)),
        "memory": lambda: asyncio.run(wake.memory_rows(engine, named, size, say)),
        "browser": lambda: browser.rows(say),
    }
    return [found for name, part in parts.items() if not only or name in only for found in part()]


def _durable(rows: list[Row]) -> list[Row]:
    return [replace(found, name=f"{found.name} (appendfsync {FSYNC})") for found in rows]
