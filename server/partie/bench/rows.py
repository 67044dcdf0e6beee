"""The rows of the report, and their statistics."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Row(Struct, frozen=True):
    """One figure. ``ratio`` compares it as described in ``name``; ``target`` is in words, ``met`` None without one."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    target: str = ""
    met: bool | None = None


def row(
    name: str,
    value: float,
    unit: str,
    ratio: float | None = None,
    *,
    at_most: float | None = None,
    at_least: float | None = None,
) -> Row:
    """Build a figure whose ratio (or, without one, whose value) should be at most or at least a bound."""
    measured = value if ratio is None else ratio
    what = "value" if ratio is None else "ratio"
    bounds = (("most", at_most), ("least", at_least))
    goals = [f"{what} at {word} {bound:g}" for word, bound in bounds if bound is not None]
    met = (at_most is None or measured <= at_most) and (at_least is None or measured >= at_least)
    return Row(
        name, _short(value), unit, None if ratio is None else _short(ratio), ", ".join(goals), met if goals else None
    )


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that a ``share`` (0 to 1) of all values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _short(value: float) -> float:
    return float(f"{value:.4g}")
