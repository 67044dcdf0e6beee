"""The names under which the service is reached.

A page of somebody else can point its own name at the address of this service (DNS rebinding); its scripts are then of
the same origin as the service, and reach it even in a private network. Only the ``Host`` header tells.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit


class Hosts:
    """The names that requests may be addressed to.

    ``public_url`` and ``others`` name them. Without either, any name may be used through a proxy, and directly the name
    of this machine, with any domain. Addresses may always be used, because nobody else can own them.
    """

    def __init__(self, public_url: str, others: Iterable[str] = (), machine: str = "") -> None:
        self._named = {urlsplit(url).hostname or "" for url in (public_url, *(f"//{name}" for name in others))} - {""}
        self._machine = (machine or socket.gethostname()).lower().partition(".")[0]

    def serves(self, host: str, *, proxied: bool) -> bool:
        """Whether a request with this ``Host`` header is meant for the service. ``proxied``: it came by a proxy."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        if name in self._named or name == "localhost" or _is_address(name):
            return True
        if self._named:
            return False
        return bool(name) and (proxied or name.partition(".")[0] == self._machine)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
