"""What goes over the connection of a page: its requests, the answers, and the decisions that it has to make.

And what does not.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from playwright.async_api import Page, Route, WebSocket

PATIENCE = 45_000
"""Milliseconds that a busy machine may take for what a person would wait for."""

GameMove = dict[str, Any]


class Connection:
    """Reads along. Has to be made before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.turn: dict[str, Any] = {}
        """The decisions due now."""
        self.offers: list[dict[str, Any]] = []
        self.moves: list[GameMove] = []
        """The moves that were sent."""
        self._commands: list[str] = []
        self._answers: dict[str, dict[str, Any]] = {}
        self._news = asyncio.Event()
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._heard)
        socket.on("framesent", self._said)

    def _heard(self, frame: bytes | str) -> None:
        message = _read(frame)
        # An update may include the decision after it.
        turn = message.get("turn") if message.get("t") == "update" else message
        if turn is not None and (turn is not message or message.get("t") == "turn"):
            self.turn = turn
            self.offers = list(turn.get("offers") or self.offers)
        if message.get("t") in {"accepted", "refused"}:
            self._answers[message["id"]] = message
        if message.get("offers"):
            self.offers = list(message["offers"])
        self._news.set()

    def _said(self, frame: bytes | str) -> None:
        message = _read(frame)
        if message.get("t") != "command":
            return
        self._commands.append(message["id"])
        if message["do"]["type"] == "move":
            self.moves.append(message["do"]["move"])
        self._news.set()

    @property
    def asked(self) -> int:
        """How many commands were sent."""
        return len(self._commands)

    def answered(self, asked: int) -> bool:
        """Whether commands were sent after so many, and all of them were answered."""
        return self.asked > asked and all(each in self._answers for each in self._commands[asked:])

    async def answers(self, asked: int) -> list[dict[str, Any]]:
        """Wait for the answers to what was sent after so many commands."""
        await self.until(lambda: self.answered(asked))
        return [self._answers[each] for each in self._commands[asked:]]

    async def accepted(self, asked: int) -> int:
        """Wait until what was sent after so many commands is accepted; the number of its newest event."""
        answers = await self.answers(asked)
        refused = [each for each in answers if each["t"] == "refused"]
        assert not refused, f"the service refused: {refused}"
        return max(int(each["seq"]) for each in answers)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until what has been heard makes something true."""
        async with asyncio.timeout(PATIENCE / 1000):
            while not holds():
                self._news.clear()
                await self._news.wait()


def _read(frame: bytes | str) -> dict[str, Any]:
    if isinstance(frame, str):
        return {}
    message = msgspec.msgpack.decode(frame)
    return message if isinstance(message, dict) else {}


@asynccontextmanager
async def lost(page: Page, files: re.Pattern[str]) -> AsyncIterator[None]:
    """Let requests for a file fail until the block has ended and the page has requested it once more.

    Has to begin before the page is opened.
    """
    failed = asyncio.Semaphore(0)

    async def fail(route: Route) -> None:
        await route.abort()
        failed.release()

    await page.route(files, fail)
    yield
    # A script is requested twice at once: ahead, and to run it.
    async with asyncio.timeout(PATIENCE / 1000):
        for _ in range(4):
            await failed.acquire()
    await page.unroute(files)
