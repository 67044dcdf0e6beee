"""What each civilization tile does."""

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.data import OVERSEAS, PROVINCES, TILES
from partie.games.vinci.effects import effects
from partie.games.vinci.scoring import income
from partie.games.vinci.state import (
    BuildFort,
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    KeepPart,
    MakeTreaty,
    PutDown,
)
from tests.engines.vinci.position import NEW, cost, do, legal, mine, player, position, refused

COAST = {"belgica": "0:1", "hibernia": "0:1", "francia": "0:1", "hercynia": "0:1", "polonia": "0:1"}
"""Two ports (pasture), farmland, a mine in the mountains and one in a forest."""


def brings(*tiles: str) -> dict[str, int]:
    """What tiles add to the provinces' points."""
    state = position(player(*tiles), land=COAST)
    items = dict(income(state.land, state.players[0], 0, 0))
    return {key: points for key, points in items.items() if key not in ("provinces", "declined")}


@pytest.mark.rules("X1", "X2", "X3", "X4")
@pytest.mark.parametrize(
    ("tile", "item", "points"),
    [("agriculture", "farmland", 1), ("livestock", "pasture", 2), ("mining", "mine", 4), ("port", "port", 2)],
)
def test_yellow_tiles_score_terrains_and_signs(tile: str, item: str, points: int) -> None:
    """Two points a mine, one for anything else; those with a ruin score as much."""
    assert brings(tile, "barbarians") == {item: points}
    assert brings(f"{tile}_ruin", "barbarians") == {item: points}


@pytest.mark.rules("X23", "D2")
def test_ruins_go_on_scoring_and_plain_tiles_leave() -> None:
    """The same empire before and after its decline."""
    state = position(player("mining_ruin", "port"), land=COAST)
    state = do(state, Decline())
    assert dict(income(state.land, state.players[0], 0, 0)) == {"declined": 4, "mine": 4}


@pytest.mark.rules("X5")
def test_slavery_scores_conquests_in_which_a_piece_was_removed() -> None:
    """Neutral ones too; in this turn only, and not empty land or own ruins."""
    land = {"francia": "0:1", "belgica": "n:1", "burgundia": "1:2", "armorica": "0:1d"}
    state = position(player("slavery", "barbarians", hand=20), player(), land=land)
    moves = [Conquer("belgica"), Conquer("burgundia"), Conquer("aquitania")]
    state = do(state, *moves)
    assert state.turn.slain == 2
    assert dict(income(state.land, state.players[0], 0, state.turn.slain))["conquest"] == 2


@pytest.mark.rules("X6")
def test_coinage_brings_three_points_a_turn() -> None:
    """As long as there is an empire."""
    assert brings("currency", "barbarians") == {"empire": 3}
    state = position(player("currency", "barbarians"), land={"volga": "1:1"})
    assert income(state.land, state.players[0], 0, 0) == []


@pytest.mark.rules("X7")
def test_weapons_make_each_conquest_cheaper() -> None:
    """By one."""
    state = position(player("weapons", "barbarians"), land={"francia": "0:1", "burgundia": "n:1"})
    assert cost(state, "burgundia") == 2


@pytest.mark.rules("X8")
def test_espionage_helps_against_active_empires_only() -> None:
    """By two; not against neutral or declined provinces or empty land."""
    land = {"francia": "0:1", "burgundia": "1:3", "belgica": "1:3d", "armorica": "n:1"}
    state = position(player("espionage", "barbarians"), player(), land=land)
    assert [cost(state, name) for name in ("burgundia", "belgica", "armorica", "aquitania")] == [3, 5, 4, 2]


@pytest.mark.rules("X9")
def test_fortifications_build_a_fort_a_turn() -> None:
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


@pytest.mark.rules("X9", "D2")
def test_forts_stay_when_the_empire_declines() -> None:
    """Although the tile leaves."""
    state = do(position(player("fortification", "barbarians"), land={"francia": "0:1f"}), Decline())
    assert state.land["francia"].fort
    assert state.players[0].ruins == ()


@pytest.mark.rules("X10")
def test_shipbuilding_helps_on_coasts() -> None:
    """By one; not inland."""
    state = position(player("shipbuilding", "barbarians"), land={"burgundia": "0:1"})
    assert (cost(state, "provincia"), cost(state, "suevia")) == (1, 2)


@pytest.mark.rules("X11", "E2")
def test_a_general_brings_seven_pieces_that_leave_after_the_last_conquest() -> None:
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


