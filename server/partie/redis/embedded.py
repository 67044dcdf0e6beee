"""The built-in server, Valkey or Redis, that the service runs if it is not given one.

It never answers before a write is on the disk (``appendfsync always``: concurrent appends share one fsync), listens on
a Unix socket only, and never outlives the service. A lock on the data directory, which the server inherits, keeps out a
second one as long as the first is alive.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import re
import shutil
import stat
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

import structlog

from partie.redis.child import GRACE, Child, ChildFailed
from partie.redis.servers import Found, Server, StartFailed, choose
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

_FILES = re.compile(
    r"lock|keys(\..*\.new)?|redis\.(lock|log)|(service|server)\.(json|new|json\.new)|appendonlydir|.+\.(aof|rdb|manifest)"
)
"""The names of everything that the service and its Redis keep in a data directory."""

_LOG_TAIL = 12
_LONGEST_PAUSE = 5.0
_log = structlog.get_logger(__name__)


class DirectoryInUse(Exception):
    """Another service uses the data directory; ``pid`` is its process."""

    def __init__(self, directory: Path, pid: int) -> None:
        super().__init__(
            f"data directory {directory} is in use by process {pid}; stop that process or choose another --data-dir"
        )
        self.pid = pid


class DirectoryUnusable(Exception):
    """The data directory cannot be used: why, and what to do."""

    def __init__(self, directory: Path, why: str) -> None:
        super().__init__(f"cannot use the data directory {directory}: {why}; choose another --data-dir")


class Embedded:
    """One server with one data directory. ``environment`` is added to the server's own."""

    def __init__(self, directory: Path, *, environment: Mapping[str, str] | None = None) -> None:
        self._directory = directory.resolve()
        self._found: Found | None = None
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
    def server(self) -> Server:
        """The running server."""
        assert self._found is not None, "the server was not started"
        return self._found.server

    @property
    def log_file(self) -> Path:
        """The server's log file."""
        return self._directory / "redis.log"

    def start(self) -> None:
        """Start the server and wait until it answers and has loaded all data. Blocks.

        Raises :class:`servers.NoServer`, :class:`servers.StartFailed`, :class:`DirectoryUnusable` or
        :class:`DirectoryInUse`.
        """
        self._stopping = False
        _prepare(self._directory)
        if not self._locks:
            self._locks.append(_lock(self._directory))
        try:
            if len(self._locks) < 2:
                self._locks.append(_lock_data(self._directory))
            self._found = choose(self._directory)
            _make_private(self._directory)
            if self._folder is None:
                # The path of a socket has at most 107 bytes; data directories can be deeper than that.
                self._folder = Path(tempfile.mkdtemp(prefix="partie-"))
            self._run(self._found)
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
            if self._stopping or self._child is None or self._found is None:
                raise StartFailed("the server was stopped")
            self._child.kill()
            self._run(self._found)

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

    def _run(self, found: Found) -> None:
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
        self._child = Child(
            [str(found.program), *options], self.log_file, keep=(data_lock,), environment=self.environment
        )
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


def _prepare(directory: Path) -> None:
    """Create the data directory if it does not exist. Raises :class:`DirectoryUnusable`."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Not asked of the system: on a file system that is mounted read-only, permissions say nothing.
        with tempfile.TemporaryFile(dir=directory):
            pass
    except (FileExistsError, NotADirectoryError):
        raise DirectoryUnusable(directory, "it is a file, or in one") from None
    except PermissionError:
        raise DirectoryUnusable(directory, "this user may not write there") from None
    except OSError as error:
        raise DirectoryUnusable(directory, error.strerror or str(error)) from None


def _make_private(directory: Path) -> None:
    """Close the data to the other users of the machine: it holds secrets, such as the key that signs sessions.

    Files that are not ours stay as they are, and so does a directory that holds such files, as a home directory does.
    """
    only_ours = True
    for path in (*directory.iterdir(), *directory.glob("appendonlydir/*")):
        if path.is_symlink() or not _FILES.fullmatch(path.name):
            only_ours = False
        else:
            _allow_owner_only(path)
    if only_ours:
        _allow_owner_only(directory)
    elif stat.S_IMODE(directory.stat().st_mode) & 0o077:
        _log.warning("data_directory_shared", directory=str(directory))


def _allow_owner_only(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):  # a draft of Redis's, until a moment ago
        try:
            path.chmod(0o700 if path.is_dir() else 0o600)
        except OSError as error:
            _log.warning("data_not_private", path=str(path), error=error.strerror)


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
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise DirectoryUnusable(path.parent, f"{path.name} in it cannot be opened ({error.strerror})") from None


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
