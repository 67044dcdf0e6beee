"""The floor: the service's fast path without the rules, as a baseline for the service.

A command arrives over a websocket, one entry is appended to a stream of a real Redis, and the sender is answered; then
one frame, encoded once, is written to every connection of the table, and a second one to each of its two seats. Entry
and frames have as many bytes as those of the service in the same run. Nothing is decided, folded or compared. Appends
that wait together go to Redis in one pipeline.

The first two connections of a table are its seats; the path contains the table: ``/ws/<table>``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import uvicorn
from redis.asyncio import Redis

from partie.net.addresses import listen
from partie.net.protocol import SCOPE_KEY, SocketProtocol
from partie.wire.frame import framed as frame

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def message(tag: str, size: int) -> bytes:
    """Return the frame of a message with that tag, its payload ``size`` bytes long (or as short as possible)."""
    short = len(msgspec.msgpack.encode({"t": tag, "pad": b""}))
    return frame(msgspec.msgpack.encode({"t": tag, "pad": bytes(max(0, size - short))}))


class Appender:
    """Appends to streams, many in one pipeline."""

    def __init__(self, redis: Redis, entry: bytes) -> None:
        self._redis = redis
        self._entry = entry
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, table: str) -> None:
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((table, done))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        await done

    async def _run(self) -> None:
        while batch := self._waiting:
            self._waiting = []
            pipeline = self._redis.pipeline(transaction=False)
            for table, _ in batch:
                pipeline.xadd(f"floor:{{{table}}}:log", {"b": self._entry})
            results = await pipeline.execute(raise_on_error=False)
            for (_, done), result in zip(batch, results, strict=True):
                if isinstance(result, Exception):
                    done.set_exception(result)
                else:
                    done.set_result(None)
        self._task = None


class Floor:
    """The ASGI application."""

    def __init__(self, redis: Redis, update: int, turn: int, entry: int) -> None:
        self._appender = Appender(redis, bytes(entry))
        self._accepted = message("accepted", 40)
        self._update = message("update", update)
        self._turn = message("turn", turn)
        self._tables: dict[str, list[SocketProtocol]] = defaultdict(list)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        table = scope["path"].rpartition("/")[2]
        own: SocketProtocol = scope[SCOPE_KEY]
        sockets = self._tables[table]
        await receive()
        await send({"type": "websocket.accept"})
        sockets.append(own)
        try:
            while (await receive())["type"] == "websocket.receive":
                await self._appender.append(table)
                own.write_frame(self._accepted)
                for other in sockets:
                    other.write_frame(self._update)
                for seat in sockets[:2]:
                    seat.write_frame(self._turn)
        finally:
            sockets.remove(own)


async def main() -> None:
    """Serve until interrupted; prints the port as JSON once it listens."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--redis-url", required=True)
    for name in ("update", "turn", "entry"):
        parser.add_argument(f"--{name}", type=int, required=True, help="bytes of its payload")
    options = parser.parse_args()
    redis = Redis.from_url(options.redis_url)
    listener = listen("127.0.0.1", 0)
    print(json.dumps({"port": listener.getsockname()[1]}), flush=True)
    floor: Any = Floor(redis, options.update, options.turn, options.entry)
    config = uvicorn.Config(floor, ws=SocketProtocol, ws_per_message_deflate=False, lifespan="off", log_config=None)
    await uvicorn.Server(config).serve(sockets=[listener])
    await redis.aclose()


if __name__ == "__main__":
    asyncio.run(main())
