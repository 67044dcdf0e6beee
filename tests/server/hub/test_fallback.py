"""The service on a server that does not show its transport: the same over plain ASGI messages."""

from __future__ import annotations

import asyncio
import random
import socket

import msgpack
import pytest

from server import protocol
from server.client import Client
from server.hub.connection import Connection
from server.hub.socket import AsgiSocket
from tests.fixtures.service import Running, StartNode, start_toy, until
from tests.server.hub.test_peers import connection_of
from tests.server.hub.test_play import play


@pytest.fixture
async def plain(start_node: StartNode) -> Running:
    """A node on uvicorn's own protocol."""
    return await start_node(plain=True)


async def join_narrow(node: Running, table: str) -> tuple[Client, Connection, AsgiSocket]:
    """A spectator whose line buffers next to nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, node.listener.getsockname())
    client = await node.join("Cat", sock=line)
    await client.enter(table)
    connection = connection_of(node, client)
    assert isinstance(connection.socket, AsgiSocket)
    return client, connection, connection.socket


async def stall(node: Running, client: Client, plain: AsgiSocket) -> None:
    """Let a client read no more, and ask so much that the service notices."""
    node.hub.frame_allowed = lambda _: True  # type: ignore[method-assign,assignment]  # or its limit would come first
    client.socket.transport.pause_reading()
    question = msgpack.packb({"t": "history", "before": 100})

    async def ask() -> None:
        while True:
            await client.socket.send(question)
            await asyncio.sleep(0)

    asking = asyncio.create_task(ask())
    await until(lambda: plain.paused)
    asking.cancel()
    await asyncio.wait([asking])


async def test_a_game_is_played_to_its_end_over_plain_messages(plain: Running) -> None:
    """Every message arrives, in order, as it does over the transport."""
    _, (ann, bob) = await start_toy(plain, "Ann", "Bob")
    assert isinstance(connection_of(plain, ann).socket, AsgiSocket)
    await play([ann, bob], random.Random(2))
    assert ann.view["result"] == bob.view["result"]


async def test_a_slow_reader_gets_one_frame_to_the_newest(plain: Running) -> None:
    """While it is paused it is left alone; then one update brings it to the newest."""
    table, (ann, bob) = await start_toy(plain, "Ann", "Bob")
    cat, connection, line = await join_narrow(plain, table)
    before = connection.cursor
    await stall(plain, cat, line)
    for client in (ann, bob):
        await client.move(client.turn["legal"][0])  # type: ignore[index]
    assert connection.cursor == before
    cat.socket.transport.resume_reading()
    await cat.until(lambda: cat.cursor == bob.cursor)


async def test_a_peer_that_takes_nothing_is_given_up(plain: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the limit everything of it is released, though the server holds the line."""
    monkeypatch.setattr(protocol, "PAUSED_LIMIT", 0.2)
    table, _ = await start_toy(plain, "Ann", "Bob")
    cat, connection, line = await join_narrow(plain, table)
    await stall(plain, cat, line)
    await until(lambda: connection not in plain.hub.connections)
    assert connection.table is None
    assert not line._waiting
    cat.socket.transport.resume_reading()


async def test_a_peer_that_is_cut_off_while_frames_wait_for_it_is_released(plain: Running) -> None:
    """The reader does not wait for ever for a line that can never be written to again."""
    table, _ = await start_toy(plain, "Ann", "Bob")
    cat, connection, line = await join_narrow(plain, table)
    await stall(plain, cat, line)
    cat.socket.transport.abort()
    await until(lambda: connection not in plain.hub.connections)
    assert connection.table is None


async def test_answers_that_pile_up_end_the_connection(plain: Running) -> None:
    """However they come about, only so many frames wait for a peer that takes none."""
    table, _ = await start_toy(plain, "Ann", "Bob")
    cat, connection, line = await join_narrow(plain, table)
    await stall(plain, cat, line)
    live = plain.hub.tables[table]
    for _ in range(AsgiSocket.MOST + 1):
        live.audience.bring(connection)
        connection.refuse("some-command", "busy")
    await until(lambda: connection not in plain.hub.connections)
    cat.socket.transport.resume_reading()
