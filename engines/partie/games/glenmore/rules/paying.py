"""The moves of a payment, for the tile in hand or for an activation, and selling."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.glenmore.data import GOOD, NOTHING, ROW, TILES, Recipe, Tile
from partie.games.glenmore.land import cells_for
from partie.games.glenmore.rules import price
from partie.games.glenmore.rules.doing import Doing
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
from partie.kit import Illegal


def due(turn: Turn) -> Recipe:
    """The goods of the payment that is going on; none where a clan member or chieftain is due."""
    tile = TILES[turn.paying]
    return tile.cost if turn.hand else tile.recipe


def _expect_goods(doing: Doing, rule: str) -> Recipe:
    doing.expect(PAY, rule=rule)
    recipe = due(doing.turn)
    if not recipe.high:
        raise Illegal("no_goods_due", "C5")
    return recipe


def _own_good(doing: Doing, plot: str, good: str) -> int:
    kind = GOOD[good]
    if not doing.player.goods.get(plot, NOTHING)[kind]:
        raise Illegal("not_there", "C4", plot=plot, good=good)
    return kind


def give(doing: Doing, move: Give) -> None:
    """Pay with an own good from any tile (C4)."""
    recipe = _expect_goods(doing, "C4")
    kind = _own_good(doing, move.plot, move.good)
    given, player = doing.turn.given, doing.player
    asked = price.asked_kind(recipe, given, price.stock(player))
    if not price.can_give(recipe, given, player, doing.warehouse, kind) or asked not in (-1, kind):
        raise Illegal("not_this_good", "C4", good=move.good)
    doing.give(move.plot, kind)


def buy(doing: Doing, move: Buy) -> None:
    """Buy a good that is missing and pay with it at once (W2, W3, W5)."""
    recipe = _expect_goods(doing, "W2")
    kind = GOOD[move.good]
    given, player = doing.turn.given, doing.player
    if not price.may_buy(recipe, given, price.stock(player), kind):
        raise Illegal("not_needed", "W3", good=move.good)
    if doing.warehouse[kind] == ROW:
        raise Illegal("row_full", "W5", good=move.good)
    if not price.can_buy(recipe, given, player, doing.warehouse, kind):
        raise Illegal("too_dear", "W5", good=move.good, coins=doing.warehouse[kind] + 1)
    doing.buy(kind)


def enough(doing: Doing, _: Enough) -> None:
    """Give no more, where the number is the player's choice."""
    recipe = _expect_goods(doing, "A9")
    if recipe.low == recipe.high or sum(doing.turn.given) < recipe.low:
        raise Illegal("not_enough", "A10")
    paid(doing)


def _expect_member(doing: Doing) -> Tile:
    doing.expect(PAY, rule="C5")
    tile = TILES[doing.turn.paying]
    if not doing.turn.hand or not tile.member_cost:
        raise Illegal("no_member_due", "C5")
    return tile


def place_without(player: Player, plot: str, tile: Tile) -> bool:
    """Whether the tile still finds a place when a clan member on that tile is gone (C5)."""
    staying = [other for other, number in player.members.items() if other != plot or number > 1]
    return bool(cells_for(player.land, staying, tile))


def pay_member(doing: Doing, move: PayMember) -> None:
    """Pay Loch Ness with a clan member that is not needed to place it (C5)."""
    tile = _expect_member(doing)
    if move.plot not in doing.player.members:
        raise Illegal("no_member_there", "C5", plot=move.plot)
    if not place_without(doing.player, move.plot, tile):
        raise Illegal("needed_for_placing", "C5", plot=move.plot)
    lose_member(doing, move.plot)


def lose_member(doing: Doing, plot: str) -> None:
    """The clan member goes back to the supply."""
    doing.member_leaves(plot)
    doing.members += 1
    doing.say("paid_member", {"seat": doing.seat, "tile": plot})
    paid(doing)


def pay_chieftain(doing: Doing, _: PayChieftain) -> None:
    """Pay Loch Ness with a chieftain (C5)."""
    tile, player = _expect_member(doing), doing.player
    if not player.chieftains or not cells_for(player.land, player.members, tile):
        raise Illegal("no_chieftain", "C5")
    lose_chieftain(doing)


def lose_chieftain(doing: Doing) -> None:
    """The chieftain goes back to the supply."""
    doing.player = replace(doing.player, chieftains=doing.player.chieftains - 1)
    doing.members += 1
    doing.say("paid_chieftain", {"seat": doing.seat})
    paid(doing)


def sell(doing: Doing, move: Sell) -> None:
    """Sell a good, at any moment of the own turn (W1)."""
    kind = _own_good(doing, move.plot, move.good)
    if not doing.warehouse[kind]:
        raise Illegal("row_empty", "W5", good=move.good)
    doing.sell(move.plot, kind)


def paid(doing: Doing) -> None:
    """All is paid: the tile can be placed, or the activation has its effect."""
    if doing.turn.hand:
        doing.turn = replace(doing.turn, step=PLACE, paying="", given=NOTHING)
        return
    tile, number = TILES[doing.turn.paying], sum(doing.turn.given)
    doing.turn = replace(doing.turn, step=ACTIVATE, paying="", given=NOTHING)
    if tile.recipe.whisky:
        doing.gain_whisky(tile.id, tile.recipe.whisky)
    if tile.recipe.points:
        doing.gain_points(tile.id, tile.recipe.points[number - 1])
