"""The values a table is made of: in commands, in events, and in what everybody is shown.

Types whose bounds matter at the border include them, so that a frame that violates one is not a valid message.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

TableId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{4,40}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Sequence = Annotated[int, Meta(ge=0, le=2**53 - 1, description="Number of an event in its table's log, from 1.")]
Mark = Annotated[str, Meta(pattern="^[0-9a-f]{16}$", description="The event's eight random bytes, in hex.")]
Nonce = Annotated[
    str, Meta(pattern="^[0-9a-f]{16,64}$", description="Random hex that becomes part of the table's chance.")
]
Colour = Annotated[str, Meta(pattern="^[a-z]{2,16}$")]

COLOURS: Final = ("stag", "heron", "duck", "raven", "salmon", "hare")
"""The colours of seats, named after the animals on their seals."""

Access: TypeAlias = Literal["open", "invited"]
Watch: TypeAlias = Literal["all", "invited", "nobody"]
Talk: TypeAlias = Literal["private", "shared"]
"""Whether spectators can read the players' chat before the end."""
What: TypeAlias = Literal["undo", "free_seat", "end", "pace", "pause", "resume", "delay"]
"""The kinds of proposals."""

Level: TypeAlias = Literal["quick", "careful", "deep"]
"""The strength of a bot."""

LEVELS: Final[tuple[Level, ...]] = ("quick", "careful", "deep")
"""The levels from the weakest to the strongest."""

Filling: TypeAlias = Literal["free", "former"] | Level
"""The intended player of a seat: an invited person, the person who sat there before, or a bot of that level."""

# --- time --------------------------------------------------------------------------------------------------------

Falls: TypeAlias = Literal["bot", "free", "lost"]
"""What happens to a seat whose time runs out.

A quick bot sits in until somebody wants the seat (``bot``); anyone may take it (``free``); or its game is ``lost``:
a bot plays it to the end, and it ranks behind all seats that did not lose that way, whatever its score.
"""

Minute = Annotated[int, Meta(ge=0, le=1440)]


class _Pace(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    falls: Falls = "bot"


class Live(_Pace, frozen=True, tag="live", kw_only=True):
    """``game`` seconds per seat for the whole game, and ``turn`` more for each turn that it ends."""

    game: Annotated[int, Meta(ge=5, le=86_400)]
    turn: Annotated[int, Meta(ge=0, le=3_600)] = 0


class Days(_Pace, frozen=True, tag="days", kw_only=True):
    """``days`` for each decision, of which only the hours of the daily window count.

    The window opens and closes at minutes of the day in the time zone (an IANA name), and may extend over midnight.
    ``vacation``: total days of vacation per seat.
    """

    days: Annotated[int, Meta(ge=1, le=30)]
    opens: Minute = 0
    closes: Minute = 1440
    zone: Annotated[str, Meta(pattern="^[A-Za-z0-9_+/-]{1,40}$")] = "UTC"
    vacation: Annotated[int, Meta(ge=0, le=60)] = 0


TimeControl: TypeAlias = Live | Days
"""The time control of a table. A table without one has no clocks."""


class DelaySetting(Struct, frozen=True, forbid_unknown_fields=True):
    """A spectator delay: spectators see the table as it was so many moves, or so many seconds, ago."""

    unit: Literal["moves", "seconds"]
    count: Annotated[int, Meta(ge=1, le=3600)]
