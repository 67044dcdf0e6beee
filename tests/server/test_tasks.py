"""Ending tasks."""

from __future__ import annotations

import asyncio

import pytest

from partie import tasks


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


@pytest.mark.parametrize("answer", ["found", "not found"])
async def test_who_heeds_is_cancelled_even_if_what_was_awaited_lost_it(answer: str) -> None:
    """Whatever came of it."""
    going_on = False

    async def deaf() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if answer == "not found":
                raise LookupError(answer) from None

    async def heed() -> None:
        nonlocal going_on
        with tasks.heeding():
            await deaf()
        going_on = True

    task = asyncio.create_task(heed())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert not going_on


async def test_who_was_cancelled_before_can_still_tidy_up() -> None:
    """Only what comes meanwhile is heeded."""
    tidy = False

    async def work() -> None:
        nonlocal tidy
        try:
            await asyncio.Event().wait()
        finally:
            with tasks.heeding():
                await asyncio.sleep(0)
            tidy = True

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert tidy
