"""``partie export``: a table as a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from partie.cli._support.engines import load_registry
from partie.cli._support.options import DATA_DIR, DataDirOption, EnginesOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag
from partie.cli._support.tables import TableArgument, history_of, reach, viewer_of
from partie.table.show.export import StillRunning, encode_file, log_file, record_file


def command(
    table: TableArgument,
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
    history = reach(redis_url, data_dir, lambda there: history_of(there.log, table, registry))
    if viewer:
        data = encode_file(record_file(history, viewer_of(viewer, len(history.newest.seats))))
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
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise CommandFailed("no_file", f"{output} cannot be written: {error.strerror}") from None
