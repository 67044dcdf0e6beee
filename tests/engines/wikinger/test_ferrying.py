"""Boatmen bring figures from the mainland to the islands."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.games.wikinger import wikinger
from partie.games.wikinger.boats import boats_needed, can_carry, carried, largest, leads_to_largest
from partie.games.wikinger.state import EndFerrying, Ferry, Options
from partie.kit import SeededChance
from partie.kit.pools import total
from tests.engines.wikinger.naive.boats import crossings
from tests.engines.wikinger.position import ADVANCED, BASIC, OFFER, do, ferrying, legal, player, refused

FREE = {
    **{f"fisherman-{column}": "farm" for column in range(1, 5)},
    "goldsmith-1": "left",
    "goldsmith-2": "farm",
    **{f"scout-{column}": "farm" for column in range(1, 4)},
    "noble-1": "left/noble",
}
SHORE = {"fisherman": 3, "goldsmith": 1, "scout": 2}
"""The waiting figures in the rule book's example of a boatman."""


@pytest.mark.rules("L1")
def test_one_boatman_brings_what_the_rule_book_says() -> None:
    """Three fishermen, or one goldsmith, or two scouts, or one of each; or part of that, but nothing else."""
    possible = set()
    for counts in itertools.product(range(4), range(2), range(3)):
        figures = {figure: count for figure, count in zip(SHORE, counts, strict=True) if count}
        if figures and can_carry(figures, 1, 1):
            possible.add(tuple(sorted(figures.items())))
    alone = {((figure, count),) for figure, most in SHORE.items() for count in range(1, most + 1)}
    several = {
        tuple(sorted((figure, 1) for figure in group))
        for size in (2, 3)
        for group in itertools.combinations(SHORE, size)
    }
    assert possible == alone | several


@pytest.mark.rules("L1")
def test_a_boatman_ferries_to_free_tiles_of_the_right_row_only() -> None:
    """As many figures as wait, to wherever their row has room."""
    state = ferrying(player(FREE, boatman=1, **SHORE))
    assert {(move.row, move.column) for move in legal(state) if isinstance(move, Ferry)} == {
        *(("fisherman", column) for column in range(1, 5)),
        *(("goldsmith", column) for column in (1, 2)),
        *(("scout", column) for column in range(1, 4)),
    }
    assert refused(state, Ferry("noble", 1)) == "U3"
    assert refused(state, Ferry("noble", 2)) == "L1"
    assert refused(state, Ferry("warrior", 1)) == "L1"


@pytest.mark.rules("L1", "L2")
def test_after_two_of_one_colour_one_boatman_takes_no_other_colour() -> None:
    """With a second boatman he may; both leave the game then."""
    two = (Ferry("fisherman", 1), Ferry("fisherman", 2))
    state = do(ferrying(player(FREE, boatman=1, **SHORE)), *two)
    assert refused(state, Ferry("scout", 1)) == "L1"
    assert [move for move in legal(state) if isinstance(move, EndFerrying)] == [EndFerrying(1)]
    state = do(ferrying(player(FREE, boatman=2, **SHORE)), *two, Ferry("scout", 1))
    assert refused(state, EndFerrying(1)) == "L2"
    state = do(state, EndFerrying(2), draws=OFFER)
    assert state.players[0].mainland == {"fisherman": 1, "goldsmith": 1, "scout": 1}
    assert state.box == {"boatman": 2}


@pytest.mark.rules("L1", "L2")
def test_more_boatmen_than_needed_may_go_but_each_has_carried_somebody() -> None:
    """Two fishermen came with one or with two; nobody rows for nothing."""
    state = do(ferrying(player(FREE, boatman=3, **SHORE)), Ferry("fisherman", 1), Ferry("fisherman", 2))
    assert [move for move in legal(state) if isinstance(move, EndFerrying)] == [EndFerrying(1), EndFerrying(2)]
    assert refused(state, EndFerrying(0)) == "L2"
    assert refused(state, EndFerrying(3)) == "L2"
    assert refused(state, EndFerrying(4)) == "L2"


