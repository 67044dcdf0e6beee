"""Words and numbers of everything the game can say."""

import json
import re
from pathlib import Path

import pytest

from partie.games.wikinger import wikinger
from partie.games.wikinger.data import DATA, FIGURES, ISLANDS, ROWS, SHIPS, SPACES
from partie.games.wikinger.scoring import large, settle
from partie.kit import transition
from tests.engines.wikinger.position import player

ROOM: Path = wikinger.room
SOURCES = [path.read_text("utf-8") for path in (Path(transition.__file__), *sorted(ROOM.rglob("*.py")))]
CODE = re.compile(r'Illegal\(\s*"(\w+)"(?: if .*? else "(\w+)")?')
RULE = re.compile(r'(?:Illegal\(.*?,|rule=) ?"([A-Z]\d+)"')


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
    codes = {code for text in SOURCES for pair in CODE.findall(text) for code in pair if code}
    assert len(codes) > 20
    assert codes == keys(language, "refused")
    rules = {rule for text in SOURCES for rule in RULE.findall(text)}
    assert len(rules) > 15
    assert rules <= set(numbers(language))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_line_has_words(language: str) -> None:
    """Every happening has a line, and no words are left over."""
    said = {key for text in SOURCES for key in re.findall(r'\.say\(\s*"(\w+)"', text)}
    said |= {f"scored_{item.key}" for item in large(player())}
    said |= {f"end_{item.key}" for item in settle((player(),))[0].items}
    assert said == keys(language, "line")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_price_and_gain_has_words(language: str) -> None:
    """Those of the offers and the items of a score."""
    said = {key for text in SOURCES for key in re.findall(r'Line\(\s*"(\w+)"', text)}
    said |= {f"final_{item.key}" for item in settle((player(),))[0].items}
    assert said == keys(language, "part")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_thing_has_a_name(language: str) -> None:
    """Figures, rows, tiles, special tiles and the spaces of the wheel."""
    assert keys(language, "names.figure") == set(FIGURES)
    assert keys(language, "names.row") == {"ship", *ROWS}
    assert keys(language, "names.tile") == {*ISLANDS, *SHIPS}
    assert keys(language, "names.special") == set(DATA.specials.counts)
    assert keys(language, "names.field") == set(SPACES)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_case_of_a_choice_is_a_thing_of_the_game(language: str) -> None:
    """A sentence that depends on a figure knows only real ones, and all or a rest."""
    for message in words(language).values():
        for chosen in re.findall(r"\{figure, select, ((?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\}", message):
            cases = re.findall(r"(\w+) \{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", chosen)
            assert set(cases) <= {*FIGURES, "other"}
            assert "other" in cases


def test_the_rules_have_the_same_numbers_in_both_languages() -> None:
    """In the same order, none twice, each with some text, and every section counted without a gap."""
    assert numbers("en") == numbers("de")
    assert len(numbers("en")) == len(set(numbers("en"))) == 69
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


@pytest.mark.parametrize("language", ["en", "de"])
def test_points_that_may_be_lost_are_given_as_a_number(language: str) -> None:
    """Minus one is singular too, and must not read as one point won."""
    below = {f"line.end_{item.key}" for item in settle((player(),))[0].items}
    below |= {"line.ended", "part.gain_large", "part.gain_final"}
    for key in below:
        (singular,) = re.findall(r"\{points, plural, (?:=0 \{.*?\} )?one \{([^{}]*)", words(language)[key])
        assert "#" in singular, key
