"""The advanced game: auction, figures of the players' choice, special tiles."""

import pytest
from msgspec.structs import replace

from partie.games.wikinger import wikinger
from partie.games.wikinger.scoring import large, small, total
from partie.games.wikinger.state import (
    Auction,
    Bid,
    Buy,
    ChooseColour,
    Exchange,
    Options,
    Options2,
    Pass,
    Place,
    Player,
    Remove,
    State,
    TakeNone,
    TakeSpecial,
)
from partie.kit import SPECTATOR, RecordedChance
from tests.engines.wikinger.position import (
    ADVANCED,
    AUTOMATIC,
    NO_AUCTION,
    OFFER,
    OPEN,
    do,
    gains,
    legal,
    placing,
    player,
    position,
    refused,
    spot,
    told,
)

TILES = OFFER[:12]
FIGURES = ("goldsmith",) * 2 + ("fisherman",) * 4 + ("warrior",) * 2 + ("noble",) * 3 + ("boatman",) * 2
"""Thirteen figures of five colours."""

DISPLAY = ("boat", "noble-1", "special-tower", "five-gold")


def auction(*players: Player, options: Options = ADVANCED, first: int = 0) -> State:
    """Seat ``first`` is to bid first."""
    seats = len(players)
    order = tuple((first + far) % seats for far in range(seats))
    drawn = {figure: FIGURES.count(figure) for figure in dict.fromkeys(FIGURES)}
    return position(
        *players,
        options=options,
        step="bid",
        first=first,
        seat=first,
        drawn=drawn,
        display=DISPLAY,
        auction=Auction(queue=order),
    )


# --- the beginning of a round -----------------------------------------------------------------------------------------


@pytest.mark.rules("V1", "S2")
def test_a_round_begins_with_four_special_tiles_and_thirteen_figures_and_no_tiles() -> None:
    """Tiles are not known while one bids."""
    state = wikinger.setup(3, ADVANCED, RecordedChance((1, *DISPLAY, *FIGURES)))
    assert state.display == DISPLAY
    assert sum(state.drawn.values()) == 13
    assert not any(each.tile for each in state.wheel)
    assert (state.step, state.turn.seat) == ("bid", 1)


@pytest.mark.rules("S2")
def test_the_display_is_filled_up_only_when_the_next_round_begins() -> None:
    """Tiles that nobody took stay."""
    state = position(
        player(), player(), wheel={3: "left/scout"}, options=ADVANCED, display=("boat", "noble-1"), first=0
    )
    state = do(do(state, Buy(3)), Place("noble", 1, stands=False), draws=("scout-1", "gold-3", *FIGURES))
    assert state.display == ("boat", "noble-1", "scout-1", "gold-3")


@pytest.mark.rules("V2", "V4")
def test_with_one_bid_each_the_highest_wins() -> None:
    """In order from the start player; each bids more than anyone before, or passes."""
    state = auction(player(), player(), player(), first=2)
    state = do(state, Bid(2))
    assert state.turn.seat == 0
    assert refused(state, Bid(2)) == "V2"
    state = do(state, Pass())
    assert state.turn.seat == 1
    state = do(state, Bid(3))
    assert (state.step, state.turn.seat, state.first) == ("remove", 1, 1)
    assert [each.gold for each in state.players] == [20, 17, 20]


@pytest.mark.rules("V2")
def test_in_open_bidding_bids_go_round_until_all_but_one_have_passed() -> None:
    """Seats that have passed are out."""
    state = auction(player(), player(), player(), options=OPEN)
    state = do(state, Bid(1), Bid(2), Pass(), Bid(4), Pass())
    assert (state.step, state.first) == ("remove", 0)
    assert [each.gold for each in state.players] == [16, 20, 20]


