"""``partie export``: write a table to a file."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from partie.cli._support.engines import load_registry
from partie.cli._support.options import (
    DATA_DIR,
    DataDirOption,
    EnginesOption,
    OutputOption,
    RedisOption,
    TableArgument,
    ViewerOption,
)
from partie.cli._support.output import CommandFailed, JsonFlag
from partie.cli._support.reach import history_of, reach
from partie.cli._support.tables import viewer_of
from partie.table.show.export import StillRunning, encode_file, log_file, record_file


def command(
    table: TableArgument,
    *,
    viewer: ViewerOption = "",
    with_secrets: Annotated[
        bool, typer.Option("--with-secrets", help="Write the full log of a running game, with its seed and draws.")
    ] = False,
    output: OutputOption = None,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Write a table to a file.

    You get the full log of a finished game, which partie import restores. With --as you get what one viewer is allowed
    to see, of a running game too. The format is JSON with or without --json.

    Example: partie export 4k7mwq2x9c3hv8tz -o game.json
    """
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
                f"table {table} is still running and its log contains hidden information; use --as SEAT or "
                "--as spectator, or --with-secrets if you need the full log",
            ) from None
    if output is None:
        sys.stdout.buffer.write(data)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise CommandFailed("no_file", f"cannot write {output}: {error.strerror}") from None
