"""Flags fall in time on whatever node, and nobody is charged for time in which nobody could move.

The clock of Redis is set by hand, and every node looks at it when the test says so.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from partie.client.client import Client, Refused
from partie.features.clocks.clocks import LATER_MS
from partie.features.clocks.pulses import SILENCE_MS
from partie.features.moderation.acts import Act
from tests.faults.clock import Clock, build
from tests.fixtures.redis import OwnRedis
from tests.fixtures.service import Running, StartNode, until

STEP = SILENCE_MS - 100
"""Milliseconds between two heartbeats: nearly an outage."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("shim"))


class Evening:
    """Two nodes on a Redis whose time passes by hand."""

    def __init__(self, clock: Clock, nodes: list[Running]) -> None:
        self.clock = clock
        self.nodes = nodes
        self._ahead = 0

    async def set(self, milliseconds: int) -> None:
        """Set Redis's clock so far ahead of where it began."""
        self.clock.set(milliseconds)
        await self.clock.seen(self.nodes[0].core.redis)

    async def passes(self, milliseconds: int, *, away: bool = False) -> None:
        """Let time pass, in which the nodes' hearts beat unless they are ``away``; then each looks once, at once."""
        rest = milliseconds
        while rest > 0:
            step = rest if away else min(rest, STEP)
            self._ahead += step
            rest -= step
            await self.set(self._ahead)
            await asyncio.gather(*(node.features.clocks.tick() for node in self.nodes))


async def by_hand(news: asyncio.Event, seconds: float) -> None:
    """No time passes by itself."""
    await asyncio.Event().wait()


