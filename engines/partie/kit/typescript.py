"""Writes tables of a game's data as TypeScript in the style of the browser client, for its ``client_data``.

A game with a board of its own in the client needs to know there what is printed on its components. Its package may
contain a module ``client_data`` with a function ``client_files() -> Mapping[str, str]``: it maps the path of each file,
below ``src/games/<key>/`` of the client, to its whole text. ``partie types`` writes the files and reports the stale
ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

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
