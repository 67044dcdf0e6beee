"""``partie tokens``: bots and their tokens, the server's own and those of an account."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from partie.cli._support.lazy import subgroup
from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.reach import Reach, reach
from partie.people.errors import PeopleError
from partie.people.records import Bot, NewToken
from partie.people.tokens import Tokens

T = TypeVar("T")

app = subgroup("Create and revoke the tokens of bots.")

Owner = Annotated[
    str,
    typer.Option(
        "--owner", metavar="NAME", help="Sign-in name of the account that owns the bot (default: the server)."
    ),
]
BotArgument = Annotated[str, typer.Argument(metavar="BOT", help="Id of the bot, as partie tokens list shows it.")]


def _with(redis_url: str | None, data_dir: Path, owner: str, work: Callable[[Tokens, str], Awaitable[T]]) -> T:
    async def run(there: Reach) -> T:
        account = await there.people.accounts.find(owner) if owner else None
        if owner and account is None:
            raise CommandFailed("unknown_account", f"no account with the sign-in name {owner!r}")
        try:
            return await work(there.people.tokens, "" if account is None else account.person)
        except PeopleError as refused:
            raise CommandFailed(refused.code, str(refused)) from None

    return reach(redis_url, data_dir, run)


@app.command()
def make(
    name: Annotated[str, typer.Argument(help="Name of the bot at the table.")],
    *,
    owner: Owner = "",
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Create a bot and print its token.

    The token is shown only once. Keep it secret: everyone who has it can play as the bot.

    Example: partie tokens make Robot
    """
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
    """Replace a bot's token; the old one stops working.

    Example: partie tokens renew b0tk7m2x9c3hv8tq
    """
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
    """Revoke a bot's token and close its connections.

    To delete the bot itself, run partie forget BOT.

    Example: partie tokens revoke b0tk7m2x9c3hv8tq
    """
    _with(redis_url, data_dir, owner, lambda tokens, whose: tokens.revoke(whose, bot))
    if as_json:
        print_json({"bot": bot})
        return
    console().print(f"Token revoked for {bot}.")


@app.command("list")
def listing(
    *,
    owner: Owner = "",
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List the bots and when they last used their tokens.

    Example: partie tokens list --owner Anna
    """
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
    console().print(f"The token of {made.bot}; it is shown only once:")
    console().print(made.token, markup=False, soft_wrap=True)


def _state(bot: Bot) -> str:
    if not bot.token:
        return "no token"
    return f"last used {time.strftime('%Y-%m-%d %H:00 UTC', time.gmtime(bot.used))}" if bot.used else "never used"
