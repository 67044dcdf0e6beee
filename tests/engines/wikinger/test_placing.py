"""Where tiles may lie and where their figures go."""

import pytest

from partie.games.wikinger import wikinger
from partie.games.wikinger.islands import fits, reachable
from partie.games.wikinger.state import Buy, Move, Place
from tests.engines.wikinger.position import do, gains, legal, placing, player, position, refused, spot


def places(moves: list[Move]) -> list[tuple[str, int]]:
    """Row and column of every placement, once each."""
    return list(dict.fromkeys((move.row, move.column) for move in moves if isinstance(move, Place)))


@pytest.mark.rules("P2")
def test_the_first_three_ships_lie_in_any_order_and_the_next_ones_beside_them() -> None:
    """Places 1 to 3 first, then 4, 5 and so on; never among the islands."""
    land: dict[str, str] = {}
    assert places(legal(placing(player(land), "ship-red", "scout"))) == [("ship", 1), ("ship", 2), ("ship", 3)]
    land |= {"ship-2": "ship-blue"}
    state = placing(player(land), "ship-red", "scout")
    assert places(legal(state)) == [("ship", 1), ("ship", 3)]
    assert refused(state, Place("ship", 2, stands=False)) == "P3"
    assert refused(state, Place("ship", 4, stands=False)) == "P2"
    assert refused(state, Place("noble", 1, stands=False)) == "P2"
    land |= {"ship-1": "ship-blue", "ship-3": "ship-blue"}
    assert places(legal(placing(player(land), "ship-red", "scout"))) == [("ship", 4)]
    land |= {"ship-4": "ship-red"}
    assert places(legal(placing(player(land), "ship-red", "scout"))) == [("ship", 5)]


@pytest.mark.rules("P3")
def test_an_island_tile_touches_the_mainland_or_another_island_tile_by_a_side() -> None:
    """Above, below and at the sides; a ship above gives no hold, and neither does a corner."""
    land = {"ship-2": "ship-red", "scout-1": "left", "scout-2": "farm"}
    state = placing(player(land), "left", "boatman")
    reached = {("warrior", 1), ("noble", 1), ("noble", 2), ("goldsmith", 1), ("goldsmith", 2), ("fisherman", 1)}
    assert set(places(legal(state))) == reached
    assert refused(state, Place("warrior", 2, stands=False)) == "P3"
    assert refused(state, Place("noble", 3, stands=False)) == "P3"
    assert refused(state, Place("scout", 2, stands=False)) == "P3"
    assert refused(state, Place("ship", 1, stands=False)) == "P2"


@pytest.mark.rules("P4", "P6")
def test_sea_meets_sea_and_land_meets_land() -> None:
    """The mainland's edge is sea; tiles are not turned, so a left end never closes an island."""
    land = {"scout-1": "left", "goldsmith-1": "left", "goldsmith-2": "right"}
    closing = placing(player(land), "right", "boatman")
    assert places(legal(closing)) == [("scout", 2), ("fisherman", 2)]
    assert refused(closing, Place("noble", 1, stands=False)) == "P4"
    assert refused(closing, Place("goldsmith", 3, stands=False)) == "P4"
    opening = placing(player(land), "left", "boatman")
    assert refused(opening, Place("scout", 2, stands=False)) == "P4"
    assert ("goldsmith", 3) in places(legal(opening))


@pytest.mark.rules("P4")
def test_above_and_below_nothing_has_to_match() -> None:
    """A right end may lie under a left end."""
    land = {"scout-1": "left", "scout-2": "farm", "goldsmith-1": "left"}
    assert ("goldsmith", 2) in places(legal(placing(player(land), "right", "boatman")))


@pytest.mark.rules("P5")
def test_a_gap_can_be_left_and_is_closed_by_what_fits_on_both_sides() -> None:
    """A tile above or below gives hold; between a left end and a right end only a middle piece fits."""
    land = {"scout-1": "left", "scout-2": "farm", "scout-3": "hall", "noble-1": "left"}
    assert ("noble", 3) in places(legal(placing(player(land), "right", "boatman")))
    land |= {"noble-3": "right"}
    assert refused(placing(player(land), "right", "boatman"), Place("noble", 2, stands=False)) == "P4"
    assert refused(placing(player(land), "left", "boatman"), Place("noble", 2, stands=False)) == "P4"
    assert ("noble", 2) in places(legal(placing(player(land), "tower", "boatman")))


