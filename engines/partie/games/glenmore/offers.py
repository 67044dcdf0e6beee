"""What could be done with every tile, cell and good: its move or the rule against it, its price and its gain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from partie.games.glenmore import price, rules
from partie.games.glenmore.data import ANY, GOODS, KINDS, LIMIT, NOTHING, ROW, SPACES, TILES, Good, Recipe, Tile
from partie.games.glenmore.land import around, by_cell, cells_for, open_cells, reading_order
from partie.games.glenmore.rules.activating import ripe
from partie.games.glenmore.rules.laying import wakes
from partie.games.glenmore.rules.paying import due
from partie.games.glenmore.rules.taking import may_take_any
from partie.games.glenmore.state import (
    ACTIVATE,
    BENEFIT,
    COLLECT,
    DIE,
    MOVE,
    OVER,
    PAY,
    PLACE,
    TAKE,
    Activate,
    Buy,
    Collect,
    EndTurn,
    Enough,
    Give,
    Harvest,
    Move,
    Pass,
    PayChieftain,
    PayMember,
    Place,
    Player,
    Promote,
    Sell,
    State,
    Take,
    UseLochNess,
    Walk,
)
from partie.games.glenmore.track import is_tile, last_figure, onward
from partie.kit import Line, Offer
from partie.kit.transition import refusal

Lines = tuple[Line, ...]


def offers(state: State, seat: int) -> Sequence[Offer[Move]]:
    """An offer for every target of the present step, then one for every good that could be sold (W1)."""
    turn = state.turn
    if turn.step == OVER or seat != turn.seat:
        return ()
    player = state.players[seat]
    found: list[Offer[Move]] = []
    if turn.step == TAKE:
        found += _tiles(state, player)
    elif turn.step == PAY:
        found += _payments(state, player)
    elif turn.step == PLACE:
        found += _cells(state, player)
    elif turn.step in (BENEFIT, COLLECT):
        gain = [_line("gain_good", good=good, tile=turn.onto) for good in GOODS]
        found += [_offer(state, good, Collect(good), (), (line,)) for good, line in zip(GOODS, gain, strict=True)]
    else:
        if turn.step == ACTIVATE:
            found += _activations(state, player)
        found += _members(state, player)
        found.append(_offer(state, "track", EndTurn(), (), (*_lapses(state, player), *_afterwards(state))))
    found += _sales(state, player)
    return found


def _line(key: str, **params: str | int) -> Line:
    return Line(key, params)


def _offer(state: State, target: str, move: Move, cost: Lines, gain: Lines) -> Offer[Move]:
    """The offer of a move, or why it is refused. Nothing is drawn to find out."""
    against = refusal(rules.apply, state, state.turn.seat, move)
    return Offer(target, None if against else move, against, cost, gain)


# --- prices -----------------------------------------------------------------------------------------------------------


def _price(recipe: Recipe, state: State, player: Player) -> Iterator[Line]:
    """What is due, what of it is there, what has to be bought for how much, and what sales have to bring first."""
    if not recipe.high:
        return
    owned, covered = price.stock(player), state.warehouse
    missing = price.cheapest(recipe, NOTHING, owned, covered)
    if recipe.named:
        for kind in KINDS:
            if own := min(owned[kind], recipe.most[kind]):
                yield _line("price_own", good=GOODS[kind], count=own)
    else:
        kinds = [kind for kind in KINDS if recipe.most[kind]]
        if len(kinds) == 1:
            yield _line("price_up_to", good=GOODS[kinds[0]], count=recipe.high)
        elif recipe.most[0] > 1:
            yield _line("price_any", count=recipe.high)
        elif recipe.low == recipe.high:
            yield _line("price_different", count=recipe.high)
        else:
            yield _line("price_up_to_different", count=recipe.high)
    coins = 0
    for kind in missing:
        cost = covered[kind] + 1
        covered = price.plus(covered, kind, 1)
        coins += cost
        yield _line("price_buy", good=GOODS[kind], coins=cost)
    if coins > player.coins:
        yield _line("price_sell", coins=coins - player.coins)


def _tile_price(state: State, player: Player, tile: Tile) -> Lines:
    lines = [*_price(tile.cost, state, player)]
    if tile.whisky_cost:
        lines.append(_line("price_whisky", count=tile.whisky_cost))
    if tile.member_cost:
        lines.append(_line("price_member", count=tile.member_cost))
    return tuple(lines)


# --- gains ------------------------------------------------------------------------------------------------------------


def _yield(plot: str, player: Player) -> Line:
    """What activating a tile brings."""
    tile = TILES[plot]
    if tile.good >= 0 and sum(player.goods.get(plot, NOTHING)) >= LIMIT:
        return _line("gain_nothing_full", tile=plot)
    if tile.good == ANY:
        return _line("gain_good_of_choice", tile=plot)
    if tile.good >= 0:
        return _line("gain_good", tile=plot, good=GOODS[tile.good])
    if tile.movement:
        return _line("gain_movement", tile=plot, count=tile.movement)
    if tile.tavern:
        return _line("gain_points", tile=plot, points=tile.tavern)
    if tile.recipe.whisky:
        return _line("gain_whisky_for_grain", tile=plot, count=tile.recipe.whisky)
    if tile.recipe.low < tile.recipe.high:
        return _line("gain_points_up_to", tile=plot, points=tile.recipe.points[-1])
    return _line("gain_points_for_goods", tile=plot, points=tile.recipe.points[-1])


def _once(tile: Tile, player: Player) -> Iterator[Line]:
    """What laying the tile brings once."""
    if tile.card:
        yield _line("gain_card", card=tile.id)
    if tile.bonnets:
        yield _line("gain_bonnets", count=tile.bonnets)
    if tile.members:
        yield _line("gain_members", count=tile.members)
    if tile.whisky:
        yield _line("gain_whisky", tile=tile.id, count=tile.whisky)
    if tile.coins:
        yield _line("gain_coins", count=tile.coins)
    if tile.picks:
        yield _line("gain_goods_of_choice", count=tile.picks)
    if tile.fills:
        empty = [plot for plot in player.land if TILES[plot].good >= 0 and plot not in player.goods]
        yield _line("gain_filled", count=len(empty))
    if tile.wakes_all:
        yield _line("gain_wakes_all")


def _tiles(state: State, player: Player) -> Iterator[Offer[Move]]:
    """Every tile on the track: its price, its gain, where it may lie, and what happens to the track."""
    for what in filter(is_tile, onward(state)):
        tile = TILES[what]
        gain = [*_once(tile, player)]
        if tile.active:
            gain.append(_yield(what, player))
        for cell in cells_for(player.land, player.members, tile):
            woken = wakes({**player.land, what: cell}, what)
            gain.append(_line("may_lie", cell=cell, count=len(woken)))
        yield _offer(state, what, Take(what), _tile_price(state, player, tile), (*gain, *_taken(state, what)))
    if not may_take_any(state):
        nearest = next(what for what in onward(state) if is_tile(what))
        yield _offer(state, nearest, Pass(), (), (*_taken(state, nearest), _line("then_removed", tile=nearest)))


def _cells(state: State, player: Player) -> Iterator[Offer[Move]]:
    """Every empty cell at a side of the land, and what laying the tile there activates."""
    tile = state.turn.hand
    for cell in open_cells(player.land):
        woken = wakes({**player.land, tile: cell}, tile)
        yield _offer(state, cell, Place(cell), (), tuple(_yield(plot, player) for plot in woken))


def _payments(state: State, player: Player) -> Iterator[Offer[Move]]:
    turn = state.turn
    if not due(turn).high:
        for plot in sorted(player.members):
            yield _offer(state, plot, PayMember(plot), (_line("price_member", count=1),), ())
        yield _offer(state, "chieftains", PayChieftain(), (_line("price_chieftain", count=1),), ())
        return
    for plot in sorted(player.goods):
        for good in _lying(player, plot):
            yield _offer(state, plot, Give(plot, good), (_line("price_own", good=good, count=1),), ())
    number, points = sum(turn.given), TILES[turn.paying].recipe.points
    if not turn.hand and due(turn).low <= number < due(turn).high:
        gain = _line("gain_points", tile=turn.paying, points=points[number - 1])
        yield _offer(state, turn.paying, Enough(), (), (gain,))
    for kind, good in enumerate(GOODS):
        cost = (_line("price_buy", good=good, coins=state.warehouse[kind] + 1),) if state.warehouse[kind] < ROW else ()
        yield _offer(state, good, Buy(good), cost, ())


def _activations(state: State, player: Player) -> Iterator[Offer[Move]]:
    """Every own tile: awake, or by Loch Ness, or why not."""
    turn = state.turn
    for plot in sorted(player.land, key=lambda each: reading_order(player.land[each])):
        by_ness = turn.ness and plot not in turn.awake and plot not in turn.spent
        move = UseLochNess(plot) if by_ness else Activate(plot)
        gain = (_yield(plot, player),) if TILES[plot].active else ()
        yield _offer(state, plot, move, tuple(_price(TILES[plot].recipe, state, player)), gain)
    together = ripe(player, turn)
    if len(together) > 1:
        yield _offer(state, "awake", Harvest(), (), tuple(_yield(plot, player) for plot in together))


def _members(state: State, player: Player) -> Iterator[Offer[Move]]:
    """Steps to every neighbouring tile, and promotions."""
    if not state.turn.movement:
        return
    tiles, cost = by_cell(player.land), (_line("price_movement", count=1), *_last_chances(state, player))
    for plot in sorted(player.members):
        yield _offer(state, plot, Promote(plot), cost, (_line("gain_chieftain", count=1),))
        for cell in around(player.land[plot]):
            if cell in tiles:
                yield _offer(state, tiles[cell], Walk(plot, tiles[cell]), cost, ())


def _sales(state: State, player: Player) -> Iterator[Offer[Move]]:
    for plot in sorted(player.goods):
        for good in _lying(player, plot):
            coins = state.warehouse[GOODS.index(good)]
            gain = (_line("gain_coins", count=coins),) if coins else ()
            yield _offer(state, plot, Sell(plot, good), (_line("price_own", good=good, count=1),), gain)


def _lying(player: Player, plot: str) -> Iterable[Good]:
    return [good for good, number in zip(GOODS, player.goods[plot], strict=True) if number]


# --- what follows -----------------------------------------------------------------------------------------------------


def _taken(state: State, tile: str) -> Iterator[Line]:
    """What happens to the track when that tile is taken and the turn ends."""
    space = state.track.index(tile)
    track = list(state.track)
    track[space], track[state.tail] = str(state.turn.seat), ""
    yield from _follows(state, tuple(track))


def _afterwards(state: State) -> Iterator[Line]:
    yield from _follows(state, state.track)


def _follows(state: State, track: tuple[str, ...]) -> Iterator[Line]:
    far = last_figure(track, state.tail)
    for behind in range(far):
        if what := track[(state.tail + behind) % SPACES]:
            yield _line("then_removed", tile=what)
    number, left = next((number, len(stack)) for number, stack in enumerate(state.stacks, 1) if stack)
    last = number == len(state.stacks)
    yield _line("then_laid_out", count=min(far, left) if last else far)
    if left <= far:
        yield _line("then_scoring", round=number)
        if last:
            yield _line("then_end")
            return
    following = track[(state.tail + far) % SPACES]
    yield _line("then_die") if following == DIE else _line("then_seat", seat=int(following))


def _lapses(state: State, player: Player) -> Iterator[Line]:
    """What would be lost by ending the turn now."""
    yield from _last_chances(state, player)
    if state.turn.movement:
        yield _line("lapses_movement", count=state.turn.movement)


def _last_chances(state: State, player: Player) -> Iterator[Line]:
    """Tiles that could still bring a good, but no longer once a clan member has moved or the turn has ended (M1)."""
    for plot in state.turn.awake if state.turn.step != MOVE else ():
        if TILES[plot].good >= 0 and sum(player.goods.get(plot, NOTHING)) < LIMIT:
            yield _line("lapses_activation", tile=plot)
