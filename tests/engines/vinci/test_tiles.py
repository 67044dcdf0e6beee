"""What each civilization tile does."""

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.data import PROVINCES, TILES
from partie.games.vinci.effects import population
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.state import (
    BuildFort,
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    Infiltrate,
    KeepPart,
    MakeTreaty,
    Options2,
    PutDown,
)
from partie.kit import Offer, RecordedChance
from tests.engines.vinci.position import (
    NEW,
    PAIRS,
    bill,
    cost,
    do,
    items,
    legal,
    mine,
    on_pairs,
    player,
    position,
    refused,
    told,
    turn_of,
    who,
)

COAST = {"belgica": "0:1", "hibernia": "0:1", "francia": "0:1", "hercynia": "0:1", "polonia": "0:1"}
"""Two ports (pasture), farmland, a mine in the mountains and one in a forest."""


def brings(*tiles: str) -> dict[str, int]:
    """What tiles add to the provinces' points."""
    found = items(position(player(*tiles), land=COAST))
    return {key: points for key, points in found.items() if key not in ("provinces", "declined")}


@pytest.mark.rules("X1", "X2", "X3", "X4")
@pytest.mark.parametrize(
    ("tile", "item", "points"),
    [("agriculture", "farmland", 1), ("livestock", "pasture", 2), ("mining", "mine", 4), ("port", "port", 2)],
)
def test_yellow_tiles_score_terrains_and_signs(tile: str, item: str, points: int) -> None:
    """Two points a mine, one for anything else; those with a ruin score as much."""
    assert brings(tile, "barbarians") == {item: points}
    assert brings(f"{tile}_ruin", "barbarians") == {item: points}


@pytest.mark.rules("X1", "A1")
def test_baetica_is_a_forest() -> None:
    """As in the example of the rule book, where landing there against two pieces costs five."""
    state = position(player("agriculture", "barbarians", hand=13), land={"baetica": "1:2"})
    assert cost(state, "baetica") == 5
    assert "farmland" not in items(do(state, Conquer("baetica")))


@pytest.mark.rules("X23", "D2")
def test_ruins_go_on_scoring_and_plain_tiles_leave() -> None:
    """The same empire before and after its decline."""
    state = position(player("mining_ruin", "port"), land=COAST)
    state = do(state, Decline())
    assert items(state) == {"declined": 4, "mine": 4}


@pytest.mark.rules("X5")
def test_slavery_scores_conquests_in_which_a_piece_was_removed() -> None:
    """Neutral ones and those of ruins too; in this turn only, and not empty land or own ruins."""
    land = {"francia": "0:1", "belgica": "n:1", "burgundia": "1:2", "armorica": "0:1d", "suevia": "1:1df"}
    state = position(player("slavery", "barbarians", hand=20), player(), land=land)
    state = do(state, Conquer("belgica"), Conquer("burgundia"), Conquer("aquitania"), Conquer("suevia"))
    assert state.turn.slain == 3
    assert items(state)["conquest"] == 3


@pytest.mark.rules("X6")
def test_currency_brings_a_point_for_every_province_mountains_too() -> None:
    """Of the active empire only."""
    assert brings("currency", "barbarians") == {"every": 5}
    state = position(player("currency", "barbarians"), land={"volga": "1:1", "alpes": "0:1", "belgica": "0:1d"})
    assert items(state) == {"every": 1, "declined": 1}
    assert brings("currency", "specialization") == {"every": 10}


@pytest.mark.rules("X7")
def test_weapons_make_each_conquest_cheaper() -> None:
    """By one."""
    state = position(player("weapons", "barbarians"), land={"francia": "0:1", "burgundia": "n:1"})
    assert cost(state, "burgundia") == 2


# --- espionage --------------------------------------------------------------------------------------------------------

SPIED = {"burgundia": "0:1", "alpes": "1:6f", "suevia": "n:1"}