@pytest.mark.rules("V2", "V4")
def test_in_open_bidding_the_first_nothing_is_a_bid_of_0() -> None:
    """It wins if nobody raises it, for nothing; and its seat, which cannot pass yet, may raise the others' bids."""
    state = auction(player(), player(), player(), options=OPEN, first=1)
    assert refused(state, Pass()) == "V2"
    assert refused(state, Bid(-1)) == "V2"
    assert legal(state)[:2] == [Bid(0), Bid(1)]
    state = do(state, Bid(0))
    assert refused(state, Bid(0)) == "V2"
    free = do(state, Pass(), Pass())
    assert (free.step, free.first, free.players[1]) == ("remove", 1, player())
    assert [line.key for line in told(do(state, Pass()), Pass())] == ["passed", "no_bids"]
    raised = do(state, Bid(1), Pass())
    assert raised.turn.seat == 1
    won = do(raised, Bid(2), Pass())
    assert (won.first, won.players[1].gold) == (1, 18)
    assert do(raised, Pass()).first == 2


@pytest.mark.rules("V2")
def test_players_who_do_not_raise_a_bid_of_0_are_out() -> None:
    """They are not asked again after somebody else has bid."""
    state = do(auction(player(), player(), player(), options=OPEN), Bid(0), Pass(), Bid(1))
    assert state.turn.seat == 0
    assert do(state, Pass()).first == 2


@pytest.mark.rules("V2", "V3")
def test_a_start_player_without_gold_and_points_can_bid_0() -> None:
    """And nothing else; later in the auction such a player is out unasked."""
    poor = auction(player(gold=0, points=0), player(), options=OPEN)
    assert legal(poor) == [Bid(0)]
    assert do(poor, Bid(0), Pass()).first == 0
    state = do(auction(player(gold=0, points=0), player(), options=OPEN, first=1), Bid(0))
    assert (state.step, state.first) == ("remove", 1)


@pytest.mark.rules("V2")
def test_with_one_bid_each_nothing_is_a_pass() -> None:
    """A bid of 0 is none there; the start player begins if nobody bids."""
    state = auction(player(), player())
    assert refused(state, Bid(0)) == "V2"
    assert do(state, Pass(), Pass()).first == 0


@pytest.mark.rules("V2")
def test_a_view_tells_a_bid_of_0_from_a_pass() -> None:
    """The seat that made it leads, or is still among those who may bid."""
    state = do(auction(player(), player(), player(), options=OPEN), Bid(0))
    assert wikinger.view(state, SPECTATOR)["auction"] == {"coins": 0, "queue": [1, 2, 0], "bids": {"0": 0}, "seat": 0}
    state = do(state, Bid(1))
    assert wikinger.view(state, SPECTATOR)["auction"] == {
        "coins": 1,
        "queue": [2, 0, 1],
        "bids": {"0": 0, "1": 1},
        "seat": 1,
    }


@pytest.mark.rules("V3", "B5")
def test_bids_are_paid_with_points_where_gold_is_missing() -> None:
    """No more than gold and points together can be bid; who can bid nothing more is out."""
    state = auction(player(gold=2, points=3), player(gold=1, points=3), player(gold=9))
    assert refused(state, Bid(6)) == "V3"
    assert legal(state) == [Bid(1), Bid(2), Bid(3), Bid(4), Bid(5), Pass()]
    state = do(state, Bid(5))
    assert state.turn.seat == 2
    state = do(state, Pass())
    assert (state.players[0].gold, state.players[0].points) == (0, 0)


@pytest.mark.rules("V4", "W3")
def test_after_the_round_the_left_neighbour_of_the_winner_opens_the_next_auction() -> None:
    """The winner is the start player of the round."""
    state = do(auction(player(), player(), player()), Pass(), Bid(1), Pass())
    assert state.first == 1
    state = replace(state, step="buy", drawn={}, wheel=(spot("left/scout"), *state.wheel[1:]))
    draws = ("gold-3", *FIGURES) if len(state.display) < 4 else FIGURES
    state = do(do(state, Buy(0)), Place("noble", 1, stands=False), draws=draws)
    assert (state.first, state.turn.seat, state.step) == (2, 2, "bid")


