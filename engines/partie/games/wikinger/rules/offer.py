"""The offer of a round: tiles and figures at the wheel, and in the advanced game who lays them out and how."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from partie.games.wikinger.data import DATA, FIGURES, SHIPS
from partie.games.wikinger.rules.doing import Doing
from partie.games.wikinger.state import (
    BID,
    BUY,
    COLOUR,
    REMOVE,
    Auction,
    Bid,
    ChooseColour,
    Move,
    Pass,
    Remove,
    Spot,
    State,
)
from partie.kit import Illegal
from partie.kit.pools import take, total

_ROUNDS = DATA.rounds


def begin_round(doing: Doing) -> None:
    """Lay out what the round begins with, up to the first decision (O1, V1)."""
    doing.say("round", round=doing.round, seat=doing.first)
    if not doing.options.advanced:
        lay_tiles(doing)
        for _ in range(_ROUNDS.drawn.basic):
            doing.draw_figure()
        place_figures(doing)
        return
    while len(doing.display) < DATA.specials.display:
        special = doing.chance.draw(doing.stock)
        doing.stock = take(doing.stock, special)
        doing.display = (*doing.display, special)
        doing.say("special_laid", special=special)
    for _ in range(_ROUNDS.drawn.advanced):
        doing.draw_figure()
    doing.say("drawn", count=_ROUNDS.drawn.advanced)
    doing.auction = Auction(queue=doing.from_first())
    if doing.options.auction == "none":
        ask_to_remove(doing)
    else:
        _next_bidder(doing)


def lay_tiles(doing: Doing) -> None:
    """Islands come to the cheapest free fields, ships to the dearest ones, as they are drawn (O2)."""
    low, high = 0, _ROUNDS.fields - 1
    wheel = list(doing.wheel)
    for _ in range(_ROUNDS.fields):
        tile = doing.draw_tile()
        if tile in SHIPS:
            wheel[high] = Spot(tile)
            high -= 1
        else:
            wheel[low] = Spot(tile)
            low += 1
    doing.wheel = tuple(wheel)
    doing.say("laid_out", islands=low, ships=_ROUNDS.fields - low)


def place_figures(doing: Doing) -> None:
    """All figures that were drawn come to the wheel, colour by colour from 0 upwards (O3)."""
    figures = (figure for figure in FIGURES for _ in range(doing.drawn.get(figure, 0)))
    doing.wheel = tuple(Spot(spot.tile, figure) for spot, figure in zip(doing.wheel, figures, strict=True))
    doing.drawn = {}
    _begin_buying(doing)


def _begin_buying(doing: Doing) -> None:
    doing.put_on_turn(doing.first)
    doing.step = BUY


# --- the auction ------------------------------------------------------------------------------------------------------


def bid(doing: Doing, move: Bid) -> None:
    """Bid more than anyone before (V2, V3)."""
    doing.expect(BID, rule="V2")
    auction, player = doing.auction, doing.player
    if move.coins <= auction.coins:
        raise Illegal("bid_too_low", "V2", coins=auction.coins + 1)
    if move.coins > player.gold + player.points:
        raise Illegal("bid_too_high", "V3", coins=player.gold + player.points)
    doing.say("bid", seat=doing.seat, coins=move.coins)
    others = auction.queue[1:]
    queue = (*others, doing.seat) if doing.options.auction == "open" else others
    bids = {**auction.bids, str(doing.seat): move.coins}
    doing.auction = Auction(move.coins, doing.seat, queue, bids)
    _next_bidder(doing)


def pass_(doing: Doing, _: Pass) -> None:
    """Bid nothing, and leave the auction (V2)."""
    doing.expect(BID, rule="V2")
    _leave_auction(doing, doing.seat)
    _next_bidder(doing)


def _leave_auction(doing: Doing, seat: int) -> None:
    auction = doing.auction
    doing.say("passed", seat=seat)
    bids = {**auction.bids, str(seat): 0}
    doing.auction = replace(auction, queue=auction.queue[1:], bids=bids)


def _next_bidder(doing: Doing) -> None:
    """The next seat that can still raise; whoever cannot is out. Then the auction is over."""
    while doing.auction.queue:
        seat = doing.auction.queue[0]
        if seat == doing.auction.seat:
            break
        player = doing.players[seat]
        if player.gold + player.points > doing.auction.coins:
            doing.put_on_turn(seat)
            doing.step = BID
            return
        _leave_auction(doing, seat)
    _settle_auction(doing)


def _settle_auction(doing: Doing) -> None:
    """The highest bid is paid and its seat begins; without a bid the start player begins for nothing (V4)."""
    auction = doing.auction
    if auction.seat >= 0:
        gold, points = doing.pay(auction.seat, auction.coins)
        doing.first = auction.seat
        doing.say("auction_won", seat=auction.seat, coins=gold, points=points)
    else:
        doing.say("no_bids", seat=doing.first)
    ask_to_remove(doing)


def bids(state: State, seat: int) -> Iterator[Move]:
    """All bids that the seat can make, the lowest first, then passing."""
    player = state.players[seat]
    yield from (Bid(coins) for coins in range(state.auction.coins + 1, player.gold + player.points + 1))
    yield Pass()


# --- figures ----------------------------------------------------------------------------------------------------------


def ask_to_remove(doing: Doing) -> None:
    """The start player removes one of the figures that were drawn (V5)."""
    doing.put_on_turn(doing.first)
    doing.step = REMOVE


def remove(doing: Doing, move: Remove) -> None:
    """A figure goes into the box; only then the tiles are laid out (V5, V6)."""
    doing.expect(REMOVE, rule="V5")
    if not doing.drawn.get(move.figure):
        raise Illegal("not_drawn", "V5", figure=move.figure)
    doing.drawn = take(doing.drawn, move.figure)
    doing.discard(move.figure)
    doing.say("removed", seat=doing.seat, figure=move.figure)
    lay_tiles(doing)
    if doing.options.figures == "automatic":
        place_figures(doing)
    else:
        doing.put_on_turn(doing.first)
        doing.step = COLOUR
        _last_colour(doing)


def choose_colour(doing: Doing, move: ChooseColour) -> None:
    """All figures of a colour come to the highest free fields; then the next seat chooses (V7)."""
    doing.expect(COLOUR, rule="V7")
    if not doing.drawn.get(move.figure):
        raise Illegal("not_drawn", "V7", figure=move.figure)
    _place_colour(doing, doing.seat, move.figure)
    doing.put_on_turn(doing.clockwise(doing.seat))
    _last_colour(doing)


def _last_colour(doing: Doing) -> None:
    """The last colour leaves no choice: it is placed at once."""
    if len(doing.drawn) == 1:
        (figure,) = doing.drawn
        _place_colour(doing, doing.turn.seat, figure)
    if not doing.drawn:
        _begin_buying(doing)


def _place_colour(doing: Doing, seat: int, figure: str) -> None:
    count = doing.drawn[figure]
    doing.drawn = take(doing.drawn, figure, count)
    free = total(doing.drawn)
    wheel = list(doing.wheel)
    for field in range(free, free + count):
        wheel[field] = Spot(wheel[field].tile, figure)
    doing.wheel = tuple(wheel)
    doing.say("colour_placed", seat=seat, figure=figure, count=count)
