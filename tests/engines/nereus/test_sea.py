"""Sailing, the explorer, and the cards that reach into the sea."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.games.nereus import nereus
from partie.games.nereus.data import COLOURS, SIDES, Space, place
from partie.games.nereus.state import Drift, EndTurn, Explore, Neutral, Sail, Salvage, State
from partie.games.nereus.tables import kinds
from tests.engines.nereus.position import do, legal, on, player, position, refused


def sailing(
    space: str, ship: str, *others: str, gold: int = 0, done: tuple[str, ...] = (), neutral: Neutral | None = None
) -> State:
    """A captain's or pilot's turn after the marker was placed; the others' ships lie where they are named."""
    crew = space.split("-", maxsplit=1)[0]
    seats = [player(ship, gold=gold, done=done), *(player(other) for other in others)]
    return on(position(*seats, crew=crew, neutral=neutral), space)


def reached(state: State) -> set[str]:
    """The fields where the ship may end."""
    return {move.to for move in legal(state) if isinstance(move, Sail)}


@pytest.mark.rules("K1", "V1")
@pytest.mark.parametrize(
    "space", SIDES["large"].rows["captain"] + SIDES["large"].rows["pilot"], ids=lambda each: each.id
)
def test_where_captain_and_pilot_come_without_gold(space: Space) -> None:
    """In a straight line of the space's directions, up to its number of fields, from the middle of the large side."""
    state = sailing(space.id, "c4", "f1", "f2", "f6")
    expected = set()
    for field in SIDES["large"].fields:
        row, column = place(field)
        down, right = abs(row - 3), abs(column - 2)
        straight = down == 0 or right == 0
        diagonal = down == right
        fits = {"any": straight or diagonal, "orthogonal": straight, "diagonal": diagonal}[space.directions]
        if fits and max(down, right) <= space.far:
            expected.add(field)
    assert reached(state) == expected - {"f1", "f2", "f6"}


@pytest.mark.rules("K1", "P1", "V1")
def test_a_ship_does_not_leave_the_board() -> None:
    """From a corner there are three lines at most."""
    assert reached(sailing("captain-1", "a1", "e5")) == {"a1", "b1", "c1", "a2", "a3", "b2", "c3"}
    assert reached(sailing("captain-3", "a1", "e5")) == {"a1", "b2", "c3"}
    assert reached(sailing("pilot-3", "a1", "e5")) == {"a1", "b1", "c1", "a2", "a3"}


@pytest.mark.rules("K2")
def test_gold_lengthens_a_diagonal_voyage_diagonally() -> None:
    """The directions are those of the space."""
    state = sailing("captain-4", "a1", "f1", "f2", "f3", gold=3)
    assert reached(state) == {"a1", "b2", "c3", "d4"}
    assert do(state, Sail("c3", ())).players[0].gold == 1
    assert do(state, Sail("d4", ())).players[0].gold == 0
    assert do(state, Sail("b2", ())).players[0].gold == 3


@pytest.mark.rules("K2", "K3")
def test_the_improved_captain_adds_to_gold() -> None:
    """One field, one for a complete hold, two for three gold."""
    state = sailing("captain-2", "a1", "f6", "f5", "f4", gold=3, done=("captain",))
    assert "e1" in reached(state)
    assert "f1" not in reached(state)
    assert do(state, Sail("b1", ())).players[0].gold == do(state, Sail("c1", ())).players[0].gold == 3
    assert do(state, Sail("d1", ())).players[0].gold == 1
    assert do(state, Sail("e1", ())).players[0].gold == 0


@pytest.mark.rules("P2", "P3", "P4")
def test_bends_cost_two_gold_once_or_nothing_with_a_complete_hold() -> None:
    """However often the voyage bends; a straight one is free."""
    near = {field for field in SIDES["small"].fields if sum(abs(a - 2) for a in place(field)) <= 2}
    for gold, done in ((2, ()), (0, ("pilot",))):
        state = sailing("pilot-3", "c3", "e5", gold=gold, done=done)
        assert reached(state) == near
        assert do(state, Sail("d4", ())).players[0].gold == 0
        assert do(state, Sail("c5", ())).players[0].gold == gold
    assert reached(sailing("pilot-3", "c3", "e5", gold=1)) == {"c3", "a3", "b3", "d3", "e3", "c1", "c2", "c4", "c5"}


