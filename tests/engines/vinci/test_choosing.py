"""Choosing a civilization, and the first round."""

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.data import PROVINCES
from partie.games.vinci.state import NEUTRAL, ChoosePair, Conquer, EndConquest, EndTurn, Options2, PutDown
from partie.kit import RecordedChance, SeededChance
from tests.engines.vinci.position import NEW, PAIRS, do, legal, on_pairs, player, position, refused, told, turn_of

TILES = tuple(tile for pair in PAIRS for tile in pair)


@pytest.mark.rules("A1", "A2", "A3", "A4", "A5")
def test_the_game_begins_with_neutral_pieces_six_pairs_and_ten_points() -> None:
    """The start player, who is drawn, chooses first; everybody sees the same."""
    state = vinci.setup(4, Options2(), RecordedChance((2, *TILES)))
    assert (state.step, state.turn.seat, state.round) == ("choose", 2, 0)
    assert {name for name, found in PROVINCES.items() if found.terrain != "mountain"} == set(state.land)
    assert all((holding.owner, holding.pieces) == (NEUTRAL, 1) for holding in state.land.values())
    assert [pair.tiles for pair in state.pairs] == list(PAIRS)
    assert [each.points for each in state.players] == [10] * 4
    assert vinci.view(state, 0) == vinci.view(state, 3)


@pytest.mark.rules("C1", "C3")
def test_two_points_are_left_on_every_pair_passed_over_and_two_tiles_are_drawn() -> None:
    """The pairs behind move up; what lay on the pair comes along with it."""
    state = on_pairs(position(step="choose", land={}, number=0, turn=turn_of(0)), {1: 2, 3: 4, 5: 2})
    assert {line.key for line in told(state, ChoosePair(3), NEW)} >= {"chose_pair", "paid", "took_points", "new_pair"}
    state = do(state, ChoosePair(3), draws=NEW)
    assert state.players[0].points == 10 - 4 + 4
    assert [(pair.tiles, pair.points) for pair in state.pairs] == [
        (PAIRS[0], 4),
        (PAIRS[1], 2),
        (PAIRS[3], 0),
        (PAIRS[4], 2),
        (PAIRS[5], 0),
        (NEW, 0),
    ]


@pytest.mark.rules("C2")
def test_points_on_a_pair_do_not_pay_for_it() -> None:
    """Nobody falls below zero on the way."""
    state = on_pairs(position(player(points=5), step="choose", land={}, number=0), {4: 8})
    assert legal(state) == [ChoosePair(1), ChoosePair(2), ChoosePair(3)]
    assert refused(state, ChoosePair(4)) == "C2"
    assert refused(state, ChoosePair(0)) == "C1"
    assert refused(state, ChoosePair(7)) == "C1"


@pytest.mark.rules("C4")
@pytest.mark.parametrize(("seats", "pieces"), [(3, 8 + 6), (4, 6 + 6), (5, 4 + 6), (6, 3 + 6)])
def test_a_civilization_has_pieces_by_the_number_of_players_and_its_tiles(seats: int, pieces: int) -> None:
    """Agriculture and weapons add three each."""
    state = vinci.setup(seats, Options2(), RecordedChance((0, *TILES)))
    assert do(state, ChoosePair(1), draws=NEW).players[0].hand == pieces


@pytest.mark.rules("C5", "A4")
def test_all_choose_in_turn_before_the_first_round_begins() -> None:
    """Then the start player expands."""
    state = vinci.setup(3, Options2(), RecordedChance((1, *TILES)))
    order = []
    for draws in (("port_ruin", "port_ruin"), ("general", "slavery"), ("rebirth", "mining")):
        order.append(state.turn.seat)
        state = do(state, ChoosePair(1), draws=draws)
    assert order == [1, 2, 0]
    assert (state.round, state.step, state.turn.seat) == (1, "expand", 1)


@pytest.mark.rules("C6", "L3", "D3")
def test_who_has_no_empire_chooses_a_civilization_and_enters_in_the_next_turn() -> None:
    """The ruins of the civilization before leave with that, so the turn of the choice brings nothing."""
    wiped = player("agriculture", "port", ruins=("mining_ruin",))
    land = {"francia": "0:1", "belgica": "1:1", "hercynia": "1:1d"}
    state = position(player(hand=9), wiped, land=land)
    state = do(state, Conquer("belgica"))
    state = do(state, EndConquest())
    state = do(state, PutDown("francia", 6))
    state = do(state, EndTurn())
    assert (state.step, state.turn.seat, state.players[1].tiles) == ("choose", 1, ())
    assert state.players[1].ruins == ()
    state = do(state, ChoosePair(1), draws=NEW)
    assert state.players[1].points == 10
    assert (state.turn.seat, state.players[1].hand) == (2, 14)


@pytest.mark.rules("A6")
def test_only_the_choice_of_a_pair_draws_anything() -> None:
    """So it alone cannot be taken back."""
    state = position(player(hand=9), land={"francia": "0:1", "belgica": "n:1"})
    chance = SeededChance(b"key", 1)
    state = vinci.apply(state, 0, Conquer("belgica"), chance)
    vinci.apply(state, 0, EndConquest(), chance)
    assert chance.draws == ()
    vinci.apply(position(step="choose", land={}, number=0), 0, ChoosePair(1), chance)
    assert len(chance.draws) == 2
