"""Requests to addresses that strangers named: never to this network, never further than the address itself."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from partie.features.notifications.sending import Busy, NotSent

if TYPE_CHECKING:
    import aiohttp
    from aiohttp.connector import AddrInfoType

    from partie.features.notifications.lookup import Lookup

SECONDS: Final = 10.0
"""For a whole request, once it is under way."""

AT_ONCE: Final = 128
"""Requests under way on one node; the others wait."""

_GIVEN_OUT: Final = ipaddress.IPv6Network("2000::/3")
"""All that is anybody's, says IANA; what else there is leads into networks."""

_TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")

_PRIVATE: Final = "an address of a private network"

_BUSY: Final = (429, 503)
"""Certainly not taken: what stands between may have given a request on before it answers 502 or 504."""


class Private(OSError):
    """The address is of a private network."""


def is_public(address: str) -> bool:
    """Whether an address of the internet protocol is anybody's, also one that stands inside another."""
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
    """Whether the service may be told to call this address at all; where it leads is asked when it is called."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    schemes = ("https", "http") if private else ("https",)
    return parts.scheme in schemes and bool(parts.hostname) and "@" not in parts.netloc and url.isprintable()


class Outside:
    """One pool of connections. ``private``: everything is let through, for a service that only a network has."""

    def __init__(self, *, private: bool) -> None:
        self._private = private
        self._session: aiohttp.ClientSession | None = None
        self._lookup: Lookup | None = None
        # The pool's own limit would count waiting for it as part of the request.
        self._free = asyncio.Semaphore(AT_ONCE)

    async def post(self, url: str, data: bytes, headers: Mapping[str, str]) -> None:
        """Post it. Raises :class:`NotSent`, of which :class:`Busy` may be tried again."""
        # It takes long to import, and a start shall not.
        import aiohttp  # noqa: PLC0415

        if not check_url(url, private=self._private):
            raise NotSent("refused", "the address has to begin with https://")
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
            # It may have been taken.
            raise NotSent("unreachable", repr(error)) from None
        if status in _BUSY:
            raise Busy(f"the answer is {status}", float(wait) if wait.isdecimal() else 0.0)
        if status in (404, 410):
            raise NotSent("gone", f"the answer is {status}")
        if not 200 <= status < 300:
            raise NotSent("refused", f"the answer is {status}")

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
                # The address that is really connected to is looked at, whatever its name led to before.
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
