"""A watchdog over the engines: a call that does not return costs its table, and not the node.

A thread checks a few times per second where the main thread is. If it is in the same engine call for too many checks,
an exception is raised there; that ends every loop written in Python. Against a loop inside one built-in operation, or
one that swallows the exception, only ending the process helps: Linux's own CPU timer does that if it is not reset for
too long. A :class:`CrashReporter` prints the stack and marks the table, so that no other node crashes there.

This adds no cost to an engine call, and a process that is stopped or starved is not mistaken for a loop, because checks
are counted, not seconds.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from types import FrameType
from typing import Final

import structlog

from partie.isolation.crash_reporter import CrashReporter

CHECK_SECONDS: Final = 0.25
"""Seconds between two checks."""

CHECKS: Final = 8
"""Consecutive checks that find the same call before it is aborted: two seconds. The slowest call takes milliseconds."""

DEAD_SECONDS: Final = 5.0
"""Seconds of CPU time without a successful check after which the process ends."""

GUARD: Final = "partie.table.engine_calls"
"""The module that every engine call passes through."""

_SIGNAL: Final = signal.SIGVTALRM
"""The signal by which the thread interrupts the main one. Nobody else uses it, and none is ever sent."""

logger = structlog.get_logger()


class EngineStuck(Exception):
    """A call to an engine did not return."""


def is_stuck(error: BaseException | None) -> bool:
    """Whether the error was caused by an engine that did not return."""
    while error is not None:
        if isinstance(error, EngineStuck):
            return True
        error = error.__cause__
    return False


class Watchdog:
    """Watches the main thread of this process; start and stop it there.

    With a crash reporter, which it starts and stops as well, it ends the process if it must.
    """

    def __init__(self, crash_reporter: CrashReporter | None = None) -> None:
        self._crash_reporter = crash_reporter
        self._stopping = threading.Event()
        self._overdue: FrameType | None = None
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        signal.signal(_SIGNAL, self._break_off)
        if self._crash_reporter is not None:
            self._crash_reporter.start()
            signal.setitimer(signal.ITIMER_PROF, DEAD_SECONDS)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        signal.signal(_SIGNAL, signal.SIG_DFL)
        if self._crash_reporter is not None:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._crash_reporter.stop()

    def _watch(self) -> None:
        call, checks = None, 0
        while not self._stopping.wait(CHECK_SECONDS):
            there = _call(sys._current_frames().get(threading.main_thread().ident or 0))
            checks = checks + 1 if there is not None and there is call else 0
            call = there
            if call is not None and checks >= CHECKS:
                self._overdue = call
                _thread.interrupt_main(_SIGNAL)
            elif self._crash_reporter is not None:
                signal.setitimer(signal.ITIMER_PROF, DEAD_SECONDS)
                self._crash_reporter.check()

    def _break_off(self, _number: int, frame: FrameType | None) -> None:
        overdue, self._overdue = self._overdue, None
        # It may have returned just now.
        if overdue is not None and _call(frame) is overdue:
            where = f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame is not None else "?"
            logger.error("engine_stuck", where=where)
            raise EngineStuck(f"the engine did not come back within {CHECKS * CHECK_SECONDS:.0f} s; it was at {where}")


def _call(frame: FrameType | None) -> FrameType | None:
    """Return the engine call that a frame is part of, or None."""
    while frame is not None and frame.f_globals.get("__name__") != GUARD:
        frame = frame.f_back
    return frame