@pytest.mark.rules("X8")
def test_espionage_conquers_one_province_a_turn_for_two_pieces_whatever_is_there() -> None:
    """Six pieces in a fort in the mountains, defended by Militia; the next such conquest costs its full price."""
    state = position(player("espionage", "weapons", hand=9), player("militia", "barbarians"), land=SPIED)
    assert cost(state, "alpes") == 3 + 6 + 1 + 1 - 1
    state = do(state, Infiltrate("alpes"))
    assert (mine(state), state.players[0].hand) == ({"burgundia": 1, "alpes": 2}, 7)
    assert refused(state, Infiltrate("suevia")) == "X8"
    assert Conquer("suevia") in legal(state)


@pytest.mark.rules("X8", "K4")
def test_what_espionage_costs_is_never_less_than_two() -> None:
    """Own tiles and mountains are ignored as well; without it the same province costs nothing."""
    land = {"alpes": "0:1"}
    state = position(player("espionage", "weapons", hand=2), land=land)
    assert cost(state, "padania") == 0
    assert do(state, Infiltrate("padania")).players[0].hand == 0
    assert refused(position(player("espionage", "weapons", hand=1), land=land), Infiltrate("padania")) == "K3"


@pytest.mark.rules("X8", "L1", "L2", "X5")
def test_a_defender_loses_by_espionage_what_any_conquest_takes() -> None:
    """One piece, and the others survive; Slavery counts it."""
    land = {**SPIED, "padania": "1:1"}
    state = do(position(player("espionage", "slavery", hand=2), player(), land=land), Infiltrate("alpes"))
    assert (state.survivors, items(state)["conquest"]) == (((1, 5),), 1)


@pytest.mark.rules("X8", "X22", "X24")
@pytest.mark.parametrize("other", ["specialization", "espionage"])
def test_with_a_second_copy_espionage_conquers_twice(other: str) -> None:
    """With Specialization or another Espionage."""
    state = position(player("espionage", other, hand=9), player(), land=SPIED)
    state = do(state, Infiltrate("alpes"), Infiltrate("suevia"))
    assert state.players[0].hand == 5
    assert refused(state, Infiltrate("pannonia")) == "X8"


@pytest.mark.rules("X8", "X16", "K1")
def test_espionage_neither_breaks_a_treaty_nor_reaches_farther() -> None:
    """It goes where other conquests go."""
    state = position(player("espionage", "barbarians", hand=9), player(), land=SPIED)
    guarded = do(position(player("espionage", "diplomacy", hand=9), player(), land=SPIED), MakeTreaty(1))
    assert refused(guarded, Infiltrate("alpes")) == "X16"
    assert refused(state, Infiltrate("volga")) == "K1"
    assert refused(position(player(hand=9), land=SPIED), Infiltrate("suevia")) == "X8"


@pytest.mark.rules("X8", "E2")
def test_espionage_helps_at_the_entry_only_where_tiles_count_there() -> None:
    """By default a start province costs its full price."""
    tiles = ("espionage", "barbarians")
    assert refused(position(player(*tiles, hand=9), land={}), Infiltrate("caledonia")) == "E2"
    counted = position(player(*tiles, hand=2), land={"caledonia": "1:4"}, options=Options2(tiles_at_entry=True))
    assert mine(do(counted, Infiltrate("caledonia"))) == {"caledonia": 2}


@pytest.mark.rules("X8")
def test_where_espionage_could_be_used_both_prices_are_offered() -> None:
    """Line by line, each with its gain; once it is used up only one is left."""
    state = position(player("espionage", "barbarians", hand=5), player(), land=SPIED)
    plain, spied = _offers(state, "alpes")
    assert plain.refusal is not None
    assert [(line.key, line.params) for line in spied.price] == [("price_espionage", {"pieces": 2})]
    assert (spied.move, [line.params for line in spied.gain]) == (Infiltrate("alpes"), [])
    assert [line.params for line in _offers(state, "suevia")[1].gain] == [{"points": 1}]
    assert len(_offers(do(state, Infiltrate("suevia")), "alpes")) == 1


@pytest.mark.rules("X8")
def test_espionage_is_told_with_its_price() -> None:
    """In words of its own."""
    state = position(player("espionage", "barbarians", hand=5), player(), land=SPIED)
    lines = told(state, Infiltrate("alpes"))
    assert [(line.key, line.params.get("pieces")) for line in lines[:2]] == [("infiltrated", 2), ("lost", None)]


