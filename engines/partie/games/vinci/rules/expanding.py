"""An expansion turn: gathering, conquering, keeping together, regrouping."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from partie.games.vinci.data import NEIGHBOURS
from partie.games.vinci.empire import Attack, parts
from partie.games.vinci.rules import turns
from partie.games.vinci.rules.doing import Doing
from partie.games.vinci.state import (
    EXPAND,
    KEEP,
    NEUTRAL,
    REGROUP,
    SURVIVE,
    BuildFort,
    Conquer,
    EndConquest,
    EndTurn,
    Gather,
    Holding,
    KeepPart,
    MakeTreaty,
    PlaceSurvivors,
    PutDown,
    TakeUp,
)
from partie.kit import Illegal


def gather(doing: Doing, move: Gather) -> None:
    """Take up pieces before the first conquest; a province without a piece is given up (G1, G2)."""
    doing.expect(EXPAND, rule="G1")
    if doing.turn.conquests:
        raise Illegal("conquest_has_begun", "G1")
    _check_own(doing, move.province, "G1")
    _check_pieces(move.pieces, doing.land[move.province].pieces, "G1")
    doing.add_pieces(move.province, -move.pieces)
    doing.turn = replace(doing.turn, acted=True)
    doing.say("gathered", seat=doing.seat, pieces=move.pieces, province=move.province)
    if not doing.land[move.province].pieces:
        doing.leave(move.province)
        doing.say("gave_up", seat=doing.seat, province=move.province)


def conquer(doing: Doing, move: Conquer) -> None:
    """Pay a province's cost in pieces, a general's first; whoever held it loses one (K1 to K6, L1, L4 to L6)."""
    doing.expect(EXPAND, rule="K1")
    attack = Attack(doing.land, doing.players, doing.seat)
    attack.check(move.province)
    price = attack.cost(move.province)
    have = doing.player.hand + doing.turn.levies
    if price > have:
        raise Illegal("too_few_pieces", "K3", pieces=price, hand=have)
    levies = min(price, doing.turn.levies)
    doing.say("conquered", seat=doing.seat, province=move.province, pieces=price)
    if move.province in doing.land:
        _defeat(doing, move.province, doing.leave(move.province))
    doing.player = replace(doing.player, hand=doing.player.hand - price + levies)
    doing.hold(move.province, Holding(doing.seat, price - levies, levies=levies))
    turn = doing.turn
    doing.turn = replace(turn, levies=turn.levies - levies, conquests=turn.conquests + 1, acted=True)
    for near in NEIGHBOURS[move.province]:
        holding = doing.land.get(near)
        if holding is not None and holding.owner == doing.seat and holding.declined:
            doing.leave(near)
            doing.say("ruins_removed", seat=doing.seat, province=near)


def _defeat(doing: Doing, province: str, holding: Holding) -> None:
    """One piece of the defender is lost; those of a living empire that are left survive (L1, L2, L4, L6, X16)."""
    owner = holding.owner
    if owner == doing.seat or not holding.pieces:
        return
    turn = doing.turn
    doing.turn = replace(turn, slain=turn.slain + 1)
    if owner == NEUTRAL:
        return
    if owner not in turn.attacked:
        doing.turn = replace(doing.turn, attacked=(*turn.attacked, owner))
    if holding.declined:
        doing.say("lost_ruins", seat=owner, province=province)
        return
    doing.say("lost", seat=owner, province=province)
    _survive(doing, owner, holding.pieces - 1)


def _survive(doing: Doing, owner: int, pieces: int) -> None:
    """Survivors wait for the end of the turn, those of each seat together, clockwise from the attacker."""
    waiting = dict(doing.survivors)
    waiting[owner] = waiting.get(owner, 0) + pieces
    seats = len(doing.players)
    order = sorted(waiting, key=lambda seat: (seat - doing.seat) % seats)
    doing.survivors = tuple((seat, waiting[seat]) for seat in order)


def end_conquest(doing: Doing, _: EndConquest) -> None:
    """The general's pieces leave; what is split is judged, then the empire is regrouped (X11, R1, R3)."""
    doing.expect(EXPAND, rule="K1")
    doing.say("conquest_over", seat=doing.seat)
    if doing.turn.levies or any(doing.land[name].levies for name in doing.own):
        doing.say("levies_left", seat=doing.seat)
    for province in doing.own:
        if doing.land[province].levies:
            doing.hold(province, replace(doing.land[province], levies=0))
    who = doing.people
    doing.turn = replace(doing.turn, levies=0, acted=True, forts=who.forts, treaties=who.treaties)
    if doing.own:
        _hold_together(doing)
    else:
        turns.finish(doing)


def _hold_together(doing: Doing) -> None:
    """An empire in several parts keeps one of them, unless its tiles let it be split (R3, X19)."""
    who = doing.people
    split = not who.may_split and len(parts(doing.land, doing.seat, who)) > 1
    doing.step = KEEP if split else REGROUP


def keep_part(doing: Doing, move: KeepPart) -> None:
    """The pieces of all other parts come into the hand, their provinces are given up (R3)."""
    doing.expect(KEEP, rule="R3")
    found = [part for part in parts(doing.land, doing.seat, doing.people) if part[0] == move.province]
    if not found:
        raise Illegal("no_part", "R3")
    (part,) = found
    for province in doing.own:
        if province not in part:
            doing.add_pieces(province, -doing.land[province].pieces)
            doing.leave(province)
            doing.say("gave_up", seat=doing.seat, province=province)
    doing.turn = replace(doing.turn, putting=False)
    doing.step = REGROUP


