"""``partie forget``: deletes everything the server knows about a person except the moves."""

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
from partie.people.people import Forgotten, People
from partie.redis import store
from partie.redis.connect import Client, connect
from partie.wiring import ERASURES

REWRITE_SECONDS = 60.0
"""How long to wait until Redis has rewritten its file without the name."""


def command(
    person: Annotated[str, typer.Argument(help="Id of the person, as tables and logs show it.")],
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Delete a person's name, account and sign-ins.

    The games remain, with a random id that no longer stands for anyone.

    Example: partie forget 9xq3m7c2w8k4hvtd
    """
    with reach_redis(redis_url, data_dir) as url:
        forgotten = asyncio.run(_forget(url, person))
    if as_json:
        print_json(forgotten)
        return
    deleted = "Deleted the name" if forgotten.name_erased else "There was no name to delete"
    console().print(f"{deleted} and ended {forgotten.sessions_ended} sessions.")
    if not forgotten.rewriting:
        console().print(
            "This Redis does not allow rewriting its files; they can contain the name until it does so itself."
        )


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
    """Wait until a single Redis has rewritten its file: one that this command has started stops with it."""
    if isinstance(client, RedisCluster):
        return
    end = time.monotonic() + REWRITE_SECONDS
    while time.monotonic() < end:
        info = await client.info("persistence")
        if not info.get("aof_rewrite_in_progress") and not info.get("aof_rewrite_scheduled"):
            return
        await asyncio.sleep(0.02)  # Redis does not announce the end of a rewrite
