"""When a node's process looks for garbage that points at itself, so that no move waits for it.

A walk through all that stands takes some 50 ms for each thousand connections, and a move that comes meanwhile waits for
it. What is found to be in use by one walk is kept out of the next ones (``gc.freeze``), which therefore take as long as
what has come since. What falls out of use later is mostly no circle, and goes at once; the circles among it wait for a
thorough walk.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final

SECONDS: Final = 60.0
"""From one walk to the next."""

THOROUGH: Final = 60
"""One in so many walks goes through all that stands."""

_YOUNG = 700
_NEVER = 1 << 30  # collections of a generation until the collector walks through the next one by itself


def settle() -> None:
    """Keep all that stands now from the garbage collector, for a process that is one node and has just started.

    What was imported stands to the end, and walking it again and again makes moves late by 50 ms and more. So does a
    walk through all that a crowd brings, which the collector would begin while it comes, and what a thousand tables
    brought in the last tenth of a second takes 3 ms, ten times a second. It walks by itself through what is youngest
    alone, half a millisecond at a time: :func:`tidy` has to be run.
    """
    walk(thorough=False)
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)


async def tidy(crowded: Callable[[], bool]) -> None:
    """Look for garbage from time to time, and not while a crowd comes."""
    walks = 0
    while True:
        await asyncio.sleep(SECONDS)
        if not crowded():
            walks += 1
            walk(thorough=walks % THOROUGH == 0)


def walk(*, thorough: bool) -> None:
    """Free the circles among what has come since the last walk, or among all there is."""
    if thorough:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
