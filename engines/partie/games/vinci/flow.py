"""What goes by itself: turns begin and end, are scored, survivors find a place, rounds end, and the game ends."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.vinci.scoring import income, rounds, target
from partie.games.vinci.state import CHOOSE, EXPAND, OVER, REBIRTH, SURVIVE, State, with_points, with_spies
from partie.games.vinci.transition import Transition


def to_act(state: State) -> int:
    """The seat that has to decide: the one on turn, or one with survivors to place."""
    return state.survivors[0][0] if state.step == SURVIVE else state.turn.seat


def after_choosing(transition: Transition) -> None:
    """Choose the first civilizations in turn; later score the turn, unless Rebirth was at work (C5, D3, X20)."""
    if transition.round == 0:
        seat = transition.clockwise(transition.seat)
        if seat == transition.first:
            transition.round = 1
            transition.say("round", round=1)
            begin(transition, seat)
        else:
            transition.turns += 1
            transition.turn = transition.rules.turn(seat)
    elif not transition.turn.returned:
        finish(transition)
    elif transition.rules.data.conduct.rebirth_last:
        go_on(transition)
    else:
        expand(transition)


def begin(transition: Transition, seat: int) -> None:
    """A seat is on turn: it expands, or chooses a civilization if it has none (T1, C6)."""
    transition.seat = seat
    transition.turns += 1
    player = transition.players[seat]
    if player.friends:
        transition.player = replace(player, friends=())
    transition.turn = transition.rules.turn(seat)
    if transition.own or transition.player.hand:
        expand(transition)
    else:
        transition.turn = replace(transition.turn, acted=True)
        transition.step = CHOOSE
        transition.say("no_people", seat=seat)
        if transition.rules.data.conduct.old_ruins_leave:
            transition.clear_ruins(seat)


def expand(transition: Transition) -> None:
    """Pieces grow, a general comes, and conquests can begin, with all that tiles allow (X8, X11, X16, X18)."""
    rules, who = transition.rules, transition.effects
    if who.growth:
        transition.player = replace(transition.player, hand=transition.player.hand + who.growth)
        transition.say("grew", seat=transition.seat, pieces=who.growth)
    if who.levies:
        transition.say("levied", seat=transition.seat, pieces=who.levies)
    treaties = who.treaties if rules.data.conduct.treaties_first else 0
    transition.turn = with_spies(replace(transition.turn, levies=who.levies, treaties=treaties), who.spies)
    if not (transition.own or transition.may_give_up):
        transition.turn = replace(transition.turn, acted=True)
    transition.step = EXPAND


def finish(transition: Transition) -> None:
    """The turn is over: it is scored, an empire may decline by Rebirth, and survivors are placed (P1, X20, L2)."""
    if transition.step != CHOOSE and not transition.own:
        _without_provinces(transition, transition.seat, transition.player.hand)
    found = income(transition.rules, transition.own, transition.ruins, transition.player, transition.turn.slain)
    for key, points in found.items():
        transition.say(f"scored_{key}", seat=transition.seat, points=points)
    brought = sum(found.values())
    transition.say("scored_turn", seat=transition.seat, points=brought)
    transition.player = replace(with_points(transition.player, found), scored=brought)
    if transition.player.points >= target(transition.persons, transition.options) and not transition.last:
        transition.last = True
        transition.say("last_round", seat=transition.seat)
    if transition.own and transition.effects.reborn and transition.rules.data.conduct.rebirth_last:
        transition.turn = replace(transition.turn, returned=True)
        transition.step = REBIRTH
    else:
        go_on(transition)


def _without_provinces(transition: Transition, seat: int, pieces: int) -> None:
    """At the end of its own turn a civilization waits with its pieces in hand; without any it is gone (G2, C6)."""
    if pieces and transition.rules.data.conduct.pieces_wait:
        transition.say("waits", seat=seat, pieces=pieces)
    else:
        die_out(transition, seat)


def die_out(transition: Transition, seat: int) -> None:
    """An active empire without provinces is gone, its pieces and tiles with it (L3, C6)."""
    player = transition.players[seat]
    transition.return_tiles(player.tiles)
    transition.players[seat] = replace(player, tiles=(), hand=0)
    transition.say("died_out", seat=seat)


def go_on(transition: Transition) -> None:
    """The next seat with survivors to place, else the next turn (L2, L3)."""
    while transition.survivors:
        (seat, pieces), *_ = transition.survivors
        own = transition.empires.active(seat)
        if pieces and len(own) > 1:
            transition.step = SURVIVE
            return
        transition.survivors = transition.survivors[1:]
        if pieces and own:
            ((province, holding),) = own.items()
            transition.hold(province, replace(holding, pieces=holding.pieces + pieces))
            transition.say("survived", seat=seat, pieces=pieces, province=province)
        elif not own:
            _driven_out(transition, seat, pieces)
    _next_turn(transition)


def _driven_out(transition: Transition, seat: int, pieces: int) -> None:
    """Survivors that have nowhere to go are lost with their civilization, or wait in hand if the table says so (L3)."""
    if pieces and transition.rules.survivors_return:
        player = transition.players[seat]
        transition.players[seat] = replace(player, hand=player.hand + pieces)
        transition.say("waits", seat=seat, pieces=pieces)
    else:
        die_out(transition, seat)


def _next_turn(transition: Transition) -> None:
    seat = transition.clockwise(transition.turn.seat)
    if seat == transition.first:
        _end_round(transition)
        if transition.last:
            transition.step = OVER
            transition.turn = transition.rules.turn(seat)
            transition.say("game_over")
            return
        transition.round += 1
        transition.say("round", round=transition.round)
        if transition.round == rounds(transition.persons, transition.options):
            transition.last = True
            transition.say("round_limit")
    begin(transition, seat)


def _end_round(transition: Transition) -> None:
    """What the round has brought everybody."""
    for seat, player in enumerate(transition.players):
        transition.say("scored", seat=seat, points=player.scored)
        transition.players[seat] = replace(player, scored=0)
