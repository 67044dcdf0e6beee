"""Mutants from the command line: ``python -m tests.mutants [--number N] [--seed TEXT] [--part 1/4] [GAME...]``.

Prints what catches each mutant, and ends with 1 if nothing catches one that ``equivalent.toml`` does not list.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
import time
import tomllib
from pathlib import Path

from tests.mutants.mutate import Mutant, chosen, mutants
from tests.mutants.trial import ROOMS, baseline, tried

EARLY = ("hypothesis", "httpx", "redis.asyncio", "starlette.applications", "uvicorn", "partie.kit")
"""What the tests import, so that processes that are forked off need not; a game comes later, changed."""

GAMES = ("glenmore", "nereus", "vinci", "wikinger")
NUMBER = 100
SEED = "partie-mutants-1"
LISTED = Path(__file__).with_name("equivalent.toml")


def listed(game: str) -> dict[str, str]:
    """The mutants of a game that make no difference, each with its reason."""
    found: dict[str, dict[str, str]] = tomllib.loads(LISTED.read_text("utf-8"))
    return found.get(game, {})


def run(game: str, sample: list[Mutant], room: Path) -> list[Mutant]:
    """Try the mutants of a game, say how each fares, and return those that were neither caught nor listed."""
    reasons = listed(game)
    tests = baseline(game, room)
    survivors, caught, equal = [], 0, 0
    for mutant in sample:
        if mutant.name in reasons:
            equal += 1
            continue
        began = time.monotonic()
        found = tried(game, mutant, tests, room / "report.txt")
        if found:
            caught += 1
        else:
            survivors.append(mutant)
        said = f"caught by {found}" if found else "SURVIVED"
        print(f"{mutant.name}, line {mutant.line}: {said}, {time.monotonic() - began:.1f} s", flush=True)
    print(
        f"{game}: of {len(sample)} mutants, the tests caught {caught}; {equal} are listed as"
        f" equivalent, {len(survivors)} survived",
        flush=True,
    )
    return survivors


def sampled(game: str, number: int, seed: str, part: str) -> list[Mutant]:
    """The mutants of a game to try."""
    found = mutants(ROOMS / game)
    gone = listed(game).keys() - {mutant.name for mutant in found}
    if gone:
        sys.exit(f"equivalent.toml lists mutants of {game} that are none: {sorted(gone)}")
    which, parts = map(int, part.split("/"))
    return chosen(found, number, seed)[which - 1 :: parts]


def main(arguments: list[str]) -> int:
    """Run the mutants of all games, or of some."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(GAMES)}")
    parser.add_argument("--number", type=int, default=NUMBER, help="mutants for each game")
    parser.add_argument("--seed", default=SEED, help="another sample")
    parser.add_argument("--part", default="1/1", help="of several, such as 1/4")
    asked = parser.parse_args(arguments)
    for module in EARLY:
        importlib.import_module(module)
    with tempfile.TemporaryDirectory() as room:
        survivors = {
            game: run(game, sampled(game, asked.number, asked.seed, asked.part), Path(room))
            for game in asked.games or GAMES
        }
    return 1 if any(survivors.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
