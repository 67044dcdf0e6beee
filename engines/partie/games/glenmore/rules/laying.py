"""Laying the tile in hand, what it brings once, and which tiles it activates."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from partie.games.glenmore.data import ANY, GOOD, NESS, OICH, TILES, Tile
from partie.games.glenmore.land import RULE, neighbours, reading_order, why_not
from partie.games.glenmore.state import ACTIVATE, BENEFIT, COLLECT, PLACE, Collect, Place
from partie.games.glenmore.transition import Transition
from partie.kit import Illegal


def place(transition: Transition, move: Place) -> None:
    """Lay the tile in hand onto a cell of one's choice."""
    transition.expect(PLACE, rule="A1")
    tile = TILES[transition.turn.hand]
    if against := why_not(transition.player.land, transition.player.members, tile, move.cell):
        raise Illegal(against, RULE[against], tile=tile.id)
    lay(transition, tile, move.cell)


def lay(transition: Transition, tile: Tile, cell: str) -> None:
    """The tile lies; its card, clan members, barrels, coins and goods come at once, once a game (A13)."""
    transition.player = replace(transition.player, land={**transition.player.land, tile.id: cell})
    transition.turn = replace(transition.turn, step=BENEFIT, hand="", laid=tile.id)
    transition.say("laid", seat=transition.seat, tile=tile.id, cell=cell)
    if tile.card:
        transition.say("card", seat=transition.seat, card=tile.id)
    for _ in range(tile.members):
        transition.member_arrives(tile.id)
        transition.members -= 1
        transition.say("joined", seat=transition.seat, tile=tile.id)
    if tile.whisky:
        transition.gain_whisky(tile.id, tile.whisky)
    if tile.coins:
        transition.player = replace(transition.player, coins=transition.player.coins + tile.coins)
        transition.coins -= tile.coins
        transition.say("coins", seat=transition.seat, tile=tile.id, coins=tile.coins)
    if tile.picks:
        transition.turn = replace(transition.turn, onto=tile.id, picks=tile.picks)
    if tile.fills:
        _fill(transition)
    if not transition.turn.picks:
        _wake(transition)


def empty_producers(transition: Transition) -> list[str]:
    """The seat's tiles that bring goods and hold none."""
    return [
        plot for plot in sorted(transition.player.land) if TILES[plot].good >= 0 and plot not in transition.player.goods
    ]


def _fill(transition: Transition) -> None:
    """Loch Shiel: a good onto every empty tile that brings goods; onto the abbey one of choice (A5)."""
    for plot in empty_producers(transition):
        kind = TILES[plot].good
        if kind == ANY:
            transition.turn = replace(transition.turn, onto=plot, picks=1)
        else:
            transition.put(plot, kind)


def collect(transition: Transition, move: Collect) -> None:
    """A good of choice comes onto the tile that waits for it (A4, A5, A12)."""
    transition.expect(BENEFIT, COLLECT, rule="A12")
    turn = transition.turn
    transition.put(turn.onto, GOOD[move.good])
    picks = turn.picks - 1
    transition.turn = replace(turn, picks=picks, onto=turn.onto if picks else "")
    if picks:
        return
    if turn.step == BENEFIT:
        _wake(transition)
    else:
        transition.turn = replace(transition.turn, step=ACTIVATE)


def wakes(land: Mapping[str, str], laid: str) -> list[str]:
    """The tiles that may be activated once that tile of the land has been laid (A2, A7)."""
    if TILES[laid].wakes_all:
        plots = sorted(land, key=lambda plot: reading_order(land[plot]))
    else:
        plots = [laid, *neighbours(land, land[laid])]
    return [plot for plot in plots if TILES[plot].active]


def acts_at_once(plot: str) -> bool:
    """Villages, castles and taverns: their activation costs nothing, has no limit and always helps."""
    tile = TILES[plot]
    return tile.movement > 0 or tile.tavern > 0


def act_at_once(transition: Transition, plot: str) -> None:
    """A village or castle gives movement points, a tavern points (A10, M1)."""
    tile = TILES[plot]
    if tile.movement:
        transition.turn = replace(transition.turn, movement=transition.turn.movement + tile.movement)
        transition.say("movement", seat=transition.seat, tile=plot, count=tile.movement)
    if tile.tavern:
        transition.gain_points(plot, tile.tavern)


def _wake(transition: Transition) -> None:
    """The activation begins. Effects that need no decision happen now."""
    land, laid = transition.player.land, transition.turn.laid
    plots = wakes(land, laid)
    at_once = tuple(plot for plot in plots if acts_at_once(plot))
    for plot in at_once:
        act_at_once(transition, plot)
    transition.turn = replace(
        transition.turn,
        step=ACTIVATE,
        awake=tuple(plot for plot in plots if plot not in at_once),
        spent=at_once,
        ness=NESS in land and laid != OICH,
    )
