"""Requests that never end, and answers that nobody takes."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from unittest.mock import patch

import pytest

from partie.net import arrival, files
from tests.fixtures.service import Running, until

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Call = Callable[[], Awaitable[Streams]]

HEAD = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n"
SHORT = 0.3


@pytest.fixture
async def call(node: Running) -> AsyncIterator[Call]:
    """Open connections, which are closed at the end."""
    writers = []

    async def one() -> Streams:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(node.url.rpartition(":")[2]))
        writers.append(writer)
        return reader, writer

    yield one
    for writer in writers:
        writer.close()


async def ended(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the connection ends."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


async def drip(writer: asyncio.StreamWriter) -> None:
    """Send a header that never ends, as slowly as not to look dead."""
    while not writer.transport.is_closing():
        writer.write(b"X: y\r\n")
        await asyncio.sleep(SHORT / 10)


@pytest.mark.parametrize("begins", [b"", b"GET /healthz HTTP/1.1\r\n"])
async def test_a_head_that_does_not_come_in_time_ends_its_connection(
    call: Call, begins: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether nothing of it comes or only the beginning."""
    monkeypatch.setattr(arrival, "HEAD_SECONDS", SHORT)
    reader, writer = await call()
    writer.write(begins)
    assert await asyncio.wait_for(ended(reader), 20) == b""


async def test_a_head_that_goes_on_and_on_ends_its_connection(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its lines comes soon after the one before."""
    monkeypatch.setattr(arrival, "HEAD_SECONDS", SHORT)
    reader, writer = await call()
    writer.write(b"GET /healthz HTTP/1.1\r\n")
    dripping = asyncio.create_task(drip(writer))
    assert await asyncio.wait_for(ended(reader), 20) == b""
    dripping.cancel()


async def test_a_second_head_has_its_time_as_well(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a connection that was of use before."""
    monkeypatch.setattr(arrival, "HEAD_SECONDS", SHORT)
    reader, writer = await call()
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    await reader.readuntil(b"200 OK")
    writer.write(b"GET /healthz HTTP/1.1\r\n")
    dripping = asyncio.create_task(drip(writer))
    assert b"HTTP/1.1" not in await asyncio.wait_for(ended(reader), 20)
    dripping.cancel()


async def test_a_body_that_does_not_come_in_time_ends_its_connection(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The head alone keeps no place."""
    monkeypatch.setattr(arrival, "BODY_SECONDS", SHORT)
    reader, writer = await call()
    writer.write(HEAD + b"\r\n{")
    assert b"20" not in (await asyncio.wait_for(ended(reader), 20)).partition(b"\r\n")[0][9:12]


async def test_an_answer_that_nobody_takes_ends_its_connection(
    call: Call, node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of it fills no buffer for good."""
    monkeypatch.setattr(arrival, "TAKEN_SECONDS", SHORT)
    _, writer = await call()
    await until(lambda: bool(node.node.server_state.connections))
    (protocol,) = node.node.server_state.connections
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    protocol.transport.write(bytes(32 << 20))
    await until(lambda: not node.node.server_state.connections)


async def test_a_websocket_outlives_the_times_of_requests(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its handshake is a request without an end."""
    loop, timers = asyncio.get_running_loop(), []
    real = loop.call_later

    def call_later(delay: float, callback: Callable[..., object], *given: object, **more: Any) -> asyncio.TimerHandle:
        handle = real(delay, callback, *given, **more)
        if getattr(callback, "__func__", None) is arrival.ArrivalProtocol._overdue:
            timers.append(handle)
        return handle

    monkeypatch.setattr(loop, "call_later", call_later)
    ann = await node.join("Ann")
    assert await ann.create("toy", 2)
    assert timers, "requests have no time at all"
    await until(lambda: all(timer.cancelled() for timer in timers))


def test_the_limit_of_open_files_is_raised_as_far_as_the_system_allows() -> None:
    """In a process of its own, which starts with that of most shells, and passes it on to its children."""
    program = (
        "import resource; from partie.net import files;"
        "soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE);"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard));"
        "said = files.raise_limit(); print(said, resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    allowed = files.WANTED if hard == resource.RLIM_INFINITY else min(files.WANTED, hard)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert [int(limit) for limit in done.stdout.split()] == [allowed, allowed]


CHUNKED = b"Host: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n\r\n"


@pytest.mark.parametrize("head", [b"GET /healthz HTTP/1.1\r\n", b"POST /api/session HTTP/1.1\r\n", b"no HTTP\r\n"])
async def test_what_is_no_http_is_answered_once_and_paid_for(
    node: Running, call: Call, caplog: pytest.LogCaptureFixture, head: bytes
) -> None:
    """Also where a request began well: what its handler answers then goes nowhere, and into no log."""
    with patch.object(node.core, "malformed", wraps=node.core.malformed) as malformed:
        reader, writer = await call()
        writer.write(head + CHUNKED)
        answer = await asyncio.wait_for(ended(reader), 20)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1
    malformed.assert_called_once_with("127.0.0.1")
    assert node.core.limiter._addresses._free_at["127.0.0.1"] > 0.0
    await until(lambda: not node.node.server_state.tasks)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
