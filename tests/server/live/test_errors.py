"""What can go wrong between a connection and its table."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final, get_args

import partie.live
from partie.live.errors import PoisonedTable, TableGone
from partie.wire.client_out import GoneCode

SERVER: Final = Path(partie.live.__path__[0]).parent


def raised() -> set[str]:
    """The codes with which the service says that a table is gone, as far as they stand in its text."""
    found = set()
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Name(id="TableGone"), args=[ast.Constant(value=str(code))]):
                    found.add(code)
    return found


def test_every_code_by_which_a_table_is_gone_is_explained() -> None:
    """Where the error is declared, and clients hear of no other."""
    explained = TableGone.__doc__ or ""
    codes = raised()
    assert {"unknown", "private", "broken", "unavailable"} <= codes
    assert codes <= set(get_args(GoneCode))
    assert {code for code in get_args(GoneCode) if f"``{code}``" not in explained} == set()


def test_a_table_that_is_gone_says_why() -> None:
    """By its code, which is also what it is in a log."""
    gone = TableGone("private")
    assert (gone.code, str(gone)) == ("private", "private")


def test_a_poisoned_table_names_itself_and_the_way_out() -> None:
    """An operator reads it."""
    assert "partie repair some-table" in str(PoisonedTable("some-table"))
    assert not issubclass(PoisonedTable, TableGone), "it has to be marked as broken, which a table that is gone was"
