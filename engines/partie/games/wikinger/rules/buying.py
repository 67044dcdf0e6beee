"""A purchase: a combination of the wheel, its place, and in the advanced game a special tile."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.wikinger.data import BUILDING_OF, DATA, FIELDS, ISLANDS, PLACES, ROWS, SHIPS, SPECIAL_BUILDINGS, WHERE
from partie.games.wikinger.data import START as START_TILE
from partie.games.wikinger.islands import fits, matches, reachable
from partie.games.wikinger.rules import scorings, wheel
from partie.games.wikinger.rules.doing import Doing
from partie.games.wikinger.state import (
    BUY,
    EXCHANGE,
    PLACE,
    SPECIAL,
    START,
    Buy,
    Exchange,
    Place,
    PlaceStart,
    Player,
    Spot,
    TakeNone,
    TakeSpecial,
    Turn,
)
from partie.kit import Illegal

_NOTHING = Spot("")


def buy(doing: Doing, move: Buy) -> None:
    """Pay for a combination and take it; the wheel turns if nothing is left at 0 (B1 to B6)."""
    doing.expect(BUY, rule="B1")
    wheel.check(doing.wheel, doing.player, move.field)
    fields = wheel.left(doing.wheel)
    cost = move.field - fields[0]
    spot = doing.wheel[move.field]
    gold, points = doing.pay(doing.seat, cost)
    doing.say(
        "bought",
        seat=doing.seat,
        tile=spot.tile,
        figure=spot.figure,
        field=FIELDS[move.field],
        coins=gold,
        points=points,
    )
    doing.wheel = (*doing.wheel[: move.field], _NOTHING, *doing.wheel[move.field + 1 :])
    if move.field == fields[0] and len(fields) > 1:
        doing.say("wheel_turned", count=fields[1] - fields[0])
    dearest = doing.options.advanced and move.field == fields[-1] and cost > 0
    doing.turn = Turn(doing.seat, spot.tile, spot.figure, dearest)
    if doing.player.started:
        _find_place(doing)
    else:
        doing.step = START


def place_start(doing: Doing, move: PlaceStart) -> None:
    """The start tile comes beside the mainland, in any row of islands (P1)."""
    doing.expect(START, rule="P1")
    doing.player = replace(doing.player, started=True)
    doing.lay(move.row, 1, Spot(START_TILE))
    doing.say("start_placed", seat=doing.seat, row=move.row, column=1)
    _find_place(doing)


def _find_place(doing: Doing) -> None:
    """A tile that fits nowhere leaves the game, and its figure waits (P7)."""
    turn = doing.turn
    if fits(doing.player.land, turn.tile):
        doing.step = PLACE
        return
    doing.discard(turn.tile)
    doing.say("fits_nowhere", seat=doing.seat, tile=turn.tile)
    _let_wait(doing, turn.figure)
    _placed(doing)


def place(doing: Doing, move: Place) -> None:
    """Lay the tile that was bought, and put up its figure; then the purchase is done (P2 to P6, U1 to U4)."""
    doing.expect(PLACE, rule="P2")
    settle_in(doing, move)
    _placed(doing)


def settle_in(doing: Doing, move: Place) -> None:
    """Tile and figure come to their places, and a special building that waits for this tile replaces it."""
    turn = doing.turn
    _check_place(doing, move)
    if move.stands and (turn.tile in SHIPS or turn.figure != move.row):
        raise Illegal("other_row", "U1", figure=turn.figure)
    doing.lay(move.row, move.column, Spot(turn.tile, turn.figure if move.stands else ""))
    doing.say("placed", seat=doing.seat, tile=turn.tile, row=move.row, column=move.column)
    if move.stands:
        doing.say("stands", seat=doing.seat, figure=turn.figure, row=move.row, column=move.column)
    else:
        _let_wait(doing, turn.figure)
    building = None if turn.tile in SHIPS else ISLANDS[turn.tile].building
    if building is not None and SPECIAL_BUILDINGS[building] in doing.player.specials:
        _let_go(doing, SPECIAL_BUILDINGS[building])
        replace_tile(doing, PLACES[move.row, move.column], SPECIAL_BUILDINGS[building])


def _check_place(doing: Doing, move: Place) -> None:
    land, tile = doing.player.land, doing.turn.tile
    spot = PLACES.get((move.row, move.column), "")
    if (move.row == "ship") != (tile in SHIPS):
        raise Illegal("islands_below", "P2") if tile not in SHIPS else Illegal("ships_above", "P2")
    if spot in land:
        raise Illegal("occupied", "P3", row=move.row, column=move.column)
    if tile in SHIPS:
        if spot not in fits(land, tile):
            raise Illegal("ships_in_order", "P2")
    elif spot not in reachable(land):
        raise Illegal("touches_nothing", "P3")
    elif not matches(land, spot, tile):
        raise Illegal("sea_meets_land", "P4")


def _let_wait(doing: Doing, figure: str) -> None:
    doing.wait(figure)
    doing.say("waits", seat=doing.seat, figure=figure)


def _placed(doing: Doing) -> None:
    """The tile lies: the dearest combination may bring a special tile, then the turn is over (S1)."""
    if doing.turn.dearest and doing.display:
        doing.turn = Turn(doing.seat)
        doing.step = SPECIAL
    else:
        _end_turn(doing)


def _end_turn(doing: Doing) -> None:
    if any(spot.tile for spot in doing.wheel):
        doing.put_on_turn(doing.clockwise(doing.seat))
        doing.step = BUY
    else:
        scorings.begin(doing)


# --- special tiles ----------------------------------------------------------------------------------------------------


def take_special(doing: Doing, move: TakeSpecial) -> None:
    """Take a special tile of the display; some act at once (S1, S3)."""
    doing.expect(SPECIAL, rule="S1")
    if move.special not in doing.display:
        raise Illegal("not_on_display", "S1", special=move.special)
    display = list(doing.display)
    display.remove(move.special)
    doing.display = tuple(display)
    doing.say("took_special", seat=doing.seat, special=move.special)
    if move.special == "five-gold":
        doing.discard(move.special)
        doing.earn(doing.seat, 0, DATA.specials.gold)
        doing.say("gold", seat=doing.seat, coins=DATA.specials.gold)
        _end_turn(doing)
        return
    places = buildings(doing.player, move.special)
    if len(places) > 1:
        doing.turn = Turn(doing.seat, special=move.special)
        doing.step = EXCHANGE
        return
    if places:
        replace_tile(doing, places[0], move.special)
    else:
        doing.player = replace(doing.player, specials=(*doing.player.specials, move.special))
    _end_turn(doing)


def take_none(doing: Doing, _: TakeNone) -> None:
    """Take no special tile (S1)."""
    doing.expect(SPECIAL, rule="S1")
    doing.say("took_none", seat=doing.seat)
    _end_turn(doing)


def exchange(doing: Doing, move: Exchange) -> None:
    """Choose which of several tiles the special building replaces (S8)."""
    doing.expect(EXCHANGE, rule="S8")
    special = doing.turn.special
    spot = PLACES.get((move.row, move.column), "")
    if spot not in buildings(doing.player, special):
        raise Illegal("other_building", "S8", special=special)
    replace_tile(doing, spot, special)
    _end_turn(doing)


def buildings(player: Player, special: str) -> list[str]:
    """The places whose tile shows the building of a special tile, row by row."""
    building = BUILDING_OF.get(special)
    if building is None:
        return []
    found = [place for place, spot in player.land.items() if spot.tile == building]
    return sorted(found, key=lambda place: (ROWS.index(WHERE[place][0]), WHERE[place][1]))


def replace_tile(doing: Doing, spot: str, special: str) -> None:
    """The special building replaces a tile, which leaves the game; a figure on it stays (S8)."""
    row, column = WHERE[spot]
    replaced = doing.player.land[spot]
    doing.discard(replaced.tile)
    doing.lay(row, column, Spot(special, replaced.figure))
    doing.say("exchanged", seat=doing.seat, special=special, row=row, column=column)


def _let_go(doing: Doing, special: str) -> None:
    specials = list(doing.player.specials)
    specials.remove(special)
    doing.player = replace(doing.player, specials=tuple(specials))
