"""Golden games: finished games with digests of what everybody saw, could do and got.

A file ``<game>-<seats>.json``, or with other options ``<game>-<seats>-<variant>.json``, holds the log of a game (moves
and draws), and for every position a digest of the views of all viewers, of the legal moves of all seats, and the hash
of the state. Views, legal moves, scores, places and winners are pinned under every format; a state's hash only under
the format it was made with, so it is written again when the shape of states changes, after everything else was found
equal. So are the parts of the result, which only explain the scores.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from partie.kit import SPECTATOR, ChanceForbidden, Engine, Event, NoChance, RecordedChance, Result, SeededChance
from partie.kit.values import canonical

FOLDER = Path(__file__).parent

AnyEngine: TypeAlias = Engine[Any, Any]

TRIES = 24
"""Games that are played to find one in which much happens."""

LOOKED_AT = 6
"""Moves whose outcome a player of such a game compares."""


VARIANTS: dict[str, dict[str, dict[str, Any]]] = {
    "vinci": {
        "4-book": {"survivors_return": True, "tiles_at_entry": True, "box": "meant"},
    },
    "wikinger": {
        "2-open": {"game": "advanced", "auction": "open"},
        "3-advanced": {"game": "advanced"},
        "4-automatic": {"game": "advanced", "auction": "none", "figures": "automatic"},
    },
}
"""The options of further golden games of a game, by seats and name; of every version that has these options."""


class Differs(AssertionError):
    """The engine makes something else of a golden game than it did."""


class Position(Struct, frozen=True):
    """Digests of a position: eight bytes in hex each."""

    views: str
    legal: str
    state: str


class Played(Struct, frozen=True):
    """An event and the position after it."""

    seat: int
    move: msgspec.Raw
    draws: tuple[str | int | tuple[str | int, ...], ...]
    after: Position


class Golden(Struct, frozen=True):
    """A finished game."""

    game: str
    version: int
    format: int
    seats: int
    options: msgspec.Raw
    setup: tuple[str | int | tuple[str | int, ...], ...]
    start: Position
    events: tuple[Played, ...]
    result: msgspec.Raw


def engine_of(game: str, version: int = 0) -> AnyEngine:
    """The engine of that key, which stands under its own name in its package; the newest version, or another one."""
    engine: AnyEngine = getattr(importlib.import_module(f"partie.games.{game}"), game)
    return engine.at(version) if version else engine


def files(game: str = "") -> list[Path]:
    """The golden games of a game, or of all."""
    keys = (
        [game] if game else [path.parent.name for path in FOLDER.parent.parent.glob("engines/partie/games/*/data.toml")]
    )
    return sorted(path for key in keys for path in FOLDER.glob(f"{key}-[0-9]*.json"))


def digest(value: object) -> str:
    """Eight bytes of a value in its one encoding, in hex."""
    return blake2b(canonical(value), digest_size=8).hexdigest()


def position(engine: AnyEngine, state: Any, seats: int) -> Position:
    """What everybody sees and may do, and the state itself."""
    views = [engine.view(state, viewer) for viewer in (SPECTATOR, *range(seats))]
    legal = [engine.legal(state, seat) for seat in range(seats)]
    return Position(views=digest(views), legal=digest(legal), state=digest(state))


def load(path: Path) -> Golden:
    """A golden game."""
    return msgspec.json.decode(path.read_bytes(), type=Golden)


def save(golden: Golden, path: Path) -> None:
    """Write a golden game, an event a line."""
    head, _, tail = msgspec.json.encode(msgspec.structs.replace(golden, events=())).partition(b'"events":[]')
    events = b",\n".join(msgspec.json.encode(event) for event in golden.events)
    path.write_bytes(head + b'"events":[\n' + events + b"\n]" + tail + b"\n")


def refold(golden: Golden) -> Golden:
    """The same game as the engine folds it now. Raises :class:`Differs` when views, moves or result are others."""
    engine = engine_of(golden.game, golden.version)
    options = msgspec.json.decode(golden.options, type=engine.options)
    where = f"{golden.game} for {golden.seats}"
    chance = RecordedChance(golden.setup)
    state = engine.setup(golden.seats, options, chance)
    chance.finish()
    start = position(engine, state, golden.seats)
    _compare(f"{where}, setup", golden.start, start)
    events = []
    for number, event in enumerate(golden.events, 1):
        chance = RecordedChance(event.draws)
        move = msgspec.json.decode(event.move, type=engine.move)
        state = engine.apply(state, event.seat, move, chance)
        chance.finish()
        after = position(engine, state, golden.seats)
        _compare(f"{where}, event {number} ({bytes(event.move).decode()})", event.after, after)
        events.append(msgspec.structs.replace(event, after=after))
    result = msgspec.json.encode(engine.result(state))
    if _outcome(result) != _outcome(golden.result):
        raise Differs(f"{where}: the result is {result.decode()}")
    return msgspec.structs.replace(
        golden, format=engine.format, start=start, events=tuple(events), result=msgspec.Raw(result)
    )


def _outcome(result: bytes | msgspec.Raw) -> Result | None:
    """A result without the lines that explain it."""
    found = msgspec.json.decode(result, type=Result | None)
    return found and msgspec.structs.replace(found, parts=())


def _compare(where: str, golden: Position, now: Position) -> None:
    if golden.views != now.views:
        raise Differs(f"{where}: the views are others")
    if golden.legal != now.legal:
        raise Differs(f"{where}: the legal moves are others")


def check(path: Path) -> None:
    """Fold a golden game; under its format the states must be the same too. Raises :class:`Differs`."""
    golden = load(path)
    now = refold(golden)
    if golden.format != now.format:
        raise Differs(f"{path.name} has states of format {golden.format}; run python -m tests.golden {golden.game}")
    for number, (old, new) in enumerate(zip(golden.events, now.events, strict=True), 1):
        if old.after.state != new.after.state:
            raise Differs(f"{path.name}: the state after event {number} is another; was the format to be raised?")
    if golden.start.state != now.start.state:
        raise Differs(f"{path.name}: the first state is another; was the format to be raised?")
    if bytes(golden.result) != bytes(now.result):
        raise Differs(
            f"{path.name}: the parts of the result are others; if so meant, python -m tests.golden {golden.game}"
        )


def renew(path: Path) -> None:
    """Write states and parts of the result again, after all else was found equal. Raises :class:`Differs`."""
    save(refold(load(path)), path)


class Wanted(Struct, frozen=True):
    """A golden game that there must be."""

    version: int
    seats: int
    options: dict[str, Any]


def wanted(game: str) -> dict[str, Wanted]:
    """Every golden game that there must be, by what its file is called after the game.

    Those of later versions than the first name theirs, as ``4-v2``.
    """
    engine = engine_of(game)
    later = {version: f"-v{version}" if version > 1 else "" for version in engine.versions}
    plain = {
        f"{seats}{name}": Wanted(version, seats, {})
        for version, name in later.items()
        for seats in engine.at(version).seats
    }
    return plain | {
        f"{name}{later[version]}": Wanted(version, int(name[0]), options)
        for name, options in VARIANTS.get(game, {}).items()
        for version in engine.versions
        if options.keys() <= {*engine.at(version).options.__struct_fields__}
    }


def record(game: str, want: Wanted) -> Golden:
    """A new golden game: of several games of a passable player the one in which most happens."""
    engine, seats = engine_of(game, want.version), want.seats
    options = msgspec.convert(want.options, engine.options)
    return max((_play(engine, seats, options, seed) for seed in range(TRIES)), key=lambda found: found[0])[1]


def _play(engine: AnyEngine, seats: int, options: Any, seed: int) -> tuple[int, Golden]:
    """A game and how many kinds of moves and lines occur in it."""
    key = sha256(f"partie-golden-1 {engine.key} {seats} {seed}".encode()).digest()
    chance = SeededChance(key, 0)
    state = engine.setup(seats, options, chance)
    setup, start = chance.draws, position(engine, state, seats)
    events: list[Played] = []
    kinds: set[str] = set()
    while pending := engine.pending(state):
        number = len(events) + 1
        choice = SeededChance(key + b"choice", number)
        seat = choice.pick(sorted(pending))
        move = _choose(engine, state, seat, choice)
        chance = SeededChance(key, number)
        after = engine.apply(state, seat, move, chance)
        event = Event(seat, move, chance.draws, chance.uncovered)
        kinds.update(_kinds(engine, state, event, after))
        encoded = msgspec.Raw(msgspec.json.encode(move))
        events.append(Played(seat=seat, move=encoded, draws=chance.draws, after=position(engine, after, seats)))
        state = after
    result: Result | None = engine.result(state)
    golden = Golden(
        game=engine.key,
        version=engine.version,
        format=engine.format,
        seats=seats,
        options=msgspec.Raw(msgspec.json.encode(options)),
        setup=setup,
        start=start,
        events=tuple(events),
        result=msgspec.Raw(msgspec.json.encode(result)),
    )
    return len(kinds), golden


def _kinds(engine: AnyEngine, before: Any, event: Event[Any], after: Any) -> Iterator[str]:
    yield type(event.move).__name__
    for line in engine.describe(before, event, after, SPECTATOR):
        yield line.key


def _choose(engine: AnyEngine, state: Any, seat: int, choice: SeededChance) -> Any:
    """Of some legal moves the one after which the seat's forecast is best; what draws comes last among equals."""
    moves = engine.legal(state, seat)
    some = [moves[index] for index in choice.shuffle(range(len(moves)))[:LOOKED_AT]]
    return max(some, key=lambda move: _worth(engine, state, seat, move))


def _worth(engine: AnyEngine, state: Any, seat: int, move: Any) -> tuple[int, bool]:
    after, known = state, False
    with suppress(ChanceForbidden):
        after, known = engine.apply(state, seat, move, NoChance()), True
    ranges = engine.forecast(after, seat)
    return next((each.low for each in ranges if each.seat == seat), 0), known
