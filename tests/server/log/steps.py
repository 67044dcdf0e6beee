"""Short words for what the tests of the log do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from partie.log import Appended, Entry, Log, Outcome, new_mark


def first(body: bytes = b"one") -> Entry:
    """The first entry of a log."""
    return Entry(seq=1, mark=new_mark(), prev="", at=0, format=1, body=body)


def after(entry: Entry, body: bytes = b"next") -> Entry:
    """An entry that fits behind another."""
    return Entry(seq=entry.seq + 1, mark=new_mark(), prev=entry.mark, at=0, format=1, body=body)


def chain(length: int) -> list[Entry]:
    """So many entries, each fitting behind the one before."""
    entries = [first(b"1")]
    for number in range(2, length + 1):
        entries.append(after(entries[-1], str(number).encode()))
    return entries


async def append_all(log: Log, table: str, entries: Sequence[Entry]) -> list[int]:
    """Append entries one after the other; their stamps."""
    return [at_of(await log.append(table, entry)) for entry in entries]


def at_of(outcome: Outcome) -> int:
    """The stamp of an entry that must have been appended."""
    assert isinstance(outcome, Appended), outcome
    return outcome.at


def essence(entries: Sequence[Entry]) -> list[tuple[int, str, str, bytes]]:
    """What the writer of an entry decides: all but the stamp, and which attempt is the one that the log has."""
    return [(entry.seq, entry.mark[:12], entry.prev[:12], entry.body) for entry in entries]


@asynccontextmanager
async def opened(url: str, **settings: Any) -> AsyncIterator[Log]:
    """A private log."""
    log = Log(url, **settings)
    try:
        yield log
    finally:
        await log.aclose(grace=20.0)


async def until(condition: Callable[[], object], within: float = 30.0) -> None:
    """Let the loop go on until something is so."""
    async with asyncio.timeout(within):
        while not condition():  # noqa: ASYNC110 (the condition is about another process)
            await asyncio.sleep(0.002)
