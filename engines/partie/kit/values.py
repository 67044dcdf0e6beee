"""The values that states and views are made of, and their one canonical encoding.

A view consists of maps with ASCII string keys, strings, booleans, integers below 2^53 and short lists of these: values
that MessagePack in Python, msgspec and a browser all write and read alike, and that a merge patch can carry. No null
(it removes), no float (1.0 and 1 are one number in a browser), no binary, no order in a map.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct, inspect

from partie.kit.engine import Value, View

MAX_INTEGER = 2**53 - 1
"""The largest integer that a browser represents exactly (ECMA-262, Number.MAX_SAFE_INTEGER)."""

MAX_LIST = 64
"""Maximum length of a list: a merge patch resends the whole list, so use a map for more."""

_canonical = msgspec.msgpack.Encoder(order="deterministic")


_ID = re.compile(r"[A-Za-z0-9_-]*")

END = r"(?![\s\S])"
"""The end of a string. In Python, ``$`` also matches before a line feed at the end; in schemas ``$`` stands here."""


def only_with(**options: str) -> Meta:
    """Return the annotation of a setting that only matters while others have these values; forms show it only then."""
    return Meta(extra_json_schema={"x-only-with": options})


def one_of(title: str, ids: Iterable[str]) -> Meta:
    """Return the domain of a string that is one of these ids. Unlike a ``Literal``, it can come from a table.

    As ``TileId = Annotated[str, one_of("TileId", TILES)]``; such a type can be the key of a map, too. The ids are
    listed once under the title in the schema of a game and in its TypeScript types.
    """
    listed = list(dict.fromkeys(ids))
    if odd := [each for each in listed if not _ID.fullmatch(each)]:
        raise ValueError(f"not an id of letters, digits, _ and -: {odd[0]!r}")
    return Meta(pattern=f"^({'|'.join(listed)}){END}", title=title, extra_json_schema={"enum": listed})


def ids_of(kind: inspect.Metadata) -> list[str]:
    """Return the ids of a type that :func:`one_of` made; none for any other."""
    listed = (kind.extra_json_schema or {}).get("enum")
    return list(listed) if isinstance(listed, list) else []


def shaped(pattern: str) -> Meta:
    """Return the domain of a string that matches a pattern as a whole, which JavaScript reads the same way."""
    return Meta(pattern=f"^({pattern}){END}")


Count: TypeAlias = Annotated[int, Meta(ge=0)]
"""How many of something there are."""

Positive: TypeAlias = Annotated[int, Meta(ge=1)]
"""How many of something there are, where none would be left out."""

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0)]
"""The number of a seat, or of a player whom the game itself plays."""

NumberKey: TypeAlias = Annotated[str, shaped("0|[1-9][0-9]*")]
"""A number as the key of a map."""

SeatKey: TypeAlias = NumberKey
"""The number of a seat as the key of a map."""


class ViewPart(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of the types that describe a view: a map with exactly these members.

    A member that is not always there is declared as ``int | UnsetType = UNSET``.
    """


class NotAView(TypeError):
    """A value that is not allowed in a view, and where it is."""


def check_view(view: View, checked: dict[int, Value] | None = None) -> None:
    """Raise :class:`NotAView` if anything in the view breaks the rules given at the top of this module.

    ``checked`` collects the maps and lists that keep the rules, by identity. Given again, it saves checking those that
    later views share, as most do; none of them may be changed meanwhile.
    """
    if not isinstance(view, dict):
        raise NotAView("a view must be a map")
    _check(view, None, {} if checked is None else checked)


_Place: TypeAlias = "tuple[_Place, str | int] | None"
"""Where a value is: the place of the map or list that holds it, and its key there. Told only if a rule is broken."""


def _check(value: Value, place: _Place, checked: dict[int, Value]) -> None:
    if isinstance(value, str) or id(value) in checked:
        return
    if isinstance(value, int):
        if abs(value) > MAX_INTEGER:
            raise NotAView(f"{_told(place)}: {value} is not exact in a browser")
    elif isinstance(value, list):
        if len(value) > MAX_LIST:
            raise NotAView(f"{_told(place)}: a list of {len(value)} is longer than {MAX_LIST}")
        for index, item in enumerate(value):
            _check(item, (place, index), checked)
        checked[id(value)] = value
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or not key.isascii() or key == "__proto__":
                raise NotAView(f"{_told(place)}: {key!r} is not a valid key")
            _check(item, (place, key), checked)
        checked[id(value)] = value
    elif value is None:
        raise NotAView(f"{_told(place)}: None is not allowed in a view: leave it out")
    else:
        raise NotAView(f"{_told(place)}: {type(value).__name__} is not allowed in a view")


def _told(place: _Place) -> str:
    if place is None:
        return ""
    holder, key = place
    return _told(holder) + (f"[{key}]" if isinstance(key, int) else f".{key}")


def canonical(value: Any) -> bytes:
    """Encode a state or view in the one canonical way: MessagePack with the members of every map sorted."""
    return _canonical.encode(value)


def state_hash(state: Any) -> bytes:
    """Return eight bytes that identify a state between nodes. Never sent to a client: hidden parts have few values."""
    return hashlib.blake2b(canonical(state), digest_size=8).digest()


def view_crc(view: View) -> int:
    """Return the CRC-32 of the canonical view; with it a client can check that it holds what the server holds."""
    return zlib.crc32(canonical(view))
