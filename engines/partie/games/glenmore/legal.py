"""The list of legal moves, and the measure that each of them lessens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from partie.games.glenmore import price
from partie.games.glenmore.data import GOODS, START, TILES
from partie.games.glenmore.land import around, by_cell, cells_within
from partie.games.glenmore.rules import activating, forced, members, paying, taking
from partie.games.glenmore.scoring import goods
from partie.games.glenmore.state import (
    ACTIVATE,
    BENEFIT,
    COLLECT,
    MOVE,
    OVER,
    PAY,
    PLACE,
    TAKE,
    Activate,
    Collect,
    EndTurn,
    Harvest,
    Move,
    Pass,
    Player,
    Promote,
    Sell,
    State,
    Take,
    UseLochNess,
    Walk,
)
from partie.games.glenmore.track import onward

_COLLECT: Sequence[Move] = tuple(Collect(good) for good in GOODS)


def legal(state: State, seat: int) -> Sequence[Move]:
    """All moves of the seat: those of the present step, then the sales, which are possible at any time (W1)."""
    now = state.turn
    if now.step == OVER or seat != now.seat:
        return ()
    player = state.players[seat]
    moves: list[Move] = []
    if now.step == TAKE:
        moves += _takes(state, player)
    elif now.step in (BENEFIT, COLLECT):
        moves += _COLLECT
    elif now.step in (PAY, PLACE):
        moves += forced.questions(player, now, state.warehouse)
        if any(isinstance(move, Sell) for move in moves):
            return moves  # all sales are among them already
    else:
        if now.step == ACTIVATE:
            moves += _activations(state, player)
        if now.movement:
            moves += _walks(state, player)
        moves.append(EndTurn())
    moves += price.sales(player, state.warehouse)
    return moves


def _takes(state: State, player: Player) -> list[Move]:
    taker = taking.Taker(player, state.warehouse)
    moves: list[Move] = [Take(what) for what in onward(state) if what in TILES and taker.refusal(TILES[what]) is None]
    return moves or [Pass()]


def _activations(state: State, player: Player) -> Iterator[Move]:
    now, warehouse = state.turn, state.warehouse
    if len(activating.ripe(player, now)) > 1:
        yield Harvest()
    for plot in now.awake:
        if activating.idle(player, warehouse, plot) is None:
            yield Activate(plot)
    if now.ness:
        for plot in sorted(player.land):
            if plot not in now.awake and plot not in now.spent and activating.idle(player, warehouse, plot) is None:
                yield UseLochNess(plot)


def _walks(state: State, player: Player) -> Iterator[Move]:
    tiles = by_cell(player.land)
    standing = sorted(player.members)
    if sum(player.members.values()) > 1 or members.may_promote_last(state):
        for plot in standing:
            yield Promote(plot)
    for plot in standing:
        for cell in around(player.land[plot]):
            if cell in tiles:
                yield Walk(plot, tiles[cell])


def domains() -> Mapping[str, Sequence[str]]:
    """The values that the types of the moves leave open; a land has at most one start village and all other tiles."""
    drawn = [tile for tile in TILES if tile not in START]
    return {"tile": drawn, "cell": cells_within(len(drawn))}


def progress(state: State) -> int:
    """A number that every move lessens: tiles to be drawn, then the steps of a turn, then what a step can still do.

    Selling takes a good away; giving and buying bring a payment nearer to its end; every tile is activated at most
    once per turn, and brings at most one good; a clan member's step costs a movement point.
    """
    now = state.turn
    if now.step == OVER:
        return 0
    drawable = sum(map(len, state.stacks))
    left = goods(state.players[now.seat]) + 2 * now.picks
    if now.paying:
        left += 3 * (paying.due(now).high - sum(now.given) + 1)
    left += 100 * (now.movement if now.step == MOVE else len(now.awake) + now.ness)
    activating = now.step == PAY and not now.hand
    return 1_000_000 * drawable + 100_000 * _STAGE[ACTIVATE if activating else now.step] + left


_STAGE = {TAKE: 6, PAY: 5, PLACE: 4, BENEFIT: 3, ACTIVATE: 2, COLLECT: 2, MOVE: 1}
