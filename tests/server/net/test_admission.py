"""The turnstile that a crowd has to pass."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple, cast
from unittest.mock import patch

import h11
import httpx
import pytest

from partie.gateway.http.routing import MOST_WAITING, WAIT_SECONDS
from partie.net.admission import Admission
from partie.net.arrival import ArrivalProtocol
from partie.net.proxies import Proxies
from tests.fixtures.service import NO_TLS, Running, until

LOCAL = ("127.0.0.1", "::1")
"""The proxies on this machine."""

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


async def test_a_crowd_from_one_address_does_not_hold_up_who_comes_from_another() -> None:
    """A single newcomer is admitted next but one, whatever waits already."""
    turnstile, came = Admission(), []
    for number in range(1000):
        turnstile.let(lambda number=number: came.append(number), "192.0.2.7")  # type: ignore[misc]
    turnstile.let(lambda: came.append("somebody else"), "192.0.2.8")
    for _ in range(1100):
        await asyncio.sleep(0)
    assert not turnstile.crowded
    assert came.index("somebody else") <= 2
    assert [one for one in came if one != "somebody else"] == list(range(1000))


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "address"),
    [
        (LOCAL, "192.0.2.9", b"", "192.0.2.9"),
        (LOCAL, "192.0.2.9", b"X-Forwarded-For: 192.0.2.1\r\n", "192.0.2.9"),
        (LOCAL, "127.0.0.1", b"X-Forwarded-For: 192.0.2.1\r\n", "192.0.2.1"),
        (LOCAL, "127.0.0.1", b"x-forwarded-for: made up, 192.0.2.1, ::1\r\n", "192.0.2.1"),
        (LOCAL, "127.0.0.1", b"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-For: 192.0.2.1\r\n", "192.0.2.1"),
        (LOCAL, "127.0.0.1", b"X-Forwarded-For: 127.0.0.1\r\n", "127.0.0.1"),
        (LOCAL, "127.0.0.1", b"", "127.0.0.1"),
        (("private",), "172.18.0.3", b"X-Forwarded-For: 192.0.2.1\r\n", "192.0.2.1"),
        (("*",), "198.51.100.1", b"X-Forwarded-For: 192.0.2.7, 192.0.2.1\r\n", "192.0.2.1"),
    ],
)
def test_behind_a_proxy_addresses_are_told_apart_before_anything_is_read(
    trusted: tuple[str, ...], peer: str, forwarded: bytes, address: str
) -> None:
    """By the word of proxies that are trusted, and of no others."""
    protocol = ArrivalProtocol.__new__(ArrivalProtocol)
    protocol.client, protocol._proxies = (peer, 7), Proxies(trusted)
    assert protocol._address(b"GET / HTTP/1.1\r\nHost: x\r\n" + forwarded + b"\r\n") == address


async def test_an_address_that_goes_on_although_it_is_refused_is_dropped_unread(node: Running) -> None:
    """What it sends then costs next to nothing; it is heard again soon after it has stopped."""
    address = "127.0.0.1"
    async with httpx.AsyncClient(verify=NO_TLS, base_url=node.url) as browser:
        assert (await browser.get("/healthz")).status_code == 200
        node.core.limiter.charge("", address, 20 * node.core.limiter.address_rate.count)
        assert node.core.drops(address)
        with pytest.raises(httpx.TransportError):
            await browser.get("/healthz")
        node.core.limiter._addresses.forget(address)
        assert (await browser.get("/healthz")).status_code == 200


async def test_an_address_that_does_not_stop_is_not_answered_in_between(node: Running) -> None:
    """What is dropped counts as well, up to a bound: the address is heard again seconds after it has stopped."""
    limiter, address = node.core.limiter, "192.0.2.7"
    rate = limiter.address_rate
    limiter.charge("", address, rate.count * (1 + 1.01 * WAIT_SECONDS / rate.seconds))
    before = limiter.wait("", address)
    for _ in range(10_000):
        assert node.core.drops(address)
    assert before < limiter.wait("", address) < 2.1 * WAIT_SECONDS


@pytest.fixture
def crowded(node: Running) -> str:
    """An address with so many requests waiting that further ones are refused at once."""
    address = "127.0.0.1"
    node.core.waits._waiting["", address] = MOST_WAITING
    node.core.limiter.charge("", address, 1.5 * node.core.limiter.address_rate.count)
    return address


async def test_a_request_behind_too_many_others_is_answered_unread(node: Running, crowded: str) -> None:
    """In the words of every refusal, at a third of its price."""
    before = node.core.limiter.wait("", crowded)
    async with httpx.AsyncClient(verify=NO_TLS, base_url=node.url) as browser:
        with patch.object(ArrivalProtocol, "handle_events", side_effect=AssertionError("it was read")):
            answer = await browser.get("/healthz")
    seconds = int(answer.headers["retry-after"])
    assert 0 < seconds <= math.ceil(before)
    assert (answer.status_code, answer.json()["code"], answer.json()["retry_in"]) == (429, "too_many", 1000 * seconds)
    assert answer.headers["connection"] == "close"
    node.core.limiter._addresses.forget(crowded)
    assert node.core.refusal(crowded) == b""


async def test_of_a_request_that_is_let_in_all_is_read(node: Running) -> None:
    """Its body is no request of its own, however many others wait by then."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(node.url.rpartition(":")[2]))
    head = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    writer.write(head + b"Content-Length: 14\r\n\r\n")
    await until(lambda: any(one.conn.their_state is h11.SEND_BODY for one in connections(node)))
    with patch.object(node.core, "refusal", return_value=b"HTTP/1.1 429 Too Many Requests\r\n\r\n"):
        writer.write(b'{"name":"Ann"}')
        assert (await reader.readline()).split()[1] == b"201"
    writer.close()


async def test_a_handshake_is_refused_by_its_own_endpoint(node: Running, crowded: str) -> None:
    """Clients that connect again learn the reason in a way that they understand."""
    assert node.core.refusal(crowded)
    _, writer = await asyncio.open_connection("127.0.0.1", int(node.url.rpartition(":")[2]))
    (protocol,) = await connected(node)
    upgrade = b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    assert not protocol._is_request(upgrade)
    assert protocol._is_request(REQUEST)
    assert not protocol._is_request(REQUEST[:-2])
    writer.close()


def connections(node: Running) -> list[ArrivalProtocol]:
    """Those of a node that are no websockets."""
    return [one for one in node.node.server_state.connections if isinstance(one, ArrivalProtocol)]


async def connected(node: Running) -> list[ArrivalProtocol]:
    """Connections, once there is one."""
    await until(lambda: bool(connections(node)))
    return connections(node)


async def test_what_is_refused_unread_counts_against_its_address(node: Running, crowded: str) -> None:
    """An address that goes on all the same is soon not answered at all."""
    while not node.core.drops(crowded):
        assert node.core.refusal(crowded)


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
    monkeypatch.setattr(node.core.admission, "let", lambda go, _: held.append(go))
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
