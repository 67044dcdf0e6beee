"""A civilization begins and ends: a pair of tiles is chosen, an empire declines."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.vinci import flow
from partie.games.vinci.data import DATA, TILES
from partie.games.vinci.empire import provinces
from partie.games.vinci.state import CHOOSE, EXPAND, ChoosePair, Decline, Pair
from partie.games.vinci.transition import Transition
from partie.kit import Illegal

_PRICE = DATA.pairs.price


def choose_pair(transition: Transition, move: ChoosePair) -> None:
    """Pay for the pairs passed over, take the points on the one chosen, and raise the new civilization (C1 to C4)."""
    transition.expect(CHOOSE, rule="C1")
    if not 1 <= move.pair <= len(transition.pairs):
        raise Illegal("no_such_pair", "C1")
    passed = move.pair - 1
    if _PRICE * passed > transition.player.points:
        raise Illegal("too_dear", "C2", points=_PRICE * passed)
    pair = transition.pairs[passed]
    hand = population(len(transition.players), pair.tiles)
    points = transition.player.points - _PRICE * passed + pair.points
    transition.player = replace(transition.player, points=points, tiles=pair.tiles, hand=hand)
    one, other = pair.tiles
    transition.say("chose_pair", seat=transition.seat, tile=one, second=other, pieces=hand)
    if passed:
        transition.say("paid", seat=transition.seat, points=_PRICE * passed)
    if pair.points:
        transition.say("took_points", seat=transition.seat, points=pair.points)
    skipped = [replace(each, points=each.points + _PRICE) for each in transition.pairs[:passed]]
    new = Pair((transition.draw_tile(), transition.draw_tile()))
    transition.pairs = (*skipped, *transition.pairs[move.pair :], new)
    transition.say("new_pair", tile=new.tiles[0], second=new.tiles[1])
    flow.after_choosing(transition)


def population(seats: int, tiles: tuple[str, str]) -> int:
    """The pieces of a new civilization: by the number of players, and what the tiles add (C4)."""
    return DATA.seat.population[str(seats)] + sum(TILES[tile].population for tile in tiles)


def decline(transition: Transition, _: Decline) -> None:
    """The active empire becomes the declined one, and a new pair is chosen (D1 to D3)."""
    transition.expect(EXPAND, rule="D1")
    if transition.turn.acted:
        raise Illegal("turn_has_begun", "D1")
    if not transition.own:
        raise Illegal("nothing_to_decline", "D1")
    for province in provinces(transition.land, transition.seat, declined=True):
        transition.leave(province)
        transition.say("ruins_removed", seat=transition.seat, province=province)
    who, tiles = transition.effects, transition.player.tiles
    staying = tuple(tile for tile in tiles if TILES[tile].stays)
    transition.return_tiles(tuple(tile for tile in tiles if not TILES[tile].stays))
    for province in transition.own:
        holding = transition.land[province]
        pieces = holding.pieces if who.keeps_garrisons else 1
        transition.hold(province, replace(holding, declined=True, pieces=pieces))
    transition.player = replace(transition.player, tiles=(), ruins=staying, hand=0)
    transition.say(
        "declined", seat=transition.seat, count=len(provinces(transition.land, transition.seat, declined=True))
    )
    for tile in staying:
        transition.say("tile_stays", seat=transition.seat, tile=tile)
    transition.turn = replace(transition.turn, levies=0, acted=True, returned=who.returns_at_once)
    transition.step = CHOOSE