def _offers(state: object, target: str) -> list[Offer[object]]:
    return [offer for offer in vinci.offers(state, 0) if offer.target == target]  # type: ignore[arg-type, misc]


# --- forts, ships, armies, mountains ----------------------------------------------------------------------------------


@pytest.mark.rules("X9")
def test_fortification_builds_a_fort_a_turn() -> None:
    """In one of the seat's provinces without one; it makes the province cost one more, also as a ruin."""
    state = position(player("fortification", "barbarians"), land={"francia": "0:1", "belgica": "0:1f", "suevia": "1:1"})
    state = do(state, EndConquest())
    assert refused(state, BuildFort("belgica")) == "X9"
    assert refused(state, BuildFort("suevia")) == "X9"
    state = do(state, BuildFort("francia"))
    assert refused(state, BuildFort("belgica")) == "X9"
    assert state.land["francia"].fort
    attacked = position(player(), player(), land={"burgundia": "0:1", "francia": "1:1df", "belgica": "1:1f"})
    assert (cost(attacked, "francia"), cost(attacked, "belgica")) == (4, 4)


@pytest.mark.rules("X9", "X22")
def test_with_specialization_two_forts_are_built_in_a_turn() -> None:
    """In two provinces."""
    state = position(player("fortification", "specialization"), land={"francia": "0:1", "belgica": "0:1"})
    state = do(state, EndConquest(), BuildFort("francia"))
    assert refused(state, BuildFort("francia")) == "X9"
    assert do(state, BuildFort("belgica")).turn.forts == 0


@pytest.mark.rules("X9", "K6")
def test_an_attack_out_of_a_fort_costs_one_less_and_out_of_one_on_a_mountain_two() -> None:
    """The neighbour that helps most counts, line by line; several do not add up."""
    forts = player("fortification", "barbarians")
    state = position(forts, land={"francia": "0:1f", "belgica": "0:1f"})
    assert bill(state, "burgundia") == {"hills": 2, "from_fort": -1}
    state = position(forts, land={"alpes": "0:1f", "belgica": "0:1f"})
    assert bill(state, "burgundia") == {"hills": 2, "from_mountain": -1, "from_fort": -1}
    state = position(forts, land={"alpes": "0:1", "belgica": "0:1f"})
    assert bill(state, "burgundia") == {"hills": 2, "from_mountain": -1}


@pytest.mark.rules("X9", "X14")
def test_a_fort_helps_across_a_strait_and_not_across_a_sea() -> None:
    """Like a mountain."""
    state = position(player("fortification", "astronomy"), land={"britannia": "0:1f"})
    assert (cost(state, "belgica"), cost(state, "hibernia"), cost(state, "lusitania")) == (1, 1, 2)


@pytest.mark.rules("X9", "D2")
def test_forts_stay_when_the_empire_declines_and_go_with_the_province() -> None:
    """Although the tile leaves; who conquers or leaves the province has no fort there."""
    state = do(position(player("fortification", "barbarians"), land={"francia": "0:1f"}), Decline())
    assert state.land["francia"].fort
    assert state.players[0].ruins == ()
    taken = do(position(player(hand=9), player(), land={"belgica": "0:1", "francia": "1:1f"}), Conquer("francia"))
    assert not taken.land["francia"].fort
    left = do(position(player(hand=9), land={"belgica": "0:1", "francia": "0:1f"}), Gather("francia", 1))
    assert not do(left, Conquer("francia")).land["francia"].fort


@pytest.mark.rules("X10")
def test_ship_building_helps_along_a_coast() -> None:
    """From a province next to the target that lies on the same sea; not from inland, nor on to another sea."""
    ships = player("shipbuilding", "barbarians")
    assert cost(position(ships, land={"burgundia": "0:1"}), "provincia") == 2
    assert bill(position(ships, land={"pyrenaei": "0:1"}), "provincia") == {
        "pasture": 2,
        "from_mountain": -1,
        "attack_shore": -1,
    }
    assert cost(position(ships, land={"aquitania": "0:1"}), "provincia") == 2
    assert cost(position(ships, land={"britannia": "0:1"}), "hibernia") == 1


