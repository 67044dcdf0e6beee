"""The JSON Schema of a game, and the domains of ids."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
import pytest
from msgspec import Struct

from partie.kit.schema import markdown, schema
from partie.kit.values import one_of, shaped
from tests.engines.toys import Toy, toy


class Pick(Struct, frozen=True, tag_field="type", tag="pick"):
    """Pick a card by its ``suit``.

    As :class:`~partie.kit.engine.Illegal` says.
    """

    suit: Annotated[str, one_of("Suit", ("amber", "blue"))]
    place: Annotated[str, shaped("[a-c][1-3]")]
    discriminator: int = 0


class Picky(Toy):
    """The toy game with another move."""

    move: ClassVar[Any] = Pick


class Other(Struct, frozen=True, tag_field="type", tag="other"):
    """A move with lists of ids under the names of others."""

    suit: Annotated[str, one_of("Suit", ("coral",))]
    named: Annotated[str, one_of("Pick", ("dusk",))]


class Both(Toy):
    """The toy game with two other moves."""

    move: ClassVar[Any] = Pick | Other


def test_a_list_of_ids_stands_once_under_its_title() -> None:
    """Moves and views refer to it; keys of maps, too."""
    document = schema(toy)
    cards = {"$ref": "#/$defs/CardId"}
    assert document["$defs"]["CardId"]["enum"][:2] == ["amber-1", "amber-2"]
    assert document["$defs"]["Bid"]["properties"]["card"] == cards
    assert document["$defs"]["Player"]["properties"]["hand"]["propertyNames"] == cards


def test_a_list_of_ids_whose_title_is_taken_stays_in_place() -> None:
    """A struct of that name is not lost, nor is another list."""
    found = schema(Both())["$defs"]
    assert found["Suit"]["enum"] == ["amber", "blue"]
    assert found["Other"]["properties"]["suit"]["enum"] == ["coral"]
    assert found["Other"]["properties"]["named"]["enum"] == ["dusk"]
    assert found["Pick"]["type"] == "object"


def test_a_schema_reads_like_one_written_by_hand() -> None:
    """Descriptions are Markdown, patterns those of JavaScript, and a member may be called like a keyword."""
    pick = schema(Picky())["$defs"]["Pick"]
    assert pick["description"] == "Pick a card by its `suit`.\n\nAs `Illegal` says."
    assert pick["properties"]["place"]["pattern"] == "^([a-c][1-3])$"
    assert pick["properties"]["discriminator"] == {"type": "integer", "default": 0}
    assert markdown("Takes ``None``.") == "Takes `None`."


@pytest.mark.parametrize("wrong", ["amber\n", "xamber", "amberblue", "", "Amber"])
def test_only_an_id_of_the_list_is_read(wrong: str) -> None:
    """A line feed at the end is no exception."""
    assert msgspec.convert("blue", Annotated[str, one_of("Suit", ("amber", "blue"))]) == "blue"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Annotated[str, one_of("Suit", ("amber", "blue"))])
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Annotated[str, shaped("amber|blue")])


def test_ids_that_a_pattern_would_read_otherwise_are_not_listed() -> None:
    """As those with a dot, which stands for any character."""
    with pytest.raises(ValueError, match=r"a\.b"):
        one_of("Suit", ("amber", "a.b"))
