"""The turnstile that a crowd has to pass."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple, cast

import pytest

from partie.net.admission import Admission
from partie.net.arrival import ArrivalProtocol
from tests.fixtures.service import Running, until

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


async def test_a_crowd_passes_one_at_each_turn_of_the_loop_in_its_order() -> None:
    """However many come at once, players can move between any two of them."""
    turnstile, came = Admission(), []

    async def come(number: int) -> None:
        await turnstile.passed()
        came.append(number)

    crowd = [asyncio.create_task(come(number)) for number in range(20)]
    sizes = [0]
    while len(came) < len(crowd):
        await asyncio.sleep(0)
        sizes.append(len(came))
    assert came == list(range(20))
    assert max(after - before for before, after in itertools.pairwise(sizes)) == 1
    assert not turnstile.crowded


async def test_who_comes_alone_does_not_wait() -> None:
    """With nobody before it, a thing is done before the call returns."""
    turnstile, done = Admission(), []
    turnstile.let(lambda: done.append("first"))
    turnstile.let(lambda: done.append("second"))
    assert done == ["first"]
    assert turnstile.crowded


async def test_who_goes_while_waiting_holds_up_nobody() -> None:
    """A task that is cancelled in line is passed over."""
    turnstile = Admission()
    tasks = [asyncio.create_task(turnstile.passed()) for _ in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await tasks[1]
    await asyncio.gather(tasks[0], tasks[2])
    assert tasks[1].cancelled()


class Waiting(NamedTuple):
    """A connection that was answered once and whose second request waits at the turnstile."""

    protocol: ArrivalProtocol
    go: Callable[[], None]
    reader: asyncio.StreamReader


@pytest.fixture
async def waiting(node: Running, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Waiting]:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(node.url.rpartition(":")[2]))
    writer.write(REQUEST)
    await reader.readuntil(b"200 OK")
    (protocol,) = cast("set[ArrivalProtocol]", node.node.server_state.connections)
    await until(lambda: protocol.timeout_keep_alive_task is not None)
    await until(lambda: not node.core.admission.crowded)
    held: list[Callable[[], None]] = []
    monkeypatch.setattr(node.core.admission, "let", held.append)
    writer.write(REQUEST)
    await until(lambda: bool(held))
    yield Waiting(protocol, held[0], reader)
    writer.close()


async def test_a_request_that_waits_is_answered_however_long_that_takes(waiting: Waiting) -> None:
    """Its connection is not closed as one that nothing comes from."""
    waiting.protocol.timeout_keep_alive_handler()
    waiting.go()
    assert await waiting.reader.readuntil(b"200 OK")


async def test_a_request_that_fails_after_it_waited_does_not_leave_its_connection_open(
    waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that did not have to wait."""

    def fail() -> None:
        raise ValueError

    monkeypatch.setattr(waiting.protocol, "handle_events", fail)
    with pytest.raises(ValueError):  # noqa: PT011
        waiting.go()
    while await waiting.reader.read(1024):
        pass
    assert waiting.reader.at_eof()
