"""IP addresses, and the networks used in bans."""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Iterator, Mapping
from typing import Final, Generic, TypeAlias, TypeVar

T = TypeVar("T")

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

WIDEST: Final = {4: 16, 6: 32}
"""Minimum prefix length of a banned network, by version: a provider's networks are hardly wider."""

HOME: Final = 64
"""Prefix length of the network that one customer gets under IPv6, with free choice of addresses in it."""


@functools.lru_cache(maxsize=4096)
def parsed(address: str) -> Address | None:
    """Parse a peer's address, IPv4-mapped ones as IPv4; None if it is invalid."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def network(target: str) -> Network:
    """Parse a network: a single IPv6 address stands for its customer's. Raises :class:`ValueError`."""
    found = ipaddress.ip_network(target, strict=False)
    if isinstance(found, ipaddress.IPv4Network):
        return found
    mapped = found.network_address.ipv4_mapped
    if mapped is not None and found.prefixlen >= 96:
        return ipaddress.IPv4Network(f"{mapped}/{found.prefixlen - 96}")
    return found if "/" in target else found.supernet(new_prefix=HOME)


def home(address: Address) -> str:
    """Return the network of one customer: the address itself, or the /64 of an IPv6 address."""
    return str(network(str(address)))


class Networks(Generic[T]):
    """A map from networks to values: one look-up per prefix length, however many networks there are."""

    def __init__(self, known: Mapping[str, T]) -> None:
        self._known: dict[tuple[int, int], dict[int, T]] = {}
        for target, what in known.items():
            if "/" in target:
                found = network(target)
                self._known.setdefault((found.version, found.prefixlen), {})[int(found.network_address)] = what

    def around(self, address: Address) -> Iterator[T]:
        """Yield the values of all networks that contain an address."""
        for (version, prefix), known in self._known.items():
            if version == address.version:
                rest = address.max_prefixlen - prefix
                start = int(address) >> rest << rest
                if start in known:
                    yield known[start]
