"""A proxy between a client and a server whose faults a test commands: it holds, drops, delays, cuts and refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

CHUNK = 1 << 16


class Way:
    """One direction through the proxy, for all its connections."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self._caught = asyncio.Event()
        self._drops = False
        self.delay = 0.0
        """Seconds that everything takes longer."""

    def hold(self) -> None:
        """Keep everything back, ends of connections too, until :meth:`release`. Both ways held: half-open."""
        self._caught.clear()
        self._open.clear()

    def drop(self) -> None:
        """Swallow everything until :meth:`release`."""
        self._caught.clear()
        self._drops = True

    def release(self) -> None:
        """Let what was held, and all that comes, through again."""
        self._drops = False
        self._open.set()

    async def caught(self) -> None:
        """Wait until something was held or dropped."""
        await self._caught.wait()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        while chunk := await reader.read(CHUNK):
            if self._drops:
                self._caught.set()
                continue
            await self._pass()
            if self.delay:
                loop.call_later(self.delay, _write, writer, chunk)
            else:
                _write(writer, chunk)
                await writer.drain()
        await self._pass()

    async def _pass(self) -> None:
        if not self._open.is_set():
            self._caught.set()
            await self._open.wait()


class Proxy:
    """Listens on a TCP port of its own and passes on to ``target``: ``(host, port)`` or the path of a Unix socket.

    ``target`` may change; connections that stand stay where they are.
    ``up`` is the way to the server, ``down`` the way back.
    """

    def __init__(self, target: tuple[str, int] | Path) -> None:
        self.target = target
        self._server: asyncio.Server | None = None
        self._carriers: dict[asyncio.Task[None], Callable[[], None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        """All that serve a connection, also one whose way to the server is not open yet."""
        self.up = Way()
        self.down = Way()
        self.refusing = False
        """Whether new connections are cut at once."""
        self.port = 0

    @property
    def connections(self) -> int:
        """How many connections go through at present."""
        return len(self._carriers)

    def cut(self) -> None:
        """Reset all connections."""
        for abort in self._carriers.values():
            abort()

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._carry(reader, writer, task)
        except asyncio.CancelledError:
            # It is the end of the proxy. The server of Python 3.11 would take it for an error.
            writer.transport.abort()
        finally:
            self._tasks.discard(task)

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, task: asyncio.Task[None]
    ) -> None:
        if self.refusing:
            writer.transport.abort()
            return
        try:
            if isinstance(self.target, Path):
                server_reader, server_writer = await asyncio.open_unix_connection(self.target)
            else:
                server_reader, server_writer = await asyncio.open_connection(*self.target)
        except OSError:
            writer.transport.abort()
            return

        def abort() -> None:
            writer.transport.abort()
            server_writer.transport.abort()

        self._carriers[task] = abort
        ways = [
            asyncio.create_task(self.up.carry(reader, server_writer)),
            asyncio.create_task(self.down.carry(server_reader, writer)),
        ]
        try:
            # When one side is done, so is the other.
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._carriers[task]
            for way in ways:
                way.cancel()
            writer.close()
            server_writer.close()
            await asyncio.gather(*ways, return_exceptions=True)


def _write(writer: asyncio.StreamWriter, chunk: bytes) -> None:
    if not writer.is_closing():
        writer.write(chunk)
