"""The address of a request behind proxies is the last one that a trusted proxy wrote, whatever the client claims."""

from __future__ import annotations

from typing import Any

import pytest

from partie.net.proxies import Proxies, ProxyHeaders

PROXY, VISITOR, CLAIM = "10.0.0.2", "203.0.113.7", "198.51.100.1"


@pytest.mark.parametrize(
    ("trusted", "hops", "peer", "forwarded", "client"),
    [
        # The proxy is trusted, and wrote the last address; what the visitor sent stands left of it.
        (("10.0.0.2",), 0, PROXY, VISITOR, VISITOR),
        (("10.0.0.2",), 0, PROXY, f"{CLAIM}, {VISITOR}", VISITOR),
        (("10.0.0.0/8",), 0, PROXY, f"{CLAIM},{VISITOR}", VISITOR),
        (("private",), 0, PROXY, f"{CLAIM}, {VISITOR}", VISITOR),
        (("*",), 0, PROXY, f"{CLAIM}, {VISITOR}", VISITOR),
        # Two proxies in a row.
        (("10.0.0.0/8",), 0, PROXY, f"{CLAIM}, {VISITOR}, 10.0.0.3", VISITOR),
        (("*",), 2, PROXY, f"{CLAIM}, {VISITOR}, 192.0.2.9", VISITOR),
        (("10.0.0.2",), 0, PROXY, f"{CLAIM}, {VISITOR}, 10.0.0.3", "10.0.0.3"),
        # A visitor in a trusted network cannot invent an address if the number of proxies is known.
        (("private",), 1, PROXY, f"{CLAIM}, 192.168.1.20", "192.168.1.20"),
        # Fewer addresses than proxies, or none.
        (("*",), 3, PROXY, VISITOR, VISITOR),
        (("*",), 0, PROXY, "", PROXY),
        # Nobody else is believed.
        (("10.0.0.2",), 0, VISITOR, CLAIM, VISITOR),
        ((), 0, PROXY, CLAIM, PROXY),
        # Ports, IPv6, and mapped addresses.
        (("10.0.0.2",), 0, PROXY, f"{VISITOR}:4711", VISITOR),
        (("fd00::/8",), 0, "fd00::2", f"{CLAIM}, [2001:db8::7]:4711", "2001:db8::7"),
        (("10.0.0.2",), 0, "::ffff:10.0.0.2", f"{CLAIM}, {VISITOR}", VISITOR),
        # What is no address was written by no trusted proxy.
        (("10.0.0.2",), 0, PROXY, f"{CLAIM}, unknown", PROXY),
        (("10.0.0.0/8",), 0, PROXY, "<script>, 10.0.0.3", "10.0.0.3"),
    ],
)
def test_the_address_is_counted_from_the_right(
    trusted: tuple[str, ...], hops: int, peer: str, forwarded: str, client: str
) -> None:
    assert Proxies(trusted, hops).client(peer, forwarded) == client


async def served(trusted: str, kind: str, *headers: tuple[bytes, bytes]) -> tuple[str, str]:
    """The address and the scheme that the application sees of a request through a proxy."""
    seen: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    scheme = "http" if kind == "http" else "ws"
    scope = {"type": kind, "client": (PROXY, 5), "scheme": scheme, "headers": list(headers)}
    await ProxyHeaders(app, Proxies((trusted,)))(scope, None, None)  # type: ignore[arg-type]
    return seen[0]["client"][0], seen[0]["scheme"]


async def test_several_headers_count_as_one() -> None:
    """A client cannot hide what the proxy wrote by a header of its own."""
    headers = [(b"x-forwarded-for", CLAIM.encode()), (b"x-forwarded-for", VISITOR.encode())]
    assert await served("*", "http", *headers) == (VISITOR, "http")


@pytest.mark.parametrize(
    ("claimed", "kind", "scheme"),
    [
        ("https", "http", "https"),
        ("https", "websocket", "wss"),
        ("http, https", "http", "https"),
        ("gopher", "http", "http"),
    ],
)
async def test_the_scheme_is_the_one_that_the_proxy_was_reached_by(claimed: str, kind: str, scheme: str) -> None:
    headers = [(b"x-forwarded-proto", claimed.encode()), (b"x-forwarded-for", VISITOR.encode())]
    assert await served("10.0.0.2", kind, *headers) == (VISITOR, scheme)
    assert (await served("10.0.0.9", kind, *headers))[0] == PROXY
