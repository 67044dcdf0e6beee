"""The end of an expansion: pieces are distributed, and the empire holds together."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.games.vinci import vinci
from partie.games.vinci.state import (
    Conquer,
    EndConquest,
    EndTurn,
    KeepPart,
    Options2,
    PlaceSurvivors,
    PutDown,
    TakeUp,
)
from partie.kit import SeededChance
from tests.engines.vinci.position import do, legal, mine, parts_of, player, position, refused, turn_of

ROW = {"francia": "0:3", "belgica": "0:1", "suevia": "0:1"}


@pytest.mark.rules("R1")
def test_pieces_are_first_taken_up_and_then_put_down() -> None:
    """All but one of a province; once one was put down none is taken up any more."""
    state = position(player(hand=1), land=ROW, step="regroup")
    assert refused(state, TakeUp("francia", 3)) == "R1"
    assert refused(state, EndTurn()) == "R1"
    state = do(state, TakeUp("francia", 2), PutDown("suevia", 1))
    assert refused(state, TakeUp("suevia", 1)) == "R1"
    assert refused(state, PutDown("suevia", 3)) == "R1"
    assert refused(state, PutDown("polonia", 1)) == "R1"
    state = do(state, PutDown("belgica", 2))
    assert mine(state) == {"francia": 1, "belgica": 3, "suevia": 2}
    assert legal(state) == [EndTurn()]


@pytest.mark.rules("R1", "K3")
def test_pieces_of_conquered_provinces_may_be_taken_up_too() -> None:
    """They stayed there only until the empire is regrouped."""
    state = do(position(player(hand=5), land={"francia": "0:1", "belgica": "n:1"}), Conquer("belgica"))
    state = do(state, EndConquest())
    assert TakeUp("belgica", 2) in legal(state)


@pytest.mark.rules("R2")
def test_no_province_stays_empty_while_a_piece_could_go_there() -> None:
    """Pieces to spare have to be taken up first."""
    land = {"francia": "0:3", "belgica": "0:0", "suevia": "0:0"}
    state = position(player(hand=1), land=land, step="regroup")
    assert refused(state, PutDown("belgica", 1)) == "R2"
    state = do(state, TakeUp("francia", 1))
    assert refused(state, PutDown("francia", 1)) == "R2"
    assert refused(state, PutDown("belgica", 2)) == "R2"
    state = do(state, PutDown("belgica", 1), PutDown("suevia", 1))
    assert legal(state) == [EndTurn()]


@pytest.mark.rules("R2")
def test_with_fewer_pieces_than_provinces_the_empty_ones_are_given_up() -> None:
    """Which ones, the owner chooses."""
    land = {"francia": "0:0", "belgica": "0:0", "suevia": "0:1"}
    state = position(player(hand=1), land=land, step="regroup")
    assert {move.province for move in legal(state) if isinstance(move, PutDown)} == {"francia", "belgica"}
    state = do(state, PutDown("belgica", 1), EndTurn())
    assert mine(state) == {"belgica": 1, "suevia": 1}


@pytest.mark.rules("R2")
def test_with_too_few_pieces_any_province_may_be_given_up() -> None:
    """Also one that has its piece; but only as many as pieces are wanting."""
    land = {"francia": "0:1", "belgica": "0:0", "suevia": "0:1"}
    state = position(player(), land=land, step="regroup")
    state = do(state, TakeUp("francia", 1))
    assert refused(state, EndTurn()) == "R1"
    assert refused(state, PutDown("suevia", 1)) == "R2"
    state = do(state, PutDown("belgica", 1), EndTurn())
    assert mine(state) == {"belgica": 1, "suevia": 1}
    enough = position(player(hand=1), land=land, step="regroup")
    assert refused(enough, TakeUp("francia", 1)) == "R1"


@pytest.mark.rules("R3")
def test_a_split_empire_keeps_one_part_and_takes_the_pieces_of_the_others() -> None:
    """Straits hold it together; the parts are named by their first provinces."""
    land = {"britannia": "0:2", "armorica": "0:1", "polonia": "0:3", "saxonia": "0:1", "volga": "0:1"}
    state = do(position(player(), land=land), EndConquest())
    assert state.step == "keep"
    assert legal(state) == [KeepPart("britannia"), KeepPart("saxonia"), KeepPart("volga")]
    assert refused(state, KeepPart("polonia")) == "R3"
    state = do(state, KeepPart("saxonia"))
    assert (mine(state), state.players[0].hand, state.step) == ({"polonia": 3, "saxonia": 1}, 4, "regroup")


@pytest.mark.rules("R3", "R2")
def test_giving_up_a_province_in_between_splits_the_empire_too() -> None:
    """The part that goes brings its pieces to the one that stays."""
    land = {"francia": "0:1", "burgundia": "0:0", "alpes": "0:1"}
    state = do(position(player(), land=land, step="regroup"), EndTurn())
    assert legal(state) == [KeepPart("francia"), KeepPart("alpes")]
    state = do(state, KeepPart("alpes"))
    assert legal(state) == [PutDown("alpes", 1)]
    assert mine(do(state, PutDown("alpes", 1), EndTurn())) == {"alpes": 2}


@pytest.mark.rules("R1", "R3")
def test_the_part_that_is_kept_is_regrouped_freely() -> None:
    """Although pieces were put down before."""
    land = {"francia": "0:0", "burgundia": "0:0", "alpes": "0:1", "padania": "0:1"}
    state = do(position(player(hand=1), land=land, step="regroup"), PutDown("francia", 1), EndTurn())
    state = do(state, KeepPart("alpes"), PutDown("alpes", 1))
    assert mine(do(state, EndTurn())) == {"alpes": 2, "padania": 1}
    land = {"francia": "0:0", "burgundia": "0:0", "suevia": "0:0", "alpes": "0:1"}
    state = do(position(player(hand=1), land=land, step="regroup"), PutDown("francia", 1), EndTurn(), KeepPart("alpes"))
    assert (state.turn.putting, state.players[0].hand) == (False, 1)


@pytest.mark.rules("R3")
def test_a_declined_empire_may_be_split() -> None:
    """Only the active one is judged."""
    land = {"francia": "0:1", "polonia": "0:1d", "volga": "0:1d"}
    assert do(position(player(), land=land), EndConquest()).step == "regroup"


@pytest.mark.rules("R3", "L2")
def test_a_split_by_others_is_judged_at_the_end_of_the_own_next_turn() -> None:
    """Until then both parts stand."""
    land = {"polonia": "0:1", "jutia": "1:2", "saxonia": "1:2", "belgica": "1:2"}
    state = do(position(player(hand=9), player("weapons", "militia"), land=land), Conquer("saxonia"))
    state = do(do(state, EndConquest()), PutDown("polonia", state.players[0].hand))
    state = do(state, EndTurn(), PlaceSurvivors("jutia", 1))
    assert (state.turn.seat, state.step) == (1, "expand")
    assert parts_of(state, 1) == [["belgica"], ["jutia"]]
    assert do(state, EndConquest()).step == "keep"


@pytest.mark.rules("R1", "R2", "R3")
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(3, 6))
def test_whoever_regroups_can_always_end_the_turn_and_loses_no_piece(seed: int, seats: int) -> None:
    """However pieces are moved, a legal move is left, and hand and provinces together hold as many as before."""
    key = seed.to_bytes(8, "big")
    state = vinci.setup(seats, Options2(), SeededChance(key, 0))
    for number in range(1, 80):
        (seat,) = vinci.pending(state)
        moves = vinci.legal(state, seat)
        assert moves
        move = SeededChance(key + b"choice", number).pick(range(len(moves)))
        before = sum(mine(state, seat).values()) + state.players[seat].hand
        after = vinci.apply(state, seat, moves[move], SeededChance(key, number))
        if isinstance(moves[move], TakeUp | PutDown | KeepPart):
            assert sum(mine(after, seat).values()) + after.players[seat].hand == before
        state = after


def test_ending_the_turn_with_pieces_in_hand_is_refused() -> None:
    """They would be lost."""
    state = position(player(hand=1), land=ROW, step="regroup", turn=turn_of(0, putting=True))
    assert refused(state, EndTurn()) == "R1"
