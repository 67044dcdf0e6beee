"""Which pipeline a command takes, without any server: a cluster's own ways are in ``test_cluster``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from partie.log import LogUnavailable, router
from partie.log.pipeline import Call, Counters, Limits, Reply
from partie.log.router import Router
from partie.redis.topology import Node


def nowhere() -> None:
    """No connection is made here."""
    raise NotImplementedError


ONE, TWO = (Node(name, nowhere) for name in ("one", "two"))  # type: ignore[arg-type]


class Map:
    """The owners of keys, as far as anybody has asked; ``held`` is what asking returns."""

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


class StillPipeline:
    """A pipeline in which commands lie."""

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
def to(monkeypatch: pytest.MonkeyPatch) -> Router:
    """A router with two servers to be found."""
    monkeypatch.setattr(router, "Topology", Map)
    monkeypatch.setattr(router, "Pipeline", StillPipeline)
    return Router("redis://nowhere", Limits())


def servers(to: Router) -> Map:
    """What it knows of the servers."""
    found = to._topology
    assert isinstance(found, Map)
    return found


def pipeline(to: Router, node: Node) -> StillPipeline:
    """The pipeline to a server."""
    found = to._pipelines[node.name]
    assert isinstance(found, StillPipeline)
    return found


async def give(to: Router, *keys: str) -> list[asyncio.Task[Reply]]:
    """Commands on these keys, handed over."""
    given = [asyncio.create_task(to.call(key, key.encode())) for key in keys]
    for _ in range(3):
        await asyncio.sleep(0)
    return given


async def test_each_command_goes_into_the_pipeline_of_the_server_that_holds_its_key(to: Router) -> None:
    """One pipeline a server; servers are looked up only while nobody knows who holds a key."""
    servers(to).held = {"a": ONE, "b": TWO, "c": ONE}
    given = await give(to, "a")
    given += await give(to, "b", "c")
    assert servers(to).asked == [None]
    assert [call.key for call in pipeline(to, ONE).calls] == ["a", "c"]
    assert [call.key for call in pipeline(to, TWO).calls] == ["b"]
    for at, call in enumerate([*pipeline(to, ONE).calls, *pipeline(to, TWO).calls]):
        call.future.set_result(at)
    assert [await task for task in given] == [0, 2, 1]
    await to.close(0)


async def test_a_key_that_no_server_holds_is_refused(to: Router) -> None:
    """The command was never handed over."""
    with pytest.raises(LogUnavailable, match="no server of the cluster holds a"):
        await to.call("a", b"")
    servers(to).unreachable = True
    with pytest.raises(LogUnavailable, match="does not say which server holds a: "):
        await to.call("a", b"")


async def test_commands_that_were_sent_away_go_where_they_are_sent(to: Router) -> None:
    """For once, where a slot is on its way; by the new knowledge, where it has moved. The others stay."""
    servers(to).known = {"a": ONE, "b": ONE, "c": ONE}
    given = await give(to, "a", "b", "c")
    asking, moved, staying = calls = pipeline(to, ONE).calls
    asking.target, asking.asking = ("two", 6379), True
    moved.target = ("two", 6379)
    servers(to).held = {"b": TWO}
    assert await to._reroute(pipeline(to, ONE), calls) == [staying]  # type: ignore[arg-type]
    assert servers(to).asked == ["one"], "it may be the one that knows least"
    assert pipeline(to, TWO).calls == [asking, moved]
    assert asking.target is None
    await to.close(0)
    assert all(task.cancelled() for task in await ended(given))


async def test_while_no_server_can_be_asked_commands_stay_where_they_are(to: Router) -> None:
    """They are tried there again."""
    servers(to).known = {"a": ONE}
    given = await give(to, "a")
    servers(to).unreachable = True
    calls = pipeline(to, ONE).calls
    assert await to._reroute(pipeline(to, ONE), calls) == calls  # type: ignore[arg-type]
    await to.close(0)
    await ended(given)


async def test_closing_takes_nothing_more_and_cancels_who_still_waits(to: Router) -> None:
    """Once the pipelines are idle, or the grace is over."""
    servers(to).known = {"a": ONE}
    given = await give(to, "a")
    closing = asyncio.create_task(to.close(60.0))
    await asyncio.sleep(0)
    with pytest.raises(LogUnavailable, match="closed"):
        await to.call("a", b"")
    assert not given[0].done()
    pipeline(to, ONE).idle.set()
    await closing
    assert all(task.cancelled() for task in await ended(given))


async def ended(given: list[asyncio.Task[Reply]]) -> list[asyncio.Task[Reply]]:
    """The same, when all have ended."""
    await asyncio.wait(given)
    return given
