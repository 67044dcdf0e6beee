"""How far those may see who only watch: a prefix of the log that grows, with nothing too new, and all in the end."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.table.state import Table
from partie.table.time.spectator_delay import Course, may_read_chat, reach
from partie.table.values import DelaySetting
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, CID, Sitting, code, running, seated

START = 5

DELAYS = st.builds(DelaySetting, st.sampled_from(["moves", "seconds"]), st.integers(1, 9))


def table_of(delay: DelaySetting | None, seq: int, *, ended: bool = False, vacant: int = 0) -> Table:
    """A table after so many events, of which the fifth started its game."""
    bare = running(delay=delay).table
    play = replace(bare.play, started=START)
    return replace(bare, seq=seq, play=play, phase="ended" if ended else "running", vacant=vacant)


@st.composite
def logs(draw: st.DrawFn) -> tuple[list[int], list[bool]]:
    """The stamps of a log, and which of its events are moves."""
    gaps = draw(st.lists(st.integers(0, 3_000), min_size=START, max_size=60))
    stamps = [sum(gaps[: index + 1]) for index in range(len(gaps))]
    moves = [index >= START and draw(st.booleans()) for index in range(len(gaps))]
    return stamps, moves


def course(stamps: list[int], moves: list[bool], seq: int) -> Course:
    return Course(stamps[:seq], [index + 1 for index in range(seq) if moves[index]])


@given(logs(), DELAYS, st.integers(0, 20_000))
def test_nothing_is_shown_that_is_newer_than_allowed(
    log: tuple[list[int], list[bool]], delay: DelaySetting, late: int
) -> None:
    """RatedChanged event by event: enough moves came after it, or enough time has passed since."""
    stamps, moves = log
    now = stamps[-1] + late
    shown = reach(table_of(delay, len(stamps)), course(stamps, moves, len(stamps)), now)
    assert START <= shown <= len(stamps)
    for seq in range(START + 1, len(stamps) + 1):
        passed = sum(moves[seq:]) if delay.unit == "moves" else (now - stamps[seq - 1]) // 1000
        assert (seq <= shown) == (passed >= delay.count)


@given(logs(), DELAYS, st.lists(st.integers(0, 9_000), max_size=8))
def test_what_was_shown_stays_shown(log: tuple[list[int], list[bool]], delay: DelaySetting, waits: list[int]) -> None:
    """While events come, and while time passes without any."""
    stamps, moves = log
    before = 0
    for seq in range(START, len(stamps) + 1):
        for now in (stamps[seq - 1], *(stamps[seq - 1] + sum(waits[: at + 1]) for at in range(len(waits)))):
            if seq < len(stamps) and now > stamps[seq]:
                break
            shown = reach(table_of(delay, seq), course(stamps, moves, seq), now)
            assert shown >= before
            before = shown


@given(logs(), DELAYS)
def test_in_the_end_all_is_shown(log: tuple[list[int], list[bool]], delay: DelaySetting) -> None:
    """Where moves count at once, for none follow; else when the end itself is old enough, and not before."""
    stamps, moves = log
    whole = course(stamps, moves, len(stamps))
    ended = table_of(delay, len(stamps), ended=True)
    assert reach(ended, whole, stamps[-1] + 1000 * delay.count) == len(stamps)
    if delay.unit == "seconds":
        assert reach(ended, whole, stamps[-1] + 1000 * delay.count - 1) < len(stamps) or len(stamps) == START


@given(logs(), DELAYS, st.integers(0, 20_000))
def test_words_among_the_players_are_held_back_like_what_they_are_about(
    log: tuple[list[int], list[bool]], delay: DelaySetting, late: int
) -> None:
    """What was said before the game is open; of what was said since, that of which the next event could be shown."""
    stamps, moves = log
    now, whole = stamps[-1] + late, course(stamps, moves, len(stamps))
    table = table_of(delay, len(stamps))
    for seq in range(1, len(stamps) + 1):
        heard = may_read_chat(table, whole, now, seq, stamps[seq - 1])
        passed = sum(moves[seq:]) if delay.unit == "moves" else (now - stamps[seq - 1]) // 1000
        assert heard == (seq < START or passed >= delay.count)


def test_nothing_is_held_back_where_nobody_agreed_to_or_before_the_start() -> None:
    """A table that is being filled is shown as it is."""
    assert reach(table_of(None, 20), Course([], []), 0) == 20
    waiting = seated(ANN, BOB, delay=DelaySetting("moves", 3))
    assert reach(waiting.table, waiting.history.course, 0) == waiting.table.seq


def test_a_seat_that_anybody_may_take_is_seen_to_be_free() -> None:
    """Else a game that waits for somebody to take it would wait for ever; what comes after is held back again."""
    sitting = running(ANN, BOB, delay=DelaySetting("moves", 50))
    sitting.away = {BOB: 10**9}
    sitting.must(ANN, client_in.Propose("free_seat", seat=1))
    freed = sitting.table.seq
    assert sitting.table.seats[1].freed
    assert sitting.history.reach(sitting.now) == freed
    sitting.must(CID, client_in.Sit(1))
    assert sitting.history.reach(sitting.now) == freed


def test_the_history_says_who_was_here_by_an_event() -> None:
    """Later arrivals are not named to those who are behind."""
    sitting = seated(ANN, BOB)
    assert sitting.history.persons_of(2) == {ANN}
    assert sitting.history.persons_of(sitting.table.seq) == {ANN, BOB}


def test_an_undone_move_is_struck_only_for_those_who_saw_it_undone() -> None:
    """Delayed spectators read it as it was."""
    sitting = running()
    seat = min(sitting.history.pending(sitting.table))
    while not sitting.table.trail.run:
        sitting.must_move(seat, sitting.legal(seat)[0])
        seat = min(sitting.history.pending(sitting.table))
    moved = sitting.table
    runner: Any = moved.runner
    sitting.must(sitting.person(runner), client_in.Undo(moved.trail.run[-1]))
    assert sitting.history.entry(moved.seq, 0).struck
    assert not sitting.history.entry(moved.seq, 0, moved).struck


def test_a_rated_game_is_not_shown_some_time_later() -> None:
    """Ratings are everybody's to read, and move at the true end; where moves count all see that end at once."""
    create = client_in.Create(game="toy", seats=2, rated=True, delay=DelaySetting("seconds", 30))
    assert code(Sitting().do(ANN, create)) == "rated_late"
    by_time = seated(ANN, BOB, delay=DelaySetting("seconds", 30))
    by_moves = seated(ANN, BOB, delay=DelaySetting("moves", 3))
    assert code(by_time.do(ANN, client_in.ChangeRated(rated=True))) == "rated_late"
    by_moves.must(ANN, client_in.ChangeRated(rated=True))
    assert by_moves.table.rated


