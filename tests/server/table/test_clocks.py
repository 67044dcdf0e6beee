"""The clocks of a table: what the stamps of its log say each seat has left."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.kit import Result
from server.log import Entry
from server.table import History, Snapshot, clocks, hours
from server.table.clocks import Clocks
from server.table.context import Flag, Spare
from server.table.errors import ImpossibleEvent
from server.table.events import Moved, Redone, Undone, What, encode_event
from server.table.lift import FORMAT
from server.table.pace import OWN, ranked
from server.wire import inbound as do
from server.wire.pace import Days, Live, Pace
from tests.engines.toys.state import Done
from tests.server.table.play import ANN, BOB, CID, NOT_NOW, TOYS, Sitting, code, nonce, running
from tests.server.table.toyplay import acting, finish, in_turns, step

SERVICE = "service:"
MINUTE = 60_000
LIVE = Live(game=600, turn=5)
WHAT: tuple[What, ...] = ("pause", "resume", "undo")


def times(sitting: Sitting) -> Clocks:
    """The clocks as they stand."""
    assert sitting.table.clocks is not None
    return sitting.table.clocks


def left(sitting: Sitting, seat: int) -> int:
    """What a seat has left now."""
    return clocks.remaining(times(sitting), seat, sitting.now)


def due(sitting: Sitting, seat: int) -> int:
    """When the time of a seat is over."""
    until = clocks.deadline(times(sitting), seat)
    assert until is not None
    return until


def flag(sitting: Sitting, seat: int) -> str:
    """The service says that the seat's time is over; the code of the refusal if there is one."""
    return code(sitting.do(SERVICE, Flag(seat)))


def agree(sitting: Sitting, command: do.Propose) -> None:
    """The first seat proposes it, and all others consent."""
    proposal = sitting.must(ANN, command).proposal
    for seat in proposal.waiting if proposal else ():
        assert proposal is not None
        sitting.must(sitting.person(seat), do.Answer(proposal.seq, True))


# --- laws --------------------------------------------------------------------------------------------------------


