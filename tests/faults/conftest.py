"""The table at the end of a run: what was done to the service, how often, and what was lost."""

from __future__ import annotations

import pytest

from tests.faults.killing import RUNS

HEAD = (
    "What was done",
    "kills",
    "of them between append and answer",
    "acknowledged",
    "views compared",
    "lost or doubled",
)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table; it is the one in docs/developing/faults.md."""
    if not RUNS:
        return
    terminalreporter.section("what was lost")
    for row in (HEAD, ("---",) * len(HEAD), *map(_row, RUNS)):
        terminalreporter.write_line(f"| {' | '.join(row)} |")


def _row(run: tuple[str, dict[str, object]]) -> tuple[str, ...]:
    what, report = run
    kills, between = report["kills"], report["kills_between"]
    assert isinstance(kills, dict)
    assert isinstance(between, dict)
    problems = report["problems"]
    assert isinstance(problems, list)
    of = ", ".join(f"{count} {kind}" for kind, count in kills.items() if kind != "all")
    return (
        what,
        f"{kills['all']} ({of})" if of else str(kills["all"]),
        str(between["all"]),
        f"{report['acknowledged']:,}",
        str(report["views"]),
        "; ".join(problems) or "nothing",
    )
