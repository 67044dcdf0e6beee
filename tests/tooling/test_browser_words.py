"""Every text is free to change: the tests of the pages name none."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from partie.features.narration.messages import LANGUAGES
from tests.browser.words import CATALOGUES, Words, catalogue

FINDERS = re.compile(
    r"get_by_(text|label|role|title|placeholder|alt_text)|filter|locator|select_option|button|move|match|search"
    r"|(not_)?to_(have_text|contain_text|have_accessible_name|have_accessible_description|have_value)"
)
"""What takes words that are read on a page."""

WORDS = {"name", "label", "has_text", "has_not_text"}
"""The parameters by which they do; others hold roles, selectors, and the like."""

ELSEWHERE = {
    "Partie": "the product's name, the same in every language",
    "account": "part of an address in an email",
    "Rosa": "a person's name, and a colour in German",
    "Speed": "the gallery, which is in no catalogue",
    "Take": "a game that a test writes and installs, in no catalogue",
    "takes": "as `Take`",
    "matches": "as `Take`",
    "stone": "a board that a test writes, in no catalogue",
    "its place": "as `stone`",
    "Has chosen": "a game that is an example, in no catalogue",
    "figure": "what is searched for in the rules of a game",
}
"""Texts of other sources that happen to be in a message, too."""

MODULES = sorted((Path(__file__).parent.parent / "browser").glob("*.py"))


def read_there(tree: ast.AST) -> Iterator[str]:
    """The texts that a module looks for on pages."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if not FINDERS.fullmatch(called):
            continue
        looked_for = [each.value for each in node.keywords if each.arg in WORDS]
        if called not in ("get_by_role", "locator", "select_option"):
            looked_for += node.args
        for each in looked_for:
            yield from _texts(each)


def _texts(node: ast.AST) -> Iterator[str]:
    """The literals of an expression, those of patterns among them; not the keys of messages."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            for part in parts:
                if isinstance(part, ast.Constant):
                    yield from _texts(part)
        case ast.Call(func=ast.Attribute(attr="compile"), args=[pattern, *_]):
            yield from _texts(pattern)
        case ast.BinOp(left=left, right=right):
            yield from _texts(left)
            yield from _texts(right)


def messages() -> str:
    """All messages of all catalogues, one a line."""
    return "\n".join(
        text for name, language in product(CATALOGUES, LANGUAGES) for text in catalogue(name, language).values()
    )


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_a_module_finds_nothing_by_words_of_the_page(module: Path) -> None:
    """Neither whole messages nor parts of them; what people typed themselves is no message."""
    said = messages()
    found = {
        part
        for text in read_there(ast.parse(module.read_text()))
        for part in re.findall(r"[^\W\d_]{3,}(?: [^\W\d_]+)*", text)
        if re.search(rf"\b{re.escape(part)}\b", said)
    }
    assert found - ELSEWHERE.keys() == set()


def test_a_literal_is_seen_wherever_it_stands_in_a_call() -> None:
    """As a name, in a pattern, in a formatted text, and in a text put together."""
    looked_for = """
page.get_by_role("button", name="Take a seat")
page.get_by_text(re.compile("^Take a seat"))
page.locator("b").filter(has_text=f"{name} walks")
expect(main).to_have_text("Walk" + there)
page.get_by_text(words("rail.ready"))
"""
    assert set(read_there(ast.parse(looked_for))) == {"Take a seat", "^Take a seat", " walks", "Walk"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_is_written_and_recognised_with_its_values(language: str) -> None:
    """Whole and within a longer text, with values given and without."""
    words = Words("en" if language == "en" else "de")
    for count in (0, 1, 2, 21):
        text = words("rail.passed", count=count)
        assert str(count) in text or count < 2
        assert words.only("rail.passed").match(text)
        assert words.only("rail.passed", count=count).match(text)
        assert not words.only("rail.passed", count=count + 1).match(text)
        assert Words().like("rail.passed").search(f"({text})")
    with pytest.raises(KeyError):
        words("rail.passed")
    with pytest.raises(KeyError):
        words("rail.no_such_message")
