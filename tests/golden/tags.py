"""The tags and the field names of all that is stored or sent, which stay when classes and modules are renamed or moved.

``python -m tests.golden.tags`` writes the file again. That is for shapes that are new, or changed on purpose: what was
stored under an old name is lost to a build that reads a new one, unless something lifts it.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

import msgspec
from msgspec import Struct
from msgspec.structs import StructConfig

import partie
from partie.cli import repair
from partie.client import client
from partie.cluster import messages
from partie.kit import chance
from partie.table import events, state, upcasters, values
from partie.table.keep import archive, snapshots
from partie.table.show import export
from partie.wire import client_in as inbound
from partie.wire import client_out as outbound
from partie.wire import limits

FILE: Final = Path(__file__).with_name("tags.json")

UNIONS: Final[dict[str, Any]] = {
    "commands": inbound.Do,
    "events of a log": events.Event,
    "inbound": inbound.Inbound,
    "nodes about persons": messages.OfPersons,
    "nodes from operators": messages.FromOperator,
    "outbound": outbound.Outbound,
    "paces": values.TimeControl,
}
"""What may stand in one place, told apart by its tag."""

CHOOSING: Final = UNIONS | {"snapshots": state.Table}
"""Where some fields choose between a few values."""

NUMBERS: Final = {
    "archive": archive.SHAPE,
    "chance": chance.VERSION,
    "event": upcasters.FORMAT,
    "event, asks to hold back": upcasters.CHANGED,
    "event, asks for days": upcasters.LASTING,
    "event, goes on from another table": upcasters.FORKED,
    "event, holds back": upcasters.DELAYED,
    "event, plain": upcasters.PLAIN,
    "file of a log": export.FILE_FORMAT,
    "file of a repair": repair.FILE_FORMAT,
    "snapshot": snapshots.SHAPE,
    "wire": limits.VERSION,
    "wire of the client in Python": client.WIRE,
}
"""The versions of what is stored or sent."""

_KEY: Final = re.compile(r"partie:[^ ]+|\*:[a-z][^ ]*")


class Shape(Struct, frozen=True, order=True, array_like=True):
    """A struct as it is encoded, whatever its class is called. ``strict``: it is read with no fields but these."""

    tag_field: str
    tag: str
    array: bool
    strict: bool
    fields: tuple[str, ...]


class Tags(Struct, frozen=True):
    """All that is pinned, in order.

    ``choices`` are the values between which fields choose. ``shapes`` are of all structs, as often as there are such.
    ``keys`` are what Redis knows keys and channels by, with ``*`` for what varies.
    """

    numbers: dict[str, int]
    unions: dict[str, tuple[Shape, ...]]
    choices: dict[str, tuple[tuple[str | int, ...], ...]]
    shapes: tuple[Shape, ...]
    keys: tuple[str, ...]


def collect() -> Tags:
    """What the code says now."""
    modules = list(_modules())
    return Tags(
        numbers=NUMBERS,
        unions={name: tuple(sorted(map(shape, _members(union)))) for name, union in UNIONS.items()},
        choices={name: tuple(sorted(_choices(place))) for name, place in CHOOSING.items()},
        shapes=tuple(sorted(map(shape, _structs(modules)))),
        keys=tuple(sorted({key for module in modules for key in keys_in(Path(str(module.__file__)).read_text())})),
    )


def load() -> Tags:
    """What is pinned."""
    return msgspec.json.decode(FILE.read_bytes(), type=Tags)


def save(tags: Tags) -> None:
    """Pin it, a shape a line."""
    FILE.write_text(_json(msgspec.to_builtins(tags)) + "\n")


def shape(struct: type[Struct]) -> Shape:
    """How a struct is encoded."""
    config: StructConfig = struct.__struct_config__
    return Shape(
        config.tag_field or "",
        "" if config.tag is None else str(config.tag),
        config.array_like,
        config.forbid_unknown_fields,
        struct.__struct_encode_fields__,
    )


def differences(pinned: Tags, now: Tags) -> list[str]:
    """What is gone and what is new, a line each."""
    found = _changed("number", pinned.numbers.items(), now.numbers.items())
    for name in sorted({*pinned.unions, *now.unions}):
        found += _changed(name, pinned.unions.get(name, ()), now.unions.get(name, ()))
    for name in sorted({*pinned.choices, *now.choices}):
        found += _changed(f"{name}, choice", pinned.choices.get(name, ()), now.choices.get(name, ()))
    found += _changed("struct", pinned.shapes, now.shapes)
    return found + _changed("key", pinned.keys, now.keys)


def keys_in(source: str) -> set[str]:
    """The keys and channels of Redis that code names as a whole."""
    nodes = list(ast.walk(ast.parse(source)))
    parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    return {key for node in nodes if id(node) not in parts and _KEY.fullmatch(key := _text(node))}


def _modules() -> Iterator[ModuleType]:
    # The bench stores and sends nothing of its own.
    for found in pkgutil.walk_packages(partie.__path__, "partie."):
        if not found.name.endswith("__main__") and not found.name.startswith("partie.bench"):
            yield importlib.import_module(found.name)


def _structs(modules: list[ModuleType]) -> list[type[Struct]]:
    """The structs of modules, without those that others are only derived from: their tags are made of their names."""
    found = [
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Struct) and thing.__module__ == module.__name__
    ]
    structs = list(dict.fromkeys(found))
    bases = {base for struct in structs for base in struct.__mro__[1:]}
    return [struct for struct in structs if struct not in bases or not struct.__struct_config__.tag_field]


def _members(union: Any) -> list[type[Struct]]:
    """The structs of a union."""
    return [cast("type[Struct]", member) for member in union.__args__]


def _choices(place: Any) -> set[tuple[str | int, ...]]:
    """The literals of a struct's or a union's fields, and of all that lies in them."""
    found: set[tuple[str | int, ...]] = set()
    seen: set[int] = set()

    def look(thing: Any) -> None:
        if isinstance(thing, msgspec.inspect.LiteralType):
            found.add(tuple(sorted(cast("tuple[str | int, ...]", thing.values), key=str)))
        if isinstance(thing, tuple):
            for part in thing:
                look(part)
        elif isinstance(thing, msgspec.inspect.Type | msgspec.inspect.Field) and id(thing) not in seen:
            seen.add(id(thing))
            for part in thing.__struct_fields__:
                look(getattr(thing, part))

    look(msgspec.inspect.type_info(place))
    return found


def _text(node: ast.AST) -> str:
    """What a string in the code holds, with ``*`` for what is filled in; empty for anything else."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) if isinstance(part, ast.Constant) else "*" for part in parts)
    return ""


def _json(value: Any, indent: str = "") -> str:
    """JSON with an item a line, but for what lies in lists."""
    inner = indent + " "
    match value:
        case {**items}:
            lines = [f"{_shown(name)}: {_json(item, inner)}" for name, item in items.items()]
            return "{\n" + ",\n".join(inner + line for line in lines) + f"\n{indent}}}"
        case [_, *_]:
            return "[\n" + ",\n".join(inner + _shown(item) for item in value) + f"\n{indent}]"
    return _shown(value)


def _changed(what: str, pinned: Any, now: Any) -> list[str]:
    before, after = Counter(pinned), Counter(now)
    gone = [f"{what} gone: {_shown(one)}" for one in (before - after).elements()]
    return gone + [f"{what} new: {_shown(one)}" for one in (after - before).elements()]


def _shown(one: Any) -> str:
    return msgspec.json.encode(one).decode()


if __name__ == "__main__":
    save(collect())