@pytest.mark.rules("P2")
def test_bends_make_no_voyage_longer() -> None:
    """One field stays one field."""
    assert reached(sailing("pilot-4", "c3", "f6", "f5", "f4", gold=9)) == {"c3", "b3", "d3", "c2", "c4"}


@pytest.mark.rules("V2")
def test_no_voyage_ends_on_a_ship() -> None:
    """Neither a player's nor the neutral one."""
    state = sailing("pilot-1", "a1", "b1", gold=9, neutral=Neutral("a3"))
    assert not reached(state) & {"b1", "a3"}
    assert refused(state, Sail("b1", ())) == "V2"
    assert refused(state, Sail("a3", ())) == "V2"


@pytest.mark.rules("V3")
def test_each_ship_crossed_costs_a_gold_for_its_owner() -> None:
    """Two ships in a line are two gold, and each owner gets one at once."""
    state = sailing("pilot-1", "a1", "b1", "c1", gold=2)
    after = do(state, Sail("d1", ("1", "2")))
    assert [each.gold for each in after.players] == [0, 4, 4]
    assert "d1" not in reached(sailing("pilot-1", "a1", "b1", "c1", gold=1))
    assert refused(sailing("pilot-1", "a1", "b1", "c1", gold=1), Sail("d1", ("1", "2"))) == "V3"


@pytest.mark.rules("V3", "K2")
def test_toll_and_gold_action_must_be_at_hand_together() -> None:
    """Two for one field more and one for the ship crossed."""
    assert "c1" in reached(sailing("captain-2", "a1", "b1", gold=3))
    assert "c1" not in reached(sailing("captain-2", "a1", "b1", gold=2))
    after = do(sailing("captain-2", "a1", "b1", gold=3), Sail("c1", ("1",)))
    assert [each.gold for each in after.players] == [0, 4]


@pytest.mark.rules("V3", "P4")
def test_who_bends_may_choose_whom_to_pay() -> None:
    """Around by one ship or by another; going around both without a toll is a longer way that may be too far."""
    state = sailing("pilot-3", "a1", "b1", "a2", gold=3)
    ways = {move.tolls for move in legal(state) if isinstance(move, Sail) and move.to == "b2"}
    assert ways == {("1",), ("2",)}
    after = do(state, Sail("b2", ("2",)))
    assert [each.gold for each in after.players] == [0, 3, 4]
    assert refused(state, Sail("b2", ())) == "V3"


@pytest.mark.rules("V3", "P4")
def test_no_owner_is_paid_twice_for_a_voyage_with_bends() -> None:
    """From a corner between two ships four spaces suffice to cross one of them, turn back and cross it again."""
    state = sailing("pilot-1", "a1", "b1", "a2", gold=9, done=("pilot",))
    ways = {move.tolls for move in legal(state) if isinstance(move, Sail) and move.to == "c1"}
    assert ways == {("1",), ("2",)}
    assert refused(state, Sail("c1", ("1", "1"))) == "V3"


@pytest.mark.rules("V1", "V3")
def test_passing_between_two_ships_diagonally_is_free() -> None:
    """Only fields that are entered count."""
    state = sailing("captain-4", "a1", "b1", "a2", "f6")
    after = do(state, Sail("b2", ()))
    assert [each.gold for each in after.players] == [0, 3, 3, 3]


@pytest.mark.rules("V4")
def test_treasures_that_are_not_wanted_are_not_placed() -> None:
    """All of the field come on board, and what is not placed is lost."""
    state = position(player("a1"), player("e5"), crew="pilot", sea={"b1": ("red", "white", "black"), "c1": ("green",)})
    state = do(on(state, "pilot-1"), Sail("b1", ()))
    assert state.players[0].hand == ("red", "white", "black")
    assert "b1" not in state.sea
    bag = state.bag.treasures
    after = do(state, EndTurn())
    assert {colour: after.bag.treasures[colour] - bag[colour] for colour in ("red", "white", "black")} == {
        "red": 1,
        "white": 1,
        "black": 1,
    }