class Watched(Sitting):
    """A table whose clocks are reckoned a second time, from who had to act between two events and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.charged = [0, 0, 0]
        self.pending: frozenset[int] = frozenset()
        self.at = 0

    def append(self, decision):  # type: ignore[no-untyped-def]
        if self.entries:
            for seat in self.pending:
                self.charged[seat] += self.now - self.at
        after = super().append(decision)
        self.at = after.at
        stopped = after.phase != "running" or (after.clocks is not None and after.clocks.paused)
        self.pending = frozenset() if stopped else self.history.pending(after)
        return after


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 40_000), st.integers(0, 99)), max_size=40))
def test_each_seat_is_charged_the_time_in_which_it_had_to_act(deeds: list[tuple[int, int, int]]) -> None:
    """Whatever is moved, taken back, agreed and stopped; a replay, a snapshot and another node show the same clocks."""
    sitting = Watched()
    sitting.must(ANN, do.Create("toy", 3, {"rounds": 3}, pace=Live(game=86_400)))
    for seat, person in enumerate((ANN, BOB, CID)):
        sitting.must(person, do.Sit(seat))
    for person in (ANN, BOB, CID):
        sitting.must(person, do.Ready(True, nonce(person)))
    for kind, passed, choice in deeds:
        if sitting.table.phase != "running":
            break
        sitting.now += passed
        seat = choice % 3
        proposal = sitting.table.proposal
        if kind < 5:
            seat = min(sitting.history.pending(sitting.table))
            legal = sitting.legal(seat)
            sitting.move(seat, legal[choice % len(legal)])
        elif kind == 5:
            sitting.do(sitting.person(seat), do.Undo(choice % (sitting.table.seq + 1)))
        elif kind == 6:
            sitting.do(sitting.person(seat), do.Redo(choice % (sitting.table.seq + 1)))
        elif kind == 7 and proposal is not None:
            sitting.do(sitting.person(seat), do.Answer(proposal.seq, choice % 4 > 0))
        else:
            what: What = WHAT[choice % 3]
            sitting.do(sitting.person(seat), do.Propose(what, to=choice % (sitting.table.seq + 1)))
        for one in range(3):
            assert left(sitting, one) >= 0
    now = times(sitting)
    assert [86_400_000 - one for one in now.left] == sitting.charged
    again = History.load("table-1", sitting.entries, None, TOYS)
    assert again.newest.clocks == now
    data = sitting.history.snapshot().encode()
    assert History.load("table-1", sitting.entries, Snapshot.decode(data, TOYS), TOYS).newest.clocks == now


@given(st.integers(5, 1440), st.integers(0, 1440), st.integers(0, 400 * 24 * 60), st.lists(st.integers(0, 5_000)))
def test_the_hours_that_count_can_be_added_up(opens: int, closes: int, since: int, steps: list[int]) -> None:
    """In whatever pieces, over midnight and over the change of clocks; and a deadline is where they have counted."""
    pace = Days(days=3, opens=opens % 1440, closes=closes, zone="Europe/Berlin")
    start = 1_700_000_000_000 // MINUTE * MINUTE
    zone = hours.shifts(pace, start)
    marks = [start + since * MINUTE]
    for one in steps:
        marks.append(marks[-1] + one * MINUTE)
    pieces = sum(hours.counted(pace, zone, one, other) for one, other in pairwise(marks))
    assert pieces == hours.counted(pace, zone, marks[0], marks[-1])
    reached = hours.reached(pace, zone, marks[0], hours.allowance(pace))
    assert hours.counted(pace, zone, marks[0], reached) == hours.allowance(pace)
    assert hours.counted(pace, zone, marks[0], reached - 1) == hours.allowance(pace) - 1


# --- live --------------------------------------------------------------------------------------------------------


def test_all_who_have_not_chosen_are_charged() -> None:
    """In a simultaneous choice; who has chosen is charged no more."""
    sitting = running(pace=LIVE)
    sitting.now += MINUTE
    before = left(sitting, 1)
    sitting.must_move(0, sitting.legal(0)[0])
    sitting.now += MINUTE
    assert left(sitting, 0) == left(sitting, 1) + MINUTE + 5_000 + 10
    assert before - left(sitting, 1) == MINUTE + 10


def test_the_end_of_a_turn_brings_the_increment_once() -> None:
    """Taking the move back takes it back, making it again gives it again."""
    sitting, seat = in_turns(pace=LIVE)
    begin = sitting.table.seq
    had = times(sitting).left[seat]
    done = sitting.must_move(seat, Done()).seq
    assert times(sitting).left[seat] == had + 5_000 - 10
    sitting.must(sitting.person(seat), do.Undo(begin))
    assert times(sitting).left[seat] == had - 10
    sitting.must(sitting.person(seat), do.Redo(done))
    assert times(sitting).left[seat] == had + 5_000 - 20


def test_no_undo_gives_time_back() -> None:
    """What was thought is thought, also when all agree to go back."""
    sitting, seat = in_turns(pace=LIVE)
    begin = sitting.table.seq
    sitting.now += MINUTE
    sitting.must_move(seat, step(sitting, seat))
    spent = times(sitting).left[seat]
    sitting.must(sitting.person(seat), do.Undo(begin))
    assert times(sitting).left[seat] == spent - 10


def test_who_is_late_is_refused_by_the_clock_of_the_log() -> None:
    """Up to the deadline a move counts, after it the flag does."""
    sitting, seat = in_turns(pace=LIVE)
    sitting.now = due(sitting, seat)
    decision = sitting.decide(sitting.person(seat), do.Move(sitting.table.asks[seat], b"\x81\xa4type\xa4done"))  # type: ignore[arg-type]
    assert getattr(decision, "not_after", None) == sitting.now
    sitting.now += 1
    assert sitting.move(seat, Done()) == NOT_NOW
    assert flag(sitting, seat) == ""


def test_nobody_is_flagged_early_or_twice() -> None:
    """Two nodes say so, and the second one finds that it has happened."""
    sitting, seat = in_turns(pace=LIVE)
    sitting.now = due(sitting, seat) - 1
    assert flag(sitting, seat) == "not_now"
    assert flag(sitting, 1 - seat) == "no_clock"
    sitting.now += 1
    assert flag(sitting, seat) == ""
    assert flag(sitting, seat) == "no_clock"


@pytest.mark.parametrize(("falls", "bot", "freed"), [("bot", True, True), ("free", False, True), ("lost", True, False)])
def test_the_flag_does_what_the_table_agreed(falls: str, bot: bool, freed: bool) -> None:
    """A bot that gives way, a free seat, or a bot for good; nobody's clock runs there, and the history says it."""
    sitting, seat = in_turns(pace=Live(game=60, falls=falls))  # type: ignore[arg-type]
    person = sitting.person(seat)
    sitting.now = due(sitting, seat)
    assert flag(sitting, seat) == ""
    chair = sitting.table.chairs[seat]
    assert (chair.bot, chair.freed, chair.person == person) == (bot, freed, False)
    assert times(sitting).running == ()
    assert [line.key for line in sitting.history.entry(sitting.table.seq, seat).lines] == [f"flagged_{falls}"]
    assert code(sitting.do(person, do.Sit(seat))) == ("seat_taken" if falls == "lost" else "")
    if falls != "lost":
        assert left(sitting, seat) == MINUTE - 10