# --- figures ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("V5", "V6")
def test_the_winner_removes_a_figure_and_only_then_tiles_are_laid_out() -> None:
    """One of those that were drawn."""
    state = do(auction(player(), player()), Pass(), Pass())
    assert refused(state, Remove("scout")) == "V5"
    state = do(state, Remove("boatman"), draws=TILES)
    assert (state.box, state.drawn["boatman"]) == ({"boatman": 1}, 1)
    assert all(each.tile and not each.figure for each in state.wheel)


@pytest.mark.rules("V5", "V7")
def test_colours_are_placed_in_turn_from_11_downwards() -> None:
    """The example of the sheet: a boatman is removed, goldsmiths on 11 and 10, fishermen on 9 to 6."""
    state = do(auction(player(), player(), player()), Pass(), Pass(), Pass())
    state = do(state, Remove("boatman"), draws=TILES)
    state = do(state, ChooseColour("goldsmith"))
    assert [each.figure for each in state.wheel[10:]] == ["goldsmith"] * 2
    assert state.turn.seat == 1
    assert refused(state, ChooseColour("goldsmith")) == "V7"
    state = do(state, ChooseColour("fisherman"))
    assert [each.figure for each in state.wheel[6:10]] == ["fisherman"] * 4
    state = do(state, ChooseColour("noble"))
    state = do(state, ChooseColour("warrior"))
    assert [each.figure for each in state.wheel[:6]] == ["boatman", "warrior", "warrior", "noble", "noble", "noble"]
    assert (state.step, state.turn.seat, state.drawn) == ("buy", 0, {})


@pytest.mark.rules("V9", "V5")
def test_without_auction_the_start_player_has_the_winners_part() -> None:
    """And pays nothing for it."""
    state = wikinger.setup(2, NO_AUCTION, RecordedChance((1, *DISPLAY, *FIGURES)))
    assert (state.step, state.turn.seat) == ("remove", 1)
    assert do(state, Remove("noble"), draws=TILES).turn.seat == 1


@pytest.mark.rules("V9")
def test_figures_can_be_placed_as_in_the_basic_game() -> None:
    """Without an auction the whole offer is that of the basic game: twelve figures, and none is removed."""
    twelve = FIGURES[:8] + FIGURES[9:]
    state = wikinger.setup(2, AUTOMATIC, RecordedChance((0, *DISPLAY, *TILES, *twelve)))
    figures = [each.figure for each in state.wheel]
    assert figures == ["fisherman"] * 4 + ["goldsmith"] * 2 + ["noble"] * 2 + ["warrior"] * 2 + ["boatman"] * 2
    assert (state.step, state.turn.seat, state.display, state.box) == ("buy", 0, DISPLAY, {})


@pytest.mark.rules("V5", "V9")
def test_after_an_auction_its_winner_removes_a_figure_before_the_others_are_placed_in_order() -> None:
    """One of thirteen."""
    state = do(auction(player(), player(), options=Options2("advanced", "one_bid", "automatic")), Bid(1), Pass())
    state = do(state, Remove("noble"), draws=TILES)
    figures = [each.figure for each in state.wheel]
    assert figures == ["fisherman"] * 4 + ["goldsmith"] * 2 + ["noble"] * 2 + ["warrior"] * 2 + ["boatman"] * 2
    assert (state.step, state.box) == ("buy", {"noble": 1})


# --- special tiles ----------------------------------------------------------------------------------------------------

WHEEL = {0: "left/fisherman", 4: "left/scout", 10: "ship-red/warrior"}


@pytest.mark.rules("S1")
def test_the_ship_with_the_warrior_for_ten_gold_brings_a_special_tile() -> None:
    """The example of the sheet: it is the most expensive combination. Nobody is obliged to take one."""
    state = position(player(), player(), wheel=WHEEL, options=ADVANCED, display=DISPLAY)
    assert "gain_special" in gains(state, "field-10")
    assert "gain_special" not in gains(state, "field-4")
    state = do(state, Buy(10), Place("ship", 1, stands=False))
    assert legal(state) == [*(TakeSpecial(special) for special in DISPLAY), TakeNone()]  # type: ignore[arg-type]
    assert refused(state, TakeSpecial("gold-3")) == "S1"
    assert do(state, TakeNone()).turn.seat == 1
    after = do(state, TakeSpecial("noble-1"))
    assert after.players[0].specials == ("noble-1",)
    assert after.display == ("boat", "special-tower", "five-gold")
    assert after.turn.seat == 1


