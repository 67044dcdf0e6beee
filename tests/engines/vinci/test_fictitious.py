"""Fictitious players, whom the game itself plays by rules of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.data import PROVINCES
from partie.games.vinci.scoring import target
from partie.games.vinci.state import ChoosePair, Conquer, EndConquest, EndTurn, Options2, State, turn_order
from partie.kit import SPECTATOR, Event, Line, RecordedChance, SeededChance
from partie.kit.chance import T
from tests.engines.picking import Picking
from tests.engines.vinci.position import NEW, PAIRS, do, mine, on_pairs, player, position

TILES = tuple(tile for pair in PAIRS for tile in pair)

ELSEWHERE: Mapping[str, str] = {**dict.fromkeys(PROVINCES, "n:30"), "uralia": "0:1", "lapponia": "1:1"}
"""Two persons in the north, and nowhere else anything that could be conquered."""


class Lots(Picking):
    """A chance of which some draws are wished, in order; where the next of these is not possible it is the first."""

    def __init__(self, *wished: str | int) -> None:
        self.wished = list(wished)
        self.drawn: list[str | int] = []

    def pick(self, items: Sequence[T]) -> T:
        chosen = next((item for item in items if self.wished and item == self.wished[0]), None)
        if chosen is None:
            chosen = items[0]
        else:
            del self.wished[0]
        self.drawn.append(chosen)
        return chosen

    def uncover(self, what: str) -> None:
        raise AssertionError("nothing is hidden")


def turn(
    tiles: tuple[str, ...], land: Mapping[str, str], *wished: str | int, hand: int = 0
) -> tuple[State, list[Line]]:
    """A whole turn of a fictitious player, seat 2: it belongs to the event in which the person before ends its own.

    ``land`` is what differs from :data:`ELSEWHERE`; provinces with nothing there are empty. Of the lines those of seat
    2 are returned.
    """
    whole = {name: text for name, text in {**ELSEWHERE, **land}.items() if text}
    before = position(player(), player(), player(*tiles, hand=hand), land=whole, seat=1, persons=2)
    before = do(before, EndConquest())
    lots = Lots(*wished)
    after = vinci.apply(before, 1, EndTurn(), lots)
    assert not lots.wished
    lines = vinci.describe(before, Event(1, EndTurn(), tuple(lots.drawn)), after, SPECTATOR)
    return after, [line for line in lines if line.params.get("seat") == 2]


def taken(lines: list[Line]) -> list[tuple[str, int]]:
    """The provinces that seat 2 conquered, and for how many pieces."""
    keys = ("conquered", "infiltrated")
    return [(str(line.params["province"]), int(line.params["pieces"])) for line in lines if line.key in keys]


# --- who they are -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("N1", "F1")
@pytest.mark.parametrize(("persons", "others"), [(1, 3), (2, 2), (3, 0), (6, 0)])
def test_three_fictitious_players_join_one_person_and_two_join_two(persons: int, others: int) -> None:
    """Up to 150 points; they are seen as what they are, and are never to act."""
    state = vinci.setup(persons, Options2(), SeededChance(b"key", 0))
    players = vinci.view(state, SPECTATOR)["players"]
    assert isinstance(players, dict)
    fictitious = [seat for seat, shown in players.items() if isinstance(shown, dict) and shown.get("fictitious")]
    assert fictitious == [str(seat) for seat in range(persons, persons + others)]
    assert vinci.automatic(persons, Options2()) == others
    assert vinci.pending(state) <= set(range(persons))
    assert target(persons, Options2()) == (150 if persons < 4 else 100)


@pytest.mark.rules("N1", "V1")
def test_version_1_has_no_fictitious_players() -> None:
    """Its tables are for three and more."""
    assert list(vinci.at(1).seats) == [3, 4, 5, 6]
    assert list(vinci.seats) == [1, 2, 3, 4, 5, 6]
    assert vinci.at(1).automatic(3, vinci.at(1).options()) == 0


@pytest.mark.rules("N2", "N3", "A4", "C3", "C5")
def test_the_order_of_turns_is_drawn_and_they_choose_in_it() -> None:
    """One of them before the person, two after; then the first of the order begins the first round."""
    state = vinci.setup(1, Options2(), RecordedChance(((2, 0, 3, 1), *TILES, *NEW)))
    assert (turn_order(state), state.first, state.turn.seat, state.step) == ((2, 0, 3, 1), 2, 0, "choose")
    assert state.players[2].tiles == PAIRS[0]
    assert vinci.view(state, 0)["order"] == [2, 0, 3, 1]
    state = vinci.apply(state, 0, ChoosePair(2), SeededChance(b"key", 1))
    assert [each.tiles for each in state.players] == [PAIRS[2], PAIRS[3], PAIRS[0], PAIRS[1]]
    assert (state.round, state.turn.seat, state.step) == (1, 0, "expand")
    assert mine(state, 2)


@pytest.mark.rules("N3", "C1", "C4")
@pytest.mark.parametrize(("options", "pieces"), [(Options2(), 8), (Options2(fictitious_pieces=True), 9)])
def test_they_take_the_first_pair_with_its_points_and_have_more_pieces(options: Options2, pieces: int) -> None:
    """Eight or nine, and persons six; both with those of the tiles."""
    state = position(step="choose", land={}, number=0, seat=1, persons=2, options=options)
    state = do(on_pairs(state, {1: 4}), ChoosePair(2), draws=(*NEW, "militia", "port"))
    assert state.players[1].hand == 6 + 3 + 3
    assert (state.players[2].hand, state.players[2].points) == (pieces + 3 + 3, 10 + 4 + 2)


@pytest.mark.rules("N3")
@pytest.mark.parametrize(("lead", "points"), [(False, 10), (True, 15)])
def test_they_can_begin_with_more_points(lead: bool, points: int) -> None:
    """Fifteen; persons begin with ten all the same."""
    state = vinci.setup(1, Options2(fictitious_lead=lead), RecordedChance(((0, 1, 2, 3), *TILES)))
    assert [each.points for each in state.players] == [10, points, points, points]


# --- conquest ---------------------------------------------------------------------------------------------------------

HOME = {"francia": "2:20"}
"""An empire with nineteen pieces to spare, so that it considers no decline."""


@pytest.mark.rules("N4", "X1", "C2")
def test_they_conquer_what_brings_most_then_what_is_cheapest() -> None:
    """Farmland that costs more before hills, and these before empty mountains, which bring nothing."""
    land = {"francia": "2:16", "burgundia": "n:1", "armorica": "n:1", "padania": "n:4", "alpes": ""}
    state, lines = turn(("agriculture", "barbarians"), land)
    assert taken(lines) == [("burgundia", 3), ("armorica", 4), ("alpes", 3), ("padania", 5)]
    assert sum(mine(state, 2).values()) == 16


@pytest.mark.rules("N4", "N2")
def test_lots_decide_between_equal_provinces_and_nothing_else() -> None:
    """Two hills cost the same; the one that is drawn comes first, and the other needs no lot."""
    land = {"francia": "2:20", "burgundia": "n:1", "aquitania": "n:1"}
    for first, second in (("burgundia", "aquitania"), ("aquitania", "burgundia")):
        _, lines = turn(("barbarians", "barbarians"), land, first)
        assert taken(lines) == [(first, 3), (second, 3)]


@pytest.mark.rules("N4", "L5")
def test_what_their_ruins_would_lose_is_taken_off() -> None:
    """A province next to ruins brings nothing more, and is taken last; one next to two would cost a point."""
    land = {"francia": "2:20", "belgica": "n:1", "saxonia": "2:1d", "aquitania": "n:4"}
    _, lines = turn(("barbarians", "barbarians"), land)
    assert taken(lines)[:2] == [("aquitania", 6), ("belgica", 3)]
    _, lines = turn(("barbarians", "barbarians"), {**land, "suevia": "2:1d"})
    assert taken(lines) == [("aquitania", 6)]


@pytest.mark.rules("N4", "X5")
def test_slavery_counts_in_what_a_province_is_worth() -> None:
    """With it a province with a piece in it comes before empty land."""
    land = {"francia": "2:20", "burgundia": "n:3", "aquitania": ""}
    assert taken(turn(("slavery", "barbarians"), land)[1]) == [("burgundia", 5), ("aquitania", 2)]
    assert taken(turn(("barbarians", "barbarians"), land)[1]) == [("aquitania", 2), ("burgundia", 5)]


@pytest.mark.rules("N4", "E1", "E2")
def test_they_enter_the_same_way_and_take_the_next_province_where_pieces_do_not_suffice() -> None:
    """The farmland of Britannia would bring more and is too expensive."""
    land = {"britannia": "n:9", "hibernia": "", "caledonia": "n:20"}
    _, lines = turn(("agriculture", "barbarians"), land, hand=6)
    assert taken(lines) == [("hibernia", 2)]


@pytest.mark.rules("N5", "G1")
def test_they_keep_a_piece_in_each_province_and_go_on_while_pieces_last() -> None:
    """All others are picked up; mountains are better than nothing."""
    land = {"francia": "2:5", "burgundia": "2:3", "alpes": "", "aquitania": "", "armorica": ""}
    state, lines = turn(("barbarians", "barbarians"), land, hand=6)
    assert [line.params["pieces"] for line in lines if line.key == "mustered"] == [6]
    assert taken(lines) == [("aquitania", 2), ("armorica", 3), ("alpes", 3)]
    assert sum(mine(state, 2).values()) == 14


@pytest.mark.rules("N5", "X11")
def test_they_hold_no_more_provinces_than_they_have_pieces_of_their_own() -> None:
    """Although a Field General could take more."""
    land = {"francia": "2:1", "burgundia": "", "aquitania": "", "belgica": "", "armorica": ""}
    state, lines = turn(("general", "barbarians"), land, 1, "belgica", hand=1)
    assert len(taken(lines)) == 1
    assert mine(state, 2) == {"francia": 1, taken(lines)[0][0]: 1}


@pytest.mark.rules("N6", "X10")
def test_with_ship_building_they_enter_on_a_large_sea() -> None:
    """Not in the east, although that costs less, unless there is nothing else; without the tile they do."""
    land = {"volga": "", "hibernia": "n:1"}
    _, ships = turn(("shipbuilding", "barbarians"), land, hand=3)
    assert taken(ships)[0] == ("hibernia", 3)
    _, plain = turn(("barbarians", "barbarians"), land, hand=3)
    assert taken(plain)[0] == ("volga", 2)
    _, nothing_else = turn(("shipbuilding", "barbarians"), {"volga": ""}, hand=3)
    assert taken(nothing_else) == [("volga", 2)]


@pytest.mark.rules("N7", "X8")
def test_espionage_counts_where_costs_of_equal_provinces_are_compared() -> None:
    """With it both hills cost two, and a lot decides; used up, the other costs what it costs."""
    land = {"francia": "2:20", "burgundia": "n:5", "aquitania": "n:3"}
    _, lines = turn(("espionage", "barbarians"), land, "burgundia")
    assert taken(lines) == [("burgundia", 2), ("aquitania", 5)]
    assert [line.key for line in lines if line.key in ("conquered", "infiltrated")] == ["infiltrated", "conquered"]


# --- decline ----------------------------------------------------------------------------------------------------------

WEAK = {"francia": "2:3", "burgundia": "2:2"}
"""Two points and three pieces to spare, and nothing that they could conquer."""


@pytest.mark.rules("N8", "D1", "D3")
@pytest.mark.parametrize(("die", "declines"), [(3, False), (4, True)])
def test_a_weak_empire_declines_if_the_die_is_above_its_spare_pieces(die: int, declines: bool) -> None:
    """And takes the first pair; the history has the roll."""
    state, lines = turn(("barbarians", "barbarians"), WEAK, die)
    (rolled,) = [line.params for line in lines if line.key == "rolled"]
    assert rolled == {"seat": 2, "die": die, "pieces": 3}
    assert ("declined" in [line.key for line in lines]) == declines
    assert state.land["francia"].declined == declines
    assert (state.players[2].tiles == PAIRS[0]) == declines
    assert (state.turn.seat, state.players[2].points) == (0, 12)


@pytest.mark.rules("N8")
def test_no_decline_is_considered_with_ten_points_or_six_pieces_to_spare() -> None:
    """Nothing is rolled then. Ruins do not count."""
    many = {"francia": "2:5", "burgundia": "2:3"}
    assert "rolled" not in [line.key for line in turn(("barbarians", "barbarians"), many)[1]]
    names = ("francia", "burgundia", "belgica", "aquitania", "armorica")
    rich = dict.fromkeys(names, "2:1")
    assert "rolled" not in [line.key for line in turn(("currency", "barbarians"), rich)[1]]
    ruined = {**WEAK, **dict.fromkeys(("dacia", "pannonia", "thracia", "hellas", "syria", "asia", "volga"), "2:1d")}
    ruined |= dict.fromkeys(("ruthenia", "scythia"), "2:1d")
    assert "rolled" in [line.key for line in turn(("barbarians", "barbarians"), ruined, 1)[1]]


@pytest.mark.rules("N8", "X11")
@pytest.mark.parametrize(("spare", "die", "declines"), [(3, 0, False), (2, 4, False), (2, 5, True)])
def test_with_a_field_general_it_takes_fewer_pieces_and_two_are_off_the_die(
    spare: int, die: int, declines: bool
) -> None:
    """His own pieces do not count. With three to spare nothing is rolled."""
    wished = (die,) if die else ()
    state, lines = turn(("general", "barbarians"), {"francia": f"2:{1 + spare}"}, *wished)
    assert ("rolled" in [line.key for line in lines]) == bool(die)
    assert state.land["francia"].declined == declines


@pytest.mark.rules("N8", "X20")
@pytest.mark.parametrize(("die", "declines"), [(3, False), (5, True)])
def test_with_rebirth_a_decline_is_considered_at_the_end_of_the_turn(die: int, declines: bool) -> None:
    """After its conquests and its score, and not at its start."""
    land = {"francia": "2:6", "burgundia": ""}
    state, lines = turn(("rebirth", "barbarians"), land, die)
    keys = [line.key for line in lines]
    assert keys.index("conquered") < keys.index("scored_turn") < keys.index("rolled")
    assert state.land["burgundia"].declined == declines
    assert ("lives_on" in keys) != declines


@pytest.mark.rules("N8", "C7")
def test_a_civilization_that_can_enter_nowhere_is_given_up() -> None:
    """For the first pair."""
    state, lines = turn(("weapons", "militia"), {}, hand=1)
    assert "gave_up_people" in [line.key for line in lines]
    assert (state.players[2].tiles, state.players[2].hand) == (PAIRS[0], 8 + 3 + 3)


# --- tiles with a rule of their own -----------------------------------------------------------------------------------


@pytest.mark.rules("N9", "X16")
def test_they_make_treaties_with_persons_only() -> None:
    """With one by lot of two; with Specialization with both."""
    land = {"francia": "2:20"}
    state, _ = turn(("diplomacy", "barbarians"), land, 1)
    assert state.players[2].friends == (1,)
    state, _ = turn(("diplomacy", "specialization"), land, 0)
    assert state.players[2].friends == (0, 1)


@pytest.mark.rules("N9", "X9")
def test_they_build_where_most_others_border_then_where_these_are_worth_most() -> None:
    """Neutral pieces count, empty land and own provinces do not."""
    land = {"francia": "2:9", "burgundia": "2:9", "aquitania": "", "armorica": "2:1"}
    state, lines = turn(("fortification", "barbarians"), land)
    (fort,) = [line.params["province"] for line in lines if line.key == "fort_built"]
    assert fort == "burgundia"
    assert state.land["burgundia"].fort


@pytest.mark.rules("N9", "X17")
def test_with_heritage_they_protect_their_ruins_before_a_lot_is_drawn() -> None:
    """Both provinces bring and cost the same; a person threatens the ruins from one."""
    land = {"francia": "2:20", "burgundia": "1:2", "lapponia": "n:30", "aquitania": "n:2", "suevia": "2:1d"}
    _, lines = turn(("heritage", "barbarians"), land)
    assert taken(lines)[0] == ("burgundia", 4)


# --- regrouping -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("N10", "R1")
def test_pieces_are_spread_so_that_the_defence_is_even() -> None:
    """Forest and mountains need one less, and so does a fortress."""
    land = {"francia": "2:14", "armorica": "2:1", "burgundia": "2:1f"}
    state, lines = turn(("barbarians", "barbarians"), land)
    assert mine(state, 2) == {"francia": 6, "armorica": 5, "burgundia": 5}
    assert [line.params["pieces"] for line in lines if line.key == "spread"] == [16]


@pytest.mark.rules("N10")
def test_surplus_pieces_go_to_the_front_and_then_to_what_brings_most() -> None:
    """Nobody has a civilization that has not entered: what borders on an active empire comes first."""
    land = {"francia": "2:14", "burgundia": "2:1", "belgica": "2:1", "suevia": "0:30"}
    state, _ = turn(("barbarians", "barbarians"), land, "belgica")
    assert mine(state, 2) == {"francia": 5, "burgundia": 5, "belgica": 6}
    state, _ = turn(("livestock", "barbarians"), land)
    assert mine(state, 2)["belgica"] == 6


@pytest.mark.rules("N10")
def test_surplus_pieces_go_to_the_border_if_a_civilization_is_about_to_enter() -> None:
    """Seat 0 waits with its pieces in hand."""
    land = {**ELSEWHERE, "uralia": "n:30", "francia": "2:13", "britannia": "2:2"}
    state = position(player("port", "port", hand=9), player(), player(), land=land, seat=1, persons=2)
    state = do(state, EndConquest(), EndTurn())
    assert mine(state, 2) == {"francia": 7, "britannia": 8}


@pytest.mark.rules("N10", "L2")
def test_their_survivors_make_the_defence_even_too() -> None:
    """They are placed at the end of the person's turn, in the same event."""
    land = {"francia": "2:1", "belgica": "2:2", "burgundia": "2:4", "suevia": "0:1", "volga": "1:1"}
    state = position(player(hand=6), player(), player(), land=land, persons=2)
    state = do(state, Conquer("burgundia"), EndConquest(), EndTurn())
    assert mine(state, 2) == {"francia": 3, "belgica": 3}
    assert state.turn.seat == 1


@pytest.mark.rules("N11", "R3")
def test_their_empires_need_not_be_connected() -> None:
    """Both parts stay; a person would have to choose one."""
    land = {"francia": "2:9", "dacia": "2:9"}
    state, _ = turn(("barbarians", "barbarians"), land)
    assert set(mine(state, 2)) == {"francia", "dacia"}
