"""Engines by entry points and by name."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from partie.registry import BadEngine, OtherVersion, Registry, UnknownGame
from tests.engines.toys import Toy, toy

TOY = "tests.engines.toys:toy"


def installed(*values: str) -> list[EntryPoint]:
    """Entry points as installed packages declare them."""
    return [EntryPoint(f"entry{number}", value, "partie.engines") for number, value in enumerate(values)]


def test_an_engine_comes_by_its_entry_point() -> None:
    """An installed engine is found under its own key and listed with its source."""
    registry = Registry.load((), installed(TOY))
    assert registry.newest("toy") is toy
    assert registry.games() == [toy]
    assert [(one.key, one.source, one.version) for one in registry.loaded] == [("toy", TOY, 1)]


def test_an_engine_comes_by_name() -> None:
    """An engine can be named without being installed, and twice the same is no harm."""
    registry = Registry.load((TOY, TOY), ())
    assert registry.get("toy", 1) is toy
    assert len(registry.loaded) == 1


def test_an_engine_may_have_another_one_for_the_tables_of_an_older_version() -> None:
    """A table goes on by the rules it was started with."""
    registry = Registry.load(("tests.faults.newer:toy",), ())
    assert registry.versions() == {"toy": (1, 2)}
    assert registry.get("toy", 1) is toy
    assert registry.get("toy", 2) is registry.newest("toy")


def test_the_installed_games_are_there() -> None:
    """Own games come through the same door as those of others: the group's entry points."""
    registry = Registry.load()
    assert {one.source for one in registry.loaded} >= {"partie.games.glenmore:glenmore"}


def test_two_engines_of_one_key_are_refused() -> None:
    """Which of two would play the tables is nothing to leave to chance."""
    registry = Registry.load((TOY,), ())
    with pytest.raises(BadEngine, match=f"key 'toy' is already used by {TOY}"):
        registry.add(Toy(), "elsewhere:toy")


@pytest.mark.parametrize(
    "name", ["nothing.of.this.name:engine", "tests.engines.toys:missing", "partie.config:Settings"]
)
def test_a_named_engine_that_is_none_is_refused(name: str) -> None:
    """The error names what was asked for."""
    with pytest.raises(BadEngine, match=f"cannot load engine {name}"):
        Registry.load((name,), ())


def test_a_broken_package_takes_no_other_game_away() -> None:
    """An installed engine that cannot be imported is reported with its problem; the others are there."""
    registry = Registry.load((), installed("nothing.of.this.name:engine", TOY))
    assert [game.key for game in registry.games()] == ["toy"]
    assert [one.problem for one in registry.loaded if one.problem] == ["ModuleNotFoundError: No module named 'nothing'"]


def test_unknown_games_and_versions_are_told_apart() -> None:
    """Both are lookup errors; a version says whether it is newer than this node."""
    registry = Registry.load((TOY,), ())
    with pytest.raises(UnknownGame):
        registry.get("chess", 1)
    with pytest.raises(OtherVersion) as newer:
        registry.get("toy", 2)
    with pytest.raises(OtherVersion) as older:
        registry.get("toy", 0)
    assert (newer.value.newer, older.value.newer) == (True, False)
    assert isinstance(newer.value, LookupError)
