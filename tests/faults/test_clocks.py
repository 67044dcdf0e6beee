"""Clocks that jump: the wall clock of a node, and that of Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from partie.client.client import Client
from partie.table import decode_event
from partie.table.clocks import GAP
from partie.table.events import Moved, OutageCredited, Readied, TimedOut
from tests.faults.clock import Clock, build
from tests.faults.killing import NodeVictim, serve
from tests.faults.logs import log_of
from tests.fixtures.ports import free_port
from tests.fixtures.redis import OwnRedis
from tests.fixtures.service import StartNode, start_toy

DAY = 24 * 3600 * 1000
MINUTE = 60_000
ALLOWED = 5 * MINUTE


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("shim"))


@pytest.fixture
def clock(tmp_path: Path, library: Path) -> Clock:
    return Clock(tmp_path, library)


@pytest.fixture
def redis_clock(clock: Clock, own_redis: OwnRedis) -> Clock:
    """The clock by which Redis goes; to a node it is what it is."""
    own_redis.embedded.environment = clock.environment
    own_redis.kill()
    own_redis.restart()
    return clock


@pytest.fixture
async def jumping(tmp_path: Path, own_redis: OwnRedis, clock: Clock) -> AsyncIterator[NodeVictim]:
    """A node whose clock can be set."""
    port = free_port()
    command = ["env", *(f"{name}={value}" for name, value in clock.environment.items()), *serve(port, own_redis.url)]
    node = await asyncio.to_thread(NodeVictim, tmp_path, "jumping", port, command)
    yield node
    await asyncio.to_thread(node.kill)


async def test_a_node_whose_clock_jumps_plays_on_with_the_others(
    jumping: NodeVictim, clock: Clock, own_redis: OwnRedis, start_node: StartNode
) -> None:
    """A day ahead and a day behind: requests do not lapse, old ones are not new, stamps are Redis's."""
    sound = await start_node(own_redis.url)
    table, (ann, bob) = await start_toy(sound, "Ann", "Bob")
    there = await Client.join(f"http://127.0.0.1:{jumping.port}", cookie=bob.cookie)
    await there.enter(table)
    for jump in (DAY, -DAY, 0):
        clock.set(jump)
        await propose(ann, there, grant=False)
        await propose(there, ann, grant=False)
    clock.set(DAY)
    await propose(ann, there, grant=True)
    await ann.until(lambda: ann.over)
    await there.close()
    stamps = await stamps_of(own_redis.url, table)
    assert stamps[-1] - stamps[0] < DAY // 24


async def test_stamps_never_go_back_when_the_clock_of_redis_does(
    own_redis: OwnRedis, redis_clock: Clock, start_node: StartNode
) -> None:
    """An hour ahead and an hour behind: everybody plays on, and nothing is acknowledged twice or lost."""
    one, two = await start_node(own_redis.url), await start_node(own_redis.url)
    table, (ann, bob) = await start_toy(one, "Ann", "Bob")
    there = await two.join(cookie=bob.cookie)
    await there.enter(table)
    for jump in (DAY // 24, -DAY // 24, 0):
        redis_clock.set(jump)
        await redis_clock.seen(one.core.redis)
        # A proposal lapses early if one node has heard of the jump at its last heartbeat and the other has not.
        for node in (one, two):
            await node.core.clock.ask(node.core.redis)
        await propose(ann, there, grant=False)
        await propose(there, ann, grant=False)
    stamps = await stamps_of(own_redis.url, table)
    assert stamps == sorted(stamps)
    assert max(later - earlier for earlier, later in pairwise(stamps)) >= DAY // 25


async def test_nobody_is_charged_or_flagged_for_the_time_in_which_all_were_dead(
    tmp_path: Path, own_redis: OwnRedis, redis_clock: Clock
) -> None:
    """Node and Redis are killed, and an hour later they are back: of five minutes there is left what there was."""
    port = free_port()
    node = await asyncio.to_thread(NodeVictim, tmp_path, "mortal", port, serve(port, own_redis.url))
    try:
        url = f"http://127.0.0.1:{port}"
        ann, bob = [await Client.join(url, name) for name in ("Ann", "Bob")]
        table = await ann.create("toy", 2, pace={"kind": "live", "game": ALLOWED // 1000, "falls": "lost"})
        for seat, client in enumerate((ann, bob)):
            await client.enter(table)
            await client.do({"type": "sit", "seat": seat})
        for client in (ann, bob):
            await client.ready()
        await choose(ann)
        node.kill()
        own_redis.kill()
        redis_clock.set(60 * MINUTE)
        await asyncio.to_thread(own_redis.restart)
        await asyncio.to_thread(node.start)
        back = await Client.join(url, cookie=bob.cookie)
        await back.enter(table)
        await choose(back)
        clocks = back.view["table"]["clocks"]
        for client in (ann, bob, back):
            await client.close()
    finally:
        await asyncio.to_thread(node.kill)
    log = [
        (int(fields[b"at"]), decode_event(int(fields[b"f"]), fields[b"b"]))
        for _, fields in await log_of(own_redis.url, table)
    ]
    assert not [event for _, event in log if isinstance(event, TimedOut)]
    spared = [event for _, event in log if isinstance(event, OutageCredited)]
    assert max(one.until - one.since for one in spared) >= 59 * MINUTE
    started = next(at for at, event in log if isinstance(event, Readied) and event.start is not None)
    chosen = [at for at, event in log if isinstance(event, Moved)]
    assert clocks["at"] == chosen[1]
    silences = [(since, until) for since, until in pairwise(at for at, _ in log) if until - since >= GAP]
    for seat, end in enumerate(chosen):
        given = sum(
            max(0, min(one.until, until, end) - max(one.since, since, started))
            for one in spared
            for since, until in silences
        )
        left = clocks["seats"][str(seat)]["left"]
        assert left == ALLOWED - (end - started) + given
        assert 0 < left <= ALLOWED


async def choose(client: Client) -> None:
    """Choose a card, which both have to do at first."""
    turn = await client.my_turn()
    assert turn is not None
    await client.move(turn["legal"][0])


async def propose(asker: Client, other: Client, *, grant: bool) -> None:
    """Propose to end the game, and answer."""
    asked = await asker.do({"type": "propose", "what": "end"})
    await other.until(lambda: other.view.get("proposal", {}).get("seq") == asked["seq"])
    await other.do({"type": "answer", "proposal": asked["seq"], "grant": grant})


async def stamps_of(url: str, table: str) -> list[int]:
    """When the events of a table were, in milliseconds."""
    return [int(fields[b"at"]) for _, fields in await log_of(url, table)]
