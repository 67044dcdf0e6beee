"""The change feed: hears that a table's log has reached some seq.

It may miss a message (one that lies in a connection that dies) and says no more than "this far"; whoever listens reads
the log itself, and asks anew for everything after each (re)connection.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Final

from partie.log.script import channel
from partie.redis.pubsub import SILENCE, PubSub

PATIENCE: Final = 0.5
"""Seconds for which a server may keep whoever wants to read a log waiting before it confirms that it will tell."""

_DIGITS: Final = 15
"""Of the longest seq that is taken for one."""


class ChangeFeed:
    """News of the tables that are listened to, over one connection to any live server (a cluster tells all of them).

    ``on_news`` gets table and seq. ``on_connected`` is called each time the server has confirmed that it will tell
    from now on, so that a look at the logs after that misses nothing. ``silence`` is in seconds: a server that says
    nothing for as long is asked, and given up if it says nothing for as long again.
    """

    def __init__(
        self,
        url: str,
        on_news: Callable[[str, int], None],
        on_connected: Callable[[], None],
        *,
        silence: float = SILENCE,
    ) -> None:
        self._on_news = on_news
        self._on_connected = on_connected
        self._pubsub = PubSub(url, silence=silence)
        self._pubsub.on_hearing(self._hearing)

    async def run(self) -> None:
        """Listen until cancelled."""
        await self._pubsub.run()

    async def listen(self, table: str) -> None:
        """Hear of a table from now on.

        What is read of its log after this misses nothing, unless the server cannot be reached or hangs: whoever waits
        here is not kept long by that.
        """
        self._pubsub.listen(channel(table), partial(self._hear, table))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._pubsub.confirmed(channel(table))

    def leave(self, table: str) -> None:
        """Hear of a table no longer."""
        self._pubsub.leave(channel(table))

    def _hearing(self, hears: bool) -> None:
        if hears:
            self._on_connected()

    def _hear(self, table: str, seq: bytes) -> None:
        # The channel is anybody's who can reach the server.
        if seq.isdigit() and len(seq) <= _DIGITS:
            self._on_news(table, int(seq))