@pytest.mark.rules("V5")
@pytest.mark.parametrize("space", ["captain-1", "captain-3", "pilot-1"])
def test_a_ship_may_stay(space: str) -> None:
    """It brings nothing, costs nothing, and is the voyage of the turn."""
    state = sailing(space, "c3", "e5", gold=9)
    after = do(state, Sail("c3", ()))
    assert (after.players[0].ship, after.players[0].gold, after.players[0].hand) == ("c3", 9, ())
    assert reached(after) == set()
    assert Sail("c3", ("1",)) not in legal(state)


@pytest.mark.rules("T3", "V1")
def test_there_is_one_voyage_a_turn() -> None:
    """After it no second one."""
    state = do(sailing("pilot-1", "a1", "e5", gold=9), Sail("b1", ()))
    assert reached(state) == set()
    assert refused(state, Sail("c1", ())) == "T3"


@pytest.mark.rules("V1", "V3", "P4")
@given(
    st.lists(st.sampled_from(SIDES["large"].fields), min_size=4, max_size=4, unique=True),
    st.integers(1, 4),
    st.integers(0, 6),
    st.booleans(),
)
def test_every_voyage_of_the_pilot_costs_what_its_ships_and_bends_cost(
    ships: list[str], number: int, gold: int, improved: bool
) -> None:
    """Computed again by trying all ways space by space: the same ends, and for each the lowest price."""
    done = ("pilot",) if improved else ()
    state = sailing(f"pilot-{number}", ships[0], *ships[1:], gold=gold, done=done)
    far = SIDES["large"].rows["pilot"][number - 1].far
    least: dict[str, int] = {}
    ways: list[tuple[str, ...]] = [(ships[0],)]
    for _ in range(far):
        ways = [(*way, field) for way in ways for field in SIDES["large"].fields if beside(way[-1], field)]
        for way in ways:
            if way[-1] not in ships:
                tolls = sum(field in ships[1:] for field in way)
                bent = len({step(*pair) for pair in pairwise(way)}) > 1
                price = tolls + (2 if bent and not improved else 0)
                if price <= gold:
                    least[way[-1]] = min(price, least.get(way[-1], price))
    offered: dict[str, int] = {}
    for move in legal(state):
        if isinstance(move, Sail) and move.to != ships[0]:
            paid = gold - do(state, move).players[0].gold
            offered[move.to] = min(paid, offered.get(move.to, paid))
    assert offered == least


def beside(one: str, other: str) -> bool:
    """Whether two fields share a side."""
    return sum(abs(a - b) for a, b in zip(place(one), place(other), strict=True)) == 1


def step(one: str, other: str) -> tuple[int, int]:
    """Rows and columns from one field to another."""
    (row, column), (down, right) = place(one), place(other)
    return down - row, right - column


# --- the explorer -----------------------------------------------------------------------------------------------------

CROSS = {"b3": ("white",), "d3": ("green", "yellow"), "c2": ("violet",), "c4": ("black", "red"), "b2": COLOURS}


@pytest.mark.rules("E1")
@pytest.mark.parametrize(
    ("space", "expected"),
    [
        ("explorer-1", {("b3", "white"), ("d3", "yellow")}),
        ("explorer-2", {("d3", "green"), ("c4", "red")}),
        ("explorer-3", {("c2", "violet"), ("c4", "black")}),
    ],
)
def test_the_explorer_lifts_one_treasure_of_a_neighbour(space: str, expected: set[tuple[str, str]]) -> None:
    """Of the colours of the space, not from a diagonal neighbour, and the player chooses which."""
    state = on(position(player("c3"), player("e5"), crew="explorer", sea=CROSS, bag={"red": 1}), space)
    found = {(move.field, move.treasure) for move in legal(state) if isinstance(move, Explore)}
    assert found == expected
    field, treasure = sorted(expected)[0]
    after = do(state, Explore(field, treasure))  # type: ignore[arg-type]
    assert after.players[0].hand == (treasure,)
    assert after.players[0].ship == "c3"
    assert after.sea.get(field, ()) == tuple(each for each in CROSS[field] if each != treasure)
    assert not [move for move in legal(after) if isinstance(move, Explore)]
    assert refused(state, Explore("b2", "white")) == "E1"


