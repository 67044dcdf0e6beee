"""Requests to URLs that strangers chose: never to private addresses, and without following redirects."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from partie.delivery.sending import Busy, NotSent

if TYPE_CHECKING:
    import aiohttp
    from aiohttp.connector import AddrInfoType

    from partie.features.notifications.lookup import Lookup

SECONDS: Final = 10.0
"""Timeout of a whole request, from its start."""

AT_ONCE: Final = 128
"""Maximum number of requests under way on one node; others wait."""

_GIVEN_OUT: Final = ipaddress.IPv6Network("2000::/3")
"""The addresses that IANA has allocated globally; all others lead into private networks."""

_TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")

_PRIVATE: Final = "an address of a private network"

_BUSY: Final = (429, 503)
"""Certainly not accepted, unlike 502 and 504: a gateway may have passed the request on before it answers those."""


class Private(OSError):
    """The address belongs to a private network."""


def is_public(address: str) -> bool:
    """Whether an IP address is public, including one embedded in another."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour
        if found.teredo is not None:
            inside = found.teredo[1]
        if found in _TRANSLATED:
            inside = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inside is None and found not in _GIVEN_OUT:
            return False
        if inside is not None:
            found = inside
    return found.is_global and not found.is_multicast


def check_url(url: str, *, private: bool) -> bool:
    """Whether the service may send to this URL at all; its address is checked when a request is made."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    schemes = ("https", "http") if private else ("https",)
    return parts.scheme in schemes and bool(parts.hostname) and "@" not in parts.netloc and url.isprintable()


class Outside:
    """A pool of connections. ``private`` allows private addresses, for a service within one network."""

    def __init__(self, *, private: bool) -> None:
        self._private = private
        self._session: aiohttp.ClientSession | None = None
        self._lookup: Lookup | None = None
        # The pool's own limit would count the time spent waiting as part of the request.
        self._free = asyncio.Semaphore(AT_ONCE)

    async def post(self, url: str, data: bytes, headers: Mapping[str, str]) -> None:
        """Post data. Raises :class:`NotSent`; its subclass :class:`Busy` may be retried."""
        # Imported here because it takes long, and would slow down the start.
        import aiohttp  # noqa: PLC0415

        if not check_url(url, private=self._private):
            raise NotSent("refused", "the address must begin with https://")
        try:
            async with (
                self._free,
                self._open().post(url, data=data, headers=headers, allow_redirects=False) as answer,
            ):
                status, wait = answer.status, answer.headers.get("Retry-After", "")
        except aiohttp.ClientConnectorError as error:
            if _PRIVATE in str(error):
                raise NotSent("private", f"{urlsplit(url).hostname} is {_PRIVATE}") from None
            raise Busy(str(error)) from None
        except (aiohttp.ClientError, ValueError, TimeoutError) as error:
            # The server may have accepted it.
            raise NotSent("unreachable", repr(error)) from None
        if status in _BUSY:
            raise Busy(f"the answer was {status}", float(wait) if wait.isdecimal() else 0.0)
        if status in (404, 410):
            raise NotSent("gone", f"the answer was {status}")
        if not 200 <= status < 300:
            raise NotSent("refused", f"the answer was {status}")

    async def aclose(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()
        if self._lookup is not None:
            await self._lookup.close()

    def _open(self) -> aiohttp.ClientSession:
        import aiohttp  # noqa: PLC0415

        from partie.features.notifications.lookup import Lookup  # noqa: PLC0415

        if self._session is None:
            self._lookup = Lookup()
            self._session = aiohttp.ClientSession(
                # The address actually connected to is checked, whatever its name resolved to before.
                connector=aiohttp.TCPConnector(
                    limit=0, force_close=True, socket_factory=self._socket, resolver=self._lookup
                ),
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=SECONDS),
                trust_env=False,
            )
        return self._session

    def _socket(self, address: AddrInfoType) -> socket.socket:
        family, kind, protocol, _, where = address
        if not self._private and not is_public(str(where[0])):
            raise Private(errno.EACCES, _PRIVATE)
        made = socket.socket(family=family, type=kind, proto=protocol)
        made.setblocking(False)
        return made
