"""One node of the service: the application on uvicorn, with our socket protocol and a graceful shutdown."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import cast

import uvicorn
from starlette.applications import Starlette

from partie.app import create_app
from partie.config import Settings
from partie.gateway.core import Core
from partie.isolation.crash_reporter import CrashReporter
from partie.isolation.watchdog import Watchdog
from partie.net.addresses import BACKLOG
from partie.net.arrival import ArrivalProtocol
from partie.net.listener import Listener
from partie.net.protocol import SocketProtocol
from partie.net.proxies import Proxies
from partie.upkeep.garbage import settle, tidy
from partie.wire import limits

PING_SECONDS = 5.0
"""Seconds between pings, and the timeout of each; a peer that does not answer in time is disconnected."""

ACCEPTED = 2
"""Connections accepted per turn of the event loop, so that a crowd of new ones waits and moves do not."""


class Node(uvicorn.Server):
    """Serves until it is stopped, then sends its clients to other nodes before it closes their connections."""

    def __init__(self, settings: Settings, app: Starlette | None = None, ping: float = PING_SECONDS) -> None:
        self.app = create_app(settings) if app is None else app
        core = self._core = cast("Core", self.app.state.wiring.core)
        proxies = self._proxies = Proxies(settings.trusted_proxies, settings.proxy_hops)
        super().__init__(
            uvicorn.Config(
                self.app,
                host=settings.host,
                port=settings.port,
                backlog=ACCEPTED,
                http=cast("type[asyncio.Protocol]", partial(ArrivalProtocol, core.admission, proxies, core)),
                ws=SocketProtocol,
                ws_max_size=limits.MAX_FRAME,
                ws_ping_interval=ping,
                ws_ping_timeout=ping,
                ws_per_message_deflate=False,
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,  # the application has a layer of its own for them
                timeout_graceful_shutdown=5,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(None if sockets is None else [Listener(each, self._turns_away) for each in sockets])
        for listener in sockets or []:
            listener.listen(BACKLOG)  # asyncio uses one number for both the backlog and the accepts per turn

    def _turns_away(self, peer: str) -> bool:
        """Whether to turn a peer away; one that is a proxy brings people from many addresses."""
        return not self._proxies.trusts(peer) and self._core.drops(peer)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Clients that are sent away must not come back to this node.
        for server in self.servers:
            server.close()
        for listener in sockets or []:
            listener.close()
        await self._core.draining.drain()
        await super().shutdown(sockets)


class AnnouncingNode(Node):
    """A node that reports when it accepts connections."""

    def __init__(self, settings: Settings, on_ready: Callable[[], None]) -> None:
        super().__init__(settings)
        self._on_ready = on_ready
        self._watchdog = Watchdog(CrashReporter(settings.redis_url))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A second signal does not hurry it: going away takes seconds at most, and keeps people's moves safe.
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            settle()
            self._core.background.spawn(tidy(lambda: self._core.admission.crowded))
            self._watchdog.start()
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        self._watchdog.stop()
