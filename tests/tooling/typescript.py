"""Tables of an engine's data as TypeScript in the browser client's style."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def literal(value: Any) -> str:
    """A value of the tables as TypeScript in the client's style."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    return f"{{ {', '.join(f'{name(key)}: {literal(item)}' for key, item in value.items())} }}"


def name(key: str) -> str:
    """A key, quoted where TypeScript needs it."""
    return key if key.isidentifier() or (key.isdecimal() and str(int(key)) == key) else f"'{key}'"


def union(kind: str, names: Iterable[str]) -> str:
    """A type that is one of some names."""
    choices = list(map(literal, dict.fromkeys(names)))
    line = f"export type {kind} = {' | '.join(choices)}"
    return line if len(line) <= 120 else f"export type {kind} =" + "".join(f"\n  | {choice}" for choice in choices)


def table(constant: str, kind: str, rows: Mapping[str, Any]) -> str:
    """A table with one entry a line."""
    lines = "".join(f"  {name(key)}: {literal(row)},\n" for key, row in rows.items())
    return f"export const {constant}: {kind} = {{\n{lines}}}"
