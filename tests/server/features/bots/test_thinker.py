"""Thinking in a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing.context import SpawnProcess
from typing import Any

import msgspec
import psutil
import pytest

from partie import tasks
from partie.features.bots.choose import choose
from partie.features.bots.thinker import NoThought, Thinker, _Worker
from partie.features.bots.thought import Thought
from partie.metrics import Metrics
from partie.table.values import Level
from tests.engines.toys import toy
from tests.server.features.bots.position import BYTES, STATE
from tests.server.live.memory import turns

ENGINES = (
    "tests.engines.toys:toy",
    "tests.server.features.bots.engines:endless",
    "tests.server.features.bots.engines:brooding",
    "tests.server.features.bots.engines:deadly",
    "tests.server.features.bots.engines:wrong",
)


@pytest.fixture
async def thinker() -> AsyncIterator[Thinker]:
    """A thinker of one process that knows the toy and its unruly twins."""
    thinker = Thinker(ENGINES, Metrics(), 1)
    yield thinker
    await thinker.stop()


async def test_the_move_is_the_one_that_would_be_chosen_here(thinker: Thinker) -> None:
    """The other process thinks alike; states and moves go as bytes."""
    thought = await thinker.choose("toy", 1, BYTES, 0, "seed")
    assert msgspec.convert(thought.move, toy.move) == choose(toy, STATE, 0, "seed").move


async def test_many_thoughts_at_once_take_their_turns(thinker: Thinker) -> None:
    """All of them come, in one process, which is not this one."""
    moves = await asyncio.gather(*(thinker.choose("toy", 1, BYTES, seat % 2, str(seat)) for seat in range(20)))
    assert len(moves) == 20
    assert os.getpid() not in thinker.pids


async def test_a_thought_without_end_is_ended(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process is killed; thoughts that waited behind it come all the same."""
    await thinker.choose("toy", 1, BYTES, 0, "seed")
    (first,) = thinker.pids
    monkeypatch.setattr("partie.features.bots.thinker.SECONDS", 0.3)
    monkeypatch.setattr("partie.features.bots.thinker.LAST_SECONDS", 0.5)
    endless = asyncio.create_task(thinker.choose("endless", 1, BYTES, 0, "seed"))
    await asyncio.sleep(0)
    behind = asyncio.create_task(thinker.choose("toy", 1, BYTES, 0, "seed"))
    with pytest.raises(NoThought, match="endless: TimeoutError"):
        await endless
    assert await behind
    assert first not in thinker.pids
    assert not psutil.pid_exists(first)


