"""One node of the service: the application on uvicorn, with our socket protocol and a graceful end."""

from __future__ import annotations

import socket

import uvicorn
from starlette.applications import Starlette

from server.app import create_app
from server.config import Settings
from server.protocol import SocketProtocol
from server.wire import limits

PING_SECONDS = 5.0
"""A peer is pinged this often, and aborted when it does not answer for as long."""


class Node(uvicorn.Server):
    """Serves until it is told to stop; then its clients are told to go elsewhere before their lines are cut."""

    def __init__(self, settings: Settings, app: Starlette | None = None, ping: float = PING_SECONDS) -> None:
        self.app = create_app(settings) if app is None else app
        super().__init__(
            uvicorn.Config(
                self.app,
                host=settings.host,
                port=settings.port,
                ws=SocketProtocol,
                ws_max_size=limits.MAX_FRAME,
                ws_ping_interval=ping,
                ws_ping_timeout=ping,
                ws_per_message_deflate=False,
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                forwarded_allow_ips=list(settings.trusted_proxies),
                timeout_graceful_shutdown=5,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.app.state.hub.drain()
        await super().shutdown(sockets)
