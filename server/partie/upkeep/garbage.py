"""The schedule of garbage collection in a node's process, so that no move waits for it.

A full collection takes about 50 ms for each thousand connections, and a move that arrives meanwhile waits. Objects that
survive one collection are excluded from the next ones (``gc.freeze``), which therefore take time only for what was
created since. Most objects that become garbage later are in no cycle and are freed at once; the cycles among them wait
for a thorough collection.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final

SECONDS: Final = 60.0
"""Seconds between collections."""

THOROUGH: Final = 60
"""Every this many collections, one is thorough and walks through everything."""

_YOUNG = 700
_NEVER = 1 << 30  # collections of a generation before the collector starts on the next one by itself


def settle() -> None:
    """Exclude everything that exists now from garbage collection, in a process that is one node and has just started.

    Imported modules stay to the end, and walking through them again and again delays moves by 50 ms and more. So does a
    walk through everything that a crowd brings, which the collector would start as it arrives; and what a thousand
    tables created in the last tenth of a second takes 3 ms, ten times per second. By itself the collector now walks
    only through the youngest objects, half a millisecond at a time: :func:`tidy` must run for the rest.
    """
    walk(thorough=False)
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)


async def tidy(crowded: Callable[[], bool]) -> None:
    """Collect garbage from time to time, but not while a crowd arrives."""
    walks = 0
    while True:
        await asyncio.sleep(SECONDS)
        if not crowded():
            walks += 1
            walk(thorough=walks % THOROUGH == 0)


def walk(*, thorough: bool) -> None:
    """Free the cycles among the objects created since the last walk, or among all objects."""
    if thorough:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
