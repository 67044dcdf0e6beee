"""Which pair of tiles a bot takes."""

from __future__ import annotations

from typing import Final

from partie.games.vinci.effects import effects, population
from partie.games.vinci.legal import legal
from partie.games.vinci.ruleset import Ruleset, ruleset
from partie.games.vinci.state import ChoosePair, State, persons

# What a tile brings over the life of a civilization, in points. Rough guesses: it lives some four turns, and ruins last
# two.
_PIECE: Final = 2.0
_LEVY: Final = 1.2
_SCORED: Final = {
    "farmland": 7.0,
    "pasture": 7.0,
    "mountain": 4.0,
    "port": 6.0,
    "mine": 5.0,
    "every": 20.0,
    "conquest": 8.0,
    "empire": 5.0,
}
_AS_RUIN: Final = 0.6
_ATTACK: Final = {"any": 10.0, "coast": 7.0, "shore": 5.0, "active": 2.0, "mountain": 2.0}
_DEFENCE: Final = {"any": 3.0, "mountain": 0.5}
_GROWTH: Final = 4.0
_FORT: Final = 2.0
_TREATY: Final = 3.0
_SPY: Final = 5.0
_RETURN: Final = 6.0
_OTHER: Final = 2.0


def choose(state: State, seat: int) -> ChoosePair:
    """The pair that is worth most for its price."""
    found = [move for move in legal(state, seat) if isinstance(move, ChoosePair)]
    return max(found, key=lambda move: _worth(state, move.pair - 1))


def _worth(state: State, passed: int) -> float:
    rules, pair = ruleset(state.options), state.pairs[passed]
    pieces = population(rules, persons(state), pair.tiles)
    return _PIECE * pieces + _effects(rules, pair.tiles) + pair.points - rules.data.pairs.price * passed


def _effects(rules: Ruleset, tiles: tuple[str, ...]) -> float:
    who, ruins = effects(rules, tiles), effects(rules, tuple(tile for tile in tiles if rules.tiles[tile].stays))
    return (
        sum(_SCORED[key] * points for key, points in who.points.items())
        + sum(_AS_RUIN * _SCORED[key] * points for key, points in ruins.points.items())
        + sum(_ATTACK[key] * number for key, number in who.attack.items())
        + sum(_DEFENCE[key] * number for key, number in who.defence.items())
        + _LEVY * who.levies
        + _GROWTH * who.growth
        + _FORT * who.forts
        + _TREATY * who.treaties
        + _SPY * who.spies
        + _RETURN * who.reborn
        + _OTHER * (who.keeps_garrisons + who.spares_ruins + who.crosses_seas + who.enters_anywhere)
    )
