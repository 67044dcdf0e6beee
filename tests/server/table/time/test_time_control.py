"""What happens when time is over, and when time control changes."""

from __future__ import annotations

import pytest
from msgspec import Raw

from partie.kit import Result
from partie.log import Entry
from partie.table import hours
from partie.table.commands import TimeOut
from partie.table.errors import ImpossibleEvent
from partie.table.events import Moved, Redone, Undone, encode_event
from partie.table.time.time_control import OWN, ranked
from partie.table.upcasters import FORMAT
from partie.table.values import Days, Live, TimeControl
from partie.wire import client_in
from tests.engines.toys.state import Done
from tests.server.table.sitting import ANN, NOT_NOW, Sitting, code
from tests.server.table.time.clocked import LIVE, MINUTE, SERVICE, agree, due, flag, left, times
from tests.server.table.toyplay import acting, finish, in_turns


def test_who_is_late_is_refused_by_the_clock_of_the_log() -> None:
    """Up to the deadline a move counts, after it the flag does."""
    sitting, seat = in_turns(pace=LIVE)
    sitting.now = due(sitting, seat)
    move = client_in.Move(sitting.table.decision_tokens[seat], Raw(b"\x81\xa4type\xa4done"))
    decision = sitting.decide(sitting.person(seat), move)
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
    flagged = sitting.table.seats[seat]
    assert (flagged.bot, flagged.freed, flagged.person == person) == (bot, freed, False)
    assert times(sitting).running == ()
    assert [line.key for line in sitting.history.entry(sitting.table.seq, seat).lines] == [f"flagged_{falls}"]
    assert code(sitting.do(person, client_in.Sit(seat))) == ("seat_taken" if falls == "lost" else "")
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
    """Verifying a log finds a flag that fell too early."""
    sitting, seat = in_turns(pace=LIVE)
    sitting.now = due(sitting, seat)
    decision = sitting.decide(SERVICE, TimeOut(seat))
    newest = sitting.table
    early = Entry(newest.seq + 1, "ab" * 8, newest.mark, sitting.now - 1, FORMAT, encode_event(decision.event))  # type: ignore[union-attr]
    with pytest.raises(ImpossibleEvent, match="was not over"):
        sitting.history.extend(early)


def test_nobody_gives_a_seat_to_a_bot_whose_time_is_over() -> None:
    """So that nobody escapes the flag."""
    sitting, seat = in_turns(pace=Live(game=60, falls="lost"))
    sitting.now = due(sitting, seat) + 1
    assert sitting.do(sitting.person(seat), client_in.SeatBot(seat)) == NOT_NOW
    assert flag(sitting, seat) == ""
    assert sitting.table.play.lost == (seat,)


@pytest.mark.parametrize("pace", [None, Live(game=300, turn=3), Days(days=1)])
def test_another_pace_is_agreed_in_mid_game(pace: TimeControl | None) -> None:
    """All clocks are full again; or there are none any more."""
    sitting, seat = in_turns(pace=LIVE)
    agree(sitting, client_in.Propose("pace", pace=pace))
    now = sitting.table.clocks
    assert (None if now is None else now.pace) == pace
    if now is not None:
        assert now.left == (hours.allowance(now.pace),) * 2
        assert now.running == (seat,)
    assert code(sitting.do(ANN, client_in.Propose("pace", pace=pace))) == "same_pace"
    sitting.check_views()


def test_a_table_without_pace_has_no_clocks_and_can_get_some() -> None:
    """Also one whose log was written before there were any."""
    sitting, _ = in_turns()
    assert "clocks" not in str(sitting.history.view(sitting.table, 0))
    assert code(sitting.do(ANN, client_in.Propose("pause"))) == "no_clock"
    agree(sitting, client_in.Propose("pace", pace=LIVE))
    assert times(sitting).running == (acting(sitting),)


@pytest.mark.parametrize("pace", [Days(days=1, opens=600, closes=630), Days(days=1, zone="Mars/Olympus")])
def test_a_pace_that_cannot_be_played_is_refused(pace: TimeControl) -> None:
    """A window that is too narrow, a time zone that nobody knows."""
    assert code(Sitting().do(ANN, client_in.Create("toy", 2, pace=pace))) == "bad_pace"


def test_moves_undos_and_redos_are_what_has_to_be_in_time() -> None:
    """And nothing else: a player who only answers or proposes is not late."""
    assert set(OWN) == {Moved, Undone, Redone}
    sitting, seat = in_turns(pace=LIVE)
    sitting.now = due(sitting, seat) + 1
    assert code(sitting.do(ANN, client_in.Propose("pause"))) == ""
