"""How far behind those are who watch: what a client may ask for, what the log records, and what everybody is shown."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Delay(Struct, frozen=True, forbid_unknown_fields=True):
    """Who only watches sees the table as it was so many moves, or so many seconds, ago."""

    unit: Literal["moves", "seconds"]
    count: Annotated[int, Meta(ge=1, le=3600)]
