"""What the client has from Python is what Python says now: generated files, and fixtures of its tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from partie.cli.types import generated
from partie.registry import Registry
from tests.tooling.client_fixtures import FIXTURES, FOLDER

CLIENT = Path(__file__).parents[2] / "client-web"
GENERATED = generated(Registry.load())
MADE: dict[str, Callable[[], str]] = {
    **{path: partial(GENERATED.__getitem__, path) for path in GENERATED},
    **{str((FOLDER / path).relative_to(CLIENT)): make for path, make in FIXTURES.items()},
}


@pytest.mark.parametrize("path", MADE)
def test_a_file_of_the_client_is_up_to_date(path: str) -> None:
    """After a change `partie types` makes what is generated, and `python -m tests.tooling.client_fixtures` fixtures."""
    assert (CLIENT / path).read_text(encoding="utf-8") == MADE[path]()


def test_no_file_of_the_client_is_left_from_before() -> None:
    """Every file that is named as generated, or as a fixture, is made by something."""
    found = [*(CLIENT / "src").rglob("*generated.ts"), *(CLIENT / "src").rglob("*.fixture.json")]
    assert {str(path.relative_to(CLIENT)) for path in found} == set(MADE)
