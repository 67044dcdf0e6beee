"""The rows that the bench makes of what it measures in a browser."""

from __future__ import annotations

from tests.browser import bench, measure


def test_the_figures_of_the_browser_are_told() -> None:
    """Bytes against their bounds, updates against the least change on the same screen, and what moved."""
    updates = [
        measure.Update(20, took, whole=took, missed=2 * line, line=line)
        for took, line in ((30, False), (40, True), (90, False))
    ]
    shown = measure.Evening("glenmore", 390, updates, [20.0], [measure.Shift(0.2, 1, True, ("p",))])
    sizes = measure.Sizes(1_000, 1_000, 1_000, 151_000, 1_000, {"glenmore": 1_000, "nereus": 81_000})
    rows = {each.name: each for each in bench.told(sizes, [shown])}
    assert rows["first load of the lobby, gzipped without fonts"].met is True
    assert rows["first load of a table, gzipped without fonts"].met is False
    assert rows["own files of glenmore, gzipped"].met is True
    assert rows["own files of nereus, gzipped"].met is False
    slow = "glenmore, 390 px, processor 4 times slower"
    assert rows[f"update on screen, {slow}, median; ratio: to the least change"].ratio == 2
    assert rows[f"frames without the update that had come, {slow}"].met is True
    assert rows["layout shift of glenmore, 390 px"].met is False
