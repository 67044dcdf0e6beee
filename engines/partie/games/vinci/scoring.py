"""What empires bring at the end of a turn, and who wins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from partie.games.vinci.data import ORDER
from partie.games.vinci.effects import effects
from partie.games.vinci.empire import Holdings, empires
from partie.games.vinci.ruleset import Ruleset, ruleset
from partie.games.vinci.state import CHOOSE, OVER, REBIRTH, SURVIVE, Options, Player, State
from partie.kit import Line, Range, Result

ITEMS: Final = (
    "start",
    "provinces",
    "declined",
    "farmland",
    "pasture",
    "mine",
    "port",
    "mountain",
    "every",
    "empire",
    "conquest",
    "pairs",
    "skipped",
)
"""What points can be for, in the order of the result: those of :func:`income`, and those that pairs bring and cost."""


def target(persons: int, options: Options) -> int:
    """The points that end the game (F1)."""
    return options.target or ruleset(options).data.seat.target[str(persons)]


def rounds(persons: int, options: Options) -> int:
    """The round that is the last one at the latest; a higher target than the printed one brings more (F3)."""
    data = ruleset(options).data
    printed = data.seat.target[str(persons)]
    wanted = max(printed, options.target if data.rounds.grows else 0)
    return -(-data.rounds.rounds * wanted // printed)


def income(rules: Ruleset, own: Holdings, ruins: Holdings, player: Player, slain: int) -> dict[str, int]:
    """What the turn of a seat would bring if it were scored now, item by item (P1, P2).

    ``slain`` are the provinces conquered in this turn in which a piece was removed (X5). Provinces without a piece
    count as far as others can be spared for them (R2).
    """
    items: dict[str, int] = {}
    for name, empire, tiles in (("provinces", own, player.tiles), ("declined", ruins, player.ruins)):
        who = effects(rules, tiles)
        held = _held(empire, player, who.worth) if empire else empire
        plain = sum(map(rules.plain.__getitem__, held))
        if plain:
            items[name] = plain
        for key, points in who.points.items():
            if key == "conquest":
                count = slain
            elif key == "empire":
                count = bool(held)
            else:
                count = len(rules.marked[key].intersection(held))
            if count:
                items[key] = items.get(key, 0) + points * count
    return items


def _held(empire: Holdings, player: Player, worth: Mapping[str, int]) -> Collection[str]:
    """The provinces of an empire that have a piece or can have one, the best of the empty ones first."""
    empty = [name for name, holding in empire.items() if not holding.pieces]
    if not empty:
        return empire
    spare = player.hand + sum(holding.pieces - 1 for holding in empire.values() if holding.pieces)
    empty.sort(key=lambda name: (-worth[name], ORDER[name]))
    return empire.keys() - empty[max(0, spare) :]


def scored(state: State) -> bool:
    """Whether the running turn is scored already (X20)."""
    if state.step == CHOOSE and state.turn.returned:
        return ruleset(state.options).data.conduct.rebirth_last
    return state.step in (REBIRTH, SURVIVE, OVER)


def brings(state: State, seat: int) -> int:
    """What the turn of a seat would bring if it were scored now."""
    land = empires(state.land)
    found = income(
        ruleset(state.options), land.active(seat), land.declined(seat), state.players[seat], state.turn.slain
    )
    return sum(found.values())


def prospects(state: State) -> list[Range]:
    """The scores if the game ended now: the running turn is scored, unless that is done already."""
    found = []
    for seat, player in enumerate(state.players):
        lines = [Line("points", {"points": player.points})]
        if seat == state.turn.seat and state.round and not scored(state):
            lines.append(Line("turn", {"points": brings(state, seat)}))
        score = sum(int(line.params["points"]) for line in lines)
        found.append(Range(seat=seat, low=score, high=score, parts=tuple(lines)))
    return found


def holds(state: State, seat: int) -> int:
    """How many provinces a seat occupies, active and declined (F2)."""
    return sum(holding.owner == seat for holding in state.land.values())


def result(state: State) -> Result | None:
    """The result once the game is over; ties go by the provinces held (F2)."""
    if state.step != OVER:
        return None
    ranks = [(player.points, holds(state, seat)) for seat, player in enumerate(state.players)]
    shown = [item for item in ITEMS if any(item in player.items for player in state.players)]
    parts = [tuple(Line(item, {"points": player.items.get(item, 0)}) for item in shown) for player in state.players]
    return Result.of(ranks, parts)
