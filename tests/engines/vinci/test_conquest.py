"""Entering, gathering, conquering, and what the defender loses."""

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.data import NEIGHBOURS
from partie.games.vinci.state import Conquer, EndConquest, EndTurn, Gather, Options2, PlaceSurvivors, PutDown, State
from tests.engines.vinci.position import cost, do, legal, mine, player, position, refused, told, turn_of


def targets(state: State) -> set[str]:
    """The provinces that can be conquered."""
    return {move.province for move in legal(state) if isinstance(move, Conquer)}


@pytest.mark.rules("T1")
def test_nobody_acts_out_of_turn() -> None:
    """A turn is an expansion or a decline of the seat on turn."""
    state = position(player(hand=9), player(hand=9), land={})
    assert refused(state, Conquer("hibernia"), seat=1) == "T1"


@pytest.mark.rules("E1", "E3")
def test_a_civilization_enters_from_the_edge_or_across_one_sea() -> None:
    """Scotland and Ireland, not France; after that conquests go from own provinces."""
    state = position(player(hand=12), land={"francia": "n:1"})
    assert {"caledonia", "hibernia"} <= targets(state)
    assert refused(state, Conquer("francia")) == "E1"
    state = do(state, Conquer("hibernia"))
    assert targets(state) == set(NEIGHBOURS["hibernia"])
    assert refused(state, Conquer("uralia")) == "K1"


@pytest.mark.rules("E2")
def test_entry_costs_the_full_price() -> None:
    """Weapons and Ship Building do not help; in the next conquest they do."""
    state = position(player("weapons", "shipbuilding", hand=12), land={"hibernia": "n:1", "britannia": "n:1"})
    assert cost(state, "hibernia") == 3
    state = do(state, Conquer("hibernia"))
    assert cost(state, "britannia") == 1


@pytest.mark.rules("E2")
def test_a_table_can_let_tiles_count_at_the_entry() -> None:
    """Weapons and Mountaineering do then; ships have no coast to go along yet."""
    land = {"hibernia": "n:1", "caledonia": "1:1"}

    def prices(*tiles: str) -> tuple[int, int]:
        state = position(player(*tiles, hand=12), land=land, options=Options2(tiles_at_entry=True))
        return cost(state, "hibernia"), cost(state, "caledonia")

    assert prices("barbarians", "barbarians") == (3, 4)
    assert prices("weapons", "mountaineers") == (2, 2)
    assert prices("shipbuilding", "astronomy") == (3, 4)


@pytest.mark.rules("K1", "K5")
def test_conquests_go_over_land_and_straits() -> None:
    """From provinces that were just conquered too."""
    state = position(player(hand=20), land={"britannia": "0:1"})
    assert targets(state) == {"caledonia", "hibernia", "armorica", "belgica"}
    state = do(state, Conquer("armorica"))
    assert {"francia", "aquitania"} <= targets(state)
    assert refused(state, Conquer("britannia")) == "K1"
    assert refused(state, Conquer("atlantis")) == "K1"


@pytest.mark.rules("K2")
@pytest.mark.parametrize(
    ("province", "holding", "price"),
    [
        ("francia", None, 2),
        ("provincia", None, 2),
        ("aquitania", None, 2),
        ("saxonia", None, 3),
        ("alpes", None, 3),
        ("francia", "n:1", 3),
        ("francia", "1:4", 6),
        ("francia", "1:1d", 3),
        ("saxonia", "1:3f", 7),
        ("francia", "1:1df", 4),
    ],
)
def test_a_conquest_costs_terrain_defenders_and_fort(province: str, holding: str | None, price: int) -> None:
    """Two for farmland, pasture and hills, three for forest and mountains."""
    land = {"burgundia": "0:1", "suevia": "0:1"} | ({province: holding} if holding else {})
    assert cost(position(player(hand=9), land=land), province) == price


@pytest.mark.rules("K6")
def test_an_attack_out_of_the_mountains_costs_one_less_however_many_there_are() -> None:
    """They have to lie next to the target."""
    assert cost(position(player(), land={"alpes": "0:1"}), "padania") == 1
    assert cost(position(player(), land={"alpes": "0:1", "apenninus": "0:1"}), "padania") == 1
    assert cost(position(player(), land={"alpes": "0:1", "suevia": "0:1"}), "belgica") == 2


@pytest.mark.rules("K3")
def test_pieces_are_paid_out_of_the_hand_and_stay_in_the_province() -> None:
    """The refusal says how many it takes."""
    state = position(player(hand=4), land={"francia": "0:1", "belgica": "n:1"})
    state = do(state, Conquer("belgica"))
    assert (mine(state), state.players[0].hand) == ({"francia": 1, "belgica": 3}, 1)
    assert refused(state, Conquer("suevia")) == "K3"


