"""``partie export``: a table as a file."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from engines.kit import SPECTATOR, Viewer
from server.cli.engines import load_registry
from server.cli.options import DATA_DIR, DataDirOption, EnginesOption, RedisOption
from server.cli.output import CommandFailed, JsonFlag
from server.cli.running import reach_redis
from server.log import ForeignEntry, Log, LogUnavailable
from server.registry import Registry
from server.table import History, Newer, TableBroken
from server.table.export import StillRunning, encode_file, log_file, record_file


def command(
    table: Annotated[str, typer.Argument(help="The table's id: the last part of its address.")],
    *,
    viewer: Annotated[
        str, typer.Option("--as", metavar="SEAT|spectator", help="What this viewer may read, while the game runs too.")
    ] = "",
    with_secrets: Annotated[
        bool, typer.Option("--with-secrets", help="The whole log of a running game, with its seed and draws.")
    ] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")] = None,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Print a table as JSON: the log of a finished game, or what one viewer may read of any."""
    del as_json  # a table is JSON either way
    registry = load_registry(engines or ())
    with reach_redis(redis_url, data_dir) as url:
        history = asyncio.run(_load(url, table, registry))
    if viewer:
        data = encode_file(record_file(history, _viewer(viewer, len(history.newest.chairs))))
    else:
        try:
            data = encode_file(log_file(history, with_secrets=with_secrets))
        except StillRunning:
            raise CommandFailed(
                "running",
                f"table {table} has not ended, and its log holds the game's secrets: say --as SEAT or --as spectator "
                "for what a viewer may read, or --with-secrets if you run this service and want them",
            ) from None
    if output is None:
        sys.stdout.buffer.write(data)
    else:
        output.write_bytes(data)


async def _load(url: str, table: str, registry: Registry) -> History:
    log = Log(url)
    try:
        entries = await log.read(table)
        if not entries:
            raise CommandFailed("unknown_table", f"there is no table {table}")
        return History.load(table, entries, None, registry)
    except LogUnavailable as error:
        raise CommandFailed("redis", f"the log cannot be read: {error}") from None
    except (Newer, TableBroken, ForeignEntry) as error:
        raise CommandFailed("unreadable", f"table {table} cannot be folded here: {error}") from None
    finally:
        await log.aclose()


def _viewer(text: str, seats: int) -> Viewer:
    if text == SPECTATOR.value:
        return SPECTATOR
    if text.isdecimal() and int(text) < seats:
        return int(text)
    raise CommandFailed("viewer", f"--as is a seat from 0 to {seats - 1}, or spectator; not {text!r}")
