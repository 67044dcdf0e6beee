"""Scoring, decline, and the end of the game."""

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.scoring import rounds
from partie.games.vinci.state import ChoosePair, Conquer, Decline, EndConquest, EndTurn, Gather, Options2, PutDown
from tests.engines.vinci.position import NEW, do, items, legal, mine, on_pairs, player, position, refused, told


@pytest.mark.rules("P1", "K6")
def test_every_province_but_mountains_brings_a_point_each_turn() -> None:
    """Of the active and of the declined empire, not those of others."""
    land = {"francia": "0:1", "alpes": "0:1", "burgundia": "0:2", "polonia": "0:1d", "uralia": "0:1d", "volga": "1:1"}
    state = position(player(), land=land)
    assert items(state) == {"provinces": 2, "declined": 1}
    state = do(do(state, EndConquest()), EndTurn())
    assert state.players[0].points == 13


@pytest.mark.rules("P2", "X1", "X23")
def test_tiles_score_for_the_empire_to_which_they_belong() -> None:
    """Both tiles of the active one, ruins only for the declined one."""
    land = {"francia": "0:1", "britannia": "0:1", "ruthenia": "0:1d", "pannonia": "0:1d"}
    state = position(player("agriculture", "barbarians", ruins=("livestock_ruin",)), land=land)
    assert items(state) == {"provinces": 2, "farmland": 2, "declined": 2}


@pytest.mark.rules("P1")
def test_a_turn_is_told_item_by_item() -> None:
    """And what it brought in all."""
    state = do(position(player("mining", "barbarians"), land={"hercynia": "0:1", "saxonia": "0:1"}), EndConquest())
    lines = {line.key: line.params.get("points") for line in told(state, EndTurn())}
    assert lines["scored_provinces"] == 1
    assert lines["scored_mine"] == 2
    assert lines["scored_turn"] == 3


@pytest.mark.rules("P1", "C1")
def test_what_is_paid_for_a_pair_is_no_part_of_what_the_turn_brings() -> None:
    """In the turn of a decline both stand in one event."""
    state = do(position(player(), land={"francia": "0:4", "belgica": "0:2"}), Decline())
    state = on_pairs(state, {3: 2})
    lines = {line.key: line.params.get("points") for line in told(state, ChoosePair(3), NEW)}
    assert (lines["paid"], lines["took_points"], lines["scored_turn"]) == (4, 2, 2)


@pytest.mark.rules("P1")
def test_the_end_of_a_round_tells_what_it_brought_everybody() -> None:
    """The turns of all seats, in the event that begins the next round."""
    land = {"francia": "0:1", "volga": "1:1", "scythia": "1:1", "polonia": "2:1"}
    state = position(player(), player(), player(), land=land)
    for _ in range(2):
        state = do(do(state, EndConquest()), EndTurn())
    state = do(state, EndConquest())
    scored = [line.params for line in told(state, EndTurn()) if line.key == "scored"]
    assert scored == [{"seat": 0, "points": 1}, {"seat": 1, "points": 2}, {"seat": 2, "points": 1}]
    assert [each.scored for each in do(state, EndTurn()).players] == [0, 0, 0]


@pytest.mark.rules("D1", "T1")
def test_an_empire_declines_only_at_the_start_of_a_turn() -> None:
    """Not after anything was gathered or conquered."""
    state = position(player(hand=9), land={"francia": "0:2"})
    assert Decline() in legal(state)
    assert refused(do(state, Gather("francia", 1)), Decline()) == "D1"
    assert refused(do(state, Conquer("belgica")), Decline()) == "D1"


@pytest.mark.rules("D1")
def test_a_civilization_does_not_decline_in_the_turn_in_which_it_enters() -> None:
    """Nor without a province."""
    entering = do(position(step="choose", land={}, number=0, first=1, seat=0), ChoosePair(1), draws=NEW)
    assert entering.round == 1
    assert Decline() not in legal(entering)
    assert refused(position(player(hand=9), land={}), Decline()) == "D1"


@pytest.mark.rules("D2", "D5", "A3")
def test_decline_leaves_one_piece_on_each_province_and_removes_older_ruins() -> None:
    """Tiles without a ruin go back into the bag, and so do those of the older empire."""
    who = player("mining_ruin", "port", ruins=("agriculture_ruin",), hand=2)
    state = position(who, land={"francia": "0:4f", "belgica": "0:2", "polonia": "0:1d"})
    bag = dict(state.bag)
    state = do(state, Decline())
    assert {name: (each.pieces, each.declined) for name, each in state.land.items()} == {
        "francia": (1, True),
        "belgica": (1, True),
    }
    assert state.land["francia"].fort
    assert (state.players[0].tiles, state.players[0].ruins, state.players[0].hand) == ((), ("mining_ruin",), 0)
    assert state.bag == {**bag, "agriculture_ruin": bag["agriculture_ruin"] + 1, "port": bag.get("port", 0) + 1}