@pytest.mark.rules("X12")
def test_militia_makes_the_own_active_provinces_more_expensive() -> None:
    """By one; not ruins."""
    land = {"francia": "0:1", "belgica": "1:1", "burgundia": "1:1d"}
    state = position(player(), player("militia", "barbarians"), land=land)
    assert (cost(state, "belgica"), cost(state, "burgundia")) == (4, 3)


@pytest.mark.rules("X13")
def test_mountaineers_attack_and_defend_mountains() -> None:
    """One less to take them, one more to lose them while the empire lives."""
    land = {"burgundia": "0:1", "alpes": "n:1"}
    assert cost(position(player("mountaineers", "barbarians"), land=land), "alpes") == 3
    for holding, price in (("1:1", 5), ("1:1d", 4)):
        state = position(player(), player("mountaineers", "barbarians"), land={"burgundia": "0:1", "alpes": holding})
        assert cost(state, "alpes") == price


@pytest.mark.rules("X14", "K1", "R3", "L5")
def test_astronomy_makes_provinces_on_one_sea_neighbours() -> None:
    """In conquest and for a connected empire; own ruins across a sea are not cleared."""
    land = {"baetica": "0:1", "sicilia": "0:1d"}
    plain = position(player(hand=9), land=land)
    assert refused(plain, Conquer("apenninus")) == "K1"
    state = position(player("astronomy", "barbarians", hand=9), land=land)
    reach = {move.province for move in legal(state) if isinstance(move, Conquer)}
    assert reach == {*OVERSEAS["baetica"], *PROVINCES["baetica"].borders}
    state = do(state, Conquer("lusitania"))
    assert "sicilia" in state.land
    state = do(state, Conquer("hibernia"), EndConquest())
    assert state.step == "regroup"


@pytest.mark.rules("X14", "K6")
def test_mountains_across_a_sea_make_no_conquest_cheaper() -> None:
    """They do not border on the target."""
    state = position(player("astronomy", "barbarians"), land={"apenninus": "0:1"})
    assert (cost(state, "sicilia"), cost(state, "magna_graecia")) == (2, 1)


@pytest.mark.rules("X15")
def test_barbarians_do_nothing() -> None:
    """They are many."""
    assert effects(("barbarians", "barbarians")) == effects(())


@pytest.mark.rules("X16")
def test_diplomacy_keeps_an_opponent_from_attacking_until_the_own_next_turn() -> None:
    """Somebody whom one has not attacked; the declined empire is not protected."""
    land = {"francia": "0:3", "polonia": "0:1d", "belgica": "1:9", "saxonia": "1:9", "volga": "2:1", "suevia": "1:1"}
    state = position(player("diplomacy", "barbarians", hand=9), player(hand=9), player(), land=land)
    state = do(state, EndConquest())
    assert refused(state, MakeTreaty(0)) == "X16"
    assert refused(state, MakeTreaty(3)) == "X16"
    state = do(state, MakeTreaty(1))
    assert refused(state, MakeTreaty(2)) == "X16"
    state = do(state, PutDown("francia", 9), EndTurn())
    assert (state.turn.seat, refused(state, Conquer("francia"))) == (1, "X16")
    assert Conquer("polonia") in legal(state)
    state = do(do(state, EndConquest()), PutDown("belgica", 9), EndTurn())
    state = do(do(state, EndConquest()), EndTurn())
    assert (state.turn.seat, state.players[0].friends) == (0, ())


@pytest.mark.rules("X16")
def test_no_treaty_with_whom_one_has_attacked() -> None:
    """In this turn."""
    land = {"francia": "0:3", "belgica": "1:1", "saxonia": "1:1"}
    state = do(position(player("diplomacy", "barbarians", hand=9), player(), land=land), Conquer("belgica"))
    assert refused(do(state, EndConquest()), MakeTreaty(1)) == "X16"


@pytest.mark.rules("X16")
def test_no_treaty_with_whose_ruins_one_has_conquered_either() -> None:
    """An attack is any conquest from that player; neutral pieces are nobody's."""
    land = {"francia": "0:3", "belgica": "1:1d", "burgundia": "n:1", "volga": "1:1", "scythia": "2:1"}
    state = position(player("diplomacy", "barbarians", hand=9), player(), player(), land=land)
    state = do(state, Conquer("burgundia"), Conquer("belgica"), EndConquest())
    assert refused(state, MakeTreaty(1)) == "X16"
    assert MakeTreaty(2) in legal(state)


