"""The engine and the naive game agree, position by position, in random games under all options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from partie.games.wikinger import wikinger
from partie.games.wikinger.state import (
    Bid,
    Buy,
    EndFerrying,
    Exchange,
    Ferry,
    Move,
    Options,
    Options2,
    Pass,
    Place,
    State,
    State2,
    TakeSpecial,
)
from partie.kit import SPECTATOR, Event, Line, Offer, SeededChance
from tests.engines.wikinger.naive.area import ROWS, islands, repelled, threatened
from tests.engines.wikinger.naive.game import Game, alike, bring, lay, swap, take
from tests.engines.wikinger.naive.scores import Tribe, final, large, small
from tests.engines.wikinger.position import ADVANCED, AUTOMATIC, BASIC, NO_AUCTION, OPEN

CHOSEN = [
    BASIC,
    ADVANCED,
    OPEN,
    NO_AUCTION,
    AUTOMATIC,
    Options2("advanced", "one_bid", "automatic"),
    Options2("advanced", "open", "automatic"),
    Options(),
    Options("advanced", "open"),
    Options("advanced", "none", "automatic"),
]
"""Also those of version 1 in which it differs."""


def chosen(random: Random, moves: Sequence[Move]) -> Move:
    """A move of a player who bids little, likes figures to stand and to be ferried, and special tiles."""
    good = [
        move for move in moves if isinstance(move, Ferry | TakeSpecial) or (isinstance(move, Place) and move.stands)
    ]
    if isinstance(moves[-1], Buy) and random.random() < 0.3:
        return moves[-1]
    if good and random.random() < 0.8:
        return random.choice(good)
    if isinstance(moves[-1], Pass):
        return random.choice([*moves[:4], moves[-1]])
    if isinstance(moves[-1], Bid):
        return random.choice(moves[:4])
    return random.choice(moves)


def played(options: Options, seats: int, number: int) -> Iterator[tuple[State, Game, Sequence[Line]]]:
    """All positions of a game, in the engine and in the naive game, and what the engine tells of the way there."""
    key = f"naive {options} {seats} {number}".encode()
    random = Random(key)
    chance = SeededChance(key, 0)
    state = wikinger.setup(seats, options, chance)
    assert isinstance(state, State2) == isinstance(options, Options2)
    game = Game(seats, options, chance.draws)
    yield state, game, ()
    for event in range(1, wikinger.max_events):
        if not wikinger.pending(state):
            return
        seat = state.turn.seat
        move = chosen(random, wikinger.legal(state, seat))
        chance = SeededChance(key, event)
        before, state = state, wikinger.apply(state, seat, move, chance)
        game.play(move, chance.draws)
        yield state, game, wikinger.describe(before, Event(seat, move, chance.draws), state, SPECTATOR)
    raise AssertionError("the game does not end")


def seen(view: dict[str, Any]) -> dict[str, Any]:
    """What a view says lies on the table, in the words of the naive game."""
    turn = view.get("turn", {})
    return {
        "step": view["step"],
        "round": view["round"],
        "first": view["first"],
        "wheel": {space: (spot["tile"], spot.get("figure", "")) for space, spot in view["wheel"].items()},
        "drawn": Counter(view.get("drawn", {})),
        "display": Counter(view.get("display", {})),
        "bought": (turn.get("tile", ""), turn.get("figure", "")),
        "special": turn.get("special", ""),
        "ferried": Counter(turn.get("ferried", {})),
        "tribes": [seen_tribe(seat) for seat in view["players"].values()],
    }


def seen_tribe(seat: dict[str, Any]) -> Tribe:
    """What a view says belongs to a player."""
    grid = {}
    for place, spot in seat["land"].items():
        row, _, column = place.partition("-")
        grid[ROWS.index(row), int(column)] = (spot["tile"], spot.get("figure", ""))
    specials = sorted(Counter(seat["specials"]).elements())
    return Tribe(seat["gold"], seat["points"], seat["started"], grid, Counter(seat["mainland"]), specials)


def worth(tribe: Tribe) -> dict[str, Any]:
    """What an area would bring now, and who is threatened, as a view is to say it."""
    points, gold = large(tribe)
    return {
        "small": small(tribe),
        "large": (points, gold),
        "boatmen": tribe.boatmen,
        "islands": len(islands(tribe.grid)),
        "longest": max([0, *islands(tribe.grid)]),
        "fed": tribe.fed,
        "mouths": tribe.mouths,
        "threatened": {place for place in threatened(tribe.grid) if place in tribe.grid},
        "repelled": {column for row, column in tribe.grid if row == 0 and repelled(tribe.grid, column)},
    }


def seen_worth(seat: dict[str, Any]) -> dict[str, Any]:
    """What a view says of it."""
    said = seat["worth"]
    land = {tuple(place.split("-")): spot for place, spot in seat["land"].items()}
    return {
        **{name: said[name] for name in ("small", "boatmen", "islands", "longest", "fed", "mouths")},
        "large": (said["large"]["points"], said["large"]["gold"]),
        "threatened": {(ROWS.index(row), int(column)) for (row, column), spot in land.items() if "threatened" in spot},
        "repelled": {int(column) for (_, column), spot in land.items() if spot.get("repelled")},
    }


@pytest.mark.rules("B1", "B3", "B4", "B5", "P2", "P3", "P4", "P7", "L1", "L2", "L3", "S1", "S9", "V2", "V7", "W2", "W3")
@pytest.mark.rules("K1", "L4", "L5", "L6", "L7", "L8", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9")
@pytest.mark.parametrize("number", range(1))
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", CHOSEN)
def test_engine_and_naive_game_agree(options: Options, seats: int, number: int) -> None:
    """On what lies where, every legal move, what areas would bring, what is paid, every forecast, and the result."""
    closed = 0
    items: Counter[tuple[int | str, str]] = Counter()
    for state, game, lines in played(options, seats, number):
        view: dict[str, Any] = wikinger.view(state, SPECTATOR)
        assert seen(view) == game.table()
        assert set(wikinger.legal(state, state.turn.seat)) == game.legal()
        scores = final(game.tribes)
        assert [each.low for each in wikinger.forecast(state, SPECTATOR)] == [score for score, _ in scores]
        assert [seen_worth(seat) for seat in view["players"].values()] == [worth(tribe) for tribe in game.tribes]
        for line in lines:
            if line.key.startswith("scored_"):
                items.update({(line.params["seat"], what): int(line.params[what]) for what in ("points", "coins")})
        if wikinger.chapters(state) > closed:
            closed += 1
            paid = [large(tribe) if closed % 2 == 0 else (0, small(tribe)) for tribe in game.tribes]
            told = [line.params for line in lines if line.key == "scored"]
            assert [(each["points"], each["coins"]) for each in told] == paid
            assert [(items[seat, "points"], items[seat, "coins"]) for seat in range(seats)] == paid
            items.clear()
    assert closed == 6
    result = wikinger.result(state)
    assert result is not None
    assert result.scores == tuple(score for score, _ in scores)
    assert result.winners == tuple(seat for seat, each in enumerate(scores) if each == max(scores))
    assert result.places == tuple(1 + sorted(scores, reverse=True).index(each) for each in scores)


def gains(game: Game, offer: Offer[Move]) -> dict[str, tuple[int, ...]]:
    """What a move changes in the scorings to come, if it is one of those whose gain is shown."""
    before, after = game.after(game.tribe), game.after(changed(game, offer.move))
    found = {
        "gain_small": (after[0] - before[0] if game.round < 6 else 0,),
        "gain_large": (after[1][0] - before[1][0], after[1][1] - before[1][1]),
        "gain_final": (after[2] - before[2],),
    }
    return {key: numbers for key, numbers in found.items() if any(numbers)}


def changed(game: Game, move: Move | None) -> Tribe:
    """What belongs to the seat to act, after a move."""
    tribe = deepcopy(game.tribe)
    match move:
        case Place():
            lay(tribe, move, *game.bought)
        case Ferry():
            bring(tribe, move)
        case EndFerrying():
            tribe.waiting["boatman"] -= move.boatmen
        case Exchange():
            swap(tribe, (ROWS.index(move.row), move.column), game.special)
        case TakeSpecial() if len(places := alike(tribe, move.special)) > 1:
            return max((swapped(tribe, place, move.special) for place in places), key=lambda each: game.after(each)[2])
        case TakeSpecial() if move.special != "five-gold":
            take(tribe, move.special)
    return tribe


def swapped(tribe: Tribe, place: tuple[int, int], special: str) -> Tribe:
    """The same with a special building in the place of a tile."""
    other = deepcopy(tribe)
    swap(other, place, special)
    return other


@pytest.mark.rules("L4", "L5", "F4", "F5", "F6", "F7", "F8", "S8")
@pytest.mark.parametrize("options", [BASIC, ADVANCED, AUTOMATIC])
def test_offers_tell_what_the_naive_game_finds_that_moves_change(options: Options) -> None:
    """In small scorings, if any is to come, in large ones, and in the final one with its majorities."""
    told = 0
    for position, (state, game, _) in enumerate(played(options, 3, 7)):
        if position % 3 and state.step not in ("special", "exchange"):
            continue
        for offer in wikinger.offers(state, state.turn.seat):
            if offer.move is None:
                continue
            said = {line.key: tuple(line.params.values()) for line in offer.gain}
            found = gains(game, offer)
            assert {key: said[key] for key in said if key in ("gain_small", "gain_large", "gain_final")} == found
            told += len(found)
    assert told > 50
