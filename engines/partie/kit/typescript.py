"""Writes types and tables of data as TypeScript in the style of the browser client.

A game with a board of its own in the client needs to know there what is printed on its components. Its package may
contain a module ``client_data`` with a function ``client_files() -> Mapping[str, str]``: it maps the path of each file,
below ``src/games/<key>/`` of the client, to its whole text. ``partie types`` writes the files and reports the stale
ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import inspect as types

from partie.kit.engine import Engine
from partie.kit.schema import markdown, parts, plain_name
from partie.kit.values import ids_of

_ESCAPED = str.maketrans({"\\": r"\\", "'": r"\'", "\n": r"\n"})


def literal(value: Any) -> str:
    """Write a value: booleans, integers, text, lists and tuples, and mappings with text keys.

    Raises :class:`TypeError` for any other.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return f"'{value.translate(_ESCAPED)}'"
        case list() | tuple():
            return f"[{', '.join(map(literal, value))}]"
        case Mapping():
            return f"{{ {', '.join(f'{name(key)}: {literal(item)}' for key, item in value.items())} }}"
    raise TypeError(f"cannot write a {type(value).__name__} as TypeScript")


def name(key: str) -> str:
    """Write a key, quoted where TypeScript needs it."""
    return key if key.isidentifier() or (key.isdecimal() and str(int(key)) == key) else literal(key)


def union(kind: str, names: Iterable[str]) -> str:
    """Write a union type of these names."""
    choices = list(map(literal, dict.fromkeys(names)))
    line = f"export type {kind} = {' | '.join(choices)}"
    return line if len(line) <= 120 else f"export type {kind} =" + "".join(f"\n  | {choice}" for choice in choices)


def table(constant: str, kind: str, rows: Mapping[str, Any]) -> str:
    """Write a table with one entry per line."""
    lines = "".join(f"  {name(key)}: {literal(row)},\n" for key, row in rows.items())
    return f"export const {constant}: {kind} = {{\n{lines}}}"


VALUE: Final = """\
/** What a view is made of: no null, no float, no order in a map. */
export type Value = string | number | boolean | Value[] | { [key: string]: Value }
"""


