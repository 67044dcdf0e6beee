"""Watches the calls into an engine: none may hang, and whichever fails is known with what it was given.

An engine that never returns would hang the whole run of the tests. A thread therefore looks at the running call in
short intervals, and if it finds the same one too often, it raises an exception in the thread that made the call. That
ends every loop written in Python, on every platform. A loop inside one built-in operation cannot be ended like that.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, cast

from partie.kit.engine import Engine

METHODS: Final = (
    "setup",
    "pending",
    "legal",
    "apply",
    "view",
    "result",
    "automatic",
    "domains",
    "describe",
    "turn",
    "chapters",
    "offers",
    "forecast",
    "scores",
    "secrets",
    "hidden",
    "determinize",
    "pieces",
    "progress",
    "outlook",
    "advise",
    "decisive",
    "at",
)
"""All methods of an engine."""

CHECKS: Final = 20
"""Consecutive checks that find the same call before it counts as hanging. A starved process is checked less often."""


class Call(NamedTuple):
    """A call of an engine's method."""

    method: str
    arguments: tuple[Any, ...]


class Hanging(BaseException):
    """A call into an engine did not return. Engines that catch every exception do not catch this one."""


class Watch:
    """The calls into one engine. ``seconds`` is how long each may take; 0: as long as it likes."""

    def __init__(self, engine: Engine[Any, Any], seconds: float) -> None:
        self.seconds = float(os.environ.get("PARTIE_CONFORMANCE_SECONDS", seconds))
        self.running: Call | None = None
        self.failed: Call | None = None
        """The last call that raised something."""
        self.hanging: Call | None = None
        """The call that was ended because it did not return."""
        self.engine = cast("Engine[Any, Any]", _Watched(engine, self))

    @contextmanager
    def ending_calls(self) -> Iterator[None]:
        """End every call of this thread that takes too long."""
        if not self.seconds:
            yield
            return
        thread, done = threading.get_ident(), threading.Event()
        watchdog = threading.Thread(target=self._watch, args=(thread, done), name="conformance", daemon=True)
        watchdog.start()
        try:
            yield
        finally:
            done.set()
            watchdog.join()

    def _watch(self, thread: int, done: threading.Event) -> None:
        call, checks = None, 0
        while not done.wait(self.seconds / CHECKS):
            running = self.running
            checks = checks + 1 if running is not None and running is call else 0
            call = running
            if checks >= CHECKS:
                # Again and again, in case the engine catches even this.
                self.hanging, checks = call, 0
                _raise_in(thread, Hanging)


class _Watched:
    """Calls the methods of an engine under the eyes of a watch, and is like it in all else."""

    def __init__(self, engine: Engine[Any, Any], watch: Watch) -> None:
        self._engine = engine
        for method in METHODS:
            if hasattr(engine, method):
                setattr(self, method, _watched(watch, method, getattr(engine, method)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)


def _watched(watch: Watch, method: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        watch.running = running = Call(method, arguments)
        try:
            return function(*arguments)
        except BaseException:
            watch.failed = running
            raise
        finally:
            watch.running = None

    return call


def _raise_in(thread: int, exception: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(exception))
