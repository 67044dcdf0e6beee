"""Golden games tell what they told: lines, offers with prices and gains, forecasts, and what is hidden from whom."""

from pathlib import Path

import pytest

from tests.golden import games, told


@pytest.mark.parametrize("path", games.files(), ids=lambda path: path.stem)
def test_a_golden_game_tells_what_it_told(path: Path) -> None:
    """Otherwise ``python -m tests.golden.told`` records it, once the change is meant."""
    told.check(path, told.kept()[path.stem])


def test_another_price_is_noticed() -> None:
    """The event is named."""
    path = games.files("glenmore")[0]
    recorded = told.kept()[path.stem]
    with pytest.raises(games.Differs, match="event 7"):
        told.check(path, [*recorded[:7], "00000000", *recorded[8:]])
