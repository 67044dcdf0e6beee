"""The component tables of ``data.toml``, read once and put into the forms the rules work with."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, Literal, TypeAlias, cast

import msgspec
from msgspec import Struct

Counts: TypeAlias = tuple[int, int, int, int, int]
"""How many goods of each kind, in the order of the warehouse's rows from top to bottom (see :data:`GOODS`)."""

NOTHING: Final[Counts] = (0, 0, 0, 0, 0)

Good: TypeAlias = Literal["wood", "stone", "sheep", "cattle", "grain"]


class _Once(Struct, frozen=True, forbid_unknown_fields=True):
    clan_members: int = 0
    whisky: int = 0
    coins: int = 0
    goods: int = 0
    activate_all: bool = False
    fill_empty: bool = False


class _Activation(Struct, frozen=True, forbid_unknown_fields=True):
    movement: int = 0
    good: str = ""
    give: dict[str, int] = {}
    different: int = 0
    any: int = 0
    at_least: int = 0
    points: tuple[int, ...] = ()
    whisky: int = 0


class _Card(Struct, frozen=True, forbid_unknown_fields=True):
    bonnets: int
    when: str


class _Kind(Struct, frozen=True):
    frame: str
    once: _Once = _Once()
    activation: _Activation = _Activation()
    card: _Card | None = None


