"""``partie playout``: random games in the engine alone."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from partie.cli._support.engines import fewest_seats, find_engine
from partie.cli._support.options import EnginesOption, GameArgument, GamesOption, SeatsOption, SeedOption
from partie.cli._support.output import CommandFailed, JsonFlag, print_json, progress
from partie.cli._support.parameters import Option
from partie.kit import Engine, playout


def command(
    game: GameArgument,
    *,
    seats: SeatsOption = None,
    games: GamesOption = 100,
    seed: SeedOption = 0,
    options: Annotated[str, Option(help="Settings of the game, as a JSON object.")] = "{}",
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Play random games without a server.

    You get the speed, the length and the scores of the games: a quick check of a game that you are writing.

    Example: partie playout vinci --seats 4 --games 50
    """
    engine = find_engine(game, engines or ())
    number = fewest_seats(engine) if seats is None else seats
    if number not in engine.seats:
        raise CommandFailed("seats", f"{game} takes {engine.seats[0]} to {engine.seats[-1]} players, not {number}")
    try:
        chosen: Any = msgspec.json.decode(options, type=engine.options)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CommandFailed("options", f"invalid --options: {error}") from None
    report = _played(engine, number, games, seed, chosen)
    if as_json:
        print_json(report)
    else:
        _print(report)


def _played(engine: Engine[Any, Any], seats: int, games: int, seed: int, options: Any) -> playout.Report:
    with progress(f"Playing {engine.key}", games) as advance:
        return playout.measure(engine, seats, games, seed, options, on_game=advance)


def _print(report: playout.Report) -> None:
    print(
        f"{report.games} games of {report.game} with {report.seats} players: {report.moves} moves "
        f"in {report.seconds:.2f} s, {report.moves_per_second:,.0f} moves per second."
    )
    lengths = sorted(report.lengths)
    print(f"Moves per game: {lengths[0]} to {lengths[-1]}, median {lengths[len(lengths) // 2]}.")
    for seat, scores in enumerate(zip(*report.scores, strict=True)):
        ordered = sorted(scores)
        print(
            f"Scores of seat {seat}: {ordered[0]} to {ordered[-1]}, median {ordered[len(ordered) // 2]}.",
        )
