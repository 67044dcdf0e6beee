"""Play nights: ``python -m tests.simulation [--seed N] [--nights N]``. One that fails is printed as short as it gets.

With ``--all`` it also plays those that reach what comes to pass too rarely, or find a broken twin that few nights find,
and fails where something that can come to pass never did.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.night import Night, Outcome, play, shortest, silent_logs
from tests.simulation.reach import RARELY, missing
from tests.simulation.twins import LATE

PORTION = 50
"""Nights that a process plays at a time."""

YOUNG = 20_000
"""Objects that are created before garbage is collected: about a night's."""


def settle() -> None:
    """Exclude what was imported from garbage collection, and collect what nights leave behind less often."""
    gc.freeze()
    gc.set_threshold(YOUNG)


def portion(first: int, last: int) -> tuple[Counter[str], int, tuple[int, Outcome] | None]:
    """Play the nights of some seeds, up to the first that fails: what was reached, turns, and that one."""
    reached: Counter[str] = Counter()
    turns = 0
    with silent_logs():
        for seed in range(first, last):
            outcome = play(Night.of(seed))
            reached.update(outcome.reached)
            turns += outcome.turns
            if outcome.wrongs:
                return reached, turns, (seed, outcome)
    return reached, turns, None


def main() -> int:
    """Play so many nights from a seed on."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--nights", type=int, default=100)
    parser.add_argument("--all", action="store_true", help="everything that can come to pass has to")
    parser.add_argument("--quiet", action="store_true", help="do not list what was reached")
    options = parser.parse_args()
    reached: Counter[str] = Counter()
    turns = 0
    began = time.monotonic()
    end = options.seed + options.nights
    portions = [(first, min(first + PORTION, end)) for first in range(options.seed, end, PORTION)]
    if options.all:
        further = {*RARELY.values(), *LATE.values()}
        portions += [(seed, seed + 1) for seed in sorted(further) if not options.seed <= seed < end]
    with ProcessPoolExecutor(os.cpu_count(), initializer=settle) as processes:
        for found, more, failed in processes.map(portion, *zip(*portions, strict=True)):
            reached.update(found)
            turns += more
            if failed is not None:
                processes.shutdown(cancel_futures=True)
                return tell(*failed)
    took = time.monotonic() - began
    for what, count in () if options.quiet else sorted(reached.items()):
        print(f"{count:8} {what}")
    print(f"{options.nights} nights, all of them well, in {took:.1f} s: {turns / took:,.0f} turns a second")
    never = missing(reached) if options.all else []
    for what in never:
        print(f"never reached: {what}")
    return 1 if never else 0


def tell(seed: int, outcome: Outcome) -> int:
    """What went wrong, and how few steps it takes."""
    night = Night.of(seed)
    print(night, *outcome.wrongs, "", sep="\n")
    with silent_logs():
        short = shortest(night)
        least = play(short)
        print("As short as it gets:", short, "What happens in it:", *least.story, *least.wrongs, sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
