"""The engine under test, the random games that its laws are held against, and how much is tried."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, wraps
from hashlib import sha256
from itertools import zip_longest
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from partie.kit.chance import SeededChance
from partie.kit.conformance.domains import option_sets
from partie.kit.engine import SPECTATOR, Engine, Event, Illegal, Viewer
from partie.kit.values import canonical

AnyEngine: TypeAlias = Engine[Any, Any]
"""The laws know nothing of an engine's states and moves."""

State: TypeAlias = Any
Move: TypeAlias = Any


T = TypeVar("T")


class LawBroken(AssertionError):
    """An engine does not keep a law: which position shows it, and what was expected."""


class Effort(Struct, frozen=True):
    """How much is tried. More finds rarer faults and takes longer."""

    games: int = 2
    """Games a number of seats and set of options, played to their end."""
    corpus: int = 3
    """Games a number of seats that all other laws look into."""
    positions: int = 150
    """Positions that a law looks at closely."""
    made: int = 300
    """Moves made by hypothesis out of the type of moves, tried at every such position."""
    twins: int = 3
    """States a viewer holds possible, each run beside the true one."""
    run: int = 15
    """Events that such a run follows."""
    determinizations: int = 200
    """States drawn for one viewer of one position, at least, before a value counts as never taken."""
    reached: int = 4
    """Forecasts of which both ends are looked for."""
    climb: int = 6_000
    """States tried to reach one end of one forecast."""
    short: int = 80
    """Positions of the shortest game, at most, between all pairs of which patches are tried."""
    pairs: int = 3_000
    """Random pairs of views of long games between which patches are tried."""


QUICK = Effort(games=1, corpus=1, positions=12, made=40, twins=2, run=6, reached=2, short=20, pairs=150)
"""For engines that are expected to fail."""

DEFAULT = Effort()
"""For every test run: some seconds for a small game, within a minute for a large one."""

THOROUGH = Effort(
    games=10, corpus=10, positions=600, made=1_000, twins=5, run=40, reached=20, climb=40_000, short=200, pairs=100_000
)
"""For soaks."""


def effort_of_environment() -> Effort:
    """``PARTIE_CONFORMANCE`` may be ``quick`` or ``thorough``."""
    return {"quick": QUICK, "thorough": THOROUGH}.get(os.environ.get("PARTIE_CONFORMANCE", ""), DEFAULT)


class Game(Struct):
    """A random game: ``states[i]`` is the position before ``events[i]``, and ``encoded[i]`` its bytes at that time.

    ``legal[i]`` holds the legal moves of every seat there.
    """

    seats: int
    options: Any
    key: bytes
    name: str
    states: list[State]
    encoded: list[bytes]
    legal: list[tuple[Sequence[Move], ...]]
    events: list[Event[Any]]
    ended: bool = False

    @property
    def viewers(self) -> list[Viewer]:
        """All who may look."""
        return [SPECTATOR, *range(self.seats)]


class Position(Struct, frozen=True):
    """A place in a game."""

    game: Game
    index: int

    @property
    def state(self) -> State:
        return self.game.states[self.index]

    @property
    def encoded(self) -> bytes:
        """The bytes of the state at the time when it came about."""
        return self.game.encoded[self.index]

    @property
    def where(self) -> str:
        """How to find it again."""
        return f"{self.game.name}, position {self.index}"


