"""The offer of a round, in the basic game."""

import pytest

from partie.games.wikinger import wikinger
from partie.games.wikinger.state import Buy, Place
from partie.kit import RecordedChance, SeededChance
from tests.engines.wikinger.position import BASIC, FIGURES, OFFER, do, player, position, told


@pytest.mark.rules("A1", "A4", "O1")
@pytest.mark.parametrize(("seats", "gold"), [(2, 30), (3, 25), (4, 20)])
def test_everyone_begins_with_gold_and_ten_points(seats: int, gold: int) -> None:
    """And the start player, who is drawn, buys first."""
    state = wikinger.setup(seats, BASIC, RecordedChance((seats - 1, *OFFER)))
    assert {(each.gold, each.points, each.started) for each in state.players} == {(gold, 10, False)}
    assert (state.round, state.first, state.turn.seat, state.step) == (1, seats - 1, seats - 1, "buy")


@pytest.mark.rules("O2")
def test_islands_are_laid_out_from_0_upwards_and_ships_from_11_downwards() -> None:
    """In the order in which they are drawn."""
    tiles = ("ship-red", "left", "farm", "ship-blue", "right", *("left",) * 6, "ship-green")
    state = wikinger.setup(2, BASIC, RecordedChance((0, *tiles, *FIGURES)))
    laid = [spot.tile for spot in state.wheel]
    assert laid == ["left", "farm", "right", *["left"] * 6, "ship-green", "ship-blue", "ship-red"]


@pytest.mark.rules("O3")
def test_figures_are_placed_colour_by_colour_from_0_upwards() -> None:
    """Blue, yellow, green, red, black, grey, however they are drawn; a colour that was not drawn is left out."""
    drawn = (
        "boatman",
        "warrior",
        "fisherman",
        "noble",
        *("goldsmith",) * 4,
        "fisherman",
        "warrior",
        "boatman",
        "noble",
    )
    state = wikinger.setup(2, BASIC, RecordedChance((0, *OFFER[:12], *drawn)))
    assert [spot.figure for spot in state.wheel] == [
        *["fisherman"] * 2,
        *["goldsmith"] * 4,
        *["noble"] * 2,
        *["warrior"] * 2,
        *["boatman"] * 2,
    ]


@pytest.mark.rules("O1", "W3")
def test_after_the_last_purchase_the_left_neighbour_begins_the_next_round() -> None:
    """Another twelve combinations are laid out, and the round's number goes up."""
    state = position(player(), player(), player(), wheel={4: "left/scout"}, first=1, seat=0)
    state = do(do(state, Buy(4)), Place("noble", 1, stands=False), draws=OFFER)
    assert (state.round, state.first, state.turn.seat) == (2, 2, 2)
    assert all(spot.tile and spot.figure for spot in state.wheel)


@pytest.mark.rules("A6")
def test_everybody_sees_everything() -> None:
    """No viewer has a view of his own, and what can still be drawn is counted."""
    state = wikinger.setup(3, BASIC, SeededChance(b"key", 0))
    assert wikinger.view(state, 0) == wikinger.view(state, 2)
    unseen = wikinger.view(state, 0)["unseen"]
    assert isinstance(unseen, dict)
    assert [sum(pool.values()) for pool in unseen.values() if isinstance(pool, dict)] == [60, 66]  # type: ignore[arg-type]


@pytest.mark.rules("A7")
def test_a_purchase_is_open_unless_it_ends_the_round() -> None:
    """Nothing is drawn for it; the last one lays out the next offer."""
    state = do(position(player(), player(), wheel={0: "left/scout", 4: "left/scout"}), Buy(4))
    chance = SeededChance(b"key", 1)
    wikinger.apply(state, 0, Place("noble", 1, stands=False), chance)
    assert chance.draws == ()
    last = do(position(player(), player(), wheel={4: "left/scout"}), Buy(4))
    wikinger.apply(last, 0, Place("noble", 1, stands=False), chance)
    assert len(chance.draws) == 24


@pytest.mark.rules("O2")
def test_the_offer_is_told_by_its_numbers() -> None:
    """Ten islands and two ships."""
    state = do(position(player(), player(), wheel={4: "left/scout"}), Buy(4))
    lines = told(state, Place("noble", 1, stands=False), OFFER)
    (laid,) = [line.params for line in lines if line.key == "laid_out"]
    assert laid == {"islands": 10, "ships": 2}
