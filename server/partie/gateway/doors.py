"""The number of connections that a person, and that an address, may have on this node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

MOST_OF_PERSON: Final = 30
"""Connections of one person: tabs and devices."""

MOST_AT_ADDRESS: Final = 300
"""Connections from one address: a club, each with two tabs. From one at which people play more are let in."""

HANDSHAKE: Final = 20
"""Points that a connection costs its address, whatever becomes of it."""


class Doors:
    """Counts the connections of persons and addresses, from the handshake on. ``growth`` is as for the limiter."""

    def __init__(self, growth: Callable[[str], float]) -> None:
        self._growth = growth
        self.most_of_person = MOST_OF_PERSON
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more connection from an address; False if it has too many. An unknown one is not counted."""
        growth = self._growth(address) if address else 0.0
        if growth and self._addresses[address] >= MOST_AT_ADDRESS * growth:
            return False
        if address:
            self._addresses[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one connection from an address less."""
        _count_down(self._addresses, address)

    def enter_person(self, person: str) -> bool:
        """Count one more connection of a person; False if there are too many."""
        if self._persons[person] >= self.most_of_person:
            return False
        self._persons[person] += 1
        return True

    def leave_person(self, person: str) -> None:
        """Count one connection of a person less."""
        _count_down(self._persons, person)


def _count_down(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
