"""The small process beside a node that acts when an engine takes the node down (see ``crash_handler``)."""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import structlog

from partie.cluster import nodes
from partie.isolation.breadcrumb import breadcrumb

STACK: Final = signal.SIGPROF
"""On this signal, which no code of Python's has to answer, the crash reporter gets the stack and ends the process."""

_CRASH_HANDLER: Final = Path(__file__).with_name("crash_handler.py")

_log: Final = structlog.get_logger(__name__)


class CrashReporter:
    """Hears of crashes and of :data:`STACK`. Start and stop it in the main thread."""

    def __init__(self, redis_url: str) -> None:
        self._redis_url = redis_url
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        try:
            self._start()
        except OSError as error:
            # A machine without room for one more process is no reason to serve nobody.
            _log.warning("no_crash_reporter", error=repr(error))
            self._do_without()

    def _start(self) -> None:
        memory = breadcrumb.share()
        # Isolated and in a session of its own, as what runs Redis is.
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(_CRASH_HANDLER), str(os.getpid()), str(memory)],
            stdin=subprocess.PIPE,
            start_new_session=True,
            pass_fds=(memory,),
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([self._redis_url, nodes.own_name()]).encode() + b"\n")
        self._process.stdin.flush()
        faulthandler.enable(self._process.stdin)
        faulthandler.register(STACK, self._process.stdin)

    def check(self) -> None:
        """If somebody ended the process that is to end this one, see to it that it ends all the same."""
        if self._process is not None and self._process.poll() is not None:
            self._do_without()

    def _do_without(self) -> None:
        """Have a crash and :data:`STACK` end this process with its stack on standard error, and mark no table."""
        faulthandler.enable(all_threads=False)
        faulthandler.register(STACK, all_threads=False, chain=True)
        self._process = None

    def stop(self) -> None:
        faulthandler.unregister(STACK)
        faulthandler.disable()
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()
        breadcrumb.keep()
