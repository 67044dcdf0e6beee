"""An expansion turn: gathering, conquering, keeping together, regrouping."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from partie.games.vinci import flow
from partie.games.vinci.data import NEIGHBOURS
from partie.games.vinci.empire import parts
from partie.games.vinci.state import (
    EXPAND,
    KEEP,
    NEUTRAL,
    REBIRTH,
    REGROUP,
    SURVIVE,
    BuildFort,
    Conquer,
    EndConquest,
    EndTurn,
    Gather,
    Holding,
    Infiltrate,
    KeepPart,
    MakeTreaty,
    PlaceSurvivors,
    PutDown,
    TakeUp,
    spies,
    with_spies,
)
from partie.games.vinci.transition import Transition
from partie.kit import Illegal


def gather(transition: Transition, move: Gather) -> None:
    """Take up pieces before the first conquest; a province without a piece is given up (G1, G2)."""
    transition.expect(EXPAND, rule="G1")
    if transition.turn.conquests:
        raise Illegal("conquest_has_begun", "G1")
    _check_own(transition, move.province, "G1")
    _check_pieces(move.pieces, transition.land[move.province].pieces, "G1")
    transition.add_pieces(move.province, -move.pieces)
    transition.turn = replace(transition.turn, acted=True)
    transition.say("gathered", seat=transition.seat, pieces=move.pieces, province=move.province)
    if not transition.land[move.province].pieces:
        transition.leave(move.province)
        transition.say("gave_up", seat=transition.seat, province=move.province)


def conquer(transition: Transition, move: Conquer) -> None:
    """Pay a province's cost in pieces, a general's first; its holder loses one (K1 to K6, L1, L4 to L6)."""
    transition.expect(EXPAND, rule="K1")
    attack = transition.attack
    attack.check(move.province)
    take(transition, move.province, attack.cost(move.province))


def infiltrate(transition: Transition, move: Infiltrate) -> None:
    """The same at the price of espionage, whatever is there (X8)."""
    transition.expect(EXPAND, rule="K1")
    attack = transition.attack
    attack.check_spies(spies(transition.turn))
    attack.check(move.province)
    take(transition, move.province, transition.rules.data.conquest.espionage, by_espionage=True)


def take(transition: Transition, province: str, price: int, *, by_espionage: bool = False) -> None:
    """Conquer a province that may be attacked, for so many pieces (K3 to K6, X8)."""
    have = transition.player.hand + transition.turn.levies
    if price > have:
        raise Illegal("too_few_pieces", "K3", pieces=price, hand=have)
    levies = min(price, transition.turn.levies)
    if by_espionage:
        transition.say("infiltrated", seat=transition.seat, province=province, pieces=price)
    else:
        transition.say("conquered", seat=transition.seat, province=province, pieces=price)
    loser = transition.seize(province, Holding(transition.seat, price - levies, levies=levies))
    if loser is not None:
        _defeat(transition, province, loser)
    transition.player = replace(transition.player, hand=transition.player.hand - price + levies)
    turn = transition.turn
    transition.turn = replace(turn, levies=turn.levies - levies, conquests=turn.conquests + 1, acted=True)
    if by_espionage:
        transition.turn = with_spies(transition.turn, spies(turn) - 1)
    if not transition.effects.spares_ruins:
        _clear_ruins_beside(transition, province)


def _clear_ruins_beside(transition: Transition, province: str) -> None:
    """Clear the ruins of the seat next to a conquest (L5)."""
    for near in NEIGHBOURS[province]:
        holding = transition.land.get(near)
        if holding is not None and holding.owner == transition.seat and holding.declined:
            transition.leave(near)
            transition.say("ruins_removed", seat=transition.seat, province=near)


def _defeat(transition: Transition, province: str, holding: Holding) -> None:
    """One piece of the defender is lost; those of a living empire that are left survive (L1, L2, L4, L6, X16)."""
    owner = holding.owner
    if owner == transition.seat or not holding.pieces:
        return
    turn = transition.turn
    transition.turn = replace(turn, slain=turn.slain + 1)
    if owner == NEUTRAL:
        return
    if owner not in turn.attacked:
        transition.turn = replace(transition.turn, attacked=(*turn.attacked, owner))
    if holding.declined:
        transition.say("lost_ruins", seat=owner, province=province)
        return
    transition.say("lost", seat=owner, province=province)
    _survive(transition, owner, holding.pieces - 1)
    if transition.rules.data.conduct.old_ruins_leave and not transition.empires.active(owner):
        _wipe_out(transition, owner)


def _survive(transition: Transition, owner: int, pieces: int) -> None:
    """Survivors wait for the end of the turn, those of each seat together, clockwise from the attacker."""
    waiting = dict(transition.survivors)
    waiting[owner] = waiting.get(owner, 0) + pieces
    order = transition.clockwise_from(transition.seat)
    transition.survivors = tuple((seat, waiting[seat]) for seat in order if seat in waiting)


def _wipe_out(transition: Transition, owner: int) -> None:
    """An empire of which not one piece is left is gone at once, and the ruins of its player with it (C6)."""
    waiting = dict(transition.survivors)
    if not waiting.pop(owner):
        transition.survivors = tuple(waiting.items())
        flow.die_out(transition, owner)
        transition.clear_ruins(owner)


def end_conquest(transition: Transition, _: EndConquest) -> None:
    """The general's pieces leave; what is split is judged, then the empire is regrouped (X11, R1, R3)."""
    transition.expect(EXPAND, rule="K1")
    transition.say("conquest_over", seat=transition.seat)
    levied = {province: holding for province, holding in transition.own.items() if holding.levies}
    if transition.turn.levies or levied:
        transition.say("levies_left", seat=transition.seat)
    transition.hold_all({province: replace(holding, levies=0) for province, holding in levied.items()})
    who = transition.effects
    treaties = 0 if transition.rules.data.conduct.treaties_first else who.treaties
    turn = replace(transition.turn, levies=0, acted=True, forts=who.forts, treaties=treaties)
    transition.turn = with_spies(turn, 0)
    if transition.own:
        _hold_together(transition)
    else:
        flow.finish(transition)


