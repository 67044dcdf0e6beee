"""Peers that are turned away as they are accepted."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from partie.net import addresses
from partie.net import listener as module
from partie.net.arrival import ArrivalProtocol
from partie.net.listener import Listener
from tests.fixtures.service import StartNode
from tests.server.net.test_arrival import ended

SPENT = 1e9
"""Points that no address works off while a test runs."""


@pytest.fixture
def place() -> Iterator[socket.socket]:
    """A socket that listens."""
    with addresses.listen("127.0.0.1", 0) as found:
        found.setblocking(False)
        yield found


def peer(of: socket.socket) -> socket.socket:
    """A peer that has connected."""
    return socket.create_connection(of.getsockname(), timeout=5)


def test_a_peer_that_is_turned_away_is_closed_and_the_next_accepted(place: socket.socket) -> None:
    """What decides gets its address."""
    came: list[str] = []

    def turns_away(address: str) -> bool:
        came.append(address)
        return len(came) == 1

    with Listener(place, turns_away) as listener, peer(place) as first, peer(place) as second:
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getpeername() == second.getsockname()
        assert first.recv(1) == b""
    assert came == ["127.0.0.1"] * 2


def test_turning_peers_away_keeps_nobody_waiting(place: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some of them everything else has its turn."""
    monkeypatch.setattr(module, "AT_ONCE", 2)
    turned_away: list[str] = []

    def turns_away(address: str) -> bool:
        turned_away.append(address)
        return True

    with Listener(place, turns_away) as listener, peer(place), peer(place), peer(place):
        with pytest.raises(BlockingIOError):
            listener.accept()
        assert len(turned_away) == 2


def test_peers_without_an_address_are_accepted(tmp_path: Path) -> None:
    """Those of a socket in the file system come from this machine."""
    with socket.socket(socket.AF_UNIX) as place, socket.socket(socket.AF_UNIX) as one:
        place.bind(str(tmp_path / "socket"))
        place.listen()
        with Listener(place, lambda _: True) as listener:
            one.connect(str(tmp_path / "socket"))
            accepted, _ = listener.accept()
            accepted.close()


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",)])
async def test_an_address_that_goes_on_after_its_budget_is_spent_is_not_even_accepted(
    start_node: StartNode, proxies: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it is a proxy's, which brings others."""
    node = await start_node(trusted_proxies=proxies)
    node.core.limiter.charge("", "127.0.0.1", SPENT)
    made = 0
    make = ArrivalProtocol.connection_made

    def counted(protocol: ArrivalProtocol, transport: asyncio.Transport) -> None:
        nonlocal made
        made += 1
        make(protocol, transport)

    monkeypatch.setattr(ArrivalProtocol, "connection_made", counted)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(node.url.rpartition(":")[2]))
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n")
    assert (await ended(reader)).startswith(b"HTTP/1.1 200") == bool(proxies)
    assert made == len(proxies)
    writer.close()
