"""A chance for tests, of which a subclass says only how it picks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from partie.kit.chance import T


class Picking(ABC):
    """Dice and draws are picks, and whatever is shuffled stays in its order."""

    @abstractmethod
    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""

    def roll(self, faces: Sequence[int]) -> int:
        """Pick a face."""
        return self.pick(faces)

    def draw(self, pool: Mapping[str, int]) -> str:
        """Pick from the pool's items in the order of their names."""
        return self.pick(sorted(pool))

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Leave the items as they are."""
        return tuple(items)
