"""What a node has without any feature, built and never started: it does not use Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from partie.cluster.messages import Drain, Message, Poisoned, Renamed, Repaired, Rotated, SignedOut, Uninvited
from partie.config import Settings
from partie.gateway.bans import NoBans
from partie.gateway.core import Core
from tests.fixtures.service import TOY
from tests.server.live.memory import turns

NOBODY = "redis://127.0.0.1:1"


@pytest.fixture
async def core() -> AsyncIterator[Core]:
    core = Core(Settings(redis_url=NOBODY, engines=(TOY,)), "1+test")
    yield core
    await core.background.stop()


def test_a_node_needs_the_url_of_its_redis() -> None:
    """It starts none by itself."""
    with pytest.raises(ValueError, match="needs the URL of its Redis"):
        Core(Settings(), "1+test")


async def test_it_stands_without_features(core: Core) -> None:
    """Everybody may come in, and nobody counts tables."""
    assert isinstance(core.bans, NoBans)
    assert core.tables.hooks.observers == []
    assert (core.http, core.exports, core.profiles) == ([], {}, {})
    assert [name for name, _ in core.sweeps] == ["set_clock", "close_ended"]
    assert core.nodes.count() == (0, 0, False)
    assert {engine.key for engine in core.registry.games()} >= {"toy"}


async def test_whoever_is_allowed_many_commands_is_allowed_their_frames() -> None:
    """A service for quick clients needs one setting for it."""
    core = Core(Settings(redis_url=NOBODY, engines=(TOY,), commands_per_second=200), "1+test")
    assert core.connections.frame_rate.count == 400


async def test_two_nodes_share_nothing(core: Core) -> None:
    """So that several can live in one process, as in tests."""
    other = Core(Settings(redis_url=NOBODY, engines=(TOY,)), "1+test")
    assert other.nodes.node != core.nodes.node
    other.sweeps.append(("something", asyncio.Event().wait))  # type: ignore[arg-type]
    other.life.loops.append(other.people.start)
    assert len(core.sweeps) == len(other.sweeps) - 1
    assert len(core.life.loops) == len(other.life.loops) - 1


def hear(core: Core, message: Message) -> None:
    """Let the node hear a message of the bus."""
    core.bus._hear(core.bus._handlers[message.channel], message.encode())


def test_what_is_new_of_persons_goes_to_whom_it_concerns_and_to_all_who_want_to_know(core: Core) -> None:
    """Sessions that end to the sessions, invitations that are taken back to the entrance."""
    heard: list[Message] = []
    handlers = core.bus._handlers[SignedOut.channel]
    assert handlers[SignedOut] == [core.sessions.ended]
    assert handlers[Uninvited] == [core.entrance.uninvited]
    for kind in (SignedOut, Uninvited, Renamed):
        core.bus.listen(kind, heard.append)
    told: list[Message] = [SignedOut(("one",)), Uninvited("some-table"), Renamed("ann", "Anna")]
    for message in told:
        hear(core, message)
    assert heard == told


async def test_a_node_that_is_told_to_empties_itself_once_and_takes_people_in_again(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another node is meant by another id."""
    emptied: list[bool] = []
    changes: list[bool] = []
    drain = core.draining.empty

    async def empty() -> None:
        emptied.append(True)
        await drain()

    monkeypatch.setattr(core.draining, "empty", empty)
    monkeypatch.setattr(core.draining, "_changed", lambda: changes.append(core.draining.active))
    hear(core, Drain(("another",)))
    await turns()
    assert emptied == []
    for _ in range(2):
        hear(core, Drain((core.nodes.node, "another")))
        await turns()
    assert (emptied, core.nodes.count()) == ([True], (0, 0, True))
    hear(core, Drain((core.nodes.node,), back=True))
    assert not core.draining.active
    assert changes == [True, True, False]


async def test_an_operators_other_words_go_to_the_tables_and_to_the_keys(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a log that was put right, an engine in which a node ended, and a new key."""
    heard: list[tuple[str, str]] = []

    async def start() -> None:
        heard.append(("keys", ""))

    monkeypatch.setattr(core.tables, "repaired", lambda table: heard.append(("repaired", table)))
    monkeypatch.setattr(core.tables, "poisoned", lambda table: heard.append(("poisoned", table)))
    monkeypatch.setattr(core.people, "start", start)
    for told in (Repaired("one"), Poisoned("two"), Rotated()):
        hear(core, told)
    await turns()
    assert heard == [("repaired", "one"), ("poisoned", "two"), ("keys", "")]


async def test_a_change_feed_that_is_back_has_all_tables_polled(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says of one goes to that."""
    heard: list[tuple[str, int]] = []
    monkeypatch.setattr(core.tables, "heard", lambda table, seq: heard.append((table, seq)))
    core._log_has_grown("some-table", 7)
    assert heard == [("some-table", 7)]
    assert not core.tables.poll_now.is_set()
    core._feed_connected()
    assert core.tables.poll_now.is_set()
