"""The printed data of Waters of Nereus that the browser client is given."""

from __future__ import annotations

from partie.games.nereus.client_data import typescript
from partie.games.nereus.data import CREW, DATA
from partie.kit.typescript import literal


def test_every_card_of_the_box_is_in_it() -> None:
    """Each kind of science card and each discovery card has a line of its own."""
    body = typescript()
    for card in (*DATA.science.cards, *DATA.discovery.small, *DATA.discovery.large):
        assert f"\n  {card}: " in body


def test_the_rows_stand_in_the_order_of_the_engine() -> None:
    """The crew members of the client follow each other as in the engine."""
    assert f"CREW: readonly Crew[] = {literal(list(CREW))}" in typescript()
