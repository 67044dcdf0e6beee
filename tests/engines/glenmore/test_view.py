"""The view, the lines of events, and the offers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from partie.games.glenmore import glenmore
from partie.games.glenmore.data import TILES
from partie.games.glenmore.state import Activate, EndTurn, Options, Place, Promote, Scoring, Sell, State, Take, Walk
from partie.kit import SPECTATOR, Event, Line, Offer
from partie.kit.patch import diff
from partie.kit.playout import game_key, opening, play
from partie.kit.values import check_view
from tests.engines.glenmore.position import chain, do, lay, legal, player, position, told, warehouse

NO_SCORING = Scoring(counts=((0, 0, 0), (0, 0, 0)), points=((0, 0, 0), (0, 0, 0)))


def view(state: State) -> Any:
    """The view, whose values are looked into."""
    return glenmore.view(state, SPECTATOR)


def offer(state: State, target: str, kind: type | None = None) -> Offer[Any]:
    """The offer of a target, by its move's kind if it has several."""
    found = [
        each
        for each in glenmore.offers(state, 0)
        if each.target == target and (kind is None or isinstance(each.move, kind))
    ]
    assert found, target
    return found[0]


@pytest.mark.rules("T10")
def test_the_view_shows_the_table() -> None:
    """Track, warehouse, stacks, lands with goods and clan members, cards, and the turn."""
    me = player({"1-18": "1,1", "0-02": "0,1"}, {"0-02": ["wood", "wood"]}, {"0-02": 2}, whisky=3, points=4)
    shown = view(position(me, track=chain("0", "die", "1", "1-16"), covered=warehouse(wood=2)))
    check_view(shown)
    assert shown["track"] == {
        "length": 14,
        "tail": 0,
        "fields": {"0": {"seat": 0}, "1": {"die": True}, "2": {"seat": 1}, "3": {"tile": "1-16"}},
    }
    assert shown["warehouse"] == {"wood": 2, "stone": 0, "sheep": 0, "cattle": 0, "grain": 0}
    assert shown["players"]["0"] == {
        "points": 4,
        "coins": 6,
        "whisky": 3,
        "chieftains": 0,
        "bonnets": 1,
        "tiles": 3,
        "cards": {"1-18": True},
        "land": {
            "0,0": {"tile": "S-1"},
            "1,1": {"tile": "1-18"},
            "0,1": {"tile": "0-02", "goods": {"wood": 2}, "members": 2},
        },
    }
    assert shown["turn"] == {"seat": 0, "movement": 0, "loch_ness": False, "awake": {}}


def test_unchanged_parts_of_the_view_are_shared() -> None:
    """A sale leaves the other seats' boards and the track the same objects, so a difference need not walk them."""
    me = player({"0-02": "0,1"}, {"0-02": ["wood"]})
    before = position(me, covered=warehouse(wood=1))
    after = do(before, Sell("0-02", "wood"))
    old, new = view(before), view(after)
    assert new["players"]["1"] is old["players"]["1"]
    assert new["track"] is old["track"]
    assert new["players"]["0"]["cards"] is old["players"]["0"]["cards"]
    assert new["players"]["0"]["land"]["0,0"] is old["players"]["0"]["land"]["0,0"]
    assert diff(old, new) == {
        "warehouse": {"wood": 0},
        "players": {"0": {"coins": 7, "land": {"0,1": {"goods": None}}}},
    }


def test_the_free_places_of_the_tile_in_hand_are_shown() -> None:
    """All empty cells at the sides of the land, and which of them fit."""
    state = do(position(player({"0-02": "0,1"})), Take("1-16"))
    assert view(state)["cells"] == {
        "0,-1": False,
        "-1,0": False,
        "1,0": False,
        "-1,1": True,
        "1,1": True,
        "0,2": False,
    }


