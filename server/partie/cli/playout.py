"""``partie playout``: random games in an engine alone, without service or log."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

from partie.cli._support.engines import find_engine
from partie.cli._support.options import EnginesOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json, progress_console
from partie.kit import Engine, playout


def command(
    game: Annotated[str, typer.Argument(help="The game's key; see partie games.")],
    *,
    seats: Annotated[int | None, typer.Option(help="How many play; the fewest that can, if not given.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    options: Annotated[str, typer.Option(help="The game's settings as a JSON object.")] = "{}",
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Play random games in the engine alone, and say how fast and how long they were."""
    engine = find_engine(game, engines or ())
    number = engine.seats[0] if seats is None else seats
    if number not in engine.seats:
        raise CommandFailed("seats", f"{game} is for {engine.seats[0]} to {engine.seats[-1]} seats, not {number}")
    try:
        chosen: Any = msgspec.json.decode(options, type=engine.options)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CommandFailed("options", f"--options: {error}") from None
    report = _played(engine, number, games, seed, chosen)
    if as_json:
        print_json(report)
    else:
        _print(report)


def _played(engine: Engine[Any, Any], seats: int, games: int, seed: int, options: Any) -> playout.Report:
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=progress_console(), transient=True) as progress:
        task = progress.add_task(f"Playing {engine.key}", total=games)
        return playout.measure(engine, seats, games, seed, options, on_game=lambda: progress.advance(task))


def _print(report: playout.Report) -> None:
    console().print(
        f"{report.games} games of {report.game} for {report.seats}: {report.moves} moves in {report.seconds:.2f} s, "
        f"{report.moves_per_second:,.0f} moves per second."
    )
    lengths = sorted(report.lengths)
    console().print(f"Moves a game: {lengths[0]} to {lengths[-1]}, median {lengths[len(lengths) // 2]}.")
    for seat, scores in enumerate(zip(*report.scores, strict=True)):
        ordered = sorted(scores)
        console().print(
            f"Scores of seat {seat}: {ordered[0]} to {ordered[-1]}, median {ordered[len(ordered) // 2]}.",
            soft_wrap=True,
        )
