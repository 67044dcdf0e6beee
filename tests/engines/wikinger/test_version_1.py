"""What tables that began under version 1 keep."""

from __future__ import annotations

from random import Random

import pytest

from partie.games.wikinger import wikinger
from partie.games.wikinger.state import Auction, Bid, EndFerrying, Ferry, Options, Options2, Pass, State, State2
from partie.kit import RecordedChance, SeededChance
from partie.kit.values import canonical
from partie.table import History
from tests.engines.wikinger.position import FIRST, do, ferrying, legal, player, position, refused
from tests.engines.wikinger.test_advanced import DISPLAY, FIGURES
from tests.engines.wikinger.test_ferrying import FREE, SHORE
from tests.server.table.sitting import ANN, BOB, Shelf, Sitting, running


@pytest.mark.rules("T1")
def test_the_engine_plays_both_versions_and_starts_new_tables_under_the_second() -> None:
    """Their positions look alike, and know their version by their types."""
    assert (wikinger.version, list(wikinger.versions)) == (2, [1, 2])
    first = wikinger.at(1)
    assert (first.version, first.options, wikinger.at(2)) == (1, Options, wikinger)
    older = first.setup(3, Options(), SeededChance(b"a", 0))
    newer = wikinger.setup(3, Options2(), SeededChance(b"a", 0))
    assert (type(older), type(newer)) == (State, State2)
    assert canonical(older) == canonical(newer)


@pytest.mark.rules("T1", "A7")
def test_a_table_of_version_1_plays_on_from_its_log() -> None:
    """A build that knows both versions folds what one wrote that knew only the first, and goes on by the same rules."""
    options = {"game": "advanced", "auction": "open"}
    older = running(ANN, BOB, engines=Shelf(wikinger.at(1)), options=options)
    advance(older, 40)
    now = Sitting(Shelf(wikinger))
    now.entries = older.entries[:]
    now.history = History.load(older.history.id, older.entries, None, now.engines)
    assert (now.table.version, now.table.state) == (1, older.table.state)
    advance(older, 80)
    advance(now, 80)
    assert type(now.table.state) is State
    assert canonical(now.table.state) == canonical(older.table.state)


def advance(sitting: Sitting, moves: int) -> None:
    """Make moves that follow from the position; low bids are preferred."""
    for _ in range(moves):
        (seat,) = wikinger.pending(sitting.table.state)
        sitting.must_move(seat, Random(sitting.table.seq).choice(sitting.legal(seat)[-4:]))


@pytest.mark.rules("T1", "V2")
def test_by_version_1_a_start_player_who_bids_nothing_is_out() -> None:
    """In open bidding, too; the last one may bid although all others have passed."""
    state = position(player(), player(), options=FIRST["open"], step="bid", auction=Auction(queue=(0, 1)))
    assert refused(state, Bid(0)) == "V2"
    assert legal(state)[-1] == Pass()
    state = do(state, Pass())
    assert do(state, Bid(1)).first == 1
    free = do(state, Pass())
    assert (free.step, free.first, free.players[0].gold) == ("remove", 0, 20)


@pytest.mark.rules("T1", "V9")
def test_by_version_1_a_figure_is_removed_without_auction_and_choosing() -> None:
    """One of thirteen."""
    options = Options("advanced", "none", "automatic")
    state = wikinger.setup(2, options, RecordedChance((0, *DISPLAY, *FIGURES)))
    assert (state.step, sum(state.drawn.values())) == ("remove", 13)


@pytest.mark.rules("T1", "L3")
def test_by_version_1_boatmen_of_the_last_round_need_not_bring_the_most() -> None:
    """Two scouts are enough where a third figure could not join them, and spare boatmen may go along."""
    state = ferrying(player(FREE, boatman=1, **SHORE), number=6, options=FIRST["basic"])
    state = do(state, Ferry("scout", 1), Ferry("scout", 2))
    assert legal(state) == [EndFerrying(1)]
    who = player(FREE, boatman=2, fisherman=3)
    state = ferrying(who, number=6, options=FIRST["basic"])
    state = do(state, *(Ferry("fisherman", column) for column in (1, 2, 3)))
    assert legal(state) == [EndFerrying(1), EndFerrying(2)]
