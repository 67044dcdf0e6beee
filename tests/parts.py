"""Run all parts of the tests, one after the other, whatever fails; say at the end what failed and how long each took.

Usage: python -m tests.parts [more arguments for pytest]
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from xml.etree import ElementTree as ET

from msgspec import Struct

PYTEST: Final = (sys.executable, "-m", "pytest")
"""How pytest is started; the parts that use it get its further arguments."""

# Files go to the processes in the order of tests/conftest.py. pytest-xdist would leave the files with few tests to the
# end, and those take longest. Nor would it keep the tests of a mark together, which share what they look at: with
# pytest 9.2 it takes no notice of the mark (pytest-xdist #1386).
_FILES: Final = ("--dist=loadfile", "--no-loadscope-reorder")

_MEASURES: Final = ("tests/server/cli/test_measures.py", "tests/browser/test_measures.py")
"""Tests of seconds and sizes, which must have the machine to themselves."""

_OTHERS: Final = tuple(f"--ignore={path}" for path in _MEASURES)

NOTHING_SELECTED: Final = 5
"""What pytest exits with when its arguments select no test of a part."""


class Part(Struct, frozen=True):
    """One part: its name and its command."""

    name: str
    command: tuple[str, ...]


PARTS: Final = (
    # It also reports a file that cannot be read, before anything else runs.
    Part("Collection", (sys.executable, "-m", "tests.bytecode")),
    Part("Client", (sys.executable, "hatch_build.py", "npm", "test")),
    # These wait for disks and clocks half of the time: six processes fill two processors. In the browser three do.
    Part(
        "Games and service",
        (*PYTEST, "tests", "engines/examples", "--ignore=tests/browser", *_OTHERS, "--numprocesses=6", *_FILES),
    ),
    Part("Nights", (sys.executable, "-m", "tests.simulation", "--nights=1250", "--all", "--quiet")),
    Part(
        "Browser",
        (*PYTEST, "tests/browser", *_OTHERS, "--numprocesses=3", *_FILES),
    ),
    Part("Measures", (*PYTEST, *_MEASURES)),
)


class Result(Struct, frozen=True):
    """How a part ended, and which of its tests failed, a line each."""

    part: Part
    code: int
    seconds: float
    failures: tuple[str, ...] = ()


def run(
    parts: Sequence[Part],
    arguments: Sequence[str],
    call: Callable[[Sequence[str]], int] = subprocess.call,
    clock: Callable[[], float] = time.monotonic,
) -> list[Result]:
    """Run every part, the parts of pytest with further arguments."""
    results = []
    for part in parts:
        print(f"== {part.name}", flush=True)
        began = clock()
        code, failures = _tests(part, arguments, call) if _is_pytest(part) else (call(part.command), ())
        results.append(Result(part, code, clock() - began, failures))
    return results


def _is_pytest(part: Part) -> bool:
    return part.command[: len(PYTEST)] == PYTEST


def _tests(part: Part, arguments: Sequence[str], call: Callable[[Sequence[str]], int]) -> tuple[int, tuple[str, ...]]:
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        # Before the further arguments, which may want the report elsewhere.
        code = call([*part.command, f"--junit-xml={report}", *arguments])
        # A run that broke off leaves none, or a part of it.
        failures: tuple[str, ...] = ()
        with contextlib.suppress(FileNotFoundError, ET.ParseError):
            failures = tuple(_failures(report.read_text("utf-8")))
    return (0 if arguments and code == NOTHING_SELECTED else code), failures


def _failures(report: str) -> Iterator[str]:
    """List what failed in a report of pytest: the test, and the first line of why."""
    for case in ET.fromstring(report).iter("testcase"):
        for outcome in (*case.iter("failure"), *case.iter("error")):
            reason, *_ = outcome.get("message", "").splitlines() or [""]
            yield f"{case.get('classname')}::{case.get('name')}: {reason}"


def summary(results: Sequence[Result]) -> str:
    """Say which tests and parts failed, and how long each part took."""
    failures = [f"FAILED  {line}" for each in results for line in each.failures]
    lines = [f"{'FAILED' if each.code else 'passed'}  {each.seconds:6.0f} s  {each.part.name}" for each in results]
    failed = sum(each.code != 0 for each in results)
    total = sum(each.seconds for each in results)
    end = f"{failed} of {len(results)} parts FAILED" if failed else f"All {len(results)} parts passed"
    return "\n".join([*failures, *lines, f"{end} in {total / 60:.1f} minutes"])


def main() -> int:
    """Run all parts; 1 if any failed."""
    results = run(PARTS, sys.argv[1:])
    print(summary(results), flush=True)
    return int(any(each.code for each in results))


if __name__ == "__main__":
    sys.exit(main())
