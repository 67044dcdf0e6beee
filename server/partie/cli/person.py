"""``partie person``: what an operator does for a person."""

from __future__ import annotations

from typing import Annotated

import typer

from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.tables import Reach, reach

app = typer.Typer(help="What an operator does for a person.", no_args_is_help=True)


@app.callback()
def person() -> None:
    """What an operator does for a person."""


@app.command()
def reset(
    login: Annotated[str, typer.Argument(metavar="NAME", help="The sign-in name of the account.")],
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Make a code with which a forgotten password is set anew, once, within a day. Give it to its person alone."""

    async def make(there: Reach) -> str:
        account = await there.people.accounts.find(login)
        if account is None:
            raise CommandFailed("unknown_account", f"no account has the sign-in name {login!r}")
        return await there.people.accounts.make_reset(account.person)

    code = reach(redis_url, data_dir, make)
    if as_json:
        print_json({"code": code, "path": f"/account#{code}"})
        return
    console().print(f"The code is {code}. It is good once, for a day, on this page of the service:")
    console().print(f"/account#{code}")
