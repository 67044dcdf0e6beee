"""Addresses and the networks that bans name."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping
from typing import Final, Generic, TypeAlias, TypeVar

T = TypeVar("T")

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

WIDEST: Final = {4: 16, 6: 32}
"""Bits that the prefix of a banned network has at least, by version: a provider's networks are hardly wider."""

HOME: Final = 64
"""Bits of the network that one customer is given under IPv6, and may take any address of."""


def parsed(address: str) -> Address | None:
    """A peer's address, one of IPv4 always as such; None for what is no address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def network(target: str) -> Network:
    """The network that is meant: an address of IPv6 means its customer's. Raises :class:`ValueError`."""
    found = ipaddress.ip_network(target, strict=False)
    if isinstance(found, ipaddress.IPv4Network):
        return found
    mapped = found.network_address.ipv4_mapped
    if mapped is not None and found.prefixlen >= 96:
        return ipaddress.IPv4Network(f"{mapped}/{found.prefixlen - 96}")
    return found if "/" in target else found.supernet(new_prefix=HOME)


def home(address: Address) -> str:
    """The network that one customer has at an address: the address itself, or the half of one of IPv6."""
    return str(network(str(address)))


class Networks(Generic[T]):
    """What is known of networks: one look-up for each length of prefix, however many networks there are."""

    def __init__(self, known: Mapping[str, T]) -> None:
        self._known: dict[tuple[int, int], dict[int, T]] = {}
        for target, what in known.items():
            if "/" in target:
                found = network(target)
                self._known.setdefault((found.version, found.prefixlen), {})[int(found.network_address)] = what

    def around(self, address: Address) -> Iterator[T]:
        """What is known of the networks in which an address lies."""
        for (version, prefix), known in self._known.items():
            if version == address.version:
                rest = address.max_prefixlen - prefix
                start = int(address) >> rest << rest
                if start in known:
                    yield known[start]
