"""Thinking in a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator

import msgspec
import psutil
import pytest

from engines.kit.playout import game_key, opening
from server.bots.choose import choose
from server.bots.thinker import NoThought, Thinker
from server.metrics import Metrics
from tests.engines.toys import toy
from tests.engines.toys.state import Options

ENGINES = (
    "tests.engines.toys:toy",
    "tests.server.bots.engines:endless",
    "tests.server.bots.engines:deadly",
    "tests.server.bots.engines:wrong",
)
STATE = opening(toy, 2, Options(), game_key(1))
BYTES = msgspec.msgpack.encode(STATE)


@pytest.fixture
async def thinker() -> AsyncIterator[Thinker]:
    """A thinker that knows the toy and its unruly twins."""
    thinker = Thinker(ENGINES, Metrics())
    yield thinker
    await thinker.stop()


async def test_the_move_is_the_one_that_would_be_chosen_here(thinker: Thinker) -> None:
    """The other process thinks alike; states and moves go as bytes."""
    move = await thinker.choose("toy", 1, BYTES, 0, "seed")
    assert msgspec.msgpack.decode(move, type=toy.move) == choose(toy, STATE, 0, "seed")


async def test_many_thoughts_at_once_take_their_turns(thinker: Thinker) -> None:
    """All of them come, in one process, which is not this one."""
    moves = await asyncio.gather(*(thinker.choose("toy", 1, BYTES, seat % 2, str(seat)) for seat in range(20)))
    assert len(moves) == 20
    assert thinker.pid != os.getpid()


async def test_a_thought_without_end_is_ended(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process is killed; thoughts that waited behind it come all the same."""
    await thinker.choose("toy", 1, BYTES, 0, "seed")
    first = thinker.pid
    monkeypatch.setattr("server.bots.thinker.SECONDS", 0.3)
    endless = asyncio.create_task(thinker.choose("endless", 1, BYTES, 0, "seed"))
    await asyncio.sleep(0)
    behind = asyncio.create_task(thinker.choose("toy", 1, BYTES, 0, "seed"))
    with pytest.raises(NoThought, match="endless: TimeoutError"):
        await endless
    assert await behind
    assert thinker.pid != first
    assert first is not None
    assert not psutil.pid_exists(first)


async def test_a_process_that_dies_is_replaced(thinker: Thinker) -> None:
    """An engine that takes its process down fails that thought alone."""
    with pytest.raises(NoThought, match="deadly: BrokenProcessPool"):
        await thinker.choose("deadly", 1, BYTES, 0, "seed")
    assert await thinker.choose("toy", 1, BYTES, 0, "seed")


@pytest.mark.parametrize(
    ("game", "version", "state"), [("wrong", 1, BYTES), ("chess", 1, BYTES), ("toy", 9, BYTES), ("toy", 1, b"\xc1")]
)
async def test_what_fails_in_the_process_is_told_in_words(
    thinker: Thinker, game: str, version: int, state: bytes
) -> None:
    """Whatever the engine raised; the process lives on."""
    await thinker.choose("toy", 1, BYTES, 0, "seed")
    process = thinker.pid
    with pytest.raises(NoThought, match=f"^{game}: "):
        await thinker.choose(game, version, state, 0, "seed")
    assert await thinker.choose("toy", 1, BYTES, 0, "seed")
    assert thinker.pid == process


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
    assert thinker.pid is None


_SERVICE = """
import asyncio, sys
from server.bots.thinker import Thinker
from server.metrics import Metrics
from tests.server.bots.test_thinker import BYTES

async def main():
    thinker = Thinker(("tests.engines.toys:toy",), Metrics())
    await thinker.choose("toy", 1, BYTES, 0, "seed")
    print(thinker.pid, flush=True)
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
