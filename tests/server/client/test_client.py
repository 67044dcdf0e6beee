"""The client in Python, by itself."""

from __future__ import annotations

import msgpack
from websockets.asyncio.server import ServerConnection, serve

from partie.client.client import Client


async def test_a_beat_may_come_before_the_welcome() -> None:
    """A node that has much to do welcomes late, and its heartbeat goes to all who are connected."""

    async def service(socket: ServerConnection) -> None:
        assert msgpack.unpackb(await socket.recv())["t"] == "hello"
        await socket.send(msgpack.packb({"t": "beat", "now": 1}))
        await socket.send(msgpack.packb({"t": "welcome", "wire": 1, "person": "ann", "name": "Ann"}))
        await socket.wait_closed()

    async with serve(service, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        client = await Client.join(f"http://127.0.0.1:{port}", token="any")
        assert client.person == "ann"
        await client.close()
