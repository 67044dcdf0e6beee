"""The printed data that the browser client is given."""

from __future__ import annotations

from tests.tooling.glenmore_data import TARGET, typescript
from tests.tooling.typescript import literal


def test_the_clients_tiles_are_those_of_the_engine() -> None:
    """The committed TypeScript is what the generator prints; run it again after a change of the tables."""
    assert TARGET.read_text(encoding="utf-8") == typescript()


def test_every_tile_of_the_box_is_in_it() -> None:
    """All 72 tiles are listed, each on a line of its own."""
    body = typescript().partition("export const TILES")[2]
    assert body.count("kind: ") == 72


def test_values_are_written_as_typescript() -> None:
    """Truth values, text, numbers, lists and tables read as the client's language."""
    assert literal({"a": True, "b-c": [1, "x"]}) == "{ a: true, 'b-c': [1, 'x'] }"