@pytest.mark.rules("X17")
def test_heritage_leaves_all_pieces_in_the_declining_empire() -> None:
    """The tile itself leaves, although a ruin is printed on it."""
    state = do(position(player("heritage", "barbarians"), land={"francia": "0:4", "belgica": "0:2"}), Decline())
    assert [each.pieces for each in state.land.values()] == [4, 2]
    assert state.players[0].ruins == ()


@pytest.mark.rules("X18")
def test_medicine_brings_a_piece_at_the_start_of_each_expansion() -> None:
    """For good."""
    state = position(player(), player("medicine", "barbarians"), land={"francia": "0:1", "volga": "1:2"})
    state = do(do(state, EndConquest()), EndTurn())
    assert state.players[1].hand == 1


@pytest.mark.rules("X19")
def test_messengers_let_an_empire_be_split() -> None:
    """Nothing has to be given up."""
    state = position(player("messenger", "barbarians"), land={"francia": "0:1", "volga": "0:1"})
    assert do(state, EndConquest()).step == "regroup"


@pytest.mark.rules("X20", "C6")
def test_rebirth_lets_the_new_civilization_enter_in_the_turn_of_the_decline() -> None:
    """It is scored once, at the end; the pair is chosen and paid as ever."""
    state = do(position(player("rebirth", "barbarians"), land={"francia": "0:4"}), Decline())
    assert all("gain_return" in [line.key for line in offer.gain] for offer in vinci.offers(state, 0))
    state = do(state, ChoosePair(1), draws=NEW)
    assert (state.step, state.turn.seat, state.players[0].points) == ("expand", 0, 10)
    assert Decline() not in legal(state)
    state = do(state, Conquer("hibernia"))
    state = do(do(state, EndConquest()), PutDown("hibernia", state.players[0].hand))
    state = do(state, EndTurn())
    assert (state.players[0].points, state.turn.seat) == (12, 1)


@pytest.mark.rules("X21", "E1")
def test_revolution_lets_a_civilization_enter_anywhere() -> None:
    """In the Alps, for example."""
    assert Conquer("alpes") in legal(position(player("revolution", "barbarians", hand=9), land={}))
    assert refused(position(player(hand=9), land={}), Conquer("alpes")) == "E1"


@pytest.mark.rules("X22")
@pytest.mark.parametrize(
    ("tile", "number"),
    [("mining", {"mine": 4}), ("currency", {"empire": 6}), ("general", {}), ("fortification", {})],
)
def test_specialization_doubles_the_points_of_the_other_tile(tile: str, number: dict[str, int]) -> None:
    """Attack, defence and medicine too, but neither generals nor forts."""
    assert effects(("specialization", tile)).points == number
    assert effects(("specialization", "weapons")).attack == {"any": 2}
    assert effects(("militia", "specialization")).defence == {"any": 2}
    assert effects(("specialization", "medicine")).growth == 2
    assert effects(("specialization", "general")).levies == 7
    assert effects(("specialization", "fortification")).forts == 1
    assert effects(("specialization", "specialization")) == effects(())


@pytest.mark.rules("X22", "X23")
def test_specialization_ends_with_the_decline() -> None:
    """The ruin scores its plain number."""
    state = position(player("specialization", "mining_ruin"), land={"hercynia": "0:1"})
    assert dict(income(state.land, state.players[0], 0, 0)) == {"mine": 4}
    state = do(state, Decline())
    assert dict(income(state.land, state.players[0], 0, 0)) == {"mine": 2}


@pytest.mark.rules("X24")
def test_numbers_of_two_equal_tiles_add_up() -> None:
    """Points, attack, pieces, generals, forts and treaties."""
    twice = {tile: effects((tile, tile)) for tile in ("mining", "weapons", "medicine", "general", "fortification")}
    assert twice["mining"].points == {"mine": 4}
    assert twice["weapons"].attack == {"any": 2}
    assert (twice["medicine"].growth, twice["general"].levies, twice["fortification"].forts) == (2, 14, 2)
    assert effects(("diplomacy", "diplomacy")).treaties == 2


@pytest.mark.rules("R3", "X14")
def test_a_split_that_seas_do_not_bridge_is_a_split_for_astronomers_too() -> None:
    """One sea at a time."""
    state = do(position(player("astronomy", "barbarians"), land={"hibernia": "0:1", "volga": "0:1"}), EndConquest())
    assert legal(state) == [KeepPart("hibernia"), KeepPart("volga")]


def test_every_tile_is_a_kind_of_its_own() -> None:
    """Each is named in some test above by its rule; here, that none is left without any effect but the barbarians."""
    idle = [name for name in TILES if effects((name,)) == effects(())]
    assert idle == ["barbarians", "specialization"]
