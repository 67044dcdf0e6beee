"""Chance: the only source of randomness an engine has.

Version 1 of the generator is HMAC-SHA256 in counter mode. Its key is ``HMAC(seed, nonces in seat order)``: the host
knows the seed and every player adds a nonce, so nobody can choose the key. Block *i* of event *n* is ``HMAC(key,
"partie-chance-1" || n || i)`` with *n* and *i* as eight bytes, big-endian. Words of eight bytes are taken from it in
order; a word that would bias the choice is discarded (rejection sampling).

Draws are written into the event. A fold replays them and draws nothing, so new tables may use another generator while
old logs stay readable, and ``partie verify`` can prove every draw once the seed is known.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Mapping, Sequence
from typing import Final, Protocol, TypeAlias, TypeVar

VERSION = 1

_WORDS: Final = struct.Struct(">4Q")
_SPAN: Final = 1 << 64

Draw: TypeAlias = "str | int | tuple[str | int, ...]"
Draws: TypeAlias = "tuple[str | int | tuple[str | int, ...], ...]"
"""The draws of one event, in order: each a picked item, or the whole order of a shuffle."""

T = TypeVar("T", str, int)


class ChanceForbidden(Exception):
    """A preview tried to draw or uncover something; previews may show open consequences only."""


class DrawsDiffer(Exception):
    """The recorded draws do not fit the rules that fold them: the log is for other rules, or damaged."""


class Chance(Protocol):
    """The random operations available to an engine."""

    def pick(self, items: Sequence[T]) -> T:
        """Pick one of the items, each equally likely; an item that occurs twice is twice as likely."""
        ...

    def roll(self, faces: Sequence[int]) -> int:
        """Roll a die with these faces."""
        ...

    def draw(self, pool: Mapping[str, int]) -> str:
        """Draw one item from a pool of counted items (``{item: how many}``); the pool itself does not change."""
        ...

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in random order."""
        ...

    def uncover(self, what: str) -> None:
        """Declare that something hidden becomes known to anyone else; the event can then not be undone."""
        ...


def table_key(seed: bytes, nonces: Sequence[bytes]) -> bytes:
    """Derive the key of a table's chance from its seed and one nonce per seat, in seat order."""
    mixed = hashlib.sha256(b"".join(len(nonce).to_bytes(2, "big") + nonce for nonce in nonces)).digest()
    return hmac.digest(seed, mixed, "sha256")


class SeededChance:
    """Draws from the generator and records every draw."""

    def __init__(self, key: bytes, event: int) -> None:
        self._key = key
        self._prefix = b"partie-chance-1" + event.to_bytes(8, "big")
        self._block = 0
        self._words: list[int] = []
        self._draws: list[Draw] = []
        self._uncovered: list[str] = []

    @property
    def draws(self) -> Draws:
        """The draws so far."""
        return tuple(self._draws)

    @property
    def uncovered(self) -> tuple[str, ...]:
        """Everything uncovered so far."""
        return tuple(self._uncovered)

    def _below(self, bound: int) -> int:
        """Return a number in ``range(bound)``, all equally likely."""
        if bound < 1:
            raise ValueError("cannot draw from nothing")
        limit = _SPAN - _SPAN % bound
        while True:
            if not self._words:
                block = hmac.digest(self._key, self._prefix + self._block.to_bytes(8, "big"), "sha256")
                self._block += 1
                self._words.extend(reversed(_WORDS.unpack(block)))
            word = self._words.pop()
            if word < limit:
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
        raise AssertionError("unreachable: the counts were summed above")

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
    """Replays the recorded draws of an event in order, and checks that the rules still allow each of them."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws
        self._next = 0
        self._uncovered: list[str] = []

    @property
    def draws(self) -> Draws:
        """The draws replayed so far."""
        return self._draws[: self._next]

    @property
    def uncovered(self) -> tuple[str, ...]:
        """Everything uncovered so far."""
        return tuple(self._uncovered)

    def _take(self) -> Draw:
        if self._next >= len(self._draws):
            raise DrawsDiffer(f"the rules draw more often than the {len(self._draws)} recorded draws")
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
            raise DrawsDiffer(f"recorded order {draw!r} is not an order of {items!r}")
        return tuple(draw)  # type: ignore[arg-type]  # the same items as given, compared above

    def uncover(self, what: str) -> None:
        self._uncovered.append(what)

    def finish(self) -> None:
        """Raise :class:`DrawsDiffer` if the rules drew fewer times than was recorded."""
        if self._next != len(self._draws):
            raise DrawsDiffer(f"the rules drew {self._next} of {len(self._draws)} recorded draws")


class NoChance:
    """Chance for previews: the first draw or uncovering raises :class:`ChanceForbidden`."""

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
