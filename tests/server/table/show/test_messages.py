"""What is made of a table to be shown."""

from __future__ import annotations

from typing import get_args

import msgspec

from partie.table.show.messages import Forecast, HistoryEntry, Offers, Turn
from partie.wire.client_out import Outbound


def test_a_turn_offers_and_a_forecast_go_out_as_they_are() -> None:
    """They are messages of the wire, so nothing is copied for it."""
    assert {Turn, Offers, Forecast} <= {*get_args(Outbound)}


def test_members_that_hold_their_default_are_left_out() -> None:
    """As in every message."""
    turn = msgspec.to_builtins(Turn("table-1", 9, 1, 8, must=True))
    assert turn == {"t": "turn", "table": "table-1", "seq": 9, "seat": 1, "ask": 8, "must": True}
    assert msgspec.to_builtins(HistoryEntry(9, 1_000, "left")) == {"seq": 9, "at": 1_000, "kind": "left"}