def agreed(sitting: Sitting, delay: DelaySetting | None) -> int:
    """The players agree to another delay; by which event."""
    shown = sitting.history.reach(sitting.now)
    sitting.must(ANN, client_in.Propose("delay", delay=delay), shown=shown)
    sitting.must(BOB, client_in.Answer(sitting.table.seq, True), shown=sitting.history.reach(sitting.now))
    return sitting.table.seq


@given(st.none() | DELAYS, st.lists(st.none() | DELAYS, min_size=1, max_size=4), st.integers(1, 5))
def test_what_was_shown_stays_shown_when_the_delay_is_changed(
    first: DelaySetting | None, changes: list[DelaySetting | None], moves: int
) -> None:
    """Longer, shorter, of another kind, to none and back; and nobody is shown at once what another holds back."""
    sitting = running(ANN, BOB, delay=first)
    before = 0
    for change in changes:
        for _ in range(moves):
            if sitting.table.phase == "running":
                seat = min(sitting.history.pending(sitting.table))
                sitting.must_move(seat, sitting.legal(seat)[0])
                sitting.now += 2_000
        if sitting.table.phase != "running" or change == sitting.table.delay:
            continue
        old, shown = sitting.table.delay, sitting.history.reach(sitting.now)
        assert shown >= before
        seq = agreed(sitting, change)
        assert sitting.table.delay == change
        before = sitting.history.reach(sitting.now)
        assert before >= shown
        if change is None or old is None:
            assert before == seq
        elif change.unit == old.unit and change.count > old.count:
            # Only what ripened while it was asked and answered.
            assert before <= reach(replace(sitting.table, delay=old), sitting.history.course, sitting.now)


def test_what_is_held_back_is_changed_by_consent_alone() -> None:
    """Not in a rated game by time, not to what it is, and by nobody alone while another person plays."""
    sitting = running(ANN, BOB, delay=DelaySetting("moves", 3))
    assert code(sitting.do(ANN, client_in.Propose("delay", delay=DelaySetting("moves", 3)))) == "same_delay"
    assert code(sitting.do(CID, client_in.Propose("delay"))) == "not_seated"
    sitting.away = {BOB: 10**9}
    sitting.must(ANN, client_in.Propose("delay"))
    assert sitting.table.delay == DelaySetting("moves", 3)
    sitting.away = {}
    sitting.must(BOB, client_in.Answer(sitting.table.seq, False))
    assert sitting.table.delay == DelaySetting("moves", 3)
    rated = running(ANN, BOB, rated=True)
    assert code(rated.do(ANN, client_in.Propose("delay", delay=DelaySetting("seconds", 30)))) == "rated_late"
    rated.must(ANN, client_in.Propose("delay", delay=DelaySetting("moves", 30)))


def test_what_players_said_while_all_could_read_it_stays_open_when_the_delay_grows() -> None:
    """What is said from then on is held back."""
    sitting = running(ANN, BOB)
    seq = agreed(sitting, DelaySetting("moves", 2))
    history = sitting.history
    assert may_read_chat(sitting.table, history.course, sitting.now, seq - 1, sitting.now)
    assert not may_read_chat(sitting.table, history.course, sitting.now, seq, sitting.now)
