"""``partie forget``: erases what the service knows of a person besides its moves."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import typer
from redis.asyncio import RedisCluster

from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.running import reach_redis
from partie.config import Settings
from partie.people import Forgotten, People
from partie.redis import store
from partie.redis.connect import Client, connect
from partie.wiring import ERASURES

REWRITE_SECONDS = 60.0
"""How long to wait for Redis to have written its file without the name."""


def command(
    person: Annotated[str, typer.Argument(help="The person's id, as views and logs show it.")],
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Erase a person's name and sessions. Tables keep the random id, which then stands for nobody."""
    with reach_redis(redis_url, data_dir) as url:
        forgotten = asyncio.run(_forget(url, person))
    if as_json:
        print_json(forgotten)
        return
    erased = "The name is erased" if forgotten.name_erased else "There was no name to erase"
    console().print(f"{erased}, and {forgotten.sessions_ended} sessions have ended.")
    if not forgotten.rewriting:
        console().print("Redis may not be told to write its files anew: the name may stand in them until it does.")


async def _forget(url: str, person: str) -> Forgotten:
    client = connect(url)
    try:
        forgotten = await People(client, Settings(redis_url=url), ERASURES).forget(person)
        if forgotten.rewriting:
            await _rewritten(client)
    except store.UNAVAILABLE as error:
        raise CommandFailed("redis", f"Redis does not answer: {error}") from None
    else:
        return forgotten
    finally:
        await store.close(client)


async def _rewritten(client: Client) -> None:
    """Wait until a single Redis has written its file anew: one that was started for this command ends with it."""
    if isinstance(client, RedisCluster):
        return
    end = time.monotonic() + REWRITE_SECONDS
    while time.monotonic() < end:
        info = await client.info("persistence")
        if not info.get("aof_rewrite_in_progress") and not info.get("aof_rewrite_scheduled"):
            return
        await asyncio.sleep(0.02)  # Redis does not announce the end of a rewrite
