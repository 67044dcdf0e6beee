"""The law of versions: a game that was recorded with a version of the rules is the same game for ever."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from partie.kit.chance import DrawsDiffer, RecordedChance, SeededChance
from partie.kit.conformance.subject import AnyEngine, LawBroken, NotApplicable, State, Subject
from partie.kit.engine import SPECTATOR, Illegal
from partie.kit.values import canonical

RECORD = "PARTIE_CONFORMANCE_RECORD"

Draws: TypeAlias = "tuple[str | int | tuple[str | int, ...], ...]"


class After(Struct, frozen=True):
    """Digests of a position: who must act and the legal moves of all, and the state."""

    rules: str
    state: str


class Played(Struct, frozen=True):
    """A move, and the position after it."""

    seat: int
    move: msgspec.Raw
    draws: Draws
    after: After


class Fork(Struct, frozen=True):
    """What a spectator's determinization drew in the last position but one, and the state it gave."""

    draws: Draws
    state: str


class RecordedGame(Struct, frozen=True):
    """A finished game."""

    seats: int
    options: msgspec.Raw
    setup: Draws
    start: After
    fork: Fork
    result: msgspec.Raw
    events: tuple[Played, ...]


class Book(Struct, frozen=True):
    """The games that were recorded with one version of an engine."""

    game: str
    version: int
    format: int
    games: tuple[RecordedGame, ...]


def recorded_games_fold_alike(subject: Subject) -> None:
    """A recorded game folds as it did when it was recorded, under the version it was recorded with.

    The games are in ``conformance.<key>.<version>.json`` next to the tests. Run the test with
    ``PARTIE_CONFORMANCE_RECORD=1`` to record the first ones, those of a new version, or the states of a new format. The
    law is skipped as long as there are none.

    Reason: a running table is folded from its log whenever it wakes up. If the rules have changed meanwhile under the
    same version, its log holds moves that are now illegal, and the service sets the table aside. With a new version,
    ``at`` plays the old tables by the old rules.
    """
    folder, engine = subject.recorded, subject.engine
    if folder is None:
        raise NotApplicable("nothing says where this engine's games are recorded")
    if os.environ.get(RECORD):
        raise NotApplicable(f"recorded in {_record(subject, folder)}")
    books = {int(path.suffixes[-2][1:]): path for path in folder.glob(f"conformance.{engine.key}.*.json")}
    if not books:
        raise NotApplicable(f"no games are recorded yet: run this test once with {RECORD}=1 and keep the file")
    if engine.version not in books:
        raise LawBroken(f"no games are recorded for version {engine.version}: run this test once with {RECORD}=1")
    for version in sorted(books.keys() & {*engine.versions}):
        book = _load(books[version])
        _refold(engine.at(version), book, books[version].name)
        if book.format != engine.at(version).format:
            raise LawBroken(
                f"{books[version].name} has states of format {book.format}, and its games differ in nothing else: run "
                f"this test once with {RECORD}=1 to record the states of format {engine.at(version).format}"
            )


def path_of(folder: Path, engine: AnyEngine) -> Path:
    """Return the file for an engine's version."""
    return folder / f"conformance.{engine.key}.{engine.version}.json"


def _load(path: Path) -> Book:
    return msgspec.json.decode(path.read_bytes(), type=Book)


def _record(subject: Subject, folder: Path) -> Path:
    """Write the file of the current version; if it exists, only new states of a new format are written."""
    path = path_of(folder, subject.engine)
    if path.exists():
        book = _refold(subject.engine, _load(path), path.name)
    else:
        games = tuple(_played(subject, seats, index) for index, seats in enumerate(subject.engine.seats))
        book = Book(subject.engine.key, subject.engine.version, subject.engine.format, games)
    path.write_bytes(_lines(msgspec.json.encode(book)))
    return path


def _lines(book: bytes) -> bytes:
    """Return the file with one event in each line."""
    return book.replace(b'"events":[', b'"events":[\n').replace(b'},{"seat":', b'},\n{"seat":') + b"\n"


