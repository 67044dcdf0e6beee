"""Small, large and final scoring."""

import pytest
from msgspec.structs import replace

from partie.games.wikinger import wikinger
from partie.games.wikinger.islands import finished, threats
from partie.games.wikinger.scoring import Item, around, breakdown, large, settle, small, supply, total
from partie.games.wikinger.state import Buy, EndFerrying, Ferry, Place, Player
from tests.engines.wikinger.position import OFFER, do, ferrying, player, position, spot, told

EXAMPLE = {
    "ship-1": "ship-blue",
    "warrior-1": "left/warrior",
    "noble-1": "left/noble",
    "scout-1": "left/scout",
    "goldsmith-1": "left/goldsmith",
    "ship-2": "ship-green",
    "noble-2": "farm/noble",
    "scout-2": "farm/scout",
    "goldsmith-2": "farm/goldsmith",
    "fisherman-2": "farm/fisherman",
    "ship-3": "ship-red",
    "warrior-3": "farm/warrior",
    "scout-3": "right/scout",
}
"""An area with the figures of the rule book's large scoring; where they stand is our reconstruction."""


def item(items: tuple[Item, ...], key: str) -> Item:
    """One row of a scoring."""
    return next(each for each in items if each.key == key)


def final(*players: Player) -> list[dict[str, int]]:
    """The points of the final scoring by item, for every seat."""
    return [{each.key: each.points for each in settlement.items} for settlement in settle(players)]


@pytest.mark.rules("L4", "L5", "L6", "L7", "L8", "L9")
def test_the_large_scoring_of_the_rule_book_brings_8_points_and_9_gold() -> None:
    """Two repelled ships, one noble of two, two scouts of three with one goldsmith below, two goldsmiths."""
    rows = large(player(EXAMPLE))
    assert total(rows) == (8, 9)
    assert item(rows, "ship") == Item("ship", 3, 3, 2, 1)
    assert item(rows, "noble") == Item("noble", 2, 0, 1, 1)
    assert item(rows, "scout") == Item("scout", 3, 0, 2, 1)
    assert item(rows, "goldsmith") == Item("goldsmith", 0, 6, 2, 0)
    assert item(rows, "fisherman") == Item("fisherman", 0, 0, 1, 0)


@pytest.mark.rules("K1")
def test_the_small_scoring_of_the_same_area_brings_6_gold() -> None:
    """The other example of the rule book: goldsmiths only."""
    assert total(small(player(EXAMPLE))) == (0, 6)


@pytest.mark.rules("L4")
@pytest.mark.parametrize(("ship", "rows"), [("ship-red", 2), ("ship-green", 3), ("ship-yellow", 4), ("ship-blue", 5)])
def test_a_ship_threatens_down_to_the_row_of_its_sail(ship: str, rows: int) -> None:
    """The green one down to the scouts, as in the example; only in its own column."""
    assert threats(player({"ship-2": ship, "noble-1": "left/noble"}).land) == {2: rows}


@pytest.mark.rules("L5")
def test_a_warrior_right_below_repels_a_ship_and_no_other() -> None:
    """The one in the next column is of no use."""
    land = {"ship-1": "ship-blue", "ship-2": "ship-blue", "warrior-1": "left/warrior"}
    assert threats(player(land).land) == {2: 5}


@pytest.mark.rules("K1", "W1")
def test_goldsmiths_under_a_yellow_ship_bring_nothing() -> None:
    """Threatened in small scorings as in large ones; whether the island is finished does not matter."""
    land = {"ship-1": "ship-yellow", "goldsmith-1": "left/goldsmith", "goldsmith-2": "farm/goldsmith"}
    assert total(small(player(land))) == (0, 3)
    assert total(large(player(land))) == (0, 3)


@pytest.mark.rules("W1", "K1", "W2")
def test_after_an_odd_round_the_small_scoring_pays_everyone() -> None:
    """Then the next round is laid out."""
    smith = {"goldsmith-1": "left/goldsmith"}
    state = position(player(smith, gold=0), player(smith, gold=4), wheel={4: "left/scout"}, number=3, first=1)
    state = do(state, Buy(4))
    lines = told(state, Place("noble", 1, stands=False), OFFER)
    keys = [line.key for line in lines]
    assert keys.index("small_scoring") < keys.index("scored") < keys.index("round")
    assert [line.params["seat"] for line in lines if line.key == "scored_goldsmith"] == [1, 0]
    assert {line.params["coins"] for line in lines if line.key == "scored"} == {3}
    after = do(state, Place("noble", 1, stands=False), draws=OFFER)
    assert [each.gold for each in after.players] == [3, 7]


