"""The neutral ship of the game for two."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from partie.games.nereus import nereus
from partie.games.nereus.data import CREW, DATA, SIDES
from partie.games.nereus.state import ChooseCrew, Decline, EndTurn, Neutral, Options, PlaceMarker, Sail, State
from partie.kit import SPECTATOR, Line, RecordedChance, SeededChance
from tests.engines.nereus.position import do, ended, legal, on, player, position, refused

COMPASS = DATA.neutral.compass


def revealing(
    neutral: Neutral,
    *draws: str | int,
    ships: tuple[str, str] = ("a1", "e5"),
    markers: dict[str, int | str] | None = None,
    sea: dict[str, tuple[str, ...]] | None = None,
) -> State:
    """The state after both have chosen and the neutral player has acted with these draws."""
    state = position(
        player(ships[0]), player(ships[1]), step="crew", neutral=neutral, markers=markers, sea=sea, bag={"red": 1}
    )
    state = do(state, ChooseCrew("purser"), seat=0)
    return do(state, ChooseCrew("merchant"), seat=1, draws=draws)


@pytest.mark.rules("N1")
def test_the_neutral_ship_begins_in_the_middle_with_the_disc_on_north() -> None:
    """With two players unless the table is set up without it; never with more."""
    for seats, options, ship in (
        (2, Options(), "c3"),
        (2, Options(neutral=False), ""),
        (3, Options(), ""),
        (4, Options(), ""),
    ):
        state = nereus.setup(seats, options, RecordedChance((0,)))
        assert state.neutral == Neutral(ship, 0, ())
    assert COMPASS[0] == "N"


@pytest.mark.rules("N1", "S4")
@pytest.mark.parametrize("neutral", [True, False])
def test_no_treasure_lies_under_the_neutral_ship_at_the_start(*, neutral: bool) -> None:
    """Without it the middle field has one like all others."""
    state = nereus.setup(2, Options(neutral=neutral), RecordedChance((0,)))
    for number in range(2):
        state = nereus.apply(state, state.turn.seat, legal(state)[0], SeededChance(b"middle", number))
    assert ("c3" in state.sea) is not neutral
    assert len(state.sea) == 23 - neutral


@pytest.mark.rules("N2", "N3")
@pytest.mark.parametrize("crew", [crew for crew in CREW if crew not in ("captain", "pilot")])
def test_most_neutral_cards_only_take_a_space(crew: str) -> None:
    """The leftmost free one, before either player acts; nothing else happens."""
    state = revealing(Neutral("c3"), crew, markers={f"{crew}-1": 1}, sea={"c2": ("white",)})
    assert state.rows[crew] == ("1", "neutral", "")
    assert state.neutral == Neutral("c3", 0, (crew,))
    assert state.bag.treasures == {"red": 1}
    assert (state.step, state.turn.seat) == ("marker", 0)


@pytest.mark.rules("N2")
def test_the_neutral_player_acts_before_the_hourglass_in_every_round() -> None:
    """Its four cards of a day are all different."""
    state = revealing(Neutral("c3"), "purser")
    assert [move.space for move in legal(state) if isinstance(move, PlaceMarker)] == ["purser-2", "purser-3"]
    state = ended(on(state, "purser-3"))
    state = ended(on(state, "merchant-1"))
    state = do(state, ChooseCrew("boatswain"), seat=0)
    with pytest.raises(Exception, match="purser"):
        nereus.apply(state, 1, ChooseCrew("boatswain"), RecordedChance(("purser",)))
    state = do(state, ChooseCrew("boatswain"), seat=1, draws=("boatswain",))
    assert state.neutral.played == ("purser", "boatswain")
    assert state.turn.seat == 1


@pytest.mark.rules("N4", "N5")
@pytest.mark.parametrize(
    ("crew", "space", "far"),
    [("captain", 1, 2), ("captain", 2, 1), ("captain", 3, 2), ("pilot", 1, 4), ("pilot", 2, 3), ("pilot", 3, 2)],
)
def test_it_sails_all_fields_of_its_space_wherever_the_disc_points(crew: str, space: int, far: int) -> None:
    """Diagonally with the pilot, straight on the captain's diagonal space; from a corner four fields are there."""
    markers: dict[str, int | str] = {f"{crew}-{number}": 1 for number in range(1, space)}
    straight = revealing(Neutral("a1", 1), crew, 1, ships=("e1", "e5"), markers=markers)
    diagonal = revealing(Neutral("a1", 2), crew, 1, ships=("e1", "a5"), markers=markers)
    assert straight.neutral.ship == f"{'abcde'[far]}1"
    assert diagonal.neutral.ship == f"{'abcde'[far]}{far + 1}"
    assert (straight.neutral.compass, diagonal.neutral.compass) == (2, 3)


