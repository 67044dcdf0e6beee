"""Views as rows of numbers: which place of the row stands for what.

A view has no fixed shape: maps have other keys in every position. A layout gives every value that can be in it a place
of its own. It is made from random games and is the same in every process. If they showed something of one seat, or of
one space of a board, all others have a place for it, too. Everything else that they did not show goes to a few places
at the end of the row that all such values share, so that nothing changes unnoticed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from partie.kit.actions import Actions
from partie.kit.engine import Engine, Value
from partie.kit.playout import game_key, opening, play
from partie.kit.values import canonical

Path: TypeAlias = tuple[str | int, ...]
"""The keys, and positions in lists, that lead to a value of a view."""

POSITIONS = 5_000
"""A layout is made from whole random games until they have so many positions."""

STRAYS = 32
"""Places that values share which the random games did not show."""

_MOST_IDS = 1_000
"""Larger domains of moves are not ids of things that views name, but positions."""

SlotKind: TypeAlias = Literal["seat", "number", "count", "flag", "text", "length", "present", "stray"]


class Slot(Struct, frozen=True):
    """One place of the row.

    ``seat``: 1 in that of the viewer's own seat. ``number``: the number itself. ``count``: likewise, where 0 and no
    number are the same. ``flag``: 1 for true, -1 for false. ``text``: the text's place in the vocabulary, from 1.
    ``length``: that of a list. ``present``: 1 if there is a number, list or map at all, where that varies. ``stray``:
    how many values there are that have no place of their own and fall on this one. All are 0 without a value.
    """

    kind: SlotKind
    path: Path = ()


class Constant(Struct, frozen=True):
    """A value that was the same in all positions, and has no place."""

    path: Path
    value: str | int | bool


class Layout(Struct, frozen=True):
    """What every place of an observation stands for, in order; ``vocabulary`` has the texts by their numbers."""

    engine: str
    version: int
    seats: int
    slots: tuple[Slot, ...]
    vocabulary: tuple[str, ...]
    constants: tuple[Constant, ...]

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return len(self.slots)

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that differ when the places mean something else."""
        return hashlib.blake2b(canonical(self), digest_size=8).hexdigest()


class _Seen:
    """What random games showed at one path."""

    def __init__(self) -> None:
        self.children: dict[str | int, _Seen] = {}
        self.kinds: set[type] = set()
        self.value: Value | None = None
        self.varies = False
        self.optional = False
        """Whether what it is a part of was ever without it."""
        self.zero = False
        self.times = 0
        self.last: Value | None = None

    def changes(self) -> bool:
        """Whether anything here was ever different."""
        return self.varies or self.optional or any(child.changes() for child in self.children.values())


class _Survey:
    def __init__(self) -> None:
        self.root = _Seen()
        self.texts: set[str] = set()

    def add(self, view: Value) -> None:
        self._add(self.root, view)

    def _add(self, seen: _Seen, value: Value) -> None:
        if seen.last is value:
            return
        seen.last = value
        kind = type(value)
        seen.kinds.add(kind)
        if not value:
            seen.zero = True
        if isinstance(value, dict | list):
            items: Sequence[tuple[str | int, Value]] = list(
                value.items() if isinstance(value, dict) else enumerate(value)
            )
            for key, item in items:
                child = seen.children.get(key)
                if child is None:
                    child = seen.children[key] = _Seen()
                    child.optional = seen.times > 0
                self._add(child, item)
            if len(items) < len(seen.children):
                for key in seen.children.keys() - dict(items).keys():
                    seen.children[key].optional = True
        else:
            if isinstance(value, str):
                self.texts.add(value)
            if seen.value is None:
                seen.value = value
            elif not seen.varies and (value != seen.value or kind is not type(seen.value)):
                seen.varies = True
        seen.times += 1


