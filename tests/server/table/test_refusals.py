"""The codes of refusals: each is listed, wherever it comes from."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

from partie.table import refusals
from partie.wire import client_out

SOURCES: Final = Path(refusals.__file__).parents[1]

ELSEWHERE: Final = {"bench", "cli", "client", "http", "log", "people"}
"""Packages in which calls of these names are others: what HTTP, Redis and the command line refuse."""

COMMANDS: Final = frozenset(code for codes in refusals.GROUPS.values() for code in codes)

LISTS: Final = {
    "Refused": COMMANDS | {*get_args(client_out.OtherCode)},
    "refuse": COMMANDS | {*get_args(client_out.OtherCode)},
    "TableGone": {*get_args(client_out.GoneCode)},
    "NoPast": {*get_args(client_out.NoPastCode)},
    "Problem": {*get_args(client_out.ProblemCode)},
    "BadFrame": {*get_args(client_out.ProblemCode)},
}
"""By what is called with a code: the list in which it has to stand."""


def test_no_code_stands_in_two_groups() -> None:
    """Each is about one thing."""
    codes = [code for group in refusals.GROUPS.values() for code in group]
    assert len(codes) == len(set(codes)) > 70


@pytest.mark.parametrize("name", LISTS)
def test_every_code_that_the_service_gives_is_listed(name: str) -> None:
    """Those that the types cannot hold, too: what another room refuses goes out as a string."""
    found = {code for path in _sources() for code in _given(path, name)}
    assert found
    assert found <= LISTS[name]


def _sources() -> Iterator[Path]:
    for path in SOURCES.rglob("*.py"):
        if path.relative_to(SOURCES).parts[0] not in ELSEWHERE:
            yield path


def _given(path: Path, name: str) -> Iterator[str]:
    """The codes with which something of that name is called: the first string among what it is given."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and _called(node.func) == name and not _of_http(node):
            codes = next((found for argument in node.args if (found := _strings(argument))), ())
            yield from codes


def _of_http(call: ast.Call) -> bool:
    """A problem with a status, as the routes of features raise it."""
    return bool(call.args) and isinstance(status := call.args[0], ast.Constant) and isinstance(status.value, int)


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _strings(argument: ast.expr) -> tuple[str, ...]:
    """A string, or the two of a choice."""
    match argument:
        case ast.Constant(value=str(text)):
            return (text,)
        case ast.IfExp(body=one, orelse=other):
            return _strings(one) + _strings(other)
    return ()
