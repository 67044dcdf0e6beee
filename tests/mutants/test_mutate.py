"""Mutants of the games are small, have names that last, and are chosen by lot."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from tests.mutants.__main__ import GAMES, LISTED, NUMBER, SEED
from tests.mutants.mutate import chosen, mutants, source
from tests.mutants.trial import ROOMS

RULES = """
def pay(coins, price):
    if coins < price:
        raise ValueError(price)
    return coins - price * 2
"""

TABLE = """
[deal]
source = "page 3"
cards = 5
hidden = true
"""


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A game of one rule and one table."""
    (tmp_path / "pay.py").write_text(RULES, "utf-8")
    (tmp_path / "data.toml").write_text(TABLE, "utf-8")
    return tmp_path


def test_each_mutant_has_one_change(room: Path) -> None:
    """Of a comparison, an operation, a number, a condition, an error, or a value of the table."""
    found = {mutant.name: source(mutant, room) for mutant in mutants(room)}
    assert found.keys() == {
        "pay.py::pay: if coins < price -> never",
        "pay.py::pay: coins < price -> coins <= price",
        "pay.py::pay: raise ValueError(price) -> pass",
        "pay.py::pay: coins - price * 2 -> coins + price * 2",
        "pay.py::pay: price * 2 -> price + 2",
        "pay.py::pay: 2 -> 3",
        "data.toml::deal: cards = 5 -> 6",
        "data.toml::deal: hidden = true -> false",
    }
    assert "if coins <= price:" in found["pay.py::pay: coins < price -> coins <= price"]
    assert tomllib.loads(found["data.toml::deal: cards = 5 -> 6"])["deal"]["cards"] == 6
    original = {"pay.py": ast.unparse(ast.parse(RULES)), "data.toml": TABLE}
    for name, text in found.items():
        lines, before = text.splitlines(), original[name.split("::")[0]].splitlines()
        assert sum(one != other for one, other in zip(lines, before, strict=True)) == 1


def test_other_lines_change_no_name(room: Path) -> None:
    """So what is listed as equivalent stays listed, and the sample nearly the same."""
    before = mutants(room)
    (room / "pay.py").write_text("LIMIT = 9\n" + RULES, "utf-8")
    after = mutants(room)
    assert {mutant.name for mutant in after} - {mutant.name for mutant in before} == {"pay.py::module: 9 -> 10"}
    sample, later = ({mutant.name for mutant in chosen(some, 5, "lot")} for some in (before, after))
    assert len(sample - later) <= 1


@pytest.mark.parametrize("game", GAMES)
def test_what_is_listed_as_equivalent_is_a_mutant(game: str) -> None:
    """Each with a reason; and there are as many mutants as are tried."""
    found = mutants(ROOMS / game)
    names = {mutant.name for mutant in found}
    assert len(names) == len(found)
    listed: dict[str, str] = tomllib.loads(LISTED.read_text("utf-8")).get(game, {})
    assert listed.keys() <= names
    assert all(len(reason) > 20 for reason in listed.values())
    assert len(chosen(found, NUMBER, SEED)) == NUMBER
