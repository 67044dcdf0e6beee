"""Numbers for moves: a number means the same move in every position of an engine's games.

The moves of an engine are a union of structs. The numbers are blocks, one for each kind of move in the order of the
union; within a block, one for each combination of values of its fields. So no two moves share a number, and there are
numbers for moves that can never be made.

The values of a field come from its type if that has few (a ``Literal``, an ``enum``, a ``bool``, an ``int`` with
bounds, the ids of :func:`partie.kit.values.one_of`, tuples of a fixed length of these); else from
:meth:`partie.kit.engine.Engine.domains`; else, where an engine declares nothing, from random games, in which a rare
value may be missing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from msgspec import Struct, inspect

from partie.kit.engine import Engine
from partie.kit.playout import game_key, opening, play
from partie.kit.values import canonical, ids_of

GAMES = 20
"""How many random games show the values of fields that nothing declares."""

_SMALL = 4096
"""A type with more values than these does not limit a field."""


class OutsideDomain(ValueError):
    """A move has a value that its field's domain lacks, so that there is no number for it.

    ``field`` is the field as ``kind.field``; empty if the kind of move is unknown.
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class Field(Struct, frozen=True):
    """One field of a kind of move, with its values in the order in which they are numbered.

    ``seen``: nothing declares the values, they are those that random games had.
    """

    name: str
    values: tuple[Any, ...]
    seen: bool = False


class Kind(Struct, frozen=True):
    """One kind of move. Its numbers begin at ``first``."""

    struct: type[Struct]
    tag: str
    fields: tuple[Field, ...]
    first: int

    @property
    def size(self) -> int:
        """How many moves of this kind there are."""
        return prod(len(field.values) for field in self.fields)


