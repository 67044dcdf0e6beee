"""Positions of Glen More as the service shows them, for tests of the browser client."""

from __future__ import annotations

from typing import Any

import msgspec

from partie.games.glenmore import glenmore
from partie.games.glenmore.state import State, Take
from tests.engines.glenmore.mock_up import mock_up
from tests.engines.glenmore.position import do


def shown(state: State) -> dict[str, Any]:
    """What the seat to act is sent."""
    seat = state.turn.seat
    return {
        "view": msgspec.to_builtins(glenmore.view(state, seat)),
        "legal": msgspec.to_builtins(list(glenmore.legal(state, seat))),
        "offers": msgspec.to_builtins(list(glenmore.offers(state, seat))),
    }


def positions() -> str:
    """The mock-ups' position, the same with a tile in hand, and with the medium fair laid."""
    taking = mock_up()
    found = {
        "take": shown(taking),
        "place": shown(do(taking, Take("1-20"))),
        "activate": shown(do(taking, Take("2-18"))),
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"