async def test_who_takes_too_long_to_look_ahead_answers_at_once(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it would without time to look ahead, also if it is a quick one."""
    monkeypatch.setattr("partie.features.bots.thinker.SECONDS", 0.3)
    thought = await thinker.choose("brooding", 1, BYTES, 0, "seed", "deep")
    assert thought == await thinker.choose("brooding", 1, BYTES, 0, "seed", "quick")
    assert msgspec.convert(thought.move, toy.move) == toy.legal(STATE, 0)[-1]


async def test_a_process_that_dies_is_replaced(thinker: Thinker) -> None:
    """An engine that takes its process down fails that thought alone."""
    with pytest.raises(NoThought, match="deadly: BrokenProcessPool"):
        await thinker.choose("deadly", 1, BYTES, 0, "seed")
    assert await thinker.choose("toy", 1, BYTES, 0, "seed")


async def test_a_process_that_cannot_be_started_fails_that_thought_alone(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no room for one more; when there is again, thoughts come again."""

    def full(_: SpawnProcess) -> None:
        raise BlockingIOError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(SpawnProcess, "start", full)
        with pytest.raises(NoThought, match="toy: no room"):
            await thinker.choose("toy", 1, BYTES, 0, "seed")
    assert await thinker.choose("toy", 1, BYTES, 0, "seed")


async def test_a_thought_whose_process_is_killed_is_thought_again(thinker: Thinker) -> None:
    """By another process, with the same outcome: nobody but the clock can tell."""
    undisturbed = await thinker.choose("toy", 1, BYTES, 0, "seed")
    (first,) = thinker.pids
    os.kill(first, signal.SIGSTOP)
    thought = asyncio.create_task(thinker.choose("toy", 1, BYTES, 0, "seed"))
    await asyncio.sleep(0)
    os.kill(first, signal.SIGKILL)
    assert await thought == undisturbed
    assert first not in thinker.pids


async def test_a_short_thought_need_not_wait_for_a_long_one() -> None:
    """While one process thinks another one is started."""
    both = Thinker(ENGINES, Metrics(), 2)
    endless = asyncio.create_task(both.choose("endless", 1, BYTES, 0, "seed"))
    try:
        assert await both.choose("toy", 1, BYTES, 0, "seed")
        assert not endless.done()
    finally:
        await both.stop()
        await asyncio.wait([endless])
    assert isinstance(endless.exception(), NoThought)


@pytest.mark.parametrize(
    ("game", "version", "state"), [("wrong", 1, BYTES), ("chess", 1, BYTES), ("toy", 9, BYTES), ("toy", 1, b"\xc1")]
)
async def test_what_fails_in_the_process_is_told_in_words(
    thinker: Thinker, game: str, version: int, state: bytes
) -> None:
    """Whatever the engine raised; the process lives on."""
    await thinker.choose("toy", 1, BYTES, 0, "seed")
    process = thinker.pids
    with pytest.raises(NoThought, match=f"^{game}: "):
        await thinker.choose(game, version, state, 0, "seed")
    assert await thinker.choose("toy", 1, BYTES, 0, "seed")
    assert thinker.pids == process


async def test_who_no_longer_waits_leaves_no_thought_behind(thinker: Thinker) -> None:
    """A table that was put to sleep needs no move, and the next thought need not wait for it."""
    await thinker.choose("toy", 1, BYTES, 0, "seed")
    thought = asyncio.create_task(thinker.choose("endless", 1, BYTES, 0, "seed"))
    await asyncio.sleep(0)
    thought.cancel()
    await asyncio.wait([thought])
    assert thought.cancelled()
    assert await thinker.choose("toy", 1, BYTES, 0, "seed")


async def test_the_end_of_the_service_ends_all_thinking(thinker: Thinker) -> None:
    """At once, whatever is under way, and nothing begins after it."""
    await thinker.choose("toy", 1, BYTES, 0, "seed")
    thoughts = [asyncio.create_task(thinker.choose("endless", 1, BYTES, 0, "seed")) for _ in range(3)]
    await asyncio.sleep(0)
    await thinker.stop()
    for outcome in await asyncio.gather(*thoughts, return_exceptions=True):
        assert isinstance(outcome, NoThought)
    assert thinker.pids == ()


async def test_the_end_of_the_service_meets_a_process_that_has_just_started(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would have been its first thought ends like all others."""
    started, stopped = asyncio.Event(), asyncio.Event()
    ready = _Worker.ready

    async def noticed_late(mind: _Worker) -> ProcessPoolExecutor:
        pool = await ready(mind)
        started.set()
        await stopped.wait()
        return pool

    monkeypatch.setattr(_Worker, "ready", noticed_late)
    thought = asyncio.create_task(thinker.choose("toy", 1, BYTES, 0, "seed"))
    await started.wait()
    await thinker.stop()
    stopped.set()
    with pytest.raises(NoThought, match="stopping"):
        await thought


_SERVICE = """
import asyncio, sys
from partie.features.bots.thinker import Thinker
from partie.metrics import Metrics
from tests.server.features.bots.position import BYTES

async def main():
    thinker = Thinker(("tests.engines.toys:toy",), Metrics())
    await thinker.choose("toy", 1, BYTES, 0, "seed")
    print(*thinker.pids, flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_killed_service_leaves_no_process_behind() -> None:
    """Not even by SIGKILL, which gives it no time to end its own."""
    with subprocess.Popen([sys.executable, "-c", _SERVICE], stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        process = psutil.Process(int(service.stdout.readline()))
        service.send_signal(signal.SIGKILL)
        process.wait(timeout=30)
    assert not process.is_running()


# --- shared fairly --------------------------------------------------------------------------------------------------


class Slow:
    """A thinker of two processes whose thoughts end when the test says so; which are under way, and which began."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.thinker = Thinker((), Metrics(), 2, clock=lambda: self.now)
        self.began: list[str] = []
        self.under_way: dict[str, asyncio.Future[Thought]] = {}
        self.now = 0.0
        self.tasks: list[asyncio.Task[Thought]] = []
        monkeypatch.setattr(self.thinker, "_thought", self._thought)

    async def _thought(self, _mind: object, think: Any, _seconds: float) -> Thought:
        name = think.args[4] if not isinstance(think.func, partial) else think.func.args[4]
        self.began.append(name)
        self.under_way[name] = asyncio.get_running_loop().create_future()
        return await self.under_way[name]

    def asks(self, seed: str, level: Level, person: str, table: str = "table") -> None:
        """A bot at a person's table has to move."""
        thought = self.thinker.choose("toy", 1, b"", 0, seed, level, (person, table))
        self.tasks.append(asyncio.create_task(thought))

    async def ends(self, seed: str, seconds: float) -> None:
        """A thought took so long."""
        self.now += seconds
        self.under_way.pop(seed).set_result(Thought(None))
        await turns()


@pytest.fixture
async def slow(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Slow]:
    slow = Slow(monkeypatch)
    yield slow
    await tasks.end(slow.tasks)


async def test_deep_bots_leave_a_process_to_the_others(slow: Slow) -> None:
    """26 tables of deep bots: somebody else's quick bot, and their own, think at once."""
    for number in range(26):
        slow.asks(f"deep-{number}", "deep", "eve", f"table-{number}")
    await turns()
    assert slow.began == ["deep-0"]
    slow.asks("quick", "quick", "ann")
    await turns()
    assert list(slow.under_way) == ["deep-0", "quick"]


async def test_thinking_time_is_shared_by_persons_whatever_number_of_tables_they_have(slow: Slow) -> None:
    """Somebody with one table waits for one thought of each other person, not for those of 26 tables."""
    for number in range(26):
        slow.asks(f"eve-{number}", "deep", "eve", f"table-{number}")
    await turns()
    for number in range(2):
        slow.asks(f"ann-{number}", "deep", "ann")
    for _ in range(3):
        await slow.ends(slow.began[-1], 2.0)
    assert slow.began[:4] == ["eve-0", "ann-0", "eve-1", "ann-1"]


async def test_thinking_time_is_shared_by_time_and_not_by_thoughts(slow: Slow) -> None:
    """A person whose bots think for long has fewer turns than one whose bots are quick."""
    slow.asks("holds", "deep", "cat")
    await turns()
    for number in range(30):
        slow.asks(f"eve-{number}", "careful", "eve", f"table-{number}")
        slow.asks(f"ann-{number}", "quick", "ann")
    await turns()
    for _ in range(20):
        name = slow.began[-1]
        await slow.ends(name, 1.0 if name.startswith("eve") else 0.1)
    counted = [name.partition("-")[0] for name in slow.began]
    assert counted.count("ann") >= 3 * counted.count("eve") > 0


async def test_the_tables_of_one_person_take_turns(slow: Slow) -> None:
    """A table with five bots does not hold up another one."""
    slow.asks("holds", "deep", "cat")
    await turns()
    for number in range(5):
        slow.asks(f"full-{number}", "careful", "ann", "full")
    slow.asks("other", "careful", "ann", "other")
    await turns()
    await slow.ends("full-0", 0.3)
    assert slow.began[-1] == "other"


async def test_thoughts_that_nobody_waits_for_are_passed_over(slow: Slow) -> None:
    """Cancelled while they wait, they take no process."""
    for number in range(5):
        slow.asks(f"eve-{number}", "deep", "eve", f"table-{number}")
    await turns()
    slow.asks("ann", "deep", "ann")
    await turns()
    for task in slow.tasks[1:5]:
        task.cancel()
    await turns()
    await slow.ends("eve-0", 2.0)
    assert slow.began == ["eve-0", "ann"]
