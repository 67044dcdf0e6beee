"""The note that a running service leaves in its data directory, by which other commands find its Redis."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from partie.cli._support.output import CommandFailed
from partie.redis.child import ChildFailed
from partie.redis.embedded import DirectoryInUse, DirectoryUnusable, Embedded
from partie.redis.servers import NoServer

NOTE = "service.json"


KEYS = "keys"


def keys_file(data_dir: Path) -> Path:
    """The file of the keys in a data directory."""
    return data_dir.resolve() / KEYS


class Running(Struct):
    """A service that owns the Redis of a data directory."""

    pid: int
    url: str
    redis_url: str


@contextmanager
def noted(data_dir: Path, running: Running) -> Iterator[None]:
    """Keep the note in the data directory for as long as the service runs."""
    note = data_dir / NOTE
    draft = note.with_suffix(".new")
    draft.touch(0o600)
    draft.write_bytes(msgspec.json.encode(running))
    os.replace(draft, note)
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


@contextmanager
def reach_redis(redis_url: str | None, data_dir: Path) -> Iterator[str]:
    """Provide the URL of the Redis with the tables: the given one, the running service's, or one started just for this.

    Raises :class:`CommandFailed` if there is none.
    """
    if redis_url:
        yield redis_url
        return
    if not data_dir.is_dir():
        raise CommandFailed(
            "no_data",
            f"no data directory {data_dir}; name one with --data-dir, or a Redis with --redis-url",
        )
    try:
        embedded = Embedded(data_dir)
        embedded.start()
    except DirectoryInUse as used:
        yield _of_owner(data_dir, used)
        return
    except DirectoryUnusable as unusable:
        raise CommandFailed("data_dir", str(unusable)) from None
    except (NoServer, ChildFailed) as failed:
        raise CommandFailed("redis", str(failed)) from failed
    try:
        yield embedded.url
    finally:
        embedded.stop()


def _of_owner(data_dir: Path, used: DirectoryInUse) -> str:
    try:
        running = msgspec.json.decode((data_dir / NOTE).read_bytes(), type=Running)
    except (OSError, msgspec.MsgspecError):
        raise CommandFailed("in_use", str(used)) from None
    return running.redis_url
