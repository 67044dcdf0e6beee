"""The log of all tables: the interface for the rest of the service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, TypeAlias, cast

from msgspec.structs import replace

from partie.log import script
from partie.log.entry import (
    LogUnavailable,
    Outcome,
    archive_key,
    log_key,
    of_attempt,
    read_entry,
    read_last,
    snapshot_key,
)
from partie.log.pipeline import Counters, Limits, Reply
from partie.log.router import Router
from partie.table.keep import archive
from partie.table.keep.entry import Entry, ForeignEntry

PAGE = 500
"""Entries per XRANGE: about 200 KB, during which Redis serves no other client for a few milliseconds."""

Forgetting: TypeAlias = Literal["done", "buried", "grown", "missing"]
"""The outcome of deleting a log that never started: done now, deleted before, or impossible because it has changed."""

Archiving: TypeAlias = Literal["done", "archived", "grown", "buried", "missing"]
"""The outcome of an archiving: done now, done before, or impossible because the log has changed."""


class Log:
    """The logs of all tables in the Redis, or the cluster, behind a URL.

    ``ack_replicas``: how many replicas must have an append before it counts as appended. If they do not within
    ``replica_timeout`` seconds it counts all the same, and increments ``counters.short_of_replicas``.
    ``reply_timeout``: seconds without an answer after which an append is sent again.
    """

    def __init__(
        self, url: str, *, ack_replicas: int = 0, replica_timeout: float = 1.0, reply_timeout: float = 3.0
    ) -> None:
        self._router = Router(
            url,
            Limits(reply_timeout=reply_timeout, ack_replicas=ack_replicas, replica_timeout=replica_timeout),
        )

    @property
    def counters(self) -> Counters:
        """Counts of what was sent to Redis so far, for the metrics."""
        return self._router.counters

    async def append(
        self,
        table: str,
        entry: Entry,
        *,
        not_before: int | None = None,
        not_after: int | None = None,
        keep_at: bool = False,
        on_unsettled: Callable[[], None] | None = None,
    ) -> Outcome:
        """Append one entry: an atomic step that either makes it the last entry of the log or does nothing.

        ``not_before`` and ``not_after`` are milliseconds of Redis's clock. ``keep_at`` heals a log that lost its tail:
        the entry keeps its timestamp instead of getting a new one.

        Raises :class:`LogUnavailable` only if the append was never sent, so that it is safe to refuse. Once sent, it is
        sent again until Redis has answered, however long that takes and even if the caller is cancelled;
        ``on_unsettled`` is called once, as soon as the fate of the first attempt is unknown. Each attempt has a mark of
        its own, unless the entry is healed, and the outcome tells which one the log has.
        """
        encode = partial(script.append_command, table, not_before=not_before, not_after=not_after, keep_at=keep_at)

        def again(attempt: int) -> bytes:
            return encode(entry if keep_at else replace(entry, mark=of_attempt(entry.mark, attempt)))

        reply = await self._router.call(log_key(table), encode(entry), again=again, on_unsettled=on_unsettled)
        return script.read_outcome(cast("list[bytes | int]", reply))

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        """Return the entries with numbers above ``after`` up to ``upto``; empty if there is no such table.

        Raises :class:`LogUnavailable`, and ForeignEntry if the stream or archive was not written by a log.
        """
        entries: list[Entry] = []
        end = "+" if upto is None else str(upto)
        while True:
            reply = await self._call(table, "XRANGE", log_key(table), after + 1, end, "COUNT", PAGE)
            page = cast("list[tuple[bytes, list[bytes]]]", reply)
            entries += [read_entry(entry_id, fields) for entry_id, fields in page]
            if not page:
                # Either this is the end, or the log is an archive, perhaps only since the last page.
                return entries + await self._archived(table, after, upto)
            if len(page) < PAGE:
                return entries
            after = entries[-1].seq

    async def last(self, tables: Sequence[str]) -> list[tuple[int, str] | None]:
        """Return ``(seq, mark)`` of every table's last entry, in few round trips.

        ``(0, "")`` means no log (or only a tombstone), ``(0, "?")`` a stream that no log wrote, None that Redis was
        unreachable.
        """
        return await asyncio.gather(*[self._last(table) for table in tables])

    async def load_snapshot(self, table: str) -> bytes | None:
        """Return the newest snapshot, or None. Raises :class:`LogUnavailable`."""
        return cast("bytes | None", await self._call(table, "GET", snapshot_key(table)))

    async def save_snapshot(self, table: str, data: bytes, *, seconds: int | None = None) -> None:
        """Replace the snapshot, which expires after ``seconds``, or never if None.

        Raises :class:`LogUnavailable`; the snapshot is a cache, so nothing is lost by that.
        """
        lifetime = () if seconds is None else ("EX", seconds)
        await self._call(table, "SET", snapshot_key(table), data, *lifetime)

    async def archive(self, table: str, entries: Sequence[Entry]) -> Archiving:
        """Replace a finished log by one compressed value, in one step, provided that ``entries`` are all of it.

        It can be read as before. After :class:`LogUnavailable` the log may or may not be archived; archiving it again
        is harmless. Raises ForeignEntry if the entries are not a whole log.
        """
        data = await asyncio.to_thread(archive.pack, entries)
        keys = log_key(table), archive_key(table), snapshot_key(table)
        last = entries[-1]
        reply = await self._call(table, "EVAL", script.ARCHIVE, len(keys), *keys, last.seq, last.mark, data)
        return cast("Archiving", cast("bytes", reply).decode())

    async def bury(self, table: str) -> None:
        """Delete a table for good and leave a tombstone, which every later append finds. Raises LogUnavailable.

        After that error the table may or may not be buried; burying it again is harmless.
        """
        keys = log_key(table), snapshot_key(table), archive_key(table)
        await self._call(table, "EVAL", script.BURY, len(keys), *keys)

    async def forget(
        self, table: str, seq: int, mark: str, others: Sequence[str], *, seconds: int | None
    ) -> Forgetting:
        """Replace a log that ends with ``seq`` and ``mark`` by a tombstone, and delete ``others`` of the table's keys.

        The tombstone expires after ``seconds``, or never if None. After :class:`LogUnavailable` the log may or may not
        be deleted; deleting it again is harmless.
        """
        keys = log_key(table), snapshot_key(table), archive_key(table), *others
        lifetime = "" if seconds is None else seconds
        reply = await self._call(table, "EVAL", script.FORGET, len(keys), *keys, seq, mark, lifetime)
        return cast("Forgetting", cast("bytes", reply).decode())

    async def is_buried(self, table: str) -> bool:
        """Whether there is a tombstone in place of the log. Raises :class:`LogUnavailable`."""
        reply = await self._call(table, "XREVRANGE", log_key(table), "+", "-", "COUNT", 1)
        newest = cast("list[tuple[bytes, list[bytes]]]", reply)
        return bool(newest) and newest[0][1][:1] == [b"buried"]

    async def raw(self, table: str) -> tuple[list[tuple[bytes, list[bytes]]], bytes | None]:
        """Return the raw content of a log's keys: the stream's ids with their fields, and the archive.

        For repairs, so the content may have been written by anybody. Raises :class:`LogUnavailable`.
        """
        stream = await self._call(table, "XRANGE", log_key(table), "-", "+")
        packed = await self._call(table, "GET", archive_key(table))
        return cast("list[tuple[bytes, list[bytes]]]", stream), cast("bytes | None", packed)

    async def cut(self, table: str, keep: int, newest: bytes) -> bool:
        """Delete everything after the first ``keep`` entries; with 0, delete the log altogether.

        Returns False if the stream's newest id is no longer ``newest``. For repairs: the deleted entries are gone.
        Raises :class:`LogUnavailable`; cutting again is harmless.
        """
        keys = log_key(table), archive_key(table), snapshot_key(table)
        return await self._call(table, "EVAL", script.CUT, len(keys), *keys, newest, keep) == b"done"

    async def drop_snapshot(self, table: str) -> None:
        """Delete the snapshot, which is only a cache. Raises :class:`LogUnavailable`."""
        await self._call(table, "DEL", snapshot_key(table))

    async def aclose(self, grace: float = 5.0) -> None:
        """Refuse further appends, wait up to ``grace`` seconds for those in progress, and disconnect.

        Callers that still wait for an append are then cancelled; only the log can tell its fate.
        """
        await self._router.close(grace)

    async def _archived(self, table: str, after: int, upto: int | None) -> list[Entry]:
        data = cast("bytes | None", await self._call(table, "GET", archive_key(table)))
        return [] if data is None else archive.unpack(data)[after:upto]

    async def _last(self, table: str) -> tuple[int, str] | None:
        try:
            reply = await self._call(table, "XREVRANGE", log_key(table), "+", "-", "COUNT", 1)
        except LogUnavailable:
            return None
        try:
            return read_last(cast("list[tuple[bytes, list[bytes]]]", reply))
        except ForeignEntry:
            # One corrupt stream must not hide the other tables of the same request.
            return 0, "?"

    async def _call(self, table: str, *command: bytes | str | int) -> Reply:
        return await self._router.call(log_key(table), script.pack(*command))