@pytest.mark.rules("L2", "U3")
def test_boatmen_need_not_be_used_before_the_last_round() -> None:
    """Figures that stand stay where they stand."""
    state = do(ferrying(player(FREE, boatman=2, **SHORE)), EndFerrying(0), draws=OFFER)
    assert state.players[0].mainland == {"boatman": 2, **SHORE}
    assert state.players[0].land["noble-1"].figure == "noble"


@pytest.mark.rules("L2", "F4", "F7")
def test_the_offer_to_end_says_what_the_boatmen_who_leave_cost_in_the_final_scoring() -> None:
    """The last two of all boatmen: ten points go with the second one; of those who leave nobody has to be fed."""
    state = do(ferrying(player(FREE, boatman=2, **SHORE)), Ferry("fisherman", 1), Ferry("scout", 1))
    ends = [offer for offer in wikinger.offers(state, 0) if offer.target == "mainland"]
    told = [[line.params for line in (*offer.price, *offer.gain)] for offer in ends]
    assert [offer.move for offer in ends] == [EndFerrying(1), EndFerrying(2)]
    assert told == [[{"count": 1}, {"points": 1}], [{"count": 2}, {"points": 2 - 10}]]


@pytest.mark.rules("L3")
def test_in_the_last_round_boatmen_ferry_as_long_as_they_can() -> None:
    """They stop when no figure that waits has a free tile left; only as many of them leave as needed."""
    state = ferrying(player({"scout-1": "left", "noble-1": "left"}, boatman=3, scout=2, noble=1, warrior=1), number=6)
    assert refused(state, EndFerrying(0)) == "L3"
    state = do(state, Ferry("scout", 1))
    assert refused(state, EndFerrying(1)) == "L3"
    state = do(state, Ferry("noble", 1))
    assert legal(state) == [EndFerrying(1)]
    assert refused(state, EndFerrying(2)) == "L3"
    assert do(state, EndFerrying(1)).players[0].mainland == {"boatman": 2, "scout": 1, "warrior": 1}


@pytest.mark.rules("L3")
def test_in_the_last_round_nobody_stays_behind_whom_the_boatmen_could_bring() -> None:
    """A lone boatman takes all of one colour or one of each; which, is for the player to choose."""
    state = do(ferrying(player(FREE, boatman=1, **SHORE), number=6), Ferry("fisherman", 1))
    assert refused(state, EndFerrying(1)) == "L3"
    colour = do(state, Ferry("fisherman", 2))
    assert refused(colour, EndFerrying(1)) == "L3"
    assert legal(do(colour, Ferry("fisherman", 3))) == [EndFerrying(1)]
    each = do(state, Ferry("scout", 1))
    assert refused(each, EndFerrying(1)) == "L3"
    assert legal(do(each, Ferry("goldsmith", 1))) == [EndFerrying(1)]


@pytest.mark.rules("L3")
def test_in_the_last_round_boatmen_bring_as_many_figures_as_possible() -> None:
    """A lone boatman brings three here: two scouts would be fewer, so after one of them no other one may follow."""
    state = do(ferrying(player(FREE, boatman=1, **SHORE), number=6), Ferry("scout", 1))
    assert refused(state, Ferry("scout", 2)) == "L3"
    assert {move.row for move in legal(state) if isinstance(move, Ferry)} == {"fisherman", "goldsmith"}
    refusals = {offer.refusal.code for offer in wikinger.offers(state, 0) if offer.refusal}
    assert refusals == {"not_the_most"}
    earlier = do(ferrying(player(FREE, boatman=1, **SHORE), number=4), Ferry("scout", 1))
    assert Ferry("scout", 2) in legal(earlier)


