"""The process in which bots think: it knows the engines and nothing of tables, people or Redis."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence

import msgspec

from partie.features.bots.budget import Iterations
from partie.features.bots.choose import choose
from partie.registry import Registry
from partie.table.values import Level

_NICENESS = 10
"""A thought gives way to the service, on whose machine it runs."""

_registry: Registry | None = None


class Failed(Exception):
    """The engine failed, in words: the exceptions of engines may not survive the way between processes."""


def begin(engines: Sequence[str]) -> None:
    """Make the process ready. It ends with the service, also when that is killed; Ctrl-C is the service's matter."""
    global _registry  # noqa: PLW0603  # what a worker process knows
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(_NICENESS)
    _registry = Registry.load(engines)


def ready() -> int:
    """The process's id, once it knows the engines."""
    return os.getpid()


def think(game: str, version: int, state: bytes, seat: int, seed: str, level: Level, *, at_once: bool = False) -> bytes:
    """The bot's thought, in MessagePack; at once: without a look ahead. Raises :class:`Failed`."""
    assert _registry is not None
    try:
        engine = _registry.get(game, version)
        known = msgspec.msgpack.decode(state, type=engine.state)
        budget = Iterations(0) if at_once else None
        return msgspec.msgpack.encode(choose(engine, known, seat, seed, level, budget))
    except Exception as error:
        raise Failed(f"{type(error).__name__}: {error}") from None


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
