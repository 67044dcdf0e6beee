"""The service on a server that does not show its transport: the same over plain ASGI messages."""

from __future__ import annotations

import asyncio
import random
import socket

import msgpack
import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from partie.client.client import Client
from partie.net import protocol
from partie.net.socket import AsgiSocket
from tests.fixtures.service import Running, StartNode, start_toy, until
from tests.server.live.lines import connection_of, leave_at_once
from tests.server.live.playing import play


@pytest.fixture
async def plain(start_node: StartNode) -> Running:
    """A node on uvicorn's own protocol."""
    return await start_node(plain=True)


class Narrow:
    """A spectator and the service's end of its line, which buffers next to nothing on either side."""

    def __init__(self, node: Running, client: Client) -> None:
        self._node = node
        self.client = client
        self.connection = connection_of(node, client)
        assert isinstance(self.connection.socket, AsgiSocket)
        self.socket = self.connection.socket
        self._protocol = next(
            each
            for each in node.node.server_state.connections
            if isinstance(each, WebSocketsSansIOProtocol)
            and each.transport.get_extra_info("peername") == client.socket.local_address
        )
        self._protocol.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self._protocol.transport.set_write_buffer_limits(high=2048)

    @classmethod
    async def join(cls, node: Running, table: str) -> Narrow:
        """Come in and show the table."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, node.listener.getsockname())
        client = await node.join("Cat", sock=line)
        await client.enter(table)
        return cls(node, client)

    @property
    def stuck(self) -> bool:
        """Whether the server can write nothing more, and frames wait for it. A burst alone pauses for a moment only."""
        return self.socket.paused and not self._protocol.writable.is_set()

    @property
    def gone(self) -> bool:
        """Whether the service has let go of it."""
        return self.connection not in self._node.core.connections

    async def stall(self) -> None:
        """Let the client read no more, and ask so much that the service notices. It may be given up over that."""
        self._node.core.connections.frame_allowed = lambda _: True  # type: ignore[method-assign,assignment]  # or it comes first
        self.client.socket.transport.pause_reading()
        question = msgpack.packb({"t": "history", "before": 100})

        async def ask() -> None:
            while True:
                await self.client.socket.send(question)
                await asyncio.sleep(0)

        asking = asyncio.create_task(ask())
        await until(lambda: self.stuck or self.gone)
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
    cat = await Narrow.join(plain, table)
    subscribers = plain.core.tables.awake[table].subscribers
    before = subscribers.cursor(cat.connection)
    await cat.stall()
    for client in (ann, bob):
        await client.move(client.turn["legal"][0])  # type: ignore[index]
    assert subscribers.cursor(cat.connection) == before
    cat.client.socket.transport.resume_reading()
    await cat.client.until(lambda: cat.client.cursor == bob.cursor)
    leave_at_once(cat.client)


async def test_a_peer_that_takes_nothing_is_given_up(plain: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the limit everything of it is released, though the server holds the line."""
    monkeypatch.setattr(protocol, "PAUSED_LIMIT", 0.2)
    table, _ = await start_toy(plain, "Ann", "Bob")
    cat = await Narrow.join(plain, table)
    await cat.stall()
    await until(lambda: cat.gone)
    assert cat.connection.table is None
    assert not cat.socket._waiting
    cat.client.socket.transport.resume_reading()


async def test_a_peer_that_is_cut_off_while_frames_wait_for_it_is_released(plain: Running) -> None:
    """The reader does not wait for ever for a line that can never be written to again."""
    table, _ = await start_toy(plain, "Ann", "Bob")
    cat = await Narrow.join(plain, table)
    await cat.stall()
    cat.client.socket.transport.abort()
    await until(lambda: cat.gone)
    assert cat.connection.table is None


async def test_answers_that_pile_up_end_the_connection(plain: Running) -> None:
    """However they come about, only so many frames wait for a peer that takes none."""
    table, _ = await start_toy(plain, "Ann", "Bob")
    cat = await Narrow.join(plain, table)
    await cat.stall()
    live = plain.core.tables.awake[table]
    for _ in range(AsgiSocket.MOST + 1):
        live.subscribers.sync(cat.connection)
        cat.connection.refuse("some-command", "busy")
    await until(lambda: cat.gone)
    cat.client.socket.transport.resume_reading()
