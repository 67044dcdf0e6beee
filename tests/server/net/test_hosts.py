"""Requests count only under a name of the service, so that no page can reach it under a name of its own."""

from __future__ import annotations

import pytest

from partie.net.hosts import Hosts

PUBLIC = "https://games.example.org:8443"


@pytest.mark.parametrize("host", ["192.168.1.5:8000", "[::1]:8000", "127.0.0.1", "localhost:8000", "LOCALHOST."])
@pytest.mark.parametrize("public", ["", PUBLIC])
def test_addresses_always_count(host: str, public: str) -> None:
    """Nobody can make a browser take an address for a page of theirs."""
    assert Hosts(public, machine="box").serves(host, proxied=False)


@pytest.mark.parametrize("proxied", [False, True])
@pytest.mark.parametrize(
    ("host", "served"),
    [
        ("games.example.org", True),
        ("Games.Example.org.:8443", True),
        ("play.example.org", True),
        ("box", False),
        ("evil.example", False),
        ("games.example.org.evil.example", False),
        ("games.example.org@evil.example", False),
        ("", False),
        ("[", False),
    ],
)
def test_where_the_names_are_known_no_other_counts(host: str, served: bool, proxied: bool) -> None:
    """Directly and through a proxy, which may pass on everything."""
    assert Hosts(PUBLIC, ("play.example.org",), "box").serves(host, proxied=proxied) is served


@pytest.mark.parametrize(
    ("host", "proxied", "served"),
    [
        ("games.example.org", True, True),
        ("games.example.org", False, False),
        ("box:8000", False, True),
        ("box.local:8000", False, True),
        ("box.fritz.box", False, True),
        ("", True, False),
    ],
)
def test_where_no_name_is_known_the_machines_own_counts_and_a_proxys(host: str, proxied: bool, served: bool) -> None:
    assert Hosts("", (), "box.home.arpa").serves(host, proxied=proxied) is served