def _generalize(seen: _Seen) -> None:
    """Give what is alike the same places: the parts of a map that are maps themselves."""
    parts = list(seen.children.values())
    if len(parts) > 1 and all(part.kinds == {dict} for part in parts):
        common = _common(parts)
        if not all(isinstance(key, str) and key.isdecimal() for key in seen.children):
            for key in list(common.children):
                if sum(key in part.children for part in parts) < 2:
                    del common.children[key]
        for part in parts:
            _learn(part, common)
    for part in parts:
        _generalize(part)


def _common(parts: Sequence[_Seen]) -> _Seen:
    """All that was seen in any of the parts, without constants that are only in some of them."""
    found = _Seen()
    for part in parts:
        found.kinds |= part.kinds
        found.zero |= part.zero
        found.optional |= part.optional
        found.varies |= part.varies
    for key in dict.fromkeys(key for part in parts for key in part.children):
        having = [part.children[key] for part in parts if key in part.children]
        missing = len(having) < len(parts)
        if not missing or any(child.changes() for child in having):
            found.children[key] = _common(having)
            found.children[key].optional |= missing
    return found


def _learn(part: _Seen, common: _Seen, *, new: bool = False) -> None:
    """Add what changes in the others; to what is new here, everything."""
    part.kinds |= common.kinds
    part.zero |= common.zero
    part.optional |= common.optional
    part.varies |= common.varies
    for key, theirs in common.children.items():
        if key not in part.children:
            if new or theirs.changes():
                part.children[key] = _Seen()
                _learn(part.children[key], theirs, new=True)
        elif theirs.changes():
            _learn(part.children[key], theirs)


def make_layout(engine: Engine[Any, Any], seats: int, options: Any = None, *, positions: int = POSITIONS) -> Layout:
    """Make the layout of what the seats of such a game are shown. ``options`` are the engine's defaults if None."""
    options = engine.options() if options is None else options
    survey = _Survey()
    game = shown = 0
    while shown < positions:
        key = game_key(1, game)
        state = opening(engine, seats, options, key)
        _look(survey, engine, seats, state)
        for step in play(engine, state, key):
            _look(survey, engine, seats, step.after)
            shown += 1
        game += 1
    _generalize(survey.root)
    for kind in Actions(engine, seats, options).kinds:
        for field in kind.fields:
            if len(field.values) <= _MOST_IDS:
                survey.texts.update(value for value in field.values if isinstance(value, str))
    slots = [Slot("seat", (seat,)) for seat in range(seats)]
    constants: list[Constant] = []
    slots += _slots(survey.root, (), False, constants)
    slots += [Slot("stray", (number,)) for number in range(STRAYS)]
    return Layout(
        engine=engine.key,
        version=engine.version,
        seats=seats,
        slots=tuple(slots),
        vocabulary=tuple(sorted(survey.texts)),
        constants=tuple(constants),
    )


def _look(survey: _Survey, engine: Engine[Any, Any], seats: int, state: Any) -> None:
    for seat in range(1 if engine.symmetric_information else seats):
        survey.add(engine.view(state, seat))


def _slots(seen: _Seen, path: Path, optional: bool, constants: list[Constant]) -> Iterator[Slot]:
    optional = optional or seen.optional
    compound = bool(seen.kinds & {dict, list})
    if not compound and not optional and not seen.varies:
        if isinstance(seen.value, str | int):
            constants.append(Constant(path, seen.value))
        return
    if optional and (compound or (int in seen.kinds and seen.zero)):
        yield Slot("present", path)
    if int in seen.kinds:
        yield Slot("count" if optional and not seen.zero else "number", path)
    if bool in seen.kinds:
        yield Slot("flag", path)
    if str in seen.kinds:
        yield Slot("text", path)
    if list in seen.kinds:
        yield Slot("length", path)
    for key in sorted(seen.children, key=lambda key: (isinstance(key, str), key)):
        yield from _slots(seen.children[key], (*path, key), optional, constants)
