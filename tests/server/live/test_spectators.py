"""How far those may see who only watch, with a clock that is set by hand."""

from __future__ import annotations

import pytest

from partie.kit import SPECTATOR
from partie.live.spectators import SpectatorDelay
from partie.table import History
from partie.table.values import DelaySetting
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, CID, TOYS, running
from tests.server.table.toyplay import finish

MOVES = DelaySetting("moves", 2)
SECONDS = DelaySetting("seconds", 60)


class Watched:
    """A table that is watched from behind."""

    def __init__(self, delay: DelaySetting | None) -> None:
        self.sitting = running(delay=delay)
        self.now = self.sitting.now
        self.delay = SpectatorDelay(self.sitting.history, lambda: self.now)

    def plays(self, moves: int) -> None:
        """Moves are made, one right after the other."""
        for _ in range(moves):
            seat = min(self.sitting.history.pending(self.sitting.table))
            self.sitting.must_move(seat, self.sitting.legal(seat)[0])
        self.now = max(self.now, self.sitting.now)

    def advance(self) -> bool:
        """Look again."""
        return self.delay.advance(self.sitting.history)

    @property
    def newest(self) -> int:
        return self.sitting.history.seq


def test_where_nothing_is_held_back_everybody_sees_the_newest() -> None:
    """The very same table."""
    watched = Watched(None)
    watched.plays(2)
    watched.advance()
    assert not watched.delay.behind
    assert not watched.delay.waits
    assert watched.delay.seen is watched.delay.of(SPECTATOR) is watched.delay.of(0) is watched.sitting.table


def test_those_at_the_seats_see_all_and_others_so_many_moves_less() -> None:
    """It takes moves until they see more, and no time."""
    watched = Watched(MOVES)
    started = watched.newest
    watched.plays(4)
    assert watched.advance()
    assert watched.delay.behind
    assert not watched.delay.waits
    assert watched.delay.of(0).seq == watched.newest == started + 4
    assert watched.delay.of(SPECTATOR).seq == started + 2


def test_time_alone_shows_what_is_old_enough() -> None:
    """Once, and then there is nothing more to wait for."""
    watched = Watched(SECONDS)
    watched.plays(2)
    watched.advance()
    assert watched.delay.behind
    assert watched.delay.waits
    assert not watched.advance()
    watched.now += 60_000
    assert watched.advance()
    assert not watched.delay.waits
    assert watched.delay.seen is watched.sitting.table
    assert not watched.advance()


def test_a_clock_that_is_set_back_takes_back_nothing_that_was_shown() -> None:
    """It was seen."""
    watched = Watched(SECONDS)
    watched.plays(3)
    watched.now += 60_000
    watched.advance()
    seen = watched.delay.seen.seq
    watched.now -= 120_000
    assert not watched.advance()
    assert watched.delay.seen.seq == seen


def test_a_history_that_lost_its_end_is_looked_at_anew() -> None:
    """What was shown of the old one says nothing of this one."""
    watched = Watched(SECONDS)
    watched.plays(3)
    watched.now += 60_000
    watched.advance()
    shorter = History.load("table-1", watched.sitting.entries[:-2], None, TOYS)
    watched.now -= 60_000
    assert watched.delay.advance(shorter)
    assert watched.delay.seen.seq < shorter.seq
    assert watched.delay.of(0) is shorter.newest


def test_a_player_without_a_seat_in_what_is_seen_knows_the_newest_all_the_same() -> None:
    """The owner of a seat knows all; everybody else knows what spectators do."""
    watched = Watched(MOVES)
    watched.plays(4)
    watched.advance()
    assert watched.delay.of_person(ANN) is watched.sitting.table
    assert watched.delay.of_person(CID) is watched.delay.seen


def test_who_has_given_a_seat_away_does_not_hold_it_in_what_he_knows() -> None:
    """Else he would be refused as if it were still his."""
    watched = Watched(DelaySetting("moves", 3))
    watched.plays(1)
    sitting = watched.sitting
    sitting.must(BOB, client_in.SeatBot(1))
    watched.plays(2)
    watched.advance()
    known = watched.delay.of_person(BOB)
    assert watched.delay.behind
    assert watched.delay.seen.seat_of(BOB) == 1
    assert known.seat_of(BOB) is None
    assert known.seq == watched.delay.seen.seq


@pytest.mark.parametrize("delay", [None, MOVES, SECONDS], ids=["none", "moves", "seconds"])
def test_what_the_players_say_is_theirs_to_read_and_others_when_they_see_as_much(delay: DelaySetting | None) -> None:
    """By the event after which it was said, or by the time that has passed since."""
    watched = Watched(delay)
    watched.plays(1)
    said_after, said_at = watched.newest, watched.now
    watched.advance()
    assert watched.delay.may_read(ANN, said_after, said_at)
    assert watched.delay.may_read(CID, said_after, said_at) == (delay is None)
    watched.plays(4)
    watched.now += 60_000
    watched.advance()
    assert watched.delay.may_read(CID, said_after, said_at)


def test_the_end_opens_everything_where_moves_count() -> None:
    """Nothing is left that could be sent to a player."""
    watched = Watched(MOVES)
    finish(watched.sitting)
    assert watched.advance()
    assert not watched.delay.behind


def test_what_is_seen_is_folded_once() -> None:
    """However often it is looked at."""
    watched = Watched(MOVES)
    watched.plays(4)
    watched.advance()
    asked: list[int] = []
    past = watched.sitting.history.past

    def counted(seq: int) -> object:
        asked.append(seq)
        return past(seq)

    watched.sitting.history.past = counted  # type: ignore[method-assign,assignment]
    assert watched.delay.seen is watched.delay.seen
    assert len(asked) == 1
