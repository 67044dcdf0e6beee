"""The list of rules that no test names."""

from pathlib import Path

import pytest

from tests.rules import ROOT, report, rooms

RULES = "# Rules\n\n### C1 Costs\nPay.\n\n### C2 Passing\nPass.\n"
TEST = 'import pytest\n\n\n@pytest.mark.rules("C1")\ndef test_costs() -> None:\n    """Costs."""\n'


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """The room of a game with two rules, of which a test names one."""
    (tmp_path / "game").mkdir()
    (tmp_path / "tests").mkdir()
    for language in ("en", "de"):
        (tmp_path / "game" / f"rules.{language}.md").write_text(RULES, "utf-8")
    (tmp_path / "tests" / "test_costs.py").write_text(TEST, "utf-8")
    return tmp_path


def faults(room: Path) -> list[str]:
    """What the report finds."""
    return report(room / "game", room / "tests").faults


# The reports are made in the tests: every process that collects them would read all tests of the games.
@pytest.mark.parametrize("game", rooms(), ids=lambda game: game.name)
def test_every_rule_of_every_game_is_named_by_a_test(game: Path) -> None:
    """And every number that a test names is a rule, in all languages alike."""
    assert report(game, ROOT / "tests" / "engines" / game.name).faults == []


def test_a_rule_that_no_test_names_is_found(room: Path) -> None:
    """With its title."""
    assert faults(room) == ["no test names C2 Passing"]


def test_a_number_that_is_no_rule_is_found(room: Path) -> None:
    """With the test that names it."""
    (room / "tests" / "test_more.py").write_text(TEST.replace("C1", "C2", 1) + TEST.replace("C1", "C9"), "utf-8")
    assert faults(room) == ["test_more.py::test_costs names C9, which is no rule"]


def test_languages_with_other_numbers_are_found(room: Path) -> None:
    """A rule that was forgotten in German."""
    (room / "tests" / "test_more.py").write_text(TEST.replace("C1", "C2"), "utf-8")
    (room / "game" / "rules.de.md").write_text(RULES.replace("C2", "C3"), "utf-8")
    assert faults(room) == ["rules.de.md has other numbers than rules.en.md: ['C2', 'C3']"]
