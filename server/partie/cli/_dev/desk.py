"""What the page of ``partie dev`` shows: the game, its table, what is wrong; and how each of these changes.

Everything here is pure. A desk never changes; each function returns the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from partie.cli._dev.package import Change

Origin: TypeAlias = Literal["load", "ended", "play", "table", "check", "board", "start"]
"""Where a fault showed: loading the game, the end of the service's process, a call of the engine, a table that does
not fit the rules any more, a check, a page with the board, or starting a table."""

MOST_FAULTS: Final = 20
"""Faults that are shown at once. A board can report one with each move of the mouse."""

LONGEST: Final = 8_000
"""Characters of a fault's details."""


class Fault(Struct, frozen=True, omit_defaults=True):
    """Something that is wrong: a sentence, and details such as a traceback."""

    origin: Origin
    what: str
    details: str = ""

    @property
    def text(self) -> str:
        """The fault as a terminal shows it."""
        return "\n".join(filter(None, (f"{TITLES[self.origin]}: {self.what}", self.details)))


TITLES: Final[Mapping[Origin, str]] = {
    "load": "The game can't be loaded",
    "ended": "The service has ended",
    "play": "The engine has a fault",
    "table": "The table can't go on; start it again",
    "check": "A check failed",
    "board": "The board has a fault",
    "start": "The table can't be started",
}
"""What a terminal says of a fault. The page has words of its own."""


class Field(Struct, frozen=True, omit_defaults=True):
    """A setting of the game in the form: its values if it is a choice, its bounds if it is a number."""

    name: str
    kind: Literal["flag", "choice", "number", "text"]
    initial: Any
    values: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None


class Game(Struct, frozen=True):
    """The game as it was loaded. ``words`` are its messages about itself and its settings, by language and key."""

    key: str
    seats: tuple[int, ...]
    fields: tuple[Field, ...]
    words: dict[str, dict[str, str]]


class Setup(Struct, frozen=True):
    """How a table is set up."""

    seats: int
    options: dict[str, Any]
    seed: str


class Desk(Struct, frozen=True):
    """All that the page shows.

    ``loads`` grows whenever the frames must load their page again. ``addresses`` are those of the seats.
    """

    key: str
    addresses: tuple[str, ...]
    phase: Literal["starting", "running", "stopped"] = "starting"
    loads: int = 0
    game: Game | None = None
    table: str = ""
    setup: Setup | None = None
    faults: tuple[Fault, ...] = ()


def changed(desk: Desk, change: Change) -> Desk:
    """Files have changed: they are checked again, and a changed engine is loaded again."""
    if change == "engine" or desk.phase == "stopped":
        return replace(desk, phase="starting", faults=())
    return replace(_without(desk, "board", "check"), loads=desk.loads + 1)


def loaded(desk: Desk, game: Game) -> Desk:
    """The service runs with the present engine."""
    return replace(desk, phase="running", game=game, loads=desk.loads + 1)


def stopped(desk: Desk, fault: Fault) -> Desk:
    """The service does not run, and waits for a change."""
    return replace(found(desk, fault), phase="stopped")


def found(desk: Desk, fault: Fault) -> Desk:
    """Something is wrong. The same fault is shown once; the newest ones stay if there are too many."""
    short = replace(fault, what=fault.what[:LONGEST], details=fault.details[:LONGEST])
    if short in desk.faults:
        return desk
    return replace(desk, faults=(*desk.faults, short)[-MOST_FAULTS:])


def checked(desk: Desk, faults: Iterable[Fault]) -> Desk:
    """The checks have ended and found this."""
    desk = _without(desk, "check")
    for fault in faults:
        desk = found(desk, fault)
    return desk


def begun(desk: Desk, table: str, setup: Setup) -> Desk:
    """A table has begun, and is shown in place of the one before."""
    desk = _without(desk, "play", "table", "board", "start")
    return replace(desk, table=table, setup=setup, loads=desk.loads + 1)


def _without(desk: Desk, *origins: Origin) -> Desk:
    return replace(desk, faults=tuple(fault for fault in desk.faults if fault.origin not in origins))


def fields(schema: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the fields of the form for the JSON Schema of a game's options."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    described = schema.get("$defs", {}).get(name, schema)
    return tuple(_field(name, one) for name, one in described.get("properties", {}).items())


def _field(name: str, schema: Mapping[str, Any]) -> Field:
    initial = schema.get("default")
    if "enum" in schema:
        return Field(name, "choice", initial, tuple(schema["enum"]))
    if schema.get("type") == "boolean":
        return Field(name, "flag", initial)
    if schema.get("type") == "integer":
        return Field(name, "number", initial, low=schema.get("minimum"), high=schema.get("maximum"))
    return Field(name, "text", initial)
