"""Runs ``partie dev``: the page, the processes of the service, and the watch over the game's files."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import socket
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import Any, Final, Protocol

from partie.cli._dev import desk as desks
from partie.cli._dev import hub, node, seats, tables
from partie.cli._dev.desk import Desk, Fault, Setup
from partie.cli._dev.package import FURTHEST_FIRST, GamePackage
from partie.client.client import Lost, Refused
from partie.config import Settings
from partie.people.people import People
from partie.redis import store
from partie.redis.connect import connect
from partie.registry import GROUP

MOST_SEATS: Final = 16
"""Seats that get a port: as many as a table can have."""


_CHECKED_WITH: Final = ("partie.kit.conformance",)
"""Imported before the game, if it can be, because it takes half a second."""


def _other_games(package: GamePackage) -> list[str]:
    """Return the modules of the games that come with Partie, without that of the package; they take time to import."""
    own = package.engine.partition(":")[0]
    modules = [point.module for point in entry_points(group=GROUP) if point.dist and point.dist.name == "partie"]
    return [module for module in modules if not f"{own}.".startswith(f"{module}.")]


class Watch(Protocol):
    """Calls a function with the paths of files that have changed."""

    async def __call__(self, folder: Path, on_change: Callable[[set[Path]], None]) -> None:
        """Watch a folder until this is cancelled."""
        ...


async def watch(folder: Path, on_change: Callable[[set[Path]], None]) -> None:
    """Watch a folder with watchfiles. Raises :class:`ModuleNotFoundError` if that is not installed."""
    from watchfiles import awatch  # noqa: PLC0415  # only this command needs it, and can do without

    async for changes in awatch(folder, step=30, debounce=300, recursive=True):
        on_change({Path(path) for _, path in changes})


async def sign_in(settings: Settings, count: int) -> list[str]:
    """Sign in a person for each seat; return their cookies."""
    client = connect(settings.redis_url)
    try:
        people = People(client, settings)
        await people.start()
        return [(await people.sign_in(name, ""))[1] for name in seats.named(count)]
    finally:
        await store.close(client)


class Job:
    """A process that works on the game, and tells what it finds. ``on_end`` gets its exit code, unless it is killed."""

    def __init__(
        self,
        context: ForkServerContext,
        work: Callable[..., None],
        arguments: Sequence[Any],
        on_report: Callable[[node.Report], None],
        on_end: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._reports, sender = context.Pipe(duplex=False)
        self._process: ForkServerProcess = context.Process(target=work, args=(*arguments, sender))
        self._process.start()
        sender.close()
        self._on_report = on_report
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._reports.fileno(), self._heard)

    def _heard(self) -> None:
        try:
            report = self._reports.recv()
        except (EOFError, OSError):
            self._forget()
            self._process.join()
            self._on_end(self._process.exitcode or 0)
        else:
            self._on_report(report)

    def kill(self) -> None:
        """End it at once. Whatever it has acknowledged is on the disk."""
        self._forget()
        self._process.kill()
        self._process.join()

    def _forget(self) -> None:
        if not self._reports.closed:
            self._loop.remove_reader(self._reports.fileno())
            self._reports.close()


class Workshop:
    """The game that is being written, its service and its page."""

    def __init__(
        self,
        package: GamePackage,
        settings: Settings,
        listeners: Sequence[socket.socket],
        cookies: Sequence[str],
        desk_url: str,
        say: Callable[[str], None],
    ) -> None:
        self._package = package
        self._settings = settings
        self._listeners = listeners
        ports = node.ports(listeners)
        self._service, *addresses = (f"http://127.0.0.1:{port}" for port in ports)
        self._cookies = dict(zip(ports[1:], cookies, strict=True))
        self._desk_url = desk_url
        self._say = say
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([node.__name__, *_CHECKED_WITH, *_other_games(package)])
        self._node: Job | None = None
        self._check: Job | None = None
        self.hub = hub.Hub(Desk(package.key, tuple(addresses)))

    async def run(self, listener: socket.socket, watching: Watch | None, on_ready: Callable[[], None]) -> None:
        """Serve until a signal comes."""
        app = hub.app(self.hub, self.start_table, self.report)
        tasks = [] if watching is None else [asyncio.create_task(watching(self._package.folder, self.on_change))]
        self._load()
        try:
            await hub.Server(self.hub, app, on_ready).serve(sockets=[listener])
        finally:
            for task in tasks:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            self._end()

    def on_change(self, paths: set[Path]) -> None:
        """Load again what has changed."""
        changes = {path: change for path in paths if (change := self._package.change(path)) is not None}
        if not changes:
            return
        names = ", ".join(sorted(os.path.relpath(path, self._package.root) for path in changes))
        self._say(f"Changed: {names}")
        furthest = min(changes.values(), key=FURTHEST_FIRST.index)
        self.hub.show(desks.changed(self.hub.desk, furthest))
        if self.hub.desk.phase == "starting":
            self._load()
        else:
            self._start_check()

    async def start_table(self, setup: Setup) -> None:
        """Start a table, and show it."""
        game = self.hub.desk.game
        key = self._package.key if game is None else game.key
        try:
            table = await tables.start(key, self._service, self.hub.desk.addresses, setup)
        except (Refused, Lost, OSError) as error:
            self.report(Fault("start", str(error)))
        else:
            self.hub.show(desks.begun(self.hub.desk, table, setup))

    def report(self, fault: Fault) -> None:
        """Show that something is wrong, in the page and in the terminal."""
        before = self.hub.desk
        self.hub.show(desks.found(before, fault))
        if self.hub.desk != before:
            self._say(fault.text)

    def _load(self) -> None:
        self._end()
        arguments = (self._package, self._settings, self._listeners, self._cookies, self._desk_url)
        self._node = Job(self._context, node.serve, arguments, self._heard, self._ended)

    def _start_check(self) -> None:
        if self._check is not None:
            self._check.kill()
        self._check = Job(self._context, node.check_game, (self._package,), self._heard)

    def _heard(self, report: node.Report) -> None:
        desk = self.hub.desk
        if isinstance(report, node.Loaded):
            self.hub.show(desks.loaded(desk, report.game))
            self._say("The game is loaded.")
            self._start_check()
        elif isinstance(report, node.Checked):
            self.hub.show(desks.checked(desk, report.faults))
            for fault in report.faults:
                self._say(fault.text)
        elif report.origin == "load":
            self.hub.show(desks.stopped(desk, report))
            self._say(report.text)
        else:
            self.report(report)

    def _ended(self, code: int) -> None:
        if self.hub.desk.phase != "stopped":
            fault = Fault("ended", f"its process ended with {code}; it starts again when a file changes")
            self.hub.show(desks.stopped(self.hub.desk, fault))
            self._say(fault.text)

    def _end(self) -> None:
        for job in (self._node, self._check):
            if job is not None:
                job.kill()
        self._node = self._check = None
