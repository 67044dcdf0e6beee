"""The warehouse, and paying with goods: what can be paid, and what the player has to choose.

A payment is a :class:`Recipe` and what was given for it so far. It goes on by giving the seat's goods and by buying
(each bought good is given at once, W2), and selling may come in between (W1). Where there is one way only, it is
taken without asking; the tile a good comes from is a question, because a tile has room for three goods only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from operator import sub
from typing import Final

from partie.games.glenmore.data import GOODS, KINDS, ROW, Counts, Recipe
from partie.games.glenmore.state import Buy, Enough, Give, Move, Player, Sell


def stock(player: Player) -> Counts:
    """All goods of the player by kind, wherever they lie (C4)."""
    if not player.goods:
        return 0, 0, 0, 0, 0
    wood, stone, sheep, cattle, grain = map(sum, zip(*player.goods.values(), strict=True))
    return wood, stone, sheep, cattle, grain


def plots_with(player: Player, kind: int) -> list[str]:
    """The seat's tiles on which goods of that kind lie, sorted."""
    return sorted(plot for plot, counts in player.goods.items() if counts[kind])


def cheapest(recipe: Recipe, given: Counts, owned: Counts, warehouse: Counts) -> list[int]:
    """The kinds to buy for the cheapest completion of the payment, own goods used first; [] if none are missing.

    Shorter than what is missing if the rows do not hold that much.
    """
    room = spare(recipe, given)
    usable = [min(has, free) for has, free in zip(owned, room, strict=True)]
    missing = recipe.low - sum(given) - sum(usable)
    prices = [
        (warehouse[kind] + 1 + more, kind)
        for kind in KINDS
        for more in range(min(room[kind] - usable[kind], ROW - warehouse[kind]))
    ]
    return [kind for _, kind in sorted(prices)[: max(missing, 0)]]


def revenue(covered: int, number: int) -> int:
    """Coins for selling up to that many goods into a row with so many covered spaces (W5)."""
    number = min(number, covered)
    return number * covered - number * (number - 1) // 2


_PRICES: Final = tuple(tuple(range(covered + 1, ROW + 1)) for covered in range(ROW + 1))
"""What the goods of a row with so many covered spaces cost, one after the other (W5)."""


def spare(recipe: Recipe, given: Counts) -> list[int]:
    """How many more goods of each kind the payment can take."""
    return list(map(sub, recipe.most, given))


def can_pay(recipe: Recipe, given: Counts, owned: Counts, coins: int, warehouse: Counts) -> bool:
    """Whether the rest of the payment is possible: with the seat's goods, purchases, and sales before them (C1).

    Exact under W3 (only what is missing may be bought): what is usable and kept is given, everything else that can
    be sold is sold, and the rest is bought as cheaply as the rows allow. A sale can never spoil a payment, because
    the good could be bought back for the coins it brought. For a payment with a free choice of kinds
    it may pay to sell a good that could have been given, so every way to keep some of the usable goods is tried;
    there are at most two of these, else they would be enough.
    """
    need = recipe.low - sum(given)
    if need <= 0:
        return True
    room = spare(recipe, given)
    usable = list(map(min, owned, room))
    if sum(usable) >= need:
        return True
    if not recipe.choice:
        return _can_buy(need, usable, room, owned, coins, warehouse)
    return any(
        _can_buy(need, keep, room, owned, coins, warehouse)
        for keep in product(*(range(number + 1) for number in usable))
    )


def _can_buy(need: int, keep: Sequence[int], room: Sequence[int], owned: Counts, coins: int, warehouse: Counts) -> bool:
    """Whether a payment that needs so many goods, and has room for so many of each kind, is possible.

    Of the seat's goods those to ``keep`` are given, all others sold as far as they can be, and the rest is bought.
    """
    prices: list[int] = []
    for kept, free, has, covered in zip(keep, room, owned, warehouse, strict=True):
        wanted, rest, left = free - kept, has - kept, covered
        if rest:
            if rest > covered and wanted:
                return False  # the seat still has a good that it would have to give instead of a bought one
            coins += revenue(covered, rest)
            left = max(0, covered - rest)
        if wanted:
            prices += _PRICES[left][:wanted]
    missing = need - sum(keep)
    return missing <= len(prices) and sum(sorted(prices)[:missing]) <= coins


def may_buy(recipe: Recipe, given: Counts, owned: Counts, kind: int) -> bool:
    """Whether that kind is missing, so that it may be bought (W2, W3).

    With a free choice of kinds nothing is missing while the seat can give a good; else while none of the kind is
    there.
    """
    if given[kind] >= recipe.most[kind]:
        return False
    if recipe.choice:
        return not any(min(has, free) for has, free in zip(owned, spare(recipe, given), strict=True))
    return not owned[kind]


