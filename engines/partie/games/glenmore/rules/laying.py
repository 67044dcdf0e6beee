"""Laying the tile in hand, what it brings once, and which tiles it wakes."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from partie.games.glenmore.data import ANY, GOOD, NESS, OICH, TILES, Tile
from partie.games.glenmore.land import RULE, neighbours, reading_order, why_not
from partie.games.glenmore.rules.doing import Doing
from partie.games.glenmore.state import ACTIVATE, BENEFIT, COLLECT, PLACE, Collect, Place
from partie.kit import Illegal


def place(doing: Doing, move: Place) -> None:
    """Lay the tile in hand onto a cell of one's choice."""
    doing.expect(PLACE, rule="A1")
    tile = TILES[doing.turn.hand]
    if against := why_not(doing.player.land, doing.player.members, tile, move.cell):
        raise Illegal(against, RULE[against], tile=tile.id)
    lay(doing, tile, move.cell)


def lay(doing: Doing, tile: Tile, cell: str) -> None:
    """The tile lies; its card, clan members, barrels, coins and goods come at once, once a game (A13)."""
    doing.player = replace(doing.player, land={**doing.player.land, tile.id: cell})
    doing.turn = replace(doing.turn, step=BENEFIT, hand="", laid=tile.id)
    doing.say("laid", {"seat": doing.seat, "tile": tile.id, "cell": cell})
    if tile.card:
        doing.say("card", {"seat": doing.seat, "card": tile.id})
    for _ in range(tile.members):
        doing.member_arrives(tile.id)
        doing.members -= 1
        doing.say("joined", {"seat": doing.seat, "tile": tile.id})
    if tile.whisky:
        doing.gain_whisky(tile.id, tile.whisky)
    if tile.coins:
        doing.player = replace(doing.player, coins=doing.player.coins + tile.coins)
        doing.coins -= tile.coins
        doing.say("coins", {"seat": doing.seat, "tile": tile.id, "coins": tile.coins})
    if tile.picks:
        doing.turn = replace(doing.turn, onto=tile.id, picks=tile.picks)
    if tile.fills:
        _fill(doing)
    if not doing.turn.picks:
        _wake(doing)


def empty_producers(doing: Doing) -> list[str]:
    """The own tiles that bring goods and hold none."""
    return [plot for plot in sorted(doing.player.land) if TILES[plot].good >= 0 and plot not in doing.player.goods]


def _fill(doing: Doing) -> None:
    """Loch Shiel: a good onto every empty tile that brings goods; onto the abbey one of choice (A5)."""
    for plot in empty_producers(doing):
        kind = TILES[plot].good
        if kind == ANY:
            doing.turn = replace(doing.turn, onto=plot, picks=1)
        else:
            doing.put(plot, kind)


def collect(doing: Doing, move: Collect) -> None:
    """A good of choice comes onto the tile that waits for it (A4, A5, A12)."""
    doing.expect(BENEFIT, COLLECT, rule="A12")
    turn = doing.turn
    doing.put(turn.onto, GOOD[move.good])
    picks = turn.picks - 1
    doing.turn = replace(turn, picks=picks, onto=turn.onto if picks else "")
    if picks:
        return
    if turn.step == BENEFIT:
        _wake(doing)
    else:
        doing.turn = replace(doing.turn, step=ACTIVATE)


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


def act_at_once(doing: Doing, plot: str) -> None:
    """A village or castle gives movement points, a tavern points (A10, M1)."""
    tile = TILES[plot]
    if tile.movement:
        doing.turn = replace(doing.turn, movement=doing.turn.movement + tile.movement)
        doing.say("movement", {"seat": doing.seat, "tile": plot, "count": tile.movement})
    if tile.tavern:
        doing.gain_points(plot, tile.tavern)


def _wake(doing: Doing) -> None:
    """The activation begins. What acts at once does so now, because nothing about it is to decide."""
    land, laid = doing.player.land, doing.turn.laid
    plots = wakes(land, laid)
    at_once = tuple(plot for plot in plots if acts_at_once(plot))
    for plot in at_once:
        act_at_once(doing, plot)
    doing.turn = replace(
        doing.turn,
        step=ACTIVATE,
        awake=tuple(plot for plot in plots if plot not in at_once),
        spent=at_once,
        ness=NESS in land and laid != OICH,
    )
