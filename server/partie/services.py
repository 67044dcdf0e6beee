"""Everything a node has besides its tables, made in one place and started and stopped in order."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import Final, Self

from partie import tasks
from partie.cluster.bus import Notices
from partie.cluster.nodes import Nodes
from partie.config import Settings
from partie.features.bots.thinker import Thinker
from partie.features.lobby import Around, Lobby, Presence
from partie.features.moderation import Moderation
from partie.http.client import folder
from partie.log import Log
from partie.metrics import Metrics
from partie.people.people import People
from partie.redis import store
from partie.redis.connect import connect
from partie.registry import Registry

LAST_WORDS_SECONDS: Final = 4.0
"""How long a node that stops tells Redis what is still to be said. What it leaves unsaid ends in Redis by itself, only
later; and whoever waits for the node to end would kill it in the end."""

LOG_GRACE_SECONDS: Final = 2.0
"""How long appends that are under way at the very end are waited for; nothing new has come for seconds by then."""


class Services:
    """What routes and the hub share. Use it as an asynchronous context; nothing is asked of Redis before."""

    def __init__(self, settings: Settings) -> None:
        if not settings.redis_url:
            raise ValueError("a node needs the URL of its Redis; partie serve starts one where none is given")
        self.settings = settings
        self.build = build()
        self.metrics = Metrics()
        self.registry = Registry.load(settings.engines)
        self.redis = connect(settings.redis_url)
        self.log = Log(settings.redis_url, ack_replicas=settings.ack_replicas)
        self.notices = Notices(settings.redis_url)
        self.people = People(self.redis, settings)
        self.moderation = Moderation(self.redis, settings.owner)
        self.lobby = Lobby(self.redis, self.notices, self.people.names, self.metrics)
        node = secrets.token_hex(8)
        self.presence = Presence(self.redis, self.notices, node, self.metrics)
        self.around = Around(self.redis, self.notices, node, self.people.names, self.metrics)
        versions = self.registry.versions()
        self.nodes = Nodes(self.redis, self.notices, node, settings.port, self.build, versions, self.metrics)
        self.thinker = Thinker(settings.engines, self.metrics)
        self._silence: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        # Each is stopped whatever the others come to, and also where one of them cannot start.
        async with contextlib.AsyncExitStack() as stopping:
            stopping.push_async_callback(store.close, self.redis)
            stopping.push_async_callback(self.log.aclose, LOG_GRACE_SECONDS)
            # Before all that speaks to Redis as it stops, so that it ends after that.
            stopping.push_async_callback(tasks.end, self._silence)
            await self.people.start()
            await self.moderation.load()
            hearing = asyncio.create_task(self.notices.run())
            stopping.push_async_callback(tasks.end, [hearing])
            stopping.push_async_callback(self.thinker.stop)
            stopping.push_async_callback(self.lobby.stop)
            await self.lobby.start()
            stopping.push_async_callback(self.presence.stop)
            stopping.push_async_callback(self.around.stop)
            self.around.start()
            stopping.push_async_callback(self.nodes.stop)
            self.nodes.start()
            self._stopping = stopping.pop_all()
        return self

    def last_words(self) -> None:
        """The node stops: from now on Redis is spoken to for :data:`LAST_WORDS_SECONDS` and no longer.

        The parts of a node stop one after the other, and a Redis that hangs would keep each of them waiting.
        """
        self._silence.append(asyncio.create_task(self._fall_silent()))

    async def _fall_silent(self) -> None:
        await asyncio.sleep(LAST_WORDS_SECONDS)
        await store.close(self.redis)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stopping.aclose()


def build() -> str:
    """The version, and a mark of the built client, so that a page knows when the service has another one."""
    try:
        number = version("partie")
    except PackageNotFoundError:
        number = "0"
    index = folder() / "index.html"
    mark = hashlib.sha256(index.read_bytes()).hexdigest()[:8] if index.exists() else "none"
    return f"{number}+{mark}"
