"""Reading events of every format there ever was.

A log entry names the format of its event. An older one is lifted to the present format by a chain of pure
functions over plain maps, one for each step; every format has a golden file. A newer format, or a kind that this
build does not know, raises :class:`Newer`: the table is served by a newer node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec

from partie.table.decoding import DECODE_ERRORS
from partie.table.errors import Newer
from partie.table.events import KINDS, Asked, Created, Event, Origin
from partie.table.values import DelaySetting

FORMAT: Final = 6
"""The newest format that this build reads and writes."""

PLAIN: Final = 3
"""The format of an event that says nothing older nodes must not miss; those that do are of a newer one."""

DELAYED: Final = 4
"""The format of an event that holds something back from those who watch."""

FORKED: Final = 5
"""The format of an event that lets a game go on from a position of another table."""

CHANGED: Final = 5
"""The format of an event by which it is asked to hold back more, or less, in the middle of a game."""

LASTING: Final = 6
"""The format of an event that asks for something which stands for days, whoever moves."""

Plain: TypeAlias = dict[str, Any]


def _paceless(event: Plain) -> Plain:
    """Of the time before tables had a pace: all members were as they are, and what is new is left out."""
    return event


def _plainer(event: Plain) -> Plain:
    """Of the time before games were rated and seats somebody's from the first: what is new is left out."""
    return event


def _undelayed(event: Plain) -> Plain:
    """Of the time when everybody who watched saw all at once: nothing was reshaped."""
    return event


def _unforked(event: Plain) -> Plain:
    """Of the time when every game began from its first position: nothing was reshaped."""
    return event


def _brief(event: Plain) -> Plain:
    """Of the time when every proposal stood for two minutes: nothing was reshaped."""
    return event


LIFTS: Final[dict[int, Callable[[Plain], Plain]]] = {
    1: _paceless,
    2: _plainer,
    3: _undelayed,
    4: _unforked,
    5: _brief,
}
"""For each older format the function that turns one of its events into one of the next format."""

_decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(Event)
_plain = msgspec.msgpack.Decoder(Plain)
_known = frozenset(KINDS.values())


class Unreadable(ValueError):
    """The bytes are no event of the format they claim."""


def format_of(event: Event) -> int:
    """The format that the event is written in: a node that would not keep what it asks for must not serve its table."""
    match event:
        case Created(origin=Origin()):
            return FORKED
        case Created(delay=DelaySetting()):
            return DELAYED
        case Asked() if event.stands:
            return LASTING
        case Asked(what="delay"):
            return CHANGED
        case _:
            return PLAIN


def decode_event(format: int, body: bytes) -> Event:  # noqa: A002  # the entry's own word
    """The event in a log entry's body. Raises :class:`Newer` or :class:`Unreadable`."""
    if format > FORMAT:
        raise Newer(f"an event of format {format}; this build reads up to {FORMAT}")
    try:
        event: Event = (
            # By way of bytes, for a move stays in its own.
            _decoder.decode(body if format >= PLAIN else msgspec.msgpack.encode(lift(format, _plain.decode(body))))
        )
    except DECODE_ERRORS as error:
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
    except DECODE_ERRORS:
        return Unreadable(str(error))
    if isinstance(kind, str) and kind not in _known:
        return Newer(f"an event of kind {kind!r}, which this build does not know")
    return Unreadable(str(error))
