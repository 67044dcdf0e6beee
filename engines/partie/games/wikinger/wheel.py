"""The wheel: what each field costs, and when the field at 0 may be taken."""

from __future__ import annotations

from partie.games.wikinger.state import Player, Spot
from partie.kit import Illegal


def left(wheel: tuple[Spot, ...]) -> list[int]:
    """The fields on which a combination is left, from the cheapest to the dearest."""
    return [field for field, spot in enumerate(wheel) if spot.tile]


def price(wheel: tuple[Spot, ...], field: int) -> int:
    """The gold that a combination costs: 0 has turned to the first field with one (B6)."""
    return field - left(wheel)[0]


def check(wheel: tuple[Spot, ...], player: Player, field: int) -> None:
    """Raise :class:`Illegal` if the player may not buy the combination of a field (B2 to B5)."""
    if not 0 <= field < len(wheel) or not wheel[field].tile:
        raise Illegal("nothing_there", "B1")
    cost = price(wheel, field)
    if cost > player.gold + player.points:
        raise Illegal("too_dear", "B5", coins=cost)
    figure = wheel[field].figure
    if cost == 0 and sum(spot.figure == figure for spot in wheel) > 1 and not poor(wheel, player):
        raise Illegal("not_the_last", "B3", figure=figure)


def poor(wheel: tuple[Spot, ...], player: Player) -> bool:
    """Whether the gold in hand is too little for the cheapest combination beyond 0 (B4)."""
    fields = left(wheel)
    return len(fields) > 1 and player.gold < fields[1] - fields[0]
