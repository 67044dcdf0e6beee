"""The change feed: notifications that a table's log has reached some sequence number.

It may miss a message (one that was on a connection that died) and says no more than "this far". Subscribers read the
log itself, and check all their tables again after each (re)connection.
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
"""Maximum time in seconds that :meth:`ChangeFeed.listen` waits for the server to confirm the subscription."""

_DIGITS: Final = 15
"""Maximum number of digits of a valid sequence number."""


class ChangeFeed:
    """Notifications for subscribed tables, over one connection to any live server (a cluster forwards them to all).

    ``on_news`` gets the table and the sequence number. ``on_connected`` is called each time the server has confirmed
    all subscriptions; reading the logs after that misses nothing. ``silence`` is in seconds: a server that is silent
    for that long gets a ping, and is given up after as long again.
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

    async def up(self) -> None:
        """Wait until notifications are being received."""
        await self._pubsub.up()

    async def run(self) -> None:
        """Receive notifications until cancelled."""
        await self._pubsub.run()

    async def listen(self, table: str) -> None:
        """Subscribe to a table.

        A read of its log after this misses nothing, unless the server is unreachable or hangs: then this returns after
        :data:`PATIENCE` seconds, so that callers are not blocked.
        """
        self._pubsub.listen(channel(table), partial(self._hear, table))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._pubsub.confirmed(channel(table))

    def leave(self, table: str) -> None:
        """Unsubscribe from a table."""
        self._pubsub.leave(channel(table))

    def _hearing(self, hears: bool) -> None:
        if hears:
            self._on_connected()

    def _hear(self, table: str, seq: bytes) -> None:
        # Anybody who can reach the server can publish to the channel.
        if seq.isdigit() and len(seq) <= _DIGITS:
            self._on_news(table, int(seq))
