"""Ending tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

AGAIN_SECONDS: Final = 0.1
"""A task that has not ended for so long is cancelled once more."""


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel the tasks and wait until all of them have ended, however they do.

    Before Python 3.12 a cancellation is lost when it meets the end of what ``asyncio.wait_for`` waits for, and
    redis-py sends every command that way; the task then goes on. So it is cancelled until it listens.
    """
    running = {task for task in tasks if not task.done()}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=AGAIN_SECONDS)
