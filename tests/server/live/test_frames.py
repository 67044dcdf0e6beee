"""Updates of a table, made and encoded once for all who need the same."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from partie.games.glenmore import glenmore
from partie.kit import SPECTATOR, Viewer
from partie.kit.patch import apply_patch
from partie.kit.values import view_crc
from partie.live import frames
from partie.live.frames import Cursor, Frames, knows
from partie.table import History, Table
from partie.wire import client_in, limits
from partie.wire.frame import Frame
from tests.server.table.sitting import BOB, TOYS, Shelf, Sitting, running


class Shown:
    """A running game and its frames."""

    def __init__(self, sitting: Sitting | None = None) -> None:
        self.sitting = sitting or running()
        self.frames = Frames(self.sitting.history, self.newest)

    def newest(self, _: Viewer) -> Table:
        return self.sitting.table

    @property
    def cursor(self) -> Cursor:
        return self.sitting.table.seq, self.sitting.table.mark

    def plays(self, moves: int = 1) -> None:
        for _ in range(moves):
            seat = min(self.sitting.history.pending(self.sitting.table))
            self.sitting.must_move(seat, self.sitting.legal(seat)[0])
        self.frames.advanced()


@pytest.fixture
def shown() -> Shown:
    """A running game."""
    return Shown()


def decoded(frame: Frame) -> dict[str, Any]:
    """The message in a frame."""
    message: dict[str, Any] = msgspec.msgpack.decode(frame.payload)
    assert message["t"] == "update"
    return message


def test_equal_viewers_from_equal_places_share_the_bytes(shown: Shown) -> None:
    """And no others do; when the table moves on, it is made again."""
    start = shown.cursor
    shown.plays()
    first = shown.frames.update(SPECTATOR, start)
    assert shown.frames.update(SPECTATOR, start) is first
    assert shown.frames.update(SPECTATOR, None) is not first
    assert shown.frames.update(0, start) is not first
    shown.plays()
    assert shown.frames.update(SPECTATOR, start) is not first


@pytest.fixture
def glen_more() -> Shown:
    """A running game in which nobody is shown more than anybody else."""
    return Shown(running(engines=Shelf(glenmore)))


def test_where_all_are_shown_the_same_they_share_the_bytes(glen_more: Shown) -> None:
    """Players and spectators alike; only a turn that goes along is its seat's own."""
    start = glen_more.cursor
    glen_more.plays()
    watching = glen_more.frames.update(SPECTATOR, start)
    assert glen_more.frames.update(0, start) is watching
    assert glen_more.frames.update(1, start) is watching
    turn = glen_more.sitting.history.turn(glen_more.sitting.table, 1)
    along = decoded(glen_more.frames.update(1, start, turn))
    assert along.pop("turn")["seat"] == 1
    assert along == decoded(watching)


def test_spectators_who_are_behind_share_nothing_with_the_seats(glen_more: Shown) -> None:
    """Though both start from the same event and would be shown the same of it."""
    start, seen = glen_more.cursor, glen_more.sitting.table
    glen_more.plays()
    late = Frames(glen_more.sitting.history, lambda viewer: seen if viewer is SPECTATOR else glen_more.sitting.table)
    assert decoded(late.update(0, start))["seq"] == start[0] + 1
    assert decoded(late.update(SPECTATOR, start))["seq"] == start[0]


def test_a_substitute_is_led_on_where_all_are_shown_the_same(glen_more: Shown) -> None:
    """What a spectator saw is what the seat sees."""
    glen_more.plays()
    before = glen_more.cursor
    glen_more.sitting.must(BOB, client_in.SeatBot(1))
    glen_more.frames.advanced()
    assert "patch" in decoded(glen_more.frames.update(1, before))


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_patch_leads_from_any_event_at_hand_to_the_newest_view(shown: Shown, viewer: Viewer) -> None:
    """However far behind, in one frame."""
    sitting = shown.sitting
    begin = sitting.history.seq
    shown.plays(6)
    for seq in range(begin, sitting.history.seq):
        mark = sitting.history.mark_of(seq)
        assert mark is not None
        message = decoded(shown.frames.update(viewer, (seq, mark)))
        before, after = (sitting.history.view(table, viewer) for table in (sitting.history.past(seq), sitting.table))
        assert (message["base"], message["base_mark"]) == (seq, mark)
        assert apply_patch(before, message["patch"]) == after
        assert [entry["seq"] for entry in message["entries"]] == list(range(seq + 1, sitting.history.seq + 1))


