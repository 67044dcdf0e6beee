"""The checks of every request, its origin, size and address, and the headers of every response."""

from __future__ import annotations

import re
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from partie.config import parted
from partie.gateway.bans import Ban
from partie.gateway.core import Core
from partie.gateway.http.errors import problem, too_many_response
from partie.gateway.http.routing import REFUSED, home, keep_waits, too_many
from partie.gateway.origin import shown, trusted
from partie.net.hosts import Hosts
from partie.net.networks import parsed
from partie.net.proxies import PROXIED
from partie.people.tokens import Bearer
from partie.redis import store

MAX_BODY: Final = 4096
"""Maximum size of a request's body in bytes. The longest legitimate one, a name, has under 300."""

REQUEST: Final = 2
"""Points that any request costs its address, whatever it asks for."""

_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_METRICS: Final = "/metrics"
_OPERATORS: Final = frozenset({"/healthz", "/readyz", _METRICS})
"""Paths for programs of operators, which may use any name of a node, such as that of its container."""

_NOWHERE: Final = "/api/nowhere"
"""A path that no route has, for requests at the wrong port."""

_METHODS: Final = (*_SAFE, "POST", "PUT", "PATCH", "DELETE")

_OFF: Final = (
    "accelerometer",
    "browsing-topics",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
"""Powers of a browser that the page never uses, so that nothing that gets into it can either."""

_HEADERS: Final = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'self'",
            "connect-src 'self' ws: wss:",  # not every browser counts a websocket of the same host as 'self'
            "manifest-src 'self'",
            "object-src 'none'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{power}=()" for power in _OFF),
    "Referrer-Policy": "no-referrer",  # links to tables may contain an invitation
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
}

_SECURE_HEADERS: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000",
}
"""Headers for https only: on plain http, browsers ignore the first with a warning, and the second altogether."""


class Guard:
    """Refuses requests from scripts of other pages, bodies that are too large, and addresses that ask for too much.

    Adds the headers, and counts.
    """

    def __init__(self, app: ASGIApp, core: Core) -> None:
        self._app = app
        self._metrics = core.metrics
        self._core = core
        bind = core.settings.metrics_bind
        self._metrics_port = parted(bind)[1] if bind else 0
        self._hosts = Hosts(core.settings.public_url, core.settings.hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        served = scope["type"] == "lifespan" or scope["path"] in _OPERATORS or self._serves(scope)
        if scope["type"] != "lifespan" and self._metrics_port and not self._is_here(scope):
            scope = {**scope, "path": _NOWHERE, "raw_path": _NOWHERE.encode()}
        if scope["type"] != "http":
            if served:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        method = scope["method"]

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["scheme"] == "https":
                    for name, value in _SECURE_HEADERS.items():
                        headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
                # Anybody can invent methods, and each label costs memory.
                self._metrics.http_requests.labels(method if method in _METHODS else "other", message["status"]).inc()
            await send(message)

        connection = HTTPConnection(scope)
        if isinstance(shown(connection), Bearer):
            # A request has one identity: with a token, code that looks for a cookie finds none.
            scope["headers"] = [header for header in scope["headers"] if header[0] != b"cookie"]
            connection = HTTPConnection(scope)
        refusal = await self._refusal(connection, served=served)
        if refusal is None:
            keep_waits(scope, self._core.waits)
            await self._app(scope, receive, send_with_headers)
        else:
            await refusal(scope, receive, send_with_headers)

    async def _refusal(self, connection: HTTPConnection, *, served: bool) -> Response | None:
        """The response to a request that goes no further. Its address pays for it like for any other."""
        address = home(connection)
        if (wait := await self._core.waits.budget("", address)) > 0.0:
            self._core.waits.refused(address, wait, REFUSED)
            return too_many_response(too_many(wait))
        self._core.limiter.charge("", address, REQUEST)
        if not served:
            return problem(421, "unknown_host", "this server does not go by that name; see PARTIE_HOSTS")
        if connection.scope["method"] not in _SAFE and not trusted(connection):
            return problem(403, "foreign_origin", "this request came from a page of another site")
        if _too_large(connection):
            return problem(413, "too_large", f"send at most {MAX_BODY} bytes, with a Content-Length")
        if (ban := await self._ban(connection)) is not None:
            return problem(403, "banned", "moderators have banned you from this server", why=ban.why, until=ban.until)
        return None

    def _is_here(self, scope: Scope) -> bool:
        """Whether the port of a request is that of its path: metrics may have one of their own."""
        server: tuple[str, int] = scope.get("server") or ("", 0)
        path: str = scope["path"]
        return (server[1] == self._metrics_port) == (path == _METRICS)

    def _serves(self, scope: Scope) -> bool:
        host = Headers(scope=scope).get("host", "")
        return self._hosts.serves(host, proxied=PROXIED in scope)

    async def _ban(self, connection: HTTPConnection) -> Ban | None:
        """Return the ban of the client: by its address, or by its person if anybody is banned at all."""
        bans = self._core.bans
        if not bans.any or not connection.scope["path"].startswith("/api/"):
            return None
        address = None if connection.client is None else parsed(connection.client.host)
        try:
            session = await self._core.people.session(shown(connection))
        except store.UNAVAILABLE:
            session = None  # code that needs a session will notice
        if session is None:
            return bans.banned("", address)
        return bans.banned(session.person, address, session.owner)


def _too_large(connection: HTTPConnection) -> bool:
    if "transfer-encoding" in connection.headers:
        return True
    length = connection.headers.get("content-length", "0")
    return not re.fullmatch("[0-9]{1,6}", length) or int(length) > MAX_BODY


def middleware(core: Core) -> list[Middleware]:
    """Return the layers around all routes."""
    return [Middleware(Guard, core)]