@pytest.mark.rules("S1")
@pytest.mark.parametrize(("wheel", "space"), [({4: "left/scout"}, 4), (WHEEL, 4)])
def test_neither_a_combination_at_0_nor_a_cheaper_one_brings_a_special_tile(wheel: dict[int, str], space: int) -> None:
    """Although the last one of a round is the most expensive that is left."""
    state = position(player(), player(), wheel=wheel, options=NO_AUCTION, display=DISPLAY)
    chance = RecordedChance(FIGURES if len(wheel) == 1 else ())
    state = wikinger.apply(do(state, Buy(space)), 0, Place("noble", 1, stands=False), chance)
    assert state.step != "special"


@pytest.mark.rules("S1")
def test_a_tile_that_fits_nowhere_brings_its_special_tile_all_the_same() -> None:
    """It was bought for the price of the most expensive."""
    state = position(player(), player(), wheel={0: "left/scout", 5: "right/noble"}, options=ADVANCED, display=DISPLAY)
    assert do(state, Buy(5)).step == "special"


@pytest.mark.rules("S3")
def test_five_gold_come_at_once() -> None:
    """The tile leaves the game."""
    state = do(position(player(gold=10), player(), wheel=WHEEL, options=ADVANCED, display=DISPLAY), Buy(10))
    state = do(state, Place("ship", 1, stands=False))
    assert gains(state, "five-gold") == {"gain_gold": {"coins": 5}}
    state = do(state, TakeSpecial("five-gold"))
    assert (state.players[0].gold, state.players[0].specials, state.box) == (5, (), {"five-gold": 1})


@pytest.mark.rules("S4", "K1", "L8")
def test_goldsmith_tiles_bring_more_gold_in_both_scorings_and_add_up() -> None:
    """One more, two more, four more with all three; only for goldsmiths who are safe."""
    land = {"goldsmith-1": "left/goldsmith", "goldsmith-2": "farm/goldsmith", "ship-2": "ship-yellow"}
    worth = {("goldsmith-1",): 4, ("goldsmith-2",): 5, ("goldsmith-1", "goldsmith-1", "goldsmith-2"): 7}
    for held, gold in worth.items():
        who = replace(player(land), specials=held)
        assert total(small(who)) == total(large(who)) == (0, gold)


@pytest.mark.rules("S6", "L6", "L7", "L9")
def test_noble_scout_and_fisherman_tiles_bring_a_point_more_for_each_who_is_safe() -> None:
    """In large scorings; equal tiles add up."""
    land = {f"{figure}-1": f"left/{figure}" for figure in ("noble", "scout", "fisherman")}
    land["fisherman-2"] = "farm/fisherman"
    plain = total(large(player(land)))[0]
    assert plain == 2 + 2
    more = {("noble-1",): 1, ("noble-1", "noble-1"): 2, ("scout-1",): 1, ("fisherman-1",): 2}
    for held, points in more.items():
        assert total(large(replace(player(land), specials=held)))[0] == plain + points


@pytest.mark.rules("S8")
def test_a_special_building_replaces_the_only_tile_with_its_building_at_once() -> None:
    """The figure on it stays, the tile leaves the game."""
    land = {"scout-1": "left", "scout-2": "tower/scout"}
    state = do(position(player(land), player(), wheel=WHEEL, options=ADVANCED, display=DISPLAY), Buy(10))
    state = do(state, Place("ship", 1, stands=False))
    assert gains(state, "special-tower") == {"gain_final": {"points": 1}}
    lines = told(state, TakeSpecial("special-tower"))
    assert [line.key for line in lines][:2] == ["took_special", "exchanged"]
    state = do(state, TakeSpecial("special-tower"))
    assert state.players[0].land["scout-2"] == spot("special-tower/scout")
    assert (state.players[0].specials, state.box) == ((), {"tower": 1})


