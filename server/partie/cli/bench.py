"""``partie bench``: measures the server. The measuring is in ``partie.bench``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from partie.bench import peers as comparison
from partie.bench.report import report
from partie.bench.run import UnknownPart, run
from partie.cli._support.engines import find_engine
from partie.cli._support.options import EnginesOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json, progress_console


def command(
    *,
    game: Annotated[str, typer.Option(help="Key of a game, as partie games lists it.")] = "glenmore",
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure briefly: shows that everything runs, but the figures mean little.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this part: engine, bytes, load, fanout, tables, nodes, idle, storm, asleep or fairness. "
            "Repeatable."
        ),
    ] = None,
    peers: Annotated[
        Path | None,
        typer.Option(
            help="Compare with Colyseus and boardgame.io instead, as far as npm has installed them in this folder."
        ),
    ] = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Measure the server.

    Some figures are compared with the floor: the same path without the rules of a game. It takes a few minutes, on a
    machine that does nothing else.

    Example: partie bench --only load
    """
    engine = find_engine(game, engines or ())
    source = (engines or [])[-1:]
    progress = progress_console()
    try:
        if peers is None:
            rows = run(engine, source, quick=quick, only=only or (), progress=progress.print)
        else:
            size = comparison.QUICK if quick else comparison.Size()
            rows = comparison.rows(engine, source, peers, size, progress.print)
    except UnknownPart as unknown:
        raise CommandFailed("unknown_part", str(unknown)) from None
    except comparison.NoPeer as missing:
        raise CommandFailed("no_peer", str(missing)) from None
    if as_json:
        print_json(rows)
    else:
        console().print(report(rows))
