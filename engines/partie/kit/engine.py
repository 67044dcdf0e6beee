"""The interface between the service and a game.

An engine is a set of pure functions over immutable states: ``state, seat, move, chance -> state``. It has no clock,
does no I/O, keeps no mutable globals, and never imports ``random``. The same log gives the same states on every
machine, for years.

To add a game, subclass :class:`Engine` and name one instance in the entry point group ``partie.engines`` of your
package. The conformance suite (``partie.kit.conformance``) tests whether the engine keeps the laws that the service
relies on.
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
from partie.kit.lesson import Lesson

Seat: TypeAlias = int
"""A place at the table, counted from 0 in the order of play at the start."""


class Spectator(enum.Enum):
    """The viewer without a seat, who sees no secret while the game runs."""

    SPECTATOR = "spectator"


SPECTATOR: Final = Spectator.SPECTATOR

Viewer: TypeAlias = Seat | Spectator

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value]"
"""The values a view is made of; :func:`partie.kit.values.check_view` has all the rules."""

View: TypeAlias = dict[str, Value]

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


class Line(Struct, frozen=True, omit_defaults=True):
    """A sentence without its words: a message key, and parameters that are numbers or ids found in the view.

    The words are in ``words.<language>.json`` next to the engine. A string parameter such as ``tile="1-03"`` is shown
    as the text of ``names.tile.1-03`` there; ``seat`` becomes the current name of the person in that seat.
    """

    key: str
    params: dict[str, str | int] = {}


class Illegal(Exception):
    """The move is against the rules: which rule, and why, without revealing a secret.

    ``code`` is a message key under ``refused.``, ``rule`` a number in the rules reference (``"C1"``).
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
        """Convert the exception to data."""
        return cls(illegal.code, illegal.rule, illegal.params)


class Offer(Struct, Generic[MoveT], frozen=True, omit_defaults=True):
    """One target on the board and what the seat can do with it: a move or a refusal, a price and a gain.

    ``target`` is an id that the view shows. Exactly one of ``move`` and ``refusal`` is given.
    """

    target: str
    move: MoveT | None = None
    refusal: Refusal | None = None
    price: tuple[Line, ...] = ()
    gain: tuple[Line, ...] = ()


class Event(Struct, Generic[MoveT], frozen=True):
    """A move that was made, with its draws and what it uncovered."""

    seat: Seat
    move: MoveT
    draws: Draws = ()
    uncovered: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Whether the event may be taken back: nothing was drawn and nothing hidden was shown."""
        return not self.draws and not self.uncovered


class Range(Struct, frozen=True, omit_defaults=True):
    """The lowest and highest score of a seat if the game ended now, as far as one viewer can know.

    ``parts`` explains it: one line per item, each with a ``points`` parameter (or ``low`` and ``high``).
    """

    seat: Seat
    low: int
    high: int
    parts: tuple[Line, ...] = ()


class Result(Struct, frozen=True, omit_defaults=True):
    """The result of a game: a score and a place (1 is best, ties share) for every seat, and the winners.

    Higher scores are better. They are points, unless the words of the game name something else under ``score``. Players
    whom the game itself plays follow after the seats.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[Seat, ...]
    parts: tuple[tuple[Line, ...], ...] = ()

    @classmethod
    def of(cls, ranks: Sequence[tuple[int, ...]], parts: Iterable[tuple[Line, ...]] = ()) -> Result:
        """Build the result of a game that the highest rank wins; a rank is the score, then the tie breakers."""
        best = max(ranks)
        return cls(
            scores=tuple(rank[0] for rank in ranks),
            places=tuple(1 + sum(other > rank for other in ranks) for rank in ranks),
            winners=tuple(seat for seat, rank in enumerate(ranks) if rank == best),
            parts=tuple(parts),
        )


