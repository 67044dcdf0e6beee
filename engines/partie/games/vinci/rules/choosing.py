"""A people begins and ends: a pair of tiles is chosen, an empire declines."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.vinci.data import DATA, TILES
from partie.games.vinci.empire import provinces
from partie.games.vinci.rules import turns
from partie.games.vinci.rules.doing import Doing
from partie.games.vinci.state import CHOOSE, EXPAND, ChoosePair, Decline, Pair
from partie.kit import Illegal

_PRICE = DATA.pairs.price


def choose_pair(doing: Doing, move: ChoosePair) -> None:
    """Pay for the pairs passed over, take the points on the one chosen, and raise the new people (C1 to C4)."""
    doing.expect(CHOOSE, rule="C1")
    if not 1 <= move.pair <= len(doing.pairs):
        raise Illegal("no_such_pair", "C1")
    passed = move.pair - 1
    if _PRICE * passed > doing.player.points:
        raise Illegal("too_dear", "C2", points=_PRICE * passed)
    pair = doing.pairs[passed]
    hand = population(len(doing.players), pair.tiles)
    points = doing.player.points - _PRICE * passed + pair.points
    doing.player = replace(doing.player, points=points, tiles=pair.tiles, hand=hand)
    one, other = pair.tiles
    doing.say("chose_pair", seat=doing.seat, tile=one, second=other, pieces=hand)
    if passed:
        doing.say("paid", seat=doing.seat, points=_PRICE * passed)
    if pair.points:
        doing.say("took_points", seat=doing.seat, points=pair.points)
    skipped = [replace(each, points=each.points + _PRICE) for each in doing.pairs[:passed]]
    new = Pair((doing.draw_tile(), doing.draw_tile()))
    doing.pairs = (*skipped, *doing.pairs[move.pair :], new)
    doing.say("new_pair", tile=new.tiles[0], second=new.tiles[1])
    turns.after_choosing(doing)


def population(seats: int, tiles: tuple[str, str]) -> int:
    """The pieces of a new people: by the number of players, and what the tiles add (C4)."""
    return DATA.seat.population[str(seats)] + sum(TILES[tile].population for tile in tiles)


def decline(doing: Doing, _: Decline) -> None:
    """The active empire becomes the declined one, and a new pair is chosen (D1 to D3)."""
    doing.expect(EXPAND, rule="D1")
    if doing.turn.acted:
        raise Illegal("turn_has_begun", "D1")
    if not doing.own:
        raise Illegal("nothing_to_decline", "D1")
    for province in provinces(doing.land, doing.seat, declined=True):
        doing.leave(province)
        doing.say("ruins_removed", seat=doing.seat, province=province)
    who, tiles = doing.people, doing.player.tiles
    staying = tuple(tile for tile in tiles if TILES[tile].stays)
    doing.return_tiles(tuple(tile for tile in tiles if not TILES[tile].stays))
    for province in doing.own:
        holding = doing.land[province]
        pieces = holding.pieces if who.keeps_garrisons else 1
        doing.hold(province, replace(holding, declined=True, pieces=pieces))
    doing.player = replace(doing.player, tiles=(), ruins=staying, hand=0)
    doing.say("declined", seat=doing.seat, count=len(provinces(doing.land, doing.seat, declined=True)))
    for tile in staying:
        doing.say("tile_stays", seat=doing.seat, tile=tile)
    doing.turn = replace(doing.turn, levies=0, acted=True, returned=who.returns_at_once)
    doing.step = CHOOSE
