"""The Redis that holds the tables, for commands: its log, its people, and what can be read there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from partie.cli._support.output import CommandFailed
from partie.cli._support.running import reach_redis
from partie.cli._support.tables import damaged, folded, persons
from partie.config import Settings
from partie.log import Entry, ForeignEntry, Log, LogUnavailable
from partie.redis import store
from partie.redis.connect import BadUrl, Client, connect, without_password
from partie.redis.store import keys
from partie.registry import Registry
from partie.table import History, Snapshot

if TYPE_CHECKING:
    from partie.people.people import People

T = TypeVar("T")

_LOG: Final = "partie:{*}:log"


@dataclass(frozen=True)
class Reach:
    """The Redis that holds the tables."""

    redis: Client
    log: Log
    people: People


def reach(redis_url: str | None, data_dir: Path, work: Callable[[Reach], Awaitable[T]]) -> T:
    """Do something with the Redis that holds the tables. Raises :class:`CommandFailed` if there is no connection."""
    with reach_redis(redis_url, data_dir) as url:
        return asyncio.run(_reached(url, work))


async def _reached(url: str, work: Callable[[Reach], Awaitable[T]]) -> T:
    # Importing it takes half of the time of a command that reads a file or prints its help.
    from partie.features.moderation import journal  # noqa: PLC0415
    from partie.people.people import People  # noqa: PLC0415

    try:
        redis = connect(url)
    except BadUrl as bad:
        raise CommandFailed("redis", str(bad)) from None
    log = Log(url)
    try:
        # The service does it when it starts, and may not have been started since the upgrade.
        await journal.move_old(redis)
        return await work(Reach(redis, log, People(redis, Settings(redis_url=url))))
    except (*store.UNAVAILABLE, LogUnavailable) as error:
        raise CommandFailed("redis", f"Redis at {without_password(url)} does not answer: {error}") from None
    finally:
        await log.aclose()
        await store.close(redis)


async def table_ids(redis: Client) -> list[str]:
    """The ids of all tables that have a log or an archive, including deleted ones."""
    first, _, last = _LOG.partition("*")
    return sorted([key[len(first) : -len(last)] async for key in keys(redis, _LOG)])


def unknown_table(table: str) -> CommandFailed:
    """No table has that id."""
    return CommandFailed("unknown_table", f"unknown table {table}; run `partie list` to see all tables")


async def entries_of(log: Log, table: str) -> list[Entry]:
    """Read the log of a table. Raises :class:`CommandFailed` if there is none, or if the key holds something else."""
    try:
        entries = await log.read(table)
    except ForeignEntry as error:
        raise damaged(table, error) from None
    if not entries:
        raise unknown_table(table)
    return entries


async def history_of(log: Log, table: str, registry: Registry) -> History:
    """Fold a table's log. Raises :class:`CommandFailed`."""
    data = await log.load_snapshot(table)
    entries = await entries_of(log, table)
    return folded(table, entries, registry, None if data is None else Snapshot.decode(data, registry))


async def names_at(people: People, history: History) -> dict[str, str]:
    """The names of everyone who did something at a table or sits there, if they have one."""
    return await people.names(history.persons | persons(history.newest))