def test_who_lost_by_time_ranks_last() -> None:
    """Behind all others whatever the score; of several who lost so, who fell first is last."""
    result = Result((50, 9, 30, 20), (1, 4, 2, 3), (0,))
    assert ranked(result, (0,)) == Result((50, 9, 30, 20), (4, 3, 1, 2), (2,))
    assert ranked(result, (2, 0)) == Result((50, 9, 30, 20), (3, 2, 4, 1), (3,))
    sitting, seat = in_turns(pace=Live(game=60, falls="lost"))
    sitting.now = due(sitting, seat)
    flag(sitting, seat)
    finish(sitting)
    assert sitting.table.result is not None
    assert sitting.table.result.places[seat] == 2
    assert sitting.table.result.winners == (1 - seat,)


def test_a_flag_that_the_stamps_deny_is_no_event_of_this_log() -> None:
    """Whoever verifies a log finds a flag that fell too early."""
    sitting, seat = in_turns(pace=LIVE)
    sitting.now = due(sitting, seat)
    decision = sitting.decide(SERVICE, Flag(seat))
    newest = sitting.table
    early = Entry(newest.seq + 1, "ab" * 8, newest.mark, sitting.now - 1, FORMAT, encode_event(decision.event))  # type: ignore[union-attr]
    with pytest.raises(ImpossibleEvent, match="was not over"):
        sitting.history.extend(early)


@pytest.mark.parametrize("pace", [LIVE, Days(days=1)])
def test_nobody_refills_a_clock_by_giving_the_seat_to_a_bot(pace: Pace) -> None:
    """Who sits down again has what was left, and while the bot played nothing was earned."""
    sitting, seat = in_turns(pace=pace)
    person = sitting.person(seat)
    sitting.now += MINUTE
    had = left(sitting, seat)
    sitting.must(person, do.SeatBot(seat))
    sitting.must(person, do.Sit(seat))
    assert left(sitting, seat) == had - 10
    if pace == LIVE:
        sitting.must(person, do.SeatBot(seat))
        sitting.must_move(seat, Done())
        sitting.must(person, do.Sit(seat))
        assert left(sitting, seat) == had - 10


def test_nobody_gives_a_seat_to_a_bot_whose_time_is_over() -> None:
    """So that nobody escapes the flag."""
    sitting, seat = in_turns(pace=Live(game=60, falls="lost"))
    sitting.now = due(sitting, seat) + 1
    assert sitting.do(sitting.person(seat), do.SeatBot(seat)) == NOT_NOW
    assert flag(sitting, seat) == ""
    assert sitting.table.lost == (seat,)


def test_whoever_takes_a_freed_seat_has_a_whole_allowance() -> None:
    """Whatever the bot did that sat in."""
    sitting, seat = in_turns(pace=LIVE)
    sitting.now = due(sitting, seat)
    assert flag(sitting, seat) == ""
    sitting.must_move(seat, Done())
    sitting.must(CID, do.Sit(seat))
    assert times(sitting).left[seat] == 600_000


# --- what is agreed ----------------------------------------------------------------------------------------------


def test_clocks_stop_and_go_on_by_consent() -> None:
    """While they stand nobody moves, and nobody is charged."""
    sitting, seat = in_turns(pace=LIVE)
    agree(sitting, do.Propose("pause"))
    had = left(sitting, seat)
    sitting.now += 10 * MINUTE
    assert left(sitting, seat) == had
    assert code(sitting.move(seat, Done())) == "paused"
    assert flag(sitting, seat) == "no_clock"
    assert code(sitting.do(ANN, do.Propose("pause"))) == "paused"
    agree(sitting, do.Propose("resume"))
    assert left(sitting, seat) == had - 10
    sitting.must_move(seat, Done())
    assert code(sitting.do(ANN, do.Propose("resume"))) == "not_paused"


@pytest.mark.parametrize("pace", [None, Live(game=300, turn=3), Days(days=1)])
def test_another_pace_is_agreed_in_mid_game(pace: Pace | None) -> None:
    """All clocks are full again; or there are none any more."""
    sitting, seat = in_turns(pace=LIVE)
    agree(sitting, do.Propose("pace", pace=pace))
    now = sitting.table.clocks
    assert (None if now is None else now.pace) == pace
    if now is not None:
        assert now.left == (hours.allowance(now.pace),) * 2
        assert now.running == (seat,)
    assert code(sitting.do(ANN, do.Propose("pace", pace=pace))) == "same_pace"
    sitting.check_views()


def test_a_table_without_pace_has_no_clocks_and_can_get_some() -> None:
    """Also one whose log was written before there were any."""
    sitting, _ = in_turns()
    assert "clocks" not in str(sitting.history.view(sitting.table, 0))
    assert code(sitting.do(ANN, do.Propose("pause"))) == "no_clock"
    agree(sitting, do.Propose("pace", pace=LIVE))
    assert times(sitting).running == (acting(sitting),)


