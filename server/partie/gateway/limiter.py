"""Rate limits of messages and requests: what each costs, and what a person and an address may spend.

A cost is in points; a point is about a tenth of a millisecond of a node's processor. All messages and requests of a
person, or from an address, are paid from one budget of points. Rare requests that leave something behind have an
allowance of its own as well. Everything here is counted by each node for itself.

Limits stand next to the handlers: a message or a route cannot be registered without one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from partie.limits import LocalLimit, Rate
from partie.metrics import Metrics

COMMAND_POINTS: Final = 20
"""Points per second of a person for each command per second allowed: most commands cost 15."""

BURST_SECONDS: Final = 2.0
"""Seconds' worth of points that a person may spend at once."""

ADDRESS_SHARE: Final = 4
"""The budget of an address, in those of a person, as long as nobody there plays."""

ADDRESS_BURST_SECONDS: Final = 3.0
"""Seconds' worth of points that an address may spend at once: half a class that opens the page."""

By: TypeAlias = Literal["command", "person", "address"]
"""What a limit counts by: the commands of a person, a person, or a network address."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How often something may be done, together with everything else that has the allowance of the same name."""

    name: str
    rate: Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The rate limit of a message or a request."""

    cost: int
    """Points, from the budget of the person and that of the address."""
    command: bool = False
    """Whether it is one of the commands that a person may give per second."""
    person: Allowance | None = None
    """How often a person may do it."""
    address: Allowance | None = None
    """How often it may be done from one address; more often from one at which people play."""
    handler: tuple[Allowance, ...] = ()
    """Further limits, which the handler applies itself because they concern something else, or are shared by nodes."""


class Denied(NamedTuple):
    """The limit that does not allow something now, and the seconds until it may."""

    by: By
    seconds: float


class Limiter:
    """The budgets and allowances on one node.

    ``commands_per_second`` is that of people, which everything else is derived from. ``command_allowed`` counts one
    more command of a person. ``growth`` is the factor by which an address has more than another; 0 is no limit.
    """

    def __init__(
        self,
        commands_per_second: int,
        command_allowed: Callable[[str], bool],
        metrics: Metrics,
        growth: Callable[[str], float] = lambda _: 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.person_rate = _budget(COMMAND_POINTS * commands_per_second, BURST_SECONDS)
        self.address_rate = _budget(ADDRESS_SHARE * COMMAND_POINTS * commands_per_second, ADDRESS_BURST_SECONDS)
        self._command_allowed = command_allowed
        self._metrics = metrics
        self.growth = growth
        self._clock = clock
        self._persons = LocalLimit(self.person_rate)
        self._addresses = LocalLimit(self.address_rate)
        self._own: dict[tuple[By, str], LocalLimit] = {}

    def denied(self, limit: Limit, person: str, address: str) -> Denied | None:
        """Count one use; None if it is within all limits. Without a person, or an address, that is not limited.

        An allowance that is used up cannot be waited for; a budget can.
        """
        now, growth = self._clock(), self.growth(address) if address else 0.0
        denied = self._denied(limit, person, address, now, growth)
        if denied is not None:
            self._metrics.limited.labels(denied.by).inc()
        return denied

    def _denied(self, limit: Limit, person: str, address: str, now: float, growth: float) -> Denied | None:
        if limit.command and person and not self._command_allowed(person):
            return Denied("command", 0.0)
        budgets: list[tuple[By, LocalLimit, str, float]] = []
        if person and limit.person is not None:
            budgets.append(("person", self._allowance("person", limit.person), person, 1.0))
        if growth and limit.address is not None:
            budgets.append(("address", self._allowance("address", limit.address), address, 1.0 / growth))
        for by, budget, key, cost in budgets:
            if (seconds := budget.wait(key, now, cost)) > 0.0:
                return Denied(by, seconds)
        for _, budget, key, cost in budgets:
            budget.charge(key, now, cost)
        self._charge(person, address, limit.cost, now, growth)
        return None

    def wait(self, person: str, address: str) -> float:
        """Return the seconds until the budgets of a person and an address have something left."""
        now, growth = self._clock(), self.growth(address) if address else 0.0
        wait = self._persons.wait(person, now) if person else 0.0
        return max(wait, self._addresses.wait(address, now)) if growth else wait

    def charge(self, person: str, address: str, points: float) -> None:
        """Count more for something that turns out to be more work. The next request waits for the debt."""
        self._charge(person, address, points, self._clock(), self.growth(address) if address else 0.0)

    def _charge(self, person: str, address: str, points: float, now: float, growth: float) -> None:
        if person:
            self._persons.charge(person, now, points)
        if growth:
            self._addresses.charge(address, now, points / growth)

    def _allowance(self, by: By, allowance: Allowance) -> LocalLimit:
        found = self._own.get((by, allowance.name))
        if found is None:
            found = self._own[by, allowance.name] = LocalLimit(allowance.rate)
        return found


def _budget(points_per_second: int, seconds: float) -> Rate:
    return Rate(int(points_per_second * seconds), seconds)
