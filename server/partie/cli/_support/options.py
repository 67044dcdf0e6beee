"""Options that several commands have. A flag has one help text, in whatever command it appears."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from partie.cli._support.parameters import Argument, Option

DATA_DIR = Path("data")

DATA_DIR_HELP = "Data directory of the built-in Redis."
REDIS_HELP = "Use this Redis instead of the built-in one (redis://, rediss://, unix://, redis+cluster://)."

DataDirOption = Annotated[Path, Option("--data-dir", envvar="PARTIE_DATA_DIR", help=DATA_DIR_HELP)]
RedisOption = Annotated[str | None, Option("--redis-url", envvar="REDIS_URL", help=REDIS_HELP)]
EnginesOption = Annotated[
    list[str] | None,
    Option("--engines", help="Additional game engine, as module:attribute. Repeatable."),
]
OutputOption = Annotated[Path | None, Option("--output", "-o", help="Write to this file.")]
AllOption = Annotated[bool, Option("--all", help="All of them, instead of those you name.")]
UpToOption = Annotated[int | None, Option("--to", min=1, help="Last event to look at (default: the latest).")]
ViewerOption = Annotated[str, Option("--as", metavar="SEAT|spectator", help="View as this seat, or as a spectator.")]

GameArgument = Annotated[str, Argument(help="Key of the game, as partie games lists it.")]
SeatsOption = Annotated[int | None, Option("--seats", help="Number of players (default: the fewest the game allows).")]
GamesOption = Annotated[int, Option("--games", min=1, help="Number of games.")]
SeedOption = Annotated[int, Option("--seed", help="Start of the random numbers: same seed, same games.")]

TableArgument = Annotated[str, Argument(help="Id of the table: the last part of its address.")]
TargetArgument = Annotated[str, Argument(help="Id of a table, or a file written by partie export.")]

MoveSecondsOption = Annotated[
    float, Option("--move-seconds", min=0.001, help="Seconds that a function or program may take for a move.")
]
SeatOption = Annotated[
    int | None, Option("--seat", min=0, help="Number of the seat (default: the first one possible).")
]
OffersOption = Annotated[bool, Option("--offers", help="Send programs what each target costs and brings, too.")]
