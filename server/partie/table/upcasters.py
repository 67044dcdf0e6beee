"""Reading events of every format ever used.

A log entry names the format of its event. An older one is lifted to the current format by a chain of pure functions
over plain maps, one per step; every format has a golden file. A newer format, or a kind that this build does not know,
raises :class:`Newer`: a newer node must serve the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec

from partie.table.decoding import DECODE_ERRORS
from partie.table.errors import Newer
from partie.table.events import KINDS, Asked, Created, Event, Origin
from partie.table.values import DelaySetting

FORMAT: Final = 7
"""The newest format that this build reads and writes."""

PLAIN: Final = 3
"""The format of an event without anything that older nodes would have to understand; others have a newer one."""

DELAYED: Final = 4
"""The format of an event that creates a table with a spectator delay."""

FORKED: Final = 5
"""The format of an event that continues a game from a position of another table."""

CHANGED: Final = 5
"""The format of a proposal to change the spectator delay during the game."""

LASTING: Final = 6
"""The format of a proposal that is valid for days and outlasts moves."""

TAUGHT: Final = 7
"""The format of an event that creates the table of a lesson."""

Plain: TypeAlias = dict[str, Any]


def _paceless(event: Plain) -> Plain:
    """Lift an event from before time controls: all members stay as they were, new ones get their defaults."""
    return event


def _plainer(event: Plain) -> Plain:
    """Lift an event from before rated games and reserved seats: new members get their defaults."""
    return event


def _undelayed(event: Plain) -> Plain:
    """Lift an event from before spectator delays: nothing changed its shape."""
    return event


def _unforked(event: Plain) -> Plain:
    """Lift an event from before forks: nothing changed its shape."""
    return event


def _brief(event: Plain) -> Plain:
    """Lift an event from when every proposal was valid for two minutes: nothing changed its shape."""
    return event


def _untaught(event: Plain) -> Plain:
    """Lift an event from before lessons: nothing changed its shape."""
    return event


LIFTS: Final[dict[int, Callable[[Plain], Plain]]] = {
    1: _paceless,
    2: _plainer,
    3: _undelayed,
    4: _unforked,
    5: _brief,
    6: _untaught,
}
"""The function for each older format that lifts its events to the next one."""

_decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(Event)
_plain = msgspec.msgpack.Decoder(Plain)
_known = frozenset(KINDS.values())


class Unreadable(ValueError):
    """The bytes are not an event of the format they claim."""


def format_of(event: Event) -> int:
    """Return the format to write the event in: nodes that would not honour its content must not serve the table."""
    match event:
        case Created() if event.lesson:
            return TAUGHT
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


def decode_event(format: int, body: bytes) -> Event:  # noqa: A002  # the name of the entry's field
    """Decode the event in a log entry's body. Raises :class:`Newer` or :class:`Unreadable`."""
    if format > FORMAT:
        raise Newer(f"an event of format {format}; this build reads up to {FORMAT}")
    try:
        event: Event = (
            # Encoded once more, because a move stays in its raw bytes.
            _decoder.decode(body if format >= PLAIN else msgspec.msgpack.encode(lift(format, _plain.decode(body))))
        )
    except DECODE_ERRORS as error:
        raise _reason(body, error) from error
    return event


def lift(format: int, event: Plain) -> Plain:  # noqa: A002
    """Lift an event of an older format to the current one."""
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
