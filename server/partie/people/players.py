"""The people who play at each network address: what may be done from an address grows with their number.

A school or a club has one address for everybody. It differs from one machine that pretends to be many guests by what
its people do: they play. An address keeps what it has grown to for a month after the last of them.

Redis has only an estimate of their number, under a fingerprint of the address: neither the address nor the persons.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from partie.limits import Rate
from partie.redis import store
from partie.redis.connect import Client

MOVES: Final = 20
"""Accepted moves at one node after which a person counts as a player at the address."""

PLAYERS: Final = 20
"""Number of players for which an address gets once more what any address has."""

MOST: Final = 4.0
"""Maximum factor by which an address grows."""

KEPT_SECONDS: Final = 30 * 24 * 3600
"""Seconds for which players are remembered after the last of an address was added."""

_FRESH_SECONDS: Final = 600.0
"""Seconds after which the number of an address's players is read again."""

_KNOWN: Final = 10_000
"""Number of addresses, and of persons who have not made enough moves, that a node remembers."""

_ADD: Final = """
redis.call('PFADD', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return redis.call('PFCOUNT', KEYS[1])
"""


class Players:
    """The players of all addresses, as far as this node knows.

    ``factor`` multiplies what every address has. ``fingerprint`` hides an address.
    """

    def __init__(self, redis: Client, fingerprint: Callable[[str], str], factor: float = 1.0) -> None:
        self._redis = redis
        self._fingerprint = fingerprint
        self._factor = factor
        self._known: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._moves: OrderedDict[tuple[str, str], int] = OrderedDict()

    def growth(self, address: str) -> float:
        """The factor by which limits of an address are higher than the lowest; 0.0 if it has none."""
        players, _ = self._known.get(address, (0, 0.0))
        return self._factor * min(MOST, 1.0 + players / PLAYERS)

    def grown(self, address: str, rate: Rate) -> Rate:
        """A limit of an address that protects others, so that it is never without: more at once, and as much after."""
        growth = max(1.0, self.growth(address))
        return Rate(int(rate.count * growth), rate.seconds * growth)

    def is_fresh(self, address: str) -> bool:
        """Whether :meth:`learn` would read nothing."""
        return not address or time.monotonic() - self._known.get(address, (0, -_FRESH_SECONDS))[1] < _FRESH_SECONDS

    async def learn(self, address: str) -> None:
        """Read how many players an address has, unless that is known. If Redis is unreachable, keep what is known."""
        if self.is_fresh(address):
            return
        try:
            count = int(await self._redis.pfcount(self._key(address)))
        except store.UNAVAILABLE:
            return
        self._keep(address, count)

    def moved(self, address: str, person: str) -> bool:
        """Count an accepted move. True if the person now counts as a player: call :meth:`add`."""
        if not address:
            return False
        key = address, person
        self._moves[key] = self._moves.pop(key, 0) + 1
        if len(self._moves) > _KNOWN:
            self._moves.popitem(last=False)
        return self._moves[key] == MOVES

    async def add(self, address: str, person: str) -> None:
        """Add a player to an address. Errors of redis-py pass through."""
        self._keep(address, int(await store.run(self._redis, _ADD, [self._key(address)], person, KEPT_SECONDS)))

    def _keep(self, address: str, count: int) -> None:
        self._known[address] = (count, time.monotonic())
        self._known.move_to_end(address)
        if len(self._known) > _KNOWN:
            self._known.popitem(last=False)

    def _key(self, address: str) -> str:
        return f"partie:players:{self._fingerprint(address)}"