@pytest.mark.rules("X10", "X14")
def test_ship_building_helps_those_who_come_over_the_sea() -> None:
    """Over one or over several; not on land."""
    state = position(player("shipbuilding", "astronomy"), land={"hibernia": "0:1"})
    assert [cost(state, name) for name in ("lusitania", "sicilia", "asia")] == [1, 1, 1]
    assert cost(position(player("shipbuilding", "astronomy"), land={"burgundia": "0:1"}), "suevia") == 2


@pytest.mark.rules("X11", "E2")
def test_a_field_general_brings_seven_pieces_that_leave_after_the_last_conquest() -> None:
    """They are used first, also at the entry; provinces that only they held need own pieces."""
    tiles = ("general", "barbarians")
    state = position(player(), player(*tiles, hand=2), land={"francia": "0:1"}, seat=0, first=0)
    state = do(do(state, EndConquest()), EndTurn())
    assert (state.turn.seat, state.turn.levies) == (1, 7)
    state = do(state, Conquer("hibernia"), Conquer("britannia"), Conquer("caledonia"))
    assert (state.players[1].hand, state.turn.levies) == (2, 0)
    state = do(state, EndConquest())
    assert mine(state, 1) == {"hibernia": 0, "britannia": 0, "caledonia": 0}
    state = do(state, PutDown("hibernia", 1), PutDown("britannia", 1), EndTurn())
    assert mine(state, 1) == {"hibernia": 1, "britannia": 1}


@pytest.mark.rules("X12", "X22")
def test_militia_makes_the_own_active_provinces_more_expensive() -> None:
    """By one, twice as much with Specialization; not ruins."""
    land = {"francia": "0:1", "belgica": "1:1", "burgundia": "1:1d"}
    state = position(player(), player("militia", "barbarians"), land=land)
    assert (cost(state, "belgica"), cost(state, "burgundia")) == (4, 3)
    assert cost(position(player(), player("militia", "specialization"), land=land), "belgica") == 5


@pytest.mark.rules("X13", "K6")
def test_mountaineering_makes_mountains_cheaper_and_lets_them_score() -> None:
    """One less to take them, a point for each own one; they are no harder to lose."""
    land = {"burgundia": "0:1", "alpes": "n:1"}
    assert bill(position(player("mountaineers", "barbarians"), land=land), "alpes")["attack_mountain"] == -1
    assert cost(position(player("mountaineers", "barbarians"), land=land), "alpes") == 3
    state = position(player(), player("mountaineers", "barbarians"), land={"burgundia": "0:1", "alpes": "1:1"})
    assert cost(state, "alpes") == 4
    land = {"alpes": "0:1", "hercynia": "0:1", "suevia": "0:1", "uralia": "0:1d"}
    assert items(position(player("mountaineers", "barbarians"), land=land)) == {"provinces": 1, "mountain": 2}
    assert items(position(player("mountaineers", "specialization"), land=land)) == {"provinces": 1, "mountain": 4}


# --- astronomy --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("X14", "K1", "R3", "L5")
def test_astronomy_makes_provinces_on_touching_seas_neighbours() -> None:
    """From Ireland to Syria, in conquest and for a connected empire; own ruins across a sea are not cleared."""
    land = {"hibernia": "0:1", "cappadocia": "0:1d"}
    assert refused(position(player(hand=9), land=land), Conquer("syria")) == "K1"
    state = position(player("astronomy", "barbarians", hand=9), land=land)
    inland = {name for name, printed in PROVINCES.items() if set(printed.seas) <= {"mare_album", "pontus"}}
    reach = {move.province for move in legal(state) if isinstance(move, Conquer)}
    assert reach == {*PROVINCES} - inland - {"hibernia"}
    state = do(state, Conquer("lusitania"))
    assert "cappadocia" in state.land
    state = do(state, Conquer("finnia"), EndConquest())
    assert state.step == "regroup"


