"""Readers that do not read, by the dozen, at a table where people play."""

from __future__ import annotations

import random
import time

import pytest

from partie.net import protocol
from partie.net.protocol import TransportSocket
from tests.fixtures.service import Running, StartNode, start_toy, until
from tests.server.live.lines import join_narrow, stall
from tests.server.live.playing import play

MOVE_SECONDS = 0.1
"""For a move among them all, on a machine that does other things, too; it takes some milliseconds."""

WAITING = 128 * 1024
"""Bytes that may wait for one of them: the answers to what it asked before it was noticed."""


def waiting(node: Running) -> list[int]:
    """Bytes that the node holds for each of its peers that does not keep up."""
    sockets = [connection.socket for connection in node.core.connections if connection.socket.paused]
    return [
        socket._protocol.transport.get_write_buffer_size()
        + sum(len(data or b"") for data in socket._protocol._held or ())
        for socket in sockets
        if isinstance(socket, TransportSocket)
    ]


@pytest.mark.parametrize("count", [40, pytest.param(400, marks=pytest.mark.soak)])
async def test_people_play_on_among_readers_that_do_not_read(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """Each costs a cursor and what its line holds; who is stalled for too long is cut off."""
    monkeypatch.setattr(protocol, "PAUSED_LIMIT", 4.0)
    node = await start_node(sessions_per_hour=0)
    table, players = await start_toy(node, "Ann", "Bob")
    await play(players, random.Random(5), 12)
    readers = []
    try:
        for _ in range(count):
            reader, connection = await join_narrow(node, table)
            readers.append(reader)
            await stall(node, reader, connection)
        held = waiting(node)
        assert 0 < max(held) < WAITING
        begin = time.monotonic()
        made = await play(players, random.Random(6), 12)
        took = (time.monotonic() - begin) / made
        print(f"{1000 * took:.1f} ms a move among {count} readers that do not read")
        assert took < MOVE_SECONDS
        assert sum(waiting(node)) <= sum(held), "the moves wait for nobody"
        subscribers = node.core.tables.awake[table].subscribers
        await until(lambda: len(subscribers) == len(players))
        await until(lambda: len(node.core.connections) == len(players))
    finally:
        for reader in readers:
            reader.socket.transport.abort()
