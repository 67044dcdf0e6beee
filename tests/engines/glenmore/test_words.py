"""Words and numbers of everything the game can say."""

import json
import re
from pathlib import Path

import pytest

from partie.games.glenmore import glenmore
from partie.games.glenmore.data import TILES
from partie.games.glenmore.land import RULE

ROOM: Path = glenmore.room
SOURCES = [path.read_text("utf-8") for path in sorted(ROOM.rglob("*.py"))]


def words(language: str) -> dict[str, str]:
    """A catalogue."""
    catalogue: dict[str, str] = json.loads((ROOM / f"words.{language}.json").read_text("utf-8"))
    return catalogue


def numbers(language: str) -> list[str]:
    """The numbered rules."""
    return re.findall(r"^### (\S+)", (ROOM / f"rules.{language}.md").read_text("utf-8"), re.MULTILINE)


def refusals() -> list[tuple[str, str]]:
    """Every code with its rule that the sources raise."""
    found = [pair for text in SOURCES for pair in re.findall(r'Illegal\("(\w+)", "(\w+)"', text)]
    places = [pair for text in SOURCES for pair in re.findall(r'\("(no_place\w*)", "(\w+)"\)', text)]
    return [*found, *places, *RULE.items(), ("wrong_step", "A1")]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_refusal_has_words_and_a_rule(language: str) -> None:
    """Also those that random games never meet."""
    found = refusals()
    assert len(found) > 40
    assert {f"refused.{code}" for code, _ in found} == {key for key in words(language) if key.startswith("refused.")}
    assert {rule for _, rule in found} <= set(numbers(language))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_line_has_words(language: str) -> None:
    """Every happening has a line; the settlement's items are named one by one."""
    said = {key for text in SOURCES for key in re.findall(r'say\(\s*"(\w+)"', text)}
    said |= {f"settled_{item}" for item in ("iona_abbey", "loch_morar", "duart_castle")}
    assert {f"line.{key}" for key in said} == {key for key in words(language) if key.startswith("line.")}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_price_and_gain_has_words(language: str) -> None:
    """Those of the offers and the items of a score."""
    (offers,) = (text for text in SOURCES if text.startswith('"""What could be done'))
    said = set(re.findall(r'_line\(\s*"(\w+)"', offers))
    parts = {key.removeprefix("part.") for key in words(language) if key.startswith("part.")}
    items = {"points", "whisky", "chieftains", "cards", "iona_abbey", "loch_morar", "duart_castle", "coins", "tiles"}
    assert parts == said | items


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_tile_has_a_name(language: str) -> None:
    """As a tile, as a tile of the seat in a move, and as a card if it has one."""
    catalogue = words(language)
    for tile in TILES.values():
        for member in ("tile", "plot", "to"):
            assert catalogue[f"names.{member}.{tile.id}"]
        assert (f"names.card.{tile.id}" in catalogue) is tile.card


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_two_tiles_have_the_same_name(language: str) -> None:
    """Two quarries on the track or in one land are told apart, in a move, the history and the view alike."""
    catalogue = words(language)
    for tile in TILES.values():
        assert len({catalogue[f"names.{member}.{tile.id}"] for member in ("tile", "plot", "to")}) == 1
    labels = [catalogue[f"names.tile.{tile.id}"] for tile in TILES.values() if tile.stack != "S"]
    assert len(labels) == len(set(labels))


@pytest.mark.rules("P2")
@pytest.mark.parametrize(("language", "river", "road"), [("en", "river", "road"), ("de", "Fluss", "Straße")])
def test_the_name_of_a_tile_says_whether_river_or_road_runs_over_it(language: str, river: str, road: str) -> None:
    """So one knows where it may lie; a start village, which has both and lies already, says nothing."""
    catalogue = words(language)
    for tile in TILES.values():
        name = catalogue[f"names.tile.{tile.id}"]
        assert (river in name, road in name) == ((tile.river, tile.road) if tile.stack != "S" else (False, False))


def test_the_rules_have_the_same_numbers_in_both_languages() -> None:
    """In the same order, none twice, each with some text."""
    assert numbers("en") == numbers("de")
    assert len(numbers("en")) == len(set(numbers("en")))
    for language in ("en", "de"):
        text = (ROOM / f"rules.{language}.md").read_text("utf-8")
        for block in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
            heading, _, body = block.partition("\n")
            assert re.fullmatch(r"[A-Z]\d+ \S.*", heading)
            assert len(body.split("\n## ")[0].strip()) > 10


def test_the_questions_of_the_rules_keep_their_numbers() -> None:
    """The 52 questions that the rule text leaves open or answers in passing."""
    asked = {"P": 8, "C": 7, "W": 7, "A": 10, "M": 4, "T": 11, "D": 3, "S": 2}
    expected = {f"{letter}{number}" for letter, last in asked.items() for number in range(1, last + 1)}
    assert len(expected) == 52
    assert expected <= set(numbers("en"))
