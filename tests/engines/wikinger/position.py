"""Positions made by hand, and moves made in them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from partie.games.wikinger import wikinger
from partie.games.wikinger.data import DATA, SHIPS
from partie.games.wikinger.state import Auction, Move, Options, Options2, Player, Spot, State, State2, Step, Turn
from partie.kit import SPECTATOR, Draws, Event, Illegal, Line, NoChance, RecordedChance

BASIC = Options2()
ADVANCED = Options2("advanced")
OPEN = Options2("advanced", "open")
NO_AUCTION = Options2("advanced", "none")
AUTOMATIC = Options2("advanced", "none", "automatic")

FIRST = {"basic": Options(), "advanced": Options("advanced"), "open": Options("advanced", "open")}
"""Settings of tables of version 1."""

FIGURES = ("fisherman",) * 3 + ("goldsmith",) * 3 + ("scout",) * 2 + ("noble",) * 2 + ("warrior", "boatman")
"""Twelve figures in the order of the basic game."""

OFFER: Draws = (*("left",) * 5, *("right",) * 5, "ship-red", "ship-blue", *FIGURES)
"""What a basic round draws: ten island tiles and two ships, and twelve figures."""


def spot(text: str) -> Spot:
    """A tile and, after a stroke, a figure: ``"left/scout"``."""
    tile, _, figure = text.partition("/")
    return Spot(tile, figure)


def player(land: Mapping[str, str] | None = None, *, gold: int = 20, points: int = 10, **more: int) -> Player:
    """A seat whose start tile lies somewhere; ``land`` has a :func:`spot` for every place, ``more`` who waits."""
    waiting = {figure: count for figure, count in more.items() if count}
    return Player(gold, points, True, {place: spot(text) for place, text in (land or {}).items()}, waiting)


def position(
    *players: Player,
    wheel: Mapping[int, str] | None = None,
    options: Options = BASIC,
    step: Step = "buy",
    number: int = 1,
    first: int = 0,
    seat: int = 0,
    turn: Turn | None = None,
    drawn: Mapping[str, int] | None = None,
    display: tuple[str, ...] = (),
    auction: Auction | None = None,
    queue: tuple[int, ...] = (),
) -> State:
    """A position in which a seat is to act; ``wheel`` has a :func:`spot` for every space that is not empty.

    ``number`` is the round's. The type of the options says by which version of the rules it is played.
    """
    shape: type[State] = State2 if isinstance(options, Options2) else State
    return shape(
        options=options,
        step=step,
        turns=1,
        round=number,
        first=first,
        tiles={tile: kind.count for tile, kind in DATA.islands.tiles.items()} | {t: s.count for t, s in SHIPS.items()},
        bag=dict(DATA.figures.counts.items()),
        stock=dict(DATA.specials.counts.items()) if options.advanced else {},
        box={},
        wheel=tuple(spot((wheel or {}).get(space, "")) for space in range(DATA.rounds.fields)),
        drawn=dict(drawn or {}),
        display=display,
        auction=auction or Auction(),
        players=players,
        turn=turn or Turn(seat),
        queue=queue,
    )


def placing(who: Player, tile: str, figure: str, *, options: Options = BASIC, dearest: bool = False) -> State:
    """Seat 0 has bought a combination and lays its tile; more is left at the wheel for a second seat."""
    turn = Turn(0, tile, figure, dearest)
    display = ("boat", "noble-1", "special-tower") if options.advanced else ()
    return position(who, player(), wheel={3: "left/scout"}, step="place", turn=turn, options=options, display=display)


def ferrying(who: Player, *, number: int = 2, options: Options = BASIC) -> State:
    """Seat 0 has boatmen to send in a large scoring, and nobody else has."""
    return position(who, player(), step="ferry", number=number, options=options, queue=(0, 1))


def do(state: State, *moves: Move, draws: Draws = ()) -> State:
    """Moves of the seat to act, one after the other; chance gives just these draws, the last move all of them.

    Each of them must be listed as legal.
    """
    for number, move in enumerate(moves, 1):
        seat = state.turn.seat
        assert move in wikinger.legal(state, seat), f"{move} is not legal"
        chance = RecordedChance(draws if number == len(moves) else ())
        state = wikinger.apply(state, seat, move, chance)
        chance.finish()
    return state


def told(state: State, move: Move, draws: Draws = ()) -> list[Line]:
    """The lines of a move."""
    seat = state.turn.seat
    after = wikinger.apply(state, seat, move, RecordedChance(draws))
    return list(wikinger.describe(state, Event(seat, move, draws), after, SPECTATOR))


def legal(state: State) -> list[Move]:
    """The legal moves of the seat to act."""
    return list(wikinger.legal(state, state.turn.seat))


def refused(state: State, move: Move, seat: int | None = None) -> str:
    """The rule by which a move is refused; it must not be listed either."""
    who = state.turn.seat if seat is None else seat
    assert move not in wikinger.legal(state, who)
    with pytest.raises(Illegal) as caught:
        wikinger.apply(state, who, move, NoChance())
    return caught.value.rule


def gains(state: State, target: str, move: Move | None = None) -> dict[str, dict[str, str | int]]:
    """What the offer of a target (and a move there) says it brings, by its lines."""
    offers = wikinger.offers(state, state.turn.seat)
    (offer,) = [each for each in offers if each.target == target and (move is None or each.move == move)]
    return {line.key: line.params for line in (*offer.price, *offer.gain)}
