"""``partie games``: the installed games."""

from __future__ import annotations

from partie.cli._support.engines import Game, known_games
from partie.cli._support.options import EnginesOption
from partie.cli._support.output import JsonFlag, print_columns, print_json


def command(*, engines: EnginesOption = None, as_json: JsonFlag = False) -> None:
    """List the installed games.

    Example: partie games --json
    """
    games = known_games(engines or ())
    if as_json:
        print_json(games)
        return
    rows = [(game.key, game.name, _seats(game), str(game.version), game.source) for game in games]
    print_columns([("Game", "Name", "Seats", "Version", "From"), *rows])


def _seats(game: Game) -> str:
    fewest, most = game.seats
    return str(fewest) if fewest == most else f"{fewest} to {most}"
