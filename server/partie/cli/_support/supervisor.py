"""The node processes of one machine, on the same listening sockets.

With one worker the node runs in this process. With more, each is a process of its own that inherits the sockets; one
that dies is restarted, and all of them end when this process does, however it ends. The embedded Redis belongs to
this process and is stopped last.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from types import FrameType

import structlog
from anyio._backends._asyncio import WorkerThread
from prometheus_client.multiprocess import mark_process_dead

from partie import logs, metrics
from partie.cli._support.output import CommandFailed
from partie.config import Settings
from partie.node import AnnouncingNode
from partie.redis.embedded import Embedded

END_SECONDS = 20.0
"""Seconds between asking a node to stop and killing it. A node allows two seconds for its clients to leave, five for
its requests, and six for a Redis that hangs."""

_STOP = (signal.SIGINT, signal.SIGTERM)
_RESTART_SECONDS = 1.0
_STILLBORN = 3
"""Number of nodes that may die before any has started; after that the cause is no accident."""

_log = structlog.get_logger(__name__)


class _Signalled(BaseException):
    """A signal has asked the process to stop."""


def run(
    settings: Settings, listeners: Sequence[socket.socket], embedded: Embedded | None, on_ready: Callable[[], None]
) -> None:
    """Serve until SIGINT or SIGTERM; ``on_ready`` is called once when the service accepts connections.

    Call it inside :func:`until_signalled`. Raises :class:`CommandFailed` if no node starts.
    """
    _configure_logs(settings)
    try:
        asyncio.run(_run(settings, listeners, embedded, on_ready))
    finally:
        end_file_threads()


def end_file_threads() -> None:
    """Stop AnyIO's threads for reading files that have outlived their event loop.

    They should stop with the loop's first task, but one has been seen to go on, and a process waits for its threads.
    """
    for thread in threading.enumerate():
        if isinstance(thread, WorkerThread):
            thread.stop()


@contextmanager
def until_signalled(*signals: signal.Signals) -> Iterator[None]:
    """Leave the block without an error, with all its clean-up, on SIGINT, SIGTERM or the given signals."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        for again in numbers:
            signal.signal(again, signal.SIG_IGN)
        raise _Signalled

    numbers = signals or _STOP
    before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    except _Signalled:
        pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def _run(
    settings: Settings, listeners: Sequence[socket.socket], embedded: Embedded | None, on_ready: Callable[[], None]
) -> None:
    keeper = None if embedded is None else asyncio.create_task(embedded.keep_running())
    try:
        if settings.workers == 1:
            await AnnouncingNode(settings, on_ready).serve(sockets=list(listeners))
        else:
            with _counting_together() as folder:
                await _Nodes(settings, listeners, on_ready, folder).run()
    finally:
        if keeper is not None:
            keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await keeper


@contextmanager
def _counting_together() -> Iterator[str]:
    """The folder for the metrics of nodes started within the block, so that each of them can report all."""
    with tempfile.TemporaryDirectory(prefix="partie-metrics-") as folder:
        os.environ[metrics.FOLDER] = folder
        try:
            yield folder
        finally:
            del os.environ[metrics.FOLDER]


def _configure_logs(settings: Settings) -> None:
    logs.configure(settings.log_format, settings.log_level)
    # The progress messages of uvicorn add nothing to the address printed above them.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)


class _WorkerNode(AnnouncingNode):
    """A node that ignores SIGINT: Ctrl-C in a terminal reaches the supervisor too, which then stops the node."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig != signal.SIGINT:
            super().handle_exit(sig, frame)


def _node_process(settings: Settings, listeners: Sequence[socket.socket], ready: Connection) -> None:
    """Run a node in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()

    _configure_logs(settings)
    with until_signalled(signal.SIGTERM):
        try:
            asyncio.run(_WorkerNode(settings, lambda: ready.send(True)).serve(sockets=list(listeners)))
        finally:
            end_file_threads()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    # The supervisor was killed, and its Redis is stopping: shut down cleanly if possible, and exit in any case.
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(END_SECONDS)
    os._exit(1)


class _Nodes:
    """Several node processes."""

    def __init__(
        self,
        settings: Settings,
        listeners: Sequence[socket.socket],
        on_ready: Callable[[], None],
        metrics_folder: str,
    ) -> None:
        self._settings = settings
        self._listeners = listeners
        self._on_ready = on_ready
        self._metrics_folder = metrics_folder
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._processes: set[SpawnProcess] = set()
        self._stopping = asyncio.Event()
        self._announced = False
        self._stillborn = 0

    async def run(self) -> None:
        """Serve until a signal comes. Raises :class:`CommandFailed` if nodes keep dying before any has started."""
        loop = asyncio.get_running_loop()
        for number in _STOP:
            loop.add_signal_handler(number, self._stopping.set)
        keepers = [asyncio.create_task(self._keep_one()) for _ in range(self._settings.workers)]
        try:
            await self._stopping.wait()
            for process in self._processes:
                process.terminate()
            await asyncio.wait(keepers, timeout=END_SECONDS)
        finally:
            for process in self._processes:
                process.kill()
            await asyncio.wait(keepers)
        if not self._announced and self._stillborn >= _STILLBORN:
            raise CommandFailed("no_node", "no node could start; see the log above")

    async def _keep_one(self) -> None:
        """Keep one node running: restart it when it dies."""
        while not self._stopping.is_set():
            started = time.monotonic()
            process = self._start()
            self._processes.add(process)
            await _readable(process.sentinel)
            process.join()
            self._processes.discard(process)
            assert process.pid is not None
            mark_process_dead(process.pid, self._metrics_folder)  # type: ignore[no-untyped-call]  # left untyped there
            if not self._stopping.is_set():
                _log.error("node_ended", pid=process.pid, exit_code=process.exitcode)
                self._count_stillborn()
                pause = max(0.0, _RESTART_SECONDS - (time.monotonic() - started))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), pause)

    def _count_stillborn(self) -> None:
        if not self._announced:
            self._stillborn += 1
            if self._stillborn >= _STILLBORN:
                self._stopping.set()

    def _start(self) -> SpawnProcess:
        ready, sender = self._context.Pipe(duplex=False)
        process = self._context.Process(target=_node_process, args=(self._settings, self._listeners, sender))
        process.start()
        sender.close()
        loop = asyncio.get_running_loop()
        descriptor = ready.fileno()

        def heard() -> None:
            loop.remove_reader(descriptor)
            with contextlib.suppress(EOFError), ready:
                ready.recv()
                if not self._announced:
                    self._announced = True
                    self._on_ready()

        loop.add_reader(descriptor, heard)
        return process


async def _readable(descriptor: int) -> None:
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(descriptor, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(descriptor)
