"""The process in which bots think: it knows the engines and nothing of tables, people or Redis."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from partie.features.bots.budget import Iterations
from partie.features.bots.choose import choose
from partie.features.bots.thought import Begun
from partie.registry import Registry
from partie.table.values import Level

_NICENESS = 10
"""Niceness of the process: it yields to the service on the same machine."""

_registry: Registry | None = None


class Failed(Exception):
    """The engine failed, described in words: exceptions of engines may not survive pickling between processes."""


def begin(engines: Sequence[str]) -> None:
    """Set up the process. It exits when the service does, even if that is killed; Ctrl-C is left to the service."""
    global _registry  # noqa: PLW0603  # the state of a worker process
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(_NICENESS)
    _registry = Registry.load(engines)


def ready() -> int:
    """The process's id, once it has loaded the engines."""
    return os.getpid()


def think(
    game: str,
    version: int,
    state: bytes,
    seat: int,
    seed: str,
    level: Level,
    begun: bytes,
    *,
    at_once: bool = False,
) -> bytes:
    """Choose the bot's move, in MessagePack; ``at_once``: without look-ahead. Raises :class:`Failed`.

    ``begun`` is a :class:`~partie.features.bots.thought.Begun` in MessagePack: how far the turn has come.
    """
    assert _registry is not None
    try:
        engine = _registry.get(game, version)
        known = msgspec.msgpack.decode(state, type=engine.state)
        budget = Iterations(0) if at_once else None
        turn = msgspec.msgpack.decode(begun, type=Begun)
        turn = replace(turn, then=tuple(msgspec.convert(move, engine.move) for move in turn.then))
        return msgspec.msgpack.encode(choose(engine, known, seat, seed, level, budget, turn))
    except Exception as error:
        raise Failed(f"{type(error).__name__}: {error}") from None


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