@pytest.mark.parametrize("pace", [Days(days=1, opens=600, closes=630), Days(days=1, zone="Mars/Olympus")])
def test_a_pace_that_cannot_be_played_is_refused(pace: Pace) -> None:
    """A window that is too narrow, a time zone that nobody knows."""
    assert code(Sitting().do(ANN, do.Create("toy", 2, pace=pace))) == "bad_pace"


# --- days --------------------------------------------------------------------------------------------------------


def test_only_the_hours_of_the_window_count() -> None:
    """A day is the whole window once, and in summer it opens an hour earlier by UTC."""
    pace = Days(days=1, opens=8 * 60, closes=22 * 60, zone="Europe/Berlin")
    berlin = ZoneInfo(pace.zone)
    evening = int(datetime(2026, 3, 28, 21, 0, tzinfo=berlin).timestamp()) * 1000
    zone = hours.shifts(pace, evening)
    until = hours.reached(pace, zone, evening, hours.allowance(pace))
    assert datetime.fromtimestamp(until / 1000, UTC) == datetime(2026, 3, 29, 21, 0, tzinfo=berlin)


def test_each_decision_has_its_own_days() -> None:
    """Who takes his own move back goes on with what was left of them."""
    sitting, seat = in_turns(pace=Days(days=2))
    begin = sitting.table.seq
    assert left(sitting, seat) > 2 * 24 * 60 * MINUTE - 1000
    sitting.now += 30 * 60 * MINUTE
    sitting.must_move(seat, Done())
    assert left(sitting, 1 - seat) == 2 * 24 * 60 * MINUTE - 10
    sitting.must(sitting.person(seat), do.Undo(begin))
    assert left(sitting, seat) < 19 * 60 * MINUTE


def test_a_vacation_stops_the_clock_while_it_lasts() -> None:
    """It runs by the calendar, and when it is used up the clock goes on."""
    sitting, seat = in_turns(pace=Days(days=1, vacation=2))
    person = sitting.person(seat)
    sitting.must(person, do.Rest(True))
    had = left(sitting, seat)
    sitting.now += 24 * 60 * MINUTE
    assert left(sitting, seat) == had
    assert due(sitting, seat) == times(sitting).at + 2 * hours.DAY + times(sitting).left[seat]
    sitting.must(person, do.Rest(False))
    assert times(sitting).rest[seat] < hours.DAY
    assert code(sitting.do(person, do.Rest(False))) == "not_resting"
    assert code(in_turns(pace=LIVE)[0].do(ANN, do.Rest(True))) == "no_vacation"


# --- outages -----------------------------------------------------------------------------------------------------


def test_time_in_which_the_service_was_away_is_given_back_once() -> None:
    """Also when a move came in before anybody said so; not what lies outside of the outage."""
    sitting, seat = in_turns(pace=LIVE)
    had, since = left(sitting, seat), sitting.now
    sitting.now += 5 * MINUTE
    until = sitting.now - 30_000
    sitting.must_move(seat, step(sitting, seat))
    sitting.must(SERVICE, Spare(since, until))
    assert times(sitting).left[seat] == had - 30_000 - 10
    assert code(sitting.do(SERVICE, Spare(since, until))) == "no_clock"
    sitting.must_move(seat, Done())
    assert code(sitting.do(SERVICE, Spare(since - 500, until))) == "no_clock"


def test_an_outage_before_a_new_allowance_brings_nothing() -> None:
    """It was told of late; what it took from is gone."""
    sitting, seat = in_turns(pace=Live(game=60))
    since = sitting.now
    sitting.now = due(sitting, seat)
    until = sitting.now
    assert flag(sitting, seat) == ""
    sitting.must(CID, do.Sit(seat))
    assert code(sitting.do(SERVICE, Spare(since, until))) == "no_clock"
    assert times(sitting).left[seat] == MINUTE


def test_an_outage_moves_the_deadline() -> None:
    """Who had a minute before it has a minute after it."""
    sitting, seat = in_turns(pace=LIVE)
    since = sitting.now
    had = left(sitting, seat)
    sitting.now += 60 * MINUTE
    sitting.must(SERVICE, Spare(since, sitting.now))
    assert left(sitting, seat) == had - 10
    assert flag(sitting, seat) == "not_now"


def test_moves_undos_and_redos_are_what_has_to_be_in_time() -> None:
    """And nothing else: whoever only answers or proposes is not late."""
    assert set(OWN) == {Moved, Undone, Redone}
    sitting, seat = in_turns(pace=LIVE)
    sitting.now = due(sitting, seat) + 1
    assert code(sitting.do(ANN, do.Propose("pause"))) == ""
