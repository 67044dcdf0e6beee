"""Engines that do not come back: the call is broken off, its table is set aside, and everybody else plays on."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import msgpack
import pytest
from msgspec import Raw

from partie.client.client import Client, Lost, Refused
from partie.isolation import watchdog
from partie.isolation.crash_reporter import STACK
from partie.isolation.watchdog import Watchdog
from partie.live.request import Request
from partie.table.commands import Move
from partie.wire import client_out
from partie.wire.client_in import GetOffers
from tests.fixtures.redis import OwnRedis
from tests.fixtures.service import Running, StartNode, start_toy, until
from tests.server.cli import inside, script
from tests.server.cli.script import PATIENCE, serving
from tests.server.isolation.stuck import Stuck
from tests.server.live.asking import gone
from tests.server.live.playing import can, step

STUCK = "tests.server.isolation.stuck:stuck"
ENGINES = ("tests.engines.toys:toy", STUCK)
IMPATIENT = ("tests.engines.toys:toy", "tests.server.isolation.impatient:stuck")
"""The same for a process of its own, whose watchdog then is less patient."""


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A watch that is less patient than the service's."""
    monkeypatch.setattr(watchdog, "CHECK_SECONDS", 0.02)
    dog = Watchdog()
    dog.start()
    yield
    dog.stop()


@pytest.fixture
async def node(start_node: StartNode) -> Running:
    return await start_node(engines=ENGINES)


async def to_steps(node: Running | str) -> tuple[str, Client, Client]:
    """A table of the twin at its fifth event: who may step, and the other."""
    table, clients = await start_toy(node, "Ann", "Bob", game="stuck")  # type: ignore[arg-type]
    for client in clients:
        await client.move(client.turn["legal"][0])  # type: ignore[index]
    await asyncio.gather(*[client.until(lambda c=client: c.view["game"]["phase"] == "turns") for client in clients])  # type: ignore[misc]
    first, other = sorted(clients, key=lambda client: not can(client, "step"))
    return table, first, other


@pytest.mark.usefixtures("watched")
async def test_a_move_from_which_an_engine_does_not_come_back_sets_its_table_aside(node: Running) -> None:
    """The mover is refused, nothing is appended, both learn that the table is broken; other tables play on."""
    table, first, other = await to_steps(node)
    _, (cat, dan) = await start_toy(node, "Cat", "Dan")
    before = await node.core.log.last([table])
    with pytest.raises(Refused) as refused:
        await first.move(step(1))
    assert refused.value.code == "engine_failed"
    for client in (first, other):
        await client.until(lambda client=client: gone(client) == ["broken"])  # type: ignore[misc]
    assert await node.core.log.last([table]) == before
    # Nobody can make the node wait for it once more.
    with pytest.raises(Refused) as again:
        await first.move(step(1))
    assert again.value.code == "broken"
    await cat.move(cat.turn["legal"][0])  # type: ignore[index]
    await dan.until(lambda: dan.cursor == cat.cursor)


@pytest.mark.usefixtures("watched")
async def test_a_question_from_which_an_engine_does_not_come_back_sets_its_table_aside(node: Running) -> None:
    """It cannot be asked again and again."""
    _, first, other = await to_steps(node)
    problem = await other.ask({"t": "forecast"}, "problem")
    assert problem["code"] == "engine_failed"
    await first.until(lambda: gone(first) == ["broken"])


@pytest.mark.usefixtures("watched")
async def test_a_move_after_which_an_engine_does_not_come_back_with_offers_is_answered(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in the log, so it is accepted; then everybody learns that the table is broken."""
    table, first, other = await to_steps(node)
    for client in (first, other):
        await client.ask({"t": "offers", "always": True}, "offers")
    monkeypatch.setattr(Stuck, "offering", False)
    accepted = await asyncio.wait_for(
        first.do({"type": "move", "ask": first.turn["ask"], "move": step(1)}),  # type: ignore[index]
        20,
    )
    assert await node.core.log.last([table]) == [(accepted["seq"], ANY)]
    for client in (first, other):
        await client.until(lambda client=client: gone(client) == ["broken"])  # type: ignore[misc]


@pytest.mark.parametrize("asks_first", [False, True])
@pytest.mark.usefixtures("watched")
async def test_a_move_under_way_while_an_engine_does_not_come_back_with_offers_is_answered(
    node: Running, monkeypatch: pytest.MonkeyPatch, asks_first: bool
) -> None:
    """Accepted if the log has it, else refused; whichever came first."""
    table, first, other = await to_steps(node)
    before = await node.core.log.last([table])
    monkeypatch.setattr(Stuck, "offering", False)
    move = {"type": "move", "ask": first.turn["ask"], "move": step(1)}  # type: ignore[index]
    if asks_first:
        await other.send({"t": "offers"})
    moving = asyncio.create_task(first.do(move))
    await asyncio.sleep(0)
    if not asks_first:
        await other.send({"t": "offers"})
    (answer,) = await asyncio.wait_for(asyncio.gather(moving, return_exceptions=True), 20)
    assert isinstance(answer, Refused) == (await node.core.log.last([table]) == before)
    for client in (first, other):
        await client.until(lambda client=client: gone(client) == ["broken"])  # type: ignore[misc]


@pytest.mark.usefixtures("watched")
async def test_a_move_that_is_with_the_log_when_its_table_is_set_aside_is_answered(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question of somebody else hangs meanwhile; the log takes the move all the same."""
    table, first, other = await to_steps(node)
    live = node.core.tables.awake[table]
    monkeypatch.setattr(Stuck, "offering", False)
    answers: list[client_out.CommandAnswer] = []
    move = Move(first.turn["ask"], Raw(msgpack.packb(step(1))))  # type: ignore[index]
    asker = next(one for one in live.subscribers if one.person == other.person)
    append, begun, asked = node.core.log.append, asyncio.Event(), asyncio.Event()

    async def held(*given: Any, **named: Any) -> Any:
        begun.set()
        await asked.wait()
        return await append(*given, **named)

    monkeypatch.setattr(node.core.log, "append", held)
    assert live.submit(Request(first.person, "a-move-1", move, answers.append))
    await begun.wait()
    live.subscribers.answer(asker, GetOffers())
    await until(lambda: table not in node.core.tables.awake)
    asked.set()
    await until(lambda: bool(answers))
    (answer,) = answers
    assert isinstance(answer, client_out.Accepted)
    assert await node.core.log.last([table]) == [(answer.seq, ANY)]
    assert table not in node.core.tables.awake


@pytest.mark.usefixtures("watched")
async def test_many_quick_calls_are_no_call_that_does_not_come_back(node: Running) -> None:
    """A long fold keeps the loop as busy; each of its calls comes back."""
    table, (ann, _) = await start_toy(node, "Ann", "Bob")
    history = node.core.tables.awake[table].history
    end = asyncio.get_running_loop().time() + 3 * watchdog.CHECKS * watchdog.CHECK_SECONDS
    while asyncio.get_running_loop().time() < end:
        history.forecast(history.newest, 0)
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]


