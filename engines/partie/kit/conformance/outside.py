"""Laws of what lies outside: engines read no clock, roll no dice of their own, and touch no file.

They look at what a call really does, however it was imported: Python reports every function that is called, also one
written in C, to a profile function. Work done while a module is imported doesn't count.
"""

from __future__ import annotations

import datetime
import gc
import io
import random
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from partie.kit.conformance.calls import calls_at, calls_before
from partie.kit.conformance.report import nearby
from partie.kit.conformance.subject import LawBroken, Position, Subject, once
from partie.kit.conformance.watch import Call

Kind: TypeAlias = Literal["clock", "dice", "outside", ""]

SHARE = 3
"""One in so many of the positions that other laws examine: being watched, calls take four times as long."""

CLOCK: Final = frozenset({"time"})
NOW: Final = frozenset({"now", "utcnow", "today"})
DICE: Final = frozenset({"random", "_random", "secrets"})
RANDOM_BYTES: Final = frozenset({"urandom", "getrandom"})
OUTSIDE: Final = frozenset(
    {"os", "posix", "nt", "io", "_io", "socket", "_socket", "select", "ssl", "subprocess", "_posixsubprocess"}
    | {"asyncio", "shutil", "tempfile", "urllib.request", "http.client", "multiprocessing", "logging"}
)
"""Modules that reach beyond the process, or its environment."""

HARMLESS: Final = frozenset({"fspath", "fsencode", "fsdecode", "_fspath", "get_ident"})
"""Functions of these modules that do not."""

SPEAKING: Final = frozenset({"print", "input", "open", "breakpoint"})

_STDLIB: Final = sysconfig.get_path("stdlib")


def calls_read_no_clock(subject: Subject) -> None:
    """No call reads a clock or sleeps: not the time, not the date, not the processor's time.

    Reason: a table is folded again from its log on other machines and in other years, and must come out the same. Time
    limits are the service's; an engine that needs the time of a move cannot have it.
    """
    _check(subject, "clock", "reads a clock")


def calls_draw_only_from_chance(subject: Subject) -> None:
    """No call uses ``random``, ``secrets``, ``uuid4`` or ``os.urandom``, not even with a seed.

    Reason: only what comes out of the ``chance`` that is passed in is in the log. Python's own generators give other
    numbers in other versions, and a seed that players can guess shows them what will be drawn.
    """
    _check(subject, "dice", "draws by itself")


def calls_touch_nothing_outside(subject: Subject) -> None:
    """No call opens a file, reads the environment, prints, connects to anything or starts a process.

    Reason: engines run where all tables are served. Waiting for a disk or a network would halt every one of them, and
    what is read there is not in the log. Read the data of a game when its module is imported.
    """
    _check(subject, "outside", "reaches outside")


def _check(subject: Subject, kind: Kind, what: str) -> None:
    found = _watched(subject).get(kind)
    if found is not None:
        seat = next((one for one in found.call.arguments[1:2] if isinstance(one, int)), None)
        move = found.call.arguments[2] if found.call.method == "apply" else None
        raise LawBroken(f"{found.call.method} {what}: {found.what}", found.at, seat=seat if move else None, move=move)


class Found(Struct):
    """The first call that did something of a kind."""

    call: Call
    what: str
    at: Position


@once
def _watched(subject: Subject) -> dict[Kind, Found]:
    """Make all calls at some positions and note what they do."""
    observer = Observer(subject)
    for game in subject.games:
        observer.observe(Position(game, 0), calls_before(subject, game))
    for position in subject.positions("outside", max(1, subject.effort.positions // SHARE)):
        observer.observe(position, calls_at(subject, position))
    return observer.found


class Observer:
    """Notes what calls of an engine do."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._kinds: dict[object, Kind] = {}
        self.found: dict[Kind, Found] = {}

    def observe(self, position: Position, calls: Iterator[Callable[[], object]]) -> None:
        """Make calls in a position."""
        for call in calls:
            with self._profiling(position):
                call()

    @contextmanager
    def _profiling(self, position: Position) -> Iterator[None]:
        def profile(frame: FrameType, event: str, function: Any) -> None:
            if event == "c_call":
                kind, name = self._kind_of_builtin(function), function.__qualname__
            elif event == "call":
                kind, name = self._kind_of(frame.f_code, frame), frame.f_code.co_qualname
            else:
                return
            running = self._subject.watch.running
            if kind and running is not None and kind not in self.found and not _importing(frame):
                module = getattr(function, "__module__", None) if event == "c_call" else frame.f_globals["__name__"]
                self.found[kind] = Found(
                    running, f"{module or type(function.__self__).__name__}.{name}{_where(frame)}", position
                )

        before, collecting = sys.getprofile(), gc.isenabled()
        gc.disable()  # what others do when garbage is collected is not the engine's doing
        sys.setprofile(profile)
        try:
            yield
        finally:
            sys.setprofile(before)
            if collecting:
                gc.enable()

    def _kind_of(self, code: CodeType, frame: FrameType) -> Kind:
        kind = self._kinds.get(code)
        if kind is None:
            kind = self._kinds[code] = _kind(str(frame.f_globals.get("__name__")), code.co_name)
        return kind

    def _kind_of_builtin(self, function: Any) -> Kind:
        module, owner = function.__module__, function.__self__
        key = (module, function.__name__, owner if isinstance(owner, type) else type(owner))
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = _kind_of_method(owner, function.__name__) or _kind(
                module or "", function.__name__
            )
        return kind


def _kind(module: str, name: str) -> Kind:
    """Return what calling a function of a module does."""
    if name in HARMLESS:
        return ""
    if module in CLOCK:
        return "clock"
    if module in DICE or name in RANDOM_BYTES:
        return "dice"
    outside = module in OUTSIDE or module.partition(".")[0] in OUTSIDE or (module == "builtins" and name in SPEAKING)
    return "outside" if outside else ""


def _kind_of_method(owner: Any, name: str) -> Kind:
    """Return what calling a method of something built in does."""
    if isinstance(owner, type) and issubclass(owner, datetime.date) and name in NOW:
        return "clock"
    if isinstance(owner, random.Random):
        return "dice"
    if isinstance(owner, io.IOBase) and not isinstance(owner, io.StringIO | io.BytesIO):
        return "outside"
    return ""


def _importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported, which reads files, once."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("importlib."):
            return True
        frame = frame.f_back
    return False


def _where(frame: FrameType | None) -> str:
    """Return the innermost line that is not one of Python's own modules."""
    while frame is not None and (frame.f_code.co_filename.startswith((_STDLIB, "<"))):
        frame = frame.f_back
    return "" if frame is None else f" at {nearby(frame.f_code.co_filename)}:{frame.f_lineno}"
