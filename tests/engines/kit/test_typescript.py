"""Tables of games as the client's TypeScript."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import UNSET, Struct, UnsetType

from partie.kit.typescript import Interfaces, game_types, literal, name, table, union
from partie.kit.values import one_of
from tests.engines.toys import Toy, toy


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


Suit = Annotated[str, one_of("Suit", ("amber", "blue"))]


class Card(Struct):
    """A ``suit`` and what it counts."""

    suit: Suit
    counts: dict[Suit, tuple[int, bool]]
    named: dict[str, list[Literal["b", "a"]]] = {}
    note: str | UnsetType = UNSET
    above: str | None = None


class Hand(Struct, tag_field="type", tag="hand"):
    """Some cards.

    The first is on top.
    """

    cards: tuple[Card | int, ...]


def test_structs_are_written_as_interfaces_the_parts_first() -> None:
    """A member that may be left out is optional, a map of listed keys need not have them all."""
    writer = Interfaces()
    writer.add(Hand)
    assert writer.interfaces() == [
        "/** A `suit` and what it counts. */\n"
        "export interface Card {\n"
        "  suit: Suit\n"
        "  counts: Partial<Record<Suit, [number, boolean]>>\n"
        "  named?: Record<string, ('a' | 'b')[]>\n"
        "  note?: string\n"
        "  above?: string\n"
        "}\n",
        "/**\n * Some cards.\n *\n * The first is on top.\n */\n"
        "export interface Hand {\n  type: 'hand'\n  cards: (Card | number)[]\n}\n",
    ]
    assert writer.aliases() == ["export type Suit = 'amber' | 'blue'\n"]


def test_members_and_structs_can_be_published_otherwise() -> None:
    """Under another name, and with a type that Python does not know."""
    writer = Interfaces({"Card": "Printed"}, {("Printed", "counts"): "Counts"})
    writer.add(Card)
    (written,) = writer.interfaces()
    assert "export interface Printed {" in written
    assert "  counts: Counts\n" in written


def test_two_structs_of_one_name_are_refused() -> None:
    """Only one of them could be written; so it is with a name for a type."""

    class Card(Struct):
        """Another card."""

    writer = Interfaces()
    writer.add(Hand)
    with pytest.raises(TypeError, match="two structs have the name Card"):
        writer.add(Card)
    with pytest.raises(TypeError, match="the name Hand is taken"):
        writer.alias("Hand", int)


def test_a_type_that_typescript_has_not_is_refused() -> None:
    """As bytes, which no view can hold."""
    writer = Interfaces()
    with pytest.raises(TypeError, match="BytesType"):
        writer.expression(writer.add(bytes))


def test_the_types_of_a_game_name_its_move_and_view() -> None:
    """A game that declares no type of its views has any."""

    class Untyped(Toy):
        view_type = None

    typed, untyped = game_types(toy), game_types(Untyped())
    assert "export type Move =\n  | Bid\n  | Step\n" in typed
    assert "  move?: Move\n" in typed
    assert "export interface View {" in typed
    assert "export type View = { [key: string]: Value }\n" in untyped
    assert untyped.count("export type Value =") == 1
