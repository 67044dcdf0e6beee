"""A run of a game's tests in a forked process, with a mutant in the place of a module or a table of data."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import json
import math
import os
import re
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import pytest
from msgspec import Struct

from tests.mutants.mutate import Mutant, source

ROOT = Path(__file__).parents[2]
ROOMS = ROOT / "engines" / "partie" / "games"

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)|^(ImportError while loading conftest)", re.MULTILINE)
"""What pytest says of the test that failed, or could not be loaded."""

LEAST = 10
"""The seconds that every test may take of a processor, however fast it usually is."""

_NAP = 0.02


class Test(Struct, frozen=True):
    """How long a test takes, and the lines of the game that it runs through, as ``file:line``."""

    seconds: float
    lines: frozenset[str]


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module from another source than its file has."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the mutant in the place of its module."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self._name = name
        self._path = path
        self._source = source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        loader = _Loader(fullname, str(self._path), self._source)
        return importlib.util.spec_from_file_location(fullname, self._path, loader=loader)


def install(game: str, mutant: Mutant) -> None:
    """From here on, this process imports the mutant. The game must not have been imported."""
    path = ROOMS / game / mutant.file
    changed = source(mutant, ROOMS / game)
    if mutant.file.endswith(".py"):
        name = ".".join(("partie", "games", game, *Path(mutant.file).with_suffix("").parts))
        sys.meta_path.insert(0, _Finder(name, path, changed))
        return
    read = Path.read_text

    def read_text(self: Path, *args: Any, **kwargs: Any) -> str:
        return changed if self == path else read(self, *args, **kwargs)

    Path.read_text = read_text  # type: ignore[method-assign]


def _file(test: str) -> str:
    """The file of a test, as pytest names it."""
    return test.partition("::")[0]


class Ordered:
    """Runs the tests in this order, those that it does not name last, and ends the process in one that runs on."""

    def __init__(self, order: Mapping[str, int], tests: Mapping[str, Test]) -> None:
        self._order = order
        self._usual: Counter[str] = Counter()
        for name, test in tests.items():
            self._usual[_file(name)] += math.ceil(test.seconds)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self._order.get(item.nodeid, len(self._order)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        # What the tests of a file share is made by the one that comes first, so each may take the time of all of them.
        # It is time of the processor: a busy machine makes no difference. The signal ends the process.
        signal.setitimer(signal.ITIMER_PROF, LEAST + 3 * self._usual[_file(item.nodeid)])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


class _Watched:
    """Notes how long each test takes, and which lines it runs through if that does not make it slow."""

    def __init__(self, game: str, slow: tuple[str, ...]) -> None:
        self._room = str(ROOMS / game) + os.sep
        self._slow = slow
        self._lines: set[str] = set()
        self.tests: dict[str, Test] = {}

    def _trace(self, frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        name = frame.f_code.co_filename
        if not name.startswith(self._room):
            return None
        file = name[len(self._room) :]
        lines = self._lines

        def local(frame: FrameType, event: str, _: object) -> Callable[..., Any]:
            lines.add(f"{file}:{frame.f_lineno}")
            return local

        return local(frame, event, None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._lines = set()
        traced = not any(word in item.nodeid for word in self._slow)
        began = time.perf_counter()
        if traced:
            sys.settrace(self._trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.tests[item.nodeid] = Test(time.perf_counter() - began, frozenset(self._lines))


SLOW = ("test_conformance", "goldens.py", "test_games", "test_naive", "test_practice", "balance")
"""Tests that play whole games: they run through nearly all lines, and a trace would make them too slow."""


def _arguments(game: str) -> list[str]:
    return [
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
        "--no-header",
        f"tests/engines/{game}",
        "tests/mutants/goldens.py",
    ]


def baseline(game: str, room: Path) -> dict[str, Test]:
    """The tests of a game without any mutant. Raises :class:`RuntimeError` if one of them fails."""
    kept = room / f"{game}.json"

    def run() -> int:
        watched = _Watched(game, SLOW)
        code = pytest.main(_arguments(game), plugins=[watched])
        tests = {name: [test.seconds, sorted(test.lines)] for name, test in watched.tests.items()}
        kept.write_text(json.dumps(tests), "utf-8")
        return int(code)

    if fork(game, run, room / f"{game}.txt", seconds=1800) != 0:
        raise RuntimeError(f"the tests of {game} fail without a mutant:\n{(room / f'{game}.txt').read_text('utf-8')}")
    found: dict[str, tuple[float, list[str]]] = json.loads(kept.read_text("utf-8"))
    return {name: Test(seconds, frozenset(lines)) for name, (seconds, lines) in found.items()}


def ordered(mutant: Mutant, tests: Mapping[str, Test]) -> dict[str, int]:
    """The tests that run through the mutant's line first, the fastest of them at the beginning; then golden games."""
    here = f"{mutant.file}:{mutant.line}"
    names = sorted(
        tests, key=lambda name: (here not in tests[name].lines, "goldens.py" not in name, tests[name].seconds)
    )
    return {name: index for index, name in enumerate(names)}


def tried(game: str, mutant: Mutant, tests: Mapping[str, Test], report: Path) -> str:
    """What catches the mutant: the first test that fails, or a signal that ends one that runs on; empty: nothing.

    Raises :class:`RuntimeError` if it ends in any other way: that says nothing of the mutant.
    """

    def run() -> int:
        install(game, mutant)
        return int(pytest.main(_arguments(game), plugins=[Ordered(ordered(mutant, tests), tests)]))

    code = fork(game, run, report, seconds=30 + 3 * sum(test.seconds for test in tests.values()))
    return verdict(code, report.read_text("utf-8", errors="replace"))


def verdict(code: int, report: str) -> str:
    """What caught a mutant, by how its trial ended; see :func:`tried`."""
    if code == 0:
        return ""
    if code < 0:
        return signal.Signals(-code).name
    if failed := FAILED.search(report):
        return failed.group(1) or failed.group(2)
    raise RuntimeError(f"no test says what is wrong:\n{report}")


def fork(game: str, run: Callable[[], int], report: Path, seconds: float) -> int:
    """Run in a process of its own, whose output goes to the report; its code, or minus the signal that ended it."""
    child = os.fork()
    if not child:
        code = 1
        os.environ["PARTIE_MUTANTS"] = game
        with report.open("wb") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
        try:
            code = run()
        except BaseException:  # nothing of the parent may run on in the child
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    # Naps are counted instead of looking at a clock: while this process is stopped, so may be the other.
    for _ in range(math.ceil(seconds / _NAP)):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(_NAP)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)