@pytest.mark.rules("X14", "R3")
def test_two_seas_touch_no_other() -> None:
    """A civilization on the White Sea reaches its shores only, and is cut off from the Baltic."""
    state = position(player("astronomy", "barbarians", hand=9), land={"uralia": "0:1"})
    reach = {move.province for move in legal(state) if isinstance(move, Conquer)}
    assert reach == {"muscovia", "volga", "novgorod", "finnia"}
    state = do(position(player("astronomy", "barbarians"), land={"hibernia": "0:1", "uralia": "0:1"}), EndConquest())
    assert legal(state) == [KeepPart("hibernia"), KeepPart("uralia")]


@pytest.mark.rules("X14", "K6")
def test_mountains_across_a_sea_make_no_conquest_cheaper() -> None:
    """They do not border on the target."""
    state = position(player("astronomy", "barbarians"), land={"apenninus": "0:1"})
    assert (cost(state, "sicilia"), cost(state, "magna_graecia")) == (2, 1)


@pytest.mark.rules("X15")
def test_barbarians_do_nothing() -> None:
    """They are many."""
    assert who("barbarians", "barbarians") == who()


# --- diplomacy --------------------------------------------------------------------------------------------------------

NEAR = {"francia": "0:3", "polonia": "0:1d", "belgica": "1:2", "saxonia": "1:9", "volga": "2:1", "suevia": "1:1d"}


@pytest.mark.rules("X16")
def test_a_treaty_is_made_before_the_first_conquest() -> None:
    """One per turn, with anybody else; pieces may have been gathered, but the turn is no decline any more."""
    state = position(player("diplomacy", "barbarians", hand=9), player(hand=9), player(), land=NEAR)
    assert refused(state, MakeTreaty(0)) == "X16"
    assert refused(state, MakeTreaty(3)) == "X16"
    state = do(state, Gather("francia", 1), MakeTreaty(1))
    assert refused(state, MakeTreaty(2)) == "X16"
    assert refused(do(position(player("diplomacy", "barbarians"), land=NEAR), MakeTreaty(2)), Decline()) == "D1"
    late = do(position(player("diplomacy", "barbarians", hand=9), land=NEAR), Conquer("burgundia"))
    assert refused(late, MakeTreaty(2)) == "X16"
    assert refused(do(late, EndConquest()), MakeTreaty(2)) == "X16"


@pytest.mark.rules("X16")
def test_neither_side_of_a_treaty_attacks_the_other_until_the_next_turn_of_who_made_it() -> None:
    """Ruins of both are not protected."""
    state = position(player("diplomacy", "barbarians", hand=9), player(hand=9), player(), land=NEAR)
    assert Conquer("belgica") in legal(state)
    state = do(state, MakeTreaty(1))
    assert refused(state, Conquer("belgica")) == "X16"
    state = do(state, Conquer("burgundia"))
    assert Conquer("suevia") in legal(state)
    state = do(do(state, EndConquest()), PutDown("francia", 7), EndTurn())
    assert (state.turn.seat, refused(state, Conquer("francia"))) == (1, "X16")
    assert Conquer("polonia") in legal(state)
    state = do(do(state, EndConquest()), PutDown("belgica", 9), EndTurn())
    state = do(do(state, EndConquest()), EndTurn())
    assert (state.turn.seat, state.players[0].friends) == (0, ())


@pytest.mark.rules("X16")
def test_a_treaty_can_be_made_with_who_has_no_empire_or_was_attacked_before() -> None:
    """It keeps the new civilization from attacking; the history names both."""
    land = {"hibernia": "0:3"}
    state = position(player("diplomacy", "barbarians", hand=9), player(hand=9), player(hand=9), land=land)
    lines = told(state, MakeTreaty(1))
    assert [(line.key, line.params) for line in lines] == [("peace", {"seat": 0, "other_seat": 1})]
    state = do(state, MakeTreaty(1), EndConquest())
    state = do(state, PutDown("hibernia", 9), EndTurn())
    assert refused(state, Conquer("hibernia")) == "X16"
    assert Conquer("caledonia") in legal(state)


