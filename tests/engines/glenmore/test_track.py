"""The track: who is next, refills, scorings at their moments, the die, the end."""

import pytest
from msgspec.structs import replace

from partie.games.glenmore import glenmore
from partie.games.glenmore.data import DATA, SPACES, TILES
from partie.games.glenmore.rules import apply
from partie.games.glenmore.scoring import scoring
from partie.games.glenmore.state import EndTurn, Place, Scoring, State, Take
from partie.kit import ChanceForbidden, DrawsDiffer, Illegal, NoChance, RecordedChance
from partie.kit.playout import game_key, opening, play
from tests.engines.glenmore.position import chain, do, end_turn, keys, player, position, refused, told

SIX = tuple(sorted(tile.id for tile in TILES.values() if tile.stack == "3"))[:6]


def at_the_end_of(track: tuple[str, ...], *left: list[str], seats: int = 2) -> State:
    """The figure of seat 0 has moved; the turn can be ended."""
    rest = [player(start=f"S-{number}") for number in range(2, seats + 1)]
    first, second, third = left or ([], [], [*SIX])
    return position(player(), *rest, track=track, stacks=(first, second, third), step="move")


@pytest.mark.rules("T1")
def test_the_last_figure_acts() -> None:
    """Whatever order the seats have; the same one again if it is still behind all others."""
    state = at_the_end_of(chain("", "1-15", "2", "0", "1"), seats=3)
    assert end_turn(state, SIX[0], SIX[1]).turn.seat == 2
    state = at_the_end_of(chain("", "0", "1-15", "1"))
    again = end_turn(state, SIX[0])
    assert again.turn.seat == 0
    assert glenmore.pending(again) == {0}


@pytest.mark.rules("T2")
def test_a_refill_draws_as_many_tiles_as_the_tail_moved_on() -> None:
    """Two passed tiles leave the game, three new ones lie at the front, and the gap is behind the last figure."""
    track = ("", "1-15", "1-16", "1", "0", "1-20", "1-21", "2-01", "2-02", "2-03", "2-08", "2-09", "2-10", "")
    after = end_turn(at_the_end_of(track), *SIX[:3])
    assert after.track[13] == SIX[0]
    assert after.track[:4] == (SIX[1], SIX[2], "", "1")
    assert after.tail == 3
    assert after.removed == ("1-15", "1-16")
    assert sum(map(bool, after.track)) == 13


@pytest.mark.rules("T2", "D2")
def test_after_every_turn_thirteen_of_fourteen_spaces_are_taken() -> None:
    """And the one empty space is behind the last figure, until the last stack runs out."""
    for seed in range(8):
        key = game_key(seed, 7)
        state = opening(glenmore, 2 + seed % 4, glenmore.options(), key)
        for step in play(glenmore, state, key):
            state = step.after
            if state.turn.step == "take":
                assert [space for space, what in enumerate(state.track) if not what] == [(state.tail - 1) % SPACES]
                assert state.track[state.tail] == str(state.turn.seat)


@pytest.mark.rules("T11", "T10")
def test_only_the_end_of_a_turn_draws() -> None:
    """Every other event of random games is open, and the end of a turn never is."""
    for seed in range(6):
        key = game_key(seed, 8)
        state = opening(glenmore, 2 + seed % 4, glenmore.options(), key)
        for step in play(glenmore, state, key):
            assert step.event.open is not isinstance(step.event.move, EndTurn)


@pytest.mark.rules("T11")
def test_new_tiles_are_not_known_before_the_turn_ends() -> None:
    """A preview of the end of a turn stops at the first draw."""
    state = at_the_end_of(chain("", "0", "1-15", "1"))
    with pytest.raises(ChanceForbidden):
        apply(state, 0, EndTurn(), NoChance())


@pytest.mark.rules("T3")
@pytest.mark.parametrize("number", [0, 1])
def test_the_last_tile_of_a_stack_brings_a_scoring_in_the_middle_of_a_refill(number: int) -> None:
    """After the stack's last tile and before the next stack's first one."""
    left: list[list[str]] = [[], [], [*SIX]]
    left[number] = ["2-01"]
    state = at_the_end_of(chain("", "1-15", "1-16", "1", "0"), *left)
    order = keys(told(state, EndTurn(), ("2-01", SIX[0], SIX[1])))
    first_scoring = order.index("scoring")
    assert order[:first_scoring] == ["ended_turn", "removed", "removed", "laid_out"]
    assert order[-3:] == ["laid_out", "laid_out", "turn_begins"]
    after = end_turn(state, "2-01", SIX[0], SIX[1])
    assert len(after.scorings) == 1
    assert after.round == 2


@pytest.mark.rules("T3")
def test_no_scoring_comes_while_the_stack_holds_a_tile() -> None:
    """One tile left is one too many."""
    state = at_the_end_of(chain("", "0", "1"), ["1-03", "1-04"], [], [*SIX])
    assert end_turn(state, "1-03").scorings == ()


@pytest.mark.rules("T3", "D2")
def test_a_scoring_also_follows_a_move_of_the_die() -> None:
    """The die's refill lays the last tile of stack 1."""
    track = chain("", "0", "die", "1-15", "1", "1-16")
    state = position(player(), player(start="S-2"), track=track, stacks=(["1-03"], ["2-01"], [*SIX]), step="move")
    state = replace(state, track=chain("", "die", "0", "1-15", "1", "1-16"))
    after = end_turn(state, "1-03", 2, "2-01")
    assert len(after.scorings) == 2
    assert after.turn.seat == 0


