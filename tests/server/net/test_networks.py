"""What a ban names, and who comes from there."""

from __future__ import annotations

import pytest

from partie.net.networks import Networks, network, parsed


@pytest.mark.parametrize(
    ("named", "meant"),
    [
        ("203.0.113.9", "203.0.113.9/32"),
        ("203.0.113.9/24", "203.0.113.0/24"),
        ("::ffff:203.0.113.9", "203.0.113.9/32"),
        ("::ffff:203.0.113.9/120", "203.0.113.0/24"),
        ("2001:db8::7:1", "2001:db8::/64"),
        ("2001:db8::7:1/128", "2001:db8::7:1/128"),
    ],
)
def test_an_address_means_whom_it_was_given_to(named: str, meant: str) -> None:
    """All that one customer can take, and IPv4 in whatever dress."""
    assert str(network(named)) == meant


@pytest.mark.parametrize(
    ("peer", "around"),
    [
        ("203.0.113.77", {"near", "far"}),
        ("::ffff:203.0.113.77", {"near", "far"}),
        ("203.0.114.1", {"far"}),
        ("2001:db8::42", {"home"}),
        ("2001:db8:0:1::42", set()),
        ("testclient", set()),
    ],
)
def test_who_comes_from_a_network_is_known(peer: str, around: set[str]) -> None:
    """Persons among the targets are no networks."""
    known = Networks({"203.0.113.0/24": "near", "203.0.0.0/16": "far", "2001:db8::/64": "home", "ann": "person"})
    address = parsed(peer)
    assert (set() if address is None else set(known.around(address))) == around
