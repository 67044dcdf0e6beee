"""A civilization begins and ends: a pair of tiles is chosen, an empire declines."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.vinci import flow
from partie.games.vinci.effects import population
from partie.games.vinci.state import CHOOSE, EXPAND, REBIRTH, ChoosePair, Decline, with_points, with_spies
from partie.games.vinci.transition import Transition
from partie.kit import Illegal


def choose_pair(transition: Transition, move: ChoosePair) -> None:
    """Pay for the pairs passed over, take the points on the one chosen, and raise the new civilization (C1 to C4)."""
    transition.expect(CHOOSE, rule="C1")
    if not 1 <= move.pair <= len(transition.pairs):
        raise Illegal("no_such_pair", "C1")
    price, passed = transition.rules.data.pairs.price, move.pair - 1
    if price * passed > transition.player.points:
        raise Illegal("too_dear", "C2", points=price * passed)
    pair = transition.pairs[passed]
    fictitious = transition.is_fictitious(transition.seat)
    hand = population(transition.rules, transition.persons, pair.tiles, fictitious=fictitious)
    found = {key: points for key, points in (("pairs", pair.points), ("skipped", -price * passed)) if points}
    transition.player = replace(with_points(transition.player, found), tiles=pair.tiles, hand=hand)
    one, other = pair.tiles
    transition.say("chose_pair", seat=transition.seat, tile=one, second=other, pieces=hand)
    if passed:
        transition.say("paid", seat=transition.seat, points=price * passed)
    if pair.points:
        transition.say("took_points", seat=transition.seat, points=pair.points)
    skipped = [replace(each, points=each.points + price) for each in transition.pairs[:passed]]
    new = transition.draw_pair()
    transition.pairs = (*skipped, *transition.pairs[move.pair :], new)
    transition.say("new_pair", tile=new.tiles[0], second=new.tiles[1])
    flow.after_choosing(transition)


def decline(transition: Transition, _: Decline) -> None:
    """The active empire becomes the declined one, and a new pair is chosen (D1 to D3, C7, X20)."""
    transition.expect(EXPAND, REBIRTH, rule="D1")
    if transition.step == EXPAND and transition.turn.acted:
        raise Illegal("turn_has_begun", "D1")
    if not transition.own and not transition.may_give_up:
        raise Illegal("nothing_to_decline", "D1")
    transition.clear_ruins(transition.seat)
    if transition.own:
        _fall(transition)
    else:
        transition.say("gave_up_people", seat=transition.seat)
        transition.return_tiles(transition.player.tiles)
        transition.player = replace(transition.player, tiles=(), hand=0)
    transition.turn = with_spies(replace(transition.turn, levies=0, treaties=0, acted=True), 0)
    transition.step = CHOOSE


def _fall(transition: Transition) -> None:
    """Tiles without a ruin leave, and every province keeps a piece (D2)."""
    who, tiles, printed = transition.effects, transition.player.tiles, transition.rules.tiles
    staying = tuple(tile for tile in tiles if printed[tile].stays)
    transition.return_tiles(tuple(tile for tile in tiles if not printed[tile].stays))
    falling = {
        province: replace(holding, declined=True, pieces=holding.pieces if who.keeps_garrisons else 1)
        for province, holding in transition.own.items()
    }
    transition.hold_all(falling)
    transition.player = replace(transition.player, tiles=(), ruins=staying, hand=0)
    transition.say("declined", seat=transition.seat, count=len(falling))
    for tile in staying:
        transition.say("tile_stays", seat=transition.seat, tile=tile)
    if who.reborn and not transition.rules.data.conduct.rebirth_last:
        transition.turn = replace(transition.turn, returned=True)