class Engine(ABC, Generic[StateT, MoveT]):
    """The rules of one game. All methods but the first six have defaults.

    States consist of ``msgspec.Struct(frozen=True)``, tuples, ``str``, ``int``, ``bool`` and dicts with string keys
    that never change once built; no sets, no floats, no None. A move builds a new root and shares every part that it
    did not touch.
    """

    key: ClassVar[str]
    """Name in URLs, logs and entry points, in lower-case ASCII."""
    version: ClassVar[int] = 1
    """Incremented by a change of rules; tables keep the version they were started with."""
    versions: ClassVar[range]
    """The versions this engine still plays; by default only the current one."""
    format: ClassVar[int] = 1
    """Incremented when the shape of the state changes without a change of rules."""
    seats: ClassVar[range]
    """The numbers of players allowed, without those whom the game itself plays."""
    minutes: ClassVar[int] = 0
    """How long a game takes online, in minutes, with a usual number of players; 0: not known."""
    weight: ClassVar[int] = 0
    """How much there is to learn and to think about, from 1 (light) to 5 (heavy); 0: not known."""
    variant: ClassVar[str] = ""
    """The option that chooses between the basic game and others, if there is one: forms show it first."""
    options: ClassVar[type[Struct]]
    """A frozen struct with a default for every field; its fields are the table's settings."""
    move: ClassVar[Any]
    """The union of all move structs, each frozen and tagged (``tag_field="type"``)."""
    state: ClassVar[Any]
    """The type of the state, to decode snapshots with."""
    view_type: ClassVar[Any] = None
    """The type of the views, a :class:`~partie.kit.values.ViewPart`, for clients; None: any view."""
    max_events: ClassVar[int] = 5_000
    """Upper bound on the length of random games, which the conformance suite plays."""
    symmetric_information: ClassVar[bool] = False
    """Whether all viewers are shown the same views, lines and forecasts; each update is then built once for all."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "version" in cls.__dict__ or not hasattr(cls, "versions"):
            cls.versions = cls.__dict__.get("versions", range(cls.version, cls.version + 1))

    def at(self, version: int) -> Engine[StateT, MoveT]:
        """Return the engine for one of its versions, always the same object; itself if all versions play alike."""
        return self

    @abstractmethod
    def setup(self, seats: int, options: Any, chance: Chance) -> StateT:
        """Return the first position for that many seats."""

    @abstractmethod
    def pending(self, state: StateT) -> frozenset[Seat]:
        """Return the seats that *must* act; several when they act at once, none when the game is over."""

    @abstractmethod
    def legal(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """Return all moves of the seat, in a stable order; not empty for every seat that *may* act.

        A seat that has made a hidden simultaneous choice is no longer pending, but may still change it.
        """

    @abstractmethod
    def apply(self, state: StateT, seat: Seat, move: MoveT, chance: Chance) -> StateT:
        """Return the state after the move, advanced to the next decision or the end of the game.

        Check the move directly, without listing the legal ones. Raises :class:`Illegal`.
        """

    @abstractmethod
    def view(self, state: StateT, viewer: Viewer) -> View:
        """Return everything the viewer may know about the state, as plain maps (see :data:`Value`)."""

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """Return the result once the game is over, else None."""

    def automatic(self, seats: int, options: Any) -> int:
        """Return how many further players the game itself plays next to so many seats.

        They are numbered after the seats, and have scores, places and forecasts of their own. Nobody sits there: they
        are never pending, and what they do is part of the event after which it happens.
        """
        return 0

    def domains(self, seats: int, options: Any) -> Mapping[str, Sequence[Any]]:
        """Return all values that fields of moves can have where their types don't say it, in a stable order.

        The keys are ``"<tag of the move>.<field>"``, or ``"<field>"`` for all moves that have one. Each list holds at
        least every value that a legal move of such a game can have. Programs that learn to play number the moves by
        these lists (see :mod:`partie.kit.actions`); without them, by what random games show.
        """
        return {}

    def describe(self, before: StateT, event: Event[MoveT], after: StateT, viewer: Viewer) -> Sequence[Line]:
        """Return the event's lines in the history for this viewer, in the order in which things happened."""
        return (Line("moved", {"seat": event.seat}),)

    def turn(self, state: StateT) -> int:
        """Return the number of the current turn, which is public and never decreases.

        The first turn is 1. 0: no turn has begun, or turns are not counted.
        """
        return 0

    def chapters(self, state: StateT) -> int:
        """Return how many chapters of the game (scorings, ages) are over; public and never decreasing.

        Histories are marked with them; the message ``chapter`` in the words names one by its ``number``. In the event
        that closes a chapter, lines with the key ``scored`` and with ``seat`` and ``points`` state the points of every
        seat.
        """
        return 0

    def offers(self, state: StateT, seat: Seat) -> Sequence[Offer[MoveT]]:
        """Return what the seat could do with every possible target, including those refused at the moment."""
        return ()

    def forecast(self, state: StateT, viewer: Viewer) -> Sequence[Range]:
        """Return every seat's score if the game ended now, as far as the viewer can know. Empty: no forecast."""
        return ()

    def outlook(self, state: StateT, seat: Seat) -> Sequence[float]:
        """Return roughly how many points each seat will win beyond its forecast, for bots. Empty: nothing to add.

        The forecast counts the score as it is; this adds what a position promises, such as goods that can still be
        used. It is also asked within a turn. The state is one that the seat cannot tell from the true one, see
        :meth:`determinize`.
        """
        return ()

    def advise(self, state: StateT, seat: Seat) -> MoveT | None:
        """Return a legal move that is good enough without a search; None: take the move with the best forecast.

        The state is one that the seat cannot tell from the true one, see :meth:`determinize`.
        """
        return None

    def lesson(self) -> Lesson[MoveT] | None:
        """Return the first moves of a game in which somebody learns it; None: the game has no lesson."""
        return None

    def decisive(self, state: StateT, seat: Seat) -> bool | None:
        """Return whether a decision is worth a search although a move is advised; None: if something is drawn after it.

        That is so where a move is followed by draws in the turn of its seat. A game that itself plays others within
        that turn has to say it.
        """
        return None

    def scores(self, state: StateT) -> tuple[int, ...]:
        """Return the exact score of every seat if the game ended now and all was revealed. Never sent.

        Tests compare the forecasts with it. By default it is each seat's own forecast of itself, which is exact in
        games where no score depends on what others hide; other games override it. Empty without a forecast.
        """
        own: list[Range] = []
        for seat in range(len(self.forecast(state, 0))):
            own += [item for item in self.forecast(state, seat) if item.seat == seat]
        if any(item.low != item.high for item in own):
            raise NotImplementedError(f"{type(self).__name__} forecasts ranges to their own seats: override scores()")
        return tuple(item.low for item in own)

    def secrets(self, state: StateT, viewer: Viewer) -> Mapping[str, frozenset[str]]:
        """Return the items hidden from the viewer by name, and the values each may have for all the viewer knows."""
        return {}

    def hidden(self, state: StateT, viewer: Viewer) -> Mapping[str, str]:
        """Return the true value of every item that :meth:`secrets` names. For tests only; never sent."""
        return {}

    def determinize(self, state: StateT, viewer: Viewer, chance: Chance) -> StateT:
        """Return a random state that the viewer cannot tell from the true one.

        A table that continues from a position of another table starts with a determinization for a spectator, and its
        log contains the draws for it. Changing how an engine draws here therefore needs a new ``version``, like a
        change of rules.
        """
        return state

    def pieces(self, state: StateT) -> Mapping[str, int]:
        """Return everything that no move can create or destroy: its name and how much of it there is."""
        return {}

    def progress(self, state: StateT) -> int | None:
        """Return a number that every move of the running game decreases, so that no sequence of moves can cycle.

        None, the default: there is no such number. Then the only sign that games end is that random ones do, within
        :attr:`max_events`.
        """
        return None

    @property
    def room(self) -> Path:
        """The folder of the class, with ``words.<language>.json`` and ``rules.<language>.md``."""
        return Path(inspect.getfile(type(self))).parent
