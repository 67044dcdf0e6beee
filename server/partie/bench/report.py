"""The report of the bench, for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from partie.bench.rows import Row


def report(rows: Iterable[Row]) -> Table:
    """Format all rows as a table to print, one figure per line."""
    table = Table("Figure", "Value", "Unit", "Ratio", "Target", "Met", box=None, pad_edge=False)
    for row in rows:
        met = {True: "yes", False: "no", None: ""}[row.met]
        table.add_row(
            row.name, f"{row.value:g}", row.unit, "" if row.ratio is None else f"{row.ratio:g}", row.target, met
        )
    return table
