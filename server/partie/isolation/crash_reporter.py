"""The small process next to a node that acts when an engine crashes the node (see ``crash_handler``)."""

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
"""The signal that makes the crash reporter get the stack and end the process; no Python code needs to handle it."""

_CRASH_HANDLER: Final = Path(__file__).with_name("crash_handler.py")

_log: Final = structlog.get_logger(__name__)


class CrashReporter:
    """Runs the crash handler, which reacts to crashes and to :data:`STACK`. Start and stop it in the main thread."""

    def __init__(self, redis_url: str) -> None:
        self._redis_url = redis_url
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        try:
            self._start()
        except OSError as error:
            # A machine without room for one more process is no reason not to serve.
            _log.warning("no_crash_reporter", error=repr(error))
            self._do_without()

    def _start(self) -> None:
        memory = breadcrumb.share()
        # Isolated and in a session of its own, like the process that runs Redis.
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
        """Check that the crash handler is alive; if it was killed, do without it."""
        if self._process is not None and self._process.poll() is not None:
            self._do_without()

    def _do_without(self) -> None:
        """Make a crash and :data:`STACK` end this process with its stack on standard error; no table is marked."""
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
