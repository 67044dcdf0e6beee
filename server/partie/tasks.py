"""Background tasks, and a reliable way to end tasks.

Before Python 3.12 a cancellation is lost if it coincides with the end of what ``asyncio.wait_for`` waits for, and
redis-py sends every command that way: the task then continues as if nobody had cancelled it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import structlog

AGAIN_SECONDS: Final = 0.1
"""Seconds after which a task that has not ended is cancelled again."""

_logger = structlog.get_logger()


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel the tasks repeatedly and wait until all of them have ended, however they do."""
    running = {task for task in tasks if not task.done()}
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=AGAIN_SECONDS)


@contextmanager
def heeding() -> Iterator[None]:
    """Raise :class:`asyncio.CancelledError` on exit if the task was cancelled meanwhile and missed it."""
    task = asyncio.current_task()
    if task is None:
        raise RuntimeError("only a task can be cancelled")
    before = task.cancelling()
    try:
        yield
    finally:
        if task.cancelling() > before:
            raise asyncio.CancelledError


class Background:
    """Tasks that run in the background until they or the node end. A failure is logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def stop(self) -> None:
        """End all tasks that are still running."""
        await end(self._tasks)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        report(task)


def report(task: asyncio.Task[None]) -> None:
    """Log the exception of a failed task."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _logger.error("task_failed", exc_info=error)


async def wait(news: asyncio.Event, seconds: float) -> None:
    """Wait for the event, at most so many seconds. Tests let no time pass here, and tick by hand."""
    with suppress(TimeoutError):
        await asyncio.wait_for(news.wait(), seconds)
