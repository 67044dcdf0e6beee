"""The wheel: what each space costs, and when the space at 0 may be taken."""

from __future__ import annotations

from partie.games.wikinger.state import Player, Spot
from partie.kit import Illegal


def left(wheel: tuple[Spot, ...]) -> list[int]:
    """The spaces on which a combination is left, from the cheapest to the most expensive."""
    return [space for space, spot in enumerate(wheel) if spot.tile]


def price(wheel: tuple[Spot, ...], space: int) -> int:
    """The gold that a combination costs: 0 has turned to the first space with one (B6)."""
    return space - left(wheel)[0]


def check(wheel: tuple[Spot, ...], player: Player, space: int) -> None:
    """Raise :class:`Illegal` if the player may not buy the combination of a space (B2 to B5)."""
    if not 0 <= space < len(wheel) or not wheel[space].tile:
        raise Illegal("nothing_there", "B1")
    cost = price(wheel, space)
    if cost > player.gold + player.points:
        raise Illegal("too_dear", "B5", coins=cost)
    figure = wheel[space].figure
    if cost == 0 and sum(spot.figure == figure for spot in wheel) > 1 and not poor(wheel, player):
        raise Illegal("not_the_last", "B3", figure=figure)


def poor(wheel: tuple[Spot, ...], player: Player) -> bool:
    """Whether the gold in hand is too little for the cheapest combination beyond 0 (B4)."""
    spaces = left(wheel)
    return len(spaces) > 1 and player.gold < spaces[1] - spaces[0]