@pytest.mark.rules("D3", "C1")
def test_after_the_decline_a_pair_is_chosen_and_the_turn_is_scored() -> None:
    """The new civilization enters in the next turn."""
    state = do(position(player(), land={"francia": "0:4", "belgica": "0:2"}), Decline())
    assert state.step == "choose"
    state = do(state, ChoosePair(2), draws=NEW)
    assert (state.players[0].points, state.turn.seat) == (10 - 2 + 2, 1)
    assert state.players[0].hand == 8 + 3 + 3


@pytest.mark.rules("D4")
def test_ruins_score_until_the_last_one_is_gone() -> None:
    """Then their tiles go back into the bag."""
    ruined = player(hand=3, ruins=("mining_ruin",))
    state = position(player(hand=9), ruined, land={"polonia": "0:1", "hercynia": "1:1d"})
    assert items(state, 1) == {"mine": 2}
    state = do(state, Conquer("hercynia"))
    assert (state.players[1].ruins, items(state, 1)) == ((), {})


@pytest.mark.rules("F1")
@pytest.mark.parametrize(("options", "points"), [(Options2(), 149), (Options2(target=60), 59)])
def test_when_the_target_is_reached_the_round_is_finished(options: Options2, points: int) -> None:
    """So that all have had equally many turns; another target can be set."""
    land = {"francia": "0:1", "polonia": "1:1", "volga": "2:1"}
    seats = (player(points=points), player(), player())
    state = position(*seats, land=land, first=2, options=options)
    state = do(do(state, EndConquest()), EndTurn())
    assert (state.last, state.turn.seat) == (True, 1)
    state = do(do(state, EndConquest()), EndTurn())
    assert vinci.pending(state) == frozenset()
    result = vinci.result(state)
    assert result is not None
    assert (result.winners, result.places) == ((0,), (1, 2, 3))


@pytest.mark.rules("F2")
def test_ties_go_to_whoever_holds_most_provinces_and_then_to_all() -> None:
    """Active and declined ones count."""
    land = {"francia": "0:1", "polonia": "0:1d", "volga": "1:1", "uralia": "1:1", "scythia": "2:1"}
    result = vinci.result(position(player(), player(), player(), land=land, step="over"))
    assert result is not None
    assert (result.winners, result.places) == ((0, 1), (1, 1, 3))


@pytest.mark.rules("F3")
def test_the_fortieth_round_is_the_last() -> None:
    """Whatever the scores; everybody knows it when it begins."""
    land = {"francia": "0:1", "volga": "1:1", "polonia": "2:1"}
    state = position(player(), player(), player(), land=land, number=39, first=1)
    state = do(do(state, EndConquest()), EndTurn())
    assert (state.round, vinci.view(state, 0)["last"]) == (40, True)
    for _ in range(3):
        state = do(do(state, EndConquest()), EndTurn())
    assert state.step == "over"


@pytest.mark.rules("F3")
@pytest.mark.parametrize(
    ("seats", "target", "last"), [(3, 0, 40), (3, 60, 40), (3, 150, 40), (3, 151, 41), (3, 300, 80), (6, 300, 120)]
)
def test_a_higher_target_has_more_rounds(seats: int, target: int, last: int) -> None:
    """So that it can be reached; a lower one takes none away."""
    assert rounds(seats, Options2(target=target)) == last


@pytest.mark.rules("P1", "P2", "R2")
def test_the_forecast_counts_the_running_turn_until_it_is_scored() -> None:
    """Empty provinces count as far as pieces can be spared for them, the best first."""
    land = {"hercynia": "0:0", "saxonia": "0:0", "polonia": "0:1", "volga": "1:1", "uralia": "1:1", "scythia": "2:4"}
    state = position(player("mining", "barbarians", hand=1), player(), player(), land=land)
    assert [(each.low, each.high) for each in vinci.forecast(state, 1)] == [(15, 15), (10, 10), (10, 10)]
    state = position(player(hand=9), player(), player(), land={"francia": "0:1", "volga": "1:1", "scythia": "1:3"})
    state = do(state, Conquer("belgica"), EndConquest())
    assert vinci.forecast(state, 0)[0].low == 12
    state = do(do(state, PutDown("francia", state.players[0].hand)), EndTurn())
    assert [each.low for each in vinci.forecast(state, 0)] == [12, 12, 10]


@pytest.mark.rules("D4", "P1")
def test_everyone_sees_what_a_turn_would_bring_now() -> None:
    """Item by item, for every seat."""
    state = position(player("mining", "port"), land={"hercynia": "0:1", "belgica": "0:1"})
    players = vinci.view(state, 2)["players"]
    assert isinstance(players, dict)
    own = players["0"]
    assert isinstance(own, dict)
    assert own["income"] == {"provinces": 1, "mine": 2, "port": 1}
    assert mine(state) == {"hercynia": 1, "belgica": 1}
