"""A node's memory of a table: refolding, snapshots, receipts."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from partie.kit import SPECTATOR
from partie.log import Entry
from partie.table import History, ImpossibleEvent, Newer, Snapshot, Table, fold
from partie.table.show import history as history_module
from partie.table.show.history import CHECKED, EVERY, NEWEST, REFOLDED
from partie.table.upcasters import FORMAT
from partie.wire import client_in
from tests.engines.toys.state import Peek
from tests.server.table.sitting import ANN, BOB, TOYS, Sitting, running
from tests.server.table.toyplay import in_turns, load, long_evening, step


@pytest.fixture(scope="module")
def evening() -> Sitting:
    """One long evening for all tests that only look at it."""
    return long_evening()


def test_every_past_table_is_folded_again_to_the_same(evening: Sitting) -> None:
    """In whatever order they are requested, by a node that kept only some of them."""
    history = load(evening)
    order = list(evening.tables)
    random.Random(3).shuffle(order)
    for table in order:
        assert history.past(table.seq) == table


def test_a_node_keeps_the_newest_tables_and_every_so_many_older_ones(evening: Sitting) -> None:
    """And a bounded number of those that were asked for, so that memory does not grow with every event."""
    history = load(evening)
    seq = history.seq
    kept = {at for at in range(1, seq + 1) if history.at_hand(at) is not None}
    assert kept >= {at for at in range(1, seq + 1) if at % EVERY == 0 or at > seq - NEWEST}
    assert len(kept) <= NEWEST + seq // EVERY + REFOLDED < seq


def test_asking_for_one_past_table_folds_few_events(evening: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those since one that is kept, and where one of them undid something, the same for that position; then none."""
    history = load(evening)
    folded: list[int] = []

    def counted(table: Table | None, event: Any, stamp: Any, *rest: Any) -> Table:
        folded.append(stamp.seq)
        return fold(table, event, stamp, *rest)

    monkeypatch.setattr(history_module, "fold", counted)
    wanted = 5 * EVERY + EVERY - 1
    first = history.past(wanted)
    assert 0 < len(folded) < 2 * EVERY
    folded.clear()
    assert history.past(wanted) is first
    assert folded == []