@pytest.mark.rules("L3")
def test_of_several_largest_sets_the_player_chooses_one() -> None:
    """Two boatmen bring five of the six: all of two colours, one of each and the other fishermen, or two of each."""
    state = ferrying(player(FREE, boatman=2, **SHORE), number=6)
    found, waiting = set(), [state]
    while waiting:
        here = waiting.pop()
        if any(isinstance(move, EndFerrying) for move in legal(here)):
            assert legal(here) == [EndFerrying(2)]
            found.add(tuple(here.turn.ferried.get(row, 0) for row in SHORE))
            continue
        rows = {move.row: move for move in legal(here) if isinstance(move, Ferry)}
        waiting += [do(here, move) for move in rows.values()]
    assert found == {(3, 0, 2), (3, 1, 1), (2, 1, 2)}


@pytest.mark.rules("L3", "L2")
def test_in_the_last_round_no_more_boatmen_go_than_it_takes() -> None:
    """Two could have brought the three fishermen, and one is enough; in earlier rounds both may go."""
    who = player(FREE, boatman=2, fisherman=3)
    moves = [Ferry("fisherman", column) for column in (1, 2, 3)]
    last = do(ferrying(who, number=6), *moves)
    assert legal(last) == [EndFerrying(1)]
    assert refused(last, EndFerrying(2)) == "L3"
    assert legal(do(ferrying(who, number=4), *moves)) == [EndFerrying(1), EndFerrying(2)]
    assert do(last, EndFerrying(1)).players[0].mainland == {"boatman": 1}


@pytest.mark.rules("L3", "S5")
def test_in_the_last_round_a_boat_that_spares_boatmen_goes() -> None:
    """Three fishermen come with one boatman in a boat; three on foot would be more than it takes."""
    who = replace(player(FREE, boatman=3, fisherman=3), specials=("boat",))
    moves = [Ferry("fisherman", column) for column in (1, 2, 3)]
    state = do(ferrying(who, number=6, options=ADVANCED), *moves)
    assert legal(state) == [EndFerrying(1)]
    assert refused(state, EndFerrying(2)) == "L3"
    assert refused(state, EndFerrying(3)) == "L3"
    assert do(state, EndFerrying(1)).players[0].specials == ()
    earlier = do(ferrying(who, number=4, options=ADVANCED), *moves)
    assert legal(earlier) == [EndFerrying(1), EndFerrying(2), EndFerrying(3)]


@pytest.mark.rules("L3", "V8", "S5")
def test_in_the_last_round_boats_bring_as_many_figures_as_possible() -> None:
    """Two boatmen, one of them in a boat, bring four: all fishermen and one more, or one of each and one more."""
    who = replace(player(FREE, boatman=2, **SHORE), specials=("boat",))
    state = do(ferrying(who, number=6, options=ADVANCED), Ferry("fisherman", 1), Ferry("fisherman", 2))
    assert refused(state, EndFerrying(2)) == "L3"
    state = do(state, Ferry("fisherman", 3))
    assert refused(state, EndFerrying(1)) == "L3"
    state = do(state, Ferry("scout", 1))
    assert legal(state) == [EndFerrying(2)]
    assert do(state, EndFerrying(2)).players[0].specials == ()


@pytest.mark.rules("L3")
@pytest.mark.parametrize("options", [BASIC, ADVANCED])
def test_in_the_last_round_ferrying_always_comes_to_an_end(options: Options) -> None:
    """Whatever is brought over, there is a next figure or a way to end it."""
    who = replace(player(FREE, boatman=2, **SHORE), specials=("boat", "boat") if options.advanced else ())
    waiting, seen = [ferrying(who, number=6, options=options)], set()
    while waiting:
        state = waiting.pop()
        ferries = {move.row: move for move in legal(state) if isinstance(move, Ferry)}
        assert legal(state)
        for move in ferries.values():
            after = do(state, move)
            key = tuple(sorted(after.turn.ferried.items()))
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    assert len(seen) > 10


@pytest.mark.rules("V8")
def test_two_boatmen_of_the_advanced_game_bring_two_figures() -> None:
    """The example of the sheet: one each."""
    state = ferrying(player(FREE, boatman=2, **SHORE), options=ADVANCED)
    state = do(state, Ferry("fisherman", 1), Ferry("scout", 1))
    assert refused(state, Ferry("fisherman", 2)) == "V8"
    assert legal(state) == [EndFerrying(2)]


