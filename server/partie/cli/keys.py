"""``partie keys``: the service's own secrets."""

from __future__ import annotations

import typer

from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import JsonFlag, console, print_json
from partie.cli._support.tables import Reach, reach
from partie.cluster.bus import publish
from partie.cluster.messages import Rotated

app = typer.Typer(help="The service's own secrets.", no_args_is_help=True)


@app.command()
def rotate(
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Sign cookies with a new key. Those of the key before stay good until the next time, older ones end."""
    reach(redis_url, data_dir, _rotate)
    if as_json:
        print_json({"rotated": True})
    else:
        console().print("Cookies are signed with a new key; those signed before stay good until the next rotation.")


async def _rotate(there: Reach) -> None:
    await there.people.keys.load()
    await there.people.keys.rotate()
    await publish(there.redis, Rotated())


@app.command()
def rotate_push(
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show push services another key. Browsers that subscribed to the one before are called until the next time."""
    reach(redis_url, data_dir, _rotate_push)
    if as_json:
        print_json({"rotated": True})
    else:
        console().print("Push has a new key. Browsers take it when their people open the account page.")


async def _rotate_push(there: Reach) -> None:
    await there.people.keys.load()
    await there.people.keys.rotate_push()
    await publish(there.redis, Rotated())
