"""Reading events of every format there ever was.

A log entry names the format of its event. An older one is lifted to the present format by a chain of pure
functions over plain maps, one for each step; every format has a golden file. A newer format, or a kind that this
build does not know, raises :class:`Newer`: the table is served by a newer node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec

from server.table.errors import Newer
from server.table.events import KINDS, Event

FORMAT: Final = 1
"""The format that events are written in."""

Plain: TypeAlias = dict[str, Any]

LIFTS: Final[dict[int, Callable[[Plain], Plain]]] = {}
"""For each older format the function that turns one of its events into one of the next format."""

_decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(Event)
_plain = msgspec.msgpack.Decoder(Plain)
_known = frozenset(KINDS.values())


class Unreadable(ValueError):
    """The bytes are no event of the format they claim."""


def decode_event(format: int, body: bytes) -> Event:  # noqa: A002  # the entry's own word
    """The event in a log entry's body. Raises :class:`Newer` or :class:`Unreadable`."""
    if format > FORMAT:
        raise Newer(f"an event of format {format}; this build reads up to {FORMAT}")
    try:
        event: Event = (
            _decoder.decode(body) if format == FORMAT else msgspec.convert(lift(format, _plain.decode(body)), Event)
        )
    except (msgspec.DecodeError, RecursionError) as error:
        raise _reason(body, error) from error
    return event


def lift(format: int, event: Plain) -> Plain:  # noqa: A002
    """An event of an older format in the present one."""
    for step in range(format, FORMAT):
        if step not in LIFTS:
            raise Unreadable(f"there is no format {step}")
        event = LIFTS[step](event)
    return event


def _reason(body: bytes, error: Exception) -> Exception:
    try:
        kind = _plain.decode(body).get("kind")
    except (msgspec.DecodeError, RecursionError):
        return Unreadable(str(error))
    if isinstance(kind, str) and kind not in _known:
        return Newer(f"an event of kind {kind!r}, which this build does not know")
    return Unreadable(str(error))
