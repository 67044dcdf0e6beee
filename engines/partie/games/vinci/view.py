"""What everybody sees, and how an event reads. Vinci hides nothing but what is still to be drawn (A5)."""

from __future__ import annotations

from collections.abc import Mapping

from partie.games.vinci.data import DATA, ENTRIES, PROVINCES, TILES
from partie.games.vinci.effects import effects
from partie.games.vinci.empire import parts
from partie.games.vinci.rules.choosing import population
from partie.games.vinci.scoring import holds, income, target
from partie.games.vinci.state import KEEP, NEUTRAL, OVER, SURVIVE, Holding, Pair, Player, State, Turn
from partie.kit import Value, View
from partie.kit.memo import shared


def view(state: State) -> View:
    """The whole table.

    ``land`` has the provinces that somebody holds; neutral ones have no ``seat``. ``income`` is what a seat's turn
    would bring if it were scored now. ``parts`` are those of a split empire, by the first province of each.
    """
    shown: View = {
        "step": state.step,
        "round": state.round,
        "first": state.first,
        "target": target(len(state.players), state.options),
        "last": state.last,
        "board": _board(len(state.players)),
        "land": _land(state.land),
        "pairs": _pairs(state.pairs, len(state.players)),
        "bag": sum(state.bag.values()),
        "players": {str(seat): _player(state, seat) for seat in range(len(state.players))},
    }
    if state.step == OVER:
        return shown
    shown["turn"] = _turn(state.turn)
    if state.step == KEEP:
        seat = state.turn.seat
        found = parts(state.land, seat, effects(state.players[seat].tiles))
        shown["parts"] = {part[0]: [*part] for part in found}
    if state.step == SURVIVE:
        shown["survivors"] = {str(seat): pieces for seat, pieces in state.survivors}
    return shown


@shared(size=8)
def _board(seats: int) -> dict[str, Value]:
    """What is printed: the map, the tiles, and what a new civilization has without its tiles."""
    return {
        "provinces": {name: _province(name) for name in PROVINCES},
        "tiles": {
            name: {"colour": tile.colour, "population": tile.population, "stays": tile.stays}
            for name, tile in TILES.items()
        },
        "population": DATA.seat.population[str(seats)],
        "price": DATA.pairs.price,
    }


def _province(name: str) -> dict[str, Value]:
    found = PROVINCES[name]
    shown: dict[str, Value] = {"terrain": found.terrain, "entry": name in ENTRIES}
    for sign, there in (("port", found.port), ("mine", found.mine)):
        if there:
            shown[sign] = True
    for kind, names in (("borders", found.borders), ("straits", found.straits), ("seas", found.seas)):
        if names:
            shown[kind] = list(names)
    return shown


@shared()
def _land(land: Mapping[str, Holding]) -> dict[str, Value]:
    return {name: _holding(land[name]) for name in PROVINCES if name in land}


@shared()
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
def _pairs(pairs: tuple[Pair, ...], seats: int) -> dict[str, Value]:
    """The pairs by their place: tiles, points lying on them, price, pieces of the civilization."""
    return {
        f"pair-{number}": {
            "tiles": list(pair.tiles),
            "points": pair.points,
            "price": DATA.pairs.price * (number - 1),
            "pieces": population(seats, pair.tiles),
        }
        for number, pair in enumerate(pairs, 1)
    }


def _player(state: State, seat: int) -> dict[str, Value]:
    player = state.players[seat]
    slain = state.turn.slain if seat == state.turn.seat else 0
    return _things(player) | {"provinces": holds(state, seat), "income": _income(state.land, player, seat, slain)}


@shared()
def _things(player: Player) -> dict[str, Value]:
    return {
        "points": player.points,
        "tiles": list(player.tiles),
        "ruins": list(player.ruins),
        "hand": player.hand,
        "friends": list(player.friends),
    }


@shared()
def _income(land: Mapping[str, Holding], player: Player, seat: int, slain: int) -> dict[str, Value]:
    return dict(income(land, player, seat, slain))


@shared()
def _turn(turn: Turn) -> dict[str, Value]:
    shown: dict[str, Value] = {"seat": turn.seat, "acted": turn.acted}
    numbers = {
        "levies": turn.levies,
        "conquests": turn.conquests,
        "slain": turn.slain,
        "forts": turn.forts,
        "treaties": turn.treaties,
    }
    shown |= {name: number for name, number in numbers.items() if number}
    if turn.putting:
        shown["putting"] = True
    return shown
