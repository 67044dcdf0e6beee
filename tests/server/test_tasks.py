"""Ending tasks."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

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
    """The caller who ends tasks does not care how they ended."""

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


async def test_what_runs_beside_the_rest_is_ended_with_it() -> None:
    """What has ended by itself before is forgotten."""
    background, done = tasks.Background(), []

    async def quick() -> None:
        done.append("quick")

    async def slow() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            done.append("slow")

    ended, running = background.spawn(quick()), background.spawn(slow())
    await asyncio.wait([ended])
    assert background._tasks == {running}
    await background.stop()
    assert done == ["quick", "slow"]
    assert running.cancelled()
    await background.stop()


async def test_what_fails_beside_the_rest_is_logged_and_holds_up_nobody() -> None:
    """A cancelled task has not failed."""
    background = tasks.Background()

    async def fail() -> None:
        raise LookupError("a mistake of its own")

    async def wait() -> None:
        await asyncio.Event().wait()

    with capture_logs() as logged:
        failing, waiting = background.spawn(fail()), background.spawn(wait())
        await asyncio.wait([failing])
        await background.stop()
    assert [(line["event"], line["log_level"]) for line in logged] == [("task_failed", "error")]
    assert isinstance(logged[0]["exc_info"], LookupError)
    assert waiting.cancelled()


async def test_who_waits_for_news_or_for_some_time_goes_on_with_either() -> None:
    """Without having looked which it was."""
    news = asyncio.Event()
    await tasks.wait(news, 0.0)
    waiting = asyncio.create_task(tasks.wait(news, 3600.0))
    await asyncio.sleep(0)
    news.set()
    await waiting
    await tasks.wait(news, 3600.0)


async def test_only_a_task_can_heed() -> None:
    """Outside of one nobody could cancel it."""
    loop = asyncio.get_running_loop()
    refused: asyncio.Future[str] = loop.create_future()

    def outside() -> None:
        try:
            with tasks.heeding():
                refused.set_result("it was let")
        except RuntimeError as error:
            refused.set_result(str(error))

    loop.call_soon(outside)
    assert await refused == "only a task can be cancelled"
