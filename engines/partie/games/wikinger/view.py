"""What everybody sees, and how an event reads. Wikinger hides nothing but what is still to be drawn (A6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from partie.games.wikinger.data import DATA, FIGURES, ISLANDS, PLACES, ROWS, SHIPS, SPACES, WHERE
from partie.games.wikinger.islands import finished, fits, reachable, repels, threatened
from partie.games.wikinger.scoring import Item, boatmen_of, breakdown, large, settle, small, supply, total
from partie.games.wikinger.state import BID, FERRY, OVER, PLACE, START, Auction, Player, Spot, State, Turn
from partie.kit import Value, View
from partie.kit.memo import shared


@shared(size=64)
def view(state: State) -> View:
    """The whole table.

    ``wheel`` has the spaces that are not empty; the lowest of them costs nothing, each further one a gold more.
    ``unseen`` counts what can still be drawn. In the area of a player every island tile tells whether it is
    threatened, every ship whether it is repelled; ``worth`` is what the area would bring now. ``places`` are those that
    the tile to be laid could be thought of on.
    """
    unseen: View = {"tiles": _pool(state.tiles), "figures": _pool(state.bag)}
    shown: View = {
        "step": state.step,
        "round": state.round,
        "first": state.first,
        "board": _board(state.options.advanced),
        "wheel": _wheel(state.wheel),
        "unseen": unseen,
        "players": {str(seat): _player(player) for seat, player in enumerate(state.players)},
    }
    if state.options.advanced:
        shown["display"] = _pool({special: state.display.count(special) for special in state.display})
        unseen["specials"] = _pool(state.stock)
    if state.drawn:
        shown["drawn"] = {figure: state.drawn[figure] for figure in FIGURES if figure in state.drawn}
    if state.step == BID:
        shown["auction"] = _auction(state.auction)
    if state.step == OVER:
        shown["final"] = _final(state.players)
        return shown
    shown["turn"] = _turn(state.turn)
    if state.step in (START, PLACE):
        player = state.players[state.turn.seat]
        shown["places"] = _places(player.land, state.turn.tile if player.started else "")
    if state.step == FERRY:
        shown["queue"] = list(state.queue)
    return shown


@shared(size=2)
def _board(advanced: bool) -> dict[str, Value]:
    """What is printed: the sides of the island tiles, sails and values of the ships, rounds with a large scoring."""
    islands: dict[str, Value] = {}
    for tile, island in ISLANDS.items():
        islands[tile] = {"left": island.left, "right": island.right}
        if island.building:
            islands[tile] = {"left": island.left, "right": island.right, "building": island.building}
    ships: dict[str, Value] = {}
    for tile, ship in SHIPS.items():
        ships[tile] = {"sail": ship.sail, **({"gold": ship.gold} if ship.gold else {"points": ship.points})}
    rounds = DATA.rounds
    board: dict[str, Value] = {
        "rows": list(ROWS),
        "fields": list(SPACES),
        "figures": list(FIGURES),
        "islands": islands,
        "ships": ships,
        "rounds": rounds.rounds,
        "large": list(rounds.large),
        "feeds": DATA.scoring.fisherman_feeds,
    }
    if advanced:
        board["specials"] = dict(DATA.specials.counts.items())
    return board


@shared(size=256)
def _wheel(wheel: tuple[Spot, ...]) -> dict[str, Value]:
    return {space: _spot(space, spot) for space, spot in zip(SPACES, wheel, strict=True) if spot.tile}


@lru_cache(maxsize=4096)
def _spot(_: str, spot: Spot) -> dict[str, Value]:
    """What is shown of a place: the same object as long as what lies there is equal."""
    return {"tile": spot.tile, "figure": spot.figure} if spot.figure else {"tile": spot.tile}


@lru_cache(maxsize=1024)
def _ship(place: str, spot: Spot, repelled: bool) -> dict[str, Value]:
    return {**_spot(place, spot), "repelled": repelled}


@lru_cache(maxsize=1024)
def _threatened(place: str, spot: Spot) -> dict[str, Value]:
    return {**_spot(place, spot), "threatened": True}


@shared()
def _pool(pool: Mapping[str, int]) -> dict[str, Value]:
    return dict(pool.items())


@shared()
def _player(player: Player) -> dict[str, Value]:
    return {
        "points": player.points,
        "gold": player.gold,
        "started": player.started,
        "land": _land(player.land),
        "mainland": _pool(player.mainland),
        "specials": {special: player.specials.count(special) for special in player.specials},
        "worth": _worth(player),
    }


@shared(size=256)
def _land(land: Mapping[str, Spot]) -> dict[str, Value]:
    reached = threatened(land)
    shown: dict[str, Value] = {}
    for place, spot in land.items():
        if spot.tile in SHIPS:
            shown[place] = _ship(place, spot, repels(land, WHERE[place][1]))
        else:
            shown[place] = _threatened(place, spot) if place in reached else _spot(place, spot)
    return shown


def _worth(player: Player) -> dict[str, Value]:
    """What the next scorings would bring now, and the numbers that the final scoring compares."""
    islands = finished(player.land)
    fed = supply(player)
    return {
        "small": total(small(player))[1],
        "large": _large(large(player)),
        "boatmen": boatmen_of(player),
        "islands": len(islands),
        "longest": max(islands, default=0),
        "fed": fed.count,
        "mouths": fed.threatened,
    }


@lru_cache(maxsize=1024)
def _large(items: tuple[Item, ...]) -> dict[str, Value]:
    points, gold = total(items)
    return {"points": points, "gold": gold, "rows": {item.key: _item(item) for item in items}}


@lru_cache(maxsize=1024)
def _item(item: Item) -> dict[str, Value]:
    numbers = {"points": item.points, "gold": item.gold, "count": item.count, "threatened": item.threatened}
    return {name: number for name, number in numbers.items() if number}


@shared()
def _places(land: Mapping[str, Spot], tile: str) -> list[Value]:
    """Where a ship can be laid, or an island tile could be for all that it touches; "" is the start tile."""
    if not tile:
        return [PLACES[row, 1] for row in ROWS]
    return [*(fits(land, tile) if tile in SHIPS else reachable(land))]


@shared()
def _auction(auction: Auction) -> dict[str, Value]:
    shown: dict[str, Value] = {"coins": auction.coins, "queue": list(auction.queue), "bids": _pool(auction.bids)}
    if auction.seat >= 0:
        shown["seat"] = auction.seat
    return shown


@shared(size=256)
def _turn(turn: Turn) -> dict[str, Value]:
    named = {"tile": turn.tile, "figure": turn.figure, "special": turn.special}
    shown: dict[str, Value] = {"seat": turn.seat, **{name: value for name, value in named.items() if value}}
    if turn.ferried:
        shown["ferried"] = _pool(turn.ferried)
    return shown


@shared()
def _final(players: tuple[Player, ...]) -> dict[str, Value]:
    """The final scoring of every seat, item by item, and what it comes to."""
    final: dict[str, Value] = {}
    for seat, (player, settlement) in enumerate(zip(players, settle(players), strict=True)):
        final[str(seat)] = {
            "score": breakdown(player, settlement)[0],
            "gold": settlement.gold,
            "items": {item.key: _item(item) for item in settlement.items},
        }
    return final