def plus(counts: Counts, kind: int, number: int) -> Counts:
    """The counts with some more (or fewer) of one kind."""
    changed = list(counts)
    changed[kind] += number
    wood, stone, sheep, cattle, grain = changed
    return wood, stone, sheep, cattle, grain


def can_give(recipe: Recipe, given: Counts, player: Player, warehouse: Counts, kind: int) -> bool:
    """Whether a good of that kind may be given next and the payment can be finished after it."""
    if given[kind] >= recipe.most[kind]:
        return False
    owned = stock(player)
    if not owned[kind]:
        return False
    return not recipe.choice or can_pay(recipe, plus(given, kind, 1), plus(owned, kind, -1), player.coins, warehouse)


def can_buy(recipe: Recipe, given: Counts, player: Player, warehouse: Counts, kind: int) -> bool:
    """Whether that kind may be bought next, can be, and the payment can be finished after it."""
    price = warehouse[kind] + 1
    owned = stock(player)
    if price > ROW or price > player.coins or not may_buy(recipe, given, owned, kind):
        return False
    after = plus(warehouse, kind, 1)
    return can_pay(recipe, plus(given, kind, 1), owned, player.coins - price, after)


def asked_kind(recipe: Recipe, given: Counts, owned: Counts) -> int:
    """Where all goods of the seat that fit are due: the first of their kinds; -1 where kinds can be chosen."""
    room = spare(recipe, given)
    usable = [min(has, free) for has, free in zip(owned, room, strict=True)]
    if not recipe.named and not (recipe.choice and sum(usable) <= recipe.low - sum(given)):
        return -1
    return next((kind for kind in KINDS if usable[kind]), -1)


def sales(player: Player, warehouse: Counts) -> Iterator[Sell]:
    """Every good on every tile that the warehouse takes at present (W1, W5)."""
    for plot in sorted(player.goods):
        for kind, number in enumerate(player.goods[plot]):
            if number and warehouse[kind]:
                yield Sell(plot, GOODS[kind])


def ways(recipe: Recipe, given: Counts, player: Player, warehouse: Counts) -> list[Move]:
    """What the payment can go on with now; one entry means that there is nothing to ask.

    Kinds that must be paid are gone through one by one: a good that lies on one tile only, or is missing and can be
    bought, is the single way; else the player chooses among the tiles of the first kind that lies on several. Where
    kinds can be chosen, all goods are listed. Sales come in only where nothing else is left.
    """
    owned = stock(player)
    found: list[Move] = []
    if recipe.named:
        found = _due(recipe, given, player, owned, warehouse)
    else:
        kind = asked_kind(recipe, given, owned)
        kinds = KINDS if kind < 0 else (kind,)
        for each in kinds:
            if can_give(recipe, given, player, warehouse, each):
                found += _gives(recipe, given, player, owned, each)
            elif can_buy(recipe, given, player, warehouse, each):
                found.append(_buy(each))
        if sum(given) >= recipe.low:
            if found or not _could_raise(recipe, given, player, owned, warehouse):
                return [*found, Enough()]
            return [Enough(), *sales(player, warehouse)]
    return found or [*sales(player, warehouse)]


def _due(recipe: Recipe, given: Counts, player: Player, owned: Counts, warehouse: Counts) -> list[Move]:
    asked: list[Move] = []
    for kind in KINDS:
        if given[kind] >= recipe.most[kind]:
            continue
        if owned[kind]:
            gives = _gives(recipe, given, player, owned, kind)
            if len(gives) == 1:
                return gives
            asked = asked or gives
        elif can_buy(recipe, given, player, warehouse, kind):
            return [_buy(kind)]
    return asked


def _gives(recipe: Recipe, given: Counts, player: Player, owned: Counts, kind: int) -> list[Move]:
    plots = plots_with(player, kind)
    if (recipe.named or recipe.choice) and owned[kind] <= recipe.most[kind] - given[kind]:
        need = recipe.low - sum(given)
        if recipe.named or sum(owned) <= need:
            plots = plots[:1]  # all of them are due, so it does not matter where to begin
    good = GOODS[kind]
    return [Give(plot, good) for plot in plots]


def _buy(kind: int) -> Buy:
    return Buy(GOODS[kind])


def _could_raise(recipe: Recipe, given: Counts, player: Player, owned: Counts, warehouse: Counts) -> bool:
    """Whether selling first would let the player give one more good after all."""
    if sum(given) >= recipe.high:
        return False
    most = player.coins + sum(map(revenue, warehouse, owned))
    return any(
        may_buy(recipe, given, owned, kind) and warehouse[kind] < ROW and warehouse[kind] + 1 <= most for kind in KINDS
    )
