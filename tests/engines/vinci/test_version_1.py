"""What tables that began under version 1 keep: the rules as they were, and the shape of their positions."""

from __future__ import annotations

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.effects import population
from partie.games.vinci.ruleset import ruleset
from partie.games.vinci.state import (
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    Infiltrate,
    KeepPart,
    MakeTreaty,
    Options,
    Options2,
    Player,
    PutDown,
    State,
    State2,
)
from partie.kit import NoChance, RecordedChance, SeededChance
from partie.kit.values import canonical
from partie.table import History
from tests.engines.vinci import position as positions
from tests.engines.vinci.position import NEW, PAIRS, cost, do, items, legal, mine, player, refused, told, who
from tests.server.table.sitting import ANN, BOB, CID, Shelf, Sitting, running

FIRST = Options()


def position(*players: Player, land: dict[str, str]) -> State:
    """A position of version 1."""
    return positions.position(*players, land=land, options=FIRST)


@pytest.mark.rules("V1")
def test_the_engine_plays_both_versions_and_starts_new_tables_under_the_second() -> None:
    """A state keeps the shape of its version."""
    assert (vinci.version, list(vinci.versions)) == (2, [1, 2])
    first = vinci.at(1)
    assert (first.version, first.options, vinci.at(2)) == (1, Options, vinci)
    older, newer = first.setup(3, Options(), SeededChance(b"a", 0)), vinci.setup(3, Options2(), SeededChance(b"a", 0))
    assert (type(older), type(newer)) == (State, State2)
    assert b"spies" not in canonical(older)
    assert b"spies" in canonical(newer)


@pytest.mark.rules("V1", "A6")
def test_a_table_of_version_1_plays_on_from_its_log() -> None:
    """A build that knows both versions folds what one wrote that knew only the first, and goes on by the same rules."""
    older = running(ANN, BOB, CID, engines=Shelf(vinci.at(1)), options={"target": 60})
    for number in range(40):
        advance(older, number)
    now = Sitting(Shelf(vinci))
    now.entries = older.entries[:]
    now.history = History.load(older.history.id, older.entries, None, now.engines)
    assert (now.table.version, now.table.state) == (1, older.table.state)
    for number in range(40):
        advance(older, number)
        advance(now, number)
    assert isinstance(now.table.state, State)
    assert not isinstance(now.table.state, State2)
    assert canonical(now.table.state) == canonical(older.table.state)


def advance(sitting: Sitting, number: int) -> None:
    """One of the legal moves."""
    (seat,) = vinci.pending(sitting.table.state)
    moves = sitting.legal(seat)
    sitting.must_move(seat, moves[number * 7 % len(moves)])


@pytest.mark.rules("V1")
def test_provinces_prices_and_points_are_those_of_version_1() -> None:
    """Baetica's farmland, Coinage, Espionage, ships on every coast, Mountaineers."""
    tiles = ("agriculture", "currency")
    assert items(position(player(*tiles), land={"baetica": "0:1"})) == {"provinces": 1, "farmland": 1, "empire": 3}
    land = {"francia": "0:1", "burgundia": "1:3", "belgica": "1:3d", "armorica": "n:1"}
    state = position(player("espionage", "barbarians"), player(), land=land)
    assert [cost(state, name) for name in ("burgundia", "belgica", "armorica", "aquitania")] == [3, 5, 4, 2]
    assert refused(state, Infiltrate("aquitania")) == "X8"
    assert cost(position(player("shipbuilding", "barbarians"), land={"burgundia": "0:1"}), "provincia") == 1
    mountain = {"burgundia": "0:1", "alpes": "1:1"}
    assert cost(position(player(), player("mountaineers", "barbarians"), land=mountain), "alpes") == 5
    assert items(position(player("mountaineers", "barbarians"), land={"alpes": "0:1"})) == {}


@pytest.mark.rules("V1")
def test_forts_make_no_attack_cheaper_and_astronomy_crosses_one_sea() -> None:
    """Hibernia and Baetica lie on one sea, Hibernia and Sicilia do not."""
    assert cost(position(player("fortification", "barbarians"), land={"francia": "0:1f"}), "burgundia") == 2
    state = position(player("astronomy", "barbarians", hand=9), land={"hibernia": "0:1"})
    assert Conquer("baetica") in legal(state)
    assert refused(state, Conquer("sicilia")) == "K1"
    split = position(player("astronomy", "barbarians"), land={"hibernia": "0:1", "sicilia": "0:1"})
    assert legal(do(split, EndConquest())) == [KeepPart("hibernia"), KeepPart("sicilia")]