class Actions:
    """The moves of an engine for a number of seats and a set of options, numbered from 0."""

    def __init__(self, engine: Engine[Any, Any], seats: int, options: Any) -> None:
        """Number all moves. ``options`` are the engine's defaults if None."""
        settings = engine.options() if options is None else options
        self.kinds: tuple[Kind, ...] = tuple(_kinds(engine, seats, settings))
        self.size = sum(kind.size for kind in self.kinds)
        self._kind = {kind.struct: kind for kind in self.kinds}
        self._places = {
            kind.struct: tuple(
                (each.name, {_key(value): at for at, value in enumerate(each.values)}) for each in kind.fields
            )
            for kind in self.kinds
        }
        self._numbers: dict[Any, int] = {}

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that differ when the numbers mean something else."""
        meaning = [[kind.tag, [[each.name, list(each.values)] for each in kind.fields]] for kind in self.kinds]
        return hashlib.blake2b(canonical(meaning), digest_size=8).hexdigest()

    @property
    def seen(self) -> tuple[str, ...]:
        """The fields whose values nothing declares, as ``kind.field``."""
        return tuple(f"{kind.tag}.{each.name}" for kind in self.kinds for each in kind.fields if each.seen)

    def number(self, move: Any) -> int:
        """Return the number of a move. Raises :class:`OutsideDomain` if it has none."""
        try:
            found = self._numbers.get(move)
        except TypeError:  # a list in it, which cannot be hashed
            return self._number(move)
        if found is None:
            found = self._numbers[move] = self._number(move)
        return found

    def _number(self, move: Any) -> int:
        kind = type(move)
        if kind not in self._kind:
            raise OutsideDomain(f"{move!r} is of no kind of move that the engine names")
        number = 0
        for name, places in self._places[kind]:
            value = getattr(move, name)
            place = places.get(_key(value))
            if place is None:
                tag = self._kind[kind].tag
                raise OutsideDomain(
                    f"no number for {move!r}: {value!r} is not in the domain of {tag}.{name}; Engine.domains() should "
                    f"have it there",
                    f"{tag}.{name}",
                )
            number = number * len(places) + place
        return self._kind[kind].first + number

    def move(self, number: int) -> Any:
        """Return the move with a number. Raises :class:`IndexError` if there is none."""
        if not 0 <= number < self.size:
            raise IndexError(f"there are moves 0 to {self.size - 1}, not {number}")
        kind = next(kind for kind in reversed(self.kinds) if kind.first <= number and kind.size)
        rest = number - kind.first
        values = {}
        for field in reversed(kind.fields):
            rest, place = divmod(rest, len(field.values))
            values[field.name] = field.values[place]
        return kind.struct(**values)


def _key(value: Any) -> Any:
    """Return what stands for a value in a dict, where 1 and True differ and lists can be found."""
    if isinstance(value, bool):
        return (bool, value)
    return canonical(value) if isinstance(value, list) else value


def _kinds(engine: Engine[Any, Any], seats: int, options: Any) -> Iterator[Kind]:
    declared = engine.domains(seats, options)
    structs = _structs(inspect.type_info(engine.move))
    unknown = set(declared)
    missing: list[tuple[type[Struct], str]] = []
    found: dict[tuple[type[Struct], str], Sequence[Any]] = {}
    for struct in structs:
        for field in struct.fields:
            names = (f"{_tag(struct)}.{field.name}", field.name)
            named = next((name for name in names if name in declared), None)
            values = _values(field.type)
            if named is not None:
                unknown.discard(named)
                values = list(declared[named])
            if values is None:
                missing.append((struct.cls, field.name))
            else:
                found[struct.cls, field.name] = values
    if unknown:
        raise ValueError(f"{engine.key}: domains() names fields that no move has: {', '.join(sorted(unknown))}")
    if missing:
        found |= _seen(engine, seats, options, missing)
    first = 0
    for struct in structs:
        fields = tuple(
            Field(
                each.name,
                tuple({_key(value): value for value in found[struct.cls, each.name]}.values()),
                (struct.cls, each.name) in missing,
            )
            for each in struct.fields
        )
        kind = Kind(struct.cls, _tag(struct), fields, first)
        first += kind.size
        yield kind


def _structs(info: inspect.Type) -> list[inspect.StructType]:
    match info:
        case inspect.UnionType(types=types):
            return [struct for each in types for struct in _structs(each)]
        case inspect.StructType():
            return [info]
    raise TypeError(f"moves are structs, not {info}")


def _tag(struct: inspect.StructType) -> str:
    return str(struct.tag) if struct.tag is not None else struct.cls.__name__


def _values(info: inspect.Type) -> list[Any] | None:
    """The values that a type allows, if they are few."""
    found: list[Any] | None = None
    match info:
        case inspect.Metadata(type=inner):
            return ids_of(info) or _values(inner)
        case inspect.BoolType():
            return [False, True]
        case inspect.NoneType():
            return [None]
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.EnumType(cls=cls):
            return list(cls)
        case inspect.IntType():
            low = info.ge if info.ge is not None else None if info.gt is None else info.gt + 1
            high = info.le if info.le is not None else None if info.lt is None else info.lt - 1
            if low is not None and high is not None and high - low < _SMALL:
                found = list(range(low, high + 1))
        case inspect.UnionType(types=types):
            parts = [_values(each) for each in types]
            if all(part is not None for part in parts):
                found = [value for part in parts for value in part or ()]
        case inspect.TupleType(item_types=types):
            parts = [_values(each) for each in types]
            if all(part is not None for part in parts) and prod(len(part or ()) for part in parts) <= _SMALL:
                found = list(product(*(part or () for part in parts)))
    return found


def _seen(
    engine: Engine[Any, Any], seats: int, options: Any, missing: Sequence[tuple[type[Struct], str]]
) -> dict[tuple[type[Struct], str], list[Any]]:
    """The values that fields have in random games; of numbers also those between the lowest and the highest."""
    found: dict[tuple[type[Struct], str], dict[bytes, Any]] = {at: {} for at in missing}
    wanted: dict[type[Struct], list[str]] = {}
    for cls, name in missing:
        wanted.setdefault(cls, []).append(name)
    for game in range(GAMES):
        key = game_key(0, game)
        for step in play(engine, opening(engine, seats, options, key), key):
            for seat in range(seats):
                for move in engine.legal(step.before, seat):
                    for name in wanted.get(type(move), ()):
                        value = getattr(move, name)
                        found[type(move), name].setdefault(canonical(value), value)
    return {at: _in_order(list(values.values())) for at, values in found.items()}


def _in_order(values: list[Any]) -> list[Any]:
    if values and all(type(value) is int for value in values):
        return list(range(min(values), max(values) + 1))
    return sorted(values, key=canonical)
