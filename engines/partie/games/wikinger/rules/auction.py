"""The offer of the advanced game: who bids to lay it out, which figure leaves it, which colours come first."""

from __future__ import annotations

from collections.abc import Iterator

from partie.games.wikinger import flow
from partie.games.wikinger.data import DATA
from partie.games.wikinger.state import (
    BID,
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


# --- the auction ------------------------------------------------------------------------------------------------------


def bid(transition: Transition, move: Bid) -> None:
    """Bid more than anyone before (V2, V3)."""
    transition.expect(BID, rule="V2")
    auction, player = transition.auction, transition.player
    lowest = flow.lowest_bid(transition.options, auction)
    if move.coins < lowest:
        raise Illegal("bid_too_low", "V2", coins=lowest)
    if move.coins > player.gold + player.points:
        raise Illegal("bid_too_high", "V3", coins=player.gold + player.points)
    transition.say("bid", seat=transition.seat, coins=move.coins)
    others = auction.queue[1:]
    queue = (*others, transition.seat) if transition.options.auction == "open" else others
    bids = {**auction.bids, str(transition.seat): move.coins}
    transition.auction = Auction(move.coins, transition.seat, queue, bids)
    flow.next_bidder(transition)


def pass_(transition: Transition, _: Pass) -> None:
    """Bid nothing, and leave the auction, unless nothing is a bid (V2)."""
    transition.expect(BID, rule="V2")
    if not flow.lowest_bid(transition.options, transition.auction):
        raise Illegal("nothing_to_raise", "V2")
    flow.leave_auction(transition, transition.seat)
    flow.next_bidder(transition)


def bids(state: State, seat: int) -> Iterator[Move]:
    """All bids that the seat can make, the lowest first, then passing."""
    player, lowest = state.players[seat], flow.lowest_bid(state.options, state.auction)
    yield from (Bid(coins) for coins in range(lowest, player.gold + player.points + 1))
    if lowest:
        yield Pass()


# --- figures ----------------------------------------------------------------------------------------------------------


def remove(transition: Transition, move: Remove) -> None:
    """A figure goes into the box; only then the tiles are laid out (V5, V6)."""
    transition.expect(REMOVE, rule="V5")
    if not transition.drawn.get(move.figure):
        raise Illegal("not_drawn", "V5", figure=move.figure)
    transition.drawn = take(transition.drawn, move.figure)
    transition.discard(move.figure)
    transition.say("removed", seat=transition.seat, figure=move.figure)
    flow.lay_tiles(transition)
    if transition.options.figures == "automatic":
        flow.place_figures(transition)
    else:
        transition.put_on_turn(transition.first)
        transition.step = COLOUR
        _last_colour(transition)


def choose_colour(transition: Transition, move: ChooseColour) -> None:
    """All figures of a colour come to the highest free spaces; then the next seat chooses (V7)."""
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
        flow.begin_buying(transition)


def _place_colour(transition: Transition, seat: int, figure: str) -> None:
    count = transition.drawn[figure]
    transition.drawn = take(transition.drawn, figure, count)
    free = total(transition.drawn)
    wheel = list(transition.wheel)
    for space in range(free, free + count):
        wheel[space] = Spot(wheel[space].tile, figure)
    transition.wheel = tuple(wheel)
    transition.say("colour_placed", seat=seat, figure=figure, count=count)
