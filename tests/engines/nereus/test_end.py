"""Final scoring, ties, and the points that are foreseen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.games.nereus import nereus
from partie.games.nereus.data import COLOURS, CREW, SCIENCE
from partie.games.nereus.state import Player, State
from partie.games.nereus.tables import KIND
from partie.kit import SPECTATOR, Viewer
from tests.engines.nereus.position import ended, on, player, position

FOUR = ("boatswain", "captain", "pilot", "merchant")
STORED: dict[str, str] = {colour: f"storage_{colour}" for colour in COLOURS}


def over(*players: Player) -> State:
    """The finished game of players who are as they are given."""
    seats = [replace(each, played=FOUR) for each in players]
    state = position(*seats, crew="purser", cycle=4, day=4)
    return ended(on(state, "purser-1"))


def scores(*players: Player) -> tuple[int, ...]:
    """The final scores."""
    result = nereus.result(over(*players))
    assert result is not None
    return result.scores


def winners(*players: Player) -> tuple[int, ...]:
    """The winners."""
    result = nereus.result(over(*players))
    assert result is not None
    return result.winners


def me(slots: dict[str, str] | None = None, *cards: str, gold: int = 0, power: int = 5, **more: object) -> Player:
    """A player with end cards and no gold."""
    return player("a1", slots, gold=gold, power=power, science=cards, **more)  # type: ignore[arg-type]


NOBODY = player("e5", gold=0)


@pytest.mark.rules("F2", "X1")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_card_for_storage_scores_with_its_colour_there(colour: str) -> None:
    """Not in a hold or the chest, and the treasure is sold in addition."""
    place = next(
        f"storage-{number}"
        for number, pair in ((1, ("violet", "black")), (3, ("green", "red")), (5, ("white", "yellow")))
        if colour in pair
    )
    card = STORED[colour]
    assert scores(me({place: colour}, card, gold=3), NOBODY)[0] == SCIENCE[card].points + (3 + 2) // 5
    assert scores(me({f"chest-{colour}": colour, "hold-purser-1": colour}, card), NOBODY)[0] == 0


@pytest.mark.rules("F2", "X1")
def test_cards_for_holds_score_if_all_of_them_are_complete() -> None:
    """One of two brings nothing."""
    for card in ("hold_captain", "hold_pilot", "hold_explorer"):
        assert scores(me({}, card, done=(card.removeprefix("hold_"),)), NOBODY)[0] == 3
        assert scores(me({}, card, done=("merchant",)), NOBODY)[0] == 0
    for card in ("holds_merchant_boatswain", "holds_purser_scientist"):
        one, other = card.removeprefix("holds_").split("_")
        assert scores(me({}, card, done=(one, other)), NOBODY)[0] == 5
        assert scores(me({}, card, done=(one,)), NOBODY)[0] == scores(me({}, card, done=(other,)), NOBODY)[0] == 0


@pytest.mark.rules("F2", "X2")
@pytest.mark.parametrize(("power", "points"), [(0, 0), (1, 7), (2, 13), (3, 16), (5, 16)])
def test_each_end_card_costs_a_power_and_the_best_are_chosen(power: int, points: int) -> None:
    """Turn cards bring nothing and cost nothing."""
    slots = {"storage-1": "black", "storage-3": "green"}
    cards = ("draw", "hold_captain", "storage_green", "sail", "storage_black", "storage_white")
    state = me(slots, *cards, power=power, done=("captain",))
    assert scores(state, NOBODY)[0] == points


@pytest.mark.rules("F3", "F4")
def test_only_one_of_two_cards_for_red_in_the_chest_scores() -> None:
    """A gem in the red slot is red; elsewhere in the chest it is not."""
    twice = ("chest_red", "chest_red")
    assert scores(me({"chest-red": "red"}, *twice), NOBODY)[0] == 3
    assert scores(me({"chest-red": "gem"}, *twice), NOBODY)[0] == 3
    assert scores(me({"chest-green": "gem", "storage-3": "red"}, *twice), NOBODY)[0] == 0


@pytest.mark.rules("F3", "F4")
def test_a_gem_in_storage_serves_for_any_colour_once() -> None:
    """For the best card that lacks its treasure; sold it brings one point more."""
    cards = ("storage_white", "storage_black", "storage_red", "storage_red")
    assert scores(me({}, *cards, gems=1), NOBODY)[0] == 7 + 1
    assert scores(me({}, *cards, gems=2), NOBODY)[0] == 7 + 6 + 2
    assert scores(me({"storage-3": "red"}, *cards, gems=1), NOBODY)[0] == 7 + 6 + (2 + 5) // 5
    assert scores(me({"hold-captain-1": "gem"}, *cards), NOBODY)[0] == 0


@pytest.mark.rules("F5")
@pytest.mark.parametrize(("gold", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (14, 2), (25, 5)])
def test_five_gold_are_a_point(gold: int, points: int) -> None:
    """What is left over brings nothing."""
    assert scores(me(gold=gold), NOBODY)[0] == points


@pytest.mark.rules("F1", "F5")
def test_points_of_the_game_and_of_the_end_are_added() -> None:
    """In the parts of the result as well."""
    state = over(me({"storage-5": "white"}, "storage_white", gold=8, points=30), NOBODY)
    result = nereus.result(state)
    assert result is not None
    assert result.scores == (30 + 4 + 2, 0)
    assert sum(int(line.params["points"]) for line in result.parts[0]) == 36
    assert [item.low for item in nereus.forecast(state, SPECTATOR)] == [36, 0]


@pytest.mark.rules("F6")
def test_ties_go_to_holds_then_to_treasures_in_open_holds() -> None:
    """Gems count there as well, storage does not; otherwise the victory is shared."""
    plain = me()
    assert winners(plain, NOBODY) == (0, 1)
    assert winners(plain, replace(NOBODY, points=1)) == (1,)
    assert winners(me(done=("pilot",)), player("e5", {"hold-captain-1": "black"}, gold=0)) == (0,)
    assert winners(me({"hold-captain-1": "black"}), NOBODY) == (0,)
    assert winners(me({"hold-captain-1": "gem"}), player("e5", {"hold-captain-1": "black"}, gold=0)) == (0, 1)
    assert winners(me({"storage-1": "black"}), NOBODY) == (0, 1)
    assert winners(
        me({"hold-captain-1": "gem", "hold-pilot-1": "red"}), player("e5", {"hold-captain-1": "black"}, gold=0)
    ) == (0,)
    result = nereus.result(over(me(points=1), NOBODY, player("a5", gold=0, done=("pilot",))))
    assert result is not None
    assert result.places == (1, 3, 2)


def by_hand(who: Player, cards: Sequence[str]) -> int:
    """The most that end cards can bring, found by trying every set and every use of treasures and gems."""
    ends = [card for card in cards if SCIENCE[KIND[card]].end]
    best = 0
    for number in range(min(len(ends), who.power) + 1):
        for chosen in combinations(ends, number):
            kinds = [SCIENCE[KIND[card]] for card in chosen]
            wanted = [kind.storage for kind in kinds if kind.storage]
            lacking = sum(max(0, wanted.count(colour) - who.storage.count(colour)) for colour in set(wanted))
            red = sum(bool(kind.chest) for kind in kinds)
            holds = all(crew in who.done for kind in kinds for crew in kind.holds)
            if lacking <= who.gems and red <= bool(who.chest[COLOURS.index("red")]) and holds:
                best = max(best, sum(kind.points for kind in kinds))
    return best


@st.composite
def cabins(draw: st.DrawFn) -> Player:
    """A player with something in storage and chest, some complete holds, power and gems."""
    pairs = [
        ("black", "violet"),
        ("black", "violet"),
        ("red", "green"),
        ("red", "green"),
        ("yellow", "white"),
        ("yellow", "white"),
    ]
    slots = {f"storage-{number}": draw(st.sampled_from(("", *pair))) for number, pair in enumerate(pairs, 1)}
    slots["chest-red"] = draw(st.sampled_from(("", "red", "gem")))
    done = draw(st.sets(st.sampled_from(CREW)))
    return player(
        "a1",
        {name: what for name, what in slots.items() if what},
        gold=draw(st.integers(0, 9)),
        power=draw(st.integers(0, 5)),
        gems=draw(st.integers(0, 3)),
        done=tuple(sorted(done)),
    )


@pytest.mark.rules("F2", "F3", "F4", "F5")
@given(cabins(), st.lists(st.sampled_from(sorted(KIND)), max_size=8, unique=True))
def test_the_best_set_of_end_cards_is_found(who: Player, cards: list[str]) -> None:
    """As by trying all of them."""
    who = replace(who, science=tuple(cards))
    gold = who.gold + 5 * who.gems + 2 * sum(map(bool, who.storage))
    state = position(NOBODY, NOBODY, crew="purser")
    state = replace(state, players=(replace(who, played=("purser",)), state.players[1]))
    assert nereus.scores(state)[0] == by_hand(who, cards) + gold // 5


@pytest.mark.rules("F7")
@given(cabins(), st.permutations(sorted(KIND)), st.integers(0, 4), st.integers(0, 12))
def test_the_range_of_another_player_is_what_the_possible_cards_could_bring(
    who: Player, order: list[str], hand: int, seen: int
) -> None:
    """The least and the most over all hands out of the cards the viewer has not seen."""
    mine, discards = tuple(order[:3]), tuple(order[3 : 3 + seen])
    theirs = tuple(order[3 + seen : 3 + seen + hand])
    rest = order[3 + seen :]
    state = position(NOBODY, NOBODY, crew="purser")
    viewer = replace(state.players[0], science=mine)
    other = replace(who, science=theirs, played=("purser",))
    pile = dict.fromkeys(rest[hand:], 1)
    state = replace(state, players=(viewer, other), science=replace(state.science, pile=pile, discards=discards))
    kinds = sorted({tuple(sorted(cards)) for cards in combinations([KIND[card] for card in rest], hand)})
    every = [by_hand(other, cards) for cards in kinds]
    gold = (who.gold + 5 * who.gems + 2 * sum(map(bool, who.storage))) // 5
    found = nereus.forecast(state, 0)[1]
    assert (found.low, found.high) == (min(every) + gold, max(every) + gold)
    own = nereus.forecast(state, 1)[1]
    assert own.low == own.high == by_hand(other, theirs) + gold
    assert found.low <= own.low <= found.high


@pytest.mark.rules("F7")
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_without_power_or_cards_the_points_of_others_are_certain(viewer: Viewer) -> None:
    """Gold and points are open."""
    for other in (
        player("e5", gold=12, points=7, power=0, science=("draw", "sail")),
        player("e5", gold=12, points=7, power=4),
    ):
        found = nereus.forecast(position(NOBODY, other, crew="purser"), viewer)[1]
        assert (found.low, found.high) == (9, 9)
