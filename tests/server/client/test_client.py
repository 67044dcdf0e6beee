"""The client in Python, by itself."""

from __future__ import annotations

import msgpack
import pytest
from websockets.asyncio.server import ServerConnection, serve

from partie.client.client import Client, Refused


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


@pytest.mark.parametrize("code", ["unavailable", "busy", "not_your_turn"])
async def test_a_refused_command_may_be_sent_again(code: str) -> None:
    """Under the same id it gets an answer of its own: a refusal is in no log, and its reason may have passed."""

    async def service(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(msgpack.packb({"t": "welcome", "wire": 1, "person": "ann", "name": "Ann"}))
        for answer in ({"t": "refused", "code": code}, {"t": "accepted", "seq": 7}):
            command = msgpack.unpackb(await socket.recv())
            await socket.send(msgpack.packb({**answer, "id": command["id"]}))
        await socket.wait_closed()

    async with serve(service, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        client = await Client.join(f"http://127.0.0.1:{port}", token="any")
        with pytest.raises(Refused):
            await client.do({"type": "sit", "seat": 0}, command="00000001")
        assert (await client.do({"type": "sit", "seat": 0}, command="00000001"))["seq"] == 7
        await client.close()
