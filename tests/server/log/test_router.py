"""Which lane a command takes, without any server: a cluster's own ways are in ``test_cluster``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from partie.log import LogUnavailable, router
from partie.log.pipeline import Call, Counters, Limits, Reply
from partie.log.router import Batcher
from partie.redis.topology import Node


def nowhere() -> None:
    """No connection is made here."""
    raise NotImplementedError


ONE, TWO = (Node(name, nowhere) for name in ("one", "two"))  # type: ignore[arg-type]


class Map:
    """Who holds what, as far as anybody has asked; ``held`` is what asking tells."""

    def __init__(self, _: str = "") -> None:
        self.known: dict[str, Node] = {}
        self.held: dict[str, Node] = {}
        self.unreachable = False
        self.asked: list[str | None] = []

    def node(self, key: str) -> Node | None:
        return self.known.get(key)

    def at(self, target: tuple[str, int]) -> Node | None:
        return {"one": ONE, "two": TWO}.get(target[0])

    async def refresh(self, suspect: str | None = None) -> None:
        self.asked.append(suspect)
        if self.unreachable:
            raise ConnectionError("no server is there")
        self.known |= self.held


class StillLane:
    """A lane in which commands lie."""

    def __init__(self, node: Node, _: Limits, __: Counters, reroute: Callable[..., object]) -> None:
        self.node = node
        self.calls: list[Call] = []
        self.idle = asyncio.Event()
        self.reroute = reroute

    def submit(self, call: Call) -> None:
        self.calls.append(call)

    async def run(self) -> None:
        await asyncio.Event().wait()


@pytest.fixture
def batcher(monkeypatch: pytest.MonkeyPatch) -> Batcher:
    """A batcher with two servers to be found."""
    monkeypatch.setattr(router, "Topology", Map)
    monkeypatch.setattr(router, "Lane", StillLane)
    return Batcher("redis://nowhere", Limits())


def servers(batcher: Batcher) -> Map:
    """What it knows of the servers."""
    found = batcher._topology
    assert isinstance(found, Map)
    return found


def lane(batcher: Batcher, node: Node) -> StillLane:
    """The lane to a server."""
    found = batcher._lanes[node.name]
    assert isinstance(found, StillLane)
    return found


async def give(batcher: Batcher, *keys: str) -> list[asyncio.Task[Reply]]:
    """Commands on these keys, handed over."""
    given = [asyncio.create_task(batcher.call(key, key.encode(), resend=True)) for key in keys]
    for _ in range(3):
        await asyncio.sleep(0)
    return given


async def test_each_command_goes_into_the_lane_of_the_server_that_holds_its_key(batcher: Batcher) -> None:
    """One lane a server; servers are asked for only while nobody knows who holds a key."""
    servers(batcher).held = {"a": ONE, "b": TWO, "c": ONE}
    given = await give(batcher, "a")
    given += await give(batcher, "b", "c")
    assert servers(batcher).asked == [None]
    assert [call.key for call in lane(batcher, ONE).calls] == ["a", "c"]
    assert [call.key for call in lane(batcher, TWO).calls] == ["b"]
    for at, call in enumerate([*lane(batcher, ONE).calls, *lane(batcher, TWO).calls]):
        call.future.set_result(at)
    assert [await task for task in given] == [0, 2, 1]
    await batcher.close(0)


async def test_a_key_that_no_server_holds_is_refused(batcher: Batcher) -> None:
    """The command was never handed over."""
    with pytest.raises(LogUnavailable, match="no server of the cluster holds a"):
        await batcher.call("a", b"", resend=True)
    servers(batcher).unreachable = True
    with pytest.raises(LogUnavailable, match="cannot be asked who holds a"):
        await batcher.call("a", b"", resend=True)


async def test_commands_that_were_sent_away_go_where_they_are_sent(batcher: Batcher) -> None:
    """For once, where a slot is on its way; by what is known anew, where it has moved. The others stay."""
    servers(batcher).known = {"a": ONE, "b": ONE, "c": ONE}
    given = await give(batcher, "a", "b", "c")
    asking, moved, staying = calls = lane(batcher, ONE).calls
    asking.target, asking.asking = ("two", 6379), True
    moved.target = ("two", 6379)
    servers(batcher).held = {"b": TWO}
    assert await batcher._reroute(lane(batcher, ONE), calls) == [staying]  # type: ignore[arg-type]
    assert servers(batcher).asked == ["one"], "it may be the one that knows least"
    assert lane(batcher, TWO).calls == [asking, moved]
    assert asking.target is None
    await batcher.close(0)
    assert all(task.cancelled() for task in await ended(given))


async def test_while_no_server_can_be_asked_commands_stay_where_they_are(batcher: Batcher) -> None:
    """They are tried there again."""
    servers(batcher).known = {"a": ONE}
    given = await give(batcher, "a")
    servers(batcher).unreachable = True
    calls = lane(batcher, ONE).calls
    assert await batcher._reroute(lane(batcher, ONE), calls) == calls  # type: ignore[arg-type]
    await batcher.close(0)
    await ended(given)


async def test_closing_takes_nothing_more_and_cancels_who_still_waits(batcher: Batcher) -> None:
    """Once the lanes are idle, or the grace is over."""
    servers(batcher).known = {"a": ONE}
    given = await give(batcher, "a")
    closing = asyncio.create_task(batcher.close(60.0))
    await asyncio.sleep(0)
    with pytest.raises(LogUnavailable, match="closed"):
        await batcher.call("a", b"", resend=True)
    assert not given[0].done()
    lane(batcher, ONE).idle.set()
    await closing
    assert all(task.cancelled() for task in await ended(given))


async def ended(given: list[asyncio.Task[Reply]]) -> list[asyncio.Task[Reply]]:
    """The same, when all have ended."""
    await asyncio.wait(given)
    return given
