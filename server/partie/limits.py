"""So many in so much time, counted in Redis for all nodes or in memory for one.

Both are the generic cell rate algorithm: one number a key, the time at which the key's past use is worked off. A
whole allowance may be used at once, and comes back evenly.
"""

from __future__ import annotations

import ipaddress
import time
from dataclasses import dataclass
from typing import Final

from partie.redis import store
from partie.redis.connect import Client

KEYS_KEPT: Final = 10_000
"""Keys a local limit remembers. Overflow: those that are worked off are forgotten, and if none is, all are."""

_TAKE: Final = store.script(__package__, "take.lua")


@dataclass(frozen=True)
class Rate:
    """So many (``count``) in so many seconds."""

    count: int
    seconds: float

    @property
    def interval(self) -> float:
        """Seconds in which one comes back."""
        return self.seconds / self.count


async def take(redis: Client, name: str, rate: Rate) -> int:
    """Use one of what ``name`` is allowed, for all nodes together; else the milliseconds until there is one."""
    interval = int(rate.interval * 1_000_000)
    return int(await store.run(redis, _TAKE, [f"partie:limit:{name}"], interval, rate.count))


class LocalLimit:
    """A rate for each of many keys, on this node alone."""

    def __init__(self, rate: Rate) -> None:
        self._interval = rate.interval
        self._allowance = (rate.count - 1) * rate.interval
        self._free_at: dict[str, float] = {}

    def take(self, key: str, now: float | None = None) -> bool:
        """Use one; False when there is none. ``now`` is in seconds of any clock that never goes back."""
        now = time.monotonic() if now is None else now
        free_at = max(self._free_at.get(key, now), now)
        if free_at - now > self._allowance:
            return False
        if key not in self._free_at and len(self._free_at) >= KEYS_KEPT:
            busy = {key: at for key, at in self._free_at.items() if at > now}
            self._free_at = busy if len(busy) < KEYS_KEPT else {}
        self._free_at[key] = free_at + self._interval
        return True

    def forget(self, key: str) -> None:
        """There is no such key any more, and if there is one again, it is another's."""
        self._free_at.pop(key, None)


def network(address: str) -> str:
    """What counts as one address: an IPv4 address, or the half of an IPv6 one that a household is given."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64] or "local"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.IPv6Network((parsed, 64), strict=False).network_address)
    return str(parsed)
