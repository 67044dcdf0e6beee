"""``partie person``: help someone with their account."""

from __future__ import annotations

from typing import Annotated

import typer

from partie.cli._support.lazy import subgroup
from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.reach import Reach, reach

app = subgroup("Help someone with their account.")


@app.command()
def reset(
    login: Annotated[str, typer.Argument(metavar="NAME", help="Sign-in name of the account.")],
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Create a one-time code for a forgotten password.

    The code is valid for a day. Give it to the owner of the account and to nobody else.

    Example: partie person reset Anna
    """

    async def make(there: Reach) -> str:
        account = await there.people.accounts.find(login)
        if account is None:
            raise CommandFailed("unknown_account", f"no account with the sign-in name {login!r}")
        return await there.people.accounts.make_reset(account.person)

    code = reach(redis_url, data_dir, make)
    if as_json:
        print_json({"code": code, "path": f"/account#{code}"})
        return
    console().print(f"The code is {code}. It works once, within a day, on this page of the server:")
    console().print(f"/account#{code}")