@pytest.mark.rules("P7")
def test_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    """Its figure waits on the mainland, the price stays paid, and the next player is to buy."""
    state = position(player(gold=9), player(), wheel={0: "left/scout", 4: "right/noble"})
    assert gains(state, "field-4")["price_tile"] == {"tile": "right"}
    state = do(state, Buy(4))
    assert (state.players[0].gold, state.players[0].mainland, state.box) == (5, {"noble": 1}, {"right": 1})
    assert (state.turn.seat, state.step) == (1, "buy")


@pytest.mark.rules("P7")
def test_a_tile_that_fits_somewhere_has_to_be_laid() -> None:
    """There is no move to do without it."""
    assert {type(move) for move in legal(placing(player(), "left", "scout"))} == {Place}


@pytest.mark.rules("U1", "U2")
def test_a_figure_stands_on_its_tile_in_its_own_row_or_waits() -> None:
    """The goldsmith in the row of goldsmiths stands there or not, as one likes."""
    state = placing(player({"scout-1": "left"}), "left", "goldsmith")
    stands = do(state, Place("goldsmith", 1, stands=True)).players[0]
    assert (stands.land["goldsmith-1"], stands.mainland) == (spot("left/goldsmith"), {})
    waits = do(state, Place("goldsmith", 1, stands=False)).players[0]
    assert (waits.land["goldsmith-1"], waits.mainland) == (spot("left"), {"goldsmith": 1})


@pytest.mark.rules("U1", "U2")
def test_a_scout_in_the_row_of_nobles_goes_to_the_mainland() -> None:
    """The example of the rule book; and not onto another tile of the same row."""
    state = placing(player({"scout-1": "left"}), "left", "scout")
    assert refused(state, Place("noble", 1, stands=True)) == "U1"
    after = do(state, Place("noble", 1, stands=False)).players[0]
    assert after.mainland == {"scout": 1}
    assert not any(place.figure for place in after.land.values())


@pytest.mark.rules("U2", "U4")
@pytest.mark.parametrize(("tile", "figure", "row"), [("ship-red", "warrior", "ship"), ("left", "boatman", "noble")])
def test_figures_bought_with_ships_and_boatmen_always_go_to_the_mainland(tile: str, figure: str, row: str) -> None:
    """There is no choice."""
    state = placing(player(), tile, figure)
    assert all(not move.stands for move in legal(state) if isinstance(move, Place))
    move = next(each for each in legal(state) if isinstance(each, Place) and each.row == row)
    assert do(state, move).players[0].mainland == {figure: 1}


@pytest.mark.rules("L4", "L5")
def test_the_offer_of_a_place_says_what_it_would_change() -> None:
    """A warrior under the green ship repels it, and the noble below stands up."""
    land = {"ship-1": "ship-green", "noble-1": "left/noble", "noble-2": "right"}
    state = placing(player(land), "left", "warrior")
    found = gains(state, "warrior-1", Place("warrior", 1, stands=True))
    assert found["gain_large"] == {"points": 2, "coins": 5}
    assert gains(state, "warrior-1", Place("warrior", 1, stands=False))["gain_waits"] == {"figure": "warrior"}


@pytest.mark.rules("P4")
def test_places_that_do_not_match_are_offered_with_their_reason() -> None:
    """Every place in reach has an offer."""
    state = placing(player({"scout-1": "left"}), "right", "boatman")
    offers = wikinger.offers(state, 0)
    assert {offer.target for offer in offers} == set(reachable(state.players[0].land))
    assert [offer.target for offer in offers if offer.move] == fits(state.players[0].land, "right") == ["scout-2"]
    assert {offer.refusal.rule for offer in offers if offer.refusal} == {"P4"}
