"""Positions made by hand, and moves made in them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from partie.games.vinci import vinci
from partie.games.vinci.data import TILES
from partie.games.vinci.empire import Attack
from partie.games.vinci.state import NEUTRAL, Holding, Move, Options, Pair, Player, State, Step, Turn
from partie.kit import SPECTATOR, Draws, Event, Illegal, Line, NoChance, RecordedChance

PLAIN = ("barbarians", "barbarians")
"""Tiles that change nothing in a fight and nothing in a score."""

PAIRS = (
    ("agriculture", "weapons"),
    ("livestock", "militia"),
    ("mining", "general"),
    ("port", "astronomy"),
    ("slavery", "medicine"),
    ("currency", "heritage"),
)
NEW: Draws = ("revolution", "rebirth")
"""What is drawn for pair VI."""


def player(*tiles: str, hand: int = 0, points: int = 10, ruins: tuple[str, ...] = ()) -> Player:
    """A seat with the tiles of its active empire."""
    return Player(points, tiles or PLAIN, ruins, hand)


def held(text: str) -> Holding:
    """The holder of a province: a seat or ``n``, the pieces, ``d`` for declined, ``f`` for a fort, as ``"1:3f"``."""
    owner, _, rest = text.partition(":")
    digits = rest.rstrip("df")
    signs = rest[len(digits) :]
    return Holding(NEUTRAL if owner == "n" else int(owner), int(digits), "d" in signs, "f" in signs)


def position(
    *players: Player,
    land: Mapping[str, str],
    step: Step = "expand",
    seat: int = 0,
    first: int = 0,
    number: int = 2,
    turn: Turn | None = None,
    options: Options | None = None,
    last: bool = False,
    survivors: tuple[tuple[int, int], ...] = (),
) -> State:
    """A position in which a seat is on turn; ``land`` says who holds what (:func:`held`), all else is empty.

    ``number`` is the round's. Three seats are there at least: missing ones have a civilization in hand.
    """
    seats = (*players, *(player(hand=5) for _ in range(3 - len(players))))
    bag = {name: tile.count for name, tile in TILES.items()}
    lying = [tile for each in seats for tile in (*each.tiles, *each.ruins)]
    for tile in (*lying, *(tile for pair in PAIRS for tile in pair)):
        bag[tile] = max(0, bag[tile] - 1)
    return State(
        options=options or Options(),
        step=step,
        turns=7,
        round=number,
        first=first,
        land={name: held(text) for name, text in land.items()},
        bag={name: count for name, count in bag.items() if count},
        pairs=tuple(Pair(pair) for pair in PAIRS),
        players=seats,
        turn=turn or Turn(seat),
        survivors=survivors,
        last=last,
    )


def on_pairs(state: State, points: Mapping[int, int]) -> State:
    """The position with points lying on some pairs, counted from 1."""
    pairs = tuple(replace(pair, points=points.get(number, 0)) for number, pair in enumerate(state.pairs, 1))
    return replace(state, pairs=pairs)


def do(state: State, *moves: Move, draws: Draws = ()) -> State:
    """Moves of the seat to act, one after the other; chance gives just these draws, the last move all of them.

    Each of them must be listed as legal.
    """
    for number, move in enumerate(moves, 1):
        (seat,) = vinci.pending(state)
        assert move in vinci.legal(state, seat), f"{move} is not legal"
        chance = RecordedChance(draws if number == len(moves) else ())
        state = vinci.apply(state, seat, move, chance)
        chance.finish()
    return state


def told(state: State, move: Move, draws: Draws = ()) -> list[Line]:
    """The lines of a move."""
    (seat,) = vinci.pending(state)
    after = vinci.apply(state, seat, move, RecordedChance(draws))
    return list(vinci.describe(state, Event(seat, move, draws), after, SPECTATOR))


def legal(state: State) -> list[Move]:
    """The legal moves of the seat to act."""
    (seat,) = vinci.pending(state)
    return list(vinci.legal(state, seat))


def refused(state: State, move: Move, seat: int | None = None) -> str:
    """The rule by which a move is refused; it must not be listed either."""
    who = next(iter(vinci.pending(state))) if seat is None else seat
    assert move not in vinci.legal(state, who)
    with pytest.raises(Illegal) as caught:
        vinci.apply(state, who, move, NoChance())
    return caught.value.rule


def cost(state: State, province: str) -> int:
    """What the seat on turn would pay for a province."""
    lines = Attack(state.land, state.players, state.turn.seat).bill(province)
    return max(0, sum(number for _, number in lines))


def mine(state: State, seat: int = 0) -> dict[str, int]:
    """The pieces of a seat's active empire by province."""
    return {
        name: holding.pieces for name, holding in state.land.items() if holding.owner == seat and not holding.declined
    }
