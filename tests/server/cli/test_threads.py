"""A process ends with its event loop, whatever is left of the threads in which files were read."""

from __future__ import annotations

import asyncio
import threading

import pytest
from anyio import to_thread
from anyio._backends import _asyncio as backend

from partie.cli._support.supervisor import end_file_threads


def left() -> list[backend.WorkerThread]:
    """The threads that are there still."""
    return [thread for thread in threading.enumerate() if isinstance(thread, backend.WorkerThread)]


def test_a_thread_that_was_not_told_of_the_end_of_its_loop_ends_nevertheless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its task has not ended when the loop has, so nothing tells it."""
    loop = asyncio.new_event_loop()
    waits = loop.create_task(asyncio.Event().wait())
    monkeypatch.setattr(backend, "find_root_task", lambda: waits)
    loop.run_until_complete(to_thread.run_sync(int))
    (thread,) = left()
    end_file_threads()
    thread.join(10)
    assert not left()
    monkeypatch.undo()
    waits.remove_done_callback(thread.stop)
    waits.cancel()
    loop.run_until_complete(asyncio.gather(waits, return_exceptions=True))
    loop.close()
