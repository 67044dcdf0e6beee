"""Positions made by hand, and moves made in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest
from msgspec.structs import replace

from partie.games.glenmore import glenmore
from partie.games.glenmore.data import DATA, GOOD, NOTHING, SPACES, START, TILES, Counts
from partie.games.glenmore.price import plus
from partie.games.glenmore.rules import apply, laying
from partie.games.glenmore.state import EndTurn, Move, Options, Player, State, Step, Turn
from partie.games.glenmore.transition import Transition
from partie.kit import Draws, Event, Illegal, Line, NoChance, RecordedChance
from partie.kit.transition import describe


def counts(*goods: str) -> Counts:
    """Goods as they are counted."""
    number = NOTHING
    for good in goods:
        number = plus(number, GOOD[good], 1)
    return number


def warehouse(**covered: int) -> Counts:
    """The warehouse with so many covered spaces in some rows, the others empty."""
    number = NOTHING
    for good, spaces in covered.items():
        number = plus(number, GOOD[good], spaces)
    return number


def player(
    land: Mapping[str, str] | None = None,
    goods: Mapping[str, Iterable[str]] | None = None,
    members: Mapping[str, int] | None = None,
    *,
    coins: int = 6,
    whisky: int = 0,
    chieftains: int = 0,
    points: int = 0,
    start: str = START[0],
) -> Player:
    """A seat with a start village on 0,0 and the tiles given, and a clan member there unless others are."""
    return Player(
        land={start: "0,0", **(land or {})},
        goods={plot: counts(*lying) for plot, lying in (goods or {}).items()},
        members=dict(members) if members is not None else {start: 1},
        coins=coins,
        whisky=whisky,
        chieftains=chieftains,
        points=points,
    )


def chain(*spaces: str) -> tuple[str, ...]:
    """A track from its tail on."""
    return spaces + ("",) * (SPACES - len(spaces))


def position(
    me: Player,
    *others: Player,
    track: tuple[str, ...] = (),
    stacks: tuple[Iterable[str], Iterable[str], Iterable[str]] | None = None,
    covered: Counts = NOTHING,
    step: Step = "take",
    hand: str = "",
    options: Options | None = None,
) -> State:
    """A position in which seat 0 is to act.

    Unless given, the track holds the two figures and free plain tiles, and the stacks all that lies nowhere else.
    """
    players = (me, *(others or (player(start=START[1]),)))
    track = track or chain("0", "1", "1-16", "1-17", "1-20")
    used = {*track, hand, *(tile for each in players for tile in each.land)}
    if stacks is None:
        rest = [[tile.id for tile in TILES.values() if tile.stack == name and tile.id not in used] for name in "123"]
        stacks = (rest[0], rest[1], rest[2])
    first, second, third = (dict.fromkeys(stack, 1) for stack in stacks)
    return State(
        options=options or Options(),
        number=1,
        track=track,
        tail=0,
        players=players,
        warehouse=covered,
        stacks=(first, second, third),
        removed=(),
        coins=DATA.box.coins,
        members=DATA.box.clan_members,
        turn=Turn(seat=0, step=step, hand=hand),
        scorings=(),
    )


def do(state: State, *moves: Move) -> State:
    """Moves of the seat to act that draw nothing, one after the other."""
    for move in moves:
        state = apply(state, state.turn.seat, move, NoChance())
    return state


def end_turn(state: State, *draws: str | int) -> State:
    """End the turn; chance gives just these tiles and rolls."""
    chance = RecordedChance(draws)
    state = apply(state, state.turn.seat, EndTurn(), chance)
    chance.finish()
    return state


def told(state: State, move: Move, draws: Draws = ()) -> list[Line]:
    """The lines of a move."""
    return list(describe(apply, state, Event(state.turn.seat, move, draws)))


def keys(lines: Iterable[Line]) -> list[str]:
    """What lines tell of."""
    return [line.key for line in lines]


def legal(state: State) -> list[Move]:
    """The legal moves of the seat to act."""
    return list(glenmore.legal(state, state.turn.seat))


def refused(state: State, move: Move) -> tuple[str, str]:
    """The code and rule by which a move is refused; it must not be listed either."""
    assert move not in legal(state)
    with pytest.raises(Illegal) as caught:
        apply(state, state.turn.seat, move, NoChance())
    return caught.value.code, caught.value.rule


def lay(state: State, tile: str, cell: str) -> State:
    """The state after a tile was laid there in a fresh turn, with all that follows by itself."""
    state = replace(state, turn=Turn(seat=state.turn.seat, step="place", hand=tile))
    transition = Transition(state, state.turn.seat, NoChance())
    laying.lay(transition, TILES[tile], cell)
    return transition.after()
