"""Ending tasks."""

from __future__ import annotations

import asyncio

from server import tasks


async def test_a_task_that_loses_a_cancellation_ends_all_the_same() -> None:
    """It is cancelled until it listens."""
    lost = 0

    async def deaf() -> None:
        nonlocal lost
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if lost == 2:
                    raise
                lost += 1

    task = asyncio.create_task(deaf())
    await asyncio.sleep(0)
    await tasks.end([task])
    assert task.cancelled()
    assert lost == 2


async def test_tasks_that_have_ended_or_failed_are_no_matter() -> None:
    """Whoever ends tasks does not care how they ended."""

    async def fail() -> None:
        raise LookupError("a mistake of its own")

    failed = asyncio.create_task(fail())
    await asyncio.wait([failed])
    await tasks.end([failed])
    await tasks.end([])
    assert isinstance(failed.exception(), LookupError)
