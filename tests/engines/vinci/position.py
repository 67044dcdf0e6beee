"""Positions made by hand, and moves made in them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from partie.games.vinci import vinci
from partie.games.vinci.effects import Effects, effects
from partie.games.vinci.empire import attack_of, empires, parts
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.scoring import income
from partie.games.vinci.state import (
    NEUTRAL,
    Holding,
    Move,
    Options,
    Options2,
    Pair,
    Player,
    State,
    State2,
    Step,
    Turn,
    with_spies,
)
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
    return Player(points, tiles or PLAIN, ruins, hand, items={"start": points})


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
    persons: int = 0,
) -> State:
    """A position in which a seat is on turn; ``land`` says who holds what (:func:`held`), all else is empty.

    ``number`` is the round's. Three seats are there at least: missing ones have a civilization in hand. The version is
    that of ``options``, the newest by default. A turn that begins has all that tiles allow in it. With ``persons`` the
    seats after them are fictitious.
    """
    seats = (*players, *(player(hand=5) for _ in range(3 - len(players))))
    rules = ruleset(options or Options2())
    bag = dict(rules.bag)
    lying = [tile for each in seats for tile in (*each.tiles, *each.ruins)]
    for tile in (*lying, *(tile for pair in PAIRS for tile in pair)):
        bag[tile] = max(0, bag[tile] - 1)
    state = rules.state(
        options=options or Options2(),
        step=step,
        turns=7,
        round=number,
        first=first,
        land={name: held(text) for name, text in land.items()},
        bag={name: count for name, count in bag.items() if count},
        pairs=tuple(Pair(pair) for pair in PAIRS),
        players=seats,
        turn=turn or _begun(rules.turn(seat), seats[seat], options or Options2()),
        survivors=survivors,
        last=last,
    )
    return replace(state, persons=persons) if isinstance(state, State2) else state


def _begun(turn: Turn, who: Player, options: Options) -> Turn:
    """The turn at its beginning: with treaties to make and spies to send."""
    rules = ruleset(options)
    found = effects(rules, who.tiles)
    if rules.data.conduct.treaties_first:
        turn = replace(turn, treaties=found.treaties)
    return with_spies(turn, found.spies)


def turn_of(seat: int, **fields: int | bool) -> Turn:
    """How far a turn of the newest version has come."""
    return replace(ruleset(Options2()).turn(seat), **fields)


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
    return max(0, sum(bill(state, province).values()))


def bill(state: State, province: str) -> dict[str, int]:
    """The reasons of that price."""
    return dict(attack_of(state, state.turn.seat).bill(province))


def items(state: State, seat: int = 0) -> dict[str, int]:
    """What the turn of a seat would bring if it were scored now, item by item."""
    rules, land = ruleset(state.options), empires(state.land)
    return dict(income(rules, land.active(seat), land.declined(seat), state.players[seat], state.turn.slain))


def who(*tiles: str, options: Options | None = None) -> Effects:
    """What tiles do together."""
    return effects(ruleset(options or Options2()), tiles)


def parts_of(state: State, seat: int = 0) -> list[list[str]]:
    """The connected parts of a seat's active empire."""
    rules = ruleset(state.options)
    return parts(rules, empires(state.land).active(seat), effects(rules, state.players[seat].tiles))


def mine(state: State, seat: int = 0) -> dict[str, int]:
    """The pieces of a seat's active empire by province."""
    return {
        name: holding.pieces for name, holding in state.land.items() if holding.owner == seat and not holding.declined
    }