@pytest.mark.rules("W1", "W2", "L6")
def test_after_an_even_round_the_large_scoring_pays_everyone() -> None:
    """Without boatmen nobody has to decide anything."""
    noble = {"noble-1": "left/noble"}
    state = position(player(noble), player(noble), wheel={4: "left/scout"}, number=2)
    state = do(do(state, Buy(4)), Place("scout", 1, stands=True), draws=OFFER)
    assert [each.points for each in state.players] == [13, 12]
    assert wikinger.chapters(state) == 2


@pytest.mark.rules("L2", "W2")
def test_each_player_ferries_and_scores_before_the_next_one_does() -> None:
    """From the start player clockwise; who cannot ferry scores at once."""
    able = player({"noble-1": "left", "scout-1": "left/scout"}, boatman=1, noble=1)
    start = position(player(), able, able, wheel={4: "left/scout"}, number=2, first=0)
    state = do(start, Buy(4), Place("scout", 1, stands=True))
    assert (state.step, state.turn.seat, state.players[0].points) == ("ferry", 1, 11)
    state = do(state, EndFerrying(0))
    assert (state.turn.seat, [each.points for each in state.players]) == (2, [11, 11, 10])
    state = do(state, EndFerrying(0), draws=OFFER)
    assert (state.round, state.first, state.turn.seat) == (3, 1, 1)


# --- the final scoring ------------------------------------------------------------------------------------------------


@pytest.mark.rules("F2")
def test_a_green_and_a_blue_ship_that_nobody_repels_cost_5_gold_and_3_points() -> None:
    """The example of the rule book; missing gold costs a point each."""
    land = {"ship-1": "ship-green", "ship-2": "ship-blue"}
    rich, poor = player(land, gold=7), player(land, gold=3)
    assert [each["ships"] for each in final(rich, poor)] == [-3, -5]
    assert [each.gold for each in settle((rich, poor))] == [2, 0]


@pytest.mark.rules("F3", "S7")
def test_five_gold_bring_a_point_and_three_with_the_special_tile() -> None:
    """The rest stays, and breaks ties."""
    plain, special = player(gold=14), replace(player(gold=14), specials=("gold-3",))
    assert [each["gold"] for each in final(plain, special)] == [2, 4]
    assert [each.gold for each in settle((plain, special))] == [4, 2]


@pytest.mark.rules("F2", "F3")
def test_ships_take_their_gold_before_it_turns_into_points() -> None:
    """Nine gold less five leave four."""
    assert final(player({"ship-1": "ship-green"}, gold=9))[0]["gold"] == 0


@pytest.mark.rules("F4", "S7")
def test_most_boatmen_bring_10_points_to_all_who_are_tied() -> None:
    """Special tiles count as boatmen; nobody has the points for none."""
    special = replace(player(boatman=1), specials=("boatman-1",))
    assert [each["boatmen"] for each in final(player(boatman=2), special, player(boatman=1))] == [10, 10, 0]
    assert [each["boatmen"] for each in final(player(), player())] == [0, 0]


@pytest.mark.rules("F5")
def test_three_finished_islands_are_counted_and_most_bring_7_points() -> None:
    """Ends without a gap between; two islands in one row are two."""
    land = {
        "scout-1": "left",
        "scout-2": "right",
        "scout-3": "left",
        "scout-4": "farm",
        "scout-5": "right",
        "noble-1": "start",
        "noble-2": "right",
        "goldsmith-1": "left",
        "goldsmith-3": "right",
        "fisherman-1": "left",
        "fisherman-2": "hall",
    }
    assert sorted(finished(player(land).land)) == [2, 2, 3]
    two = {"scout-1": "left", "scout-2": "right", "noble-1": "left", "noble-2": "right"}
    assert [each["islands"] for each in final(player(land), player(two))] == [7, 0]
    assert [each["islands"] for each in final(player(two), player(two), player())] == [7, 7, 0]
    assert [each["islands"] for each in final(player(), player())] == [0, 0]


@pytest.mark.rules("F6")
def test_an_island_of_six_tiles_is_the_longest() -> None:
    """Only finished islands count, by their tiles; all who are tied have five points."""
    six = {"scout-1": "left", **{f"scout-{column}": "farm" for column in range(2, 6)}, "scout-6": "right"}
    seven = {"scout-1": "left", **{f"scout-{column}": "farm" for column in range(2, 8)}}
    assert finished(player(six).land) == [6]
    assert [each["longest"] for each in final(player(six), player(seven))] == [5, 0]
    assert [each["longest"] for each in final(player(six), player(six))] == [5, 5]


