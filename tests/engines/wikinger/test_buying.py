"""What can be bought, what it costs, and how the wheel turns."""

import pytest
from msgspec.structs import replace

from partie.games.wikinger import wikinger
from partie.games.wikinger.state import Buy, Place, PlaceStart
from tests.engines.wikinger.position import do, gains, legal, player, position, refused, told

FISH = {0: "left/fisherman", 1: "left/fisherman", 2: "left/fisherman", 5: "farm/goldsmith", 9: "ship-red/warrior"}


@pytest.mark.rules("B1")
def test_each_in_turn_buys_one_combination() -> None:
    """Clockwise; nobody buys out of turn, or where nothing is left."""
    state = position(player(), player(), player(), wheel=FISH, seat=1)
    assert refused(state, Buy(1), seat=0) == "B1"
    assert refused(state, Buy(3)) == "B1"
    assert refused(state, Buy(12)) == "B1"
    state = do(state, Buy(1), Place("noble", 1, stands=False))
    assert state.turn.seat == 2
    assert not state.wheel[1].tile


@pytest.mark.rules("B2")
def test_a_combination_costs_what_its_space_says() -> None:
    """The warrior with the ship costs nine."""
    state = do(position(player(gold=20), player(), wheel=FISH), Buy(9))
    assert (state.players[0].gold, state.players[0].points) == (11, 10)


@pytest.mark.rules("B3")
def test_the_fisherman_at_0_is_taken_only_after_those_at_1_and_2() -> None:
    """The example of the rule book: in whatever order these two are bought."""
    for others in ((1, 2), (2, 1)):
        state = position(player(), player(), wheel=FISH)
        for space in others:
            assert refused(state, Buy(0)) == "B3"
            state = do(state, Buy(space), Place("noble", 1, stands=False))
        assert Buy(0) in legal(state)
        assert do(state, Buy(0)).players[0].gold == 20 - others[0]


@pytest.mark.rules("B4")
def test_who_has_too_little_gold_for_the_next_combination_may_take_from_0() -> None:
    """Even if the figure there is not the last of its colour."""
    wheel = {0: "left/fisherman", 3: "left/fisherman", 4: "left/scout"}
    poor = position(player(gold=2, points=0), player(), wheel=wheel)
    assert legal(poor) == [Buy(0)]
    assert do(poor, Buy(0)).players[0].gold == 2
    assert refused(position(player(gold=3, points=0), player(), wheel=wheel), Buy(0)) == "B3"


@pytest.mark.rules("B4", "B5")
def test_a_poor_player_with_points_chooses_between_0_and_paying_with_points() -> None:
    """Nobody is obliged to spend points."""
    wheel = {0: "left/fisherman", 3: "left/fisherman"}
    state = position(player(gold=2, points=5), player(), wheel=wheel)
    assert legal(state) == [Buy(0), Buy(3)]
    state = do(state, Buy(3))
    assert (state.players[0].gold, state.players[0].points) == (0, 4)


@pytest.mark.rules("B5")
def test_points_pay_for_the_gold_that_is_missing_and_never_fall_below_zero() -> None:
    """Gold first; what gold and points together do not pay is refused."""
    wheel = {0: "left/fisherman", 6: "left/scout", 7: "left/noble"}
    state = position(player(gold=4, points=2), player(), wheel=wheel)
    assert refused(state, Buy(7)) == "B5"
    assert gains(state, "field-6")["price_gold"] == {"coins": 4}
    assert gains(state, "field-6")["price_points"] == {"points": 2}
    state = do(state, Buy(6))
    assert (state.players[0].gold, state.players[0].points) == (0, 0)


@pytest.mark.rules("B6")
def test_the_wheel_turns_when_nothing_is_left_at_0() -> None:
    """Everything becomes cheaper by the same; gaps between combinations stay."""
    state = position(player(), player(), wheel={0: "left/fisherman", 2: "left/scout", 5: "farm/goldsmith"})
    assert [line.params["count"] for line in told(state, Buy(0)) if line.key == "wheel_turned"] == [2]
    state = do(state, Buy(0), Place("noble", 1, stands=False))
    assert do(state, Buy(2)).players[1].gold == 20
    assert do(state, Buy(5)).players[1].gold == 17


@pytest.mark.rules("B6")
def test_the_wheel_stays_while_something_lies_at_0() -> None:
    """A purchase elsewhere changes no price."""
    state = position(player(), player(), wheel=FISH)
    state = do(state, Buy(1), Place("noble", 1, stands=False))
    assert do(state, Buy(5)).players[1].gold == 15


@pytest.mark.rules("B3", "B6")
def test_the_last_combination_of_a_round_costs_nothing() -> None:
    """It lies at 0 and its figure is the only one."""
    assert do(position(player(gold=0, points=0), player(), wheel={11: "left/scout"}), Buy(11)).players[0].gold == 0


@pytest.mark.rules("B3")
def test_the_offers_say_why_0_is_locked() -> None:
    """Naming the rule and the figure."""
    offers = wikinger.offers(position(player(), player(), wheel=FISH), 0)
    (zero,) = [offer for offer in offers if offer.target == "field-0"]
    assert zero.refusal is not None
    assert (zero.refusal.code, zero.refusal.rule, zero.refusal.params) == (
        "not_the_last",
        "B3",
        {"figure": "fisherman"},
    )
    assert [offer.target for offer in offers if offer.move] == ["field-1", "field-2", "field-5", "field-9"]


@pytest.mark.rules("P1")
def test_the_first_purchase_lays_the_start_tile_too() -> None:
    """In any row of islands next to the mainland, and first: the bought tile may touch it."""
    state = do(position(replace(player(), started=False), player(), wheel=FISH), Buy(5))
    assert legal(state) == [PlaceStart(row) for row in ("warrior", "noble", "scout", "goldsmith", "fisherman")]
    assert refused(state, Place("noble", 2, stands=False)) == "P2"
    state = do(state, PlaceStart("scout"))
    assert legal(state) == [Place("scout", 2, stands=False)]
    assert state.players[0].started
