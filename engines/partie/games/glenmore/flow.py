"""What goes by itself when a turn ends: the track is refilled, scorings, the die, the next turn, the end."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.glenmore.data import DATA, SPACES
from partie.games.glenmore.scoring import CATEGORIES, scoring, settle
from partie.games.glenmore.scoring import result as result_of
from partie.games.glenmore.state import ACTIVATE, DIE, EMPTY, MOVE, OVER, EndTurn, Turn
from partie.games.glenmore.track import is_tile, last_figure
from partie.games.glenmore.transition import Transition
from partie.kit.pools import draw


def end_turn(transition: Transition, _: EndTurn) -> None:
    """Refill, scoring, the die, the next turn: all that needs nobody's decision."""
    transition.expect(ACTIVATE, MOVE, rule="A1")
    transition.say("ended_turn", seat=transition.seat)
    next_turn(transition)


def refill(transition: Transition) -> None:
    """Passed tiles leave the game, and the chain grows until one space is empty (T2); with scorings (T3)."""
    far = last_figure(transition.track, transition.tail)
    for behind in range(far):
        space = (transition.tail + behind) % SPACES
        tile = transition.track[space]
        if tile:
            transition.remove_tile(space)
    front = transition.tail + SPACES - 1
    transition.tail = (transition.tail + far) % SPACES
    for onward in range(far):
        if transition.over:
            return
        lay_out(transition, (front + onward) % SPACES)


def lay_out(transition: Transition, space: int) -> None:
    """The next tile is drawn and laid on a space; if it was the last of its stack, a scoring follows (T3)."""
    stack = next(number for number, left in enumerate(transition.stacks) if left)
    tile, left = draw(transition.stacks[stack], transition.chance)
    stacks = list(transition.stacks)
    stacks[stack] = left
    first, second, third = stacks
    transition.stacks = (first, second, third)
    transition.set_space(space, tile)
    transition.say("laid_out", tile=tile, field=space)
    if not left:
        score(transition)


def score(transition: Transition) -> None:
    """A scoring; after the third one the settlement and the end (T4)."""
    scored = scoring(transition.players)
    transition.scorings = (*transition.scorings, scored)
    transition.say("scoring", round=len(transition.scorings))
    for place, category in enumerate(CATEGORIES):
        for seat, (counts, points) in enumerate(zip(scored.counts, scored.points, strict=True)):
            transition.say("scored", seat=seat, category=category, count=counts[place], points=points[place])
    gain(transition, [sum(points) for points in scored.points])
    if len(transition.scorings) == len(transition.stacks):
        finish(transition)


def gain(transition: Transition, points: list[int]) -> None:
    """Points for every seat."""
    transition.players = [
        replace(player, points=player.points + more) if more else player
        for player, more in zip(transition.players, points, strict=True)
    ]


def finish(transition: Transition) -> None:
    """The final settlement and the result (T7, T9)."""
    transition.settlement = settle(transition.players)
    for seat, settled in enumerate(transition.settlement):
        for item in ("iona_abbey", "loch_morar", "duart_castle"):
            points = getattr(settled, item)
            if points:
                transition.say(f"settled_{item}", seat=seat, points=points)
        transition.say("settled_coins", seat=seat, points=settled.coins)
        transition.say("settled_tiles", seat=seat, points=settled.tiles)
    gain(transition, [settled.total() for settled in transition.settlement])
    transition.turn = Turn(seat=transition.seat, step=OVER)
    transition.say("game_over")
    result = result_of(transition.after())
    for seat in result.winners if result else ():
        transition.say("won", seat=seat, points=transition.players[seat].points)


def roll(transition: Transition) -> None:
    """The die moves on by as many tiles as it shows, figures not counted; the tile leaves the game (D2)."""
    pips = transition.chance.roll(DATA.die.faces)
    space, tiles = transition.tail, 0
    while tiles < pips:
        space = (space + 1) % SPACES
        tiles += is_tile(transition.track[space])
    transition.say("rolled", pips=pips)
    transition.say("die_moved", **{"from": transition.tail}, to=space, tile=transition.track[space])
    transition.remove_tile(space)
    transition.set_space(transition.tail, EMPTY)
    transition.set_space(space, DIE)


def next_turn(transition: Transition) -> None:
    """Refill, let the die move as often as it is last, and begin the next seat's turn (T1, T2, D2)."""
    refill(transition)
    while not transition.over and transition.track[transition.tail] == DIE:
        roll(transition)
        refill(transition)
    if not transition.over:
        transition.number += 1
        transition.turn = Turn(seat=int(transition.track[transition.tail]))
        transition.say("turn_begins", seat=transition.turn.seat)
