"""A line between browsers and the service that can be cut, as a cable can: nothing is closed, and nothing arrives."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from playwright.async_api import Page

CHUNK = 1 << 16


class Line:
    """Carries connections under an address of its own to the service.

    A browser that is set offline while something is on its way to a page tries again and again to read it, with
    all the processor that it can get.
    """

    def __init__(self, url: str) -> None:
        self._port = urlsplit(url).port
        self._stands = asyncio.Event()
        self._stands.set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        """Under which the service is reached over this line."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Line:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._carrying:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    async def cut(self, page: Page) -> None:
        """Carry nothing from here on; the device of a page knows that it is offline."""
        await page.wait_for_load_state("networkidle")
        self._stands.clear()
        await page.context.set_offline(True)

    async def mend(self, page: Page) -> None:
        """Carry everything again, with what has gathered meanwhile; the device of a page is online."""
        self._stands.set()
        await page.context.set_offline(False)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        except OSError:
            writer.close()
        finally:
            self._carrying.discard(task)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(CHUNK):
                await self._stands.wait()
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()
