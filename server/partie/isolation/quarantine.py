"""Marks on tables whose engine crashed a node, so that no other node crashes when the table is opened again."""

from __future__ import annotations

from typing import Final, cast

import msgspec
from msgspec import Struct

from partie.redis.connect import Client
from partie.redis.store import keys
from partie.table.decoding import DECODE_ERRORS

_encode: Final = msgspec.msgpack.Encoder().encode


class Mark(Struct, frozen=True):
    """The node that crashed, the time (milliseconds since 1970), and the place in the code."""

    node: str
    at: int
    where: str


_mark: Final = msgspec.msgpack.Decoder(Mark)


def key(table: str) -> str:
    """Return the key of a table's mark."""
    return f"partie:{{{table}}}:poisoned"


async def mark(redis: Client, table: str, found: Mark) -> None:
    """Mark a table until an operator repairs it: an engine does not become sound by itself."""
    await redis.set(key(table), _encode(found))


async def mark_of(redis: Client, table: str) -> Mark | None:
    """Return the mark of a table. Raises redis-py's errors."""
    data = cast("bytes | None", await redis.get(key(table)))
    if data is None:
        return None
    try:
        return _mark.decode(data)
    except DECODE_ERRORS:
        return Mark("", 0, "")  # from another build, but a mark all the same


async def marked(redis: Client) -> set[str]:
    """Return all marked tables. Raises redis-py's errors."""
    first, _, last = key("*").partition("*")
    return {name[len(first) : -len(last)] async for name in keys(redis, key("*"))}


async def clear(redis: Client, table: str) -> None:
    """Remove the mark, so that nodes may try the table again."""
    await redis.delete(key(table))