@pytest.mark.rules("V1")
def test_specialization_doubles_numbers_and_brings_no_pieces() -> None:
    """Points, attack, defence and Medicine; neither forts nor a general, and two of them are a pair."""
    assert who("specialization", "mining", options=FIRST).points == {"mine": 4}
    assert who("militia", "specialization", options=FIRST).defence == {"any": 2}
    assert who("specialization", "medicine", options=FIRST).growth == 2
    assert who("specialization", "general", options=FIRST).levies == 7
    assert who("specialization", "fortification", options=FIRST).forts == 1
    assert population(ruleset(FIRST), 3, ("specialization", "barbarians")) == 8 + 6
    twice = ("specialization", "specialization")
    state = vinci.at(1).setup(3, FIRST, RecordedChance((0, *twice, *(tile for pair in PAIRS[1:] for tile in pair))))
    assert state.pairs[0].tiles == twice


@pytest.mark.rules("V1")
def test_a_treaty_is_made_when_regrouping_and_binds_who_is_named() -> None:
    """Nobody from whom one has conquered anything in the turn."""
    land = {"francia": "0:3", "belgica": "1:1d", "saxonia": "1:1", "volga": "2:1"}
    state = position(player("diplomacy", "barbarians", hand=9), player(hand=9), player(), land=land)
    assert refused(state, MakeTreaty(1)) == "X16"
    attacked = do(do(state, Conquer("belgica")), EndConquest())
    assert refused(attacked, MakeTreaty(1)) == "X16"
    state = do(do(state, EndConquest()), PutDown("francia", 9))
    assert [line.key for line in told(state, MakeTreaty(1))] == ["treaty"]
    state = do(state, MakeTreaty(1), EndTurn())
    assert refused(do(state, Conquer("belgica")), Conquer("francia")) == "X16"


@pytest.mark.rules("V1")
def test_heritage_leaves_all_pieces_in_the_ruins() -> None:
    """And they are cleared next to a conquest."""
    heirs = player("heritage", "barbarians", hand=9)
    state = do(position(heirs, land={"francia": "0:4", "belgica": "0:2"}), Decline())
    assert [each.pieces for each in state.land.values()] == [4, 2]
    state = do(position(heirs, land={"francia": "0:1", "suevia": "0:1d"}), Conquer("burgundia"))
    assert "suevia" not in state.land


@pytest.mark.rules("V1")
def test_with_rebirth_the_new_people_enters_in_the_turn_of_the_decline() -> None:
    """Which is scored once, at its end."""
    state = do(position(player("rebirth", "barbarians"), land={"francia": "0:4"}), Decline())
    assert all("gain_return" in [line.key for line in offer.gain] for offer in vinci.offers(state, 0))
    state = do(state, ChoosePair(1), draws=NEW)
    assert (state.step, state.turn.seat, state.players[0].points) == ("expand", 0, 10)
    assert Decline() not in legal(state)
    state = do(do(do(state, Conquer("hibernia")), EndConquest()), PutDown("hibernia", 12))
    assert (do(state, EndTurn()).players[0].points, do(state, EndTurn()).turn.seat) == (12, 1)


@pytest.mark.rules("V1")
def test_a_people_without_a_province_is_gone_and_ruins_stay() -> None:
    """At the end of its turn, and where an attack took the last piece."""
    state = do(position(player(hand=1), land={"francia": "0:4", "volga": "0:1d"}), Gather("francia", 4), EndConquest())
    assert (state.players[0].tiles, state.players[0].hand, state.turn.seat) == ((), 0, 1)
    assert refused(position(player(hand=1), land={}), Decline()) == "D1"
    ruined = player(ruins=("port_ruin",))
    state = position(player(hand=9), ruined, land={"francia": "0:1", "belgica": "1:1", "volga": "1:1d"})
    state = do(do(do(state, Conquer("belgica")), EndConquest()), PutDown("francia", 6))
    state = do(state, EndTurn())
    assert (state.step, state.players[1].ruins, mine(state, 1)) == ("choose", ("port_ruin",), {})
    assert "volga" in vinci.apply(state, 1, ChoosePair(1), RecordedChance(NEW)).land


@pytest.mark.rules("V1", "F3")
def test_round_40_is_the_last_whatever_the_target() -> None:
    """Also of one that is not to be reached in it."""
    land = {"francia": "0:1", "volga": "1:1", "scythia": "2:1"}
    options = Options(target=300)
    state = positions.position(player(), player(), player(), land=land, number=39, first=1, options=options)
    state = do(do(state, EndConquest()), EndTurn())
    assert (state.round, state.last) == (40, True)


def test_bots_play_version_1_by_its_rules() -> None:
    """A whole game."""
    engine, key = vinci.at(1), b"version 1"
    state = engine.setup(3, FIRST, SeededChance(key, 0))
    number = 0
    while pending := engine.pending(state):
        number += 1
        (seat,) = pending
        move = engine.advise(state, seat)
        assert move is not None
        state = engine.apply(state, seat, move, SeededChance(key, number))
    assert engine.result(state) is not None
    assert 9 <= state.round <= 16
    with pytest.raises(Exception, match="game_over"):
        engine.apply(state, 0, EndTurn(), NoChance())
