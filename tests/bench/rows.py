"""A row of the report, and the statistics in it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Row(Struct, frozen=True):
    """One figure. ``ratio`` compares it with what ``name`` says; ``target`` is in words, ``met`` None without one."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    target: str = ""
    met: bool | None = None


def row(name: str, value: float, unit: str, ratio: float | None = None, *, at_most: float | None = None) -> Row:
    """A figure whose ratio (or, without one, whose value) shall be at most so much."""
    measured = value if ratio is None else ratio
    what = "value" if ratio is None else "ratio"
    return Row(
        name,
        _short(value),
        unit,
        None if ratio is None else _short(ratio),
        "" if at_most is None else f"{what} at most {at_most:g}",
        None if at_most is None else measured <= at_most,
    )


def percentile(values: Sequence[float], share: float) -> float:
    """The value that ``share`` (0 to 1) of all values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _short(value: float) -> float:
    return float(f"{value:.4g}")
