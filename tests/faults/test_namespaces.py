"""A network between a node and Redis that fails, with the kernel's own TCP on both sides of it."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from partie.client.client import Client
from tests.faults.ends import Ends
from tests.faults.killing import NO_LIMITS, NodeVictim, serve
from tests.faults.namespaces import NODE, REDIS, Network, NotAllowed
from tests.fixtures.ports import free_port
from tests.fixtures.redis import Server
from tests.fixtures.service import StartNode, start_toy

LASTING: Final = (0.3, 2.0, 7.0)
"""Seconds of a fault: a blink, one that is waited for, and one for which connections are given up."""

ROUNDS: Final = 3

FLAP_SECONDS: Final = 0.05


@pytest.fixture
def network() -> Iterator[Network]:
    try:
        with Network() as network:
            yield network
    except NotAllowed as not_allowed:
        pytest.fail(str(not_allowed))


class Behind(NodeVictim):
    """A node in the other network."""

    def _serves(self) -> bool:
        self.assert_sound()
        with urllib.request.urlopen(f"http://{NODE}:{self.port}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)


async def pulled(network: Network, seconds: float) -> None:
    """The cable is out."""
    network.plug(up=False)
    await asyncio.sleep(seconds)
    network.plug(up=True)


async def deaf(network: Network, seconds: float) -> None:
    """Redis does everything, and its answers are lost."""
    network.swallow(answers=True)
    await asyncio.sleep(seconds)
    network.swallow()


async def half_open(network: Network, seconds: float) -> None:
    """Nothing arrives on either side, and no side knows."""
    network.swallow(questions=True, answers=True)
    await asyncio.sleep(seconds)
    network.swallow()


async def flapping(network: Network, seconds: float) -> None:
    """Half of all packets are lost, in turns."""
    for turn in range(int(seconds / FLAP_SECONDS)):
        network.swallow(questions=turn % 2 == 0, answers=turn % 2 == 0)
        await asyncio.sleep(FLAP_SECONDS)
    network.swallow()


FAULTS: Final[tuple[Callable[[Network, float], Awaitable[None]], ...]] = (pulled, deaf, half_open, flapping)


@pytest.mark.soak
@pytest.mark.timeout(1200)
async def test_a_network_that_fails_loses_and_doubles_nothing_in_namespaces(
    network: Network,
    start_redis: Callable[..., Server],
    start_node: StartNode,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In whatever way it fails and for however long, each command is done once, and people keep their connections."""
    for name, value in NO_LIMITS.items():
        monkeypatch.setenv(name, value)
    redis = start_redis(bind=f"127.0.0.1 {REDIS}", protected_mode="no")
    near_node = await start_node(redis.url)
    port = free_port()
    command = network.inside(*serve(port, f"redis://{REDIS}:{redis.port}", "--host", "0.0.0.0"))  # only in there
    node = await asyncio.to_thread(Behind, tmp_path, "behind", port, command)
    loop = asyncio.get_running_loop()
    try:
        for fault in FAULTS:
            table, (ann, bob) = await start_toy(near_node, "Ann", "Bob")
            far = await Client.join(f"http://{NODE}:{port}", cookie=bob.cookie)
            await far.enter(table)
            ends, longest = Ends(redis.url, table, ann, far), 0.0
            for seconds in LASTING * ROUNDS:
                failing = asyncio.ensure_future(fault(network, seconds))
                doing = asyncio.create_task(ends.propose(far))
                await failing
                healed = loop.time()
                await ends.decline(ann, await doing)
                longest = max(longest, loop.time() - healed)
            await ends.check()
            await far.close()
            print(f"{fault.__name__}: {ROUNDS * len(LASTING)} times, settled {longest:.2f} s after it at most")
    finally:
        await asyncio.to_thread(node.kill)
