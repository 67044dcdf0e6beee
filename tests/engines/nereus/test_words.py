"""Words and numbers of everything the game can say."""

import json
import re
from pathlib import Path

import pytest

from partie.games.nereus import nereus
from partie.games.nereus.data import COLOURS, CREW, SCIENCE, SIDES, SLOTS
from partie.games.nereus.rules.crew import RULES
from partie.kit import transition

ROOM: Path = nereus.room
SOURCES = [path.read_text("utf-8") for path in (Path(transition.__file__), *sorted(ROOM.rglob("*.py")))]
CODE = re.compile(r'Illegal\(\s*"(\w+)"(?: if .*? else "(\w+)")?')
RULE = re.compile(r'(?:Illegal\(.*?,|rule=|_may_play\(.*?,) ?"([A-Z]\d+)"')


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
    assert len(codes) > 45
    assert codes == keys(language, "refused")
    rules = {rule for text in SOURCES for rule in RULE.findall(text)} | {rule for row in RULES.values() for rule in row}
    assert len(rules) > 30
    assert rules <= set(numbers(language))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_line_has_words(language: str) -> None:
    """Every happening has a line, and no words are left over."""
    said = {key for text in SOURCES for key in re.findall(r'\.(?:say|confide|say_to_others)\(\s*"(\w+)"', text)}
    assert said == keys(language, "line")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_price_and_gain_has_words(language: str) -> None:
    """Those of the offers and the items of a score."""
    said = {key for text in SOURCES for key in re.findall(r'Line\(\s*"(\w+)"', text)}
    said |= {key for text in SOURCES for key in re.findall(r'": "((?:price|gain)_\w+)"', text)}
    assert said == keys(language, "part")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_thing_has_a_name(language: str) -> None:
    """Crew, treasures, spaces, slots as source and as target, and cards."""
    spaces = {space.id for side in SIDES.values() for row in side.rows.values() for space in row}
    assert keys(language, "names.crew") == set(CREW)
    assert keys(language, "names.treasure") == {*COLOURS, "gem"}
    assert keys(language, "names.space") == spaces
    assert keys(language, "names.slot") == keys(language, "names.to") == {*SLOTS, "gems"}
    assert keys(language, "names.card") == set(SCIENCE)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_two_places_have_the_same_name(language: str) -> None:
    """Two white slots of one hold are told apart, and a slot is called alike wherever it is named."""
    catalogue = words(language)
    for group in (CREW, SCIENCE, SLOTS):
        member = "crew" if group is CREW else "card" if group is SCIENCE else "slot"
        names = [catalogue[f"names.{member}.{name}"] for name in group]
        assert len(names) == len(set(names))
    for slot in SLOTS:
        assert catalogue[f"names.slot.{slot}"] == catalogue[f"names.to.{slot}"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_case_of_a_choice_is_a_thing_of_the_game(language: str) -> None:
    """A sentence that depends on a colour or a crew member knows only real ones, and all or a rest."""
    known = {*COLOURS, "gem", *CREW, "power", "card", "basic", "gold", "improved", "orthogonal", "diagonal"} | {
        "none",
        "other",
    }
    for message in words(language).values():
        for chosen in re.findall(r"\{\w+, select, ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}", message):
            cases = re.findall(r"(\w+) \{(?:[^{}]|\{[^{}]*\})*\}", chosen)
            assert set(cases) <= known
            assert "other" in cases


def test_the_rules_have_the_same_numbers_in_both_languages() -> None:
    """In the same order, none twice, each with some text, and every section counted without a gap."""
    assert numbers("en") == numbers("de")
    assert len(numbers("en")) == len(set(numbers("en"))) == 93
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