@pytest.mark.rules("X16", "X22", "X24")
@pytest.mark.parametrize("other", ["specialization", "diplomacy"])
def test_with_a_second_copy_there_are_two_treaties(other: str) -> None:
    """With two players."""
    state = do(position(player("diplomacy", other), player(), player(), land=NEAR), MakeTreaty(1))
    assert refused(state, MakeTreaty(1)) == "X16"
    assert do(state, MakeTreaty(2)).players[0].friends == (1, 2)


# --- heritage ---------------------------------------------------------------------------------------------------------

INHERITED = {"francia": "0:1", "belgica": "0:1df", "armorica": "0:1d", "alpes": "0:1d", "suevia": "0:1"}


@pytest.mark.rules("X17", "L5")
def test_with_heritage_the_active_empire_may_touch_its_ruins() -> None:
    """Nothing is cleared next to a conquest."""
    state = do(position(player("heritage", "barbarians", hand=9), land=INHERITED), Conquer("burgundia"))
    assert {name for name, held in state.land.items() if held.declined} == {"belgica", "armorica", "alpes"}
    plain = do(position(player(hand=9), land=INHERITED), Conquer("burgundia"))
    assert {name for name, held in plain.land.items() if held.declined} == {"armorica"}


@pytest.mark.rules("X17", "L6", "X5")
def test_with_heritage_own_ruins_are_attacked_like_those_of_others() -> None:
    """Terrain, piece and fort count, and own tiles help; Slavery brings nothing for them."""
    state = position(player("heritage", "slavery", hand=9, ruins=("port_ruin",)), land=INHERITED)
    assert bill(state, "belgica") == {"pasture": 2, "defenders": 1, "fort": 1}
    assert cost(position(player("heritage", "weapons"), land=INHERITED), "belgica") == 3
    state = do(state, Conquer("belgica"))
    assert (mine(state)["belgica"], state.land["belgica"].fort) == (4, False)
    assert (state.turn.slain, state.survivors, state.players[0].ruins) == (0, (), ("port_ruin",))


@pytest.mark.rules("X17", "D2")
def test_heritage_leaves_a_piece_in_each_province_at_the_decline_like_any_people() -> None:
    """The tile itself leaves, although a ruin is printed on it, and the older ruins go."""
    land = {"francia": "0:4", "belgica": "0:2", "suevia": "0:1d"}
    state = do(position(player("heritage", "barbarians"), land=land), Decline())
    assert {name: (each.pieces, each.declined) for name, each in state.land.items()} == {
        "francia": (1, True),
        "belgica": (1, True),
    }
    assert state.players[0].ruins == ()


@pytest.mark.rules("X18")
def test_medicine_brings_a_piece_at_the_start_of_each_expansion() -> None:
    """For good, from the first one on."""
    state = position(player(), player("medicine", "barbarians"), land={"francia": "0:1", "volga": "1:2"})
    state = do(do(state, EndConquest()), EndTurn())
    assert state.players[1].hand == 1
    first = position(player("medicine", "barbarians", hand=12), step="choose", land={}, number=0, first=1, seat=0)
    assert do(on_pairs(first, {}), ChoosePair(5), draws=NEW).players[0].hand == population(
        ruleset(Options2()), 3, PAIRS[4]
    )


@pytest.mark.rules("X19")
def test_messages_let_an_empire_be_split() -> None:
    """Nothing has to be given up."""
    state = position(player("messenger", "barbarians"), land={"francia": "0:1", "volga": "0:1"})
    assert do(state, EndConquest()).step == "regroup"


# --- rebirth ----------------------------------------------------------------------------------------------------------

REBORN = {"francia": "0:4", "belgica": "0:1", "volga": "1:1", "scythia": "1:1", "polonia": "0:1d"}


