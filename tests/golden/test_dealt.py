"""Tables that went on from a position of another one fold as they did."""

from __future__ import annotations

import pytest

from tests.golden import dealt, games


@pytest.mark.parametrize("name", sorted(path.stem for path in games.files()))
def test_what_was_dealt_anew_is_dealt_so_again(name: str) -> None:
    """From the draws in the log, for ever: an engine that deals otherwise is another version."""
    recorded = dealt.load()[name]
    assert dealt.again(games.load(games.FOLDER / f"{name}.json"), recorded) == recorded


def test_there_are_games_in_which_something_is_dealt_anew() -> None:
    """Those with hands; in the others nothing is hidden but what is yet to be drawn."""
    assert {name.split("-")[0] for name, found in dealt.load().items() if found} == {"nereus"}
