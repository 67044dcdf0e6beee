"""``partie archive``: compress the logs of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from msgspec import Struct
from rich.progress import track

from partie.cli._support.engines import load_registry
from partie.cli._support.options import DATA_DIR, AllOption, DataDirOption, EnginesOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json, progress_console
from partie.cli._support.reach import Reach, history_of, reach, table_ids
from partie.log.entry import archive_key, log_key
from partie.registry import Registry
from partie.upkeep.archivist import ENDED
from partie.upkeep.closed import CLOSED, unplayed


class Archived(Struct, frozen=True):
    """The result. ``before`` and ``after`` are the bytes in Redis of the tables that were archived."""

    archived: tuple[str, ...]
    not_ended: int
    never_started: int
    archived_before: int
    unreadable: tuple[str, ...]
    before: int
    after: int


def command(
    tables: Annotated[list[str] | None, typer.Argument(help="Ids of the tables.")] = None,
    *,
    every: AllOption = False,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Archive finished games now.

    An archived game takes a quarter of the space. Nodes archive games automatically a day after the end, or when
    PARTIE_ARCHIVE_AFTER says.

    Example: partie archive --all
    """
    if bool(tables) == every:
        raise CommandFailed("tables", "name at least one table, or use --all")
    registry = load_registry(engines or ())
    done = reach(redis_url, data_dir, lambda there: _archive(there, tables, registry))
    if as_json:
        print_json(done)
        return
    smaller = f": {done.before:,} bytes before, {done.after:,} now" if done.archived else ""
    console().print(f"Archived {len(done.archived)} tables{smaller}.", soft_wrap=True)
    console().print(
        f"Skipped {done.not_ended} still running and {done.archived_before} already archived.", soft_wrap=True
    )
    if done.never_started:
        console().print(f"Nodes delete {done.never_started} more, which never started.", soft_wrap=True)
    if done.unreadable:
        console().print(f"Could not be read (run `partie repair`): {', '.join(done.unreadable)}.", soft_wrap=True)


async def _archive(there: Reach, tables: Sequence[str] | None, registry: Registry) -> Archived:
    named = tables is not None and bool(tables)
    done, unreadable = [], []
    not_ended = skipped = archived_before = before = after = 0
    wanted = tables or await table_ids(there.redis)
    for table in track(wanted, "Archiving", console=progress_console(), transient=True):
        if await there.redis.exists(archive_key(table)):
            archived_before += 1
            continue
        if not named and await there.log.last([table]) == [(0, "")]:
            continue  # deleted for good
        size = await there.redis.memory_usage(log_key(table)) or 0
        try:
            history = await history_of(there.log, table, registry)
        except CommandFailed:
            if named:
                raise
            unreadable.append(table)
            continue
        if history.newest.phase != "ended":
            not_ended += 1
        elif unplayed(history.newest):
            skipped += 1
            await there.redis.zadd(CLOSED, {table: history.newest.at}, nx=True)
        elif await there.log.archive(table, history.tail(0)) == "done":
            done.append(table)
            before += size
            for key in (log_key(table), archive_key(table)):
                after += await there.redis.memory_usage(key) or 0
        await there.redis.zrem(ENDED, table)
    return Archived(tuple(done), not_ended, skipped, archived_before, tuple(unreadable), before, after)
