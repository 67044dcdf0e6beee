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
    if cost == 0 and not may_turn(wheel, player):
        raise Illegal("not_the_last", "B3", figure=wheel[space].figure)


def affordable(wheel: tuple[Spot, ...], player: Player) -> list[int]:
    """The spaces whose combinations the player may buy (B2 to B5)."""
    first, *others = left(wheel)
    most = first + player.gold + player.points
    return [*([first] if first <= most and may_turn(wheel, player) else ()), *(at for at in others if at <= most)]


def may_turn(wheel: tuple[Spot, ...], player: Player) -> bool:
    """Whether the player may take the combination at 0, of whose figure there must be no other left (B3, B4)."""
    figure = wheel[left(wheel)[0]].figure
    return sum([spot.figure == figure for spot in wheel]) == 1 or poor(wheel, player)


def poor(wheel: tuple[Spot, ...], player: Player) -> bool:
    """Whether the gold in hand is too little for the cheapest combination beyond 0 (B4)."""
    spaces = left(wheel)
    return len(spaces) > 1 and player.gold < spaces[1] - spaces[0]