@pytest.mark.rules("T4")
def test_the_game_ends_with_the_last_tile_of_stack_3() -> None:
    """At once: nobody acts any more, the other spaces stay empty, and the refill draws no more."""
    state = at_the_end_of(chain("", "1-15", "1-16", "1", "0"), [], [], [SIX[0]])
    state = replace(state, scorings=_two_scorings(state))
    after = end_turn(state, SIX[0])
    assert glenmore.pending(after) == frozenset()
    assert glenmore.legal(after, 0) == glenmore.legal(after, 1) == ()
    assert len(after.scorings) == 3
    assert after.track.count("") == SPACES - 3
    assert glenmore.result(after) is not None
    order = keys(told(state, EndTurn(), (SIX[0],)))
    assert order.index("laid_out") < order.index("scoring") < order.index("settled_coins") < order.index("game_over")
    assert "turn_begins" not in order


@pytest.mark.rules("T4")
def test_nothing_can_be_done_after_the_end() -> None:
    """Every move is refused."""
    state = replace(at_the_end_of(chain("", "0", "1"), [], [], [SIX[0]]))
    over = end_turn(replace(state, scorings=_two_scorings(state)), SIX[0])
    assert refused(over, Take(SIX[0])) == ("game_over", "T4")
    assert refused(over, EndTurn()) == ("game_over", "T4")


def _two_scorings(state: State) -> tuple[Scoring, ...]:
    return (scoring(state.players),) * 2


@pytest.mark.rules("T1")
def test_only_the_seat_to_move_may_move() -> None:
    """Another seat has no moves, and gets the reason."""
    state = position(player({"0-02": "0,1"}))
    assert glenmore.legal(state, 1) == ()
    with pytest.raises(Illegal) as caught:
        apply(state, 1, Take("1-16"), NoChance())
    assert (caught.value.code, caught.value.rule) == ("not_your_turn", "T1")


@pytest.mark.rules("D2")
@pytest.mark.parametrize(("pips", "tile"), [(1, "1-15"), (2, "1-16"), (3, "1-17")])
def test_the_die_counts_tiles_and_not_figures(pips: int, tile: str) -> None:
    """It jumps over both figures and lands on the first, second or third tile, which leaves the game."""
    track = chain("", "die", "0", "1-15", "1", "1-16", "1-17", "1-20")
    state = position(player(), player(start="S-2"), track=track, stacks=([*SIX], [], []), step="move")
    after = end_turn(state, SIX[0], pips, SIX[1])
    assert after.removed == (tile,)
    assert after.track[track.index(tile)] == "die"
    assert after.turn.seat == 0
    assert after.tail == 2


@pytest.mark.rules("D2")
def test_the_die_rolls_again_while_it_is_last() -> None:
    """All inside the event that made it last, with a refill after each of its moves."""
    track = chain("", "die", "1-15", "1-16", "0", "1-17", "1", "1-20")
    state = position(player(), player(start="S-2"), track=track, stacks=([*SIX], [], []), step="move")
    draws = (SIX[0], 1, SIX[1], 2, SIX[2], SIX[3])
    after = end_turn(state, *draws)
    assert after.removed == ("1-15", "1-17", "1-16")
    assert after.track[5] == "die"
    assert after.turn.seat == 0
    order = keys(told(state, EndTurn(), draws))
    assert order == [
        *("ended_turn", "laid_out", "rolled", "die_moved", "removed", "laid_out"),
        *("rolled", "die_moved", "removed", "removed", "laid_out", "laid_out", "turn_begins"),
    ]


@pytest.mark.rules("D2")
def test_the_die_shows_one_to_three() -> None:
    """Three faces with a one, two with a two, one with a three."""
    assert DATA.die.faces == (1, 1, 1, 2, 2, 3)


@pytest.mark.rules("D3", "T5")
def test_the_die_has_no_land_and_no_points() -> None:
    """Two seats are scored, and only they."""
    track = chain("", "die", "0", "1-15", "1", "1-16")
    state = position(
        player(whisky=2), player(start="S-2", whisky=1), track=track, stacks=(["1-03"], ["2-01"], []), step="move"
    )
    after = end_turn(state, "1-03", 1, "2-01")
    assert [len(scoring.counts) for scoring in after.scorings] == [2, 2]
    assert after.players[0].points == 2
    assert after.players[0].land == state.players[0].land
    assert after.players[0].coins == state.players[0].coins


@pytest.mark.rules("C3", "T2")
def test_a_whole_turn_from_taking_to_the_refill() -> None:
    """The tile goes from the track into the land; its space holds the figure."""
    me = player({"0-02": "0,1"})
    state = position(me, track=chain("0", "1-15", "1", "1-16"), stacks=([*SIX], [], []))
    state = do(state, Take("1-16"), Place("1,1"))
    assert state.track[:4] == ("", "1-15", "1", "0")
    after = end_turn(state, SIX[0], SIX[1])
    assert after.track[13] == SIX[0]
    assert after.track[:4] == (SIX[1], "", "1", "0")
    assert after.turn.seat == 1


def test_draws_of_other_rules_are_noticed() -> None:
    """A record that does not fit the refill is refused by the fold."""
    state = at_the_end_of(chain("", "0", "1"), [], [], [*SIX])
    with pytest.raises(DrawsDiffer):
        apply(state, 0, EndTurn(), RecordedChance(("1-03",)))
