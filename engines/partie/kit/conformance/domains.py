"""The values that a type allows: for the options games are played with, and for moves that nobody listed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import Struct, inspect
from msgspec.structs import replace

from partie.kit.chance import SeededChance
from partie.kit.values import MAX_INTEGER, canonical, ids_of

MIXES = 4
"""Number of option sets in which every field has a random value."""

NO_ID = "no such id"


def option_sets(options: type[Struct], chance: SeededChance) -> list[Any]:
    """Return the default options, each field changed alone to each of its values, and some random mixtures."""
    default = options()
    domains = {field.name: _settings(field.type, getattr(default, field.name)) for field in _fields(options)}
    sets = [default]
    sets += [replace(default, **{name: value}) for name, values in domains.items() for value in values]
    if domains:
        for _ in range(MIXES):
            mixed = {name: values[chance.pick(range(len(values)))] for name, values in domains.items()}
            sets.append(replace(default, **mixed))
    return list({canonical(settings): settings for settings in sets}.values())


def _fields(struct: type[Struct]) -> Sequence[inspect.Field]:
    info = inspect.type_info(struct)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"{struct!r} is not a struct")
    return info.fields


def _settings(info: inspect.Type, default: Any) -> list[Any]:
    """Return values to try for one option: all of a small domain, the ends of a large one."""
    match info:
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.EnumType(cls=cls):
            return list(cls)
        case inspect.IntType():
            low, high = _bounds(info)
            if low is not None and high is not None and high - low < 5:
                return list(range(low, high + 1))
            return [value for value in (low, default, high) if value is not None]
    return [default]


def _bounds(info: inspect.IntType) -> tuple[int | None, int | None]:
    low = info.ge if info.ge is not None else None if info.gt is None else info.gt + 1
    high = info.le if info.le is not None else None if info.lt is None else info.lt - 1
    return low, high


class MoveDomain:
    """The union of an engine's moves, and the values its fields had in the games that were played."""

    def __init__(self, union: Any, seen: Sequence[Struct]) -> None:
        self._union = union
        self._decoder = msgspec.msgpack.Decoder(union)
        self._seen = seen
        self._naming: dict[tuple[type[Struct], str, str], Struct | None] = {}

    @cached_property
    def strings(self) -> list[str]:
        """Every string that occurred in a move, in a stable order."""
        found: dict[str, None] = {}

        def walk(value: Any) -> None:
            if isinstance(value, str):
                found.setdefault(value)
            elif isinstance(value, Struct):
                for name in value.__struct_fields__:
                    walk(getattr(value, name))
            elif isinstance(value, tuple | list):
                for item in value:
                    walk(item)

        for move in self._seen:
            walk(move)
        return list(found)

    @cached_property
    def _values(self) -> dict[tuple[type[Struct], str], list[Any]]:
        """The values that each field of each kind of move had."""
        found: dict[tuple[type[Struct], str], dict[bytes, Any]] = defaultdict(dict)
        for move in self._seen:
            for name in move.__struct_fields__:
                value = getattr(move, name)
                found[type(move), name].setdefault(canonical(value), value)
        return {at: list(values.values()) for at, values in found.items()}

    def naming(self, ids: Sequence[str]) -> list[Struct]:
        """Return one move of every kind, with each of its string fields set to each of the ids."""
        named = [self._named(kind, name, value) for kind, name in self._string_fields for value in ids]
        return [move for move in named if move is not None]

    @cached_property
    def _string_fields(self) -> list[tuple[type[Struct], str]]:
        """The string fields of the last move of every kind."""
        return [
            (kind, name)
            for kind, move in self._last.items()
            for name in move.__struct_fields__
            if isinstance(getattr(move, name), str)
        ]

    @cached_property
    def _last(self) -> dict[type[Struct], Struct]:
        return {type(move): move for move in self._seen}

    def _named(self, kind: type[Struct], name: str, value: str) -> Struct | None:
        """Return the last move of a kind with an id in a field, made once: the same few return again and again."""
        at = kind, name, value
        if at not in self._naming:
            self._naming[at] = self.admitted(replace(self._last[kind], **{name: value}))
        return self._naming[at]

    def changed(self, move: Struct) -> Iterator[Struct]:
        """Yield the move with one field changed over that field's domain, if it passes decoding from the wire."""
        for field in _fields(type(move)):
            value = getattr(move, field.name)
            candidates = [*self._values.get((type(move), field.name), ()), *self._near(field.type, value)]
            for candidate in candidates:
                if canonical(candidate) != canonical(value):
                    other = self.admitted(replace(move, **{field.name: candidate}))
                    if other is not None:
                        yield other

    def admitted(self, move: Struct) -> Struct | None:
        """Return the move as decoded from the wire, or None if the type does not allow it."""
        return _admitted(self._decoder, move)

    def _near(self, info: inspect.Type, value: Any) -> list[Any]:
        """Return values that the type may allow, near the given one and far from it."""
        match info:
            case inspect.Metadata(type=kind):
                return ids_of(info) or self._near(kind, value)
            case inspect.BoolType():
                return [not value]
            case inspect.IntType():
                return [value - 1, value + 1, 0, -1, MAX_INTEGER, -MAX_INTEGER]
            case inspect.LiteralType(values=values):
                return list(values)
            case inspect.StrType():
                return [*self.strings[:40], "", NO_ID]
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return self._near_list(item, list(value))
            case inspect.UnionType(types=types):
                return [other for kind in types for other in self._near(kind, value)]
            case inspect.NoneType():
                return [None]
        return []

    def _near_list(self, item: inspect.Type, value: list[Any]) -> list[Any]:
        lists = [value[:at] + value[at + 1 :] for at in range(len(value))]
        lists += [[*value[:at], value[at], *value[at:]] for at in range(len(value))]
        lists.append(value[::-1])
        for at, part in enumerate(value):
            lists += [[*value[:at], other, *value[at + 1 :]] for other in self._near(item, part)]
        return [tuple(other) for other in lists]

    def made(self, count: int) -> Sequence[Struct]:
        """Generate moves with hypothesis from the type alone and from ids that have occurred."""
        return _made(self._union, tuple(self.strings), count)


