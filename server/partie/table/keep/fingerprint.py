"""Fingerprints of states, by which nodes notice that their folds differ, and in which field.

A fingerprint is the CRC-32 of the canonical encoding of each field of the state, in the order of the fields. Only
fields that are not the same object as before are encoded, so the cost depends on what the move changed. It is for nodes
only: hidden fields have few values, so anyone who had it could guess them.
"""

from __future__ import annotations

import zlib
from itertools import zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from partie.kit.values import canonical

WIDTH = 4
"""Bytes per field."""


def fingerprint(state: Any, before: Any = None, known: bytes = b"") -> bytes:
    """Return the fingerprint of a state; ``known`` is that of the state ``before`` it."""
    if not isinstance(state, Struct):
        return _print(state)
    values = astuple(state)
    if type(before) is not type(state) or len(known) != WIDTH * len(values):
        return b"".join([_print(value) for value in values])
    prints = bytearray(known)
    for index, (value, old) in enumerate(zip(values, astuple(before), strict=True)):
        if value is not old:
            prints[WIDTH * index : WIDTH * index + WIDTH] = _print(value)
    return bytes(prints)


def differing(state: Any, prints: bytes, others: bytes) -> tuple[str, ...]:
    """Return the fields of the state in which two fingerprints differ."""
    names = state.__struct_fields__ if isinstance(state, Struct) else ("state",)
    mine = [prints[i : i + WIDTH] for i in range(0, len(prints), WIDTH)]
    theirs = [others[i : i + WIDTH] for i in range(0, len(others), WIDTH)]
    pairs = zip_longest(names, mine, theirs, fillvalue=None)
    return tuple(name or "?" for name, one, other in pairs if one != other)


def _print(value: Any) -> bytes:
    return zlib.crc32(canonical(value)).to_bytes(WIDTH, "big")
