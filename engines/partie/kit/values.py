"""The values that states and views are made of, and their one canonical encoding.

A view consists of maps with ASCII string keys, strings, booleans, integers below 2^53 and short lists of these: values
that MessagePack in Python, msgspec and a browser all write and read alike, and that a merge patch can carry. No null
(it removes), no float (1.0 and 1 are one number in a browser), no binary, no order in a map.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Any

import msgspec

from partie.kit.engine import Value, View

MAX_INTEGER = 2**53 - 1
"""The largest integer that a browser represents exactly (ECMA-262, Number.MAX_SAFE_INTEGER)."""

MAX_LIST = 64
"""Maximum length of a list: a merge patch resends the whole list, so use a map for more."""

_canonical = msgspec.msgpack.Encoder(order="deterministic")


class NotAView(TypeError):
    """A value that is not allowed in a view, and where it is."""


def check_view(view: View, checked: dict[int, Value] | None = None) -> None:
    """Raise :class:`NotAView` if anything in the view breaks the rules given at the top of this module.

    ``checked`` collects the maps and lists that keep the rules, by identity. Given again, it saves checking those that
    later views share, as most do; none of them may be changed meanwhile.
    """
    if not isinstance(view, dict):
        raise NotAView("a view must be a map")
    _check(view, "", {} if checked is None else checked)


def _check(value: Value, where: str, checked: dict[int, Value]) -> None:
    if isinstance(value, str | bool) or id(value) in checked:
        return
    if isinstance(value, int):
        if abs(value) > MAX_INTEGER:
            raise NotAView(f"{where}: {value} is not exact in a browser")
    elif isinstance(value, list):
        if len(value) > MAX_LIST:
            raise NotAView(f"{where}: a list of {len(value)} is longer than {MAX_LIST}")
        for index, item in enumerate(value):
            _check(item, f"{where}[{index}]", checked)
        checked[id(value)] = value
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or not key.isascii() or key == "__proto__":
                raise NotAView(f"{where}: {key!r} is not a valid key")
            _check(item, f"{where}.{key}", checked)
        checked[id(value)] = value
    else:
        raise NotAView(f"{where}: {type(value).__name__} is not allowed in a view")


def canonical(value: Any) -> bytes:
    """Encode a state or view in the one canonical way: MessagePack with the members of every map sorted."""
    return _canonical.encode(value)


def state_hash(state: Any) -> bytes:
    """Return eight bytes that identify a state between nodes. Never sent to a client: hidden parts have few values."""
    return hashlib.blake2b(canonical(state), digest_size=8).digest()


def view_crc(view: View) -> int:
    """Return the CRC-32 of the canonical view; with it a client can check that it holds what the server holds."""
    return zlib.crc32(canonical(view))
