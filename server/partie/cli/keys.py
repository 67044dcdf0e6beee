"""``partie keys``: rotates the server's keys."""

from __future__ import annotations

from partie.cli._support.lazy import subgroup
from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import JsonFlag, console, print_json
from partie.cli._support.reach import Reach, reach
from partie.cluster.bus import publish
from partie.cluster.messages import Rotated

app = subgroup("Rotate the server's keys.")


@app.command()
def rotate(
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Sign cookies with a new key.

    Cookies signed with the previous key stay valid until the next rotation. Older ones expire now.

    Example: partie keys rotate
    """
    reach(redis_url, data_dir, _rotate)
    if as_json:
        print_json({"rotated": True})
    else:
        console().print("Cookies are now signed with a new key. Existing ones stay valid until the next rotation.")


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
    """Use a new key for web push.

    Browsers that subscribed with the previous key get notifications until the next rotation.

    Example: partie keys rotate-push
    """
    reach(redis_url, data_dir, _rotate_push)
    if as_json:
        print_json({"rotated": True})
    else:
        console().print("Web push has a new key. Browsers switch to it when someone opens the account page.")


async def _rotate_push(there: Reach) -> None:
    await there.people.keys.load()
    await there.people.keys.rotate_push()
    await publish(there.redis, Rotated())
