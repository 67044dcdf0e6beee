"""The list of legal moves, and the measure that each of them lessens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from partie.games.wikinger import wheel
from partie.games.wikinger.boats import ferries
from partie.games.wikinger.data import COLUMNS, DATA, FIGURES, ROWS, SHIPS, WHERE
from partie.games.wikinger.islands import fits
from partie.games.wikinger.rules.auction import bids
from partie.games.wikinger.rules.buying import buildings
from partie.games.wikinger.rules.ferrying import endings, obliged
from partie.games.wikinger.state import (
    BID,
    BUY,
    COLOUR,
    EXCHANGE,
    FERRY,
    OVER,
    PLACE,
    REMOVE,
    SPECIAL,
    START,
    Buy,
    ChooseColour,
    Exchange,
    Ferry,
    Move,
    Options,
    Place,
    PlaceStart,
    Player,
    Remove,
    Row,
    Special,
    State,
    TakeNone,
    TakeSpecial,
)

ROW: Final[dict[str, Row]] = {row: row for row in ROWS}
SPECIAL_NAMED: Final[dict[str, Special]] = {special: special for special in DATA.specials.counts}


def legal(state: State, seat: int) -> Sequence[Move]:
    """All moves of the seat."""
    if state.step == OVER or seat != state.turn.seat:
        return ()
    player = state.players[seat]
    if state.step == BUY:
        return [Buy(space) for space in wheel.affordable(state.wheel, player)]
    if state.step == PLACE:
        return placements(player, state.turn.tile, state.turn.figure)
    if state.step == START:
        return [PlaceStart(row) for row in ROWS]
    if state.step == FERRY:
        places = ferries(state.options.advanced, player, state.turn.ferried, obliged=obliged(state))
        return [*(Ferry(ROW[row], column) for row, column in map(WHERE.__getitem__, places)), *endings(state)]
    if state.step == SPECIAL:
        return [*(TakeSpecial(SPECIAL_NAMED[special]) for special in dict.fromkeys(state.display)), TakeNone()]
    if state.step == EXCHANGE:
        places = buildings(player, state.turn.special)
        return [Exchange(ROW[row], column) for row, column in map(WHERE.__getitem__, places)]
    if state.step == BID:
        return list(bids(state, seat))
    return [
        Remove(figure) if state.step == REMOVE else ChooseColour(figure)
        for figure in FIGURES
        if state.drawn.get(figure)
    ]


def placements(player: Player, tile: str, figure: str) -> list[Move]:
    """Every place for a tile, first with its figure on it where that may stand there."""
    moves: list[Move] = []
    for place in fits(player.land, tile):
        row, column = WHERE[place]
        if tile in SHIPS:
            moves.append(Place("ship", column, stands=False))
            continue
        if row == figure:
            moves.append(Place(ROW[row], column, stands=True))
        moves.append(Place(ROW[row], column, stands=False))
    return moves


_COINS: Final = 1_000
"""More than all figures, ships and special tiles together bring before the last auction."""


def domains(options: Options) -> Mapping[str, Sequence[int]]:
    """The values that the types of the moves leave open."""
    boatmen = DATA.figures.counts["boatman"] + DATA.specials.counts["boatman-1"]
    bids = options.advanced and options.auction != "none"
    return {
        "coins": range(_COINS if bids else 0),
        "field": range(DATA.rounds.fields),
        "column": range(1, COLUMNS + 1),
        "boatmen": range(boatmen + 1),
    }


_STAGE: Final = {
    BID: 900_000,
    REMOVE: 800_000,
    COLOUR: 700_000,
    BUY: 100_000,
    START: 100_400,
    PLACE: 100_300,
    SPECIAL: 100_200,
    EXCHANGE: 100_100,
    FERRY: 0,
}
_ROUND: Final = 1_000_000


def progress(state: State) -> int:
    """A number that every move lessens: rounds to come, then the stage of the round, then what is left to do in it."""
    if state.step == OVER:
        return 0
    total = _ROUND * (DATA.rounds.rounds - state.round) + _STAGE[state.step]
    if state.step == BID:
        nobody_yet = 5 * (state.auction.seat < 0)
        return total + 10 * (9_000 - state.auction.coins) + nobody_yet + len(state.auction.queue)
    if state.step == COLOUR:
        return total + len(state.drawn)
    if state.step == FERRY:
        waiting = sum(state.players[state.turn.seat].mainland.values())
        return total + 100 * len(state.queue) + waiting
    return total + 1_000 * sum(bool(spot.tile) for spot in state.wheel)