def _hold_together(transition: Transition) -> None:
    """An empire in several parts keeps one of them, unless it may be split by tiles or is fictitious (R3, X19, N11)."""
    who = transition.effects
    may_split = who.may_split or transition.is_fictitious(transition.seat)
    split = not may_split and len(parts(transition.rules, transition.own, who)) > 1
    transition.step = KEEP if split else REGROUP


def keep_part(transition: Transition, move: KeepPart) -> None:
    """The pieces of all other parts come into the hand, their provinces are given up (R3)."""
    transition.expect(KEEP, rule="R3")
    found = parts(transition.rules, transition.own, transition.effects)
    kept = [part for part in found if part[0] == move.province]
    if not kept:
        raise Illegal("no_part", "R3")
    (part,) = kept
    for province in transition.provinces:
        if province not in part:
            transition.add_pieces(province, -transition.land[province].pieces)
            transition.leave(province)
            transition.say("gave_up", seat=transition.seat, province=province)
    transition.turn = replace(transition.turn, putting=False)
    transition.step = REGROUP


# --- regrouping -------------------------------------------------------------------------------------------------------


def take_up(transition: Transition, move: TakeUp) -> None:
    """Pieces of a province come into the hand before any is put down; the last one only if they are few (R1, R2)."""
    transition.expect(REGROUP, rule="R1")
    if transition.turn.putting:
        raise Illegal("putting_down", "R1")
    _check_own(transition, move.province, "R1")
    held = transition.land[move.province].pieces
    short = too_few([holding.pieces for holding in transition.own.values()], transition.player.hand)
    _check_pieces(move.pieces, held if short else held - 1, "R1")
    transition.add_pieces(move.province, -move.pieces)
    transition.say("took_up", seat=transition.seat, pieces=move.pieces, province=move.province)


def put_down(transition: Transition, move: PutDown) -> None:
    """Pieces of the hand come into a province; none stays empty for that (R1, R2)."""
    transition.expect(REGROUP, rule="R1")
    _check_own(transition, move.province, "R1")
    _check_pieces(move.pieces, transition.player.hand, "R1")
    transition.add_pieces(move.province, move.pieces)
    if not settled(transition, transition.player.hand):
        raise Illegal("leaves_one_empty", "R2")
    transition.turn = replace(transition.turn, putting=True)
    transition.say("put_down", seat=transition.seat, pieces=move.pieces, province=move.province)


