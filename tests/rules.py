"""Lists the numbered rules of each game, and those that no test names: ``python -m tests.rules``.

The numbers are the headings of ``engines/<game>/rules.en.md``; a test in ``tests/engines/<game>/`` names those it
shows with ``@pytest.mark.rules("C1", "W2")``. Ends with 1 if a number is named by no test, if a test names a number
that is none, or if the languages of a game have different numbers.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parent.parent
HEADING = re.compile(r"^### (\S+)\s+(.*)$", re.MULTILINE)


class Report(Struct, frozen=True):
    """The rules of one game: their titles by number, the tests that name each, and what is wrong."""

    game: str
    titles: dict[str, str]
    tests: dict[str, list[str]]
    faults: list[str]


def numbers(path: Path) -> dict[str, str]:
    """The titles of the numbered rules of a reference, in its order."""
    return dict(HEADING.findall(path.read_text("utf-8")))


def marks(path: Path) -> Iterator[tuple[str, str]]:
    """The rule numbers that the tests of a module name, each with the test's name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rules":
                    yield from ((ast.literal_eval(number), node.name) for number in decorator.args)


def report(room: Path, tests: Path) -> Report:
    """What the tests in a folder say of the rules in an engine's room."""
    titles = numbers(room / "rules.en.md")
    named: dict[str, list[str]] = {number: [] for number in titles}
    faults = []
    for path in sorted(tests.rglob("test_*.py")):
        for number, test in marks(path):
            if number in named:
                named[number].append(f"{path.name}::{test}")
            else:
                faults.append(f"{path.name}::{test} names {number}, which is no rule")
    for path in sorted(room.glob("rules.*.md")):
        found = numbers(path)
        if list(found) != list(titles):
            faults.append(f"{path.name} has other numbers than rules.en.md: {sorted(set(found) ^ set(titles))}")
    faults += [f"no test names {number} {titles[number]}" for number, by in named.items() if not by]
    return Report(game=room.name, titles=titles, tests=named, faults=faults)


def rooms(root: Path = ROOT) -> list[Path]:
    """The rooms of all engines with a rules reference."""
    return sorted(path.parent for path in root.glob("engines/partie/games/*/rules.en.md"))


def reports(root: Path = ROOT) -> list[Report]:
    """One report for every engine with a rules reference."""
    return [report(room, root / "tests" / "engines" / room.name) for room in rooms(root)]


def main() -> int:
    """Print all reports."""
    found = reports()
    for each in found:
        print(f"{each.game}: {len(each.titles)} rules")
        for number, title in each.titles.items():
            print(f"  {number:<4} {title} ({len(each.tests[number])})")
    faults = [f"{each.game}: {fault}" for each in found for fault in each.faults]
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
