"""The address and the scheme of a request that came through reverse proxies.

Each proxy appends the address of its own peer to ``X-Forwarded-For``, so only the right end of that header can be
believed, as far as it was written by trusted proxies. The rest may be invented by the client.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from partie.net.networks import parsed

ALL: Final = "*"
PRIVATE: Final = "private"

PROXIED: Final = "partie.proxied"
"""The key in the scope of requests that came by a trusted proxy."""

VOUCHED: Final = "partie.vouched"
"""The key in the scope of requests that a trusted proxy vouches for: who makes it, and by which name to call them."""

_PRIVATE: Final = (
    "127.0.0.0/8",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "169.254.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
)
"""The networks that ``private`` stands for: loopback, and what no router of the internet passes on."""

_SCHEMES: Final = frozenset({"http", "https", "ws", "wss"})


class Proxies:
    """The proxies whose headers are believed.

    ``trusted``: their addresses and networks. ``hops``: how many of them a request passes at most; 0 means any number
    of listed ones, and one if all addresses are trusted, because then nothing tells a proxy from a client.
    """

    def __init__(self, trusted: Iterable[str], hops: int = 0) -> None:
        names = set(trusted)
        self._all = ALL in names
        listed = [*(names - {ALL, PRIVATE}), *(_PRIVATE if PRIVATE in names else ())]
        self._networks = [ipaddress.ip_network(name) for name in listed]
        self._hops = hops or (1 if self._all else 0)

    def trusts(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        found = parsed(address)
        return found is not None and (self._all or any(found in network for network in self._networks))

    def hops(self, peer: str, forwarded: str) -> list[str]:
        """The addresses that a request came by, as far as they can be believed: from the peer to the client."""
        path = [peer]
        for name in reversed(forwarded.split(",")):
            if not self.trusts(path[-1]) or (self._hops and len(path) > self._hops):
                break
            address = _address(name.strip())
            if not address:
                break  # a trusted proxy would have written an address
            path.append(address)
        return path

    def client(self, peer: str, forwarded: str) -> str:
        """The address that a request comes from, given the peer of its connection and its ``X-Forwarded-For``."""
        return self.hops(peer, forwarded)[-1]


def _address(text: str) -> str:
    """The address in an entry of ``X-Forwarded-For``, which may have a port; empty if there is none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    return "" if parsed(text) is None else text


class ProxyHeaders:
    """The ASGI layer that puts the address and the scheme of the client in place of the proxy's.

    ``vouching``: the headers in which a proxy says who makes a request, and by which name to call them; or none.
    """

    def __init__(self, app: ASGIApp, proxies: Proxies, vouching: tuple[str, str] = ("", "")) -> None:
        self._app = app
        self._proxies = proxies
        self._vouching, self._naming = (name.lower().encode("ascii") for name in vouching)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        peer = scope.get("client")
        if scope["type"] != "lifespan" and peer and self._proxies.trusts(peer[0]):
            path = self._proxies.hops(peer[0], _joined(scope, b"x-forwarded-for"))
            if len(path) > 1:
                scope["client"] = (path[-1], 0)
                scope[PROXIED] = True
            # A proxy may append its own scheme to the one it received, like the address.
            schemes = _joined(scope, b"x-forwarded-proto").split(",")
            scheme = schemes[-min(len(schemes), max(1, len(path) - 1))].strip().lower()
            if scheme in _SCHEMES:
                scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
            if self._vouching and (subject := _single(scope, self._vouching)):
                scope[VOUCHED] = subject, _single(scope, self._naming)
        await self._app(scope, receive, send)


def _single(scope: Scope, name: bytes) -> str:
    """The value of a header, which may be UTF-8. Empty if it is there twice: one may be the client's own."""
    values: list[bytes] = [value for key, value in scope["headers"] if key == name]
    if len(values) != 1:
        return ""
    try:
        return values[0].decode("utf-8").strip()
    except UnicodeDecodeError:
        return values[0].decode("latin-1").strip()


def _joined(scope: Scope, name: bytes) -> str:
    headers: Sequence[tuple[bytes, bytes]] = scope["headers"]
    return b",".join(value for key, value in headers if key == name).decode("latin-1")