class Interfaces:
    """Writes structs as interfaces. Members that may be left out are optional; none is ever null.

    ``published`` has structs with another name in TypeScript than in Python; ``refined`` what is written for members
    whose Python type is less precise than it could be, by struct and member.
    """

    def __init__(
        self, published: Mapping[str, str] | None = None, refined: Mapping[tuple[str, str], str] | None = None
    ) -> None:
        self._published = published or {}
        self._refined = refined or {}
        self._structs: dict[str, types.StructType] = {}
        self._aliases: dict[str, str] = {}
        """The declarations of named types and lists of ids, by their names."""
        self._named: dict[frozenset[str], str] = {}
        """The names of unions, by their members."""

    def add(self, kind: Any) -> types.Type:
        """Add all structs that a type consists of, the parts before the whole.

        Raises :class:`TypeError` if two of them have the same name.
        """
        info = types.type_info(kind)
        for struct in _structs(info):
            there = self._structs.setdefault(self.title(struct), struct)
            if _origin(there) is not _origin(struct):
                raise TypeError(f"two structs have the name {self.title(struct)}: {there.cls} and {struct.cls}")
        return info

    def alias(self, alias: str, kind: Any) -> None:
        """Add a type under a name of its own, which is written wherever the same union occurs.

        Raises :class:`TypeError` if the name is taken.
        """
        info = self.add(kind)
        written = self.expression(info)
        if written == alias:
            return
        if alias in self._structs or alias in self._aliases:
            raise TypeError(f"the name {alias} is taken")
        members = [self.expression(each) for each in info.types] if isinstance(info, types.UnionType) else []
        if members:
            self._named[frozenset(members)] = alias
            written = "".join(f"\n  | {member}" for member in members)
        self._aliases[alias] = f"export type {alias} ={written if members else f' {written}'}"

    def interfaces(self) -> list[str]:
        """Write all structs, each as one interface."""
        return [self._interface(title, struct) for title, struct in self._structs.items()]

    def aliases(self) -> list[str]:
        """Write what has a name of its own: lists of ids and named types."""
        return [f"{declaration}\n" for declaration in self._aliases.values()]

    def title(self, struct: types.StructType) -> str:
        """Return the name of a struct in TypeScript."""
        plain = plain_name(str(getattr(struct.cls, "__name__", "")))
        return self._published.get(plain, plain)

    def _interface(self, title: str, struct: types.StructType) -> str:
        lines = [f"/**{_comment(documentation(struct.cls))} */", f"export interface {title} {{"]
        if struct.tag_field is not None:
            lines.append(f"  {struct.tag_field}: '{struct.tag}'")
        for field in struct.fields:
            absent = "" if field.required else "?"
            written = self._refined.get((title, field.name)) or self.expression(field.type)
            lines.append(f"  {field.encode_name}{absent}: {written}")
        return "\n".join([*lines, "}\n"])

    def expression(self, kind: types.Type) -> str:
        """Write a type. Raises :class:`TypeError` if TypeScript has none like it."""
        match kind:
            case types.Metadata():
                return self._listed(kind) or self.expression(kind.type)
            case types.StrType():
                return "string"
            case types.BoolType():
                return "boolean"
            case types.IntType():
                return "number"
            case types.LiteralType():
                return " | ".join(map(literal, kind.values))
            case types.StructType():
                return self.title(kind)
            case types.UnionType():
                members = [self.expression(each) for each in kind.types if not isinstance(each, types.NoneType)]
                return self._named.get(frozenset(members)) or " | ".join(members)
            case types.VarTupleType() | types.ListType():
                inner = self.expression(kind.item_type)
                return f"({inner})[]" if " " in inner else f"{inner}[]"
            case types.TupleType():
                return f"[{', '.join(map(self.expression, kind.item_types))}]"
            case types.DictType():
                key = self.expression(kind.key_type)
                record = f"Record<{key}, {self.expression(kind.value_type)}>"
                return record if key == "string" else f"Partial<{record}>"
            case types.AnyType() | types.RawType():
                return "unknown"
        raise TypeError(f"there is no {type(kind).__name__} in TypeScript yet")

    def _listed(self, kind: types.Metadata) -> str:
        """Write a list of ids by its title, which becomes an alias; nothing if the type is none."""
        ids = ids_of(kind)
        if not ids:
            return ""
        title = str((kind.extra_json_schema or {}).get("title", ""))
        if title and title not in self._structs:
            declaration = union(title, ids)
            if self._aliases.setdefault(title, declaration) == declaration:
                return title
        return " | ".join(map(literal, ids))


def _origin(struct: types.StructType) -> Any:
    return getattr(struct.cls, "__origin__", struct.cls)


def _structs(kind: types.Type) -> Iterator[types.StructType]:
    match kind:
        case types.StructType():
            for field in kind.fields:
                yield from _structs(field.type)
            yield kind
        case types.UnionType():
            for inner in kind.types:
                yield from _structs(inner)
        case types.VarTupleType() | types.ListType():
            yield from _structs(kind.item_type)
        case types.TupleType():
            for inner in kind.item_types:
                yield from _structs(inner)
        case types.DictType():
            yield from _structs(kind.value_type)
        case types.Metadata():
            yield from _structs(kind.type)


def documentation(struct: Any) -> str:
    """Return the docstring of a struct as Markdown."""
    return markdown(getattr(struct, "__origin__", struct).__doc__ or "")


def _comment(text: str) -> str:
    """Format a comment: on the same line, or on lines of its own when it has several."""
    if "\n" not in text:
        return f" {text}"
    return "".join(f"\n * {line}".rstrip() for line in text.splitlines()) + "\n"


def game_types(engine: Engine[Any, Any]) -> str:
    """Write all types of a game that its clients need (see :func:`partie.kit.schema.parts`)."""
    named = {name.capitalize(): kind for name, (kind, _) in parts(engine).items()}
    writer = Interfaces()
    for kind in named.values():
        writer.add(kind)
    for alias in ("Move", "View", "Options"):
        if alias in named:
            writer.alias(alias, named[alias])
    interfaces = writer.interfaces()
    return "\n".join(
        [
            f"// The types of the game {engine.key}, version {engine.version}, by `partie types {engine.key}`.\n",
            *([] if "View" in named else [VALUE, "export type View = { [key: string]: Value }\n"]),
            *writer.aliases(),
            *interfaces,
        ]
    )
