"""``partie games``: the installed games."""

from __future__ import annotations

from rich.table import Table

from partie.cli._support.engines import Game, known_games
from partie.cli._support.options import EnginesOption
from partie.cli._support.output import JsonFlag, console, print_json


def command(*, engines: EnginesOption = None, as_json: JsonFlag = False) -> None:
    """List the installed games.

    Example: partie games --json
    """
    games = known_games(engines or ())
    if as_json:
        print_json(games)
        return
    table = Table("Game", "Name", "Seats", "Version", "From", box=None, pad_edge=False)
    for game in games:
        table.add_row(game.key, game.name, _seats(game), str(game.version), game.source)
    console().print(table)


def _seats(game: Game) -> str:
    fewest, most = game.seats
    return str(fewest) if fewest == most else f"{fewest} to {most}"
