"""The beat by which a visible client knows that its connection stands."""

from __future__ import annotations

import asyncio
import functools
import itertools

import pytest
from websockets.asyncio.client import connect

from partie import tasks
from partie.client.client import sign_in
from partie.gateway import heartbeat
from partie.gateway.heartbeat import SHARES, beat
from partie.wire import client_out
from partie.wire.closing import TRY_AGAIN
from partie.wire.limits import HELLO_SECONDS
from tests.fixtures.service import Running, until
from tests.server.gateway.peers import House
from tests.server.live.memory import turns


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One share a turn of the event loop."""
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.0)


async def test_everybody_is_sent_the_time_once_in_all_shares_together(house: House) -> None:
    """Not all at once."""
    lines = [await house.join(f"person-{number}") for number in range(20)]
    beating = asyncio.create_task(beat(house.connections, house.memory.clock))
    heard = [0]
    for _ in range(SHARES + 1):
        await turns(1)
        heard.append(sum(len(line.peer.sent) for line in lines))
    await tasks.end([beating])
    assert {tuple(line.heard()) for line in lines} <= {("beat",), ("beat", "beat")}
    assert max(after - before for before, after in itertools.pairwise(heard)) < len(lines)


async def test_who_does_not_keep_up_is_left_alone(house: House) -> None:
    """It has enough to read."""
    slow, other = await house.join("slow"), await house.join("other")
    slow.peer.paused = True
    beating = asyncio.create_task(beat(house.connections, house.memory.clock))
    await turns(2 * SHARES)
    await tasks.end([beating])
    assert slow.heard() == []
    assert {message["now"] for message in other.peer.sent} == {house.memory.clock.at}


async def test_a_connection_that_fails_stops_no_beat(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the next one, nor this one for the other connections of the same share."""
    monkeypatch.setattr(heartbeat, "SHARES", 1)
    lines = {name: await house.join(name) for name in ("ann", "ben")}
    tried: list[str] = []

    def fail(name: str, _: client_out.Outbound) -> None:
        tried.append(name)
        raise RuntimeError("it is gone")

    for name, line in lines.items():
        monkeypatch.setattr(line.connection, "send", functools.partial(fail, name))
    beating = asyncio.create_task(beat(house.connections, house.memory.clock))
    await turns(3)
    assert not beating.done()
    await tasks.end([beating])
    assert min(tried.count(name) for name in lines) > 1


async def test_a_client_that_never_says_hello_is_disconnected(house: House) -> None:
    """After ten seconds; one that has said it stays."""
    mute, other = await house.join("mute", greeted=False), await house.join("other")
    house.memory.clock.at += int(1000 * HELLO_SECONDS) - 1
    beating = asyncio.create_task(beat(house.connections, house.memory.clock))
    await turns(2 * SHARES)
    assert mute.peer.closed == 0
    assert set(mute.heard()) == {"beat"}
    house.memory.clock.at += 1
    await turns(2 * SHARES)
    await tasks.end([beating])
    assert mute.peer.closed == TRY_AGAIN
    assert "problem no_hello" in mute.heard()
    assert other.peer.closed == 0


async def test_a_socket_that_never_says_hello_is_closed(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real one, whose peer answers nothing but what its library answers by itself."""
    # Nobody reads the beats here, and too many of them would stop the socket.
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.5)
    cookie = await asyncio.to_thread(sign_in, node.url, "Ann")
    async with connect(f"{node.url.replace('http', 'ws')}/ws", additional_headers={"Cookie": cookie}) as socket:
        await until(lambda: len(node.core.connections) == 1)
        late = node.core.clock.now() + int(2000 * HELLO_SECONDS)
        node.core.clock.now = lambda: late  # type: ignore[method-assign]
        async with asyncio.timeout(10):
            await socket.wait_closed()
        assert socket.close_code == TRY_AGAIN
    await until(lambda: len(node.core.connections) == 0)
