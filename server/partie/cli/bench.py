"""``partie bench``: measures the service against its floor. The measuring is in ``partie.bench``."""

from __future__ import annotations

from typing import Annotated

import typer

from partie.cli._support.engines import find_engine
from partie.cli._support.options import EnginesOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json, progress_console


def command(
    *,
    game: Annotated[str, typer.Option(help="The game to measure with.")] = "glenmore",
    quick: Annotated[bool, typer.Option("--quick", help="Small numbers: shows that it runs, measures little.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="One part alone: engine, bytes, load, fanout, tables, nodes, idle, storm, asleep. May be repeated."
        ),
    ] = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Measure the service against its floor. Needs some minutes, and a machine that does nothing else."""
    # A service comes up by this same command line, and has no use for the bench.
    from partie.bench.report import report  # noqa: PLC0415
    from partie.bench.run import UnknownPart, run  # noqa: PLC0415

    engine = find_engine(game, engines or ())
    source = (engines or [])[-1:]
    progress = progress_console()
    try:
        rows = run(engine, source, quick=quick, only=only or (), progress=progress.print)
    except UnknownPart as unknown:
        raise CommandFailed("unknown_part", str(unknown)) from None
    if as_json:
        print_json(rows)
    else:
        console().print(report(rows))
