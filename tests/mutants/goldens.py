"""The golden games of the game whose mutants run, in this process: what a subprocess folds would not be the mutant."""

import os
from pathlib import Path

import pytest

from tests.golden import games, told


@pytest.mark.parametrize("path", games.files(os.environ.get("PARTIE_MUTANTS", "glenmore")), ids=lambda path: path.stem)
def test_a_golden_game_folds_as_it_did(path: Path) -> None:
    """Its views, its legal moves, its result and its states."""
    games.check(path)


@pytest.mark.parametrize("path", games.files(os.environ.get("PARTIE_MUTANTS", "glenmore")), ids=lambda path: path.stem)
def test_a_golden_game_tells_what_it_told(path: Path) -> None:
    """Its lines, offers, forecasts and secrets."""
    told.check(path, told.kept()[path.stem])
