"""Ending tasks, so that they do end.

Before Python 3.12 a cancellation is lost when it meets the end of what ``asyncio.wait_for`` waits for, and redis-py
sends every command that way: the task then goes on as if nobody had cancelled it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

AGAIN_SECONDS: Final = 0.1
"""A task that has not ended for so long is cancelled once more."""


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel the tasks until they listen, and wait until all of them have ended, however they do."""
    running = {task for task in tasks if not task.done()}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=AGAIN_SECONDS)


@contextmanager
def heeding() -> Iterator[None]:
    """Raise :class:`asyncio.CancelledError` at the end if the task was cancelled meanwhile and has not noticed."""
    task = asyncio.current_task()
    if task is None:
        raise RuntimeError("only a task can be cancelled")
    before = task.cancelling()
    try:
        yield
    finally:
        if task.cancelling() > before:
            raise asyncio.CancelledError
