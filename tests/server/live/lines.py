"""The service's end of a line to a client, and lines that take nothing."""

from __future__ import annotations

import asyncio
import socket

import msgpack

from partie.client.client import Client
from partie.gateway.connection import Connection
from partie.net.protocol import TransportSocket
from tests.fixtures.service import Running, until


def connection_of(node: Running, client: Client) -> Connection:
    """The service's end of a client's connection."""
    return next(connection for connection in node.core.connections if connection.person == client.person)


async def join_narrow(node: Running, table: str) -> tuple[Client, Connection]:
    """A spectator and the service's end of its connection, both of which buffer next to nothing.

    So a peer that does not read is felt at once.
    """
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # before it connects, or it would be offered more
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, node.listener.getsockname())
    client = await node.join("Cat", sock=line)
    await client.enter(table)
    connection = connection_of(node, client)
    assert isinstance(connection.socket, TransportSocket)
    transport = connection.socket._protocol.transport
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    transport.set_write_buffer_limits(high=2048)
    return client, connection


async def stall(node: Running, client: Client, connection: Connection) -> None:
    """Let a client read no more, and ask so much that the service notices."""
    node.core.connections.frame_allowed = lambda _: True  # type: ignore[method-assign,assignment]  # or its limit would come first
    client.socket.transport.pause_reading()
    question = msgpack.packb({"t": "past", "seq": client.cursor[0]})  # type: ignore[index]

    async def ask() -> None:
        while True:
            await client.socket.send(question)
            await asyncio.sleep(0)

    asking = asyncio.create_task(ask())
    # One that lets too much pile up is cut off, possibly before anybody looks.
    await until(lambda: connection.socket.paused or connection not in node.core.connections)
    asking.cancel()
    await asyncio.wait([asking])


def leave_at_once(client: Client) -> None:
    """Cut a client off that has sent so much that its wish to go would be heard only after seconds."""
    client.socket.transport.abort()