def _played(subject: Subject, seats: int, index: int) -> RecordedGame:
    """Play a game and record it."""
    engine = subject.engine
    options = subject.option_sets[index % len(subject.option_sets)]
    game = Subject(subject.original, subject.effort, "recorded").play(seats, options, "recorded")
    chance = SeededChance(game.key, 0)
    engine.setup(seats, options, chance)
    fork = SeededChance(game.key + b"fork", 0)
    forked = engine.determinize(game.states[max(0, len(game.events) - 1)], SPECTATOR, fork)
    return RecordedGame(
        seats=seats,
        options=_json(options),
        setup=chance.draws,
        start=_after(engine, game.states[0], seats),
        fork=Fork(fork.draws, _digest(forked)),
        result=_json(engine.result(game.states[-1])),
        events=tuple(
            Played(event.seat, _json(event.move), event.draws, _after(engine, state, seats))
            for event, state in zip(game.events, game.states[1:], strict=True)
        ),
    )


def _refold(engine: AnyEngine, book: Book, file: str) -> Book:
    """Return the book as the engine folds it now. Raises :class:`LawBroken` if anything but the format differs."""
    games = tuple(_refolded(engine, book, game, file) for game in book.games)
    return replace(book, format=engine.format, games=games)


def _refolded(engine: AnyEngine, book: Book, game: RecordedGame, file: str) -> RecordedGame:
    states: list[State] = []
    events: list[Played] = []
    number = 0
    try:
        for number, state in enumerate(_folded(engine, game)):
            states.append(state)
            before = game.events[number - 1].after if number else game.start
            after = _compared(engine, state, game, before, book.format == engine.format)
            events += [replace(game.events[number - 1], after=after)] if number else []
        fork = RecordedChance(game.fork.draws)
        forked = engine.determinize(states[max(0, len(game.events) - 1)], SPECTATOR, fork)
        fork.finish()
        _demand(book.format != engine.format or _digest(forked) == game.fork.state, "determinize() draws otherwise")
        _demand(bytes(_json(engine.result(states[-1]))) == bytes(game.result), "the result is another")
    except (_Differs, Illegal, DrawsDiffer, msgspec.ValidationError) as error:
        what = str(error) if isinstance(error, _Differs) else f"the game can't go on: {error!r}"
        shape = isinstance(error, _StateDiffers)
        raise LawBroken(_advice(book, f"{file}, game for {game.seats}, after move {number}: {what}", shape)) from None
    start = _after(engine, states[0], game.seats)
    return replace(game, start=start, fork=Fork(game.fork.draws, _digest(forked)), events=tuple(events))


def _demand(same: bool, what: str) -> None:
    if not same:
        raise _Differs(what)


class _Differs(Exception):
    """Something is not what it was when the game was recorded."""


class _StateDiffers(_Differs):
    """All that can be seen of a position is what it was, but the state is not."""


def _folded(engine: AnyEngine, game: RecordedGame) -> Iterator[State]:
    chance = RecordedChance(game.setup)
    state = engine.setup(game.seats, msgspec.json.decode(game.options, type=engine.options), chance)
    chance.finish()
    yield state
    for event in game.events:
        chance = RecordedChance(event.draws)
        state = engine.apply(state, event.seat, msgspec.json.decode(event.move, type=engine.move), chance)
        chance.finish()
        yield state


def _compared(engine: AnyEngine, state: State, game: RecordedGame, before: After, same_format: bool) -> After:
    after = _after(engine, state, game.seats)
    if after.rules != before.rules:
        raise _Differs("other seats must act, or the legal moves are others")
    if same_format and after.state != before.state:
        raise _StateDiffers("the state is another")
    return after


def _advice(book: Book, what: str, shape: bool) -> str:
    only_shape = f"\nIf only the shape of the state has changed, raise format (now {book.format})." if shape else ""
    return (
        f"{what}.\nRaise the version (now {book.version}), and let at({book.version}) play as before: "
        f"tables keep the version they were started with.{only_shape}\n"
        f"If nobody has played version {book.version} yet, delete the file and record it again with {RECORD}=1."
    )


def _after(engine: AnyEngine, state: State, seats: int) -> After:
    legal = [list(engine.legal(state, seat)) for seat in range(seats)]
    return After(_digest([sorted(engine.pending(state)), legal]), _digest(state))


def _digest(value: Any) -> str:
    return blake2b(canonical(value), digest_size=6).hexdigest()


def _json(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))
