"""The Redis that the service runs by itself: it starts, holds its data, and never outlives the service."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import psutil
import pytest
from redis import Redis

from partie.redis.embedded import DirectoryInUse, DirectoryUnusable, Embedded
from partie.redis.servers import LOG, NOTE, Server, StartFailed, read_note
from tests.fixtures.redis import until

GRACE = 0.5
"""Seconds that a server gets to end by itself, here."""

HOLDER = """
import sys
from pathlib import Path
from partie.redis import child
from partie.redis.embedded import Embedded
child.GRACE = float(sys.argv[2])
embedded = Embedded(Path(sys.argv[1]))
embedded.start()
print(embedded.url, embedded.pid, flush=True)
sys.stdin.read()
embedded.stop()
"""
"""A service that does nothing but run its Redis until its standard input is closed."""


def client_of(url: str) -> Redis:
    return Redis(unix_socket_path=url.removeprefix("unix://"), protocol=2)


def alive(pid: int) -> bool:
    """Whether a process runs; one that ended and waits for its parent to notice does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


class Holder:
    """A process of its own that runs an embedded Redis."""

    def __init__(self, directory: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(directory), str(GRACE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        url, pid = self.process.stdout.readline().split()
        self.url = url
        self.redis = int(pid)

    def watcher(self) -> int:
        """The process id of the watcher, which is the server's parent."""
        return psutil.Process(self.redis).ppid()

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[Holder]:
    holder = Holder(tmp_path / "data")
    yield holder
    holder.end()


def test_it_answers_once_started_and_syncs_every_write(tmp_path: Path) -> None:
    """After start it takes commands, and acknowledges nothing that is not on the disk."""
    with Embedded(tmp_path) as embedded, client_of(embedded.url) as client:
        assert client.set("a", "1")
        settings = client.config_get("*")
        assert settings["appendonly"] == "yes"
        assert settings["appendfsync"] == "always"
        assert settings["no-appendfsync-on-rewrite"] == "no"
        assert settings["maxmemory-policy"] == "noeviction"
        assert settings["port"] == "0"


def test_data_is_there_after_a_stop_and_after_a_kill(tmp_path: Path) -> None:
    """What was written is found by the next server over the same directory, however the last one ended."""
    with Embedded(tmp_path) as embedded:
        with client_of(embedded.url) as client:
            client.set("a", "1")
        os.kill(embedded.pid, signal.SIGKILL)
        url = embedded.url
        embedded.restart()
        assert embedded.url == url
        with client_of(url) as client:
            assert client.get("a") == b"1"
    with Embedded(tmp_path) as embedded, client_of(embedded.url) as client:
        assert client.get("a") == b"1"


def test_a_stopped_server_leaves_nothing_behind(tmp_path: Path) -> None:
    """Process, socket and its folder are gone, the lock is free, and stopping again is harmless."""
    embedded = Embedded(tmp_path)
    embedded.start()
    pid, socket = embedded.pid, Path(embedded.url.removeprefix("unix://"))
    assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    embedded.stop()
    assert not alive(pid)
    assert not socket.parent.exists()
    embedded.stop()
    embedded.start()
    embedded.stop()


def modes(directory: Path) -> dict[str, str]:
    """What others than the owner may do with a directory and everything in it."""
    return {
        str(path.relative_to(directory)): stat.filemode(path.stat().st_mode)[4:]
        for path in (directory, *directory.rglob("*"))
    }


@pytest.mark.parametrize("existing", [False, True])
def test_the_data_is_closed_to_other_users_of_the_machine(tmp_path: Path, existing: bool) -> None:
    """Whatever the umask, and also data that an earlier version left open."""
    directory = tmp_path / "data"
    before = os.umask(0)
    try:
        with Embedded(directory) as embedded, client_of(embedded.url) as client:
            client.set("key", "secret")
        if existing:
            for path in (directory, *directory.rglob("*")):
                path.chmod(0o777 if path.is_dir() else 0o666)
        with Embedded(directory) as embedded, client_of(embedded.url) as client:
            client.bgrewriteaof()
            until(lambda: not client.info("persistence")["aof_rewrite_in_progress"], "the rewrite")
            found = modes(directory)
    finally:
        os.umask(before)
    assert len(found) > 3
    assert {name for name, mode in found.items() if mode != "------"} == set()


def test_a_directory_that_holds_something_else_stays_open_and_the_data_does_not(tmp_path: Path) -> None:
    """Somebody who names a home directory must not lock others out of it."""
    tmp_path.chmod(0o755)
    (tmp_path / "letter").touch(0o644)
    with Embedded(tmp_path):
        found = modes(tmp_path)
    assert {name for name, mode in found.items() if mode != "------"} == {".", "letter"}


def test_a_data_directory_may_be_deeper_than_a_socket_path_may_be_long(tmp_path: Path) -> None:
    """The socket does not lie in the data directory, whose path may be of any length."""
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    with Embedded(deep) as embedded, client_of(embedded.url) as client:
        assert client.ping()
        assert len(embedded.url.removeprefix("unix://").encode()) <= 107


def test_a_second_service_on_one_directory_is_told_who_holds_it(holder: Holder, tmp_path: Path) -> None:
    """The error names the process; the first service is not disturbed."""
    with pytest.raises(DirectoryInUse, match=str(holder.process.pid)) as caught:
        Embedded(tmp_path / "data").start()
    assert caught.value.pid == holder.process.pid
    with client_of(holder.url) as client:
        assert client.ping()


def test_the_server_does_not_outlive_a_killed_service(holder: Holder, tmp_path: Path) -> None:
    """After SIGKILL of the service its server ends, and the next service takes the directory over with all data."""
    with client_of(holder.url) as client:
        client.set("a", "1")
    holder.process.kill()
    holder.process.wait()  # a process that is killed ends when the machine comes to it
    with Embedded(tmp_path / "data") as embedded, client_of(embedded.url) as client:
        assert not alive(holder.redis)
        assert client.get("a") == b"1"


def test_a_hung_server_does_not_outlive_its_service_either(holder: Holder) -> None:
    """A server that does not react to being asked is killed."""
    os.kill(holder.redis, signal.SIGSTOP)
    holder.process.kill()
    until(lambda: not alive(holder.redis), "the server to be killed")


def test_a_signal_to_the_foreground_does_not_reach_the_server(holder: Holder) -> None:
    """Ctrl-C goes to the group of the service alone, which ends its server itself when it is ready."""
    assert os.getpgid(holder.redis) != os.getpgid(holder.process.pid)
    os.kill(holder.watcher(), signal.SIGINT)
    os.kill(holder.watcher(), signal.SIGTERM)
    with client_of(holder.url) as client:
        assert client.ping()
    holder.process.communicate("")
    assert holder.process.returncode == 0
    assert not alive(holder.redis)


def test_a_killed_watcher_costs_a_restart_and_no_orphan(tmp_path: Path) -> None:
    """Without its watcher the server is not under control any more: it is ended and started again."""
    with Embedded(tmp_path) as embedded:
        first = embedded.pid
        os.kill(psutil.Process(first).ppid(), signal.SIGKILL)
        embedded.restart()
        assert embedded.pid != first
        assert not alive(first)
        with client_of(embedded.url) as client:
            assert client.ping()


async def test_a_server_that_dies_is_started_again(tmp_path: Path) -> None:
    """While it is kept running, a killed server is back by itself, at the same address and with its data."""
    with Embedded(tmp_path) as embedded:
        keeping = asyncio.create_task(embedded.keep_running())
        with client_of(embedded.url) as client:
            client.set("a", "1")
        for _ in range(3):
            before = embedded.pid
            os.kill(before, signal.SIGKILL)
            await asyncio.to_thread(until, lambda before=before: embedded.pid != before, "another server")  # type: ignore[misc]
            await asyncio.to_thread(until, lambda: client_of(embedded.url).get("a") == b"1", "the data")
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    """The error holds the server's own last lines, and the directory is free again."""
    with Embedded(tmp_path) as embedded, client_of(embedded.url) as client:
        client.set("a", "1")
    (log,) = (tmp_path / LOG).glob("*.incr.aof")
    whole = log.read_bytes()
    log.write_bytes(b"this is no log\n" * 10)
    with pytest.raises(StartFailed, match=r"(?i)bad file format"):
        Embedded(tmp_path).start()
    log.write_bytes(whole)
    with Embedded(tmp_path) as embedded, client_of(embedded.url) as client:
        assert client.get("a") == b"1"


def test_a_server_that_does_not_fit_the_data_is_not_started(tmp_path: Path) -> None:
    """The directory is free again, for the server that fits."""
    note = tmp_path / NOTE
    note.write_bytes(msgspec.json.encode(Server("redis", "99.0", "path")))
    with pytest.raises(StartFailed, match=r"kept by Redis 99\.0 \(from PATH\)"):
        Embedded(tmp_path).start()
    note.unlink()
    with Embedded(tmp_path) as embedded, client_of(embedded.url) as client:
        assert client.ping()


def test_it_says_which_server_it_is(tmp_path: Path) -> None:
    """As the server itself does; the directory notes it."""
    with Embedded(tmp_path) as embedded, client_of(embedded.url) as client:
        info = client.info("server")
        assert embedded.server.version == info[f"{embedded.server.product}_version"]
        assert read_note(tmp_path) == embedded.server


def test_a_stopped_server_cannot_be_restarted(tmp_path: Path) -> None:
    """Restarting is for one that died."""
    embedded = Embedded(tmp_path)
    embedded.start()
    pid = embedded.pid
    embedded.stop()
    with pytest.raises(StartFailed, match="stopped"):
        embedded.restart()
    assert not alive(pid)


@pytest.mark.parametrize(
    ("prepare", "why"),
    [
        (lambda data: data.touch(), "it is a file"),
        (lambda data: data.parent.rmdir() or data.parent.touch(), "in one"),
        (lambda data: data.parent.rmdir() or data.parent.symlink_to("/proc"), "No such file"),
        (lambda data: (data / "lock").mkdir(parents=True), "lock in it cannot be opened"),
    ],
)
def test_a_directory_that_cannot_be_used_is_named_with_the_reason(
    tmp_path: Path, prepare: Callable[[Path], object], why: str
) -> None:
    """It is a file, in a file, where none can be made, or holds what cannot be opened."""
    directory = tmp_path / "below" / "data"
    directory.parent.mkdir()
    prepare(directory)
    with pytest.raises(DirectoryUnusable, match=f"(?s)^cannot use the data directory .*{why}.*; choose another"):
        Embedded(directory).start()


def test_a_directory_that_only_others_may_write_to_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may do everything, so the system's refusal is made up."""

    def refuses(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuses)
    with pytest.raises(DirectoryUnusable, match="this user may not write there"):
        Embedded(tmp_path).start()