def test_the_lines_of_a_turn_tell_everything_in_order() -> None:
    """From the figure's move to the goods of the warehouse, the tile, and what it wakes."""
    me = player({"0-02": "0,1", "0-07": "0,-1"}, {"0-02": ["wood"]}, coins=3)
    state = position(me, track=chain("0", "1", "1-18"), covered=warehouse(grain=1, stone=0))
    assert told(state, Take("1-18")) == [
        Line("took", {"seat": 0, "tile": "1-18", "from": 0, "to": 2}),
        Line("gave", {"seat": 0, "good": "wood", "tile": "0-02", "for": "1-18"}),
        Line("bought", {"seat": 0, "good": "stone", "coins": 1, "for": "1-18"}),
        Line("bought", {"seat": 0, "good": "grain", "coins": 2, "for": "1-18"}),
    ]
    assert told(do(state, Take("1-18")), Place("1,1")) == [
        Line("laid", {"seat": 0, "tile": "1-18", "cell": "1,1"}),
        Line("card", {"seat": 0, "card": "1-18"}),
        Line("joined", {"seat": 0, "tile": "1-18"}),
        Line("whisky", {"seat": 0, "tile": "1-18", "count": 1}),
        Line("movement", {"seat": 0, "tile": "1-18", "count": 1}),
        Line("movement", {"seat": 0, "tile": "S-1", "count": 1}),
    ]


def test_an_activation_that_brings_nothing_yet_is_told_all_the_same() -> None:
    """What it brings follows with the payment; one that brings something at once is described by that."""
    me = player({"1-03": "0,1", "0-05": "1,0", "0-02": "1,1"}, {"0-05": ["grain"]})
    state = lay(position(me), "1-16", "-1,1")
    assert told(state, Activate("1-03"))[0] == Line("activated", {"seat": 0, "tile": "1-03"})
    assert [line.key for line in told(state, Activate("1-16"))] == ["grew"]


def test_the_lines_of_an_end_of_turn_tell_each_tile_and_each_category() -> None:
    """The seat that ends it, then the tiles removed and laid out, the scoring seat by seat, the next turn."""
    state = position(
        player(whisky=2),
        player(start="S-2"),
        track=chain("", "1-15", "1", "0"),
        stacks=(["1-03"], ["2-01"], ["3-01"]),
        step="move",
    )
    lines = glenmore.describe(state, Event(0, EndTurn(), ("1-03", "2-01")), state, SPECTATOR)
    assert lines[:5] == [
        Line("ended_turn", {"seat": 0}),
        Line("removed", {"tile": "1-15", "field": 1}),
        Line("laid_out", {"tile": "1-03", "field": 13}),
        Line("scoring", {"round": 1}),
        Line("scored", {"seat": 0, "category": "whisky", "count": 2, "points": 2}),
    ]
    assert [line.key for line in lines].count("scored") == 2 * 6


def test_lines_name_what_the_views_show() -> None:
    """Tiles, spaces and cells of every line stand in the view before or after the event."""
    key = game_key(1, 4)
    state = opening(glenmore, 3, Options(), key)
    for step in play(glenmore, state, key):
        shown = str(glenmore.view(step.before, 0)) + str(glenmore.view(step.after, 0))
        for line in glenmore.describe(step.before, step.event, step.after, 0):
            for name in ("tile", "card", "plot", "to", "cell"):
                value = line.params.get(name, "")
                if isinstance(value, str):
                    assert value in shown


@pytest.mark.rules("C1", "W2", "W5")
def test_the_offer_of_a_tile_tells_its_whole_price() -> None:
    """What is paid from own goods, what is bought for how much, and what sales must bring first."""
    me = player({"0-02": "0,1", "0-06": "0,2"}, {"0-02": ["wood"], "0-06": ["cattle"]}, coins=3)
    state = position(me, track=chain("0", "1", "2-17"), covered=warehouse(stone=1, sheep=2, cattle=2))
    found = offer(state, "2-17")
    assert found.move == Take("2-17")
    assert found.price == (
        Line("price_own", {"good": "wood", "count": 1}),
        Line("price_buy", {"good": "stone", "coins": 2}),
        Line("price_buy", {"good": "sheep", "coins": 3}),
        Line("price_sell", {"coins": 2}),
    )


def test_the_offer_of_a_tile_tells_its_gain_and_what_follows() -> None:
    """Benefits, the yield, places with what wakes there, tiles that are lost, who is next."""
    me = player({"0-02": "0,1"})
    state = position(me, track=chain("0", "1-15", "1", "1-21"), stacks=(["1-03", "1-04"], ["2-01"], ["3-01"]))
    gain = offer(state, "1-21").gain
    assert gain == (
        Line("gain_members", {"count": 1}),
        Line("gain_movement", {"tile": "1-21", "count": 1}),
        Line("may_lie", {"cell": "-1,1", "count": 3}),
        Line("may_lie", {"cell": "1,1", "count": 3}),
        Line("then_removed", {"tile": "1-15"}),
        Line("then_laid_out", {"count": 2}),
        Line("then_scoring", {"round": 1}),
        Line("then_seat", {"seat": 1}),
    )


