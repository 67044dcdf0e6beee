"""Whole games played as the game advises: how long they take, and what is true after every move."""

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.data import PROVINCES
from partie.games.vinci.empire import Holdings, empires, provinces
from partie.games.vinci.state import NEUTRAL, ChoosePair, EndTurn, Move, State
from partie.kit import SPECTATOR, Event
from tests.engines.vinci.bots import play
from tests.engines.vinci.position import parts_of, who

GAMES = 12
"""Games for each number of players."""


@pytest.mark.rules("F1", "F3")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_games_of_practice_bots_end_after_nine_to_sixteen_rounds(seats: int) -> None:
    """Each of them; a civilization's pieces, the prices and the targets fit together with any number of players."""
    rounds = []
    for seed in range(GAMES):
        *_, (_, _, end) = play(seats, seed)
        rounds.append(end.round)
    assert all(9 <= number <= 16 for number in rounds), rounds


def pieces(state: State, seat: int) -> int:
    """All pieces of a seat's active civilization, survivors included."""
    waiting = dict(state.survivors).get(seat, 0)
    return state.players[seat].hand + waiting + sum(state.land[name].pieces for name in provinces(state.land, seat))


@pytest.mark.rules("A3", "C4", "D4", "L1", "R1", "R2", "R3")
@pytest.mark.parametrize(("seats", "seed"), [(3, 1), (4, 2), (5, 3), (6, 4), (3, 5), (6, 6)])
def test_pieces_tiles_and_empires_stay_whole_throughout_a_game(seats: int, seed: int) -> None:
    """Also when every third move is any legal one."""
    for before, move, after in play(seats, seed, random=3):
        assert told_of(before, move, after)
        for seat, player in enumerate(after.players):
            same_turn = before.turns == after.turns
            grown = who(*player.tiles).growth if not same_turn and after.turn.seat == seat else 0
            chosen = before.players[seat].tiles != player.tiles and isinstance(move, ChoosePair)
            assert chosen or pieces(after, seat) <= pieces(before, seat) + grown
            assert not player.ruins or provinces(after.land, seat, declined=True)
            assert bool(player.tiles) == bool(provinces(after.land, seat) or player.hand or _lives(after, seat))
        for name, holding in after.land.items():
            assert name in PROVINCES
            assert holding.owner != NEUTRAL or not (holding.declined or holding.fort or holding.levies)
            mine = holding.owner == after.turn.seat and not holding.declined and after.step not in ("survive", "over")
            assert mine or (holding.pieces >= 1 and not holding.levies)
        if isinstance(move, EndTurn) and after.step != "keep":
            seat = before.turn.seat
            assert who(*after.players[seat].tiles).may_split or len(parts_of(after, seat)) <= 1
        assert vinci.pieces(after) == {"tiles": 52}


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_move_knows_the_empires_that_are_on_the_map_after_it(seats: int) -> None:
    """It follows them change by change; looked up in the same land, they are the same."""

    def found(land: Holdings) -> dict[tuple[int, bool], Holdings]:
        return {empire: held for empire, held in empires(land).all.items() if held}

    for _, _, after in play(seats, 1, random=3):
        assert found(after.land) == found(dict(after.land))


def told_of(before: State, move: Move, after: State) -> bool:
    """Whether the history says something of a move; what was drawn are the tiles of the newest pair."""
    (seat,) = vinci.pending(before)
    draws = after.pairs[-1].tiles if isinstance(move, ChoosePair) else ()
    return bool(vinci.describe(before, Event(seat, move, draws), after, SPECTATOR))


def _lives(state: State, seat: int) -> bool:
    """Whether a seat's civilization still counts although it has nothing left: it ends with the turn."""
    waiting = seat in dict(state.survivors)
    return waiting or (seat == state.turn.seat and state.step in ("expand", "regroup"))
