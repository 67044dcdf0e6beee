"""Choosing a tile on the track, and the pass of those who can choose none."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from partie.games.glenmore import price, track
from partie.games.glenmore.data import GOODS, NOTHING, ROW, SPACES, TILES, Counts, Tile
from partie.games.glenmore.land import Room, cells_for
from partie.games.glenmore.rules import paying
from partie.games.glenmore.state import EMPTY, MOVE, PAY, TAKE, Pass, PayChieftain, PayMember, Player, State, Take
from partie.games.glenmore.transition import Transition
from partie.kit import Illegal

_NO_PLACE: Final = {
    (False, False): ("no_place", "P6"),
    (True, False): ("no_place_river", "P2"),
    (False, True): ("no_place_road", "P2"),
}


class Taker:
    """A player who looks at the tiles of the track: the goods and the land are gone through once for all of them."""

    def __init__(self, player: Player, warehouse: Counts) -> None:
        self._player = player
        self._warehouse = warehouse
        self._owned = price.stock(player)
        self._room = Room(player.land, player.members)

    def refusal(self, tile: Tile) -> Illegal | None:
        """Why the player may not take the tile (C1): its price cannot be paid, or it would find no place; else None."""
        player, cost = self._player, tile.cost
        if player.whisky < tile.whisky_cost:
            return Illegal("no_whisky", "C7", tile=tile.id)
        if cost.high and not price.can_pay(cost, NOTHING, self._owned, player.coins, self._warehouse):
            return _too_expensive(tile, self._owned, self._warehouse)
        if tile.member_cost:
            return None if payments_in_members(player, tile) else Illegal("no_member_to_pay", "C5", tile=tile.id)
        if self._room.for_tile(tile):
            return None
        code, rule = _NO_PLACE[tile.river, tile.road]
        return Illegal(code, rule, tile=tile.id)


def _too_expensive(tile: Tile, owned: Counts, warehouse: Counts) -> Illegal:
    if tile.cost.named:
        for kind, number in enumerate(tile.cost.most):
            if owned[kind] < number and warehouse[kind] == ROW:
                return Illegal("row_full", "W5", good=GOODS[kind])
    return Illegal("cannot_pay", "C1", tile=tile.id)


def payments_in_members(player: Player, tile: Tile) -> list[PayChieftain | PayMember]:
    """The clan members and chieftains that may be paid so that the tile still finds a place (C5)."""
    found: list[PayChieftain | PayMember] = []
    if player.chieftains and cells_for(player.land, player.members, tile):
        found.append(PayChieftain())
    found += [PayMember(plot) for plot in sorted(player.members) if paying.place_without(player, plot, tile)]
    return found


def may_take_any(state: State) -> bool:
    """Whether any tile on the track can be taken at all."""
    taker = Taker(state.players[state.turn.seat], state.warehouse)
    return any(taker.refusal(TILES[what]) is None for what in state.track if track.is_tile(what))


def take(transition: Transition, move: Take) -> None:
    """The figure moves on to the tile, over whatever lies between (C3); barrels are paid at once."""
    transition.expect(TAKE, rule="A1")
    if move.tile not in transition.track or not track.is_tile(move.tile):
        raise Illegal("not_on_track", "C3", tile=move.tile)
    player, tile = transition.player, TILES[move.tile]
    if against := Taker(player, transition.warehouse).refusal(tile):
        raise against
    space = transition.track.index(tile.id)
    transition.set_space(space, str(transition.seat))
    transition.set_space(transition.tail, EMPTY)
    transition.turn = replace(transition.turn, step=PAY, hand=tile.id, paying=tile.id)
    transition.say("took", seat=transition.seat, tile=tile.id, **{"from": transition.tail}, to=space)
    if tile.whisky_cost:
        transition.player = replace(player, whisky=player.whisky - tile.whisky_cost)
        transition.say("paid_whisky", seat=transition.seat, count=tile.whisky_cost)
    if not tile.cost.high and not tile.member_cost:
        paying.paid(transition)


def forced_pass(transition: Transition, _: Pass) -> None:
    """Nothing can be taken: the figure moves to the nearest tile, which leaves the game (C2)."""
    transition.expect(TAKE, rule="C2")
    if may_take_any(transition.state):
        raise Illegal("not_forced", "C2")
    onward = ((transition.tail + far) % SPACES for far in range(1, SPACES))
    space = next(space for space in onward if track.is_tile(transition.track[space]))
    transition.say("passed", seat=transition.seat, **{"from": transition.tail}, to=space, tile=transition.track[space])
    transition.remove_tile(space)
    transition.set_space(space, str(transition.seat))
    transition.set_space(transition.tail, EMPTY)
    transition.turn = replace(transition.turn, step=MOVE)
