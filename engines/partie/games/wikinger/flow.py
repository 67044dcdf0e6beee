"""What goes by itself: rounds are laid out, seats bid and buy in turn, scorings follow, and the game ends."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from partie.games.wikinger.boats import ferries
from partie.games.wikinger.data import DATA, FIGURES, SHIPS, conduct
from partie.games.wikinger.scoring import Item, breakdown, final_params, large, settle, small, total
from partie.games.wikinger.state import BID, BUY, FERRY, OVER, REMOVE, Auction, Options, Player, Spot, Turn
from partie.games.wikinger.transition import Transition
from partie.kit.pools import draw

_ROUNDS = DATA.rounds


def begin_round(transition: Transition) -> None:
    """Lay out what the round begins with, up to the first decision (O1, V1)."""
    transition.say("round", round=transition.round, seat=transition.first)
    if transition.options.advanced:
        _fill_display(transition)
    if basic_offer(transition.options):
        lay_tiles(transition)
        for _ in range(_ROUNDS.drawn.basic):
            transition.draw_figure()
        place_figures(transition)
        return
    for _ in range(_ROUNDS.drawn.advanced):
        transition.draw_figure()
    transition.say("drawn", count=_ROUNDS.drawn.advanced)
    transition.auction = Auction(queue=transition.clockwise_from(transition.first))
    if transition.options.auction == "none":
        ask_to_remove(transition)
    else:
        next_bidder(transition)


def basic_offer(options: Options) -> bool:
    """Whether nobody decides anything of the offer (O1, V9)."""
    automatic = options.auction == "none" and options.figures == "automatic"
    return not options.advanced or (automatic and conduct(options).basic_offer)


def _fill_display(transition: Transition) -> None:
    """Special tiles are drawn until four lie open (V1, S2)."""
    while len(transition.display) < DATA.specials.display:
        special, transition.stock = draw(transition.stock, transition.chance)
        transition.display = (*transition.display, special)
        transition.say("special_laid", special=special)


def lay_tiles(transition: Transition) -> None:
    """Islands come to the cheapest free spaces, ships to the most expensive ones, as they are drawn (O2)."""
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
    begin_buying(transition)


def begin_buying(transition: Transition) -> None:
    """The offer is complete: the start player buys first (B1)."""
    transition.put_on_turn(transition.first)
    transition.step = BUY


# --- the auction ------------------------------------------------------------------------------------------------------


def lowest_bid(options: Options, auction: Auction) -> int:
    """The least that can be bid: more than anyone before, or 0 where the first "nothing" is a bid (V2)."""
    opening = auction.seat < 0 and options.auction == "open" and conduct(options).zero_bids
    return 0 if opening else auction.coins + 1


def next_bidder(transition: Transition) -> None:
    """The next seat that can still raise; seats that cannot are out. Then the auction is over."""
    while transition.auction.queue:
        seat = transition.auction.queue[0]
        if seat == transition.auction.seat:
            break
        player = transition.players[seat]
        if player.gold + player.points >= lowest_bid(transition.options, transition.auction):
            transition.put_on_turn(seat)
            transition.step = BID
            return
        leave_auction(transition, seat)
    _settle_auction(transition)


def leave_auction(transition: Transition, seat: int) -> None:
    """A seat bids nothing more in this round (V2)."""
    auction = transition.auction
    transition.say("passed", seat=seat)
    bids = {**auction.bids, str(seat): 0}
    transition.auction = replace(auction, queue=auction.queue[1:], bids=bids)


def _settle_auction(transition: Transition) -> None:
    """The highest bid is paid and its seat begins; without one above 0 the start player begins for nothing (V4)."""
    auction = transition.auction
    if auction.coins:
        gold, points = transition.pay(auction.seat, auction.coins)
        transition.first = auction.seat
        transition.say("auction_won", seat=auction.seat, coins=gold, points=points)
    else:
        transition.say("no_bids", seat=transition.first)
    ask_to_remove(transition)


def ask_to_remove(transition: Transition) -> None:
    """The start player removes one of the figures that were drawn (V5)."""
    transition.put_on_turn(transition.first)
    transition.step = REMOVE


# --- buying -----------------------------------------------------------------------------------------------------------


def next_buyer(transition: Transition) -> None:
    """The next seat buys; once all combinations are sold, the round is scored (B1, W1)."""
    if any(spot.tile for spot in transition.wheel):
        transition.put_on_turn(transition.clockwise(transition.seat))
        transition.step = BUY
    else:
        begin_scoring(transition)


# --- scoring ----------------------------------------------------------------------------------------------------------


def begin_scoring(transition: Transition) -> None:
    """All combinations are sold: the scoring of the round (W1, W2)."""
    if transition.round not in _ROUNDS.large:
        transition.say("small_scoring", round=transition.round)
        for seat in transition.clockwise_from(transition.first):
            _score(transition, seat, small(transition.players[seat]))
        _close(transition, small)
        return
    transition.say("large_scoring", round=transition.round)
    transition.queue = transition.clockwise_from(transition.first)
    go_on_ferrying(transition)


def go_on_ferrying(transition: Transition) -> None:
    """One seat after the other ferries and scores (W2)."""
    while transition.queue:
        seat = transition.queue[0]
        if ferries(transition.options.advanced, transition.players[seat], {}):
            transition.put_on_turn(seat)
            transition.step = FERRY
            return
        score_large(transition)
    _close(transition, large)


def score_large(transition: Transition) -> None:
    """The next seat of the large scoring has ferried, if it could, and its area is scored."""
    seat = transition.queue[0]
    transition.queue = transition.queue[1:]
    _score(transition, seat, large(transition.players[seat]))


def _score(transition: Transition, seat: int, items: tuple[Item, ...]) -> None:
    for item in items:
        if item.points or item.gold:
            transition.say(f"scored_{item.key}", seat=seat, points=item.points, coins=item.gold, count=item.count)
        transition.earn(seat, item.points, item.gold)


def _close(transition: Transition, scoring: Callable[[Player], tuple[Item, ...]]) -> None:
    """The scoring is over: the next round, or the end (W3)."""
    for seat, player in enumerate(transition.players):
        points, gold = total(scoring(player))
        transition.say("scored", seat=seat, points=points, coins=gold)
    if transition.round == _ROUNDS.rounds:
        _end(transition)
        return
    transition.round += 1
    transition.first = transition.clockwise(transition.first)
    begin_round(transition)


def _end(transition: Transition) -> None:
    """The final scoring (F1)."""
    transition.say("final_scoring")
    for seat, (player, settlement) in enumerate(zip(transition.players, settle(transition.players), strict=True)):
        for item in settlement.items:
            if item.points or item.gold:
                transition.say(f"end_{item.key}", seat=seat, **final_params(item))
        transition.say("ended", seat=seat, points=breakdown(player, settlement)[0])
    transition.say("game_over")
    transition.turn = Turn(transition.first)
    transition.step = OVER
