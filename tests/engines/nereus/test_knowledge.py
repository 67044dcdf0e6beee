"""What viewers can expect: points foreseen, and what others may hold."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.games.nereus import nereus
from partie.games.nereus.data import COLOURS, CREW, DATA, SCIENCE
from partie.games.nereus.knowledge import determinize, forecast, unseen
from partie.games.nereus.legal import legal
from partie.games.nereus.rules import apply
from partie.games.nereus.scoring import best_cards, bounds
from partie.games.nereus.state import Basic, EndTurn, Move, Options, Player, State
from partie.games.nereus.tables import KIND
from partie.kit import SPECTATOR, Event, SeededChance
from partie.kit.values import canonical
from tests.engines.nereus.position import do, on, player, position

STORED = [{f"storage-{place}": colour for place, colour in enumerate(stored, 1) if colour} for stored in (
    ("black", "", "red", "", "white", "yellow"),
    ("violet", "violet", "red", "red", "", ""),
    ("black", "violet", "green", "", "yellow", ""),
    ("", "", "", "", "white", "white"),
)]  # fmt: skip
KINDS = [kind for kind, card in SCIENCE.items() for _ in range(card.count)]


@st.composite
def cabins(draw: st.DrawFn) -> Player:
    """A seat with some things that end cards ask for."""
    slots = dict(draw(st.sampled_from(STORED)))
    if draw(st.booleans()):
        slots |= {"chest-white": "white", "chest-yellow": "yellow", "chest-green": "green", "chest-red": "gem"}
    done = draw(st.sets(st.sampled_from(CREW)))
    return player("a1", slots, power=draw(st.integers(0, 5)), gems=draw(st.integers(0, 3)), done=done)


@pytest.mark.rules("F7", "F2", "F3", "F4")
@given(cabins(), st.permutations(KINDS).map(lambda cards: cards[:8]), st.integers(0, 4))
def test_the_bounds_are_those_of_all_hands(cabin: Player, pool: list[str], size: int) -> None:
    """The lowest and the highest of all hands of that size out of the unseen cards, and nothing beyond."""
    worths = [
        sum(points for points, _ in best_cards(cabin, hand, cabin.power)) for hand in combinations(sorted(pool), size)
    ]
    assert bounds(cabin, Counter(pool), size) == (min(worths), max(worths))


@pytest.mark.rules("F2", "F3", "F4")
@given(cabins(), st.permutations(KINDS).map(lambda cards: cards[:6]))
def test_the_best_set_of_end_cards_is_found(cabin: Player, hand: list[str]) -> None:
    """No other choice of cards, served by treasures and gems in any way, brings more points."""
    best = sum(points for points, _ in best_cards(cabin, hand, cabin.power))
    chosen = [set_ for size in range(cabin.power + 1) for set_ in combinations(hand, size) if _served(cabin, set_)]
    assert best == max(sum(SCIENCE[card].points for card in cards) for cards in chosen)


def _served(cabin: Player, cards: tuple[str, ...]) -> bool:
    """Whether every card's condition holds, each treasure and gem serving one of them."""
    stored = Counter(treasure for treasure in cabin.storage if treasure)
    asked = Counter(SCIENCE[card].storage for card in cards if SCIENCE[card].storage)
    in_chest = Counter(SCIENCE[card].chest for card in cards if SCIENCE[card].chest)
    return (
        all(SCIENCE[card].end for card in cards)
        and (asked - stored).total() <= cabin.gems
        and all(count <= bool(cabin.chest[COLOURS.index(colour)]) for colour, count in in_chest.items())
        and all(crew in cabin.done for card in cards for crew in SCIENCE[card].holds)
    )


@pytest.mark.rules("F7", "F5")
def test_the_own_points_are_foreseen_exactly_and_those_of_others_as_a_range() -> None:
    """7 gold, two stored treasures and a gem are 3 points; a card that the others may hold widens the range."""
    slots = {"storage-3": "red", "storage-5": "white"}
    mine = player("a1", slots, gold=7, gems=1, points=10, power=1, science=("storage_red",))
    state = position(mine, player("e5", slots, gems=1, power=1, science=("draw",)), crew="purser")
    own, other = forecast(state, 0)
    assert (own.low, own.high) == (10 + 3 + 6, 10 + 3 + 6)
    # 3 + 4 + 5 gold; the gem may serve as the black treasure that the most expensive card asks for.
    assert (other.low, other.high) == (2, 2 + 7)