def test_who_has_nothing_is_sent_the_whole_view_and_its_newest_lines(shown: Shown) -> None:
    """No patch, and no base."""
    message = decoded(shown.frames.update(0, None))
    assert message["view"] == shown.sitting.history.view(shown.sitting.table, 0)
    assert "patch" not in message
    assert "base" not in message
    assert [entry["seq"] for entry in message["entries"]] == list(range(1, shown.sitting.history.seq + 1))


def test_who_is_at_an_event_that_is_not_this_historys_is_sent_the_whole_view(shown: Shown) -> None:
    """The number alone says nothing."""
    cursor = (shown.cursor[0], "f" * 16)
    shown.plays()
    assert "view" in decoded(shown.frames.update(0, cursor))


def test_the_smaller_of_patch_and_snapshot_is_sent(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is surely small is not compared."""
    start = shown.cursor
    shown.plays()
    patch = shown.frames.update(0, start)
    whole = shown.frames.update(0, None)
    assert "patch" in decoded(patch)
    monkeypatch.setattr(frames, "SURELY_SMALL", 0)
    monkeypatch.setattr(frames, "diff", lambda _, view: {**view, "padding": "x" * len(whole.payload)})
    shown.frames.advanced()
    assert "view" in decoded(shown.frames.update(0, start))


def test_a_checksum_goes_along_every_so_many_events(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the very view."""
    monkeypatch.setattr(limits, "CRC_EVERY", 3)
    found = []
    for _ in range(6):
        shown.plays()
        message = decoded(shown.frames.update(0, None))
        assert ("crc" in message) == (message["seq"] % 3 == 0)
        if "crc" in message:
            assert message["crc"] == view_crc(shown.sitting.history.view(shown.sitting.table, 0))
            found.append(message["seq"])
    assert len(found) == 2


def test_a_frame_tells_of_so_many_events_at_most(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest of them, from wherever it leads."""
    monkeypatch.setattr(limits, "MAX_LINES", 2)
    start = shown.cursor
    shown.plays(5)
    newest = shown.sitting.history.seq
    for cursor in (None, start):
        entries = decoded(shown.frames.update(SPECTATOR, cursor))["entries"]
        assert [entry["seq"] for entry in entries] == [newest - 1, newest]


def test_a_turn_that_goes_along_makes_a_frame_of_its_own(shown: Shown) -> None:
    """For those who always want their offers."""
    turn = shown.sitting.history.turn(shown.sitting.table, 0)
    alone, along = shown.frames.update(0, None), shown.frames.update(0, None, turn)
    assert "turn" not in decoded(alone)
    assert decoded(along)["turn"]["ask"] == turn.ask


def test_a_substitute_is_led_from_what_a_spectator_saw(shown: Shown) -> None:
    """No patch leads from the view of one to that of another, though the seat is his now."""
    shown.plays()
    before = shown.cursor
    sitting: Sitting = shown.sitting
    sitting.must(BOB, client_in.SeatBot(1))
    shown.frames.advanced()
    message = decoded(shown.frames.update(1, before))
    assert "view" in message, "through the eyes of the seat he saw nothing then"
    assert "patch" in decoded(shown.frames.update(SPECTATOR, before))


def test_views_are_kept_and_only_so_many(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest go first."""
    monkeypatch.setattr(frames, "KEPT_VIEWS", 2)
    table = shown.sitting.table
    views = [shown.frames.view_with(viewer, table) for viewer in (0, 1)]
    assert shown.frames.view_with(0, table) is views[0]
    shown.frames.view_with(SPECTATOR, table)
    assert shown.frames.view_with(1, table) is views[1]
    assert shown.frames.view_with(0, table) == views[0]
    assert shown.frames.view_with(0, table) is not views[0]


def test_a_history_knows_the_events_that_it_has(shown: Shown) -> None:
    """By number and mark; before the first there is nothing."""
    history: History = shown.sitting.history
    assert knows(history, shown.cursor)
    assert knows(history, (0, ""))
    assert not knows(history, (shown.cursor[0], "f" * 16))
    assert not knows(history, (shown.cursor[0] + 1, shown.cursor[1]))
    assert not knows(History.load("table-1", shown.sitting.entries[:2], None, TOYS), shown.cursor)
