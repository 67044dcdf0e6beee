"""The figures that need no service: the engine's speed, and the bytes that a move costs each spectator."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from partie.bench.paper import AnyEngine, Paper
from partie.bench.rows import Row, percentile, row
from partie.kit import SPECTATOR, playout
from partie.kit.patch import diff
from partie.live.frames import Frames
from partie.wire.deflate import Tail
from partie.wire.frame import Frame

ENGINE_TARGET = 20_000
"""Minimum number of random moves per second in the engine alone."""

PATCH_TARGET = 0.03
"""Maximum size of the median patch, as a fraction of the full view."""

UPDATE_TARGET = 150
"""Maximum bytes of the median update on its way to a browser."""

BARE_TARGET = 60
"""The same without the lines of the history."""


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
    """Measure bytes per move and spectator over random games of all numbers of seats.

    First patch and lines separately, as they are encoded; then whole updates, compressed as for browsers.
    """
    progress(f"bytes: {games} random games")
    patches: list[int] = []
    lines: list[int] = []
    views: list[int] = []
    updates: list[int] = []
    bare: list[int] = []
    for game in range(games):
        seats = engine.seats[game % len(engine.seats)]
        paper = Paper(engine, f"bytes-{game}", [f"person{seat:02}" for seat in range(seats)], game)
        paper.start(engine.key)
        history = paper.history
        before = history.view(history.newest, SPECTATOR)
        frames = Frames(history, lambda _, history=history: history.newest)  # type: ignore[misc]
        tail = bare_tail = Tail()
        cursor = (history.seq, history.newest.mark)
        while paper.move():
            table = history.newest
            frames.advanced()
            update = frames.update(SPECTATOR, cursor, follows=True)
            cursor = (table.seq, table.mark)
            data, tail = update.deflated(tail)
            updates.append(len(data))
            data, bare_tail = _without_lines(update).deflated(bare_tail)
            bare.append(len(data))
            after = history.view(table, SPECTATOR)
            patches.append(len(msgspec.msgpack.encode(diff(before, after))))
            lines.append(len(msgspec.msgpack.encode((history.entry(table.seq, SPECTATOR),))))
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
    for what, sizes, most in (("an update", updates, UPDATE_TARGET), ("an update without lines", bare, BARE_TARGET)):
        size, name = percentile(sizes, 0.5), f"bytes of {what} to a browser"
        found.append(row(f"{name}, median; ratio: to the target", size, "bytes", size / most, at_most=1))
        found.append(row(f"{name}, p95", percentile(sizes, 0.95), "bytes"))
    return found


def _without_lines(update: Frame) -> Frame:
    """Return the same update for somebody who does not read the history."""
    message = msgspec.msgpack.decode(update.payload)
    message.pop("entries", None)
    return Frame(msgspec.msgpack.encode(message), compressible=True)
