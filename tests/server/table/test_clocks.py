"""The clocks of a table: what the stamps of its log say each seat has left."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.table import History, Snapshot, Table, clocks, hours
from partie.table.clocks import Clocks
from partie.table.commands import CreditOutage, TimeOut
from partie.table.context import Decision
from partie.table.events import Event, Moved, OutageCredited, Redone, SeatReplaced, TimedOut, Undone, VacationChanged
from partie.table.limits import ABSENT_MS
from partie.table.values import Days, Falls, Live, TimeControl, What
from partie.wire import client_in
from tests.engines.toys.state import Done
from tests.server.table.sitting import ANN, BOB, CID, DAN, TOYS, Sitting, code, nonce, running
from tests.server.table.time.clocked import LIVE, MINUTE, SERVICE, agree, due, flag, left, times
from tests.server.table.toyplay import in_turns, step

# --- laws --------------------------------------------------------------------------------------------------------


class Reckoned(Sitting):
    """A table whose clocks are computed a second time, from the seats to act between two events and what was done."""

    def __init__(self) -> None:
        super().__init__()
        self.pace: TimeControl | None = None
        self.left = [0, 0, 0]
        self.rest = [0, 0, 0]
        self.resting: set[int] = set()
        self.running: frozenset[int] = frozenset()
        self.acting: frozenset[int] = frozenset()
        self.at = self.spared = 0
        self.silences: list[tuple[int, int, set[int]]] = []
        self.turns: set[int] = set()

    def append(self, decision: Decision) -> Table:
        before = self.history.table
        after = super().append(decision)
        acting = self.history.pending(after)
        if before is None or not after.started or after.clocks is None:
            self.pace = None
        elif self.pace != after.clocks.pace:
            self._begin(after.clocks.pace, after.at)
        else:
            self._charge(after)
            self._do(before, decision.event, after, acting)
        stopped = after.clocks is None or after.clocks.paused
        self.acting = acting
        self.running = frozenset(seat for seat in acting if after.seats[seat].human and not stopped)
        self.at = after.at
        return after

    def _begin(self, pace: TimeControl, at: int) -> None:
        self.pace = pace
        self.left = [hours.allowance(pace)] * 3
        self.rest = [pace.vacation * hours.DAY if isinstance(pace, Days) else 0] * 3
        self.resting, self.silences, self.turns = set(), [], set()
        self.spared = at

    def _charge(self, after: Table) -> None:
        assert after.clocks is not None
        zone = after.clocks.zone
        for seat in self.running:
            begins = self.at + self.rest[seat] if seat in self.resting else self.at
            self.left[seat] -= hours.counted(after.clocks.pace, zone, begins, after.at)
        if self.running and after.at - self.at >= clocks.GAP:
            silence = (self.at, after.at, set(self.running - self.resting))
            self.silences = [*self.silences, silence][-clocks.GAPS :]
        for seat in tuple(self.resting):
            self.rest[seat] = max(0, self.rest[seat] - (after.at - self.at))
            if not self.rest[seat]:
                self.resting.remove(seat)

    def _do(self, before: Table, event: Event, after: Table, acting: frozenset[int]) -> None:
        assert after.clocks is not None
        pace = after.clocks.pace
        turn = pace.turn * hours.SECOND if isinstance(pace, Live) else 0
        own, ended = -1, False
        match event:
            case Moved():
                own = event.seat
                ended = own not in acting or after.play.turn > before.play.turn
                if ended and before.seats[own].human:
                    self.turns.add(after.seq)
                    self.left[own] += turn
            case Undone():
                own = event.seat
                self.left[own] -= turn * len(
                    self.turns & {*before.trail.run[len(after.trail.run) + 1 :], before.play.here}
                )
            case Redone():
                own = event.seat
                self.left[own] += turn * len(
                    self.turns.intersection(before.trail.redo[: before.trail.redo.index(event.to) + 1])
                )
            case OutageCredited():
                self._spare(after.clocks, event)
            case VacationChanged():
                (self.resting.add if event.on else self.resting.discard)(event.seat)
            case TimedOut():
                assert self.left[event.seat] <= 0, "nobody falls before the time is over"
            case _ if after.play.here != before.play.here:
                self.turns = set()
        begun = {seat for seat in acting if (ended if seat == own else seat not in self.acting)}
        freed = {seat for seat in range(3) if after.seats[seat].freed and not before.seats[seat].freed}
        for seat in (begun if isinstance(pace, Days) else set()) | (
            freed if not isinstance(event, SeatReplaced) else set()
        ):
            self.left[seat] = hours.allowance(pace)
            for _, _, seats in self.silences:
                seats.discard(seat)

    def _spare(self, now: Clocks, event: OutageCredited) -> None:
        """What was charged in long silences is given back, and what was given back is not given again."""
        for since, until, seats in self.silences:
            for seat in seats:
                first, last = max(since, event.since, self.spared), min(until, event.until)
                self.left[seat] += hours.counted(now.pace, now.zone, first, last)
        self.spared = max(self.spared, event.until)

    def check(self) -> None:
        """Both computations agree, and nobody is shown less than nothing."""
        now = self.table.clocks
        assert (None if now is None else now.pace) == self.pace
        if now is None:
            return
        assert (list(now.left), list(now.rest), set(now.resting)) == (self.left, self.rest, self.resting)
        for seat in range(3):
            assert clocks.remaining(now, seat, self.now) >= 0
            assert now.rest[seat] >= 0
            assert clocks.deadline(now, seat) is None or seat in self.running


def live(turn: int, falls: Falls) -> Live:
    """Few minutes, so that flags fall."""
    return Live(game=240, turn=turn, falls=falls)


HOURS = Days(days=1, opens=8 * 60, closes=22 * 60, zone="Europe/Berlin", vacation=2, falls="free")
PACES: tuple[TimeControl, ...] = (
    Live(game=86_400),
    live(5, "bot"),
    live(7, "free"),
    live(9, "lost"),
    Days(days=1, vacation=1),
    HOURS,
)
DEEDS = (
    *("move", "move", "move", "turn", "turn", "undo", "undo", "redo", "redo", "ask", "ask"),
    *("answer", "answer", "answer", "answer", "pace", "free", "bot", "sit", "sit", "rest", "rest", "flag", "spare"),
)
STEPS = (10, 1_000, 40_000, 10 * MINUTE, 5 * hours.HOUR, 30 * hours.HOUR)


def attempt(sitting: Reckoned, deed: str, choice: int) -> None:
    """Somebody tries to do something, which may be refused."""
    table, seat = sitting.table, choice % 3
    person, proposal = sitting.person(seat), table.proposal
    back = (*table.trail.run, table.started)[choice % (len(table.trail.run) + 1)]
    match deed:
        case "move" | "turn":
            seat = min(sitting.history.pending(table))
            legal = sitting.legal(seat)
            ends = [move for move in legal if isinstance(move, Done)] if deed == "turn" else []
            sitting.move(seat, (ends or legal)[choice % len(ends or legal)])
        case "undo":
            sitting.do(sitting.person(table.runner), client_in.Undo(back))
        case "redo" if table.trail.redo:
            sitting.do(sitting.person(table.runner), client_in.Redo(table.trail.redo[choice % len(table.trail.redo)]))
        case "ask":
            stopped = table.clocks is not None and table.clocks.paused
            what: What = "resume" if stopped else "pause" if choice % 2 else "undo"
            sitting.do(person, client_in.Propose(what, to=back))
        case "pace":
            sitting.do(person, client_in.Propose("pace", pace=(*PACES, None)[choice % (len(PACES) + 1)]))
        case "free":
            sitting.away = {other.person: 10 * ABSENT_MS for other in table.seats if other.person != person}
            sitting.do(person, client_in.Propose("free_seat", seat=(seat + 1) % 3))
            sitting.away = {}
        case "answer" if proposal is not None:
            asked = proposal.waiting[choice % len(proposal.waiting)]
            sitting.do(sitting.person(asked), client_in.Answer(proposal.seq, choice % 8 > 0))
        case "bot":
            sitting.do(person, client_in.SeatBot(seat))
        case "sit":
            sitting.do((ANN, BOB, CID, DAN)[choice % 4], client_in.Sit(choice // 4 % 3))
        case _:
            attend(sitting, deed, choice)


def attend(sitting: Reckoned, deed: str, choice: int) -> None:
    """A vacation, or what the service does by itself."""
    now = sitting.table.clocks
    due = None if now is None else clocks.next_deadline(now)
    match deed:
        case "rest" if now is not None:
            sitting.do(sitting.person(choice % 3), client_in.ChangeVacation(choice % 3 not in now.resting))
        case "flag" if due is not None:
            # At its very time, or as it comes.
            sitting.now = max(sitting.now, due[0]) if choice % 2 else sitting.now
            sitting.do(SERVICE, TimeOut(due[1]))
        case "spare":
            since = sitting.now - STEPS[choice % len(STEPS)] - choice
            sitting.do(SERVICE, CreditOutage(since, sitting.now - choice % 7_000))


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(PACES),
    st.integers(0, 3),
    st.lists(st.tuples(st.sampled_from(DEEDS), st.sampled_from(STEPS), st.integers(0, 99)), min_size=12, max_size=40),
)
def test_each_seat_is_charged_the_time_in_which_it_had_to_act(
    pace: TimeControl, chosen: int, deeds: list[tuple[str, int, int]]
) -> None:
    """Whatever is moved, taken back, agreed, stopped, left to bots, flagged and spared, and with anyone on vacation.

    A replay, a snapshot and another node show the same clocks at every position.
    """
    sitting = Reckoned()
    sitting.must(ANN, client_in.Create("toy", 3, {"rounds": 3}, pace=pace))
    for seat, person in enumerate((ANN, BOB, CID)):
        sitting.must(person, client_in.Sit(seat))
    for person in (ANN, BOB, CID):
        sitting.must(person, client_in.Ready(True, nonce(person)))
    for seat in range(chosen):
        sitting.must_move(seat, sitting.legal(seat)[0])
    for deed, passed, choice in deeds:
        if sitting.table.phase != "running":
            break
        # Where minutes are all there are, few of them pass at once.
        sitting.now += passed if passed < MINUTE or isinstance(sitting.pace, Days) else choice
        attempt(sitting, deed, choice)
        sitting.check()
    again = History.load("table-1", sitting.entries, None, TOYS)
    for seq, table in enumerate(sitting.tables, 1):
        assert again.past(seq).clocks == table.clocks
    data = sitting.history.snapshot().encode()
    waked = History.load("table-1", sitting.entries, Snapshot.decode(data, TOYS), TOYS)
    assert waked.newest.clocks == sitting.table.clocks
    sitting.check_views()


# --- live --------------------------------------------------------------------------------------------------------


def test_all_who_have_not_chosen_are_charged() -> None:
    """In a simultaneous choice; seats that have chosen are no longer charged."""
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
    sitting.must(sitting.person(seat), client_in.Undo(begin))
    assert times(sitting).left[seat] == had - 10
    sitting.must(sitting.person(seat), client_in.Redo(done))
    assert times(sitting).left[seat] == had + 5_000 - 20


def test_no_undo_gives_time_back() -> None:
    """What was thought is thought, also when all agree to go back."""
    sitting, seat = in_turns(pace=LIVE)
    begin = sitting.table.seq
    sitting.now += MINUTE
    sitting.must_move(seat, step(sitting, seat))
    spent = times(sitting).left[seat]
    sitting.must(sitting.person(seat), client_in.Undo(begin))
    assert times(sitting).left[seat] == spent - 10


@pytest.mark.parametrize("pace", [LIVE, Days(days=1)])
def test_nobody_refills_a_clock_by_giving_the_seat_to_a_bot(pace: TimeControl) -> None:
    """People who sit down again have what was left, and while the bot played nothing was earned."""
    sitting, seat = in_turns(pace=pace)
    person = sitting.person(seat)
    sitting.now += MINUTE
    had = left(sitting, seat)
    sitting.must(person, client_in.SeatBot(seat))
    sitting.must(person, client_in.Sit(seat))
    assert left(sitting, seat) == had - 10
    if pace == LIVE:
        sitting.must(person, client_in.SeatBot(seat))
        sitting.must_move(seat, Done())
        sitting.must(person, client_in.Sit(seat))
        assert left(sitting, seat) == had - 10


def test_whoever_takes_a_freed_seat_has_a_whole_allowance() -> None:
    """Whatever the bot did that sat in."""
    sitting, seat = in_turns(pace=LIVE)
    sitting.now = due(sitting, seat)
    assert flag(sitting, seat) == ""
    sitting.must_move(seat, Done())
    sitting.must(CID, client_in.Sit(seat))
    assert times(sitting).left[seat] == 600_000


# --- what is agreed ----------------------------------------------------------------------------------------------


def test_clocks_stop_and_go_on_by_consent() -> None:
    """While they stand nobody moves, and nobody is charged."""
    sitting, seat = in_turns(pace=LIVE)
    agree(sitting, client_in.Propose("pause"))
    had = left(sitting, seat)
    sitting.now += 10 * MINUTE
    assert left(sitting, seat) == had
    assert code(sitting.move(seat, Done())) == "paused"
    assert flag(sitting, seat) == "no_clock"
    assert code(sitting.do(ANN, client_in.Propose("pause"))) == "paused"
    agree(sitting, client_in.Propose("resume"))
    assert left(sitting, seat) == had - 10
    sitting.must_move(seat, Done())
    assert code(sitting.do(ANN, client_in.Propose("resume"))) == "not_paused"


# --- days --------------------------------------------------------------------------------------------------------


def test_each_decision_has_its_own_days() -> None:
    """After taking back their move, a player goes on with what was left of them."""
    sitting, seat = in_turns(pace=Days(days=2))
    begin = sitting.table.seq
    assert left(sitting, seat) > 2 * 24 * 60 * MINUTE - 1000
    sitting.now += 30 * 60 * MINUTE
    sitting.must_move(seat, Done())
    assert left(sitting, 1 - seat) == 2 * 24 * 60 * MINUTE - 10
    sitting.must(sitting.person(seat), client_in.Undo(begin))
    assert left(sitting, seat) < 19 * 60 * MINUTE


def test_a_vacation_stops_the_clock_while_it_lasts() -> None:
    """It runs by the calendar, and when it is used up the clock goes on."""
    sitting, seat = in_turns(pace=Days(days=1, vacation=2))
    person = sitting.person(seat)
    sitting.must(person, client_in.ChangeVacation(True))
    had = left(sitting, seat)
    sitting.now += 24 * 60 * MINUTE
    assert left(sitting, seat) == had
    assert due(sitting, seat) == times(sitting).at + 2 * hours.DAY + times(sitting).left[seat]
    sitting.must(person, client_in.ChangeVacation(False))
    assert times(sitting).rest[seat] < hours.DAY
    assert code(sitting.do(person, client_in.ChangeVacation(False))) == "not_resting"
    assert code(in_turns(pace=LIVE)[0].do(ANN, client_in.ChangeVacation(True))) == "no_vacation"


# --- outages -----------------------------------------------------------------------------------------------------


def test_time_in_which_the_service_was_away_is_given_back_once() -> None:
    """Also when a move came in before anybody said so; not what lies outside of the outage."""
    sitting, seat = in_turns(pace=LIVE)
    had, since = left(sitting, seat), sitting.now
    sitting.now += 5 * MINUTE
    until = sitting.now - 30_000
    sitting.must_move(seat, step(sitting, seat))
    sitting.must(SERVICE, CreditOutage(since, until))
    assert times(sitting).left[seat] == had - 30_000 - 10
    assert code(sitting.do(SERVICE, CreditOutage(since, until))) == "no_clock"
    sitting.must_move(seat, Done())
    assert code(sitting.do(SERVICE, CreditOutage(since - 500, until))) == "no_clock"


def test_an_outage_before_a_new_allowance_brings_nothing() -> None:
    """It was recorded late; what it took from is gone."""
    sitting, seat = in_turns(pace=Live(game=60))
    since = sitting.now
    sitting.now = due(sitting, seat)
    until = sitting.now
    assert flag(sitting, seat) == ""
    sitting.must(CID, client_in.Sit(seat))
    assert code(sitting.do(SERVICE, CreditOutage(since, until))) == "no_clock"
    assert times(sitting).left[seat] == MINUTE


def test_an_outage_moves_the_deadline() -> None:
    """A seat with a minute before it has a minute after it."""
    sitting, seat = in_turns(pace=LIVE)
    since = sitting.now
    had = left(sitting, seat)
    sitting.now += 60 * MINUTE
    sitting.must(SERVICE, CreditOutage(since, sitting.now))
    assert left(sitting, seat) == had - 10
    assert flag(sitting, seat) == "not_now"
