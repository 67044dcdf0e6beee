"""The list of legal moves, and the measure that each of them lessens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from partie.games.nereus.data import CREW as MEMBERS
from partie.games.nereus.data import DATA, side
from partie.games.nereus.rules.cabin import free_moves
from partie.games.nereus.rules.cards import DRAW, card_moves
from partie.games.nereus.rules.choosing import choices, free_corners, keepings
from partie.games.nereus.rules.crew import block_moves
from partie.games.nereus.rules.sailing import voyages
from partie.games.nereus.state import (
    BLOCK,
    CORNER,
    CREW,
    DISCARD,
    FREE,
    KEEP,
    MARKER,
    NEUTRAL,
    OFFER,
    OVER,
    READY,
    Accept,
    ChooseCorner,
    Decline,
    Discard,
    EndTurn,
    Move,
    Options,
    PlaceMarker,
    Player,
    Sail,
    State,
)
from partie.games.nereus.tables import KIND, MEMBER, SAILORS, SLOT_AT, kinds, side_of


def legal(state: State, seat: int) -> Sequence[Move]:
    """All moves of the seat: those of the present step, then free actions."""
    step, player = state.step, state.players[seat]
    if step == CREW:
        return choices(player) if player.tries else []
    if step == KEEP:
        return keepings(player) if player.tries else []
    if step == OVER or seat != state.turn.seat:
        return ()
    if step == CORNER:
        return [ChooseCorner(field) for field in free_corners(state)]
    if step == DISCARD:
        return [Discard(kind) for kind in dict.fromkeys(kinds(player.science))]
    moves: list[Move] = []
    turn = state.turn
    if step == MARKER:
        spaces = side_of(state).rows[MEMBER[turn.crew]]
        moves += [
            PlaceMarker(space.id) for space, owner in zip(spaces, state.rows[turn.crew], strict=True) if not owner
        ]
    elif step == OFFER:
        moves += offers_of_extra_turn(state, player)
    elif step in (READY, BLOCK):
        if turn.crew in SAILORS:
            moves += [Sail(to, tolls) for to, tolls in voyages(state, seat)]
        else:
            moves += block_moves(state, seat)
    moves += free_moves(player, strict=state.options.chest_order == "strict")
    moves += card_moves(state, seat)
    if step in (READY, BLOCK, FREE):
        moves.append(EndTurn())
    return moves


def offers_of_extra_turn(state: State, player: Player) -> list[Move]:
    """Phase III: each crew member not played today, if the price can be paid, or none."""
    if player.gold < state.day.prices[0]:
        return [Decline()]
    return [*(Accept(crew) for crew in MEMBER.values() if crew not in player.played), Decline()]


def domains(seats: int, options: Options) -> Mapping[str, Sequence[str | tuple[str, ...]]]:
    """The values that the types of the moves leave open. Tolls are paid to some of the other ships, in sorted order."""
    board = side(seats)
    owners = [*map(str, range(seats)), NEUTRAL] if options.neutral else [*map(str, range(seats))]
    slots = list(SLOT_AT)
    return {
        "field": list(board.fields),
        "sail.to": list(board.fields),
        "tolls": [paid for count in range(len(owners)) for paid in combinations(owners, count)],
        "drift.to": list(board.fields),
        "cards": list(dict.fromkeys(combinations(KIND.values(), DATA.science_deal.kept))),
        "space": [space.id for crew in MEMBERS for space in board.rows[crew]],
        "slot": slots,
        "place.to": slots,
        "use_gem.to": slots,
        "play_card.card": [DRAW],
    }


_STAGE: Final = {OFFER: 800, MARKER: 600, READY: 400, BLOCK: 200, DISCARD: 200, FREE: 0}
_TURN: Final = 3_000
_CHOICE: Final = 20_000
_ROUND: Final = 100_000


def progress(state: State) -> int:
    """A number that every move lessens.

    Rounds (phase III counted as one) come before turns, turns before their steps, and in a step every action takes
    something away that is worth more than what it may bring: actions that are left, moves of the boatswain, science
    cards, empty slots of the chest, treasures in hand, and least of all what lies in the storage.
    """
    if state.step == OVER:
        return 0
    day = state.day
    total = 0
    for player in state.players:
        total += 7 * len(player.science) + 2 * (len(player.hand) + player.chest.count(""))
        total += 6 - player.storage.count("") + player.gems
    rounds = (DATA.days.days - day.number) * (DATA.days.rounds + 1)
    if state.step == CORNER:
        return _ROUND * (rounds + 10 + sum(not player.ship for player in state.players))
    if state.step == KEEP:
        return _ROUND * (rounds + 9) + sum(player.tries for player in state.players)
    if day.phase == "action":
        rounds += DATA.days.rounds - day.round + 1
    total += _ROUND * rounds
    if state.step == CREW:
        return total + _CHOICE + sum(player.tries for player in state.players)
    turn = state.turn
    actions = 10 * (turn.basic + turn.gold + turn.improved) + 2 * turn.shifts
    return total + _TURN * len(day.queue) + _STAGE[state.step] + actions