@pytest.mark.rules("F7")
@pytest.mark.parametrize(("fishermen", "others", "points"), [(5, 18, 4), (3, 20, -8)])
def test_supply_as_in_the_examples_of_the_rule_book(fishermen: int, others: int, points: int) -> None:
    """23 figures: five fishermen feed 25, three feed 15."""
    land = {f"fisherman-{column}": "farm/fisherman" for column in range(1, fishermen + 1)}
    who = player(land, noble=others - 4, boatman=4)
    assert final(who)[0]["supply"] == points


@pytest.mark.rules("F7", "S7", "S10")
def test_the_special_tile_brings_three_points_for_each_figure_that_could_be_fed_besides() -> None:
    """Hunger costs the same; special tiles, boatmen on them too, need no supply."""
    land = {"fisherman-1": "left/fisherman"}
    held = ("supply-3", "boatman-1", "goldsmith-2")
    assert final(replace(player(land, noble=1), specials=held))[0]["supply"] == 9
    assert final(replace(player(land, noble=7), specials=held))[0]["supply"] == -3


@pytest.mark.rules("F7")
def test_threatened_fishermen_and_those_on_the_mainland_feed_nobody_and_have_to_be_fed() -> None:
    """One is safe, one lies under a blue ship, one waits."""
    land = {"ship-1": "ship-blue", "fisherman-1": "left/fisherman", "fisherman-2": "farm/fisherman"}
    who = player(land, fisherman=1)
    assert supply(who) == Item("supply", 4, 0, 5, 3)


@pytest.mark.rules("F8", "S8")
def test_a_special_building_counts_the_figures_on_it_and_around_it() -> None:
    """At most nine, also threatened neighbours and those of other islands; not when it is threatened itself."""
    land = {f"{row}-{column}": f"farm/{row}" for row in ("noble", "scout", "goldsmith") for column in range(1, 4)}
    land["scout-2"] = "special-tower/scout"
    land["ship-1"] = "ship-red"
    assert around(player(land).land, "scout-2") == 9
    assert final(player(land))[0]["buildings"] == 9
    assert final(player({**land, "scout-2": "special-tower"}))[0]["buildings"] == 8
    assert final(player({**land, "ship-2": "ship-green"}))[0]["buildings"] == 0
    assert final(player({**land, "ship-2": "ship-red"}))[0]["buildings"] == 9


@pytest.mark.rules("F1")
def test_the_score_is_the_sum_of_all_items_and_may_fall_below_zero() -> None:
    """Points so far, ships, gold, boatmen, islands, longest island, supply, buildings."""
    who = player({"ship-1": "ship-blue"}, gold=0, points=1, noble=5)
    other = player(boatman=1)
    (settlement, _) = settle((who, other))
    assert [each.key for each in settlement.items] == [
        "ships",
        "gold",
        "boatmen",
        "islands",
        "longest",
        "supply",
        "buildings",
    ]
    score, parts = breakdown(who, settlement)
    assert score == 1 - 3 - 5
    assert sum(int(part.params["points"]) for part in parts) == score


@pytest.mark.rules("F1", "F9", "W1")
def test_after_the_sixth_round_the_game_is_over() -> None:
    """Large scoring, then final scoring; who has most points wins."""
    state = position(player(points=30), player(points=10), wheel={4: "left/scout"}, number=6)
    state = do(do(state, Buy(4)), Place("noble", 1, stands=False), draws=())
    assert wikinger.pending(state) == frozenset()
    result = wikinger.result(state)
    assert result is not None
    assert (result.winners, result.places) == ((0,), (1, 2))
    assert wikinger.chapters(state) == 6
    assert wikinger.view(state, 0)["final"]


@pytest.mark.rules("F9")
def test_of_those_tied_the_one_with_more_gold_left_wins_else_all_of_them() -> None:
    """What is left after gold has turned into points."""
    over = position(player(gold=7), player(gold=8), player(gold=8), step="over", number=6)
    result = wikinger.result(over)
    assert result is not None
    assert (result.scores, result.winners, result.places) == ((11, 11, 11), (1, 2), (3, 1, 1))


@pytest.mark.rules("L2")
def test_ferrying_comes_before_scoring() -> None:
    """A noble who is brought over counts at once."""
    state = ferrying(player({"noble-1": "left"}, boatman=1, noble=1))
    state = do(do(state, Ferry("noble", 1)), EndFerrying(1), draws=OFFER)
    assert state.players[0].points == 12
    assert state.players[0].land["noble-1"] == spot("left/noble")
