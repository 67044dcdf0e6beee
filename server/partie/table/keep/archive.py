"""A finished log as one compressed value, from which every entry is restored byte for byte."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from partie.table.decoding import DECODE_ERRORS
from partie.table.keep.entry import Entry, ForeignEntry

SHAPE: Final = 1
"""Incremented when the fields below change; an archive of another shape is not read."""

LEVEL: Final = 9
"""The level of zlib. LZMA makes archives another fifth smaller, but takes tens of milliseconds to read one."""

LARGEST: Final = 256 << 20
"""Maximum size of an unpacked archive in bytes, several times the longest possible log."""

_MARK: Final = 8
"""Length of a mark in bytes."""


class _Packed(Struct, frozen=True, array_like=True):
    """Columns, because similar values compress better side by side. ``prev`` is the previous mark, and left out."""

    shape: int
    marks: bytes
    stamps: tuple[int, ...]
    formats: tuple[int, ...]
    bodies: tuple[bytes, ...]


_decoder: Final = msgspec.msgpack.Decoder(_Packed)


def pack(entries: Sequence[Entry]) -> bytes:
    """Pack a whole log into an archive. Raises :class:`ForeignEntry` if the entries are not one."""
    packed = _Packed(
        SHAPE,
        b"".join(_mark(entry) for entry in entries),
        tuple(entry.at for entry in entries),
        tuple(entry.format for entry in entries),
        tuple(entry.body for entry in entries),
    )
    data = zlib.compress(msgspec.msgpack.encode(packed), LEVEL)
    if unpack(data) != list(entries):
        raise ForeignEntry("the entries are not those of one whole log, so no archive is made of them")
    return data


def unpack(data: bytes) -> list[Entry]:
    """Return the entries of an archive. Raises :class:`ForeignEntry` if it is damaged or not an archive."""
    try:
        reader = zlib.decompressobj()
        raw = reader.decompress(data, LARGEST)
        if not reader.eof or reader.unused_data:
            raise ForeignEntry("the archive is cut short, or something follows it")
        packed = _decoder.decode(raw)
    except (zlib.error, *DECODE_ERRORS) as error:
        raise ForeignEntry(f"the archive cannot be read: {error}") from error
    if packed.shape != SHAPE:
        raise ForeignEntry(f"the archive has shape {packed.shape}; this build reads {SHAPE}")
    marks = [packed.marks[at : at + _MARK].hex() for at in range(0, len(packed.marks), _MARK)]
    if not len(marks) == len(packed.stamps) == len(packed.formats) == len(packed.bodies):
        raise ForeignEntry("the archive's columns differ in length")
    columns = zip(marks, ["", *marks], packed.stamps, packed.formats, packed.bodies, strict=False)
    return [Entry(seq, *fields) for seq, fields in enumerate(columns, 1)]


def _mark(entry: Entry) -> bytes:
    try:
        mark = bytes.fromhex(entry.mark)
    except ValueError as error:
        raise ForeignEntry(f"entry {entry.seq} has the mark {entry.mark!r}") from error
    if len(mark) != _MARK:
        raise ForeignEntry(f"entry {entry.seq} has the mark {entry.mark!r}")
    return mark