@pytest.mark.rules("X20", "D1", "D2")
def test_rebirth_is_a_decline_at_the_end_of_a_turn_that_was_scored_once() -> None:
    """Conquests, score, decline, a new pair; then the next seat, and the new civilization enters in the next turn."""
    state = position(player("rebirth", "barbarians", hand=9), player(), land=REBORN)
    state = do(state, Conquer("burgundia"), EndConquest())
    state = do(state, PutDown("francia", 7), EndTurn())
    assert (state.step, state.turn.seat, state.players[0].points) == ("rebirth", 0, 10 + 4)
    assert legal(state) == [Decline(), EndTurn()]
    assert [each.low for each in vinci.forecast(state, 0)] == [14, 10, 10]
    state = do(state, Decline())
    assert (state.step, [each.low for each in vinci.forecast(state, 0)]) == ("choose", [14, 10, 10])
    assert {name for name, held in state.land.items() if held.declined} == {"francia", "belgica", "burgundia"}
    state = do(state, ChoosePair(2), draws=NEW)
    assert (state.players[0].points, state.players[0].hand, state.turn.seat) == (12, 14, 1)
    state = do(state, EndConquest(), EndTurn(), EndConquest())
    assert (state.turn.seat, state.step) == (0, "expand")
    assert Conquer("hibernia") in legal(state)


@pytest.mark.rules("X20", "D1", "D3")
def test_rebirth_need_not_be_used_and_leaves_the_decline_at_the_start_of_a_turn() -> None:
    """The turn ends as it is; a decline at its start takes the turn as ever."""
    state = position(player("rebirth", "barbarians"), player(), player(), land=REBORN)
    ended = do(do(state, EndConquest()), EndTurn())
    assert refused(ended, Conquer("burgundia")) == "K1"
    ended = do(ended, EndTurn())
    assert (ended.turn.seat, ended.players[0].points, ended.players[0].tiles) == (1, 13, ("rebirth", "barbarians"))
    usual = do(do(state, Decline()), ChoosePair(1), draws=NEW)
    assert (usual.turn.seat, usual.players[0].points) == (1, 12)


@pytest.mark.rules("X20", "L2")
def test_survivors_are_placed_after_a_decline_by_rebirth() -> None:
    """The turn is over only then."""
    land = {"francia": "0:1", "belgica": "1:3", "saxonia": "1:1", "jutia": "1:1"}
    state = do(position(player("rebirth", "barbarians", hand=6), player(), land=land), Conquer("belgica"))
    state = do(do(state, EndConquest()), PutDown("francia", 1), EndTurn())
    state = do(state, Decline())
    state = do(state, ChoosePair(1), draws=NEW)
    assert (state.step, state.survivors, state.turn.seat) == ("survive", ((1, 2),), 0)


@pytest.mark.rules("X20")
def test_a_decline_by_rebirth_is_offered_and_told() -> None:
    """Everyone sees that the turn is scored."""
    state = do(do(position(player("rebirth", "barbarians"), land=REBORN), EndConquest()), EndTurn())
    (offer,) = vinci.offers(state, 0)
    assert (offer.target, offer.move) == ("turn", Decline())
    turn = vinci.view(state, 1)["turn"]
    assert isinstance(turn, dict)
    assert turn["scored"] is True
    assert "declined" in [line.key for line in told(state, Decline())]


@pytest.mark.rules("X21", "E1", "E2")
def test_revolutionaries_enter_anywhere_for_the_full_price() -> None:
    """In the Alps, for example."""
    assert Conquer("alpes") in legal(position(player("revolution", "barbarians", hand=9), land={}))
    assert cost(position(player("revolution", "weapons", hand=9), land={"alpes": "1:2"}), "alpes") == 5
    assert refused(position(player(hand=9), land={}), Conquer("alpes")) == "E1"


# --- specialization ---------------------------------------------------------------------------------------------------


@pytest.mark.rules("X22")
@pytest.mark.parametrize("tile", sorted({*TILES} - {"general", "specialization"}))
def test_specialization_is_a_second_copy_of_the_other_tile(tile: str) -> None:
    """Whatever it does; the blue ones have nothing that could count twice, but for Medicine and Diplomacy."""
    assert who("specialization", tile) == who(tile, tile)
    doubled = who(tile, "specialization") != who(tile)
    blue = TILES[tile].colour == "blue" and tile not in ("medicine", "diplomacy")
    assert doubled != (blue or tile in ("heritage", "messenger"))


