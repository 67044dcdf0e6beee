"""Function calls that a move takes on a node, from the command in a table's inbox to the frames for all viewers.

Calls, unlike seconds, are the same on every machine, whatever else it does. ``python -m tests.golden.calls`` prints
them, with ``--write`` it writes the file again: for a change that needs more of them for a good reason.

Counted are the calls of the service's own functions, and those that it makes of functions in C. Left out are
comprehensions, which are calls in some versions of Python and not in others, and the libraries.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeAlias

import msgspec

import partie
from partie.bench.paper import Paper
from partie.games.glenmore import glenmore
from partie.games.nereus import nereus
from partie.games.vinci import vinci
from partie.games.wikinger import wikinger
from partie.kit import Engine
from partie.live.request import Request
from partie.registry import Registry
from partie.wire import client_in, client_out, limits
from partie.wire.frame import Frame
from tests.server.live.feeding import ModelLog
from tests.server.live.memory import Memory

FILE: Final = Path(__file__).with_name("calls.json")

AnyEngine: TypeAlias = Engine[Any, Any]

GAMES: Final[tuple[AnyEngine, ...]] = (glenmore, nereus, vinci, wikinger)

MOVES: Final = 200
"""At most so many: some turns of each game, with nearly every kind of move."""

SPECTATORS: Final = 2

OWN: Final = tuple(partie.__path__)
"""The folders of the service's code."""


class Calls:
    """A counter of calls, to be set as a profile function."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event in {"call", "c_call"} and code.co_filename.startswith(OWN):
            self.made += event == "c_call" or not code.co_name.startswith("<")

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what is called meanwhile in this thread."""
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


class Viewer:
    """A subscriber who discards what it is sent."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.wire = limits.VERSION
        self.invited: set[str] = set()
        self.paused = False

    @property
    def socket(self) -> Viewer:
        return self

    def write(self, frame: Frame) -> None:
        pass

    def cork(self) -> None:
        pass

    def uncork(self) -> None:
        pass

    def send(self, message: client_out.Outbound) -> None:
        pass

    def dismissed(self) -> None:
        raise AssertionError(f"{self.person} may not watch")


async def calls(engine: AnyEngine) -> float:
    """Return the calls of a move of a game at a table with as few seats as it has, and some spectators."""
    persons = [f"person-{seat}" for seat in range(max(2, engine.seats[0]))]
    paper = Paper(engine, f"calls-{engine.key}", persons, 0)
    paper.start(engine.key)
    registry = Registry()
    registry.add(engine, "tests.golden.calls")
    memory = Memory(registry=registry)
    memory.log.logs[paper.table] = ModelLog(paper.entries, memory.clock.now())
    live = await memory.tables.get(paper.table)
    for person in (*persons, *(f"spectator-{number}" for number in range(SPECTATORS))):
        live.subscribers.add(Viewer(person), None)
    chooser = random.Random(engine.key)  # the same moves every time, no secrets
    counted = Calls()
    answers: list[client_out.CommandAnswer] = []
    while (pending := live.history.pending(live.newest)) and len(answers) < MOVES:
        seat = min(pending)
        turn = live.history.turn(live.newest, seat)
        move = msgspec.Raw(msgspec.msgpack.encode(chooser.choice(turn.legal)))
        request = Request(persons[seat], f"move-{len(answers)}", client_in.Move(turn.ask, move), answers.append)
        with counted.counting():
            live.submit(request)
            await live.compare()
    await memory.stop()
    refused = [each for each in answers if not isinstance(each, client_out.Accepted)]
    if refused:
        raise AssertionError(f"{engine.key}: {refused[0]}")
    return counted.made / len(answers)


def measure() -> dict[str, int]:
    """Return the calls of a move, game by game."""
    return {engine.key: round(asyncio.run(calls(engine))) for engine in GAMES}


def measured_apart() -> dict[str, int]:
    """Return the same from a process of its own: what other tests left in caches would spare some calls."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden.calls"],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=dict[str, int])


def main(arguments: list[str]) -> int:
    """Print the calls, or write the file."""
    found = measure() if os.environ.get("PYTHONHASHSEED") == "0" else measured_apart()
    text = msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"
    if arguments == ["--write"]:
        FILE.write_text(text)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