@pytest.mark.rules("E1", "E2")
def test_the_fourth_space_and_a_complete_hold_allow_any_colour() -> None:
    """Seven treasures lie next to the ship."""
    every = {(field, treasure) for field in ("b3", "d3", "c2", "c4") for treasure in CROSS[field]}
    fourth = position(
        player("c3"), player("f6"), player("f1"), player("a6"), crew="explorer", sea=CROSS, bag={"red": 1}
    )
    complete = position(player("c3", done=("explorer",)), player("e5"), crew="explorer", sea=CROSS, bag={"red": 1})
    for state in (on(fourth, "explorer-4"), on(complete, "explorer-1")):
        assert {(move.field, move.treasure) for move in legal(state) if isinstance(move, Explore)} == every


@pytest.mark.rules("E1")
def test_the_explorer_may_find_nothing() -> None:
    """Then the turn brings nothing and ends."""
    state = on(position(player("a1"), player("e5"), crew="explorer", sea={"b1": ("red",)}), "explorer-1")
    assert not [move for move in legal(state) if isinstance(move, Explore)]
    assert refused(state, Explore("b1", "red")) == "E1"
    assert EndTurn() in legal(state)


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("X2", "X4")
def test_a_card_takes_a_treasure_from_any_field() -> None:
    """One of one's choice, however far; it costs a power, and without power it is not played."""
    me = player("a1", power=1, science=("salvage", "salvage"))
    state = position(me, player("e5"), crew="purser", sea={"e4": ("red", "black", "white")})
    after = do(state, Salvage("e4", "black"))
    assert after.players[0].hand == ("black",)
    assert after.sea == {"e4": ("red", "white")}
    assert (after.players[0].power, kinds(after.players[0].science)) == (0, ("salvage",))
    assert after.science.discards == ("salvage",)
    assert refused(after, Salvage("e4", "red")) == "X2"
    assert refused(state, Salvage("e4", "green")) == "X4"


@pytest.mark.rules("X2", "X5", "V2")
def test_a_card_moves_the_ship_by_one_field_for_three_gold() -> None:
    """In any of the eight directions, not onto a ship; all treasures there come along."""
    me = player("b2", power=2, gold=3, science=("sail",))
    state = position(me, player("c2"), crew="purser", sea={"c3": ("red", "black")})
    fields = {move.to for move in legal(state) if isinstance(move, Drift)}
    assert fields == {"a1", "b1", "c1", "a2", "a3", "b3", "c3"}
    assert refused(state, Drift("c2")) == "V2"
    assert refused(state, Drift("d4")) == "X5"
    assert refused(state, Drift("b2")) == "X5"
    after = do(state, Drift("c3"))
    mine = after.players[0]
    assert (mine.ship, mine.gold, mine.power, mine.hand) == ("c3", 0, 1, ("red", "black"))
    poor = position(player("b2", power=2, gold=2, science=("sail",)), player("c2"), crew="purser")
    assert refused(poor, Drift("b1")) == "X5"


@pytest.mark.rules("X2", "X5", "T5")
def test_several_cards_a_turn_beside_the_gold_action() -> None:
    """The card for three gold is no gold action: the captain's may still be bought."""
    me = player("a1", power=3, gold=5, science=("sail", "salvage", "draw"))
    state = position(me, player("e1"), crew="captain", sea={"e5": ("red",)})
    state = on(do(state, Drift("b2"), Salvage("e5", "red")), "captain-2")
    state = do(state, Sail("d4", ()))
    mine = state.players[0]
    assert (mine.ship, mine.gold, mine.power, mine.hand) == ("d4", 0, 1, ("red",))


@pytest.mark.rules("X2", "T4")
def test_cards_come_before_or_after_the_actions() -> None:
    """After a voyage as well as before the marker; end cards are never played in a turn."""
    me = player("a1", power=3, science=("salvage", "salvage", "storage_white", "chest_red"))
    state = position(me, player("e5"), crew="captain", sea={"e4": ("red",), "d5": ("white",)})
    state = on(do(state, Salvage("e4", "red")), "captain-1")
    state = do(state, Sail("b2", ()), Salvage("d5", "white"))
    assert state.players[0].hand == ("red", "white")
    assert {getattr(move, "card", "") for move in legal(state)} == {""}
    assert nereus.pending(state) == {0}
