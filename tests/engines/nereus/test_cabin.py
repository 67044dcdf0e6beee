"""Where treasures lie, what completes a hold, gems, and what storage is good for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.games.nereus import nereus
from partie.games.nereus.data import COLOURS, CREW, HOLDS, REWARDS, SLOTS, Colour
from partie.games.nereus.state import Exchange, Options, Place, PlayCard, Player, Sell, State, UseGem
from partie.kit import Illegal, NoChance
from tests.engines.nereus.position import do, legal, player, position, refused, stored

BAG = dict.fromkeys(COLOURS, 5)


def turn(me: Player, **options: str) -> State:
    """The turn of a player with a bag that is full enough."""
    chosen = Options(**options)  # type: ignore[arg-type]
    return position(me, player("e5"), crew="purser", bag={str(colour): 5 for colour in BAG}, options=chosen)


def targets(state: State, treasure: str) -> set[str]:
    """Where a treasure of the hand, or a gem of storage, may be put."""
    if treasure == "gem":
        return {move.to for move in legal(state) if isinstance(move, UseGem)}
    return {move.to for move in legal(state) if isinstance(move, Place) and move.treasure == treasure}


@pytest.mark.rules("H2")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_treasure_fits_the_slots_of_its_colour_and_rainbow_ones(colour: Colour) -> None:
    """In an empty cabin; the chest takes only the white one at first."""
    found = {to.rsplit("-", 1)[0] for to in targets(turn(player("a1", hand=(colour,))), colour)}
    holds = {f"hold-{crew}" for crew in CREW if any(colour in slot for slot in HOLDS[crew].slots)}
    assert found == holds | {"storage"} | ({"chest"} if colour == "white" else set())


@pytest.mark.rules("H2")
def test_a_slot_holds_one_treasure() -> None:
    """A full one refuses, and so does one of another colour."""
    slots = {"hold-captain-1": "black", "storage-5": "white", "storage-6": "yellow"}
    state = turn(player("a1", slots, hand=("black", "white", "red")))
    assert refused(state, Place("black", "hold-captain-1")) == "H2"
    assert refused(state, Place("white", "storage-5")) == "H9"
    assert refused(state, Place("red", "hold-captain-2")) == "H2"
    assert refused(state, Place("green", "hold-captain-4")) == "H1"
    assert "storage-6" not in targets(state, "white")


@pytest.mark.rules("H1")
def test_treasures_are_placed_one_by_one_where_one_likes() -> None:
    """Three at once go to three areas."""
    state = turn(player("a1", hand=("white", "white", "red")))
    state = do(state, Place("white", "chest-white"), Place("red", "hold-captain-3"), Place("white", "storage-5"))
    me = state.players[0]
    assert (me.hand, me.chest[0], me.holds["captain"][2], stored(me)) == ((), "white", "red", ["white"])


@pytest.mark.rules("H4")
@pytest.mark.parametrize("crew", CREW)
def test_a_complete_hold_brings_its_points_and_is_gone(crew: str) -> None:
    """Treasures go into the bag, gems to the supply."""
    hold = HOLDS[crew]  # type: ignore[index]
    colours = [slot[0] for slot in hold.slots] if hold.rule == "fixed" else list(COLOURS[: len(hold.slots)])
    if hold.rule == "equal":
        colours = ["red"] * len(hold.slots)
    slots: dict[str, str] = {f"hold-{crew}-{number}": colour for number, colour in enumerate(colours, 1)}
    slots["hold-" + crew + "-1"] = "gem"
    last = colours.pop()
    del slots[f"hold-{crew}-{len(hold.slots)}"]
    state = turn(player("a1", slots, hand=(last,)))
    gems = state.gems
    after = do(state, Place(last, f"hold-{crew}-{len(hold.slots)}"))
    me = after.players[0]
    assert (me.points, me.done) == (hold.points, (crew,))
    assert crew not in me.holds
    assert after.gems == gems + 1
    assert sum(after.bag.treasures.values()) == sum(state.bag.treasures.values()) + len(hold.slots) - 1
    assert refused(after, Place(last, f"hold-{crew}-1")) == "H1"


@pytest.mark.rules("H4", "H2")
def test_the_slots_of_a_complete_hold_take_nothing_more() -> None:
    """Neither treasures nor gems."""
    state = turn(player("a1", done=("captain", "purser", "merchant"), hand=("black",), gems=1))
    assert targets(state, "black") == {"storage-1"}
    assert not {to for to in targets(state, "gem") if to.split("-")[1] in ("captain", "purser", "merchant")}
    assert refused(state, Place("black", "hold-captain-1")) == "H4"


@pytest.mark.rules("H5")
def test_the_purser_takes_no_colour_twice() -> None:
    """But gems as often as one likes."""
    slots = {"hold-purser-1": "red", "hold-purser-2": "gem"}
    state = turn(player("a1", slots, hand=("red", "white"), gems=2))
    assert refused(state, Place("red", "hold-purser-3")) == "H5"
    assert "hold-purser-3" in targets(state, "white")
    state = do(state, UseGem("hold-purser-3"), Place("white", "hold-purser-4"))
    assert (state.players[0].points, state.players[0].done) == (7, ("purser",))


@pytest.mark.rules("H6")
def test_the_merchant_takes_equal_colours_only() -> None:
    """A gem goes with any, and leaves the colour open; three gems complete the hold."""
    one = turn(player("a1", {"hold-merchant-1": "red"}, hand=("white", "red")))
    assert refused(one, Place("white", "hold-merchant-2")) == "H6"
    assert "hold-merchant-2" in targets(one, "red")
    gem = turn(player("a1", {"hold-merchant-1": "gem"}, hand=("white", "red")))
    assert "hold-merchant-2" in targets(gem, "white") & targets(gem, "red")
    after = do(gem, Place("white", "hold-merchant-2"))
    assert refused(after, Place("red", "hold-merchant-3")) == "H6"
    gems = turn(player("a1", {"hold-merchant-1": "gem", "hold-merchant-2": "gem"}, gems=1))
    assert do(gems, UseGem("hold-merchant-3")).players[0].points == 5


@pytest.mark.rules("H7")
def test_the_chest_is_filled_clockwise_from_white() -> None:
    """Strictly by default; a table may allow any free slot."""
    me = player("a1", {"chest-white": "white"}, hand=("white", "green", "yellow", "black"))
    state = turn(me)
    assert refused(state, Place("green", "chest-green")) == "H7"
    assert refused(state, Place("white", "chest-white")) == "H2"
    assert refused(state, Place("green", "chest-yellow")) == "H2"
    assert "chest-yellow" in targets(state, "yellow")
    assert "chest-green" in targets(do(state, Place("yellow", "chest-yellow")), "green")
    free = turn(me, chest_order="free")
    assert "chest-black" in targets(free, "black")
    assert do(free, Place("black", "chest-black")).players[0].points == 5


@pytest.mark.rules("H8", "H11", "F4")
@pytest.mark.parametrize("number", range(6))
def test_the_chest_rewards_at_once(number: int) -> None:
    """Treasure and gem alike; the gem counts as the colour of its slot."""
    colour = COLOURS[number]
    slots = {f"chest-{other}": other for other in COLOURS[:number]}
    reward = REWARDS[colour]
    draws = ("black",) * reward.treasures
    for state in (
        do(turn(player("a1", slots, hand=(colour,), gold=0)), Place(colour, f"chest-{colour}"), draws=draws),
        do(turn(player("a1", slots, gems=1, gold=0)), UseGem(f"chest-{colour}"), draws=draws),
    ):
        me = state.players[0]
        assert (me.gold, me.points, me.hand) == (reward.gold, reward.points, draws)
        assert me.chest[number] in (colour, "gem")


@pytest.mark.rules("H8")
def test_a_gem_in_the_chest_lets_the_next_colour_follow() -> None:
    """A gem for white, then yellow."""
    state = do(turn(player("a1", gems=1, hand=("yellow",))), UseGem("chest-white"), Place("yellow", "chest-yellow"))
    assert state.players[0].chest[:3] == ("gem", "yellow", "")


@pytest.mark.rules("H9")
def test_storage_has_two_slots_for_each_pair_of_colours() -> None:
    """Two of one colour or one of each; a third is refused."""
    state = turn(player("a1", {"storage-1": "black", "storage-2": "violet"}, hand=("black", "violet", "red", "green")))
    for treasure in ("black", "violet"):
        assert not {to for to in targets(state, treasure) if to.startswith("storage")}
    assert refused(state, Place("black", "storage-3")) == "H9"
    state = do(state, Place("red", "storage-3"), Place("green", "storage-4"))
    assert stored(state.players[0]) == ["black", "violet", "red", "green"]


@pytest.mark.rules("H10")
def test_two_equal_treasures_of_storage_make_a_gem() -> None:
    """Not from the hand, not of two colours, and only with a free place for the gem."""
    slots = {"storage-3": "red", "storage-4": "red", "storage-5": "white"}
    state = turn(player("a1", slots, hand=("white", "black", "black")))
    assert refused(state, Exchange("white")) == "H10"
    assert refused(state, Exchange("black")) == "H10"
    after = do(state, Exchange("red"))
    assert (after.players[0].gems, stored(after.players[0])) == (1, ["white"])
    assert (after.bag.treasures["red"], after.gems) == (5 + 2, state.gems - 1)
    full = turn(player("a1", slots, gems=3))
    assert refused(full, Exchange("red")) == "H10"
    assert do(full, Sell("gem"), Exchange("red")).players[0].gems == 3


@pytest.mark.rules("H11", "H9")
def test_a_gem_goes_to_any_open_slot_but_the_coloured_ones_of_storage() -> None:
    """All holds and the next slot of the chest."""
    state = turn(player("a1", gems=1))
    found = targets(state, "gem")
    assert {SLOTS[to].crew for to in found if SLOTS[to].area == "hold"} == set(CREW)
    assert {to for to in found if SLOTS[to].area != "hold"} == {"chest-white"}
    assert refused(state, UseGem("storage-1")) == "H11"
    # Every slot of a hold with fixed colours can be reached, equal ones by the first of them.
    fixed = {name for name, slot in SLOTS.items() if slot.area == "hold" and HOLDS[slot.crew].rule == "fixed"}  # type: ignore[index]
    assert fixed - found == {"hold-scientist-3"}
    assert refused(turn(player("a1")), UseGem("chest-white")) == "H11"


@pytest.mark.rules("H11", "H12")
def test_a_gem_that_was_used_is_neither_moved_nor_sold() -> None:
    """Only gems in storage are."""
    state = do(turn(player("a1", gems=1)), UseGem("hold-captain-1"))
    assert not [move for move in legal(state) if isinstance(move, UseGem | Sell)]
    assert refused(state, Sell("gem")) == "H12"


@pytest.mark.rules("H12")
def test_only_storage_is_sold() -> None:
    """Two gold for a treasure, into the bag; five for a gem, to the supply. Neither hand nor holds nor chest."""
    slots = {"hold-captain-1": "black", "chest-white": "white", "storage-4": "green"}
    state = turn(player("a1", slots, hand=("red",), gems=1, gold=0))
    assert {move.treasure for move in legal(state) if isinstance(move, Sell)} == {"green", "gem"}
    for treasure in ("black", "white", "red"):
        assert refused(state, Sell(treasure)) == "H12"
    after = do(state, Sell("green"))
    assert (after.players[0].gold, after.bag.treasures["green"]) == (2, 6)
    after = do(after, Sell("gem"))
    assert (after.players[0].gold, after.players[0].gems, after.gems) == (7, 0, state.gems + 1)


@pytest.mark.rules("S7", "H10")
def test_gems_do_not_run_out() -> None:
    """Twelve are in the box; the thirteenth is a substitute."""
    slots = {f"hold-{crew}-1": "gem" for crew in CREW}
    me = player("a1", {**slots, "storage-5": "white", "storage-6": "white"}, gems=2)
    others = [player(ship, slots, gems=3) for ship in ("e1", "e5")]
    state = position(me, *others, crew="purser", bag={"white": 3})
    assert Exchange("white") in legal(state)
    assert do(state, Exchange("white")).players[0].gems == 3


@pytest.mark.rules("H2", "H5", "H6", "H7", "H9")
@given(
    st.dictionaries(st.sampled_from(sorted(SLOTS)), st.sampled_from([*COLOURS, "gem"]), max_size=12),
    st.sampled_from([*COLOURS, "gem"]),
)
def test_wherever_a_treasure_may_go_it_fits(laid: dict[str, str], treasure: str) -> None:
    """Checked slot by slot against the printed colours, whatever lies around; and no free fitting area is missing."""
    laid = {
        name: what
        for name, what in laid.items()
        if what in SLOTS[name].colours or (what == "gem" and SLOTS[name].area == "hold")
    }
    for crew in ("purser", "merchant"):
        colours = [what for name, what in laid.items() if SLOTS[name].crew == crew and what != "gem"]
        if len(set(colours)) not in ((len(colours),) if crew == "purser" else (0, 1)):
            laid = {name: what for name, what in laid.items() if SLOTS[name].crew != crew}
    laid = {name: what for name, what in laid.items() if SLOTS[name].crew == "" or free_slot(SLOTS[name].crew, laid)}
    gems = int(treasure == "gem")
    me = player("a1", laid, hand=() if gems else (treasure,), gems=gems)
    found = targets(turn(me), treasure)
    fitting = {name for name in SLOTS if name not in laid and fits(name, treasure, laid)}
    assert found <= fitting
    assert {SLOTS[name].area + SLOTS[name].crew for name in found} == {
        SLOTS[name].area + SLOTS[name].crew for name in fitting
    }


def free_slot(crew: str, laid: dict[str, str]) -> bool:
    """Whether a hold is not full."""
    return any(slot.crew == crew and name not in laid for name, slot in SLOTS.items())


def fits(name: str, treasure: str, laid: dict[str, str]) -> bool:
    """What the rule text says of one empty slot."""
    slot = SLOTS[name]
    if slot.area == "storage":
        return treasure in slot.colours
    if slot.area == "chest":
        before = COLOURS[: COLOURS.index(slot.colours[0])]
        return treasure in ("gem", *slot.colours) and all(f"chest-{colour}" in laid for colour in before)
    lying = [what for other, what in laid.items() if SLOTS[other].crew == slot.crew and what != "gem"]
    if treasure == "gem":
        return True
    if slot.crew == "purser":
        return treasure not in lying
    return all(what == treasure for what in lying) if slot.crew == "merchant" else treasure in slot.colours


@pytest.mark.rules("H2")
@pytest.mark.parametrize(
    ("colour", "slot", "code"),
    [("black", "hold-scientist-1", "wrong_colour"), ("white", "hold-scientist-3", "first_slot")],
)
def test_a_slot_that_does_not_take_a_treasure_says_why(colour: Colour, slot: str, code: str) -> None:
    """It has another colour, or an equal slot before it stands for it."""
    state = turn(player("a1", hand=(colour,)))
    with pytest.raises(Illegal) as caught:
        nereus.apply(state, 0, Place(colour, slot), NoChance())
    assert caught.value.code == code


@pytest.mark.rules("X2", "X4")
def test_a_card_that_needs_a_target_is_not_played_without_one() -> None:
    """Nor in the place of another card."""
    state = turn(player("a1", power=1, science=("draw", "salvage")))
    assert refused(state, PlayCard("salvage")) == "X2"
