"""What the service asks of a game, and what it knows of one.

An engine is a set of pure functions over immutable states: ``state, seat, move, chance -> state``. It has no
clock, does no I/O, keeps no globals that change, and never imports ``random``. The same log gives the same
states on every machine, for years.

A third party adds a game by subclassing :class:`Engine`, and naming one instance in the entry point group
``partie.engines`` of its own package. The conformance suite (``partie.kit.conformance``) tells whether the
laws hold that the service builds on.
"""

from __future__ import annotations

import enum
import inspect
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from partie.kit.chance import Chance, Draws

Seat: TypeAlias = int
"""A place at the table, counted from 0 in order of play at the start."""


class Spectator(enum.Enum):
    """The viewer who has no seat and therefore sees no secret while the game runs."""

    SPECTATOR = "spectator"


SPECTATOR: Final = Spectator.SPECTATOR

Viewer: TypeAlias = Seat | Spectator

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value]"
"""What a view is made of: see :func:`partie.kit.values.check_view` for the whole law."""

View: TypeAlias = dict[str, Value]

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


class Line(Struct, frozen=True, omit_defaults=True):
    """A sentence without its words: a message key, and parameters that are numbers or ids found in the view.

    The words stand in ``words.<language>.json`` beside the engine. A string parameter ``tile="1-03"`` is put
    into words by the name ``names.tile.1-03`` there; ``seat`` becomes the present name of the seat's person.
    """

    key: str
    params: dict[str, str | int] = {}


class Illegal(Exception):
    """The move is against the rules: which rule, and why, without a secret in it.

    ``code`` is a message key under ``refused.``, ``rule`` a number of the rules reference (``"C1"``).
    """

    def __init__(self, code: str, rule: str, **params: str | int) -> None:
        super().__init__(code, rule, params)
        self.code = code
        self.rule = rule
        self.params: dict[str, str | int] = params


class Refusal(Struct, frozen=True, omit_defaults=True):
    """An :class:`Illegal` as data, for offers."""

    code: str
    rule: str
    params: dict[str, str | int] = {}

    @classmethod
    def of(cls, illegal: Illegal) -> Refusal:
        """What was raised, as data."""
        return cls(illegal.code, illegal.rule, illegal.params)


class Offer(Struct, Generic[MoveT], frozen=True, omit_defaults=True):
    """One target on the board and what may be done with it: its move, or why not; its price and its gain.

    ``target`` is an id that the view shows. Exactly one of ``move`` and ``refusal`` is given.
    """

    target: str
    move: MoveT | None = None
    refusal: Refusal | None = None
    price: tuple[Line, ...] = ()
    gain: tuple[Line, ...] = ()


class Event(Struct, Generic[MoveT], frozen=True):
    """A move that was made, with what chance gave and what it uncovered."""

    seat: Seat
    move: MoveT
    draws: Draws = ()
    uncovered: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Nothing was drawn and nothing hidden was shown, so the event may be taken back."""
        return not self.draws and not self.uncovered


class Range(Struct, frozen=True, omit_defaults=True):
    """The lowest and the highest score a seat would have if the game ended now, as one viewer can know it.

    ``parts`` explains it: one line an item, each with a ``points`` parameter (or ``low`` and ``high``).
    """

    seat: Seat
    low: int
    high: int
    parts: tuple[Line, ...] = ()


class Result(Struct, frozen=True, omit_defaults=True):
    """How the game ended: a score and a place (1 is best, ties share) for every seat, and the winners."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[Seat, ...]
    parts: tuple[tuple[Line, ...], ...] = ()

    @classmethod
    def of(cls, ranks: Sequence[tuple[int, ...]], parts: Iterable[tuple[Line, ...]] = ()) -> Result:
        """The result of a game that the highest rank wins: of each seat the score, then what breaks a tie."""
        best = max(ranks)
        return cls(
            scores=tuple(rank[0] for rank in ranks),
            places=tuple(1 + sum(other > rank for other in ranks) for rank in ranks),
            winners=tuple(seat for seat, rank in enumerate(ranks) if rank == best),
            parts=tuple(parts),
        )


