"""The figures that need no service: the engine's speed, and the bytes that a move costs each spectator."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from partie.bench.paper import AnyEngine, Paper
from partie.bench.rows import Row, percentile, row
from partie.kit import SPECTATOR, playout
from partie.kit.patch import diff

ENGINE_TARGET = 20_000
"""Minimum number of random moves per second in the engine alone."""

PATCH_TARGET = 0.03
"""Maximum size of the median patch, as a fraction of the full view."""


def engine_rows(engine: AnyEngine, games: int, progress: Callable[[str], None]) -> list[Row]:
    """Measure random moves per second for every number of seats; the slowest one must meet the target."""
    found = []
    for seats in engine.seats:
        progress(f"engine: {games} random games of {seats}")
        report = playout.measure(engine, seats=seats, games=games, seed=1)
        rate = report.moves_per_second
        name = f"random moves in the engine, {seats} seats; ratio: target to value"
        found.append(row(name, rate, "1/s", ENGINE_TARGET / rate, at_most=1))
    return found


def byte_rows(engine: AnyEngine, games: int, progress: Callable[[str], None]) -> list[Row]:
    """Measure bytes per move and spectator, patch and lines separately, over random games of all numbers of seats."""
    progress(f"bytes: {games} random games")
    patches: list[int] = []
    lines: list[int] = []
    views: list[int] = []
    for game in range(games):
        seats = engine.seats[game % len(engine.seats)]
        paper = Paper(engine, f"bytes-{game}", [f"person{seat:02}" for seat in range(seats)], game)
        paper.start(engine.key)
        before = paper.history.view(paper.history.newest, SPECTATOR)
        while paper.move():
            table = paper.history.newest
            after = paper.history.view(table, SPECTATOR)
            patches.append(len(msgspec.msgpack.encode(diff(before, after))))
            lines.append(len(msgspec.msgpack.encode((paper.history.entry(table.seq, SPECTATOR),))))
            views.append(len(msgspec.msgpack.encode(after)))
            before = after
    full = percentile(views, 0.5)
    found = [row("bytes of the full view, median", full, "bytes")]
    for share, label in ((0.5, "median"), (0.95, "p95")):
        patch = percentile(patches, share)
        goal = PATCH_TARGET if share == 0.5 else None
        found.append(
            row(f"bytes per move, patch, {label}; ratio: to the full view", patch, "bytes", patch / full, at_most=goal)
        )
        found.append(row(f"bytes per move, history, {label}", percentile(lines, share), "bytes"))
    return found
