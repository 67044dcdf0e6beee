"""The positions that the browser client's tests show are those of the engine."""

from __future__ import annotations

from tests.tooling.glenmore_positions import TARGET, positions


def test_the_positions_of_the_client_are_made_from_the_engine() -> None:
    """Whoever changes what the engine shows makes them anew."""
    assert TARGET.read_text(encoding="utf-8") == positions()