@pytest.fixture
async def evening(
    tmp_path: Path, library: Path, own_redis: OwnRedis, start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> Evening:
    monkeypatch.setattr("partie.features.clocks.clocks.wait", by_hand)
    clock = Clock(tmp_path, library, stands=True)
    own_redis.embedded.environment = clock.environment
    own_redis.kill()
    await asyncio.to_thread(own_redis.restart)
    return Evening(clock, [await start_node(own_redis.url), await start_node(own_redis.url)])


async def begin(evening: Evening, **pace: Any) -> tuple[str, Client, Client]:
    """A game of two, one at each node."""
    ann, bob = await evening.nodes[0].join("Ann"), await evening.nodes[1].join("Bob")
    table = await ann.create("toy", 2, pace={"kind": "live", **pace})
    for seat, client in enumerate((ann, bob)):
        await client.enter(table)
        await client.do({"type": "sit", "seat": seat})
    for client in (ann, bob):
        await client.ready()
    for client in (ann, bob):
        await client.until(lambda client=client: client.view["table"]["phase"] == "running")  # type: ignore[misc]
    return table, ann, bob


def kinds(evening: Evening, table: str) -> list[str]:
    """The kinds of the table's events."""
    live = next(node.core.tables.awake[table] for node in evening.nodes if table in node.core.tables.awake)
    return [live.history.event(seq).__struct_config__.tag for seq in range(1, live.newest.seq + 1)]  # type: ignore[misc]


async def test_each_flag_falls_once_however_many_nodes_see_it(evening: Evening) -> None:
    """Both seats have to choose; after a minute two bots sit there, and both nodes show the same."""
    table, ann, bob = await begin(evening, game=60)
    clocks = ann.view["table"]["clocks"]
    assert clocks["seats"]["0"]["until"] - clocks["at"] == 60_000
    await evening.passes(46_000)
    assert "flagged" not in kinds(evening, table)
    await evening.passes(16_000)
    await evening.passes(100)
    for client in (ann, bob):
        await client.until(lambda client=client: all("bot" in one for one in client.view["table"]["seats"].values()))  # type: ignore[misc]
    assert kinds(evening, table).count("flagged") == 2


async def test_a_sleeping_table_wakes_for_its_deadline(evening: Evening) -> None:
    """Nobody looks at it, and no node has it awake."""
    table, ann, bob = await begin(evening, game=60, falls="free")
    await evening.passes(1_000)
    await ann.close()
    await bob.close()
    for node in evening.nodes:
        await until(lambda node=node: table not in node.core.tables.awake or node.core.tables.awake[table].idle)  # type: ignore[misc]
        if table in node.core.tables.awake:
            await node.core.tables.sleep(node.core.tables.awake[table])
    await evening.passes(44_000)
    assert not any(table in node.core.tables.awake for node in evening.nodes)
    await evening.passes(18_000)
    await evening.passes(100)
    assert kinds(evening, table).count("flagged") == 2


async def test_no_flag_falls_at_a_closed_table_and_the_time_is_given_back(evening: Evening) -> None:
    """Five minutes closed, and nothing is due the while; who had a minute has what was left of it."""
    table, _, _ = await begin(evening, game=60)
    await evening.passes(10_000)
    here, there = evening.nodes
    await here.features.moderation.moderation.do(Act("close", table))
    await until(lambda: there.features.moderation.closed(table))
    await evening.passes(300_000)
    assert "flagged" not in kinds(evening, table)
    pulses = here.features.clocks._pulses
    assert not (await pulses.beat()).due
    await there.features.moderation.moderation.do(Act("reopen", table))
    await until(lambda: "spared" in kinds(evening, table))
    await evening.passes(34_000)
    found = kinds(evening, table)
    assert (found.count("spared"), found.count("flagged")) == (1, 0)
    await evening.passes(22_000)
    await evening.passes(100)
    assert kinds(evening, table).count("flagged") == 2


async def test_an_outage_is_charged_to_nobody(evening: Evening) -> None:
    """Five minutes without a beat; both nodes say so, the log takes one, and who had a minute has it still."""
    table, ann, _ = await begin(evening, game=60)
    await evening.passes(10_000)
    await evening.passes(300_000, away=True)
    await evening.passes(34_000)
    found = kinds(evening, table)
    assert (found.count("spared"), found.count("flagged")) == (1, 0)
    await evening.passes(22_000)
    await evening.passes(100)
    assert kinds(evening, table).count("flagged") == 2
    await ann.until(lambda: "bot" in ann.view["table"]["seats"]["0"])


async def test_who_moves_first_after_an_outage_was_not_late(evening: Evening) -> None:
    """Before any node has looked: the move is taken, for the outage is recorded first."""
    table, ann, _ = await begin(evening, game=60)
    await evening.set(300_000)
    await ann.until(lambda: ann.turn is not None)
    assert ann.turn is not None
    await ann.move(ann.turn["legal"][0])
    found = kinds(evening, table)
    assert found[-2:] == ["spared", "moved"]


async def test_who_is_late_is_told_so_also_when_the_clock_was_set_back(evening: Evening) -> None:
    """After an outage was noted, which lies ahead by then: nothing comes of it, and everybody is answered."""
    _, ann, _ = await begin(evening, game=20)
    await evening.set(300_000)
    await evening.nodes[0].features.clocks._pulses.beat()
    await evening.set(22_000)
    assert ann.turn is not None
    with pytest.raises(Refused, match="not_now"):
        await asyncio.wait_for(ann.move(ann.turn["legal"][0]), 10)


async def test_an_outage_of_a_few_seconds_is_given_back(evening: Evening) -> None:
    """Nobody could act meanwhile, so nobody is charged for it."""
    table, ann, _ = await begin(evening, game=60)
    await evening.passes(2_000)
    before = ann.view["table"]["clocks"]["seats"]["0"]["until"]
    await evening.passes(4_000, away=True)
    await ann.until(lambda: ann.view["table"]["clocks"]["seats"]["0"]["until"] >= before + 4_000)
    assert kinds(evening, table).count("spared") == 1


async def test_an_outage_of_two_seconds_is_given_back_in_a_long_thought(evening: Evening) -> None:
    """The log has been silent for long enough; a pause that may be a busy moment is no outage."""
    table, ann, _ = await begin(evening, game=60)
    await evening.passes(4_000)
    before = ann.view["table"]["clocks"]["seats"]["0"]["until"]
    await evening.passes(STEP, away=True)
    assert "spared" not in kinds(evening, table)
    await evening.passes(2_000, away=True)
    await ann.until(lambda: ann.view["table"]["clocks"]["seats"]["0"]["until"] >= before + 2_000)
    assert kinds(evening, table).count("spared") == 1


async def test_no_flag_falls_before_a_short_outage_can_be_given_back(evening: Evening) -> None:
    """It began right after a move, and the log gives time back only within three seconds of silence."""
    table, ann, _ = await begin(evening, game=20)
    await evening.passes(17_900)
    assert ann.turn is not None
    await ann.move(ann.turn["legal"][0])
    await evening.passes(2_400, away=True)
    assert "flagged" not in kinds(evening, table)
    await evening.passes(800)
    found = kinds(evening, table)
    assert (found.count("spared"), found.count("flagged")) == (1, 0)
    await evening.passes(4_000)
    await evening.passes(100)
    assert kinds(evening, table).count("flagged") == 1


async def test_a_table_that_cannot_be_shown_gives_way_to_others(evening: Evening) -> None:
    """For some minutes nobody hears of it, and then again."""
    pulses = evening.nodes[0].features.clocks._pulses
    node = evening.nodes[0]
    node.core.tables._broken["broken0000000000"] = evening.nodes[1].core.tables._broken["broken0000000000"] = "broken"
    await pulses.note("broken0000000000", 1, (await pulses.beat()).now - 1)
    assert (await pulses.beat()).due == ("broken0000000000",)
    await evening.passes(10)
    assert (await pulses.beat()).due == ()
    await evening.passes(LATER_MS + 1)
    await evening.set(2 * LATER_MS + 1_000)
    assert (await pulses.beat()).due == ("broken0000000000",)


async def test_who_is_late_is_told_so(evening: Evening) -> None:
    """The log's clock decides, not that of the waiting player, whose flag may have fallen before the move is there."""
    _, ann, _ = await begin(evening, game=20)
    await evening.passes(19_500)
    await evening.set(20_400)
    assert ann.turn is not None
    with pytest.raises(Refused, match=r"not_now|not_seated"):
        await ann.move(ann.turn["legal"][0])
