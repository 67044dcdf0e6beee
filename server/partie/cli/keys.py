"""``partie keys``: rotates the server's keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from partie.cli._support.lazy import subgroup
from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.reach import Reach, reach
from partie.cli._support.running import keys_file
from partie.cluster.bus import publish
from partie.cluster.messages import Rotated
from partie.config import BadSetting, load
from partie.people.keys import BadKeysFile, Keys

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
    _changed(redis_url, data_dir, Keys.rotate)
    if as_json:
        print_json({"rotated": True})
    else:
        console().print("Cookies are now signed with a new key. Existing ones stay valid until the next rotation.")


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
    _changed(redis_url, data_dir, Keys.rotate_push)
    if as_json:
        print_json({"rotated": True})
    else:
        console().print("Web push has a new key. Browsers switch to it when someone opens the account page.")


def _changed(redis_url: str | None, data_dir: Path, change: Callable[[Keys], Awaitable[None]]) -> None:
    """Change the keys, and let all running nodes read them again. Raises :class:`CommandFailed`."""
    try:
        file = load().keys_file or ("" if redis_url else str(keys_file(data_dir)))
    except BadSetting as bad:
        raise CommandFailed("bad_setting", str(bad)) from None

    async def work(there: Reach) -> None:
        keys = Keys(there.redis, file)
        await keys.load()
        await change(keys)
        await publish(there.redis, Rotated())

    try:
        reach(redis_url, data_dir, work)
    except BadKeysFile as bad:
        raise CommandFailed("keys_file", str(bad)) from None
