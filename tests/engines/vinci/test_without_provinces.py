"""Peoples without a province: driven out by others, or all given up by themselves."""

from __future__ import annotations

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.data import PROVINCES
from partie.games.vinci.state import (
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    Options2,
    PutDown,
    State,
)
from tests.engines.vinci.position import NEW, do, items, legal, mine, player, position, refused, told

RETURN = Options2(survivors_return=True)


def driven_out(pieces: int, options: Options2 | None = None) -> State:
    """The end of a conquest in which seat 1 lost its last province, where so many pieces lay; it has ruins, too."""
    land = {"francia": "0:1", "belgica": f"1:{pieces}", "hercynia": "1:1d", "volga": "1:1d"}
    theirs = player("weapons", "militia", ruins=("mining_ruin",))
    state = position(player("slavery", "barbarians", hand=9), theirs, land=land, options=options)
    return do(state, Conquer("belgica"))


def next_turn(state: State) -> State:
    """Seat 0 ends its turn."""
    state = do(state, EndConquest())
    return do(state, PutDown("francia", state.players[0].hand), EndTurn())


# --- driven out by an attack ------------------------------------------------------------------------------------------


@pytest.mark.rules("C6", "L3", "D5")
def test_who_lost_the_last_province_chooses_a_new_people_and_the_old_ruins_leave_with_that() -> None:
    """They stay until that turn, in which they bring nothing any more."""
    state = driven_out(2)
    assert (state.survivors, "volga" in state.land) == (((1, 1),), True)
    assert items(state, 1) == {"declined": 1, "mine": 2}
    state = next_turn(state)
    assert (state.step, state.turn.seat, state.players[1].tiles, state.players[1].ruins) == ("choose", 1, (), ())
    assert not {"hercynia", "volga"} & set(state.land)
    state = do(state, ChoosePair(1), draws=NEW)
    assert (state.players[1].points, state.players[1].hand, state.turn.seat) == (10, 14, 2)


@pytest.mark.rules("C6")
def test_where_not_one_piece_is_left_the_old_ruins_leave_at_once() -> None:
    """In the middle of the attack, with the tiles of both empires; they bring no point by Slavery."""
    state = position(
        player("slavery", "barbarians", hand=9),
        player("weapons", "militia", ruins=("mining_ruin",)),
        land={"francia": "0:1", "belgica": "1:1", "hercynia": "1:1d", "volga": "1:1d"},
    )
    before = state.bag.get("weapons", 0), state.bag.get("mining_ruin", 0)
    lines = told(state, Conquer("belgica"))
    assert [line.key for line in lines] == ["conquered", "lost", "died_out", "ruins_removed", "ruins_removed"]
    state = do(state, Conquer("belgica"))
    assert set(state.land) == {"francia", "belgica"}
    assert (state.survivors, state.players[1].tiles, state.players[1].ruins) == ((), (), ())
    assert (state.bag["weapons"], state.bag["mining_ruin"]) == (before[0] + 1, before[1] + 1)
    assert state.turn.slain == 1
    state = next_turn(state)
    assert (state.step, state.turn.seat) == ("choose", 1)


@pytest.mark.rules("C6", "L1", "L2")
def test_survivors_of_an_earlier_province_keep_the_old_ruins_until_the_own_turn() -> None:
    """They are pieces of the empire, although they have nowhere to go."""
    land = {"francia": "0:1", "belgica": "1:3", "burgundia": "1:1", "volga": "1:1d"}
    state = position(player(hand=20), player(), land=land)
    state = do(state, Conquer("belgica"), Conquer("burgundia"))
    assert (state.survivors, "volga" in state.land) == (((1, 2),), True)
    assert "volga" not in next_turn(state).land


@pytest.mark.rules("L3")
def test_a_table_can_let_survivors_return() -> None:
    """They wait in hand with their tiles, and enter like a new civilization; ruins go on scoring."""
    state = driven_out(4, RETURN)
    state = do(state, EndConquest())
    lines = told(do(state, PutDown("francia", state.players[0].hand)), EndTurn())
    assert ("waits", {"seat": 1, "pieces": 3}) in [(line.key, line.params) for line in lines]
    state = do(state, PutDown("francia", state.players[0].hand), EndTurn())
    assert (state.step, state.turn.seat, state.players[1].hand) == ("expand", 1, 3)
    assert state.players[1].tiles == ("weapons", "militia")
    entered = do(state, Conquer("hibernia"), EndConquest())
    assert mine(do(entered, PutDown("hibernia", 1), EndTurn()), 1) == {"hibernia": 3}
    waiting = do(state, EndConquest())
    assert (waiting.turn.seat, waiting.players[1].hand, waiting.players[1].points) == (2, 3, 10 + 1 + 2)
    assert waiting.players[1].tiles == ("weapons", "militia")


