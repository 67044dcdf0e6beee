"""People who may not enter."""

from __future__ import annotations

import ipaddress

from partie.gateway.bans import Bans, NoBans


def test_where_nobody_keeps_order_everybody_may_come_in() -> None:
    """People and anyone's bots, from anywhere."""
    bans: Bans = NoBans()
    assert not bans.any
    assert bans.banned("somebody", None) is None
    assert bans.banned("b0tabcdefghijklm", ipaddress.ip_address("192.0.2.1"), "its-owner") is None
