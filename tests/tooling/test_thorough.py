"""`make soak` checks the laws of every game with more effort than `make test`."""

from __future__ import annotations

import pytest

from partie.kit.conformance import DEFAULT, QUICK, THOROUGH
from partie.kit.conformance.subject import effort_of_environment
from partie.registry import Registry
from tests import thorough


def test_the_laws_of_every_game_are_checked() -> None:
    """Those of the games that come with the service, and those of the examples."""
    files = thorough.files()
    for game in [each.key for each in Registry.load().games()]:
        assert any(file.startswith(f"tests/engines/{game}/") for file in files), game
    assert {"hex", "crumbs"} <= {file.split("/")[2] for file in files if file.startswith("engines/examples/")}


def test_the_environment_goes_before_what_a_test_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Older versions of a game, which usually get less, are checked as thoroughly."""
    monkeypatch.delenv("PARTIE_CONFORMANCE", raising=False)
    assert effort_of_environment(QUICK) == QUICK
    assert effort_of_environment() == DEFAULT
    monkeypatch.setenv("PARTIE_CONFORMANCE", "thorough")
    assert effort_of_environment(QUICK) == THOROUGH