class Engine(ABC, Generic[StateT, MoveT]):
    """The rules of one game. Everything but the first six methods has a default.

    States are built of ``msgspec.Struct(frozen=True)``, tuples, ``str``, ``int``, ``bool`` and dicts with string
    keys that are never changed once built; no sets, no floats. A move builds a new root and shares every part
    that it did not touch.
    """

    key: ClassVar[str]
    """Name in URLs, logs and entry points, lower-case ASCII."""
    version: ClassVar[int] = 1
    """Raised by a change of rules; tables keep the version they were started with."""
    versions: ClassVar[range]
    """The versions this engine still plays; by default only the present one."""
    format: ClassVar[int] = 1
    """Raised when the shape of the state changes without a change of rules."""
    seats: ClassVar[range]
    """How many people can play."""
    options: ClassVar[type[Struct]]
    """A frozen struct with a default for every field; its fields are the table's settings."""
    move: ClassVar[Any]
    """The union of all move structs, each frozen and tagged (``tag_field="type"``)."""
    state: ClassVar[Any]
    """The type of the state, to decode snapshots with."""
    max_events: ClassVar[int] = 5_000
    """No game of random moves is longer. The conformance suite holds the engine to it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "version" in cls.__dict__ or not hasattr(cls, "versions"):
            cls.versions = cls.__dict__.get("versions", range(cls.version, cls.version + 1))

    def at(self, version: int) -> Engine[StateT, MoveT]:
        """The engine for tables of one of its versions, always the same object; this one if it plays them all alike."""
        return self

    @abstractmethod
    def setup(self, seats: int, options: Any, chance: Chance) -> StateT:
        """The first position for that many seats."""

    @abstractmethod
    def pending(self, state: StateT) -> frozenset[Seat]:
        """The seats that *must* act; several when they act at once, none when the game is over."""

    @abstractmethod
    def legal(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """All moves of the seat, in a stable order; not empty for every seat that *may* act.

        A seat that has made a hidden simultaneous choice is no longer pending, but may still choose again.
        """

    @abstractmethod
    def apply(self, state: StateT, seat: Seat, move: MoveT, chance: Chance) -> StateT:
        """The state after the move, run on until somebody must decide or the game is over.

        Checks the move by itself, without listing the legal ones. Raises :class:`Illegal`.
        """

    @abstractmethod
    def view(self, state: StateT, viewer: Viewer) -> View:
        """All that the viewer may know of the state, as plain maps (see :data:`Value`)."""

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """The result once the game is over, else None."""

    def describe(self, before: StateT, event: Event[MoveT], after: StateT, viewer: Viewer) -> Sequence[Line]:
        """The event as the viewer may read it in the history, in the order in which things happened."""
        return (Line("moved", {"seat": event.seat}),)

    def turn(self, state: StateT) -> int:
        """The number of the turn being played, which everybody may know and which never falls. 0: none is counted."""
        return 0

    def chapters(self, state: StateT) -> int:
        """How many chapters of the game (scorings, ages) are over, which everybody may know and which never falls.

        Histories are marked with them; the message ``chapter`` of the words names one by its ``number``. In the
        event that closes one, lines of key ``scored`` with ``seat`` and ``points`` say what it brought everyone.
        """
        return 0

    def offers(self, state: StateT, seat: Seat) -> Sequence[Offer[MoveT]]:
        """What could be done with every target the seat may think of, also those that are refused now."""
        return ()

    def forecast(self, state: StateT, viewer: Viewer) -> Sequence[Range]:
        """The score of every seat if the game ended now, as the viewer can know it. Empty: no forecast."""
        return ()

    def advise(self, state: StateT, seat: Seat) -> MoveT | None:
        """The legal move that is good enough without a search; None: the one after which the forecast looks best.

        The state is one that the seat cannot tell from the true one, see :meth:`determinize`.
        """
        return None

    def scores(self, state: StateT) -> tuple[int, ...]:
        """The exact score of every seat if the game ended now, everything hidden laid open. Never sent.

        The forecasts are held against it. By default each seat's own forecast of itself, which is exact in games
        where no score depends on what others hide; other games override it. Empty without a forecast.
        """
        own: list[Range] = []
        for seat in range(len(self.forecast(state, 0))):
            own += [item for item in self.forecast(state, seat) if item.seat == seat]
        if any(item.low != item.high for item in own):
            raise NotImplementedError(f"{type(self).__name__} forecasts ranges to their own seats: override scores()")
        return tuple(item.low for item in own)

    def secrets(self, state: StateT, viewer: Viewer) -> Mapping[str, frozenset[str]]:
        """The items hidden from the viewer by name, and the values each may have as far as the viewer knows."""
        return {}

    def hidden(self, state: StateT, viewer: Viewer) -> Mapping[str, str]:
        """The true value of every item that :meth:`secrets` names. For tests only; never sent."""
        return {}

    def determinize(self, state: StateT, viewer: Viewer, chance: Chance) -> StateT:
        """A random state that the viewer cannot tell from the true one.

        Tables that go on from a position of another one begin with that of a spectator, and their logs hold what was
        drawn for it: an engine that draws otherwise here is another ``version``, like one whose rules change.
        """
        return state

    def pieces(self, state: StateT) -> Mapping[str, int]:
        """What no move can make or destroy: its name and how much of it there is."""
        return {}

    def progress(self, state: StateT) -> int:
        """A number that every move of the running game lessens, so that no steps can go round for ever."""
        raise NotImplementedError(f"{type(self).__name__} does not state what its moves bring nearer to the end")

    @property
    def room(self) -> Path:
        """The folder with ``words.<language>.json`` and ``rules.<language>.md``: where the class is defined."""
        return Path(inspect.getfile(type(self))).parent