@pytest.mark.rules("K4")
def test_a_province_can_cost_nothing_and_is_lost_without_a_piece() -> None:
    """Weapons twice and a mountain against two."""
    state = position(player("weapons", "weapons"), land={"alpes": "0:1"})
    assert cost(state, "padania") == 0
    state = do(state, Conquer("padania"))
    assert mine(state) == {"alpes": 1, "padania": 0}
    state = do(state, EndConquest())
    state = do(state, EndTurn())
    assert mine(state) == {"alpes": 1}


@pytest.mark.rules("G1")
def test_pieces_are_gathered_before_the_first_conquest_only() -> None:
    """A province without a piece is given up at once and no starting point any more."""
    state = position(player(hand=3), land={"francia": "0:2", "uralia": "0:1"})
    state = do(state, Gather("francia", 1), Gather("uralia", 1))
    assert (mine(state), state.players[0].hand) == ({"francia": 1}, 5)
    assert refused(state, Conquer("volga")) == "K1"
    state = do(state, Conquer("belgica"))
    assert refused(state, Gather("francia", 1)) == "G1"


@pytest.mark.rules("G1")
def test_more_pieces_than_lie_there_cannot_be_gathered() -> None:
    """Nor any of somebody else."""
    state = position(player(), land={"francia": "0:2", "belgica": "1:2", "suevia": "0:1d"})
    for move in (Gather("francia", 3), Gather("francia", 0), Gather("belgica", 1), Gather("suevia", 1)):
        assert refused(state, move) == "G1"


@pytest.mark.rules("G2", "E1")
def test_giving_up_everything_lets_the_civilization_enter_anew() -> None:
    """With the pieces that it has."""
    state = do(position(player(hand=1), land={"francia": "0:4"}), Gather("francia", 4))
    assert "hibernia" in targets(state)
    assert do(state, Conquer("hibernia")).players[0].hand == 3


# --- losses -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("L1", "L2")
def test_the_defender_loses_a_piece_and_places_the_others_at_the_end_of_the_turn() -> None:
    """Its owner decides where, in provinces of the same empire; then the next turn begins."""
    land = {"francia": "0:1", "belgica": "1:4", "saxonia": "1:1", "suevia": "1:1", "polonia": "1:1d"}
    state = do(position(player(hand=9), player(), land=land), Conquer("belgica"))
    state = do(state, EndConquest())
    state = do(state, PutDown("francia", 3), EndTurn())
    assert vinci.pending(state) == {1}
    assert state.survivors == ((1, 3),)
    assert refused(state, PlaceSurvivors("polonia", 1)) == "L2"
    assert refused(state, PlaceSurvivors("francia", 1)) == "L2"
    assert refused(state, PlaceSurvivors("saxonia", 4)) == "L2"
    state = do(state, PlaceSurvivors("saxonia", 2), PlaceSurvivors("suevia", 1))
    assert mine(state, 1) == {"saxonia": 3, "suevia": 2}
    assert (state.step, state.turn.seat) == ("expand", 1)


@pytest.mark.rules("L2")
def test_several_defenders_place_their_survivors_clockwise() -> None:
    """Beginning at the attacker's left."""
    land = {
        "francia": "0:1",
        "belgica": "2:2",
        "burgundia": "1:2",
        "saxonia": "2:1",
        "jutia": "2:1",
        "alpes": "1:1",
        "padania": "1:1",
    }
    state = do(position(player(hand=12), player(), player(), land=land), Conquer("belgica"), Conquer("burgundia"))
    state = do(state, EndConquest())
    state = do(state, PutDown("francia", state.players[0].hand), EndTurn())
    assert vinci.pending(state) == {1}
    assert vinci.pending(do(state, PlaceSurvivors("alpes", 1))) == {2}


@pytest.mark.rules("L2")
def test_survivors_with_one_province_left_go_there_by_themselves() -> None:
    """There is nothing to decide."""
    land = {"francia": "0:1", "belgica": "1:3", "saxonia": "1:1"}
    state = do(position(player(hand=5), player(), land=land), Conquer("belgica"))
    state = do(do(state, EndConquest()), EndTurn())
    assert (mine(state, 1), state.step, state.turn.seat) == ({"saxonia": 3}, "expand", 1)


@pytest.mark.rules("L3", "C6")
def test_survivors_without_a_province_are_lost_and_the_civilization_with_them() -> None:
    """Its tiles go back into the bag."""
    state = position(player(hand=5), player("weapons", "militia"), land={"francia": "0:1", "belgica": "1:2"})
    before = state.bag.get("weapons", 0)
    state = do(state, Conquer("belgica"))
    state = do(do(state, EndConquest()), EndTurn())
    assert (state.players[1].tiles, state.bag["weapons"], state.step) == ((), before + 1, "choose")


@pytest.mark.rules("L4")
def test_pieces_of_neutral_and_declined_provinces_are_simply_removed() -> None:
    """Nobody places survivors."""
    land = {"francia": "0:1", "belgica": "n:1", "burgundia": "1:1d", "saxonia": "1:1d"}
    state = do(position(player(hand=12), player(), land=land), Conquer("belgica"), Conquer("burgundia"))
    assert state.survivors == ()
    assert mine(state) == {"francia": 1, "belgica": 3, "burgundia": 3}


