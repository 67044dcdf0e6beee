"""What an area brings: small, large and final scoring."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.engines.wikinger.naive.area import Grid, islands, repelled, threatened

PRICES = {"ship-red": (0, 3), "ship-green": (0, 5), "ship-yellow": (2, 0), "ship-blue": (3, 0)}
"""Points and gold on the ships."""


@dataclass
class Tribe:
    """All that belongs to one player."""

    gold: int
    points: int = 10
    started: bool = False
    grid: Grid = field(default_factory=dict)
    waiting: Counter[str] = field(default_factory=Counter)
    specials: list[str] = field(default_factory=list)

    @property
    def boatmen(self) -> int:
        """Those that count at the end."""
        return self.waiting["boatman"] + self.specials.count("boatman-1")

    @property
    def mouths(self) -> int:
        """All wooden figures of the seat."""
        return self.waiting.total() + sum(figure != "" for _, figure in self.grid.values())

    @property
    def fed(self) -> int:
        """Five for each fisherman who is safe."""
        return 5 * len(safe(self, "fisherman"))


def safe(tribe: Tribe, kind: str) -> list[int]:
    """The columns of all figures of a kind that are not threatened."""
    lying = threatened(tribe.grid)
    return [place[1] for place, (_, figure) in tribe.grid.items() if figure == kind and place not in lying]


def small(tribe: Tribe) -> int:
    """Gold."""
    each = 3 + tribe.specials.count("goldsmith-1") + 2 * tribe.specials.count("goldsmith-2")
    return each * len(safe(tribe, "goldsmith"))


def large(tribe: Tribe) -> tuple[int, int]:
    """Points and gold."""
    points, gold = 0, small(tribe)
    for (row, column), (tile, _) in tribe.grid.items():
        if row == 0 and repelled(tribe.grid, column):
            points += PRICES[tile][0]
            gold += PRICES[tile][1]
    points += (2 + tribe.specials.count("noble-1")) * len(safe(tribe, "noble"))
    points += (1 + tribe.specials.count("scout-1")) * len(safe(tribe, "scout"))
    for column in safe(tribe, "scout"):
        points += tribe.grid.get((4, column), ("", ""))[1] == "goldsmith"
        points += tribe.grid.get((5, column), ("", ""))[1] == "fisherman"
    points += tribe.specials.count("fisherman-1") * len(safe(tribe, "fisherman"))
    return points, gold


def final(tribes: list[Tribe]) -> list[tuple[int, int]]:
    """Everybody's score and the gold that is left, as if the game ended now."""
    return [_settled(tribe, tribes) for tribe in tribes]


def _settled(tribe: Tribe, tribes: list[Tribe]) -> tuple[int, int]:
    points, gold = tribe.points, tribe.gold
    for (row, column), (tile, _) in tribe.grid.items():
        if row == 0 and not repelled(tribe.grid, column):
            points -= PRICES[tile][0]
            gold -= PRICES[tile][1]
    if gold < 0:
        points, gold = points + gold, 0
    each = 3 if "gold-3" in tribe.specials else 5
    points, gold = points + gold // each, gold % each
    if 0 < tribe.boatmen == max(other.boatmen for other in tribes):
        points += 10
    found = [islands(other.grid) for other in tribes]
    own = islands(tribe.grid)
    if own and len(own) == max(map(len, found)):
        points += 7
    if own and max(own) == max(map(max, filter(None, found))):
        points += 5
    if tribe.fed > tribe.mouths:
        points += (tribe.fed - tribe.mouths) * (3 if "supply-3" in tribe.specials else 2)
    else:
        points -= tribe.mouths - tribe.fed
    return points + _buildings(tribe.grid), gold


def _buildings(grid: Grid) -> int:
    points = 0
    for (row, column), (tile, _) in grid.items():
        if tile.startswith("special-") and (row, column) not in threatened(grid):
            points += sum(
                figure != ""
                for (high, wide), (_, figure) in grid.items()
                if abs(high - row) < 2 and abs(wide - column) < 2
            )
    return points