@pytest.mark.rules("F7")
@pytest.mark.parametrize("hand", [0, 1, 3, 7, 12, 20])
def test_the_range_of_others_is_found_at_once_however_many_cards_they_hold(hand: int) -> None:
    """By bounds for each card: there are more hands than could be tried one by one. In five milliseconds at most."""
    rich = player("a1", STORED[0] | {"chest-red": "gem"}, power=5, gems=3, done=CREW)
    pool = Counter(KINDS)
    taken = []
    for _ in range(20):
        begin = process_time()
        low, high = bounds(rich, pool, hand)
        taken.append(process_time() - begin)
    assert 0 <= low <= high
    assert min(taken) < 0.005


@pytest.mark.rules("S8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_single_cards_have_no_names_that_anybody_is_told(seats: int) -> None:
    """Equal cards are told apart in states alone: by their ids one could follow a card from a hand to the discards."""
    seed = b"cards"
    state = nereus.setup(seats, Options(), SeededChance(seed, 0))
    copies = {card for card in KIND if card not in SCIENCE}
    seen: set[str] = set()
    for number in range(1, 120):
        seat = min(nereus.pending(state))
        moves = legal(state, seat)
        chance = SeededChance(seed, number)
        move = moves[number % len(moves)]
        after = apply(state, seat, move, chance)
        seen |= copies & {card for each in after.players for card in each.science}
        for viewer in (SPECTATOR, *range(seats)):
            lines = nereus.describe(state, Event(seat, move, chance.draws, chance.uncovered), after, viewer)
            told: list[object] = [nereus.view(after, viewer), lines, nereus.forecast(after, viewer)]
            if isinstance(viewer, int):
                told += [legal(after, viewer), nereus.offers(after, viewer)]
            named = set(re.findall(rb"[a-z_]+-[0-9]+", canonical(told)))
            assert not named & {card.encode() for card in copies}
        state = after
    assert seen


@pytest.mark.rules("F7")
def test_without_science_power_the_cards_of_others_are_worth_nothing() -> None:
    """So their range has one value, for spectators too."""
    state = position(player("a1", science=("draw",)), player("e5", science=("sail",)), crew="purser")
    for viewer in (0, 1, SPECTATOR):
        assert all(each.low == each.high for each in forecast(state, viewer))


def _kept(seats: int, seed: bytes) -> State:
    """A game whose seats have chosen corners and cards, the first possible each time."""
    state = nereus.setup(seats, Options(), SeededChance(seed, 0))
    number = 0
    while state.step in ("corner", "keep"):
        number += 1
        seat = min(nereus.pending(state))
        state = apply(state, seat, legal(state, seat)[0], SeededChance(seed, number))
    return state


@pytest.mark.rules("F7", "S6")
@given(st.binary(min_size=1, max_size=4), st.integers(2, 4))
def test_nobody_is_thought_to_hold_what_one_gave_back(seed: bytes, seats: int) -> None:
    """As long as no science card was drawn since; from the first draw on anybody may have it."""
    state = _kept(seats, seed)
    returned = set(state.players[0].returned)
    assert len(returned) == DATA.science_deal.dealt - DATA.science_deal.kept
    for number in range(4):
        twin = determinize(state, 0, SeededChance(seed, number))
        assert not returned & {card for each in twin.players[1:] for card in each.science}
        assert twin.players[0] == state.players[0]
    drawn = replace(state, step="ready", turn=replace(state.turn, seat=1, crew="scientist", space=1, basic=True))
    after = apply(drawn, 1, Basic("all"), SeededChance(seed, 9))
    assert returned <= set(unseen(after, 0))
    assert not any(each.returned for each in after.players)


@pytest.mark.rules("F1", "F6", "F7")
def test_after_the_last_turn_everything_is_open() -> None:
    """Every viewer's forecast is the result, and hands are shown."""
    state = position(player("a1"), player("e5", power=1, science=("hold_pilot",), done=("pilot",)), crew="purser")
    state = replace(state, day=replace(state.day, number=4, round=4))
    state = do(on(state, "purser-1"), Basic("all"), EndTurn())
    result = nereus.result(state)
    assert result is not None
    assert result.scores == (1, 3)
    assert result.winners == (1,)
    assert nereus.view(state, 0)["players"]["1"]["science"] == {"hold_pilot": 1}  # type: ignore[index, call-overload]
    for viewer in (0, 1, SPECTATOR):
        assert [(each.low, each.high) for each in forecast(state, viewer)] == [(1, 1), (3, 3)]


def test_drawn_cards_are_named_to_their_seat_alone() -> None:
    """The line of a draw tells others that there was one."""
    state = on(position(player("a1"), player("e5"), crew="scientist"), "scientist-2")
    event: Event[Move] = Event(0, Basic("all"), ("salvage",))
    after = do(state, Basic("all"), draws=("salvage",))
    told = {viewer: [line.key for line in nereus.describe(state, event, after, viewer)] for viewer in (0, 1)}
    assert told == {0: ["power", "drew_card"], 1: ["power", "drew_a_card"]}