@pytest.mark.rules("T4")
def test_an_offer_that_ends_the_game_says_so_and_names_nobody_next() -> None:
    """Three spaces would be filled, but two tiles are left: scoring, end; so too in the offer of ending the turn."""
    me = player({"0-02": "0,1"})
    state = position(me, track=chain("0", "1-15", "1-16", "1-21", "1"), stacks=([], [], ["3-01", "3-04"]))
    ends = (Line("then_laid_out", {"count": 2}), Line("then_scoring", {"round": 3}), Line("then_end"))
    state = replace(state, scorings=(NO_SCORING, NO_SCORING))
    assert offer(state, "1-21").gain[-3:] == ends
    state = lay(replace(state, track=chain("", "1-15", "1-16", "0", "1")), "1-21", "1,1")
    assert offer(state, "track").gain[-3:] == ends


@pytest.mark.rules("A8")
def test_the_offer_of_a_distillery_tells_the_barrel_it_brings_from_the_one_it_makes() -> None:
    """One barrel comes with the tile, another one only for grain."""
    gain = offer(position(player(), track=chain("0", "1", "1-03")), "1-03").gain
    assert gain[:2] == (
        Line("gain_whisky", {"tile": "1-03", "count": 1}),
        Line("gain_whisky_for_grain", {"tile": "1-03", "count": 1}),
    )


def test_every_tile_on_the_track_has_an_offer() -> None:
    """With its move if it may be taken, else with the rule against it; in random games."""
    for seed in range(4):
        key = game_key(seed, 5)
        state = opening(glenmore, 2 + seed, Options(), key)
        for step in play(glenmore, state, key):
            state = step.before
            if state.turn.step != "take":
                continue
            offers = glenmore.offers(state, state.turn.seat)
            takes = {each.target for each in offers if isinstance(each.move, Take)}
            refusals = {each.target for each in offers if each.refusal}
            assert {what for what in state.track if "-" in what} <= takes | refusals
            assert takes == {move.tile for move in legal(state) if isinstance(move, Take)}


def test_the_offer_of_a_cell_tells_what_wakes_there_or_why_not() -> None:
    """The forest brings wood next to the new tile; the river's end is no place."""
    state = do(position(player({"0-02": "0,1"})), Take("1-16"))
    found = offer(state, "1,1")
    assert found.gain == (
        Line("gain_good", {"tile": "1-16", "good": "wood"}),
        Line("gain_movement", {"tile": "S-1", "count": 1}),
        Line("gain_good", {"tile": "0-02", "good": "wood"}),
    )
    refusal = offer(state, "0,2").refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("river_interrupted", "P3")


def test_the_offer_of_an_activation_tells_price_and_gain_or_why_not() -> None:
    """A distillery buys grain for a coin; a full quarry, a tile activated and one far away say why not."""
    land = {"0-02": "0,1", "1-15": "1,2", "1-13": "-1,2", "0-03": "0,-1"}
    me = player(land, {"1-15": ["stone"] * 3})
    state = do(lay(position(me), "1-03", "1,1"), Activate("0-02"))
    still = offer(state, "1-03")
    assert still.move == Activate("1-03")
    assert still.price == (Line("price_buy", {"good": "grain", "coins": 1}),)
    assert still.gain == (Line("gain_whisky_for_grain", {"tile": "1-03", "count": 1}),)
    reasons = {target: offer(state, target).refusal for target in ("1-15", "0-02", "1-13", "S-1")}
    assert {target: reason.code for target, reason in reasons.items() if reason} == {
        "1-15": "tile_full",
        "0-02": "already_activated",
        "1-13": "asleep",
        "S-1": "already_activated",
    }


def test_the_offer_of_ending_the_turn_tells_what_is_lost() -> None:
    """A tile not activated and a movement point left, then who is next."""
    state = do(position(player({"0-02": "0,1"})), Take("1-16"), Place("1,1"))
    gain = offer(state, "track").gain
    assert [line.key for line in gain] == [
        *("lapses_activation", "lapses_activation", "lapses_movement"),
        *("then_laid_out", "then_seat"),
    ]