@pytest.mark.rules("N4")
@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_the_disc_moves_clockwise_by_the_die(pips: int) -> None:
    """Eight directions; the ship follows it by one field."""
    state = revealing(Neutral("c3", 5), "captain", pips, markers={"captain-1": 1})
    compass = (5 + pips) % 8
    assert state.neutral.compass == compass
    towards = {"W": "b3", "NW": "b2", "N": "c2", "NE": "d2", "E": "d3", "SE": "d4"}
    assert state.neutral.ship == towards[COMPASS[compass]]


@pytest.mark.rules("N5")
def test_the_die_is_rolled_until_the_ship_moves() -> None:
    """Each time from where the disc is; in a corner five directions are blocked."""
    state = revealing(Neutral("a1", 0), "pilot", 6, 2, 1, 3, ships=("e1", "e5"))
    assert (COMPASS[state.neutral.compass], state.neutral.ship) == ("S", "a5")


@pytest.mark.rules("N6", "N7")
def test_it_crosses_ships_for_nothing_and_may_end_on_one() -> None:
    """Nobody is paid; the treasures of its last field go into the bag, those it crosses stay."""
    sea = {"c1": ("white",), "d1": ("white", "black")}
    state = revealing(Neutral("a1", 1), "pilot", 1, ships=("b1", "e1"), sea=sea)
    assert state.neutral.ship == "e1"
    assert [each.gold for each in state.players] == [3, 3]
    assert state.sea == sea
    state = revealing(Neutral("a1", 1), "pilot", 1, ships=("b1", "e5"), markers={"pilot-1": 1}, sea=sea)
    assert state.neutral.ship == "d1"
    assert state.bag.treasures == {"red": 1, "white": 1, "black": 1}
    assert state.sea == {"c1": ("white",)}


@pytest.mark.rules("N6", "V2", "V3")
def test_players_pay_a_gold_to_the_supply_for_crossing_it() -> None:
    """And do not stop on its field."""
    state = on(position(player("a1", gold=1), player("e5"), crew="pilot", neutral=Neutral("b1")), "pilot-1")
    assert refused(state, Sail("b1", ())) == "V2"
    after = do(state, Sail("c1", ("neutral",)))
    assert [each.gold for each in after.players] == [0, 3]
    poor = on(position(player("a1", gold=0), player("e5"), crew="pilot", neutral=Neutral("b1")), "pilot-1")
    assert refused(poor, Sail("c1", ("neutral",))) == "V3"


@pytest.mark.rules("N6", "V5")
def test_a_ship_may_stay_where_the_neutral_ship_came_to_lie() -> None:
    """Both on one field; who crosses that field pays for both."""
    neutral = Neutral("a1")
    state = on(position(player("a1"), player("e5"), crew="captain", neutral=neutral), "captain-1")
    assert do(state, Sail("a1", ())).players[0].ship == "a1"
    state = position(player("b1", gold=2), player("c1"), crew="pilot", neutral=Neutral("c1"))
    after = do(on(state, "pilot-1"), Sail("d1", ("1", "neutral")))
    assert [each.gold for each in after.players] == [0, 4]


def explorers(neutral: Neutral, markers: dict[str, int | str]) -> State:
    """The last turn of phase II of a day."""
    played = ("explorer", "boatswain", "scientist", "purser")
    seats = [player(ship, gold=9, played=played) for ship in ("a1", "e5")]
    return on(position(*seats, crew="purser", cycle=4, markers=markers, neutral=neutral), "purser-1")


