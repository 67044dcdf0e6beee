"""The application: the parts of a node, its HTTP routes and its websocket, joined in a few lines."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from partie.config import Settings
from partie.gateway import endpoint
from partie.gateway.http.errors import HANDLERS
from partie.http.boards import Boards
from partie.http.guard import middleware
from partie.http.routes import routes
from partie.net.proxies import Proxies, ProxyHeaders
from partie.wiring import Install, Wiring, every_feature


def create_app(settings: Settings, features: Install = every_feature) -> Starlette:
    """Build the ASGI application of one node. ``app.state.wiring`` holds its parts, ``app.state.boards`` the boards."""
    wiring = Wiring(settings, features)
    core = wiring.core
    boards = Boards(core.registry)
    proxies = Proxies(settings.trusted_proxies, settings.proxy_hops)

    vouching = (settings.identity_header, settings.identity_name_header)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with wiring:
            yield

    async def socket(websocket: WebSocket) -> None:
        await endpoint.serve(core, websocket)

    app = Starlette(
        routes=[WebSocketRoute("/ws", socket), *routes(core, boards)],
        middleware=[Middleware(ProxyHeaders, proxies, vouching), *middleware(core)],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )
    app.state.wiring = wiring
    app.state.boards = boards
    return app
