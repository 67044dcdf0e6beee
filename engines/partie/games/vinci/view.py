"""What everybody sees, and how an event reads. Vinci hides nothing but what is still to be drawn (A5)."""

from __future__ import annotations

from typing import Final

from partie.games.vinci.data import ENTRIES, PROVINCES
from partie.games.vinci.effects import effects, population
from partie.games.vinci.empire import Empires, Holdings, empires, parts
from partie.games.vinci.ruleset import Ruleset, ruleset
from partie.games.vinci.scoring import income, scored, target
from partie.games.vinci.state import (
    CHOOSE,
    KEEP,
    NEUTRAL,
    OVER,
    REBIRTH,
    SURVIVE,
    Holding,
    Pair,
    Player,
    State,
    Turn,
    persons,
    spies,
    turn_order,
)
from partie.kit import Value, View
from partie.kit.memo import shared


@shared(size=64)
def view(state: State) -> View:
    """The whole table.

    ``land`` has the provinces that somebody holds; neutral ones have no ``seat``. ``income`` is what a seat's turn
    would bring if it were scored now. ``parts`` are those of a split empire, by the first province of each.
    """
    rules, people, land = ruleset(state.options), persons(state), empires(state.land)
    shown: View = {
        "step": state.step,
        "round": state.round,
        "first": state.first,
        "target": target(people, state.options),
        "last": state.last,
        "board": _board(rules, people),
        "land": _land(state.land),
        "pairs": _pairs(rules, state.pairs, people),
        "bag": sum(state.bag.values()),
        "players": _players(rules, state, land),
    }
    if people < len(state.players):
        shown["order"] = list(turn_order(state))
    if state.step == OVER:
        return shown
    shown["turn"] = _turn(state.turn, state.step in (CHOOSE, REBIRTH) and scored(state))
    if state.step == KEEP:
        seat = state.turn.seat
        found = parts(rules, land.active(seat), effects(rules, state.players[seat].tiles))
        shown["parts"] = {part[0]: [*part] for part in found}
    if state.step == SURVIVE:
        shown["survivors"] = {str(seat): pieces for seat, pieces in state.survivors}
    return shown


@shared(size=64)
def _board(rules: Ruleset, persons: int) -> dict[str, Value]:
    """What is printed: the map, the tiles, and what a new civilization has without its tiles."""
    shown: dict[str, Value] = {
        "provinces": {name: _province(rules, name) for name in PROVINCES},
        "tiles": {
            name: {"colour": tile.colour, "population": tile.population, "stays": tile.stays}
            for name, tile in rules.tiles.items()
        },
        "population": rules.data.seat.population[str(persons)],
        "price": rules.data.pairs.price,
    }
    if rules.version > 1:
        shown["version"] = rules.version
    return shown


def _province(rules: Ruleset, name: str) -> dict[str, Value]:
    found = rules.provinces[name]
    shown: dict[str, Value] = {"terrain": found.terrain, "entry": name in ENTRIES}
    for sign, there in (("port", found.port), ("mine", found.mine)):
        if there:
            shown[sign] = True
    for kind, names in (("borders", found.borders), ("straits", found.straits), ("seas", found.seas)):
        if names:
            shown[kind] = list(names)
    return shown


@shared(size=256)
def _land(land: Holdings) -> dict[str, Value]:
    return {name: _SHOWN[name][land[name]] for name in PROVINCES if name in land}


_HOLDINGS: Final = 128
"""So many holdings of a province are kept at most."""


class _Shown(dict[Holding, dict[str, Value]]):
    """What is shown of a province, by its holding: the same object for equal ones, and nowhere else in a view."""

    def __missing__(self, holding: Holding) -> dict[str, Value]:
        if len(self) >= _HOLDINGS:
            self.clear()
        shown = self[holding] = _holding(holding)
        return shown


_SHOWN: Final = {name: _Shown() for name in PROVINCES}


def _holding(holding: Holding) -> dict[str, Value]:
    shown: dict[str, Value] = {"pieces": holding.pieces}
    if holding.owner != NEUTRAL:
        shown["seat"] = holding.owner
    if holding.levies:
        shown["levies"] = holding.levies
    for sign, there in (("declined", holding.declined), ("fort", holding.fort)):
        if there:
            shown[sign] = True
    return shown


@shared()
def _pairs(rules: Ruleset, pairs: tuple[Pair, ...], persons: int) -> dict[str, Value]:
    """The pairs by their place: tiles, points lying on them, price, pieces of the civilization."""
    return {
        f"pair-{number}": {
            "tiles": list(pair.tiles),
            "points": pair.points,
            "price": rules.data.pairs.price * (number - 1),
            "pieces": population(rules, persons, pair.tiles),
        }
        for number, pair in enumerate(pairs, 1)
    }


def _players(rules: Ruleset, state: State, land: Empires) -> dict[str, Value]:
    turn, people = state.turn, persons(state)
    return {
        str(seat): _player(
            rules,
            land.active(seat),
            land.declined(seat),
            player,
            seat,
            turn.slain if seat == turn.seat else 0,
            seat >= people,
        )
        for seat, player in enumerate(state.players)
    }


@shared()
def _player(
    rules: Ruleset, own: Holdings, ruins: Holdings, player: Player, _: int, slain: int, is_fictitious: bool
) -> dict[str, Value]:
    shown: dict[str, Value] = {
        "points": player.points,
        "tiles": list(player.tiles),
        "ruins": list(player.ruins),
        "hand": player.hand,
        "friends": list(player.friends),
    }
    if is_fictitious:
        shown["fictitious"] = True
    shown["provinces"] = len(own) + len(ruins)
    shown["income"] = {**income(rules, own, ruins, player, slain)}
    return shown


def _turn(turn: Turn, is_scored: bool) -> dict[str, Value]:
    shown: dict[str, Value] = {"seat": turn.seat, "acted": turn.acted}
    numbers = (
        ("levies", turn.levies),
        ("conquests", turn.conquests),
        ("slain", turn.slain),
        ("forts", turn.forts),
        ("treaties", turn.treaties),
        ("spies", spies(turn)),
    )
    shown |= {name: number for name, number in numbers if number}
    for sign, there in (("putting", turn.putting), ("scored", is_scored)):
        if there:
            shown[sign] = True
    return shown
