"""The guide to adding a game says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from partie.kit import Engine, limits
from partie.kit.conformance.recorded import RECORD
from partie.kit.values import MAX_LIST

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "developing" / "adding-a-game.md").read_text("utf-8")
WORDS = (ROOT / "client-web" / "src" / "i18n" / "words.ts").read_text("utf-8")

PROPERTIES = set(
    re.findall(r"^ *(--[a-z0-9-]+):", (ROOT / "client-web/src/tokens.css").read_text("utf-8"), re.MULTILINE)
)
"""The custom properties of the page."""


def section(title: str) -> str:
    """The part of the guide below a heading."""
    return GUIDE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def first_cells(text: str) -> list[str]:
    """What stands as code in the first cells of a table."""
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def test_the_keys_of_words_in_the_guide_are_those_that_the_client_reads() -> None:
    """None is missing and none made up, whatever its parts are called."""
    read = re.findall(r"\b(?:raw|has|pieces)\(\s*[`']([a-z][^`']*)[`']", WORDS)
    read += re.findall(r"= `(\w+\.\$\{code\})`", WORDS)
    known = {re.sub(r"\$\{[^}]+\}", "*", key) for key in read}
    listed = {re.sub(r"<[^>]+>", "*", key) for key in first_cells(section("Add words and rules"))}
    assert {"name", "about", "line.*", "move.*", "names.*.*"} <= known
    assert listed == known


def test_the_six_methods_of_the_guide_are_those_without_a_default() -> None:
    """In the order in which the engine declares them, as in its docstring's promise."""
    methods = first_cells(section("Register an engine"))
    assert set(methods) == Engine.__abstractmethods__
    assert "all methods but the first six have defaults" in (Engine.__doc__ or "").lower()
    declared = [name for name in vars(Engine) if name in Engine.__abstractmethods__]
    assert methods == declared


def test_the_methods_for_hidden_things_are_those_of_the_engine() -> None:
    """All three have defaults, for games without secrets."""
    methods = first_cells(section("Hide things"))
    assert methods == [name for name in vars(Engine) if name in methods]
    assert not {*methods} & Engine.__abstractmethods__


def test_the_limits_in_the_guide_are_those_of_the_kit() -> None:
    """As numbers that people read."""
    rules = section("Keep to the rules of engines")
    assert f"at most {limits.MAX_VIEW // 1024} KiB" in rules
    assert f"{limits.MAX_LEGAL:,} legal moves" in rules
    assert f"at most {limits.MAX_MOVE // 1024} KiB" in rules
    assert re.search(rf"lists of at most {MAX_LIST}\s", rules)


def test_the_guide_tells_how_games_are_recorded() -> None:
    """With the variable that the suite reads."""
    assert f"{RECORD}=1 pytest" in section("Change the rules later")


def test_the_format_of_rules_in_the_guide_is_that_of_the_games() -> None:
    """Its headings of rules are read by the suite and by the client."""
    numbered = re.compile(r"^ *### ([A-Z]+\d+[a-z]?) .+$", re.MULTILINE)
    assert numbered.findall(section("Add words and rules"))
    for path in (ROOT / "engines" / "partie" / "games").glob("*/rules.*.md"):
        text = path.read_text("utf-8")
        assert len(numbered.findall(text)) == len(re.findall(r"^### ", text, re.MULTILINE)), path


def test_the_properties_of_the_guide_are_those_of_the_page() -> None:
    """A name that is not there is found by nobody: a style with it has no effect, or always the same one."""
    listed = set(re.findall(r"`(--[a-z][a-z0-9-]*)`", section("Draw a board")))
    assert {"--paper", "--ink", "--can", "--seat-stag"} <= listed
    assert listed <= PROPERTIES


@pytest.mark.parametrize("folder", ["engines/examples", "server/partie/cli/_template"])
def test_boards_to_learn_from_use_properties_that_are_there(folder: str) -> None:
    """Those of the page, or such as they set themselves."""
    boards = [path for path in (ROOT / folder).rglob("board/*") if path.suffix in (".css", ".js")]
    assert boards
    for path in boards:
        text = path.read_text("utf-8")
        script = path.with_suffix(".js").read_text("utf-8")
        own = set(re.findall(r"setProperty\('(--[a-z-]+)'", script))
        assert set(re.findall(r"var\((--[a-z0-9-]*[a-z0-9])[,)]", text)) <= PROPERTIES | own, path


@pytest.mark.parametrize("game", ["crumbs", "hex"])
def test_the_examples_of_the_guide_are_small(game: str) -> None:
    """Under 400 lines each, with their boards, and without what people read."""
    room = ROOT / "engines" / "examples" / game / f"partie_{game}"
    code = [path for path in room.rglob("*.*") if path.suffix in (".css", ".js", ".py", ".svg")]
    assert {path.name for path in code} >= {"__init__.py", "board.js", "board.css", "icon.svg"}
    assert sum(len(path.read_text("utf-8").splitlines()) for path in code) < 400
    assert f"engines/examples/{game}/partie_{game}/__init__.py" in GUIDE
