"""What a game does to ratings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from partie.features.ratings.rating import Rating
from partie.features.ratings.skill import NEW, rated, shown

RATINGS = st.builds(
    Rating, mu=st.integers(5_000_000, 45_000_000), sigma=st.integers(1_000_000, 8_333_333), games=st.integers(0, 99)
)
TABLES = st.lists(st.tuples(RATINGS, st.integers(1, 6)), min_size=2, max_size=6)


@given(TABLES, st.randoms(use_true_random=False))
def test_who_sits_where_makes_no_difference(table: list[tuple[Rating, int]], rng: object) -> None:
    """The same persons at the same places come to the same ratings in whatever order they sit."""
    order = list(range(len(table)))
    rng.shuffle(order)  # type: ignore[attr-defined]
    after = rated([one for one, _ in table], [place for _, place in table])
    turned = rated([table[seat][0] for seat in order], [table[seat][1] for seat in order])
    for found, seat in zip(turned, order, strict=True):
        assert abs(found.mu - after[seat].mu) <= 1, "more than one millionth apart, which rounding cannot make"
        assert abs(found.sigma - after[seat].sigma) <= 1


@given(TABLES)
def test_the_first_gain_and_the_last_lose(table: list[tuple[Rating, int]]) -> None:
    """Where not all share one place; and everybody has played one more game."""
    places = [place for _, place in table]
    before = [one for one, _ in table]
    after = rated(before, places)
    assert [one.games for one in after] == [one.games + 1 for one in before]
    for seat, place in enumerate(places):
        if places.count(place) == 1 and place == min(places):
            assert after[seat].mu >= before[seat].mu
        if places.count(place) == 1 and place == max(places):
            assert after[seat].mu <= before[seat].mu


def test_a_rating_is_shown_as_one_number_with_its_uncertainty() -> None:
    """Everybody begins in the middle, and six games of two take a rating out of its probation."""
    assert (shown(NEW).number, shown(NEW).spread, shown(NEW).provisional) == (1500, 333, True)
    ann = bob = NEW
    games = 0
    while shown(ann).provisional:
        ann, bob = rated([ann, bob], [1, 2] if games % 2 else [2, 1])
        games += 1
    assert games == shown(ann).games == 6
