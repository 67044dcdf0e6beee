"""A purchase: a combination of the wheel, its place, and in the advanced game a special tile."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.wikinger import flow, wheel
from partie.games.wikinger.data import BUILDING_OF, DATA, ISLANDS, PLACES, ROWS, SHIPS, SPACES, SPECIAL_BUILDINGS, WHERE
from partie.games.wikinger.data import START as START_TILE
from partie.games.wikinger.islands import fits, matches, reachable
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
from partie.games.wikinger.transition import Transition
from partie.kit import Illegal

_NOTHING = Spot("")


def buy(transition: Transition, move: Buy) -> None:
    """Pay for a combination and take it; the wheel turns if nothing is left at 0 (B1 to B6)."""
    transition.expect(BUY, rule="B1")
    wheel.check(transition.wheel, transition.player, move.field)
    spaces = wheel.left(transition.wheel)
    cost = move.field - spaces[0]
    spot = transition.wheel[move.field]
    gold, points = transition.pay(transition.seat, cost)
    transition.say(
        "bought",
        seat=transition.seat,
        tile=spot.tile,
        figure=spot.figure,
        field=SPACES[move.field],
        coins=gold,
        points=points,
    )
    transition.wheel = (*transition.wheel[: move.field], _NOTHING, *transition.wheel[move.field + 1 :])
    if move.field == spaces[0] and len(spaces) > 1:
        transition.say("wheel_turned", count=spaces[1] - spaces[0])
    dearest = transition.options.advanced and move.field == spaces[-1] and cost > 0
    transition.turn = Turn(transition.seat, spot.tile, spot.figure, dearest)
    if transition.player.started:
        _find_place(transition)
    else:
        transition.step = START


def place_start(transition: Transition, move: PlaceStart) -> None:
    """The start tile comes next to the mainland, in any row of islands (P1)."""
    transition.expect(START, rule="P1")
    transition.player = replace(transition.player, started=True)
    transition.lay(move.row, 1, Spot(START_TILE))
    transition.say("start_placed", seat=transition.seat, row=move.row, column=1)
    _find_place(transition)


def _find_place(transition: Transition) -> None:
    """A tile that fits nowhere leaves the game, and its figure waits (P7)."""
    turn = transition.turn
    if fits(transition.player.land, turn.tile):
        transition.step = PLACE
        return
    transition.discard(turn.tile)
    transition.say("fits_nowhere", seat=transition.seat, tile=turn.tile)
    _let_wait(transition, turn.figure)
    _placed(transition)


def place(transition: Transition, move: Place) -> None:
    """Lay the tile that was bought, and put up its figure; then the purchase is done (P2 to P6, U1 to U4)."""
    transition.expect(PLACE, rule="P2")
    settle_in(transition, move)
    _placed(transition)


def settle_in(transition: Transition, move: Place) -> None:
    """Tile and figure come to their places, and a special building that waits for this tile replaces it."""
    turn = transition.turn
    _check_place(transition, move)
    if move.stands and (turn.tile in SHIPS or turn.figure != move.row):
        raise Illegal("other_row", "U1", figure=turn.figure)
    transition.lay(move.row, move.column, Spot(turn.tile, turn.figure if move.stands else ""))
    transition.say("placed", seat=transition.seat, tile=turn.tile, row=move.row, column=move.column)
    if move.stands:
        transition.say("stands", seat=transition.seat, figure=turn.figure, row=move.row, column=move.column)
    else:
        _let_wait(transition, turn.figure)
    building = None if turn.tile in SHIPS else ISLANDS[turn.tile].building
    if building is not None and SPECIAL_BUILDINGS[building] in transition.player.specials:
        _let_go(transition, SPECIAL_BUILDINGS[building])
        replace_tile(transition, PLACES[move.row, move.column], SPECIAL_BUILDINGS[building])


def _check_place(transition: Transition, move: Place) -> None:
    land, tile = transition.player.land, transition.turn.tile
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


def _let_wait(transition: Transition, figure: str) -> None:
    transition.wait(figure)
    transition.say("waits", seat=transition.seat, figure=figure)


def _placed(transition: Transition) -> None:
    """The tile lies: the most expensive combination may bring a special tile, then the turn is over (S1)."""
    if transition.turn.dearest and transition.display:
        transition.turn = Turn(transition.seat)
        transition.step = SPECIAL
    else:
        flow.next_buyer(transition)


# --- special tiles ----------------------------------------------------------------------------------------------------


def take_special(transition: Transition, move: TakeSpecial) -> None:
    """Take a special tile of the display; some act at once (S1, S3)."""
    transition.expect(SPECIAL, rule="S1")
    if move.special not in transition.display:
        raise Illegal("not_on_display", "S1", special=move.special)
    display = list(transition.display)
    display.remove(move.special)
    transition.display = tuple(display)
    transition.say("took_special", seat=transition.seat, special=move.special)
    if move.special == "five-gold":
        transition.discard(move.special)
        transition.earn(transition.seat, 0, DATA.specials.gold)
        transition.say("gold", seat=transition.seat, coins=DATA.specials.gold)
        flow.next_buyer(transition)
        return
    places = buildings(transition.player, move.special)
    if len(places) > 1:
        transition.turn = Turn(transition.seat, special=move.special)
        transition.step = EXCHANGE
        return
    if places:
        replace_tile(transition, places[0], move.special)
    else:
        transition.player = replace(transition.player, specials=(*transition.player.specials, move.special))
    flow.next_buyer(transition)


def take_none(transition: Transition, _: TakeNone) -> None:
    """Take no special tile (S1)."""
    transition.expect(SPECIAL, rule="S1")
    transition.say("took_none", seat=transition.seat)
    flow.next_buyer(transition)


def exchange(transition: Transition, move: Exchange) -> None:
    """Choose which of several tiles the special building replaces (S8)."""
    transition.expect(EXCHANGE, rule="S8")
    special = transition.turn.special
    spot = PLACES.get((move.row, move.column), "")
    if spot not in buildings(transition.player, special):
        raise Illegal("other_building", "S8", special=special)
    replace_tile(transition, spot, special)
    flow.next_buyer(transition)


def buildings(player: Player, special: str) -> list[str]:
    """The places whose tile shows the building of a special tile, row by row."""
    building = BUILDING_OF.get(special)
    if building is None:
        return []
    found = [place for place, spot in player.land.items() if spot.tile == building]
    return sorted(found, key=lambda place: (ROWS.index(WHERE[place][0]), WHERE[place][1]))


def replace_tile(transition: Transition, spot: str, special: str) -> None:
    """The special building replaces a tile, which leaves the game; a figure on it stays (S8)."""
    row, column = WHERE[spot]
    replaced = transition.player.land[spot]
    transition.discard(replaced.tile)
    transition.lay(row, column, Spot(special, replaced.figure))
    transition.say("exchanged", seat=transition.seat, special=special, row=row, column=column)


def _let_go(transition: Transition, special: str) -> None:
    specials = list(transition.player.specials)
    specials.remove(special)
    transition.player = replace(transition.player, specials=tuple(specials))
