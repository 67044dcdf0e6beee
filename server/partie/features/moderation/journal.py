"""The key of the log of moderators' acts, and the one of earlier versions, which looked like that of a table's log."""

from __future__ import annotations

from typing import Final

from partie.redis import store
from partie.redis.connect import Client

KEY: Final = "partie:{moderation}:acts"

OLD_KEY: Final = "partie:{moderation}:log"
"""Until 0.2. It has the form of the log of a table called ``moderation``, so it was listed and repaired as one."""

_MOVE: Final = store.script(__package__, "move_log.lua")


async def move_old(redis: Client) -> None:
    """Move what an earlier version logged to today's key. Idempotent. Raises redis-py's errors."""
    await store.run(redis, _MOVE, [OLD_KEY, KEY])
