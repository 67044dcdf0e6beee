"""Tables of games as the client's TypeScript."""

from __future__ import annotations

import pytest

from partie.kit.typescript import literal, name, table, union


def test_values_are_written_as_typescript() -> None:
    """Truth values, text, numbers, lists and tables read as the client's language."""
    assert literal({"a": True, "b-c": [1, "x"]}) == "{ a: true, 'b-c': [1, 'x'] }"


def test_text_is_escaped() -> None:
    """Quotes, backslashes and ends of lines stay within the text."""
    assert literal("it's a \\\n") == r"'it\'s a \\\n'"


def test_a_value_that_no_table_holds_is_refused() -> None:
    """Neither null nor broken numbers are written."""
    for value in (None, 0.5):
        with pytest.raises(TypeError, match=type(value).__name__):
            literal(value)


def test_keys_are_quoted_where_typescript_needs_it() -> None:
    """Names and whole numbers stand as they are."""
    assert [name(key) for key in ("sheep", "12", "012", "1-20")] == ["sheep", "12", "'012'", "'1-20'"]


def test_types_and_tables_have_the_form_of_the_client() -> None:
    """A short union is one line and names each once; a table has an entry a line."""
    assert union("Good", ["wood", "stone", "wood"]) == "export type Good = 'wood' | 'stone'"
    assert union("Long", [f"a-name-that-is-long-{number}" for number in range(9)]).count("\n  | ") == 9
    assert table("GOODS", "Goods", {"wood": 1}) == "export const GOODS: Goods = {\n  wood: 1,\n}"
