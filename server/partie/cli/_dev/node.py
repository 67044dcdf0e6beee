"""The process of ``partie dev`` that runs the service with the game, and the one that checks the game.

Each ends when the game has changed, and another takes its place. All that they import but the game is imported before,
so that a start takes a fraction of a second.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Iterable, Mapping, Sequence
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from partie import logs
from partie.cli._dev import tables
from partie.cli._dev.checks import check
from partie.cli._dev.desk import Fault, Game, fields
from partie.cli._dev.package import GamePackage
from partie.cli._dev.seats import Seats
from partie.cluster import nodes
from partie.config import Settings
from partie.gateway.core import Core
from partie.isolation import quarantine
from partie.node import AnnouncingNode
from partie.registry import AnyEngine, BadEngine, Registry
from partie.table.errors import EngineFailed, ViewNotSendable


class Loaded(Struct, frozen=True):
    """The service runs with this game."""

    game: Game


class Checked(Struct, frozen=True):
    """The checks have ended and found this."""

    faults: tuple[Fault, ...]


Report: TypeAlias = Loaded | Checked | Fault
"""What a process tells the desk."""


def serve(
    package: GamePackage,
    settings: Settings,
    listeners: Sequence[socket.socket],
    cookies: Mapping[int, str],
    desk: str,
    reports: Connection,
) -> None:
    """Run the service until the process is killed, or tell the desk why the game can't be loaded."""
    _begin(package)
    logs.configure(level="warning")
    handler = Reporter(package.root, reports)
    for other in logging.getLogger().handlers:
        other.addFilter(lambda record: not record_error(record))
    logging.getLogger().addHandler(handler)
    engine = _loaded(package, reports)
    if engine is None:
        return
    node = AnnouncingNode(settings, lambda: reports.send(Loaded(described(engine))))
    state = node.app.state
    core: Core = state.wiring.core
    core.creation.new_seed = tables.seed_of
    core.life.start.append(lambda: _forget_predecessors(core))
    node.app.add_middleware(Seats, cookies=cookies, desk=desk, boards=state.boards)
    asyncio.run(node.serve(sockets=list(listeners)))


def check_game(package: GamePackage, reports: Connection) -> None:
    """Check the game and tell the desk what was found."""
    _begin(package)
    engine = _loaded(package, reports)
    if engine is not None:
        reports.send(Checked(tuple(check(engine))))


def described(engine: AnyEngine) -> Game:
    """Return what the form of a new table needs to know about a game."""
    words = {}
    for path in sorted(engine.room.glob("words.*.json")):
        try:
            messages = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
        except msgspec.MsgspecError:
            continue  # a check says so
        wanted = {key: text for key, text in messages.items() if key == "name" or key.startswith("option.")}
        words[path.name.split(".")[1]] = wanted
    return Game(engine.key, tuple(engine.seats), fields(msgspec.json.schema(engine.options)), words)


def fault_of(error: BaseException, root: Path) -> Fault:
    """Return a fault with the part of the traceback that is in the game's own files."""
    origin: Any = "table"
    where = ""
    if isinstance(error, EngineFailed):
        origin, where = "play", f" in {error.call}"
        error = error.__cause__ or error
    elif isinstance(error, ViewNotSendable):
        # The traceback leads through the service alone.
        return Fault("play", str(error))
    elif not type(error).__module__.startswith("partie.table"):
        origin = "play"
    return Fault(origin, _in_words(error) + where, told(error, root))


def told(error: BaseException, root: Path) -> str:
    """Return the traceback of an error from the first of the game's own files on; all of it if there is none."""
    tree = traceback.TracebackException.from_exception(error)
    own = [str(root) in frame.filename for frame in tree.stack]
    if any(own):
        tree.stack = traceback.StackSummary.from_list(list(tree.stack)[own.index(True) :])
    return "".join(tree.format(chain=False)).rstrip()


class Reporter(logging.Handler):
    """Tells the desk of every error that the service logs, such as those of the engine."""

    def __init__(self, root: Path, reports: Connection) -> None:
        super().__init__(logging.ERROR)
        self._root = root
        self._reports = reports

    def emit(self, record: logging.LogRecord) -> None:
        error = record_error(record)
        if error is not None:
            self._reports.send(fault_of(error, self._root))


def record_error(record: logging.LogRecord) -> BaseException | None:
    """Return the exception of a record, of structlog or of the standard library."""
    info: Any = record.msg.get("exc_info") if isinstance(record.msg, dict) else record.exc_info
    if info is True:
        info = sys.exc_info()
    if isinstance(info, tuple):
        info = info[1]
    return info if isinstance(info, BaseException) else None


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _begin(package: GamePackage) -> None:
    # Ctrl-C reaches all processes of a terminal; the supervisor ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Python compares a compiled file by seconds and size: a second change of a digit within one second would be missed.
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(package.root))


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _loaded(package: GamePackage, reports: Connection) -> AnyEngine | None:
    """Import the engine; None if that fails, which is then reported."""
    try:
        return Registry.load([package.engine], installed=()).games()[0]
    except (BadEngine, SystemExit) as error:
        cause = error.__cause__ or error
        reports.send(Fault("load", _in_words(cause), told(cause, package.root)))
        return None


async def _forget_predecessors(core: Core) -> None:
    """Let the processes before this one have no say: the versions that they played, and the tables that ended them."""
    for card in await nodes.listed(core.redis):
        await nodes.forget(core.redis, card.node)
    for table in await quarantine.marked(core.redis):
        await quarantine.clear(core.redis, table)


def ports(listeners: Iterable[socket.socket]) -> list[int]:
    """Return the ports that the sockets listen on."""
    return [listener.getsockname()[1] for listener in listeners]
