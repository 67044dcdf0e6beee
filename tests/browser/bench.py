"""What people at their screens have of it: bytes of the first load, updates on a slow machine, and what shifts.

``python -m tests.browser.bench`` prints it as ``partie bench`` prints its rows; ``make bench`` runs both.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from hatch_build import build_client
from partie.bench.report import report
from partie.bench.rows import Row, percentile, row

try:
    from tests.browser import measure
    from tests.browser.service import Service
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is not installed, and the bench in a browser needs it; run: make setup") from None

FIRST_LOAD = 150
GAME = 80
"""KB, thousands of bytes, gzipped, without fonts."""

WIDTHS = (1440, 390)
MOVES = 80
"""So many of each game."""


def rows(say: Callable[[str], None]) -> list[Row]:
    """All figures. The client is built only if its sources have changed since the last build."""
    build_client()
    with tempfile.TemporaryDirectory(prefix="partie-bench-") as folder:
        service = Service(Path(folder) / "data")
        service.start()
        try:
            return asyncio.run(_measured(service.url, say))
        finally:
            service.stop()


async def _measured(url: str, say: Callable[[str], None]) -> list[Row]:
    async with measure.running_browser() as browser:
        say("browser: first loads")
        sizes = await measure.sizes(browser, url)
        evenings = []
        for game in measure.boards():
            for width in WIDTHS:
                say(f"browser: {game} at {width} px, {measure.THROTTLE} times slower")
                evenings.append(await measure.evening(browser, url, width, game=game, moves=MOVES))
    return told(sizes, evenings)


def told(sizes: measure.Sizes, evenings: Sequence[measure.Evening]) -> list[Row]:
    """The figures as rows of the report."""
    found = [
        row(f"first load of {what}, gzipped without fonts", size / 1000, "KB", at_most=FIRST_LOAD)
        for what, size in (("the start page", sizes.start), ("the lobby", sizes.lobby), ("a table", sizes.table))
    ]
    found.append(row("what a table that stands fetches for later, gzipped", sizes.later / 1000, "KB"))
    for game, size in sorted(sizes.games.items()):
        found.append(row(f"own files of {game}, gzipped", size / 1000, "KB", at_most=GAME))
    for shown in evenings:
        where = f"{shown.game}, {shown.width} px, processor {measure.THROTTLE} times slower"
        least = percentile(shown.floor, 0.5)
        for share, label in ((0.5, "median"), (0.95, "p95")):
            took = percentile([each.painted for each in shown.updates], share)
            found.append(
                row(f"update on screen, {where}, {label}; ratio: to the least change", took, "ms", took / least)
            )
        missed = sum(each.missed for each in shown.updates if not each.line)
        found.append(row(f"frames without the update that had come, {where}", missed, "frames", at_most=0))
        moved = sum(each.value for each in shown.shifts)
        found.append(row(f"layout shift of {shown.game}, {shown.width} px", moved, "", at_most=0.005))
    return found


if __name__ == "__main__":
    Console(highlight=False).print(report(rows(Console(stderr=True, highlight=False).print)))
