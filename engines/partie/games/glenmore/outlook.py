"""What a position promises beyond its score, roughly and in points: bots choose by it.

The score if the game ended now says nothing of goods, of tiles that will be activated again, or of scorings to come.
A turn under way counts as if it went on sensibly: the tile in hand as if it lay on its best cell, and a payment as if
it was made as cheaply as it can be.
"""

from __future__ import annotations

from typing import Final

from partie.games.glenmore.data import ANY, KINDS, LIMIT, NOTHING, ROW, SPACES, TILES, Counts, Recipe, Tile
from partie.games.glenmore.land import around, by_cell, cells_for, fits, near_members
from partie.games.glenmore.price import stock
from partie.games.glenmore.rules.paying import due
from partie.games.glenmore.scoring import scoring
from partie.games.glenmore.state import ACTIVATE, OVER, PAY, PLACE, TAKE, State

_JUMP: Final = 6.3
"""Spaces that a figure goes in a turn, about."""
_GOOD: Final = (0.0, 2.5, 4.6, 6.1, 7.2, 8.2)
"""What goods of one kind are worth together, while there are turns to use them."""
_ON_THE_WAY: Final = 1.1
"""What a space costs by which a figure is ahead of the last one: those behind have more turns."""
_EXTRA: Final = 0.4
"""How much less than that for each tile more than the smallest land has: tiles cost points at the end."""
_LEAST: Final = -0.5
"""The least that it can be."""
_COUNTED: Final = 0.5
"""What a barrel, a chieftain or a special location is worth in each scoring to come, even for those behind."""
_SCORED_AGAIN: Final = 0.8
"""How much of what one scoring brings a later one brings, too."""
_AGAIN: Final = 0.09
"""How often a turn activates a tile, for every cell around it where another one may still lie."""
_CELLS: Final = 5
"""More cells than these make no difference."""
_STEP: Final = 1.5
"""What a movement point, a barrel, and so many clan members in the land are worth."""
_WHISKY: Final = 2.5
_MEMBERS: Final = (0.0, 3.0, 4.5, 5.3, 5.7)
_ROOM: Final = (-9.0, -5.0, -2.0, -0.7, 0.0)
"""What it is worth to have so many cells where any plain tile may lie: without one, turns are lost."""
_STILL_TO_DO: Final = {TAKE: 8.0, PAY: 1.0, PLACE: 0.8}
"""Taken off for a step of the turn that is not made: going on comes before selling."""
_PENDING: Final = 0.9
"""How much of an activation counts before it is made: a bit less, so that it is made."""
_USE: Final = 0.6
"""How much of what a later activation may bring for goods it will: sometimes they will be missing."""


def outlook(state: State) -> tuple[float, ...]:
    """Every seat's further points."""
    if state.turn.step == OVER:
        return (0.0,) * len(state.players)
    left = sum(map(len, state.stacks)) / _JUMP
    to_come = len(state.stacks) - len(state.scorings)
    scored = scoring(state.players)
    return tuple(
        _SCORED_AGAIN * (to_come - 1) * sum(points) + _COUNTED * to_come * sum(count) + _Seat(state, seat, left).worth()
        for seat, (points, count) in enumerate(zip(scored.points, scored.counts, strict=True))
    )


