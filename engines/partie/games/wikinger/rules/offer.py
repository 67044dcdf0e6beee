"""The offer of a round: tiles and figures at the wheel, and in the advanced game who lays them out and how."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from partie.games.wikinger.data import DATA, FIGURES, SHIPS
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
from partie.games.wikinger.transition import Transition
from partie.kit import Illegal
from partie.kit.pools import take, total

_ROUNDS = DATA.rounds


def begin_round(transition: Transition) -> None:
    """Lay out what the round begins with, up to the first decision (O1, V1)."""
    transition.say("round", round=transition.round, seat=transition.first)
    if not transition.options.advanced:
        lay_tiles(transition)
        for _ in range(_ROUNDS.drawn.basic):
            transition.draw_figure()
        place_figures(transition)
        return
    while len(transition.display) < DATA.specials.display:
        special = transition.chance.draw(transition.stock)
        transition.stock = take(transition.stock, special)
        transition.display = (*transition.display, special)
        transition.say("special_laid", special=special)
    for _ in range(_ROUNDS.drawn.advanced):
        transition.draw_figure()
    transition.say("drawn", count=_ROUNDS.drawn.advanced)
    transition.auction = Auction(queue=transition.clockwise_from(transition.first))
    if transition.options.auction == "none":
        ask_to_remove(transition)
    else:
        _next_bidder(transition)


def lay_tiles(transition: Transition) -> None:
    """Islands come to the cheapest free fields, ships to the dearest ones, as they are drawn (O2)."""
    low, high = 0, _ROUNDS.fields - 1
    wheel = list(transition.wheel)
    for _ in range(_ROUNDS.fields):
        tile = transition.draw_tile()
        if tile in SHIPS:
            wheel[high] = Spot(tile)
            high -= 1
        else:
            wheel[low] = Spot(tile)
            low += 1
    transition.wheel = tuple(wheel)
    transition.say("laid_out", islands=low, ships=_ROUNDS.fields - low)


def place_figures(transition: Transition) -> None:
    """All figures that were drawn come to the wheel, colour by colour from 0 upwards (O3)."""
    figures = (figure for figure in FIGURES for _ in range(transition.drawn.get(figure, 0)))
    transition.wheel = tuple(Spot(spot.tile, figure) for spot, figure in zip(transition.wheel, figures, strict=True))
    transition.drawn = {}
    _begin_buying(transition)


def _begin_buying(transition: Transition) -> None:
    transition.put_on_turn(transition.first)
    transition.step = BUY


# --- the auction ------------------------------------------------------------------------------------------------------


def bid(transition: Transition, move: Bid) -> None:
    """Bid more than anyone before (V2, V3)."""
    transition.expect(BID, rule="V2")
    auction, player = transition.auction, transition.player
    if move.coins <= auction.coins:
        raise Illegal("bid_too_low", "V2", coins=auction.coins + 1)
    if move.coins > player.gold + player.points:
        raise Illegal("bid_too_high", "V3", coins=player.gold + player.points)
    transition.say("bid", seat=transition.seat, coins=move.coins)
    others = auction.queue[1:]
    queue = (*others, transition.seat) if transition.options.auction == "open" else others
    bids = {**auction.bids, str(transition.seat): move.coins}
    transition.auction = Auction(move.coins, transition.seat, queue, bids)
    _next_bidder(transition)


def pass_(transition: Transition, _: Pass) -> None:
    """Bid nothing, and leave the auction (V2)."""
    transition.expect(BID, rule="V2")
    _leave_auction(transition, transition.seat)
    _next_bidder(transition)


def _leave_auction(transition: Transition, seat: int) -> None:
    auction = transition.auction
    transition.say("passed", seat=seat)
    bids = {**auction.bids, str(seat): 0}
    transition.auction = replace(auction, queue=auction.queue[1:], bids=bids)


def _next_bidder(transition: Transition) -> None:
    """The next seat that can still raise; whoever cannot is out. Then the auction is over."""
    while transition.auction.queue:
        seat = transition.auction.queue[0]
        if seat == transition.auction.seat:
            break
        player = transition.players[seat]
        if player.gold + player.points > transition.auction.coins:
            transition.put_on_turn(seat)
            transition.step = BID
            return
        _leave_auction(transition, seat)
    _settle_auction(transition)


def _settle_auction(transition: Transition) -> None:
    """The highest bid is paid and its seat begins; without a bid the start player begins for nothing (V4)."""
    auction = transition.auction
    if auction.seat >= 0:
        gold, points = transition.pay(auction.seat, auction.coins)
        transition.first = auction.seat
        transition.say("auction_won", seat=auction.seat, coins=gold, points=points)
    else:
        transition.say("no_bids", seat=transition.first)
    ask_to_remove(transition)


def bids(state: State, seat: int) -> Iterator[Move]:
    """All bids that the seat can make, the lowest first, then passing."""
    player = state.players[seat]
    yield from (Bid(coins) for coins in range(state.auction.coins + 1, player.gold + player.points + 1))
    yield Pass()


# --- figures ----------------------------------------------------------------------------------------------------------


def ask_to_remove(transition: Transition) -> None:
    """The start player removes one of the figures that were drawn (V5)."""
    transition.put_on_turn(transition.first)
    transition.step = REMOVE


def remove(transition: Transition, move: Remove) -> None:
    """A figure goes into the box; only then the tiles are laid out (V5, V6)."""
    transition.expect(REMOVE, rule="V5")
    if not transition.drawn.get(move.figure):
        raise Illegal("not_drawn", "V5", figure=move.figure)
    transition.drawn = take(transition.drawn, move.figure)
    transition.discard(move.figure)
    transition.say("removed", seat=transition.seat, figure=move.figure)
    lay_tiles(transition)
    if transition.options.figures == "automatic":
        place_figures(transition)
    else:
        transition.put_on_turn(transition.first)
        transition.step = COLOUR
        _last_colour(transition)


def choose_colour(transition: Transition, move: ChooseColour) -> None:
    """All figures of a colour come to the highest free fields; then the next seat chooses (V7)."""
    transition.expect(COLOUR, rule="V7")
    if not transition.drawn.get(move.figure):
        raise Illegal("not_drawn", "V7", figure=move.figure)
    _place_colour(transition, transition.seat, move.figure)
    transition.put_on_turn(transition.clockwise(transition.seat))
    _last_colour(transition)


def _last_colour(transition: Transition) -> None:
    """The last colour leaves no choice: it is placed at once."""
    if len(transition.drawn) == 1:
        (figure,) = transition.drawn
        _place_colour(transition, transition.turn.seat, figure)
    if not transition.drawn:
        _begin_buying(transition)


def _place_colour(transition: Transition, seat: int, figure: str) -> None:
    count = transition.drawn[figure]
    transition.drawn = take(transition.drawn, figure, count)
    free = total(transition.drawn)
    wheel = list(transition.wheel)
    for field in range(free, free + count):
        wheel[field] = Spot(wheel[field].tile, figure)
    transition.wheel = tuple(wheel)
    transition.say("colour_placed", seat=seat, figure=figure, count=count)
