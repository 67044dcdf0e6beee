"""What goes by itself: turns begin and end, are scored, survivors find a place, rounds end, and the game ends."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.vinci.data import DATA
from partie.games.vinci.empire import provinces
from partie.games.vinci.rules.doing import Doing
from partie.games.vinci.scoring import income, target
from partie.games.vinci.state import CHOOSE, EXPAND, OVER, SURVIVE, Turn


def after_choosing(doing: Doing) -> None:
    """The first peoples are chosen in turn; later the turn is scored, unless the people comes at once (C5, D3, X20)."""
    if doing.round == 0:
        seat = doing.clockwise(doing.seat)
        if seat == doing.first:
            doing.round = 1
            doing.say("round", round=1)
            begin(doing, seat)
        else:
            doing.turns += 1
            doing.turn = Turn(seat)
    elif doing.turn.returned:
        expand(doing)
    else:
        finish(doing)


def begin(doing: Doing, seat: int) -> None:
    """A seat is on turn: it expands, or chooses a people if it has none (T1, C6)."""
    doing.seat = seat
    doing.turns += 1
    player = doing.players[seat]
    if player.friends:
        doing.player = replace(player, friends=())
    doing.turn = Turn(seat)
    if doing.own or doing.player.hand:
        expand(doing)
    else:
        doing.turn = replace(doing.turn, acted=True)
        doing.step = CHOOSE
        doing.say("no_people", seat=seat)


def expand(doing: Doing) -> None:
    """Pieces grow, a general comes, and conquests can begin (X11, X18)."""
    who = doing.people
    if who.growth:
        doing.player = replace(doing.player, hand=doing.player.hand + who.growth)
        doing.say("grew", seat=doing.seat, pieces=who.growth)
    if who.levies:
        doing.say("levied", seat=doing.seat, pieces=who.levies)
    doing.turn = replace(doing.turn, levies=who.levies, acted=doing.turn.acted or not doing.own)
    doing.step = EXPAND


def finish(doing: Doing) -> None:
    """The turn is over: it is scored, and who lost provinces places the survivors (P1, L2)."""
    if doing.step != CHOOSE and not doing.own:
        die_out(doing, doing.seat)
    brought = 0
    for key, points in income(doing.land, doing.player, doing.seat, doing.turn.slain):
        doing.say(f"scored_{key}", seat=doing.seat, points=points)
        brought += points
    doing.say("scored_turn", seat=doing.seat, points=brought)
    doing.player = replace(doing.player, points=doing.player.points + brought, scored=brought)
    if doing.player.points >= target(len(doing.players), doing.options) and not doing.last:
        doing.last = True
        doing.say("last_round", seat=doing.seat)
    go_on(doing)


def die_out(doing: Doing, seat: int) -> None:
    """An active empire without provinces is gone, its pieces and tiles with it (L3, C6)."""
    player = doing.players[seat]
    doing.return_tiles(player.tiles)
    doing.players[seat] = replace(player, tiles=(), hand=0)
    doing.say("died_out", seat=seat)


def go_on(doing: Doing) -> None:
    """The next seat with survivors to place, else the next turn (L2, L3)."""
    while doing.survivors:
        (seat, pieces), *_ = doing.survivors
        own = provinces(doing.land, seat)
        if pieces and len(own) > 1:
            doing.step = SURVIVE
            return
        doing.survivors = doing.survivors[1:]
        if pieces and own:
            holding = doing.land[own[0]]
            doing.hold(own[0], replace(holding, pieces=holding.pieces + pieces))
            doing.say("survived", seat=seat, pieces=pieces, province=own[0])
        elif not own:
            die_out(doing, seat)
    _next_turn(doing)


def _next_turn(doing: Doing) -> None:
    seat = doing.clockwise(doing.turn.seat)
    if seat == doing.first:
        _end_round(doing)
        if doing.last:
            doing.step = OVER
            doing.turn = Turn(seat)
            doing.say("game_over")
            return
        doing.round += 1
        doing.say("round", round=doing.round)
        if doing.round == DATA.rounds.rounds:
            doing.last = True
            doing.say("round_limit")
    begin(doing, seat)


def _end_round(doing: Doing) -> None:
    """What the round has brought everybody."""
    for seat, player in enumerate(doing.players):
        doing.say("scored", seat=seat, points=player.scored)
        doing.players[seat] = replace(player, scored=0)
