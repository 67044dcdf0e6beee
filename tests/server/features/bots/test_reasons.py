"""Why a bot made its move, over real sockets."""

from __future__ import annotations

import random

from partie.client.client import Client
from partie.features.bots import reasons
from tests.fixtures.service import StartNode, until
from tests.server.live.playing import play


async def told(client: Client, seq: int) -> dict[str, object]:
    """The answer to the question about an event."""
    return await client.ask({"t": "reason", "seq": seq}, "reason")


async def test_a_bot_gives_its_reason_when_it_gives_nothing_away(start_node: StartNode) -> None:
    """The toy hides its hands: nobody sees a reason while it runs, and all do when it has ended, on every node."""
    one, two = await start_node(bot_pause=(0.0, 0.0)), await start_node(bot_pause=(0.0, 0.0))
    ann = await one.join("Ann")
    await ann.enter(await ann.create("toy", 2))
    await ann.do({"type": "sit", "seat": 0})
    await ann.do({"type": "seat_bot", "seat": 1, "level": "careful"})
    await ann.ready()
    await ann.until(lambda: any(entry["kind"] == "moved" for entry in ann.entries.values()))
    first = next(seq for seq, entry in ann.entries.items() if entry["kind"] == "moved" and entry["seat"] == 1)
    assert (await told(ann, first))["code"] == "secret"
    assert (await told(ann, 1))["code"] == "unknown"
    assert (await told(ann, 9_999))["code"] == "unknown"
    await play([ann], random.Random(5))
    bob = await two.join("Bob")
    await bob.enter(ann.table)
    last = max(seq for seq, entry in ann.entries.items() if entry["kind"] == "moved" and entry["seat"] == 1)
    await until(lambda: _is_told(bob, last))
    found = await told(bob, last)
    assert found["level"] == "careful"
    assert found["why"] in ("only", "ahead")
    moves = [entry["seq"] for entry in ann.entries.values() if entry["kind"] == "moved" and entry["seat"] == 0]
    assert (await told(bob, moves[-1]))["code"] == "unknown"


async def _is_told(client: Client, seq: int) -> bool:
    """The note is made next to the move, and nobody waits for it."""
    return "code" not in await told(client, seq)


async def test_only_the_last_reasons_of_a_table_are_kept(start_node: StartNode) -> None:
    """The oldest goes first, in whatever order they come."""
    node = await start_node()
    redis = node.core.redis
    keep = node.features.bots._reasons
    order = list(range(10, 10 + reasons.KEPT + 3))
    random.Random(1).shuffle(order)
    for seq in order:
        await keep._keep("table-x", seq, reasons._Kept({"type": "x"}, "quick", "near"))
    kept = sorted(int(seq) for seq in await redis.hkeys("partie:{table-x}:why"))
    assert len(kept) == reasons.KEPT
    assert kept == sorted(order)[-reasons.KEPT :]
    assert 0 < await redis.ttl("partie:{table-x}:why") <= reasons.SECONDS
