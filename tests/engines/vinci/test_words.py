"""Words and numbers of everything the game can say."""

import json
import re
from pathlib import Path

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.data import DATA, PROVINCES, SEAS, TILES, VERSIONS
from partie.games.vinci.scoring import ITEMS
from partie.kit import transition

ROOM: Path = vinci.room
SOURCES = [path.read_text("utf-8") for path in (Path(transition.__file__), *sorted(ROOM.rglob("*.py")))]
CODE = re.compile(r'Illegal\(\s*"(\w+)"')
RULE = re.compile(r'(?:Illegal\(.*?,|rule=|_check_\w+\(.*?,) ?"([A-Z]\d+)"')
KINDS = [tile for data in VERSIONS.values() for tile in data.tiles.values()]
SCORED = {"provinces", "declined", *(tile.scores for tile in KINDS if tile.scores)}
BILLED = {
    *DATA.conquest.terrain,
    "defenders",
    "fort",
    "militia",
    "mountaineers",
    "from_mountain",
    "from_fort",
    *(f"attack_{tile.against}" for tile in KINDS if tile.against),
}


def words(language: str) -> dict[str, str]:
    """A catalogue."""
    catalogue: dict[str, str] = json.loads((ROOM / f"words.{language}.json").read_text("utf-8"))
    return catalogue


def numbers(language: str) -> list[str]:
    """The numbered rules."""
    return re.findall(r"^### (\S+)", (ROOM / f"rules.{language}.md").read_text("utf-8"), re.MULTILINE)


def keys(language: str, kind: str) -> set[str]:
    """What stands in a catalogue under a kind of keys."""
    return {key.removeprefix(f"{kind}.") for key in words(language) if key.startswith(f"{kind}.")}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_refusal_has_words_and_a_rule(language: str) -> None:
    """Also those that random games never meet, and none has words that nothing says."""
    codes = {code for text in SOURCES for code in CODE.findall(text)}
    assert len(codes) > 20
    assert codes == keys(language, "refused")
    rules = {rule for text in SOURCES for rule in RULE.findall(text)}
    assert len(rules) > 12
    assert rules <= set(numbers(language))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_line_has_words(language: str) -> None:
    """Every happening has a line, and no words are left over."""
    said = {key for text in SOURCES for key in re.findall(r'\.say\(\s*"(\w+)"', text)}
    assert said | {f"scored_{key}" for key in SCORED} == keys(language, "line")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_price_and_gain_has_words(language: str) -> None:
    """Those of the offers, of a bill and of a score."""
    said = {key for text in SOURCES for key in re.findall(r'Line\(\s*"(\w+)"', text)}
    assert said | {f"price_{reason}" for reason in BILLED} | {*ITEMS} == keys(language, "part")


def test_the_result_has_all_that_a_turn_scores_and_what_pairs_and_the_start_bring() -> None:
    """Each once."""
    assert sorted(ITEMS) == sorted({*SCORED, "start", "pairs", "skipped"})


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_item_of_the_result_has_a_name(language: str) -> None:
    """In the order of the result."""
    assert [key.removeprefix("item.") for key in words(language) if key.startswith("item.")] == [*ITEMS]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_thing_has_a_name(language: str) -> None:
    """Tiles, provinces and seas, the latter two as the map and as people call them."""
    assert keys(language, "names.tile") == keys(language, "names.second") == set(TILES)
    assert keys(language, "names.province") == keys(language, "names.local") == set(PROVINCES)
    assert keys(language, "names.sea") == keys(language, "names.water") == set(SEAS)
    assert keys(language, "names.terrain") == set(DATA.conquest.terrain)


def test_provinces_are_called_alike_in_all_languages() -> None:
    """As the map is Latin; no two have the same name, and neither have two tiles."""
    english, german = words("en"), words("de")
    latin = [english[f"names.province.{name}"] for name in PROVINCES]
    assert latin == [german[f"names.province.{name}"] for name in PROVINCES]
    for catalogue in (english, german):
        for kind, things in (("province", PROVINCES), ("local", PROVINCES), ("tile", TILES), ("sea", SEAS)):
            names = [catalogue[f"names.{kind}.{name}"] for name in things]
            assert len(names) == len(set(names))


def test_the_rules_have_the_same_numbers_in_both_languages() -> None:
    """In the same order, none twice, each with some text, and every section counted without a gap."""
    assert numbers("en") == numbers("de")
    assert len(numbers("en")) == len(set(numbers("en"))) == 80
    for language in ("en", "de"):
        text = (ROOM / f"rules.{language}.md").read_text("utf-8")
        for block in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
            heading, _, body = block.partition("\n")
            assert re.fullmatch(r"[A-Z]\d+ \S.*", heading)
            assert len(body.split("\n## ")[0].strip()) > 10
    letters = [number[0] for number in numbers("en")]
    expected = [
        f"{letter}{place}" for letter in dict.fromkeys(letters) for place in range(1, letters.count(letter) + 1)
    ]
    assert numbers("en") == expected
