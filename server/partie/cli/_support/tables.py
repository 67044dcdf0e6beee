"""What operator's commands share: the log and Redis behind a URL, tables by id or by file, and failures in words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import typer
from msgspec import Struct

from partie.cli._support.output import CommandFailed
from partie.cli._support.running import reach_redis
from partie.config import Settings
from partie.kit import SPECTATOR, Viewer
from partie.log import Entry, ForeignEntry, Log, LogUnavailable
from partie.people.people import People
from partie.redis import store
from partie.redis.connect import BadUrl, Client, connect, without_password
from partie.redis.store import keys
from partie.registry import Registry
from partie.table import History, Newer, Snapshot, Table, TableBroken
from partie.table.decoding import DECODE_ERRORS
from partie.table.show.export import decode_log
from partie.table.state import bot_person

T = TypeVar("T")

TableArgument = Annotated[str, typer.Argument(help="The table's id: the last part of its address.")]
TargetArgument = Annotated[str, typer.Argument(help="A table's id, or the file that partie export wrote of it.")]
ViewerOption = Annotated[str, typer.Option("--as", metavar="SEAT|spectator", help="With whose eyes.")]

_LOG: Final = "partie:{*}:log"


class Reach(Struct, frozen=True):
    """The Redis that holds the tables."""

    redis: Client
    log: Log
    people: People


class NamedSeat(Struct, frozen=True):
    """A seat with its holder's name, which is empty for bots, forgotten people and free seats."""

    person: str
    name: str
    bot: bool
    colour: str


def reach(redis_url: str | None, data_dir: Path, work: Callable[[Reach], Awaitable[T]]) -> T:
    """Do something with the Redis that holds the tables. Raises :class:`CommandFailed` when it cannot be reached."""
    with reach_redis(redis_url, data_dir) as url:
        return asyncio.run(_reached(url, work))


async def _reached(url: str, work: Callable[[Reach], Awaitable[T]]) -> T:
    try:
        redis = connect(url)
    except BadUrl as bad:
        raise CommandFailed("redis", str(bad)) from None
    log = Log(url)
    try:
        return await work(Reach(redis, log, People(redis, Settings(redis_url=url))))
    except (*store.UNAVAILABLE, LogUnavailable) as error:
        raise CommandFailed("redis", f"the Redis at {without_password(url)} does not answer: {error}") from None
    finally:
        await log.aclose()
        await store.close(redis)


async def table_ids(redis: Client) -> list[str]:
    """The ids of all tables that have a log or an archive, and of those that were deleted for good."""
    first, _, last = _LOG.partition("*")
    return sorted([key[len(first) : -len(last)] async for key in keys(redis, _LOG)])


async def entries_of(log: Log, table: str) -> list[Entry]:
    """The log of a table. Raises :class:`CommandFailed` if there is none, or if something else stands in its place."""
    try:
        entries = await log.read(table)
    except ForeignEntry as error:
        raise damaged(table, error) from None
    if not entries:
        raise CommandFailed("unknown_table", f"there is no table {table}; partie list shows those there are")
    return entries


async def history_of(log: Log, table: str, registry: Registry) -> History:
    """The fold of a table's log. Raises :class:`CommandFailed`."""
    data = await log.load_snapshot(table)
    entries = await entries_of(log, table)
    return folded(table, entries, registry, None if data is None else Snapshot.decode(data, registry))


def folded(table: str, entries: Sequence[Entry], registry: Registry, snapshot: Snapshot | None = None) -> History:
    """The fold of entries. Raises :class:`CommandFailed` that says at which event it fails, and what to do."""
    try:
        return History.load(table, entries, snapshot, registry)
    except (Newer, TableBroken) as error:
        raise damaged(table, error) from None


def damaged(table: str, error: Exception) -> CommandFailed:
    """A log that cannot be folded here: what is wrong with it, where, and what to do."""
    if isinstance(error, Newer):
        return CommandFailed("newer", f"table {table} was written by a newer build ({error}): use that one")
    todo = f"partie repair {table} --dry-run says what can be done"
    return CommandFailed("unreadable", f"table {table} cannot be folded here: {error}; {todo}")


def entries_in(file: Path) -> Sequence[Entry]:
    """The log in a file. Raises :class:`CommandFailed` if it is none."""
    try:
        return decode_log(file.read_bytes())
    except DECODE_ERRORS as error:
        raise CommandFailed("no_log", f"{file} is not the log of a table: {error}") from None
    except OSError as error:
        raise CommandFailed("no_file", f"{file} cannot be read: {error.strerror}") from None


def is_file(target: str) -> bool:
    """Whether a target names a file rather than a table."""
    return "/" in target or "." in target or Path(target).is_file()


def entries_at(target: str, redis_url: str | None, data_dir: Path) -> Sequence[Entry]:
    """The log of the file or the table that a target names. Raises :class:`CommandFailed`."""
    if is_file(target):
        return entries_in(Path(target))
    return reach(redis_url, data_dir, lambda there: entries_of(there.log, target))


def viewer_of(text: str, seats: int) -> Viewer:
    """The viewer that ``--as`` names. Raises :class:`CommandFailed`."""
    if text == SPECTATOR.value:
        return SPECTATOR
    if text.isdecimal() and int(text) < seats:
        return int(text)
    raise CommandFailed("viewer", f"--as is a seat from 0 to {seats - 1}, or spectator; not {text!r}")


def persons(table: Table) -> set[str]:
    """Who hosts the table and who sits at it, bots left out."""
    return {table.host, *(seat.person for seat in table.seats if seat.human)} - {""}


async def names_at(people: People, history: History) -> dict[str, str]:
    """The names of all who did something at a table or sit there, as far as they have one."""
    return await people.names(history.persons | persons(history.newest))


def named_seats(seats: Sequence[Any], names: dict[str, str]) -> tuple[NamedSeat, ...]:
    """The seats of a table, or of its entry in the lobby, with the names of the people in them."""
    return tuple(
        NamedSeat(seat.person, "" if seat.bot else names.get(seat.person, ""), seat.bot, seat.colour) for seat in seats
    )


def seated(seats: Sequence[NamedSeat]) -> str:
    """Who sits there, in words."""
    return ", ".join(
        (seat.name or (bot_person(number) if seat.bot else seat.person or "free")) for number, seat in enumerate(seats)
    )
