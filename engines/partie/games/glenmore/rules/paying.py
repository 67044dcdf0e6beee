"""The moves of a payment, for the tile in hand or for an activation, and selling."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.glenmore import price
from partie.games.glenmore.data import GOOD, NOTHING, ROW, TILES, Recipe, Tile
from partie.games.glenmore.land import cells_for
from partie.games.glenmore.state import (
    ACTIVATE,
    PAY,
    PLACE,
    Buy,
    Enough,
    Give,
    PayChieftain,
    PayMember,
    Player,
    Sell,
    Turn,
)
from partie.games.glenmore.transition import Transition
from partie.kit import Illegal


def due(turn: Turn) -> Recipe:
    """The goods of the payment that is going on; none where a clan member or chieftain is due."""
    tile = TILES[turn.paying]
    return tile.cost if turn.hand else tile.recipe


def _expect_goods(transition: Transition, rule: str) -> Recipe:
    transition.expect(PAY, rule=rule)
    recipe = due(transition.turn)
    if not recipe.high:
        raise Illegal("no_goods_due", "C5")
    return recipe


def _own_good(transition: Transition, plot: str, good: str) -> int:
    kind = GOOD[good]
    if not transition.player.goods.get(plot, NOTHING)[kind]:
        raise Illegal("not_there", "C4", plot=plot, good=good)
    return kind


def give(transition: Transition, move: Give) -> None:
    """Pay with a good from any of the seat's tiles (C4)."""
    recipe = _expect_goods(transition, "C4")
    kind = _own_good(transition, move.plot, move.good)
    given, player = transition.turn.given, transition.player
    asked = price.asked_kind(recipe, given, price.stock(player))
    if not price.can_give(recipe, given, player, transition.warehouse, kind) or asked not in (-1, kind):
        raise Illegal("not_this_good", "C4", good=move.good)
    transition.give(move.plot, kind)


def buy(transition: Transition, move: Buy) -> None:
    """Buy a good that is missing and pay with it at once (W2, W3, W5)."""
    recipe = _expect_goods(transition, "W2")
    kind = GOOD[move.good]
    given, player = transition.turn.given, transition.player
    if not price.may_buy(recipe, given, price.stock(player), kind):
        raise Illegal("not_needed", "W3", good=move.good)
    if transition.warehouse[kind] == ROW:
        raise Illegal("row_full", "W5", good=move.good)
    if not price.can_buy(recipe, given, player, transition.warehouse, kind):
        raise Illegal("too_dear", "W5", good=move.good, coins=transition.warehouse[kind] + 1)
    transition.buy(kind)


def enough(transition: Transition, _: Enough) -> None:
    """Stop giving, where the number is the player's choice."""
    recipe = _expect_goods(transition, "A9")
    if recipe.low == recipe.high or sum(transition.turn.given) < recipe.low:
        raise Illegal("not_enough", "A10")
    paid(transition)


def _expect_member(transition: Transition) -> Tile:
    transition.expect(PAY, rule="C5")
    tile = TILES[transition.turn.paying]
    if not transition.turn.hand or not tile.member_cost:
        raise Illegal("no_member_due", "C5")
    return tile


def place_without(player: Player, plot: str, tile: Tile) -> bool:
    """Whether the tile still finds a place when a clan member on that tile is gone (C5)."""
    staying = [other for other, number in player.members.items() if other != plot or number > 1]
    return bool(cells_for(player.land, staying, tile))


def pay_member(transition: Transition, move: PayMember) -> None:
    """Pay Loch Ness with a clan member that is not needed to place it (C5)."""
    tile = _expect_member(transition)
    if move.plot not in transition.player.members:
        raise Illegal("no_member_there", "C5", plot=move.plot)
    if not place_without(transition.player, move.plot, tile):
        raise Illegal("needed_for_placing", "C5", plot=move.plot)
    lose_member(transition, move.plot)


def lose_member(transition: Transition, plot: str) -> None:
    """The clan member goes back to the supply."""
    transition.member_leaves(plot)
    transition.members += 1
    transition.say("paid_member", seat=transition.seat, tile=plot)
    paid(transition)


def pay_chieftain(transition: Transition, _: PayChieftain) -> None:
    """Pay Loch Ness with a chieftain (C5)."""
    tile, player = _expect_member(transition), transition.player
    if not player.chieftains or not cells_for(player.land, player.members, tile):
        raise Illegal("no_chieftain", "C5")
    lose_chieftain(transition)


def lose_chieftain(transition: Transition) -> None:
    """The chieftain goes back to the supply."""
    transition.player = replace(transition.player, chieftains=transition.player.chieftains - 1)
    transition.members += 1
    transition.say("paid_chieftain", seat=transition.seat)
    paid(transition)


def sell(transition: Transition, move: Sell) -> None:
    """Sell a good, at any moment of the seat's turn (W1)."""
    kind = _own_good(transition, move.plot, move.good)
    if not transition.warehouse[kind]:
        raise Illegal("row_empty", "W5", good=move.good)
    transition.sell(move.plot, kind)


def paid(transition: Transition) -> None:
    """All is paid: the tile can be placed, or the activation has its effect."""
    if transition.turn.hand:
        transition.turn = replace(transition.turn, step=PLACE, paying="", given=NOTHING)
        return
    tile, number = TILES[transition.turn.paying], sum(transition.turn.given)
    transition.turn = replace(transition.turn, step=ACTIVATE, paying="", given=NOTHING)
    if tile.recipe.whisky:
        transition.gain_whisky(tile.id, tile.recipe.whisky)
    if tile.recipe.points:
        transition.gain_points(tile.id, tile.recipe.points[number - 1])
