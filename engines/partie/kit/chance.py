"""Chance: the only source of randomness an engine has.

The generator of version 1 is HMAC-SHA256 in counter mode. Its key is ``HMAC(seed, nonces in seat order)``: the
host knows the seed, every player adds a nonce, so nobody chose the key. Block *i* of event *n* is
``HMAC(key, "partie-chance-1" || n || i)`` with *n* and *i* as eight bytes, big end first; words of eight bytes
are taken from it in order, and a word that would bias the choice is thrown away (rejection sampling).

Draws are written into the event. A fold replays them and draws nothing, so the generator may change for new
tables while old logs stay readable, and ``partie verify`` can prove every draw once the seed is known.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Mapping, Sequence
from typing import Final, Protocol, TypeAlias, TypeVar

VERSION = 1

_WORDS: Final = struct.Struct(">4Q")

Draw: TypeAlias = "str | int | tuple[str | int, ...]"
Draws: TypeAlias = "tuple[str | int | tuple[str | int, ...], ...]"
"""What chance gave during one event, in order: a picked item, or the whole order of a shuffle."""

T = TypeVar("T", str, int)


class ChanceForbidden(Exception):
    """Something was drawn or uncovered where only open consequences may be looked at (a preview)."""


class DrawsDiffer(Exception):
    """The recorded draws do not fit the rules that fold them: the log belongs to other rules, or is damaged."""


class Chance(Protocol):
    """What an engine may ask of chance."""

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely. Items that occur twice are twice as likely."""
        ...

    def roll(self, faces: Sequence[int]) -> int:
        """One face of a die."""
        ...

    def draw(self, pool: Mapping[str, int]) -> str:
        """One item out of a pool of counted items (``{item: how many}``); the pool itself stays as it is."""
        ...

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order."""
        ...

    def uncover(self, what: str) -> None:
        """Say that something hidden from anyone becomes known to anyone else, so that it cannot be undone."""
        ...


def table_key(seed: bytes, nonces: Sequence[bytes]) -> bytes:
    """The key of a table's chance from its seed and one nonce a seat, in seat order."""
    mixed = hashlib.sha256(b"".join(len(nonce).to_bytes(2, "big") + nonce for nonce in nonces)).digest()
    return hmac.digest(seed, mixed, "sha256")


class SeededChance:
    """Draws from the generator and keeps a record of what it gave."""

    def __init__(self, key: bytes, event: int) -> None:
        self._key = key
        self._prefix = b"partie-chance-1" + event.to_bytes(8, "big")
        self._block = 0
        self._words: list[int] = []
        self._draws: list[Draw] = []
        self._uncovered: list[str] = []

    @property
    def draws(self) -> Draws:
        """What was given so far."""
        return tuple(self._draws)

    @property
    def uncovered(self) -> tuple[str, ...]:
        """What was uncovered so far."""
        return tuple(self._uncovered)

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._prefix + self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
            self._words = list(reversed(_WORDS.unpack(block)))
        return self._words.pop()

    def _below(self, bound: int) -> int:
        """A number in ``range(bound)``, all equally likely."""
        if bound < 1:
            raise ValueError("nothing to draw from")
        limit = (1 << 64) - (1 << 64) % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def pick(self, items: Sequence[T]) -> T:
        item = items[self._below(len(items))]
        self._draws.append(item)
        return item

    def roll(self, faces: Sequence[int]) -> int:
        return self.pick(faces)

    def draw(self, pool: Mapping[str, int]) -> str:
        index = self._below(sum(pool.values()))
        for item in sorted(pool):  # in an order that does not depend on how the map was built
            index -= pool[item]
            if index < 0:
                self._draws.append(item)
                return item
        raise AssertionError("the counts were summed above")

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self._below(last + 1)
            order[last], order[other] = order[other], order[last]
        self._draws.append(tuple(order))
        return tuple(order)

    def uncover(self, what: str) -> None:
        self._uncovered.append(what)


class RecordedChance:
    """Gives what the event's record says, in its order, and checks that the rules still allow it."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws
        self._next = 0
        self._uncovered: list[str] = []

    @property
    def draws(self) -> Draws:
        """What was given so far."""
        return self._draws[: self._next]

    @property
    def uncovered(self) -> tuple[str, ...]:
        """What was uncovered so far."""
        return tuple(self._uncovered)

    def _take(self) -> Draw:
        if self._next >= len(self._draws):
            raise DrawsDiffer(f"the rules draw more than the {len(self._draws)} recorded draws")
        draw = self._draws[self._next]
        self._next += 1
        return draw

    def pick(self, items: Sequence[T]) -> T:
        draw = self._take()
        for item in items:
            if item == draw:
                return item
        raise DrawsDiffer(f"recorded draw {draw!r} is not among {items!r}")

    def roll(self, faces: Sequence[int]) -> int:
        return self.pick(faces)

    def draw(self, pool: Mapping[str, int]) -> str:
        draw = self._take()
        if not isinstance(draw, str) or pool.get(draw, 0) < 1:
            raise DrawsDiffer(f"recorded draw {draw!r} is not in the pool")
        return draw

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        draw = self._take()
        if not isinstance(draw, tuple | list) or sorted(map(str, draw)) != sorted(map(str, items)):
            raise DrawsDiffer(f"recorded order {draw!r} is no order of {items!r}")
        return tuple(draw)  # type: ignore[arg-type]  # the same items as given, compared above

    def uncover(self, what: str) -> None:
        self._uncovered.append(what)

    def finish(self) -> None:
        """Raise if the rules drew less than was recorded."""
        if self._next != len(self._draws):
            raise DrawsDiffer(f"the rules drew {self._next} of {len(self._draws)} recorded draws")


class NoChance:
    """For previews: the first draw or uncovering raises :class:`ChanceForbidden`."""

    def pick(self, items: Sequence[T]) -> T:
        raise ChanceForbidden

    def roll(self, faces: Sequence[int]) -> int:
        raise ChanceForbidden

    def draw(self, pool: Mapping[str, int]) -> str:
        raise ChanceForbidden

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        raise ChanceForbidden

    def uncover(self, what: str) -> None:
        raise ChanceForbidden
