"""What can be paid, held against trying everything."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.games.glenmore.data import KINDS, NOTHING, ROW, TILES, Counts, Recipe
from partie.games.glenmore.price import can_pay, may_buy, plus, revenue
from partie.games.glenmore.state import Give, Sell, Take
from tests.engines.glenmore.position import chain, do, legal, player, position

RECIPES = sorted({recipe for tile in TILES.values() for recipe in (tile.cost, tile.recipe) if recipe.high}, key=str)

goods = st.lists(st.sampled_from(KINDS), max_size=5).map(
    lambda kinds: (kinds.count(0), kinds.count(1), kinds.count(2), kinds.count(3), kinds.count(4))
)
rows = st.tuples(*[st.integers(0, ROW)] * 5)


def by_trying(recipe: Recipe, owned: Counts, coins: int, warehouse: Counts) -> bool:
    """Whether any order of giving, buying and selling pays the price."""

    @cache
    def reaches(given: Counts, owned: Counts, coins: int, warehouse: Counts) -> bool:
        if sum(given) >= recipe.low:
            return True
        for kind in KINDS:
            level = warehouse[kind]
            if (
                owned[kind]
                and given[kind] < recipe.most[kind]
                and reaches(plus(given, kind, 1), plus(owned, kind, -1), coins, warehouse)
            ):
                return True
            if (
                level < ROW
                and level + 1 <= coins
                and may_buy(recipe, given, owned, kind)
                and reaches(plus(given, kind, 1), owned, coins - level - 1, plus(warehouse, kind, 1))
            ):
                return True
            if (
                owned[kind]
                and level
                and reaches(given, plus(owned, kind, -1), coins + level, plus(warehouse, kind, -1))
            ):
                return True
        return False

    return reaches(NOTHING, owned, coins, warehouse)


@pytest.mark.rules("C1", "W1", "W3", "W5")
@settings(max_examples=400, deadline=None)
@given(st.sampled_from(RECIPES), goods, st.integers(0, 5), rows)
def test_a_price_can_be_paid_exactly_when_trying_everything_finds_a_way(
    recipe: Recipe, owned: Counts, coins: int, warehouse: Counts
) -> None:
    """For every price and activation of the game."""
    assert can_pay(recipe, NOTHING, owned, coins, warehouse) == by_trying(recipe, owned, coins, warehouse)


@pytest.mark.rules("W1")
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(RECIPES), goods, st.integers(0, 5), rows, st.sampled_from(KINDS))
def test_a_sale_never_spoils_a_payment(recipe: Recipe, owned: Counts, coins: int, warehouse: Counts, kind: int) -> None:
    """The good can be bought back for what it brought, so selling is never refused while paying."""
    if can_pay(recipe, NOTHING, owned, coins, warehouse) and owned[kind] and warehouse[kind]:
        after = plus(warehouse, kind, -1)
        assert can_pay(recipe, NOTHING, plus(owned, kind, -1), coins + warehouse[kind], after)


@pytest.mark.rules("W5")
@pytest.mark.parametrize(("covered", "number", "coins"), [(3, 1, 3), (3, 2, 5), (3, 9, 6), (1, 2, 1), (0, 1, 0)])
def test_what_several_sales_bring(covered: int, number: int, coins: int) -> None:
    """The row's coins from the highest covered space down."""
    assert revenue(covered, number) == coins


@pytest.mark.rules("C1", "C6")
def test_a_good_may_have_to_be_sold_although_it_could_be_given() -> None:
    """One cattle worth three coins and no coins: keeping it, nothing could be bought; sold, it pays for two others."""
    me = player({"0-06": "0,1"}, {"0-06": ["cattle"]}, coins=0)
    state = position(me, track=chain("0", "1", "3-10"), covered=(1, 1, 1, 3, 0))
    assert Take("3-10") in legal(state)
    state = do(state, Take("3-10"))
    assert Give("0-06", "cattle") not in legal(state)
    assert state.players[0].goods == {}
    assert sum(state.turn.given) < 2


@pytest.mark.rules("W1")
def test_a_sale_while_paying_goes_on_with_the_payment() -> None:
    """As soon as the coins suffice the missing stone is bought without a further question."""
    me = player({"0-02": "0,1", "0-03": "0,2"}, {"0-02": ["wood"], "0-03": ["sheep"]}, coins=0)
    state = position(me, track=chain("0", "1", "1-03"), covered=(1, 0, 2, 0, 0))
    state = do(state, Take("1-03"))
    assert state.turn.step == "pay"
    assert legal(state) == [Sell("0-02", "wood"), Sell("0-03", "sheep")]
    state = do(state, Sell("0-03", "sheep"))
    assert state.players[0].coins == 1
    assert state.turn.step == "place"