@pytest.mark.rules("X22", "X11")
def test_a_field_general_brings_seven_pieces_with_specialization_too() -> None:
    """It is blue; two of them bring fourteen."""
    assert who("specialization", "general").levies == 7
    assert who("general", "general").levies == 14


@pytest.mark.rules("X22", "C4")
@pytest.mark.parametrize(
    ("tiles", "pieces"),
    [(("specialization", "barbarians"), 13), (("medicine", "specialization"), 5), (("barbarians", "weapons"), 9)],
)
def test_with_specialization_a_people_has_twice_the_pieces_of_the_other_tile_and_one(
    tiles: tuple[str, str], pieces: int
) -> None:
    """Thirteen with Barbarians are the most that a pair can bring."""
    assert population(ruleset(Options2()), 3, tiles) == 8 + pieces


@pytest.mark.rules("X22", "X23")
def test_specialization_ends_with_the_decline() -> None:
    """The ruin scores its plain number."""
    state = position(player("specialization", "mining_ruin"), land={"hercynia": "0:1"})
    assert items(state) == {"mine": 4}
    assert items(do(state, Decline())) == {"mine": 2}


TWICE = ("specialization", "specialization")


@pytest.mark.rules("X22", "A3")
def test_of_two_specializations_in_a_pair_one_is_replaced() -> None:
    """At the set-up and after a choice, where the history says so; the tile that goes is in the bag again."""
    drawn = (*TWICE, "weapons", *(tile for pair in PAIRS[1:] for tile in pair))
    state = vinci.setup(3, Options2(), RecordedChance((0, *drawn)))
    assert state.pairs[0].tiles == ("specialization", "weapons")
    assert state.bag["specialization"] == 1
    state = position(step="choose", land={}, number=0)
    lines = {line.key: line.params for line in told(state, ChoosePair(1), (*TWICE, "militia"))}
    assert lines["replaced"] == {"tile": "specialization", "second": "militia"}
    state = do(state, ChoosePair(1), draws=(*TWICE, "militia"))
    assert (state.pairs[-1].tiles, state.bag["specialization"]) == (("specialization", "militia"), 1)


@pytest.mark.rules("A3", "X22")
def test_the_box_can_be_as_its_author_meant_it() -> None:
    """Three Barbarians and one Specialization, and as many tiles as ever."""
    printed, meant = ruleset(Options2()).bag, ruleset(Options2(box="meant")).bag
    assert (printed["barbarians"], printed["specialization"]) == (2, 2)
    assert (meant["barbarians"], meant["specialization"]) == (3, 1)
    assert sum(printed.values()) == sum(meant.values()) == 52
    start = vinci.setup(3, Options2(box="meant"), RecordedChance((0, *(tile for pair in PAIRS for tile in pair))))
    assert vinci.pieces(start) == {"tiles": 52}


@pytest.mark.rules("X24")
def test_numbers_of_two_equal_tiles_add_up() -> None:
    """Points, attack, pieces, generals, forts and treaties."""
    twice = {tile: who(tile, tile) for tile in ("mining", "weapons", "medicine", "general", "fortification")}
    assert twice["mining"].points == {"mine": 4}
    assert twice["weapons"].attack == {"any": 2}
    assert (twice["medicine"].growth, twice["general"].levies, twice["fortification"].forts) == (2, 14, 2)
    assert who("diplomacy", "diplomacy").treaties == 2


def test_every_tile_is_a_kind_of_its_own() -> None:
    """Each is named in some test above by its rule; here, that none is left without any effect but the barbarians."""
    idle = [name for name in TILES if who(name) == who()]
    assert idle == ["barbarians", "specialization"]


@pytest.mark.rules("X11", "X18", "X16")
def test_what_tiles_allow_in_a_turn_is_seen_at_its_beginning() -> None:
    """Treaties to make and conquests by espionage that are left."""
    state = position(player(), player("diplomacy", "espionage"), land={"francia": "0:1", "volga": "1:2"})
    state = do(do(state, EndConquest()), EndTurn())
    assert state.turn == turn_of(1, treaties=1, spies=1)
    turn = vinci.view(state, 0)["turn"]
    assert turn == {"seat": 1, "acted": False, "treaties": 1, "spies": 1}