@pytest.mark.rules("L3", "C7", "D5")
def test_survivors_that_return_may_be_given_up_instead() -> None:
    """Although they could enter; the ruins leave, and a new pair is chosen."""
    state = next_turn(driven_out(4, RETURN))
    assert Decline() in legal(state)
    assert [line.key for line in told(state, Decline())] == ["ruins_removed", "ruins_removed", "gave_up_people"]
    state = do(state, Decline())
    assert (state.step, state.players[1].hand, state.players[1].tiles, items(state, 1)) == ("choose", 0, (), {})
    assert do(state, ChoosePair(1), draws=NEW).turn.seat == 2


@pytest.mark.rules("L3", "C6")
def test_without_a_survivor_nobody_returns() -> None:
    """A new civilization is chosen then, whatever the table says."""
    assert next_turn(driven_out(1, RETURN)).step == "choose"
    assert driven_out(1, RETURN).players[1].ruins == ()


# --- all given up -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("G2")
def test_a_people_that_gave_up_everything_and_enters_nowhere_waits_with_its_pieces() -> None:
    """Tiles, pieces and ruins stay; it enters in the next turn."""
    land = {"francia": "0:4", "volga": "0:1d", "scythia": "1:1"}
    state = do(position(player("medicine", "barbarians", hand=1), player(), land=land), Gather("francia", 4))
    assert [line.key for line in told(state, EndConquest())][:2] == ["conquest_over", "waits"]
    state = do(state, EndConquest())
    assert (state.players[0].hand, state.players[0].tiles, state.players[0].points) == (
        5,
        ("medicine", "barbarians"),
        11,
    )
    state = do(do(state, EndConquest()), EndTurn())
    state = do(state, EndConquest())
    assert (state.turn.seat, state.step, state.players[0].hand) == (0, "expand", 6)
    assert Conquer("hibernia") in legal(state)
    assert refused(state, Decline()) == "D1"


@pytest.mark.rules("C7", "G2")
def test_a_people_that_can_enter_nowhere_may_be_given_up_for_a_new_one() -> None:
    """Only at the start of the turn, and only if its pieces suffice for no province."""
    land = {"volga": "0:1d"}
    assert refused(position(player(hand=2), land=land), Decline()) == "D1"
    state = position(player("weapons", "barbarians", hand=1), land=land)
    assert legal(state) == [Decline(), EndConquest()]
    state = do(state, Decline())
    assert (state.step, state.players[0].tiles, state.players[0].hand, state.land) == ("choose", (), 0, {})
    state = do(state, ChoosePair(2), draws=NEW)
    assert (state.players[0].points, state.players[0].hand, state.turn.seat) == (8, 14, 1)


@pytest.mark.rules("C7", "X8", "X11")
def test_pieces_of_a_field_general_and_espionage_count_for_whether_it_can_enter() -> None:
    """A Field General makes the entry possible; Espionage only where tiles count at the entry."""
    everywhere = dict.fromkeys(PROVINCES, "1:5")
    levied = position(player(), player("general", "barbarians", hand=1), land={"francia": "0:1"})
    levied = do(do(levied, EndConquest()), EndTurn())
    assert Decline() not in legal(levied)
    spies = player("espionage", "barbarians", hand=2)
    assert Decline() in legal(position(spies, land=everywhere))
    assert Decline() not in legal(position(spies, land=everywhere, options=Options2(tiles_at_entry=True)))


@pytest.mark.rules("C7")
def test_that_a_people_may_be_given_up_is_offered() -> None:
    """As a decline is; else with the rule against it."""
    (*_, offer) = vinci.offers(position(player(hand=1), land={}), 0)
    assert (offer.target, offer.move) == ("turn", Decline())
    (*_, offer) = vinci.offers(position(player(hand=2), land={}), 0)
    assert offer.refusal is not None
    assert (offer.refusal.code, offer.refusal.rule) == ("nothing_to_decline", "D1")
