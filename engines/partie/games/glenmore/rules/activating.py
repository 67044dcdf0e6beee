"""Activating tiles, in any order, each at most once per turn."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.glenmore import price
from partie.games.glenmore.data import ANY, LIMIT, NOTHING, TILES, Counts
from partie.games.glenmore.rules.laying import act_at_once
from partie.games.glenmore.state import ACTIVATE, COLLECT, PAY, Activate, Harvest, Player, Turn, UseLochNess
from partie.games.glenmore.transition import Transition
from partie.kit import Illegal


def idle(player: Player, warehouse: Counts, plot: str) -> Illegal | None:
    """Why activating that tile of the seat would do nothing now, else None."""
    tile = TILES[plot]
    if not tile.active:
        return Illegal("nothing_to_activate", "A2", plot=plot)
    if tile.good >= 0 and sum(player.goods.get(plot, NOTHING)) >= LIMIT:
        return Illegal("tile_full", "A3", plot=plot)
    if tile.recipe.high and not price.can_pay(tile.recipe, NOTHING, price.stock(player), player.coins, warehouse):
        return Illegal("goods_missing", "A10", plot=plot)
    return None


def activate(transition: Transition, move: Activate) -> None:
    """Activate the tile just laid or one of its neighbours (A2)."""
    transition.expect(ACTIVATE, rule="A1")
    if move.plot in transition.turn.spent:
        raise Illegal("already_activated", "A2", plot=move.plot)
    if move.plot not in transition.turn.awake:
        raise Illegal("asleep", "A2", plot=move.plot)
    if against := idle(transition.player, transition.warehouse, move.plot):
        raise against
    tile = TILES[move.plot]
    if tile.good == ANY or tile.recipe.high:
        # A later decision settles what it brings.
        transition.say("activated", seat=transition.seat, tile=tile.id)
    _act(transition, move.plot)


def use_loch_ness(transition: Transition, move: UseLochNess) -> None:
    """Activate another of the seat's tiles, once per turn (A6)."""
    transition.expect(ACTIVATE, rule="A6")
    plot, turn = move.plot, transition.turn
    if not turn.ness:
        raise Illegal("loch_ness_not_usable", "A6")
    if plot not in transition.player.land:
        raise Illegal("not_yours", "A6", plot=plot)
    if plot in turn.spent:
        raise Illegal("already_activated", "A6", plot=plot)
    if plot in turn.awake:
        raise Illegal("awake_anyway", "A6", plot=plot)
    if against := idle(transition.player, transition.warehouse, plot):
        raise against
    transition.turn = replace(turn, ness=False)
    transition.say("used_loch_ness", seat=transition.seat, tile=plot)
    _act(transition, plot)


def _act(transition: Transition, plot: str) -> None:
    """The tile brings its good or its points, or asks for a payment or a choice."""
    turn, tile = transition.turn, TILES[plot]
    awake = tuple(other for other in turn.awake if other != plot)
    transition.turn = replace(turn, awake=awake, spent=(*turn.spent, plot))
    if tile.good == ANY:
        transition.turn = replace(transition.turn, step=COLLECT, onto=plot, picks=1)
    elif tile.good >= 0:
        transition.put(plot, tile.good)
    elif tile.recipe.high:
        transition.turn = replace(transition.turn, step=PAY, paying=plot)
    else:
        act_at_once(transition, plot)


def ripe(player: Player, turn: Turn) -> list[str]:
    """The tiles awake that bring a good of one kind and have room for it."""
    return [plot for plot in turn.awake if 0 <= TILES[plot].good < ANY and sum(player.goods.get(plot, NOTHING)) < LIMIT]


def harvest(transition: Transition, _: Harvest) -> None:
    """Activate all of these, one after the other (A11)."""
    transition.expect(ACTIVATE, rule="A11")
    plots = ripe(transition.player, transition.turn)
    if len(plots) < 2:
        raise Illegal("nothing_to_harvest", "A11")
    for plot in plots:
        _act(transition, plot)