def _admitted(decoder: msgspec.msgpack.Decoder[Any], move: Struct) -> Struct | None:
    try:
        decoded: Struct = decoder.decode(canonical(move))
    except msgspec.ValidationError:
        return None
    return decoded


@lru_cache
def _made(union: Any, strings: tuple[str, ...], count: int) -> Sequence[Struct]:
    """Generate moves: the same for the same arguments, so engines that share a type of moves share these, too."""
    decoder = msgspec.msgpack.Decoder(union)
    found: dict[bytes, Struct] = {}

    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(_strategy(inspect.type_info(union), strings))
    def collect(move: Struct) -> None:
        admitted = _admitted(decoder, move)
        if admitted is not None:
            found[canonical(admitted)] = admitted

    collect()
    return tuple(found.values())


def _strategy(info: inspect.Type, strings: Sequence[str]) -> st.SearchStrategy[Any]:
    match info:
        case inspect.StructType(cls=cls, fields=fields):
            return st.builds(cls, **{field.name: _strategy(field.type, strings) for field in fields})
        case inspect.UnionType(types=types):
            return st.one_of([_strategy(kind, strings) for kind in types])
        case inspect.Metadata(type=kind):
            ids = ids_of(info)
            return st.sampled_from(ids) if ids else _strategy(kind, strings)
        case inspect.StrType(pattern=pattern):
            text = st.text(max_size=8) if pattern is None else st.from_regex(pattern)
            return st.sampled_from(strings) | text if strings else text
        case inspect.IntType():
            low, high = _bounds(info)
            least, most = -MAX_INTEGER if low is None else low, MAX_INTEGER if high is None else high
            small = st.integers(max(least, -1), max(least, -1, min(most, 12)))
            return small.filter(lambda number: number <= most) | st.integers(least, most)
        case inspect.BoolType():
            return st.booleans()
        case inspect.LiteralType(values=values):
            return st.sampled_from(list(values))
        case inspect.EnumType(cls=cls):
            return st.sampled_from(list(cls))
        case inspect.NoneType():
            return st.none()
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return st.lists(_strategy(item, strings), max_size=4).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*[_strategy(item, strings) for item in items])
    raise TypeError(f"a move cannot hold {info}: use structs, tuples, str, int, bool and literals")
