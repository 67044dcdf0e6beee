"""Laws of states: plain, immutable data, the same on every machine, with nothing else behind the answers."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any, Final

import msgspec
from msgspec import Struct

from partie.kit import refold
from partie.kit.chance import DrawsDiffer, RecordedChance, SeededChance
from partie.kit.conformance.answers import answers_of, lines
from partie.kit.conformance.subject import AnyEngine, Game, LawBroken, Position, State, Subject, named
from partie.kit.engine import Illegal
from partie.kit.values import MAX_INTEGER, canonical

PREFIXES = 3
"""Number of places in a game from which it is folded onward."""

HASH_SEEDS = ("1", "2")

PATIENCE = 280
"""Seconds that another process has to fold all games."""

INSTEAD: Final = {
    "NoneType": "None: let an empty tuple or text stand for nothing",
    "float": "a float: count in whole numbers",
    "list": "a list: use a tuple",
    "set": "a set: use a sorted tuple",
    "frozenset": "a frozenset: use a sorted tuple",
}
"""What a state may not hold, by its type, and what does instead."""

_RECORDS: Final = msgspec.msgpack.Decoder(refold.RECORD)


def states_are_plain(subject: Subject) -> None:
    """States hold frozen structs, tuples, strings, integers, booleans and dicts with string keys, nothing else.

    Reason: states are stored in snapshots, compared by hash between nodes, and shared by thousands of positions.
    """
    plain: set[int] = set()
    for game in subject.games:
        for index, state in enumerate(game.states):
            wrong = _wrong(state, "state", plain)
            if wrong:
                raise LawBroken(wrong, Position(game, index))


def _wrong(value: Any, where: str, plain: set[int]) -> str:
    """Describe what is wrong within a state, and where; "" if nothing is.

    ``plain`` collects the identities of parts in which nothing is, since the states of a game share most of theirs.
    """
    if isinstance(value, bool | str) or id(value) in plain:
        return ""
    if isinstance(value, int):
        return "" if abs(value) <= MAX_INTEGER else f"{where}: {value} is too large"
    if isinstance(value, Struct):
        if not type(value).__struct_config__.frozen:
            return f"{where}: {type(value).__name__} is not frozen"
        parts = [(getattr(value, name), f"{where}.{name}") for name in value.__struct_fields__]
    elif type(value) is tuple:
        parts = [(item, f"{where}[{index}]") for index, item in enumerate(value)]
    elif type(value) is dict:
        if not all(isinstance(key, str) for key in value):
            return f"{where}: a key is not a string"
        parts = [(item, f"{where}[{key!r}]") for key, item in value.items()]
    else:
        kind = type(value).__name__
        return f"{where}: a state may not hold {INSTEAD.get(kind, f'a {kind}')}"
    for part, at in parts:
        wrong = _wrong(part, at, plain)
        if wrong:
            return wrong
    plain.add(id(value))
    return ""


def states_survive_a_snapshot(subject: Subject) -> None:
    """Every state is decoded as itself from its bytes by ``engine.state``.

    Reason: a table that wakes up goes on from its snapshot, and must go on as if it had never slept.
    """
    for game in subject.games:
        for index, state in enumerate(game.states):
            position = Position(game, index)
            try:
                back = subject.decoded(game.encoded[index])
            except msgspec.ValidationError as error:
                raise LawBroken(f"the state can't be decoded: {error}", position) from None
            if type(back) is not type(state) or canonical(back) != game.encoded[index]:
                raise LawBroken("the state is decoded as another one", position)


def states_never_change(subject: Subject) -> None:
    """No call changes a state that it is given, nor any earlier state that shares parts with it.

    Reason: the service keeps earlier states for undo, history and spectators who watch later. A changed one falsifies
    all of them.
    """
    engine = subject.engine
    for game in subject.games:
        _check_unchanged(game, "while the game was played")
    for position in subject.positions("unchanged"):
        game, state = position.game, position.state
        for seat, moves in enumerate(game.legal[position.index]):
            for move in moves:
                try:
                    engine.apply(state, seat, move, subject.chance("unchanged", position.index))
                except Illegal:
                    continue
        if canonical(state) != game.encoded[position.index]:
            raise LawBroken("apply() changed its state", position)
        for viewer in game.viewers:
            answers_of(engine, state, viewer)
            engine.determinize(state, viewer, subject.chance("unchanged", position.index))
            engine.secrets(state, viewer)
            engine.hidden(state, viewer)
        if canonical(state) != game.encoded[position.index]:
            raise LawBroken("queries changed the state", position)
    for game in subject.games:
        _check_unchanged(game, "by calls on other states of its game")


def _check_unchanged(game: Game, how: str) -> None:
    for index, state in enumerate(game.states):
        if canonical(state) != game.encoded[index]:
            raise LawBroken(f"the state was changed {how}", Position(game, index))


def folds_repeat(subject: Subject) -> None:
    """Folding a log again, from the start or from a snapshot, gives the same states.

    The fold has the recorded draws and nothing else, so every draw must have been recorded.

    Reason: the log is the only truth. A draw that isn't in it is lost as soon as the node restarts.
    """
    for game in subject.games:
        again = subject.engine.setup(game.seats, game.options, SeededChance(game.key, 0))
        if canonical(again) != game.encoded[0]:
            raise LawBroken("the first state differs with the same chance", game)
        _fold(subject.engine, game, 0, again)
        starts = subject.some(range(len(game.states)), PREFIXES, "prefix", game.name)
        for start in starts:
            _fold(subject.engine, game, start, subject.decoded(game.encoded[start]))


def _fold(engine: AnyEngine, game: Game, start: int, state: State) -> None:
    for index in range(start, len(game.events)):
        event = game.events[index]
        chance = RecordedChance(_RECORDS.decode(canonical(event.draws)))
        how = f"folded again from position {start}"
        position = Position(game, index)
        try:
            state = engine.apply(state, event.seat, event.move, chance)
            chance.finish()
        except (Illegal, DrawsDiffer) as error:
            raise LawBroken(f"{how}, the move fails: {error!r}", position, seat=event.seat, move=event.move) from None
        if chance.uncovered != event.uncovered:
            what = f"{how}, the move uncovers {chance.uncovered}, but first uncovered {event.uncovered}"
            raise LawBroken(what, position, seat=event.seat, move=event.move)
        if canonical(state) != game.encoded[index + 1]:
            what = f"{how}, the move gives another state than the first time"
            raise LawBroken(what, position, seat=event.seat, move=event.move)


def equal_states_answer_alike(subject: Subject) -> None:
    """Calls repeated on a state, or on its copy from a snapshot, give the same answer.

    This finds ids made of memory addresses, counters or clocks.

    Reason: another node answers the next question about the same table, from its own copy of the state.
    """
    engine = subject.engine
    for position in subject.positions("alike"):
        state, copy = position.state, subject.decoded(position.encoded)
        for name, ask in (("pending", engine.pending), ("progress", engine.progress), ("pieces", engine.pieces)):
            if ask(state) != ask(copy):
                raise LawBroken(f"{name} differs between a state and its copy", position)
        for viewer in position.game.viewers:
            first = answers_of(engine, state, viewer)
            for other in (answers_of(engine, state, viewer), answers_of(engine, copy, viewer)):
                for kind, answer in first.items():
                    if other[kind] != answer:
                        raise LawBroken(f"{kind} for {named(viewer)} differs when computed again", position)
            if position.index < len(position.game.events):
                event, after = position.game.events[position.index], Position(position.game, position.index + 1)
                read = lines(engine, state, event, after.state, viewer)
                if lines(engine, copy, event, subject.decoded(after.encoded), viewer) != read:
                    what = f"the lines for {named(viewer)} differ when computed again"
                    raise LawBroken(what, position, seat=event.seat, move=event.move)
            drawn = [engine.determinize(each, viewer, subject.chance("alike")) for each in (state, copy)]
            if canonical(drawn[0]) != canonical(drawn[1]):
                raise LawBroken(f"determinize() for {named(viewer)} differs with the same chance", position)


def sets_have_no_say(subject: Subject) -> None:
    """Processes with a different set order (PYTHONHASHSEED) fold a log to equal states and answers.

    Reason: Python orders sets in another way in every process, so two nodes would disagree about one table.
    """
    log = refold.written(subject.original, subject.games)
    processes = [_process(seed) for seed in HASH_SEEDS]
    said = [_said(process, log) for process in processes]
    for process, (_, complaint) in zip(processes, said, strict=True):
        if process.returncode:
            raise LawBroken(f"another process could not fold the game: {complaint.decode()[-2000:]}")
    if len({digest for digest, _ in said}) > 1:
        raise LawBroken("a state, a view or a list of legal moves depends on the order of a set: sort it first")


def _said(process: subprocess.Popen[bytes], log: bytes) -> tuple[bytes, bytes]:
    try:
        return process.communicate(log, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise LawBroken(f"another process did not fold the games within {PATIENCE} s") from None


def _process(hash_seed: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, "-m", refold.__name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