@pytest.mark.rules("S5", "V8")
def test_a_boat_lets_a_boatman_carry_as_in_the_basic_game_once() -> None:
    """Both leave the game; how many boatmen go decides whether the boat is needed."""
    who = replace(player(FREE, boatman=3, **SHORE), specials=("boat", "noble-1"))
    state = do(ferrying(who, options=ADVANCED), *(Ferry("fisherman", column) for column in (1, 2, 3)))
    assert [move for move in legal(state) if isinstance(move, EndFerrying)] == [EndFerrying(n) for n in (1, 2, 3)]
    with_boat = wikinger.apply(state, 0, EndFerrying(1), SeededChance(b"key", 1))
    assert (with_boat.players[0].specials, with_boat.players[0].mainland["boatman"]) == (("noble-1",), 2)
    without = wikinger.apply(state, 0, EndFerrying(3), SeededChance(b"key", 1))
    assert without.players[0].specials == ("boat", "noble-1")


FIGURES = st.dictionaries(st.sampled_from(["warrior", "noble", "scout", "goldsmith", "fisherman"]), st.integers(1, 4))


def trips(figures: dict[str, int]) -> list[dict[str, int]]:
    """What one boatman of the basic game can take of these figures."""
    alone = [{figure: count} for figure, most in figures.items() for count in range(1, most + 1)]
    several = [
        dict.fromkeys(group, 1)
        for size in range(2, len(figures) + 1)
        for group in itertools.combinations(figures, size)
    ]
    return alone + several


def fewest(figures: dict[str, int]) -> int:
    """The fewest trips that take all, found by trying every one."""
    best, waiting = 0, {tuple(sorted(figures.items()))}
    while () not in waiting:
        best += 1
        waiting = {
            tuple(sorted((figure, left) for figure, count in state for left in [count - trip.get(figure, 0)] if left))
            for state in waiting
            for trip in trips(dict(state))
        }
    return best


@pytest.mark.rules("L3")
@given(FIGURES, st.integers(1, 3))
def test_the_largest_sets_are_those_that_trying_every_trip_finds(figures: dict[str, int], boatmen: int) -> None:
    """What belongs to one of them can still become as many as possible, and nothing else can."""
    rows = list(figures)
    over = {over for over, _, _ in crossings(tuple(figures.values()), boatmen, 0, advanced=False)}
    best = [each for each in over if sum(each) == max(map(sum, over))]
    assert {sum(each) for each in best} == {largest(figures, boatmen, boatmen)}
    for each in over:
        belongs = any(all(map(int.__le__, each, whole)) for whole in best)
        assert leads_to_largest(dict(zip(rows, each, strict=True)), figures, boatmen, boatmen) == belongs


@pytest.mark.rules("L1")
@given(FIGURES)
def test_so_many_boatmen_carry_what_trying_every_trip_says(figures: dict[str, int]) -> None:
    """The fewest that suffice are found by the formula as by trial."""
    needed = fewest(figures)
    assert boats_needed(figures, needed, needed) >= 0
    assert needed == 0 or carried(figures, needed - 1) < total(figures)


@pytest.mark.rules("L1", "V8", "S5")
@given(FIGURES, st.integers(0, 6), st.integers(0, 6))
def test_another_boatman_or_boat_never_makes_less_possible(figures: dict[str, int], boatmen: int, boats: int) -> None:
    """What few can carry, more can too."""
    if can_carry(figures, boatmen, boats):
        assert can_carry(figures, boatmen + 1, boats)
        assert can_carry(figures, boatmen, boats + 1)


@pytest.mark.parametrize("options", [BASIC, ADVANCED])
def test_sending_more_boatmen_than_one_has_is_refused(options: Options) -> None:
    """And a negative number too."""
    state = ferrying(player(FREE, boatman=1, **SHORE), options=options)
    assert refused(state, EndFerrying(2)) == "L2"
    assert refused(state, EndFerrying(-1)) == "L2"
