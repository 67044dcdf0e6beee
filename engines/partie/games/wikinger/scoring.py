"""What an area brings: in small and large scorings, and at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from partie.games.wikinger.data import BUILDING_OF, DATA, PLACES, ROWS, SHIPS, WHERE, Ship
from partie.games.wikinger.islands import finished, standing, threatened, threats
from partie.games.wikinger.state import OVER, Player, Row, Spot, State
from partie.kit import Line, Result
from partie.kit.memo import shared

_WORTH: Final = DATA.scoring
_SPECIALS: Final = DATA.specials


class Item(Struct, frozen=True):
    """One row of a scoring: what it brings, how many count for it, and how many are threatened."""

    key: str
    points: int = 0
    gold: int = 0
    count: int = 0
    threatened: int = 0


def total(items: Sequence[Item]) -> tuple[int, int]:
    """Points and gold of a scoring."""
    return sum(item.points for item in items), sum(item.gold for item in items)


def small(player: Player) -> tuple[Item, ...]:
    """The small scoring: gold for goldsmiths (K1)."""
    return (_goldsmiths(player),)


def large(player: Player) -> tuple[Item, ...]:
    """The large scoring without its boatmen, row by row from the top (L5 to L9)."""
    return (
        _ships(player.land),
        _figures(player, "noble", _WORTH.noble),
        _scouts(player),
        _goldsmiths(player),
        _figures(player, "fisherman", 0),
    )


def _figures(player: Player, row: Row, worth: int) -> Item:
    safe, lying = standing(player.land)[row]
    return Item(row, (worth + _more(player, row)) * len(safe), 0, len(safe), lying)


def _more(player: Player, row: Row) -> int:
    """The points that special tiles add for every figure of a row."""
    return sum(_SPECIALS.figures.get(special) == row for special in player.specials)


def _ships(land: Mapping[str, Spot]) -> Item:
    """What the ships bring that are repelled (L5)."""
    threat = threats(land)
    repelled = [ship for ship, column in _fleet(land) if column not in threat]
    points, gold = sum(ship.points for ship in repelled), sum(ship.gold for ship in repelled)
    return Item("ship", points, gold, len(repelled), len(threat))


def _fleet(land: Mapping[str, Spot]) -> list[tuple[Ship, int]]:
    """The ships of an area and their columns."""
    return [(SHIPS[spot.tile], WHERE[place][1]) for place, spot in land.items() if spot.tile in SHIPS]


def _scouts(player: Player) -> Item:
    """A scout counts himself, and the goldsmith and the fisherman of his column (L7)."""
    safe, lying = standing(player.land)["scout"]
    below = sum(_stands(player.land, row, column) for column in safe for row in ("goldsmith", "fisherman"))
    points = (_WORTH.scout + _more(player, "scout")) * len(safe) + _WORTH.scout_column * below
    return Item("scout", points, 0, len(safe), lying)


def _stands(land: Mapping[str, Spot], row: str, column: int) -> bool:
    spot = land.get(PLACES[row, column])
    return spot is not None and spot.figure == row


def _goldsmiths(player: Player) -> Item:
    safe, lying = standing(player.land)["goldsmith"]
    each = _WORTH.goldsmith + sum(_SPECIALS.goldsmith.get(special, 0) for special in player.specials)
    return Item("goldsmith", 0, each * len(safe), len(safe), lying)


# --- the end ----------------------------------------------------------------------------------------------------------


class Settlement(Struct, frozen=True):
    """The final scoring of one seat: its items in their order, and the gold that is left after it."""

    items: tuple[Item, ...]
    gold: int


def settle(players: Sequence[Player]) -> tuple[Settlement, ...]:
    """The final scoring of all seats as they stand now (F1 to F8)."""
    return tuple(settlement_of(players, seat) for seat in range(len(players)))


def settlement_of(players: Sequence[Player], seat: int) -> Settlement:
    """The final scoring of one seat, compared with the others as they stand now."""
    player = players[seat]
    boatmen, islands, longest = zip(*[_compared(each) for each in players], strict=True)
    ships, gold = _ransom(player)
    coins, gold_left = _gold_points(player, gold)
    items = (
        ships,
        coins,
        _most("boatmen", boatmen, seat, _WORTH.boatmen),
        _most("islands", islands, seat, _WORTH.islands),
        _most("longest", longest, seat, _WORTH.longest),
        supply(player),
        _buildings(player),
    )
    return Settlement(items, gold_left)


@shared(size=256)
def _compared(player: Player) -> tuple[int, int, int]:
    """Boatmen, finished islands, and the tiles of the longest one."""
    islands = finished(player.land)
    return boatmen_of(player), len(islands), max(islands, default=0)


def _most(key: str, numbers: Sequence[int], seat: int, points: int) -> Item:
    """The points for everyone who has the most; nobody has them with nothing (F4 to F6)."""
    count = numbers[seat]
    return Item(key, points if count and count == max(numbers) else 0, count=count)


def boatmen_of(player: Player) -> int:
    """The boatmen that are left, with those on special tiles (F4)."""
    return player.mainland.get("boatman", 0) + player.specials.count("boatman-1")


def _ransom(player: Player) -> tuple[Item, int]:
    """What the ships cost that nobody repels, and the gold after that; missing gold is paid in points (F2)."""
    threat = threats(player.land)
    ships = [ship for ship, column in _fleet(player.land) if column in threat]
    due = sum(ship.gold for ship in ships)
    paid = min(due, player.gold)
    points = sum(ship.points for ship in ships) + due - paid
    return Item("ships", -points, -paid, len(ships)), player.gold - paid


def _gold_points(player: Player, gold: int) -> tuple[Item, int]:
    """A point for every five gold, or for every three with the special tile (F3)."""
    each = _WORTH.gold_special if "gold-3" in player.specials else _WORTH.gold
    return Item("gold", gold // each, count=gold), gold % each


def supply(player: Player) -> Item:
    """Every safe fisherman feeds five figures: points for those it could feed in addition, fewer for the hungry (F7).

    ``count`` is how many can be fed, ``threatened`` how many there are to feed.
    """
    stood = standing(player.land)
    fed = _WORTH.fisherman_feeds * len(stood["fisherman"][0])
    mouths = sum(player.mainland.values()) + sum([len(safe) + lying for safe, lying in stood.values()])
    over = _WORTH.oversupply_special if "supply-3" in player.specials else _WORTH.oversupply
    points = over * (fed - mouths) if fed > mouths else _WORTH.undersupply * (fed - mouths)
    return Item("supply", points, 0, fed, mouths)


def _buildings(player: Player) -> Item:
    """A point for every figure on and around each special building that is not threatened itself (F8)."""
    points = count = lying = 0
    for place, spot in player.land.items():
        if spot.tile in BUILDING_OF:
            if place in threatened(player.land):
                lying += 1
            else:
                points += min(_SPECIALS.building, around(player.land, place))
                count += 1
    return Item("buildings", points, 0, count, lying)


def around(land: Mapping[str, Spot], place: str) -> int:
    """How many figures stand on a place and on the eight around it."""
    row, column = WHERE[place]
    depth = ROWS.index(row)
    rows = ROWS[max(0, depth - 1) : depth + 2]
    return sum(
        bool(land[PLACES[near, beside]].figure)
        for near in rows
        for beside in range(max(1, column - 1), column + 2)
        if PLACES[near, beside] in land
    )


def breakdown(player: Player, settlement: Settlement) -> tuple[int, tuple[Line, ...]]:
    """A seat's score with its final scoring, and the items that it is made of."""
    counted = [item for item in settlement.items if item.points or item.count]
    lines = (
        Line("points", {"points": player.points}),
        *(Line(f"final_{item.key}", final_params(item)) for item in counted),
    )
    return player.points + total(settlement.items)[0], lines


def final_params(item: Item) -> dict[str, str | int]:
    """What a line tells of an item of the final scoring."""
    params: dict[str, str | int] = {"points": item.points, "count": item.count}
    if item.key == "ships":
        params["coins"] = -item.gold
    elif item.key == "supply":
        params["mouths"] = item.threatened
    return params


def result(state: State) -> Result | None:
    """The result once the game is over; ties go by the gold that is left (F9)."""
    if state.step != OVER:
        return None
    settlements = settle(state.players)
    rows = [breakdown(player, each) for player, each in zip(state.players, settlements, strict=True)]
    ranks = [(score, settlement.gold) for (score, _), settlement in zip(rows, settlements, strict=True)]
    return Result.of(ranks, [parts for _, parts in rows])
