"""The values that a table is made of: what a command asks for, an event records, and everybody is shown.

Types whose bounds matter at the border carry them, so that a frame that breaks one is no message at all.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

TableId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{4,40}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Sequence = Annotated[int, Meta(ge=0, le=2**53 - 1, description="Number of an event in its table's log, from 1.")]
Mark = Annotated[str, Meta(pattern="^[0-9a-f]{16}$", description="The event's eight random bytes, in hex.")]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{16,64}$", description="Random hex that goes into the table's chance.")]
Colour = Annotated[str, Meta(pattern="^[a-z]{2,16}$")]

COLOURS: Final = ("stag", "heron", "duck", "raven", "salmon", "hare")
"""The colours of seats, named after the animals on their seals."""

Access: TypeAlias = Literal["open", "invited"]
Watch: TypeAlias = Literal["all", "invited", "nobody"]
Talk: TypeAlias = Literal["private", "shared"]
"""Whether those who watch read what the players say before the end."""
What: TypeAlias = Literal["undo", "free_seat", "end", "pace", "pause", "resume", "delay"]
"""What a seat may ask the others for."""

Level: TypeAlias = Literal["quick", "careful", "deep"]
"""How well a bot plays."""

LEVELS: Final[tuple[Level, ...]] = ("quick", "careful", "deep")
"""From the weakest to the strongest."""

Filling: TypeAlias = Literal["free", "former"] | Level
"""Who is to sit on a seat: whoever is invited, the person who sat there before, or a bot of that level."""

# --- time --------------------------------------------------------------------------------------------------------

Falls: TypeAlias = Literal["bot", "free", "lost"]
"""What becomes of a seat whose time is over.

A practice bot sits in until somebody wants the seat (``bot``); anyone may take it (``free``); or its game is ``lost``:
a bot plays it to the end, and it ranks behind all seats that did not lose so, whatever its score.
"""

Minute = Annotated[int, Meta(ge=0, le=1440)]


class _Pace(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    falls: Falls = "bot"


class Live(_Pace, frozen=True, tag="live", kw_only=True):
    """``game`` seconds a seat for the whole game, and ``turn`` more for each turn that it ends."""

    game: Annotated[int, Meta(ge=5, le=86_400)]
    turn: Annotated[int, Meta(ge=0, le=3_600)] = 0


class Days(_Pace, frozen=True, tag="days", kw_only=True):
    """``days`` for each decision, of which only the hours of the daily window count.

    The window opens and closes at minutes of the day in the time zone (a name of the IANA database), and may reach over
    midnight. ``vacation``: days that each seat may rest in all.
    """

    days: Annotated[int, Meta(ge=1, le=30)]
    opens: Minute = 0
    closes: Minute = 1440
    zone: Annotated[str, Meta(pattern="^[A-Za-z0-9_+/-]{1,40}$")] = "UTC"
    vacation: Annotated[int, Meta(ge=0, le=60)] = 0


TimeControl: TypeAlias = Live | Days
"""How fast a table plays. One without a pace has no clocks."""


class DelaySetting(Struct, frozen=True, forbid_unknown_fields=True):
    """Who only watches sees the table as it was so many moves, or so many seconds, ago."""

    unit: Literal["moves", "seconds"]
    count: Annotated[int, Meta(ge=1, le=3600)]
