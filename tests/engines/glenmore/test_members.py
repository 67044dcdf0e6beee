"""Clan members and chieftains."""

import pytest

from partie.games.glenmore.state import Activate, EndTurn, Options, Player, Promote, State, UseLochNess, Walk
from tests.engines.glenmore.position import chain, do, lay, legal, player, position, refused


def after_laying(me: Player, tile: str, cell: str, options: Options | None = None) -> State:
    """The tile was laid and activations have begun."""
    return lay(position(me, options=options), tile, cell)


LAND = {"0-02": "0,1", "0-03": "0,2", "1-15": "1,1", "1-08": "1,2"}


@pytest.mark.rules("M1")
def test_every_grey_tile_activated_gives_a_movement_point() -> None:
    """The new one, its neighbours, and none that is not activated."""
    assert after_laying(player(LAND), "1-06", "0,3").turn.movement == 2
    assert after_laying(player(LAND), "1-16", "-1,1").turn.movement == 1
    assert after_laying(player({"0-02": "0,1", "0-03": "0,2"}), "1-16", "1,2").turn.movement == 0


@pytest.mark.rules("M1")
def test_a_step_goes_to_any_of_eight_neighbours_and_costs_a_point() -> None:
    """Corner to corner too; not farther, not onto an empty cell, not without a point."""
    me = player(LAND, members={"0-02": 1})
    state = after_laying(me, "1-21", "2,2")
    assert state.turn.movement == 2
    assert refused(state, Walk("0-02", "1-21")) == ("not_a_neighbour", "M1")
    assert refused(state, Walk("0-02", "1-99")) == ("not_a_neighbour", "M1")
    assert refused(state, Walk("0-02", "0-02")) == ("not_a_neighbour", "M1")
    assert refused(state, Walk("0-03", "0-02")) == ("no_member_there", "M1")
    state = do(state, Walk("0-02", "1-08"), Walk("1-21", "1-08"))
    assert state.players[0].members == {"1-08": 2}
    assert refused(state, Walk("1-08", "0-02")) == ("no_movement", "M1")


@pytest.mark.rules("M1")
def test_after_the_first_step_nothing_is_activated() -> None:
    """Movement comes after all activations, Loch Ness included."""
    me = player({**LAND, "2-06": "0,3"})
    state = after_laying(me, "1-16", "-1,2")
    assert state.turn.movement == 0
    state = after_laying(me, "1-21", "2,2")
    state = do(state, Walk("S-1", "0-02"))
    assert refused(state, Activate("1-15")) == ("wrong_step", "A1")
    assert refused(state, UseLochNess("0-02")) == ("wrong_step", "A6")


@pytest.mark.rules("M2")
def test_steps_and_promotions_mix() -> None:
    """A step, a promotion, a step; and any number of clan members on one tile."""
    me = player(LAND, members={"1-08": 2, "0-02": 1})
    state = after_laying(me, "1-21", "2,2")
    state = do(state, Walk("1-21", "1-08"))
    assert state.players[0].members == {"1-08": 3, "0-02": 1}
    assert do(state, Promote("1-08")).players[0].members == {"1-08": 2, "0-02": 1}
    other = do(after_laying(me, "1-21", "2,2"), Promote("1-08"), Walk("0-02", "1-15"))
    assert other.players[0].members == {"1-08": 1, "1-15": 1, "1-21": 1}
    assert other.players[0].chieftains == 1


@pytest.mark.rules("M3")
def test_a_chieftain_never_comes_back() -> None:
    """A promotion costs a point from any tile; no move puts a chieftain onto a tile."""
    me = player(LAND, members={"0-02": 1, "1-08": 1}, chieftains=1)
    state = do(after_laying(me, "1-21", "2,2"), Promote("0-02"))
    assert state.players[0].chieftains == 2
    assert state.turn.movement == 1
    for move in legal(state):
        if not isinstance(move, EndTurn):
            assert do(state, move).players[0].chieftains >= 2


@pytest.mark.rules("M4")
def test_the_last_clan_member_stays_in_the_land() -> None:
    """As long as the game goes on."""
    state = after_laying(player(LAND, members={"1-15": 1}), "1-17", "2,2")
    assert refused(state, Promote("1-15")) == ("last_member", "M4")
    two = after_laying(player(LAND, members={"1-15": 2}), "1-17", "2,2")
    assert Promote("1-15") in legal(two)


@pytest.mark.rules("M4", "T2")
@pytest.mark.parametrize(
    ("variant", "left", "allowed"),
    [("rules", 1, True), ("rules", 2, True), ("rules", 3, False), ("yucata", 1, True), ("yucata", 2, False)],
)
def test_the_last_clan_member_may_leave_in_the_turn_that_ends_the_game(variant: str, left: int, allowed: bool) -> None:
    """If this refill lays the last tile of stack 3; Yucata wants exactly one tile left. Two are drawn here."""
    stack = ["3-01", "3-03", "3-04"][:left]
    me = player(LAND, members={"1-15": 1})
    state = position(
        me,
        track=chain("", "2-01", "1", "0", "2-15"),
        stacks=([], [], stack),
        options=Options(last_clan_member="yucata" if variant == "yucata" else "rules"),
    )
    state = lay(state, "1-17", "2,2")
    assert (Promote("1-15") in legal(state)) is allowed
    if allowed:
        assert do(state, Promote("1-15")).players[0].members == {}
    else:
        assert refused(state, Promote("1-15")) == ("last_member", "M4")


@pytest.mark.rules("M4")
def test_the_last_clan_member_stays_while_an_earlier_stack_holds_tiles() -> None:
    """Whatever is left in stack 3."""
    track = chain("", "2-03", "1", "0", "2-15")
    state = position(player(LAND, members={"1-15": 1}), track=track, stacks=([], ["2-01"], ["3-01"]))
    state = lay(state, "1-17", "2,2")
    assert refused(state, Promote("1-15")) == ("last_member", "M4")


@pytest.mark.rules("M5")
@pytest.mark.parametrize(("tile", "members"), [("1-08", 1), ("1-21", 1), ("2-12", 1), ("3-01", 1), ("1-16", 0)])
def test_villages_and_castles_bring_a_clan_member(tile: str, members: int) -> None:
    """From the supply onto the new tile; other tiles bring none."""
    before = position(player({"0-02": "0,1"}))
    state = lay(before, tile, "1,1")
    assert state.players[0].members.get(tile, 0) == members
    assert state.members == before.members - members
