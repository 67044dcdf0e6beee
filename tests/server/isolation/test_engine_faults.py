"""Engines that fail: what they were asked for is refused, and only what cannot be shown is set aside."""

from __future__ import annotations

import asyncio

import msgpack
import pytest
from msgspec import Raw
from structlog.testing import capture_logs

from partie.client.client import Client, Refused
from partie.live.request import Request
from partie.wire import client_out
from partie.wire.client_in import Leave, Move
from tests.fixtures.service import Running, StartNode, start_toy, until
from tests.server.live.asking import gone
from tests.server.live.lines import connection_of
from tests.server.live.playing import can, step

FAILING = "tests.server.isolation.failing:failing"
UNSENDABLE = "tests.server.isolation.failing:unsendable"


@pytest.fixture
async def node(start_node: StartNode) -> Running:
    """A node that has the failing twin as well."""
    return await start_node(engines=("tests.engines.toys:toy", FAILING))


async def to_turns(node: Running) -> tuple[str, Client, Client]:
    """A table of the twin after the bids; the one whose turn it is, and the other."""
    table, clients = await start_toy(node, "Ann", "Bob", game="failing")
    for client in clients:
        await client.move(client.turn["legal"][0])  # type: ignore[index]
    turns = [asyncio.create_task(client.until(lambda c=client: can(c, "step"))) for client in clients]  # type: ignore[misc]
    _, others = await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
    for waiting in others:
        waiting.cancel()
    first = next(client for client in clients if can(client, "step"))
    return table, first, next(client for client in clients if client is not first)


async def test_a_move_on_which_the_engine_fails_is_refused_and_the_table_goes_on(node: Running) -> None:
    """Nothing was appended, so nothing is lost: the same seat makes another move."""
    table, first, other = await to_turns(node)
    before = first.cursor
    with pytest.raises(Refused) as refused:
        await first.move(step(1))
    assert refused.value.code == "engine_failed"
    assert first.cursor == before
    await first.move(step(3))
    await other.until(lambda: other.cursor == first.cursor)
    assert node.core.tables.awake[table].newest.phase == "running"
    assert node.core.metrics.engine_failures.labels("failing")._value.get() == 1


async def test_a_state_that_cannot_be_kept_is_refused_like_a_failure(node: Running) -> None:
    """What an engine gives back is looked at before anything is appended."""
    _, first, _ = await to_turns(node)
    await first.move({"type": "peek"})
    await first.until(lambda: can(first, "draw"))
    await first.move({"type": "draw"})
    await first.until(lambda: not can(first, "draw"))
    with pytest.raises(Refused) as refused:
        await first.move({"type": "done"})
    assert refused.value.code == "engine_failed"


async def test_a_question_on_which_the_engine_fails_harms_nothing(node: Running) -> None:
    """The person who asked hears of it; everybody plays on."""
    _, first, other = await to_turns(node)
    problem = await other.ask({"t": "forecast"}, "problem")
    assert problem["code"] == "engine_failed"
    await first.move(step(3))


async def test_a_position_that_cannot_be_shown_sets_the_table_aside(node: Running) -> None:
    """The move is in the log and acknowledged; everybody learns that the table is broken, and other tables go on."""
    table, first, other = await to_turns(node)
    _, (cat, _) = await start_toy(node, "Cat", "Dan")
    ask = first.turn["ask"]  # type: ignore[index]
    accepted = await first.do({"type": "move", "ask": ask, "move": step(2)})
    assert accepted["seq"] == other.cursor[0] + 1  # type: ignore[index]
    for client in (first, other):
        await client.until(lambda client=client: gone(client) == ["broken"])  # type: ignore[misc]
    assert table not in node.core.tables.awake
    assert connection_of(node, first).table is None
    await until(lambda: table not in node.features.presence.at_tables._rooms)
    await cat.move(cat.turn["legal"][0])  # type: ignore[index]


async def test_a_view_that_cannot_be_sent_sets_the_table_aside_with_one_clear_line(start_node: StartNode) -> None:
    """It would reach browsers as something else, so nobody is shown it; the log of the service says where it is."""
    node = await start_node(engines=("tests.engines.toys:toy", UNSENDABLE))
    cat, dan = await node.join("Cat"), await node.join("Dan")
    table = await cat.create("unsendable", 2)
    with capture_logs() as logged:
        for seat, client in enumerate((cat, dan)):
            await client.enter(table)
            await client.do({"type": "sit", "seat": seat})
        for client in (cat, dan):
            await client.ready()
        for client in (cat, dan):
            await client.until(lambda client=client: gone(client) == ["broken"])  # type: ignore[misc]
    (said,) = [entry for entry in logged if entry["event"] == "table_quarantined"]
    assert said["why"].startswith(f"table {table}, event ")
    assert said["why"].endswith(": a view of unsendable cannot be sent: .mean: float is not allowed in a view")
    _, (first, _) = await start_toy(node, "Ann", "Bob")
    await first.move(first.turn["legal"][0])  # type: ignore[index]


async def test_who_enters_a_table_that_cannot_be_shown_is_told_so(start_node: StartNode, node: Running) -> None:
    """Another node folds the log without looking at it; the first who enters finds out."""
    table, first, other = await to_turns(node)
    ask = first.turn["ask"]  # type: ignore[index]
    await first.do({"type": "move", "ask": ask, "move": step(2)})
    two = await start_node(engines=("tests.engines.toys:toy", FAILING))
    again = await two.join(cookie=other.cookie)
    with pytest.raises(Refused) as refused:
        await again.enter(table)
    assert refused.value.code == "broken"
    assert connection_of(two, again).table is None


async def test_commands_that_wait_for_a_table_that_is_set_aside_are_answered(node: Running) -> None:
    """They were never handed over, so they are refused."""
    table, first, other = await to_turns(node)
    live = node.core.tables.awake[table]
    answers: list[client_out.CommandAnswer] = []
    move = Move(first.turn["ask"], Raw(msgpack.packb(step(2))))  # type: ignore[index]
    assert live.submit(Request(first.person, "a-move-1", move, answers.append))
    assert live.submit(Request(other.person, "a-wish-1", Leave(), answers.append))
    await until(lambda: len(answers) == 2)
    assert {answer.id: answer.__struct_config__.tag for answer in answers} == {
        "a-move-1": "accepted",
        "a-wish-1": "refused",
    }
    await until(lambda: not live.submit(Request(other.person, "a-wish-2", Leave(), answers.append)))
