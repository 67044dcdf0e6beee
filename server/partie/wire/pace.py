"""How fast a table plays: what a client may ask for, what the log records, and what everybody is shown.

A table without a pace has no clocks.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

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


Pace: TypeAlias = Live | Days
