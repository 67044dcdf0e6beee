"""Rate limits, counted in Redis for all nodes or in memory for one.

Both use the generic cell rate algorithm: one number per key, the time at which the key's past use is worked off. A full
allowance may be used at once, and refills evenly.
"""

from __future__ import annotations

import ipaddress
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from partie.redis import store
from partie.redis.connect import Client

KEYS_KEPT: Final = 10_000
"""Number of keys a local limit remembers. On overflow, it drops the keys that are worked off, or all if none is."""

_TAKE: Final = store.script(__package__, "take.lua")


@dataclass(frozen=True)
class Rate:
    """A rate limit: ``count`` uses in ``seconds``."""

    count: int
    seconds: float

    @property
    def interval(self) -> float:
        """The time in seconds in which one use refills."""
        return self.seconds / self.count


async def take(redis: Client, name: str, rate: Rate) -> int:
    """Use one of the allowance of ``name``, shared by all nodes; else return the milliseconds until one is free."""
    interval = int(rate.interval * 1_000_000)
    return int(await store.run(redis, _TAKE, [f"partie:limit:{name}"], interval, rate.count))


class LocalLimit:
    """A rate limit for each of many keys, on this node alone.

    Uses may cost more or less than one. ``now`` is in seconds of any clock that never goes back.
    """

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._interval = rate.interval
        self._free_at: dict[str, float] = {}

    def take(self, key: str, now: float | None = None, cost: float = 1.0) -> bool:
        """Use one; False if none is left. A use that costs more than the whole allowance needs a whole one."""
        now = time.monotonic() if now is None else now
        if self.wait(key, now, cost) > 0.0:
            return False
        self.charge(key, now, cost)
        return True

    def wait(self, key: str, now: float | None = None, cost: float = 1.0) -> float:
        """Return the seconds until a use is allowed."""
        now = time.monotonic() if now is None else now
        free_at = self._free_at.get(key, now)
        return max(0.0, free_at - now - max(0.0, self._rate.count - cost) * self._interval)

    def charge(self, key: str, now: float | None = None, cost: float = 1.0) -> None:
        """Count a use, whether it is allowed or not: the next ones wait until it is worked off."""
        now = time.monotonic() if now is None else now
        if key not in self._free_at and len(self._free_at) >= KEYS_KEPT:
            busy = {key: at for key, at in self._free_at.items() if at > now}
            self._free_at = busy if len(busy) < KEYS_KEPT else {}
        self._free_at[key] = max(self._free_at.get(key, now), now) + cost * self._interval

    def forget(self, key: str) -> None:
        """Forget a key that no longer exists. If it reappears, it belongs to somebody else."""
        self._free_at.pop(key, None)


@lru_cache(maxsize=1024)
def network(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 network of an IPv6 address (one household)."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64] or "local"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.IPv6Network((parsed, 64), strict=False).network_address)
    return str(parsed)
