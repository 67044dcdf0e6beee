"""Positions with their views, moves and offers, on which the browser client's own tests are run.

They are made by random play, which no module of a game may have, and from positions of the engines' tests: so they
belong to the tests, and ``python -m tests.tooling.client_fixtures`` writes all of them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.tooling.client_fixtures import (
    glenmore_choices,
    glenmore_positions,
    nereus_choices,
    nereus_positions,
    vinci_choices,
    wikinger_choices,
)

FOLDER: Final = Path(__file__).parents[3] / "client-web" / "src" / "games"

FIXTURES: Final[Mapping[str, Callable[[], str]]] = {
    "glenmore/board/choices.fixture.json": glenmore_choices.positions,
    "glenmore/board/positions.fixture.json": glenmore_positions.positions,
    "nereus/board/choices.fixture.json": nereus_choices.positions,
    "nereus/board/positions.fixture.json": nereus_positions.positions,
    "vinci/board/choices.fixture.json": vinci_choices.positions,
    "wikinger/board/choices.fixture.json": wikinger_choices.positions,
}
"""From the path of each fixture, below :data:`FOLDER`, to what makes its text."""
