"""Marks at tables in whose engine a node ended, so that no other node ends there when somebody tries again."""

from __future__ import annotations

from typing import Final, cast

import msgspec
from msgspec import Struct

from partie.redis.connect import Client
from partie.redis.store import keys
from partie.table.decoding import DECODE_ERRORS

_encode: Final = msgspec.msgpack.Encoder().encode


class Mark(Struct, frozen=True):
    """Which node ended, when (milliseconds since 1970), and where in the code it was."""

    node: str
    at: int
    where: str


_mark: Final = msgspec.msgpack.Decoder(Mark)


def key(table: str) -> str:
    """Where the mark of a table stands."""
    return f"partie:{{{table}}}:poisoned"


async def mark(redis: Client, table: str, found: Mark) -> None:
    """Mark a table, until somebody repairs it: nothing that happens by itself makes an engine sound."""
    await redis.set(key(table), _encode(found))


async def mark_of(redis: Client, table: str) -> Mark | None:
    """The mark of a table. Raises what Redis raises."""
    data = cast("bytes | None", await redis.get(key(table)))
    if data is None:
        return None
    try:
        return _mark.decode(data)
    except DECODE_ERRORS:
        return Mark("", 0, "")  # of another build, and a mark all the same


async def marked(redis: Client) -> set[str]:
    """All marked tables. Raises what Redis raises."""
    first, _, last = key("*").partition("*")
    return {name[len(first) : -len(last)] async for name in keys(redis, key("*"))}


async def clear(redis: Client, table: str) -> None:
    """Let nodes try the table again."""
    await redis.delete(key(table))
