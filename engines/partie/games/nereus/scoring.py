"""What a seat has at the end: the best set of end cards, gold out of the storage, and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from partie.games.nereus.data import DATA, SCIENCE
from partie.games.nereus.state import OVER, Player, State
from partie.games.nereus.tables import CHEST_PLACE, KIND
from partie.kit import Line, Result

_STORAGE = DATA.storage


class Settlement(Struct, frozen=True):
    """What the end of the game brings one seat."""

    cards: tuple[tuple[str, int], ...]
    """The end cards that count, and their points."""
    gold: int
    """Gold after everything in the storage was sold."""
    gold_points: int

    @property
    def card_points(self) -> int:
        """The points of all cards that count."""
        return sum(points for _, points in self.cards)

    @property
    def points(self) -> int:
        """All of it together."""
        return self.card_points + self.gold_points


def worth(player: Player, cards: Iterable[str]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The cards whose condition the cabin meets, and those that need a gem of the storage to meet it (F2 to F4).

    A treasure serves one card only, so of several that ask for the same one, the first has it.
    """
    met, with_gem = [], []
    left = list(player.storage)
    chest_used: set[str] = set()
    for card in cards:
        kind = SCIENCE[KIND[card]]
        if not kind.end:
            continue
        if kind.holds:
            if all(crew in player.done for crew in kind.holds):
                met.append((kind.points, card))
        elif kind.chest:
            if player.chest[CHEST_PLACE[kind.chest]] and kind.chest not in chest_used:
                chest_used.add(kind.chest)
                met.append((kind.points, card))
        elif kind.storage in left:
            left.remove(kind.storage)
            met.append((kind.points, card))
        elif player.gems:
            with_gem.append((kind.points, card))
    return met, with_gem


def best_cards(player: Player, cards: Iterable[str], most: int) -> list[tuple[int, str]]:
    """The set of at most so many cards that brings the most points."""
    met, with_gem = worth(player, cards)
    with_gem.sort(key=_points, reverse=True)
    able = met + with_gem[: player.gems]
    able.sort(key=_points, reverse=True)
    return able[:most]


def _points(card: tuple[int, str]) -> int:
    return card[0]


def final_gold(player: Player) -> int:
    """Gold after all of the storage was sold; treasures in holds bring none (F5)."""
    treasures = len(player.storage) - player.storage.count("")
    return player.gold + _STORAGE.treasure_price * treasures + _STORAGE.gem_price * player.gems


def settle(player: Player) -> Settlement:
    """The final scoring of one seat as it stands now."""
    gold = final_gold(player)
    chosen = best_cards(player, player.science, player.power)
    return Settlement(tuple((KIND[card], points) for points, card in chosen), gold, gold // DATA.scoring.gold)


def breakdown(player: Player) -> tuple[int, tuple[Line, ...]]:
    """A seat's exact score if the game ended now, and the items that it is made of."""
    settled = settle(player)
    lines = (
        Line("points", {"points": player.points}),
        Line("cards", {"points": settled.card_points, "count": len(settled.cards)}),
        Line("gold", {"points": settled.gold_points, "coins": settled.gold}),
    )
    return player.points + settled.points, lines


def unfinished(player: Player) -> int:
    """Treasures and gems in holds that are not complete."""
    return sum(len(hold) - hold.count("") for hold in player.holds.values())


def result(state: State) -> Result | None:
    """The result once the game is over; ties go by complete holds, then by treasures in the others (F6)."""
    if state.step != OVER:
        return None
    rows = [breakdown(player) for player in state.players]
    ranks = [
        (score, len(player.done), unfinished(player)) for (score, _), player in zip(rows, state.players, strict=True)
    ]
    return Result.of(ranks, [parts for _, parts in rows])


# --- bounds for hands that are not known ------------------------------------------------------------------------------


def bounds(player: Player, pool: Mapping[str, int], hand: int) -> tuple[int, int]:
    """The fewest and the most points that so many cards out of a pool of kinds may bring the player at the end."""
    most = min(player.power, hand)
    if not most:
        return 0, 0
    every = [card for card, count in pool.items() for _ in range(count)]
    high = sum(points for points, _ in best_cards(player, every, most))
    return (_fewest(player, pool, hand) if high else 0), high


def _fewest(player: Player, pool: Mapping[str, int], hand: int) -> int:
    """The least that the best set of a hand may be worth.

    First come cards that bring nothing here. The rest is taken from those that would: of a kind
    that the pool has several of, every number is tried, and of the others the cheapest that need a gem together with
    the cheapest that do not, in every proportion.
    """
    met: list[tuple[int, str]] = []
    with_gem: list[tuple[int, str]] = []
    several: list[tuple[str, int]] = []
    wanting = hand
    for card, count in pool.items():
        free, gem = worth(player, (card,))
        if not (free or gem):
            wanting -= count
        elif count > 1:
            several.append((card, count))
        else:
            met += free
            with_gem += gem
    if wanting <= 0:
        return 0
    cheap_met = [card for _, card in sorted(met, key=_points)]
    cheap_gem = [card for _, card in sorted(with_gem, key=_points)]
    fewest: int | None = None
    for taken in _numbers(several):
        rest = wanting - len(taken)
        for gems in range(max(0, rest - len(cheap_met)), min(rest, len(cheap_gem)) + 1):
            cards = [*taken, *cheap_gem[:gems], *cheap_met[: rest - gems]]
            points = sum(won for won, _ in best_cards(player, cards, player.power))
            fewest = points if fewest is None else min(fewest, points)
    return fewest or 0


def _numbers(several: list[tuple[str, int]]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [()]
    for card, count in several:
        found = [(*cards, *(card,) * number) for cards in found for number in range(count + 1)]
    return found
