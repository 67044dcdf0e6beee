"""The entries of a table's log."""

from __future__ import annotations

from msgspec import Struct


class Entry(Struct, frozen=True):
    """One entry of a table's log.

    ``seq`` counts from 1. ``mark`` is the entry's own 16 hex digits, ``prev`` those of the entry before it (empty for
    the first). ``at`` is in milliseconds since 1970, assigned by Redis and never less than the one before; its value
    before the append is ignored unless the entry is healed. ``format`` is the format of ``body``, which is opaque here.
    """

    seq: int
    mark: str
    prev: str
    at: int
    format: int
    body: bytes


class ForeignEntry(ValueError):
    """A log contains something that is not an entry."""