def too_few(numbers: Collection[int], hand: int) -> bool:
    """Whether there are more provinces than pieces, so that any of them may be given up (R2)."""
    return sum(numbers) + hand < len(numbers)


def settled(transition: Transition, hand: int) -> bool:
    """Whether the hand suffices for all empty provinces, or no other has a piece to spare (R2)."""
    numbers = [holding.pieces for holding in transition.own.values()]
    return numbers.count(0) <= hand or max(numbers) <= 1


def build_fort(transition: Transition, move: BuildFort) -> None:
    """A fort comes into one of the seat's provinces that has none (X9)."""
    transition.expect(REGROUP, rule="X9")
    _check_own(transition, move.province, "X9")
    if not transition.turn.forts:
        raise Illegal("no_fort_left", "X9")
    if transition.land[move.province].fort:
        raise Illegal("fort_there", "X9", province=move.province)
    transition.hold(move.province, replace(transition.land[move.province], fort=True))
    transition.turn = replace(transition.turn, forts=transition.turn.forts - 1)
    transition.say("fort_built", seat=transition.seat, province=move.province)


def make_treaty(transition: Transition, move: MakeTreaty) -> None:
    """Name an opponent for a treaty until the seat's next turn (X16).

    By version 1 it is one whom the seat did not attack, when regrouping.
    """
    first = transition.rules.data.conduct.treaties_first
    transition.expect(EXPAND if first else REGROUP, rule="X16")
    if first and transition.turn.conquests:
        raise Illegal("too_late_for_treaty", "X16")
    if not transition.turn.treaties:
        raise Illegal("no_treaty_left", "X16")
    if move.seat == transition.seat or not 0 <= move.seat < len(transition.players):
        raise Illegal("no_opponent", "X16")
    if not first and move.seat in transition.turn.attacked:
        raise Illegal("attacked", "X16", seat=move.seat)
    if move.seat in transition.player.friends:
        raise Illegal("friend_already", "X16", seat=move.seat)
    transition.player = replace(transition.player, friends=(*transition.player.friends, move.seat))
    transition.turn = replace(transition.turn, treaties=transition.turn.treaties - 1, acted=True)
    if first:
        transition.say("peace", seat=transition.seat, other_seat=move.seat)
    else:
        transition.say("treaty", seat=transition.seat, other_seat=move.seat)


def end_turn(transition: Transition, _: EndTurn) -> None:
    """All pieces lie; provinces that none is left for are given up, and what is split then is judged (R1 to R3)."""
    transition.expect(REGROUP, REBIRTH, rule="R1")
    if transition.step == REBIRTH:
        transition.say("lives_on", seat=transition.seat)
        flow.go_on(transition)
        return
    if transition.player.hand:
        raise Illegal("pieces_in_hand", "R1", pieces=transition.player.hand)
    if not settled(transition, 0):
        raise Illegal("leaves_one_empty", "R2")
    for province in transition.provinces:
        if not transition.land[province].pieces:
            transition.leave(province)
            transition.say("gave_up", seat=transition.seat, province=province)
    _hold_together(transition)
    if transition.step == REGROUP:
        flow.finish(transition)


def place_survivors(transition: Transition, move: PlaceSurvivors) -> None:
    """Survivors come into another province of the same empire (L2)."""
    transition.expect(SURVIVE, rule="L2")
    (seat, pieces), *rest = transition.survivors
    _check_own(transition, move.province, "L2")
    _check_pieces(move.pieces, pieces, "L2")
    holding = transition.land[move.province]
    transition.hold(move.province, replace(holding, pieces=holding.pieces + move.pieces))
    transition.say("survived", seat=seat, pieces=move.pieces, province=move.province)
    left = pieces - move.pieces
    transition.survivors = ((seat, left), *rest) if left else tuple(rest)
    if not left:
        flow.go_on(transition)


def _check_own(transition: Transition, province: str, rule: str) -> None:
    holding = transition.land.get(province)
    if holding is None or holding.owner != transition.seat or holding.declined:
        raise Illegal("not_yours", rule)


def _check_pieces(pieces: int, most: int, rule: str) -> None:
    if not 1 <= pieces <= most:
        raise Illegal("not_so_many", rule, count=max(0, most))