def test_a_node_that_wakes_with_a_snapshot_folds_only_what_came_after_it(
    evening: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The past is folded when somebody asks for it."""
    snapshot = Snapshot(evening.history.past(200), TOYS.newest("toy").format)
    folded: list[int] = []

    def counted(table: Table | None, event: Any, stamp: Any, *rest: Any) -> Table:
        folded.append(stamp.seq)
        return fold(table, event, stamp, *rest)

    monkeypatch.setattr(history_module, "fold", counted)
    history = load(evening, snapshot)
    needed = [seq for seq in folded if seq > 200]
    assert needed == list(range(201, evening.table.seq + 1))
    assert history.newest == evening.table
    assert history.past(150) == evening.tables[149]


def test_the_same_bytes_go_out_with_and_without_a_snapshot(evening: Sitting) -> None:
    """Views, turns, offers and history of all viewers."""
    plain = load(evening)
    data = Snapshot(evening.history.past(250), 1).encode()
    woken = load(evening, Snapshot.decode(data, TOYS))
    for viewer in evening.viewers():
        assert shown(woken, viewer) == shown(plain, viewer)


def shown(history: History, viewer: Any) -> bytes:
    """Everything a viewer is sent."""
    table = history.newest
    things: list[object] = [history.view(table, viewer), history.forecast(table, viewer)]
    things += [history.entry(seq, viewer) for seq in range(1, table.seq + 1)]
    if viewer is not SPECTATOR:
        things += [history.turn(table, viewer), history.offers(table, viewer)]
    return msgspec.msgpack.Encoder(order="deterministic").encode(things)


def test_the_snapshot_that_is_kept_reaches_back_as_far_as_the_newest_page_of_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And begins where nobody could go back by himself, so that what follows is folded without the past."""
    sitting, seat = in_turns()

    def to_and_fro(events: int) -> None:
        first = sitting.must_move(seat, step(sitting, seat)).seq
        for _ in range(events):
            if sitting.table.play.here == first:
                sitting.must(sitting.person(seat), client_in.Undo(sitting.table.trail.run[-1]))
            else:
                sitting.must(sitting.person(seat), client_in.Redo(first))

    to_and_fro(60)
    assert sitting.history.snapshot().table.seq == sitting.table.seq - NEWEST + 1
    sitting.must_move(seat, Peek())
    peeked = sitting.table.seq
    to_and_fro(55)
    snapshot = sitting.history.snapshot()
    assert snapshot.table.seq == peeked
    folded: list[int] = []

    def counted(table: Table | None, event: Any, stamp: Any, *rest: Any) -> Table:
        folded.append(stamp.seq)
        return fold(table, event, stamp, *rest)

    monkeypatch.setattr(history_module, "fold", counted)
    assert load(sitting, snapshot).newest == sitting.table
    assert folded == list(range(peeked + 1, sitting.table.seq + 1))


def test_entries_that_do_not_follow_one_another_are_not_folded(evening: Sitting) -> None:
    """A gap, another mark before it, bytes that are no event."""
    first, second, third = evening.entries[:3]
    for wrong in (third, replace(second, prev="0" * 16), replace(second, body=b"\xc1")):
        history = History.load("table-1", [first], None, TOYS)
        with pytest.raises(ImpossibleEvent):
            history.extend(wrong)
        assert history.seq == 1
    with pytest.raises(Newer):
        History.load("table-1", [first, replace(second, format=FORMAT + 1)], None, TOYS)


def test_a_history_knows_its_marks_and_its_tail(evening: Sitting) -> None:
    """So that a rewound log can be recognised, and healed byte for byte."""
    history = load(evening)
    assert history.mark_of(0) == ""
    assert history.mark_of(17) == evening.entries[16].mark
    assert history.mark_of(history.seq + 1) is None
    assert list(history.tail(history.seq - 2)) == evening.entries[-2:]


def test_an_empty_history_has_nothing_newest() -> None:
    """Until the first event is appended."""
    history = History("table-1", TOYS)
    assert (history.seq, history.table) == (0, None)
    with pytest.raises(LookupError):
        _ = history.newest
    for seq in (0, 1):
        with pytest.raises(LookupError):
            history.past(seq)


def test_a_turn_is_told_only_while_the_game_runs() -> None:
    """There is no decision before anyone otherwise."""
    sitting = Sitting()
    sitting.must(ANN, client_in.Create("toy", 2))
    with pytest.raises(LookupError):
        sitting.history.turn(sitting.table, 0)


def test_bots_that_must_act_are_named_and_their_state_can_be_sent_to_a_worker() -> None:
    """A bot that has chosen need not act."""
    sitting = Sitting()
    sitting.must(ANN, client_in.Create("toy", 3))
    sitting.must(ANN, client_in.Sit(0))
    sitting.must(ANN, client_in.SeatBot(1))
    sitting.must(ANN, client_in.SeatBot(2))
    assert sitting.history.pending_bots(sitting.table) == ()
    sitting.must(ANN, client_in.Ready(True, "00" * 16))
    assert sitting.history.pending_bots(sitting.table) == (1, 2)
    sitting.must_move(1, sitting.legal(1)[0])
    assert sitting.history.pending_bots(sitting.table) == (2,)


def test_what_a_bot_is_told_of_a_position_is_what_its_seat_sees() -> None:
    """Another state than the true one, with other cards in others' hands, that looks the same from its seat."""
    sitting, seat = in_turns()
    toy = TOYS.newest("toy")
    told = [
        msgspec.msgpack.decode(sitting.history.imagined(sitting.table, seat, str(number)), type=toy.state)
        for number in range(4)
    ]
    assert all(state != sitting.table.state for state in told)
    assert all(toy.view(state, seat) == toy.view(sitting.table.state, seat) for state in told)


def test_successive_tables_share_what_an_event_did_not_touch() -> None:
    """Keeping past tables is cheap because of it."""
    sitting, seat = in_turns()
    before = sitting.table
    sitting.must_move(seat, step(sitting, seat))
    after = sitting.table
    assert after.seats is before.seats
    assert after.options is before.options
    assert after.state.deck is before.state.deck


def test_an_own_entry_is_kept_with_the_stamp_that_the_log_gave_it() -> None:
    """It would be appended with that stamp again if the log lost it."""
    sitting = running(ANN, BOB)
    (kept,) = sitting.history.tail(sitting.table.seq - 1)
    assert isinstance(kept, Entry)
    assert kept == sitting.entries[-1]
    assert kept.at == sitting.table.at


def test_tables_are_recalled_event_by_event_and_are_then_at_hand(evening: Sitting) -> None:
    """As many as were said to be missing, each with a pause after it."""
    history = load(evening)
    for seqs in ((5 * EVERY + EVERY - 1,), tuple(range(100, 150)), (history.seq,), ()):
        missing = history.missing(seqs)
        assert sum(1 for _ in history.recall(seqs)) <= missing
        assert all(history.at_hand(seq) == evening.tables[seq - 1] for seq in seqs)
        assert history.missing(seqs) == 0


def test_a_single_past_table_misses_at_most_the_events_between_two_that_are_kept(evening: Sitting) -> None:
    """So that what it costs is known before it is folded."""
    for seq in range(1, load(evening).seq + 1):
        history = load(evening)
        missing = history.missing((seq,))
        assert missing < EVERY
        assert (missing == 0) == (history.at_hand(seq) is not None)


def test_history_entries_that_are_cached_need_no_tables(evening: Sitting) -> None:
    """The others need the table before them and the one after."""
    history = load(evening)
    assert list(history.unread(SPECTATOR, 100, 150)) == list(range(100, 151))
    assert list(history.unread(SPECTATOR, 0, 3)) == [1, 2, 3]
    for seq in range(101, 141):
        history.entry(seq, SPECTATOR)
    assert list(history.unread(SPECTATOR, 100, 150)) == list(range(140, 151))
    assert list(history.unread(SPECTATOR, 100, 140)) == []
    assert list(history.unread(0, 100, 102)) == [100, 101, 102]


def test_views_are_checked_at_first_and_then_at_intervals(evening: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check takes long, and an engine that keeps the rules of views does so all the time."""
    checked: list[Any] = []
    monkeypatch.setattr(history_module, "check_view", checked.append)
    history = load(evening)
    started = [table for table in evening.tables if table.play.started]
    for table in started:
        history.view_with(table, SPECTATOR)
    states = [table for before, table in pairwise(started) if before.play.state is not table.play.state]
    assert len(checked) == 1 + sum(table.seq % CHECKED == 0 for table in states)
    assert len(checked) > 1
