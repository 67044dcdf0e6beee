"""The logs of tables as they stand in Redis."""

from __future__ import annotations

from typing import cast

from partie.log.entry import log_key
from partie.redis import store
from partie.redis.connect import connect

Log = list[tuple[bytes, dict[bytes, bytes]]]


async def log_of(url: str, table: str) -> Log:
    """What stands in a log."""
    client = connect(url)
    try:
        return cast("Log", await client.xrange(log_key(table)))
    finally:
        await store.close(client)


def follows(log: Log) -> bool:
    """Whether each entry names the one before it, without a gap."""
    marks = [fields[b"m"] for _, fields in log]
    numbers = [int(name.partition(b"-")[0]) for name, _ in log]
    return (
        numbers == list(range(1, len(log) + 1))
        and [fields[b"p"] for _, fields in log] == [b"", *marks[:-1]][: len(log)]
    )
