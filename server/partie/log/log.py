"""The log of all tables, as the rest of the service uses it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, cast

from partie.log import script
from partie.log.entry import (
    LogUnavailable,
    Outcome,
    archive_key,
    log_key,
    read_entry,
    read_last,
    snapshot_key,
)
from partie.log.pipeline import Counters, Limits, Reply
from partie.log.router import Router
from partie.table.keep import archive
from partie.table.keep.entry import Entry, ForeignEntry

PAGE = 500
"""Entries per XRANGE: some 200 KB, a few milliseconds in which Redis serves nobody else."""

Archiving: TypeAlias = Literal["done", "archived", "grown", "buried", "missing"]
"""What became of an archiving: it is done, was done before, or the log is no longer what was to be archived."""


class Log:
    """The logs of all tables in the Redis, or the cluster, behind a URL.

    ``ack_replicas``: how many replicas must have an append before it counts as appended. If they do not within
    ``replica_timeout`` seconds it counts all the same, and ``counters.short_of_replicas`` tells.
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
        """What went to Redis so far, for the metrics."""
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
        """Append one entry: an atomic step that either makes it the log's last or does nothing.

        ``not_before`` and ``not_after`` are milliseconds of Redis's clock. ``keep_at`` heals a log that lost its
        tail: the entry keeps the stamp it has instead of getting a new one.

        Raises :class:`LogUnavailable` only if the append was never handed over, so that it is safe to refuse. Later
        the same bytes are sent until Redis has told what became of them, however long that takes and even if the
        caller is cancelled; ``on_unsettled`` is called once, as soon as the fate of the first try is unknown.
        """
        command = script.append_command(table, entry, not_before=not_before, not_after=not_after, keep_at=keep_at)
        reply = await self._router.call(log_key(table), command, resend=True, on_unsettled=on_unsettled)
        return script.read_outcome(cast("list[bytes | int]", reply))

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        """The entries with numbers above ``after`` up to ``upto``; none if there is no such table.

        Raises :class:`LogUnavailable`, and ForeignEntry if stream or archive were not written by a log.
        """
        entries: list[Entry] = []
        end = "+" if upto is None else str(upto)
        while True:
            reply = await self._call(table, "XRANGE", log_key(table), after + 1, end, "COUNT", PAGE)
            page = cast("list[tuple[bytes, list[bytes]]]", reply)
            entries += [read_entry(entry_id, fields) for entry_id, fields in page]
            if not page:
                # Nothing more has happened; or the log is an archive, and may have become one since the last page.
                return entries + await self._archived(table, after, upto)
            if len(page) < PAGE:
                return entries
            after = entries[-1].seq

    async def last(self, tables: Sequence[str]) -> list[tuple[int, str] | None]:
        """``(seq, mark)`` of every table's last entry, in few round trips.

        ``(0, "")`` where no log stands (a tombstone is none), ``(0, "?")`` where a stream does that no log wrote, None
        where Redis could not be asked.
        """
        return await asyncio.gather(*[self._last(table) for table in tables])

    async def load_snapshot(self, table: str) -> bytes | None:
        """The newest snapshot, if there is one. Raises :class:`LogUnavailable`."""
        return cast("bytes | None", await self._call(table, "GET", snapshot_key(table)))

    async def save_snapshot(self, table: str, data: bytes, *, seconds: int | None = None) -> None:
        """Replace the snapshot, which stands for so long; for good if nothing is said.

        Raises :class:`LogUnavailable`; it is a cache, so nothing is lost by that.
        """
        lifetime = () if seconds is None else ("EX", seconds)
        await self._call(table, "SET", snapshot_key(table), data, *lifetime)

    async def archive(self, table: str, entries: Sequence[Entry]) -> Archiving:
        """Replace a log that will not grow any more by one compressed value, in one step if ``entries`` are all of it.

        It is read as before. When this raises :class:`LogUnavailable` the log may be archived or not; archiving it
        again is harmless. Raises ForeignEntry if the entries are no whole log.
        """
        data = await asyncio.to_thread(archive.pack, entries)
        keys = log_key(table), archive_key(table), snapshot_key(table)
        last = entries[-1]
        reply = await self._call(table, "EVAL", script.ARCHIVE, len(keys), *keys, last.seq, last.mark, data)
        return cast("Archiving", cast("bytes", reply).decode())

    async def bury(self, table: str) -> None:
        """Delete a table for good and leave a tombstone, which every later append finds. Raises LogUnavailable.

        When this raises, the table may be buried or not; burying it again is harmless.
        """
        keys = log_key(table), snapshot_key(table), archive_key(table)
        await self._call(table, "EVAL", script.BURY, len(keys), *keys)

    async def raw(self, table: str) -> tuple[list[tuple[bytes, list[bytes]]], bytes | None]:
        """What stands in the place of a log, whoever wrote it: the stream's ids with their fields, and the archive.

        For repairs. Raises :class:`LogUnavailable`.
        """
        stream = await self._call(table, "XRANGE", log_key(table), "-", "+")
        packed = await self._call(table, "GET", archive_key(table))
        return cast("list[tuple[bytes, list[bytes]]]", stream), cast("bytes | None", packed)

    async def cut(self, table: str, keep: int, newest: bytes) -> bool:
        """Take out what follows the first ``keep`` entries; with 0 all that stands in the place of the log.

        False if the stream's newest id is not ``newest`` any more. For repairs: what is taken out is gone. Raises
        :class:`LogUnavailable`; cutting again is harmless.
        """
        keys = log_key(table), archive_key(table), snapshot_key(table)
        return await self._call(table, "EVAL", script.CUT, len(keys), *keys, newest, keep) == b"done"

    async def drop_snapshot(self, table: str) -> None:
        """Delete the snapshot, which is a cache. Raises :class:`LogUnavailable`."""
        await self._call(table, "DEL", snapshot_key(table))

    async def aclose(self, grace: float = 5.0) -> None:
        """Refuse further appends, wait up to ``grace`` seconds for those under way, and disconnect.

        Whoever still waits for an append then is cancelled: its fate is for the log to tell to whoever reads it.
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
            # One spoilt stream must not hide the others of the same question.
            return 0, "?"

    async def _call(self, table: str, *command: bytes | str | int) -> Reply:
        return await self._router.call(log_key(table), script.pack(*command), resend=False)