# --- regrouping -------------------------------------------------------------------------------------------------------


def take_up(doing: Doing, move: TakeUp) -> None:
    """Pieces of a province come into the hand before any is put down; the last one only if they are few (R1, R2)."""
    doing.expect(REGROUP, rule="R1")
    if doing.turn.putting:
        raise Illegal("putting_down", "R1")
    _check_own(doing, move.province, "R1")
    held = doing.land[move.province].pieces
    short = too_few([doing.land[name].pieces for name in doing.own], doing.player.hand)
    _check_pieces(move.pieces, held if short else held - 1, "R1")
    doing.add_pieces(move.province, -move.pieces)
    doing.say("took_up", seat=doing.seat, pieces=move.pieces, province=move.province)


def put_down(doing: Doing, move: PutDown) -> None:
    """Pieces of the hand come into a province; none stays empty for that (R1, R2)."""
    doing.expect(REGROUP, rule="R1")
    _check_own(doing, move.province, "R1")
    _check_pieces(move.pieces, doing.player.hand, "R1")
    doing.add_pieces(move.province, move.pieces)
    if not settled(doing, doing.player.hand):
        raise Illegal("leaves_one_empty", "R2")
    doing.turn = replace(doing.turn, putting=True)
    doing.say("put_down", seat=doing.seat, pieces=move.pieces, province=move.province)


def too_few(numbers: Collection[int], hand: int) -> bool:
    """Whether there are more provinces than pieces, so that any of them may be given up (R2)."""
    return sum(numbers) + hand < len(numbers)


def settled(doing: Doing, hand: int) -> bool:
    """Whether the hand suffices for all empty provinces, or no other has a piece to spare (R2)."""
    numbers = [doing.land[name].pieces for name in doing.own]
    return numbers.count(0) <= hand or max(numbers) <= 1


def build_fort(doing: Doing, move: BuildFort) -> None:
    """A fort comes into an own province that has none (X9)."""
    doing.expect(REGROUP, rule="X9")
    _check_own(doing, move.province, "X9")
    if not doing.turn.forts:
        raise Illegal("no_fort_left", "X9")
    if doing.land[move.province].fort:
        raise Illegal("fort_there", "X9", province=move.province)
    doing.hold(move.province, replace(doing.land[move.province], fort=True))
    doing.turn = replace(doing.turn, forts=doing.turn.forts - 1)
    doing.say("fort_built", seat=doing.seat, province=move.province)


def make_treaty(doing: Doing, move: MakeTreaty) -> None:
    """An opponent whom one did not attack may not attack until the own next turn (X16)."""
    doing.expect(REGROUP, rule="X16")
    if not doing.turn.treaties:
        raise Illegal("no_treaty_left", "X16")
    if move.seat == doing.seat or not 0 <= move.seat < len(doing.players):
        raise Illegal("no_opponent", "X16")
    if move.seat in doing.turn.attacked:
        raise Illegal("attacked", "X16", seat=move.seat)
    if move.seat in doing.player.friends:
        raise Illegal("friend_already", "X16", seat=move.seat)
    doing.player = replace(doing.player, friends=(*doing.player.friends, move.seat))
    doing.turn = replace(doing.turn, treaties=doing.turn.treaties - 1)
    doing.say("treaty", seat=doing.seat, other_seat=move.seat)


def end_turn(doing: Doing, _: EndTurn) -> None:
    """All pieces lie; provinces that none is left for are given up, and what is split then is judged (R1 to R3)."""
    doing.expect(REGROUP, rule="R1")
    if doing.player.hand:
        raise Illegal("pieces_in_hand", "R1", pieces=doing.player.hand)
    if not settled(doing, 0):
        raise Illegal("leaves_one_empty", "R2")
    for province in doing.own:
        if not doing.land[province].pieces:
            doing.leave(province)
            doing.say("gave_up", seat=doing.seat, province=province)
    _hold_together(doing)
    if doing.step == REGROUP:
        turns.finish(doing)


def place_survivors(doing: Doing, move: PlaceSurvivors) -> None:
    """Survivors come into another province of the same empire (L2)."""
    doing.expect(SURVIVE, rule="L2")
    (seat, pieces), *rest = doing.survivors
    _check_own(doing, move.province, "L2")
    _check_pieces(move.pieces, pieces, "L2")
    holding = doing.land[move.province]
    doing.hold(move.province, replace(holding, pieces=holding.pieces + move.pieces))
    doing.say("survived", seat=seat, pieces=move.pieces, province=move.province)
    left = pieces - move.pieces
    doing.survivors = ((seat, left), *rest) if left else tuple(rest)
    if not left:
        turns.go_on(doing)


def _check_own(doing: Doing, province: str, rule: str) -> None:
    holding = doing.land.get(province)
    if holding is None or holding.owner != doing.seat or holding.declined:
        raise Illegal("not_yours", rule)


def _check_pieces(pieces: int, most: int, rule: str) -> None:
    if not 1 <= pieces <= most:
        raise Illegal("not_so_many", rule, count=max(0, most))
