"""The beat by which a visible client knows that its connection stands."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from partie import tasks
from partie.gateway import heartbeat
from partie.gateway.heartbeat import SHARES, beat
from partie.wire import client_out
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
    """The next turn comes."""
    failing, other = await house.join("failing"), await house.join("other")

    def fail(_: client_out.Outbound) -> None:
        raise RuntimeError("it is gone")

    monkeypatch.setattr(failing.connection, "send", fail)
    beating = asyncio.create_task(beat(house.connections, house.memory.clock))
    await turns(3 * SHARES)
    assert not beating.done()
    await tasks.end([beating])
    assert other.heard()[:1] == ["beat"]