async def test_a_node_that_cannot_be_freed_ends_and_no_other_ends_after_it(
    own_redis: OwnRedis, start_node: StartNode, tmp_path: Path
) -> None:
    """It says where it was; every other node shows the table as broken, also who has it awake, until it is repaired."""
    engines, impatient = ([word for name in names for word in ("--engines", name)] for names in (ENGINES, IMPATIENT))
    where = ("--redis-url", own_redis.url)
    there = await start_node(own_redis.url, engines=ENGINES)
    # Round and round whatever is raised, and in one call of C code.
    games = {field: await to_steps(there) for field in (3, 2)}
    last = await there.core.log.last([table for table, _, _ in games.values()])

    def serve_and_wait(field: int) -> tuple[int, str]:
        with serving(*where, "--data-dir", tmp_path / str(field), *impatient) as service:
            asyncio.run(trip(service.url, field))
            return service.process.wait(PATIENCE), service.errors()

    async def trip(url: str, field: int) -> None:
        table, first, _ = games[field]
        client = await Client.join(url, cookie=first.cookie)
        await client.enter(table)
        await client.until(lambda: client.turn is not None)
        with pytest.raises(Lost):
            await client.move(step(field))

    ended = await asyncio.gather(*[asyncio.to_thread(serve_and_wait, field) for field in games])
    for code, said in ended:
        assert code == -signal.SIGKILL
        assert "stuck.py" in said
    for _, first, other in games.values():
        for client in (first, other):
            await client.until(lambda client=client: gone(client) == ["broken"])  # type: ignore[misc]
    cold = await start_node(own_redis.url, engines=ENGINES)
    table, first, other = games[2]
    for node in (there, cold):
        again = await node.join(cookie=first.cookie)
        with pytest.raises(Refused) as refused:
            await again.enter(table)
        assert refused.value.code == "broken"
    listed = await asyncio.to_thread(inside.run_json, "list", *where, "--phase", "broken", *engines)
    assert {one["table"] for one in listed} == {table for table, _, _ in games.values()}
    report = await asyncio.to_thread(
        script.run_json, "repair", table, *where, *engines, "--output", tmp_path / "raw.json"
    )
    assert [finding["code"] for finding in report["found"]] == ["poisoned"]
    assert "stuck.py" in report["found"][0]["problem"]
    # Nothing of those moves is in the log.
    assert await there.core.log.last([table for table, _, _ in games.values()]) == last
    await until(lambda: table not in there.core.tables._broken)
    back = [await there.join(cookie=client.cookie) for client in (first, other)]
    for client in back:
        await client.enter(table)
    await back[0].until(lambda: back[0].turn is not None)
    await back[0].move({"type": "peek"})
    await back[1].until(lambda: back[1].cursor == back[0].cursor)


def run(program: str) -> subprocess.CompletedProcess[str]:
    """Run a program of Python to its end."""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=PATIENCE
    )


_WITHOUT = """
import os, subprocess, time
from partie.isolation.crash_reporter import STACK, CrashReporter

def full(*_, **__):
    raise BlockingIOError("no room")

subprocess.Popen = full
CrashReporter("redis://127.0.0.1:1/0").start()
print("started", flush=True)
os.kill(os.getpid(), STACK)
time.sleep(60)
"""


def test_a_node_without_room_for_a_process_beside_it_starts_and_can_be_ended() -> None:
    """What would have marked the table is not there; the stack is shown and the process ends."""
    done = run(_WITHOUT)
    assert "started" in done.stdout
    assert done.returncode == -STACK
    assert 'File "<string>"' in done.stderr


_UNFORESEEN = """
import os, subprocess, sys, time
from partie.isolation import crash_reporter

no_file = "99"
beside = subprocess.Popen(
    [sys.executable, "-I", str(crash_reporter._CRASH_HANDLER), str(os.getpid()), no_file], stdin=subprocess.PIPE
)
beside.stdin.write(b"no JSON\\npartie/table/engine_calls.py")
beside.stdin.flush()
time.sleep(60)
"""


def test_a_node_whose_table_cannot_be_marked_is_ended_all_the_same() -> None:
    """Whatever went wrong with the mark, it is said."""
    done = run(_UNFORESEEN)
    assert done.returncode == -signal.SIGKILL
    assert "Bad file descriptor" in done.stderr