class _Printed(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    kind: str
    cost: dict[str, int]
    edges: str
    number: int
    sure: str


class Recipe(Struct, frozen=True):
    """Goods that have to be given together: ``low`` to ``high`` in all, at most ``most`` of each kind.

    ``points`` tells what the first, second, ... good given brings the sum to; ``whisky`` how many barrels come.
    """

    most: Counts
    low: int
    high: int
    points: tuple[int, ...] = ()
    whisky: int = 0
    named: bool = False
    """Exactly the kinds and numbers of ``most`` are due: there is no choice of goods."""
    choice: bool = False
    """An exact number is due, and several sets of kinds would do."""


class Tile(Struct, frozen=True):
    """A tile with all that is printed on it."""

    id: str
    kind: str
    stack: str
    frame: str
    river: bool
    road: bool
    cost: Recipe
    """Goods to be paid; an empty recipe where none are."""
    whisky_cost: int
    member_cost: int
    """Clan members or chieftains to be paid."""
    members: int
    """Clan members that arrive when the tile is laid."""
    whisky: int
    coins: int
    picks: int
    """Goods of choice that are put onto it when it is laid."""
    fills: bool
    wakes_all: bool
    good: int
    """The kind of good an activation brings, as a place in :data:`GOODS`; -1: none, 5: any."""
    movement: int
    tavern: int
    """Points an activation brings without any price."""
    recipe: Recipe
    """What an activation turns into points or whisky; an empty recipe where it turns nothing."""
    active: bool
    """Whether an activation does anything at all."""
    card: bool
    bonnets: int


class _Seat(Struct, frozen=True):
    coins: int
    clan_members: int


class _Box(Struct, frozen=True):
    tiles: int
    clan_members: int
    coins: int
    cards: int
    seats: int


class _Track(Struct, frozen=True):
    fields: int


class _Die(Struct, frozen=True):
    faces: tuple[int, ...]
    seats: tuple[int, ...]


class _Setup(Struct, frozen=True):
    stack_1_tiles: dict[str, int]
    warehouse_coins: dict[str, bool]


class _Warehouse(Struct, frozen=True):
    rows: tuple[Good, ...]
    fields: tuple[int, ...]


class _Limits(Struct, frozen=True):
    goods_on_a_tile: int


class _Scoring(Struct, frozen=True):
    categories: tuple[str, ...]
    points: tuple[int, ...]


class _PerFrame(Struct, frozen=True):
    frame: str
    points: int


class _PerKind(Struct, frozen=True):
    kinds: tuple[str, ...]
    points: int


class _Settlement(Struct, frozen=True):
    points_per_coin: int
    points_per_extra_tile: int
    iona_abbey: _PerFrame
    loch_morar: _PerFrame
    duart_castle: _PerKind


class _Stacks(Struct, frozen=True):
    sizes: dict[str, int]


class _Tiles(Struct, frozen=True):
    list: tuple[_Printed, ...]


class Data(Struct, frozen=True):
    """``data.toml`` without what it says of its sources."""

    box: _Box
    seat: _Seat
    track: _Track
    die: _Die
    setup: _Setup
    warehouse: _Warehouse
    limits: _Limits
    scoring: _Scoring
    settlement: _Settlement
    kinds: dict[str, _Kind]
    stacks: _Stacks
    tiles: _Tiles


DATA: Final = msgspec.convert(tomllib.loads((Path(__file__).parent / "data.toml").read_text(encoding="utf-8")), Data)

GOODS: Final = DATA.warehouse.rows
"""The five kinds of goods, in the order of the warehouse's rows."""

KINDS: Final = range(len(GOODS))
GOOD: Final[dict[str, int]] = {good: kind for kind, good in enumerate(GOODS)}
ANY: Final = len(GOODS)
"""In :attr:`Tile.good`: a good of the player's choice."""

LIMIT: Final = DATA.limits.goods_on_a_tile
SPACES: Final = DATA.track.fields
ROW: Final = len(DATA.warehouse.fields)
"""Spaces of a row of the warehouse; space 1 costs one coin, space 2 two, space 3 three."""

FREE: Final = Recipe(most=NOTHING, low=0, high=0)


def _counts(goods: dict[str, int]) -> Counts:
    return cast(Counts, tuple(goods.get(good, 0) for good in GOODS))


def _exactly(goods: dict[str, int], points: tuple[int, ...] = (), whisky: int = 0) -> Recipe:
    number = sum(goods.values())
    return Recipe(most=_counts(goods), low=number, high=number, points=points, whisky=whisky, named=number > 0)


def _different(number: int, low: int, points: tuple[int, ...] = ()) -> Recipe:
    return Recipe(most=(1, 1, 1, 1, 1), low=low, high=number, points=points, choice=low == number)


def _recipe(activation: _Activation) -> Recipe:
    if activation.different:
        return _different(activation.different, activation.at_least, activation.points)
    if activation.any:
        number = activation.any
        most = (number, number, number, number, number)
        return Recipe(most=most, low=number, high=number, points=activation.points, choice=True)
    if activation.at_least:
        most = _counts(activation.give)
        return Recipe(most=most, low=activation.at_least, high=sum(most), points=activation.points)
    return _exactly(activation.give, activation.points, activation.whisky)


def _tile(printed: _Printed) -> Tile:
    kind = DATA.kinds[printed.kind]
    activation = kind.activation
    goods = {good: number for good, number in printed.cost.items() if good in GOOD}
    cost = _different(printed.cost["different"], printed.cost["different"]) if "different" in printed.cost else FREE
    recipe = _recipe(activation)
    good = -1
    if activation.good:
        good = ANY if activation.good == "any" else GOOD[activation.good]
    tavern = activation.points[0] if activation.points and not recipe.high else 0
    return Tile(
        id=printed.id,
        kind=printed.kind,
        stack=printed.id[0],
        frame=kind.frame,
        river=printed.edges in ("river", "both"),
        road=printed.edges in ("road", "both"),
        cost=_exactly(goods) if goods else cost,
        whisky_cost=printed.cost.get("whisky", 0),
        member_cost=printed.cost.get("member", 0),
        members=kind.once.clan_members,
        whisky=kind.once.whisky,
        coins=kind.once.coins,
        picks=kind.once.goods,
        fills=kind.once.fill_empty,
        wakes_all=kind.once.activate_all,
        good=good,
        movement=activation.movement,
        tavern=tavern,
        recipe=recipe if recipe.high else FREE,
        active=good >= 0 or activation.movement > 0 or tavern > 0 or recipe.high > 0,
        card=kind.card is not None,
        bonnets=kind.card.bonnets if kind.card else 0,
    )


TILES: Final = {printed.id: _tile(printed) for printed in DATA.tiles.list}
"""All tiles of the box by their ids."""

START: Final = tuple(tile.id for tile in TILES.values() if tile.stack == "S")
RIVERS: Final = frozenset(tile.id for tile in TILES.values() if tile.river)
ROADS: Final = frozenset(tile.id for tile in TILES.values() if tile.road)


def one(kind: str) -> str:
    """The id of the only tile of that kind, as of a special location."""
    (tile,) = (tile.id for tile in TILES.values() if tile.kind == kind)
    return tile


IONA: Final = one("iona_abbey")
LOCHY: Final = one("loch_lochy")
MORAR: Final = one("loch_morar")
NESS: Final = one("loch_ness")
OICH: Final = one("loch_oich")
SHIEL: Final = one("loch_shiel")
MEY: Final = one("castle_of_mey")
DUART: Final = one("duart_castle")