class Subject:
    """An engine, and the games played with it. Games are played once, when the first law asks for them."""

    def __init__(self, engine: AnyEngine, effort: Effort, seed: str = "") -> None:
        self.engine = engine
        self.effort = effort
        self.memory: dict[object, Any] = {}
        self.seed = seed or os.environ.get("PARTIE_CONFORMANCE_SEED", "1")

    def chance(self, *salt: object) -> SeededChance:
        """A chance of the suite's own, the same at every run."""
        return SeededChance(sha256(repr((self.seed, *salt)).encode()).digest(), 0)

    def some(self, items: Sequence[T], count: int, *salt: object) -> list[T]:
        """So many of the items, or all, in random order, always the same for the same salt."""
        chance = self.chance("some", *salt)
        moved: dict[int, int] = {}
        chosen = []
        for at in range(min(count, len(items))):
            other = at + chance.pick(range(len(items) - at))
            chosen.append(items[moved.get(other, other)])
            moved[other] = moved.get(at, at)
        return chosen

    @cached_property
    def option_sets(self) -> list[Any]:
        """The defaults, every setting changed by itself, and some settings changed at once."""
        return option_sets(self.engine.options, self.chance("options"))

    @cached_property
    def games(self) -> list[Game]:
        """The games that the laws look into, of every number of seats, with options of all sets in turn."""
        games: list[Game] = []
        for seats in self.engine.seats:
            for number in range(self.effort.corpus):
                options = self.option_sets[len(games) % len(self.option_sets)]
                games.append(self.play(seats, options, f"corpus {number}"))
        return games

    def play(self, seats: int, options: Any, name: str) -> Game:
        """A random game, cut off at the engine's own bound. Moves that are listed but refused are passed over."""
        engine = self.engine
        key = sha256(repr((self.seed, engine.key, seats, name)).encode()).digest()
        state = engine.setup(seats, options, SeededChance(key, 0))
        game = Game(
            seats=seats,
            options=options,
            key=key,
            name=f"{seats} seats, {options}, game {name!r} of seed {self.seed!r}",
            states=[],
            encoded=[],
            legal=[],
            events=[],
        )
        while True:
            game.states.append(state)
            game.encoded.append(canonical(state))
            game.legal.append(tuple(engine.legal(state, seat) for seat in range(seats)))
            game.ended = not engine.pending(state)
            if game.ended or len(game.events) >= engine.max_events:
                return game
            made = self._move(game, state)
            if made is None:
                return game
            event, state = made
            game.events.append(event)

    def _move(self, game: Game, state: State) -> tuple[Event[Any], State] | None:
        number = len(game.events) + 1
        choice = SeededChance(game.key + b"choice", number)
        moves = [(seat, list(legal)) for seat, legal in enumerate(game.legal[-1]) if legal]
        while moves:
            at = choice.pick(range(len(moves)))
            seat, legal = moves[at]
            move = legal.pop(choice.pick(range(len(legal))))
            chance = SeededChance(game.key, number)
            try:
                after = self.engine.apply(state, seat, move, chance)
            except Illegal:
                if not legal:
                    del moves[at]
                continue
            return Event(seat, move, chance.draws, chance.uncovered), after
        return None

    @cached_property
    def _all(self) -> list[Position]:
        return [Position(game, index) for game in self.games for index in range(len(game.states))]

    def positions(self, purpose: str, count: int | None = None) -> list[Position]:
        """A random choice of positions out of all games, always the same for the same purpose."""
        return self.some(self._all, self.effort.positions if count is None else count, "positions", purpose)

    def before_events(self, purpose: str, wanted: Callable[[Event[Any]], bool] = lambda _: True) -> list[Position]:
        """Positions before events, all kinds of moves in turn, so that rare ones are among them."""
        kinds: dict[type, list[Position]] = {}
        for position in self.positions(purpose, len(self._all)):
            if position.index < len(position.game.events):
                event = position.game.events[position.index]
                if wanted(event):
                    kinds.setdefault(type(event.move), []).append(position)
        turns = zip_longest(*kinds.values())
        return [position for turn in turns for position in turn if position][: self.effort.positions]

    def decoded(self, encoded: bytes) -> State:
        """A state as another node would have it from a snapshot."""
        return msgspec.msgpack.decode(encoded, type=self.engine.state)

    def determinizations(self, position: Position, viewer: Viewer, purpose: str) -> Iterator[State]:
        """States that the viewer holds possible, without end."""
        key = sha256(repr((self.seed, purpose, position.game.name, position.index, viewer)).encode()).digest()
        number = 0
        while True:
            yield self.engine.determinize(position.state, viewer, SeededChance(key, number))
            number += 1

    def hides(self, position: Position, viewer: Viewer) -> bool:
        """Whether the engine says that something is hidden from the viewer."""
        return bool(self.engine.secrets(position.state, viewer))

    @cached_property
    def moves(self) -> list[Move]:
        """Every move that was legal for anybody anywhere in the games, once."""
        found: dict[bytes, Move] = {}
        for game in self.games:
            for seats in game.legal:
                for legal in seats:
                    for move in legal:
                        found.setdefault(canonical(move), move)
        return list(found.values())


def once(function: Callable[[Subject], T]) -> Callable[[Subject], T]:
    """Decorate what several laws ask about a subject and what takes long to find out."""

    @wraps(function)
    def call(subject: Subject) -> T:
        if function not in subject.memory:
            subject.memory[function] = function(subject)
        found: T = subject.memory[function]
        return found

    return call