@pytest.mark.rules("N8", "E3")
def test_a_neutral_explorer_turns_up_a_fifth_card_when_its_marker_is_due() -> None:
    """From left to right among the others; it takes the leftmost space and pays nothing."""
    markers: dict[str, int | str] = {"explorer-1": 0, "explorer-2": "neutral", "explorer-3": 1, "merchant-1": 1}
    cards = ("explorer", "captain", "purser", "boatswain")
    state = ended(explorers(Neutral("c3", 0, cards), markers))
    assert (state.step, state.turn.seat) == ("offer", 0)
    assert state.rows["explorer"] == ("0", "neutral", "1")
    state = do(state, Decline(), draws=("merchant",))
    assert (state.step, state.turn.seat) == ("offer", 1)
    assert state.rows["explorer"] == ("0", "", "1")
    assert state.rows["merchant"] == ("1", "neutral", "")
    assert state.neutral == Neutral("c3", 0, (*cards, "merchant"))


@pytest.mark.rules("N8", "N5")
def test_a_fifth_card_may_let_the_ship_sail() -> None:
    """As in phase II."""
    cards = ("explorer", "captain", "purser", "boatswain")
    state = explorers(Neutral("c3", 0, cards), {"explorer-1": "neutral", "explorer-2": 0})
    state = do(state, EndTurn(), draws=("pilot", 2))
    assert state.rows["pilot"] == ("neutral", "", "")
    assert state.neutral.ship == "e3"
    assert state.turn.seat == 0


@pytest.mark.rules("N9", "D5")
def test_ship_and_disc_stay_for_the_next_day_and_all_cards_come_back() -> None:
    """Its markers are taken off the board."""
    cards = ("captain", "pilot", "purser", "boatswain")
    state = explorers(Neutral("d2", 3, cards), {"captain-1": "neutral", "boatswain-2": "neutral"})
    card = state.day.deck[0]
    fields = [field for field in SIDES["small"].discovery[card] if field not in ("a1", "e5", "d2")]
    state = ended(state, draws=(card, *["white"] * len(fields)))
    assert state.day.number == 2
    assert state.neutral == Neutral("d2", 3, ())
    assert not any(owner for row in state.rows.values() for owner in row)
    state = do(state, ChooseCrew("purser"), seat=0)
    assert do(state, ChooseCrew("purser"), seat=1, draws=("purser",)).neutral.played == ("purser",)


@pytest.mark.rules("D2", "N6")
def test_discovery_passes_over_the_neutral_ship() -> None:
    """Like over any ship."""
    state = explorers(Neutral("c3", 0, ("captain",)), {})
    state = replace(state, day=replace(state.day, deck=("A2",)))
    ticked = [field for field in SIDES["small"].discovery["A2"] if field not in ("a1", "e5", "c3")]
    state = ended(state, draws=("A2", *["white"] * len(ticked)))
    assert set(state.sea) == set(ticked)


@pytest.mark.rules("E4", "N8")
@pytest.mark.parametrize(("model", "price"), [("rank", 3), ("space", 4)])
def test_the_extra_turn_behind_a_neutral_marker_costs_what_its_place_says(model: str, price: int) -> None:
    """The neutral marker is the first from the left, though it pays nothing; the view and the offer say the same."""
    cards = ("explorer", "captain", "purser", "boatswain")
    state = explorers(Neutral("c3", 0, cards), {"explorer-2": "neutral", "explorer-3": 0})
    options = replace(state.options, explorer_price=model)
    state = ended(replace(state, options=options), ("merchant",))
    assert (state.step, state.turn.seat, state.day.prices) == ("offer", 0, (price,))
    accept = next(offer for offer in nereus.offers(state, 0) if offer.target == "captain")
    assert accept.price == (Line("price_gold", {"coins": price}),)


@pytest.mark.rules("E4")
def test_the_prices_of_those_who_wait_are_in_the_view() -> None:
    """Each seat in the queue has its price, also before the neutral marker has left."""
    cards = ("explorer", "captain", "purser", "boatswain")
    state = ended(explorers(Neutral("c3", 0, cards), {"explorer-1": 0, "explorer-2": "neutral", "explorer-3": 1}))
    assert nereus.view(state, SPECTATOR)["queue"] == {
        "0": {"owner": "neutral", "price": 3},
        "1": {"owner": "1", "price": 4},
    }
