"""Requests that wait for work, and peers that do not wait for the answer."""

from __future__ import annotations

import asyncio

import pytest

from partie.gateway.http.errors import Problem
from partie.gateway.http.waiting import while_connected
from tests.server.gateway.http.requests import request
from tests.server.live.memory import turns


async def test_the_work_is_done_for_a_peer_that_waits() -> None:
    """Its result is returned, and its error raised."""

    async def work() -> str:
        await asyncio.sleep(0)
        return "done"

    async def fails() -> str:
        raise Problem(404, "unknown", "nothing is here")

    assert await while_connected(request(gone=asyncio.Event()), work()) == "done"
    with pytest.raises(Problem) as problem:
        await while_connected(request(gone=asyncio.Event()), fails())
    assert problem.value.status == 404


async def test_the_work_ends_with_the_connection() -> None:
    """It is cancelled, so that nothing is queued for anybody who has gone."""
    ended, gone = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    waiting = asyncio.create_task(while_connected(request(gone=gone), work()))
    await turns()
    assert not waiting.done()
    gone.set()
    with pytest.raises(Problem) as problem:
        await waiting
    assert (problem.value.status, problem.value.code) == (503, "unavailable")
    assert ended.is_set()


async def test_the_work_ends_with_the_request_that_is_cancelled() -> None:
    """As when the node stops."""
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    waiting = asyncio.create_task(while_connected(request(gone=asyncio.Event()), work()))
    await turns()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert ended.is_set()
