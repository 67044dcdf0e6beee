"""Where a tile may lie."""

import pytest

from partie.games.glenmore import glenmore
from partie.games.glenmore.data import RIVERS, ROADS
from partie.games.glenmore.land import is_cell
from partie.games.glenmore.state import EndTurn, Move, Place, Player, State, Take
from partie.kit.playout import game_key, opening, play
from tests.engines.glenmore.position import chain, do, legal, player, position, refused


def placing(me: Player, tile: str) -> State:
    """Seat 0 has the tile in hand."""
    return position(me, step="place", hand=tile)


def cells(state: State) -> set[str]:
    """Where the tile in hand may lie."""
    return {move.cell for move in legal(state) if isinstance(move, Place)}


@pytest.mark.rules("P2")
def test_a_river_tile_only_continues_the_river() -> None:
    """North or south of the start village, and later at the ends of what lies there."""
    assert cells(placing(player(), "0-02")) == {"0,-1", "0,1"}
    longer = player({"0-03": "0,1"}, members={"0-03": 1})
    assert cells(placing(longer, "0-02")) == {"0,2"}
    assert refused(placing(longer, "0-02"), Place("1,1")) == ("river_only_at_its_end", "P2")


@pytest.mark.rules("P2")
def test_a_road_tile_only_continues_the_road() -> None:
    """East or west of the start village, and later at the ends of what lies there."""
    assert cells(placing(player(), "0-08")) == {"-1,0", "1,0"}
    longer = player({"0-01": "-1,0"}, members={"0-01": 1})
    assert cells(placing(longer, "0-08")) == {"-2,0"}
    assert refused(placing(longer, "0-08"), Place("-1,1")) == ("road_only_at_its_end", "P2")


@pytest.mark.rules("P2", "P4")
def test_a_plain_tile_beyond_a_gap_blocks_the_river() -> None:
    """It may lie one cell beyond the end; then no river tile fits between, for its far side would touch plain land."""
    before = player({"1-15": "1,1", "1-16": "1,2"}, members={"1-16": 1})
    assert "0,2" in cells(placing(before, "1-17"))
    blocked = player({"1-15": "1,1", "1-16": "1,2", "1-17": "0,2"}, members={"1-17": 1})
    assert cells(placing(blocked, "0-02")) == set()
    assert refused(placing(blocked, "0-02"), Place("0,1")) == ("edges_differ", "P2")
    assert "0,1" not in cells(placing(blocked, "1-20"))


@pytest.mark.rules("P2", "P4")
def test_a_plain_tile_beyond_a_gap_blocks_the_road() -> None:
    """As it does the river."""
    blocked = player({"1-15": "1,1", "1-16": "2,1", "1-17": "2,0"}, members={"1-17": 1})
    assert cells(placing(blocked, "0-08")) == set()
    assert refused(placing(blocked, "0-08"), Place("1,0")) == ("edges_differ", "P2")


@pytest.mark.rules("P3")
def test_a_plain_tile_cuts_off_neither_river_nor_road() -> None:
    """Next to the start village alone there is no room for it: all four sides carry something."""
    state = placing(player(), "1-15")
    assert cells(state) == set()
    assert refused(state, Place("0,1")) == ("river_interrupted", "P3")
    assert refused(state, Place("1,0")) == ("road_interrupted", "P3")


@pytest.mark.rules("P3")
def test_a_corner_is_no_contact() -> None:
    """A tile needs a whole side against another; where a tile lies there is no room."""
    state = placing(player({"0-02": "0,1"}), "1-15")
    assert cells(state) == {"-1,1", "1,1"}
    assert refused(state, Place("1,-1")) == ("no_contact", "P3")
    assert refused(state, Place("0,1")) == ("occupied", "P3")


@pytest.mark.rules("P6")
def test_the_clan_member_may_stand_on_any_of_eight_neighbours() -> None:
    """Corner to corner counts, and it need not stand on the tile that is touched by a side."""
    land = {"0-02": "0,1", "0-01": "1,0"}
    assert "1,1" in cells(placing(player(land, members={"S-1": 1}), "1-15"))
    assert "1,-1" in cells(placing(player(land, members={"S-1": 1}), "1-15"))
    far = placing(player({**land, "1-16": "1,1"}, members={"1-16": 1}), "1-15")
    assert "2,1" in cells(far)
    assert refused(far, Place("1,-1")) == ("no_member_near", "P6")


@pytest.mark.rules("P7")
def test_the_clan_member_of_the_tile_itself_does_not_count() -> None:
    """A village cannot bring the clan member that its own placing needs."""
    me = player({"0-02": "0,1", "0-03": "0,2"}, members={"S-1": 1})
    assert refused(placing(me, "1-08"), Place("1,2")) == ("no_member_near", "P6")
    after = do(placing(me, "1-08"), Place("1,1"))
    assert after.players[0].members == {"S-1": 1, "1-08": 1}


@pytest.mark.rules("P8")
def test_a_taken_tile_must_be_placed() -> None:
    """Nothing but placing it leads on; the turn cannot be ended before."""
    me = player({"0-02": "0,1"})
    state = do(position(me, track=chain("0", "1", "1-15")), Take("1-15"))
    assert state.turn.step == "place"
    assert all(isinstance(move, Place) for move in legal(state))
    assert refused(state, EndTurn()) == ("wrong_step", "A1")


@pytest.mark.rules("P5")
def test_tiles_are_not_turned() -> None:
    """To place a tile is to name a cell: a river tile fits in the column and a road tile in the row, never else."""
    assert Place.__struct_fields__ == ("cell",)
    assert cells(placing(player(), "0-02")).isdisjoint(cells(placing(player(), "0-08")))


@pytest.mark.rules("P1")
def test_the_river_stays_in_its_column_and_the_road_in_its_row() -> None:
    """In random games every river tile has x = 0 and every road tile y = 0, without a gap between them."""
    for seed in range(6):
        key = game_key(seed)
        state = opening(glenmore, 2 + seed % 4, glenmore.options(), key)
        for step in play(glenmore, state, key):
            state = step.after
        for each in state.players:
            _check_lines(each)


def _check_lines(each: Player) -> None:
    rivers = [each.land[tile].split(",") for tile in each.land if tile in RIVERS]
    roads = [each.land[tile].split(",") for tile in each.land if tile in ROADS]
    assert {x for x, _ in rivers} == {"0"}
    assert {y for _, y in roads} == {"0"}
    for line in (sorted(int(y) for _, y in rivers), sorted(int(x) for x, _ in roads)):
        assert line == list(range(line[0], line[-1] + 1))


@pytest.mark.parametrize("cell", ["", "x", "1", "1,", ",1", "01,0", "1,1,1", "-0,1", "1e1,0", "٣,0", "999,0"])
def test_what_is_no_cell_is_refused(cell: str) -> None:
    """Only one way of writing a cell is understood."""
    move: Move = Place(cell)
    assert refused(placing(player({"0-02": "0,1"}), "1-15"), move)[1] == "P3"


@pytest.mark.parametrize(
    "text", ["", "1", "1,", ",1", "a,1", "1,b", "01,1", "+1,1", "1,-0", "100,1", "--1,1", "1,²", "1 ,1"]
)
def test_a_cell_is_written_in_one_way(text: str) -> None:
    """Two numbers of at most two digits."""
    assert not is_cell(text)


def test_cells_lie_on_all_sides() -> None:
    """Negative ones too."""
    assert all(map(is_cell, ("0,0", "-1,12", "99,-99")))