@pytest.mark.rules("S8")
def test_of_several_tiles_with_the_building_the_owner_chooses_one() -> None:
    """Any of them, and nothing else."""
    land = {"scout-1": "left", "scout-2": "tower", "noble-1": "left", "noble-2": "tower/noble", "goldsmith-1": "left"}
    state = do(position(player(land), player(), wheel=WHEEL, options=ADVANCED, display=DISPLAY), Buy(10))
    state = do(state, Place("ship", 1, stands=False), TakeSpecial("special-tower"))
    assert legal(state) == [Exchange("noble", 2), Exchange("scout", 2)]
    assert refused(state, Exchange("goldsmith", 1)) == "S8"
    assert gains(state, "noble-2")["gain_final"] == {"points": 1}
    state = do(state, Exchange("noble", 2))
    assert state.players[0].land["noble-2"] == spot("special-tower/noble")
    assert state.players[0].land["scout-2"] == spot("tower")
    assert state.turn.seat == 1


@pytest.mark.rules("S8", "F8")
def test_the_offer_of_a_special_building_says_what_the_best_of_its_tiles_would_bring() -> None:
    """A tile that is threatened would bring nothing, however many stand around it."""
    land = {"noble-1": "left/noble", "noble-2": "tower/noble", "scout-1": "left/scout"}
    safe = position(player(land), player(), step="special", options=ADVANCED, display=DISPLAY)
    assert gains(safe, "special-tower") == {"gain_final": {"points": 3}}
    land["ship-2"] = "ship-green"
    threatened = position(player(land), player(), step="special", options=ADVANCED, display=DISPLAY)
    assert gains(threatened, "special-tower") == {}
    land |= {"goldsmith-1": "left", "goldsmith-2": "tower"}
    several = position(player(land), player(), step="special", options=ADVANCED, display=DISPLAY)
    assert gains(several, "special-tower") == {"gain_final": {"points": 1}}


@pytest.mark.rules("S9")
def test_a_special_building_waits_for_the_first_tile_with_its_building() -> None:
    """It replaces that as soon as it is laid, with the figure on it."""
    state = do(position(player(), player(), wheel=WHEEL, options=ADVANCED, display=DISPLAY), Buy(10))
    state = do(state, Place("ship", 1, stands=False))
    assert gains(state, "special-tower") == {"gain_later": {"special": "special-tower"}}
    assert do(state, TakeSpecial("special-tower")).players[0].specials == ("special-tower",)
    waiting = replace(player({"scout-1": "left"}), specials=("special-tower",))
    state = do(placing(waiting, "tower", "scout", options=ADVANCED), Place("scout", 2, stands=True))
    assert state.players[0].land["scout-2"] == spot("special-tower/scout")
    assert (state.players[0].specials, state.box) == ((), {"tower": 1})


@pytest.mark.rules("S9", "P7")
def test_a_special_building_goes_on_waiting_when_its_tile_fits_nowhere() -> None:
    """That tile leaves the game."""
    waiting = replace(player(), specials=("special-tower",))
    state = do(position(waiting, player(), wheel={0: "left/scout", 4: "tower/noble"}, options=ADVANCED), Buy(4))
    assert (state.players[0].specials, state.box) == (("special-tower",), {"tower": 1})


@pytest.mark.rules("S7", "L1")
def test_boatman_tiles_carry_nobody() -> None:
    """Without a wooden boatman nobody ferries."""
    who = replace(player({"scout-1": "left"}, scout=1), specials=("boatman-1", "boat"))
    state = position(who, player(), wheel={4: "left/noble"}, number=2, options=NO_AUCTION, display=DISPLAY)
    state = do(do(state, Buy(4)), Place("noble", 1, stands=False), draws=FIGURES)
    assert state.round == 3