@pytest.mark.rules("L4")
def test_lost_ruins_are_told_as_ruins() -> None:
    """No piece of a civilization is lost with them."""
    land = {"francia": "0:1", "burgundia": "1:1d", "volga": "1:1"}
    lines = told(position(player(hand=12), player(), land=land), Conquer("burgundia"))
    assert [line.key for line in lines] == ["conquered", "lost_ruins"]


@pytest.mark.rules("L1", "L2", "L3", "C6")
def test_an_empire_that_is_conquered_piece_by_piece_in_one_turn_loses_its_survivors_too() -> None:
    """Each lost province costs a piece; those waiting have nowhere to go when the last one falls."""
    land = {"francia": "0:1", "belgica": "1:3", "burgundia": "1:2", "suevia": "1:1", "saxonia": "2:1", "jutia": "2:3"}
    state = position(player(hand=30), player("weapons", "militia"), player(), land=land)
    state = do(state, Conquer("belgica"), Conquer("burgundia"))
    assert state.survivors == ((1, 3),)
    state = do(state, Conquer("saxonia"), Conquer("suevia"), EndConquest())
    assert state.survivors == ((1, 3), (2, 0))
    state = do(state, PutDown("francia", state.players[0].hand), EndTurn())
    assert (state.players[1].tiles, state.step, state.turn.seat, mine(state, 2)) == ((), "choose", 1, {"jutia": 3})


@pytest.mark.rules("K4", "R2", "C6")
def test_a_province_that_cost_nothing_can_be_all_that_a_civilization_has() -> None:
    """Without a piece for it the civilization dies out at the end of the turn."""
    state = position(player("weapons", "weapons", hand=0), land={"alpes": "0:0", "padania": "0:0"})
    state = do(do(state, EndConquest()), EndTurn())
    assert (state.players[0].tiles, mine(state), state.turn.seat) == ((), {}, 1)


@pytest.mark.rules("X11", "K3", "P1")
def test_provinces_taken_by_a_general_bring_points_if_own_pieces_can_go_there() -> None:
    """The offer says so; with none to spare it brings nothing."""
    turn = turn_of(0, levies=7)
    for hand, gain in ((1, [{"points": 1}]), (0, [])):
        state = position(player("general", "barbarians", hand=hand), land={"francia": "0:1"}, turn=turn)
        offers = {offer.target: offer for offer in vinci.offers(state, 0)}
        assert [line.params for line in offers["burgundia"].gain] == gain


@pytest.mark.rules("L5")
def test_own_ruins_beside_a_conquest_are_cleared_at_once() -> None:
    """Over land and straits; those farther away stay."""
    land = {"francia": "0:1", "suevia": "0:1d", "britannia": "0:1d", "alpes": "0:1d"}
    state = do(position(player(hand=9), land=land), Conquer("belgica"))
    assert set(state.land) == {"francia", "belgica", "alpes"}


@pytest.mark.rules("L6", "D4")
def test_own_ruins_are_conquered_for_their_terrain_alone() -> None:
    """Neither the piece nor the fort counts, nor do weapons; with the last one its tiles are gone."""
    ruined = player("weapons", "barbarians", hand=9, ruins=("port_ruin",))
    state = position(ruined, land={"francia": "0:1", "belgica": "0:1df"})
    before = state.bag["port_ruin"]
    assert cost(state, "belgica") == 2
    state = do(state, Conquer("belgica"))
    assert (mine(state)["belgica"], state.land["belgica"].fort, state.turn.slain) == (2, False, 0)
    assert (state.players[0].ruins, state.bag["port_ruin"]) == ((), before + 1)


@pytest.mark.rules("K2", "K3")
def test_every_province_in_reach_is_offered_with_its_bill() -> None:
    """Reason by reason, also where the pieces do not suffice."""
    state = position(player("weapons", "barbarians", hand=2), land={"alpes": "0:1", "padania": "n:1", "suevia": "1:3"})
    offers = {offer.target: offer for offer in vinci.offers(state, 0)}
    assert {name for name in offers if name != "turn"} == set(NEIGHBOURS["alpes"])
    reasons = {line.key: line.params["pieces"] for line in offers["padania"].price}
    assert reasons == {"price_farmland": 2, "price_defenders": 1, "price_from_mountain": -1, "price_attack_any": -1}
    assert [line.params for line in offers["padania"].gain] == [{"points": 1}]
    assert offers["suevia"].refusal is not None
    assert offers["suevia"].refusal.params == {"pieces": 3, "hand": 2}


@pytest.mark.rules("K3", "L1")
def test_a_conquest_is_told_with_its_price_and_the_defenders_loss() -> None:
    """In the order in which it happens."""
    state = position(player(hand=9), player(), land={"francia": "0:1", "belgica": "1:2"})
    assert [(line.key, line.params["seat"]) for line in told(state, Conquer("belgica"))] == [
        ("conquered", 0),
        ("lost", 1),
    ]
