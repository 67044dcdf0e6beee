"""The printed data that the browser client is given."""

from __future__ import annotations

from partie.games.glenmore.client_data import typescript


def test_every_tile_of_the_box_is_in_it() -> None:
    """All 72 tiles are listed, each on a line of its own."""
    body = typescript().partition("export const TILES")[2]
    assert body.count("kind: ") == 72
