"""Snapshots: a recent table stored next to the log, so that a sleeping one wakes without folding its past.

A snapshot is a cache. It is tagged with its event's number and mark, the engine's version and format and its own
format, includes the CRC-32 of its bytes, and is ignored when anything differs.
"""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from partie.table.context import Engines, engine_of
from partie.table.decoding import DECODE_ERRORS
from partie.table.errors import Newer
from partie.table.keep.fingerprint import fingerprint
from partie.table.state import Table

SHAPE: Final = 5
"""Incremented when the fields of :class:`Table` change their meaning; a snapshot of another shape is ignored."""


class _Kept(Struct, frozen=True, array_like=True):
    shape: int
    format: int
    crc: int
    table: bytes
    state: bytes


class Snapshot(Struct, frozen=True):
    """A table to be stored, and the engine's format of its state."""

    table: Table
    format: int

    def encode(self) -> bytes:
        """Encode the snapshot."""
        state = msgspec.msgpack.encode(self.table.play.state)
        table = msgspec.msgpack.encode(_with_state(self.table, None))
        return msgspec.msgpack.encode(_Kept(SHAPE, self.format, zlib.crc32(state, zlib.crc32(table)), table, state))

    @classmethod
    def decode(cls, data: bytes, engines: Engines) -> Snapshot | None:
        """Decode a snapshot; None when it is damaged, of another shape, or of another engine format.

        A version of the game that this node does not play also gives None: folding the log will raise the error.
        """
        try:
            kept = _kept.decode(data)
            if kept.shape != SHAPE or kept.crc != zlib.crc32(kept.state, zlib.crc32(kept.table)):
                return None
            table = _table.decode(kept.table)
            engine = engine_of(table, engines)
            if kept.format != engine.format:
                return None
            state: Any = msgspec.msgpack.decode(kept.state, type=engine.state) if table.has_state else None
        except (*DECODE_ERRORS, Newer):
            return None
        if table.has_state and fingerprint(state) != table.play.fingerprint:
            return None
        return cls(_with_state(table, state), kept.format)


def is_earlier(data: bytes) -> bool:
    """Whether the bytes are a valid snapshot of an earlier shape: nothing is wrong with it, a new one replaces it."""
    try:
        kept = _kept.decode(data)
    except DECODE_ERRORS:
        return False
    return kept.shape < SHAPE and kept.crc == zlib.crc32(kept.state, zlib.crc32(kept.table))


def _with_state(table: Table, state: Any) -> Table:
    return replace(table, play=replace(table.play, state=state))


_kept = msgspec.msgpack.Decoder(_Kept)
_table = msgspec.msgpack.Decoder(Table)
