"""``partie bench``: measures the service against its floor. The measuring is in ``tests/bench``."""

from __future__ import annotations

import importlib
from typing import Annotated, Any

import typer
from rich.table import Table

from partie.cli.engines import find_engine
from partie.cli.options import EnginesOption
from partie.cli.output import CommandFailed, JsonFlag, console, print_json, progress_console


def command(
    *,
    game: Annotated[str, typer.Option(help="The game to measure with.")] = "glenmore",
    quick: Annotated[bool, typer.Option("--quick", help="Small numbers: shows that it runs, measures little.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="One part alone: engine, bytes, load, fanout, tables, nodes, idle, storm, asleep, browser. "
            "May be repeated."
        ),
    ] = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Measure the service against its floor. Needs a checkout, some minutes, and a machine that does nothing else."""
    try:
        bench: Any = importlib.import_module("tests.bench.run")
    except ModuleNotFoundError as missing:
        if missing.name is None or not missing.name.startswith("tests"):
            raise
        raise CommandFailed("no_checkout", "partie bench runs in a checkout of the project, not from a wheel") from None
    engine = find_engine(game, engines or ())
    source = (engines or [])[-1:]
    progress = progress_console()
    rows = bench.run(engine, source, quick=quick, only=only or (), say=progress.print)
    if as_json:
        print_json(rows)
        return
    table = Table("Figure", "Value", "Unit", "Ratio", "Target", "Met", box=None, pad_edge=False)
    for row in rows:
        met = {True: "yes", False: "no", None: ""}[row.met]
        table.add_row(
            row.name, f"{row.value:g}", row.unit, "" if row.ratio is None else f"{row.ratio:g}", row.target, met
        )
    console().print(table)