@pytest.mark.rules("M1")
def test_the_offer_of_a_first_step_tells_what_can_be_activated_no_more() -> None:
    """Two tiles with room for a good; after the step the next one costs its movement point alone."""
    state = do(position(player({"0-02": "0,1"}, members={"0-02": 2})), Take("1-16"), Place("1,1"))
    cost = Line("price_movement", {"count": 1})
    lost = tuple(Line("lapses_activation", {"tile": tile}) for tile in ("1-16", "0-02"))
    assert offer(state, "1-16", Walk).price == (cost, *lost)
    assert offer(state, "0-02", Promote).price == (cost, *lost)
    state = do(replace(state, turn=replace(state.turn, movement=2)), Promote("0-02"))
    assert offer(state, "1-16", Walk).price == (cost,)


@pytest.mark.rules("M4")
def test_the_offer_of_promoting_the_last_clan_member_says_why_not() -> None:
    """Naming the rule."""
    state = lay(position(player({"0-02": "0,1"})), "1-16", "1,1")
    assert not any(isinstance(each.move, Promote) for each in glenmore.offers(state, 0))
    codes = {each.refusal.code: each.refusal.rule for each in glenmore.offers(state, 0) if each.refusal}
    assert codes["last_member"] == "M4"


def test_nobody_else_has_offers() -> None:
    """Nor has anyone after the end."""
    assert glenmore.offers(position(player()), 1) == ()


@pytest.mark.rules("S4", "T10")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_view_tells_where_each_tile_is(seats: int) -> None:
    """On the track, in a land, in hand or out of the game; all others, as many as are counted, are in their stacks."""
    key = game_key(7, seats)
    for step in play(glenmore, opening(glenmore, seats, Options(), key), key):
        shown = view(step.after)
        lying = [each["tile"] for player in shown["players"].values() for each in player["land"].values()]
        hand = shown.get("turn", {}).get("hand")
        seen = [
            *(space["tile"] for space in shown["track"]["fields"].values() if "tile" in space),
            *lying,
            *([hand] if hand else []),
            *shown["removed"],
        ]
        assert len({*seen}) == len(seen)
        rest = [TILES[tile].stack for tile in TILES.keys() - {*seen}]
        assert {stack: rest.count(stack) for stack in "S0123"} == {"S": 0, "0": 0, **shown["stacks"]}


@pytest.mark.rules("T10")
def test_nothing_that_is_shown_depends_on_the_order_of_a_stack() -> None:
    """The same tiles in another order make the same view, lines and offers."""
    state = position(player(), player(start="S-2"))
    first, second, third = (dict(reversed(stack.items())) for stack in state.stacks)
    turned = replace(state, stacks=(first, second, third))
    assert [*turned.stacks[0]] != [*state.stacks[0]]
    assert view(turned) == view(state)
    assert glenmore.offers(turned, 0) == glenmore.offers(state, 0)


@pytest.mark.rules("A9", "A10", "C6")
@pytest.mark.parametrize(
    ("tile", "price"),
    [
        ("1-02", Line("price_up_to", {"good": "sheep", "count": 2})),
        ("1-05", Line("price_up_to_different", {"count": 3})),
        ("3-06", Line("price_any", {"count": 3})),
        ("3-16", Line("price_own", {"good": "wood", "count": 1})),
    ],
)
def test_a_payment_with_a_free_choice_says_how_much_of_what(tile: str, price: Line) -> None:
    """Two sheep at most, three different ones at most, any three; a fixed one says what is there."""
    goods = {"0-02": ["wood", "sheep", "grain"]}
    state = lay(position(player({"0-02": "0,1", "1-16": "1,0"}, goods)), tile, "1,1")
    assert price in offer(state, tile, Activate).price


@pytest.mark.rules("C6")
def test_loch_oich_says_that_two_different_ones_are_due() -> None:
    """On the track, with what has to be bought."""
    state = position(player({"0-02": "0,1"}, {"0-02": ["wood"]}, {"0-02": 1}), track=chain("0", "1", "3-10"))
    assert Line("price_different", {"count": 2}) in offer(state, "3-10").price
