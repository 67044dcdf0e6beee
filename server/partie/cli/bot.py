"""``partie bot``: a bot at a service, whose moves come from a function, from a program, or by lot."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Annotated, NamedTuple
from urllib.parse import urlsplit

from partie.cli._support.options import MoveSecondsOption, OffersOption, SeatOption
from partie.cli._support.output import CommandFailed, JsonFlag, print_json
from partie.cli._support.parameters import Argument, Option
from partie.client.bot import MOVE_SECONDS, Bot, Played
from partie.client.client import Lost, Refused
from partie.client.players import (
    TOKEN_VARIABLE,
    Function,
    Move,
    Player,
    PlayerFailed,
    Program,
    is_function,
    load_function,
)


class Place(NamedTuple):
    """Where to play: a service, and a table of it unless the bot waits for invitations."""

    url: str
    table: str = ""
    invitation: str = ""


def command(
    address: Annotated[str, Argument(help="Address of a table, or of the server, such as http://127.0.0.1:8000.")],
    words: Annotated[
        list[str] | None,
        Argument(
            metavar="[TABLE] [PLAYER]",
            help="Id of the table, unless the address has it. Then the player: module:function, or -- and a program "
            "with its arguments. By default the bot makes random moves.",
        ),
    ] = None,
    *,
    invited: Annotated[
        bool, Option("--invited", help="Wait for invitations and play wherever the bot is invited. Needs a token.")
    ] = False,
    games: Annotated[int | None, Option(min=1, help="Number of games.")] = None,
    seat: SeatOption = None,
    name: Annotated[str, Option(help="Name of the bot at the table, if it has no token.")] = "Bot",
    token: Annotated[
        str, Option(envvar=TOKEN_VARIABLE, help="Token of the bot. Better in the variable, where nobody sees it.")
    ] = "",
    invitation: Annotated[str, Option(help="Token of the invitation link, if the table needs one.")] = "",
    offers: OffersOption = False,
    move_seconds: MoveSecondsOption = MOVE_SECONDS,
    seed: Annotated[int | None, Option(help="Start of the random numbers: same seed, same games.")] = None,
    pause: Annotated[float, Option(min=0, help="Seconds to wait before each move.")] = 0.0,
    as_json: JsonFlag = False,
) -> None:
    """Play at a table with a bot: your function, your program, or random moves.

    The bot takes a free seat, plays until the game is over and leaves. If it loses its connection, it comes back. A
    program reads a line of JSON for each decision and writes one with its move. With --invited, the bot ends
    after that many --games.

    Example: partie bot http://127.0.0.1:8000 4k7mwq2x9c3hv8tz mybot:choose
    """
    place, player = parsed(address, words or (), invited=invited)
    if invited and not token:
        raise CommandFailed("no_token", f"--invited needs the token of a bot, in --token or {TOKEN_VARIABLE}")
    try:
        make_player = player_of(player, wants_offers=offers)
        bot = Bot(place.url, make_player, name=name, token=token, seed=seed, pause=pause, move_seconds=move_seconds)
        if invited:
            asyncio.run(_accept(bot, games, as_json=as_json))
        else:
            played = asyncio.run(bot.play(place.table, invitation=invitation or place.invitation or None, seat=seat))
            _print(played, as_json=as_json)
    except Refused as refused:
        raise CommandFailed(refused.code, f"the server refused: {refused}") from None
    except PlayerFailed as failed:
        kept = "; the bot keeps its seat: start it again to go on" if token else ""
        raise CommandFailed(failed.code, f"{' '.join(player)}: {failed}{kept}") from None
    except (Lost, OSError) as error:
        raise CommandFailed("unreachable", f"cannot connect to {place.url}: {error}") from None


def parsed(address: str, words: Sequence[str], *, invited: bool) -> tuple[Place, Sequence[str]]:
    """The place and the player that the words mean. Raises :class:`CommandFailed`."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise CommandFailed("address", f"{address!r} is no address; expected e.g. http://127.0.0.1:8000")
    url = f"{parts.scheme}://{parts.netloc}"
    before, named, table = parts.path.rpartition("/table/")
    if named:
        return Place(url + before, table.partition("/")[0], parts.fragment), words
    url += parts.path.rstrip("/")
    if invited:
        return Place(url), words
    if not words:
        raise CommandFailed("table", "which table? Name it after the address of the server, or wait with --invited")
    return Place(url, words[0]), words[1:]


def player_of(words: Sequence[str], *, wants_offers: bool) -> Callable[[], Player]:
    """What makes a player for each game. Raises :class:`PlayerFailed`, or :class:`CommandFailed` for bad words."""
    if not words:
        return partial(Function, _random_move)
    if is_function(words[0]):
        if len(words) > 1:
            raise CommandFailed("player", f"a function takes no arguments: {' '.join(words[1:])}")
        load_function(words[0])
        return partial(load_function, words[0])
    return partial(Program, words, wants_offers=wants_offers)


def _random_move(legal: Sequence[Move], random: Random) -> Move:
    return random.choice(legal)


async def _accept(bot: Bot, games: int | None, *, as_json: bool) -> None:
    """Play where the bot is invited, and tell how each game ends."""

    def on_end(table: str, outcome: Played | Exception) -> None:
        if isinstance(outcome, Played):
            _print(outcome, as_json=as_json)
        else:
            sys.stderr.write(f"partie: table {table}: {outcome}\n")

    await bot.accept(on_end, games=games)


def _print(played: Played, *, as_json: bool) -> None:
    if as_json:
        print_json(played._asdict())
        return
    result = played.result
    outcome = "without a result" if result is None else f"with the scores {', '.join(map(str, result['scores']))}"
    print(f"Seat {played.seat} made {played.moves} moves. The game ended {outcome}.")