class _Seat:
    def __init__(self, state: State, seat: int, left: float) -> None:
        self._state = state
        self._player = player = state.players[seat]
        ahead = (state.track.index(str(seat)) - state.tail) % SPACES
        self._ahead = ahead
        self._left = max(0.0, left - ahead / _JUMP)
        self._useful = min(1.0, self._left / 1.5)
        self._owned = stock(player)
        self._mine = seat == state.turn.seat
        self._tiles = by_cell(player.land)

    def worth(self) -> float:
        extra = len(self._player.land) - min(len(each.land) for each in self._state.players)
        way = max(_LEAST, _ON_THE_WAY - _EXTRA * extra)
        total = -way * min(self._ahead, self._left * _JUMP) * self._useful
        total += self._useful * sum(_GOOD[min(number, len(_GOOD) - 1)] for number in self._owned)
        members = sum(self._player.members.values())
        total += self._useful * _MEMBERS[min(members, len(_MEMBERS) - 1)]
        total += self._useful * _ROOM[min(self._room(), len(_ROOM) - 1)]
        for cell, tile in self._tiles.items():
            total += self._again(TILES[tile], cell)
        if self._mine:
            total += self._under_way()
        return total

    def _room(self) -> int:
        """The cells where any plain tile may lie."""
        near = near_members(self._player.land, self._player.members)
        return sum(cell not in self._tiles and fits(self._tiles, cell, False, False) for cell in near)

    def _again(self, tile: Tile, cell: str) -> float:
        """What later activations of a tile bring."""
        if not tile.active:
            return 0.0
        free = sum(near not in self._tiles for near in around(cell))
        return self._left * _AGAIN * min(free, _CELLS) * _brings(tile)

    def _under_way(self) -> float:
        turn = self._state.turn
        total = -_STILL_TO_DO.get(turn.step, 0.0)
        if turn.step == ACTIVATE:
            total += _PENDING * sum(self._activated(TILES[plot]) for plot in turn.awake)
        if turn.hand:
            tile = TILES[turn.hand]
            if turn.step == PAY:
                total -= self._price(due(turn), turn.given) + 3.0 * (not due(turn).high)
            total += self._laid(tile)
        elif turn.step == PAY:
            total += self._turned(due(turn), turn.given)
        elif turn.picks:
            total += self._useful * turn.picks
        if turn.movement:
            total += 0.3 * turn.movement * self._useful
        return total

    def _laid(self, tile: Tile) -> float:
        """What a tile brings on its best cell."""
        player = self._player
        total = (
            tile.whisky * _WHISKY
            + tile.coins
            + self._useful * (1.2 * tile.picks + 2.0 * tile.members)
            + 2.0 * tile.card
        )
        best = 0.0
        for cell in cells_for(player.land, player.members, tile):
            woken = [self._tiles[near] for near in around(cell) if near in self._tiles]
            value = sum(self._activated(TILES[plot]) for plot in woken) + self._again(tile, cell)
            best = max(best, value)
        return total + _PENDING * (best + self._activated(tile))

    def _activated(self, tile: Tile) -> float:
        if tile.good >= 0:
            full = sum(self._player.goods.get(tile.id, NOTHING)) >= LIMIT
            return 0.0 if full else self._useful * (1.3 if tile.good == ANY else self._one(tile.good))
        if tile.recipe.high:
            return max(0.0, self._turned(tile.recipe, NOTHING))
        return tile.tavern + _STEP * tile.movement * self._useful

    def _one(self, kind: int) -> float:
        has = min(self._owned[kind], len(_GOOD) - 2)
        return _GOOD[has + 1] - _GOOD[has]

    def _costs(self, recipe: Recipe, given: Counts) -> list[float]:
        """What the goods still to be given cost, the cheapest first."""
        found = []
        for kind in KINDS:
            room = recipe.most[kind] - given[kind]
            for more in range(room):
                if more < self._owned[kind]:
                    has = min(self._owned[kind] - more, len(_GOOD) - 1)
                    found.append(self._useful * (_GOOD[has] - _GOOD[has - 1]))
                else:
                    price = self._state.warehouse[kind] + 1 + more - self._owned[kind]
                    if price <= ROW:
                        found.append(float(price))
        return sorted(found)

    def _price(self, recipe: Recipe, given: Counts) -> float:
        return sum(self._costs(recipe, given)[: max(0, recipe.low - sum(given))])

    def _turned(self, recipe: Recipe, given: Counts) -> float:
        """What a payment brings at best, without what it costs."""
        number, costs = sum(given), self._costs(recipe, given)
        best, paid = -9.0, 0.0
        for count in range(number, recipe.high + 1):
            if count > number:
                if count - number > len(costs):
                    break
                paid += costs[count - number - 1]
            if count >= recipe.low and count:
                points = recipe.points[count - 1] if recipe.points else 0
                best = max(best, points + _WHISKY * recipe.whisky - paid)
        return best


def _brings(tile: Tile) -> float:
    """What an activation brings, about."""
    if tile.good >= 0:
        return 1.0
    if tile.recipe.high:
        most = (tile.recipe.points[-1] if tile.recipe.points else 0) + _WHISKY * tile.recipe.whisky
        return _USE * (most - tile.recipe.high)
    return tile.tavern + _STEP * tile.movement
