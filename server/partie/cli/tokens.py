"""``partie tokens``: the operator's bots and the tokens they come by, and those of an account."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.tables import Reach, reach
from partie.people import PeopleError
from partie.people.tokens import Bot, NewToken, Tokens

T = TypeVar("T")

app = typer.Typer(help="Bots of one's own, and the tokens they come by.", no_args_is_help=True)

Owner = Annotated[
    str, typer.Option("--owner", metavar="NAME", help="The account they are of, by its sign-in name; else yours here.")
]
BotArgument = Annotated[str, typer.Argument(metavar="BOT", help="The bot's id, as the list shows it.")]


def _with(redis_url: str | None, data_dir: Path, owner: str, work: Callable[[Tokens, str], Awaitable[T]]) -> T:
    async def run(there: Reach) -> T:
        account = await there.people.accounts.find(owner) if owner else None
        if owner and account is None:
            raise CommandFailed("unknown_account", f"no account has the sign-in name {owner!r}")
        try:
            return await work(there.people.tokens, "" if account is None else account.person)
        except PeopleError as refused:
            raise CommandFailed(refused.code, str(refused)) from None

    return reach(redis_url, data_dir, run)


@app.command()
def make(
    name: Annotated[str, typer.Argument(help="The name that the bot has at the tables.")],
    *,
    owner: Owner = "",
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Make a bot and show its token, once. Give it to the program alone: whoever has it is the bot."""
    _show(_with(redis_url, data_dir, owner, lambda tokens, whose: tokens.make(whose, name)), as_json=as_json)


@app.command()
def renew(
    bot: BotArgument,
    *,
    owner: Owner = "",
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Give a bot another token; the one before is good no more."""
    _show(_with(redis_url, data_dir, owner, lambda tokens, whose: tokens.renew(whose, bot)), as_json=as_json)


@app.command()
def revoke(
    bot: BotArgument,
    *,
    owner: Owner = "",
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """End a bot's token at once, and cut its lines. partie forget BOT erases the bot itself."""
    _with(redis_url, data_dir, owner, lambda tokens, whose: tokens.revoke(whose, bot))
    if as_json:
        print_json({"bot": bot})
        return
    console().print(f"The token of {bot} is good no more.")


@app.command("list")
def listing(
    *,
    owner: Owner = "",
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """The bots, and when their tokens were last used."""
    found = _with(redis_url, data_dir, owner, lambda tokens, whose: tokens.of(whose))
    if as_json:
        print_json(found)
        return
    for bot in found:
        console().print(f"{bot.bot}  {bot.name}  {_state(bot)}", markup=False)


def _show(made: NewToken, *, as_json: bool) -> None:
    if as_json:
        print_json(made)
        return
    console().print(f"The token of {made.bot}, which is shown this once:")
    console().print(made.token, markup=False, soft_wrap=True)


def _state(bot: Bot) -> str:
    if not bot.token:
        return "no token"
    return f"last used {time.strftime('%Y-%m-%d %H:00 UTC', time.gmtime(bot.used))}" if bot.used else "never used"
