"""What needs the others' consent, and the seats of those who do not come back."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from partie.kit import SPECTATOR, Result
from partie.table import may_watch, viewer_of
from partie.table.hours import DAY
from partie.table.limits import ABSENT_MS, AWAY_MS, CONSENT_MS, MAX_PROPOSALS
from partie.table.state import struck
from partie.table.values import Days, DelaySetting, Live, TimeControl
from partie.wire import client_in
from tests.engines.toys.state import Done, Peek
from tests.server.table.sitting import ANN, BOB, CID, DAN, NOT_NOW, Sitting, code, nonce, opened, running, seated
from tests.server.table.toyplay import bid_all, in_turns, step


def propose(sitting: Sitting, person: str, command: client_in.Propose) -> int:
    """Propose something; the number of the event."""
    return sitting.must(person, command).seq


def answer(sitting: Sitting, person: str, grant: bool) -> str:
    """Answer the proposal that stands; the code of the refusal if there is one."""
    proposal = sitting.table.proposal
    return code(sitting.do(person, client_in.Answer(proposal.seq if proposal else 0, grant)))


def keys(sitting: Sitting) -> list[str]:
    """The message keys of the newest event."""
    return [line.key for line in sitting.history.entry(sitting.table.seq, SPECTATOR).lines]


def three() -> tuple[Sitting, int, list[int]]:
    """Three play; the one whose turn it is has drawn and walked. Its seat, and the events of the turn."""
    sitting, seat = in_turns(ANN, BOB, CID)
    begin = sitting.table.seq
    peeked = sitting.must_move(seat, Peek()).seq
    walked = sitting.must_move(seat, step(sitting, seat)).seq
    return sitting, seat, [begin, peeked, walked]


def others(sitting: Sitting, seat: int) -> Iterable[str]:
    """The people in the other seats."""
    return [other.person for number, other in enumerate(sitting.table.seats) if number != seat]


def test_the_last_consent_takes_the_game_back_in_the_same_event() -> None:
    """Across something drawn, to the identical state; what came after is struck and not made again."""
    sitting, seat, (begin, peeked, walked) = three()
    state = sitting.history.past(begin).state
    propose(sitting, sitting.person(seat), client_in.Propose("undo", to=begin))
    first, second = others(sitting, seat)
    assert answer(sitting, first, True) == ""
    assert sitting.table.proposal is not None
    assert answer(sitting, second, True) == ""
    table = sitting.table
    assert table.proposal is None
    assert table.state is state
    assert [struck(table, seq) for seq in (begin, peeked, walked)] == [False, True, True]
    assert table.decision_tokens == (table.seq,) * 3
    assert keys(sitting) == ["granted", "undone_agreed"]
    assert sitting.history.entry(table.seq, 0).strike == (begin + 1, walked)
    assert sitting.history.turn(table, seat).redo == ()


def test_draws_are_new_after_a_game_was_taken_back() -> None:
    """Tiles already seen are drawn afresh, for they hang on the number of the event."""
    sitting, seat, (begin, peeked, _) = three()
    propose(sitting, sitting.person(seat), client_in.Propose("undo", to=begin))
    for person in others(sitting, seat):
        answer(sitting, person, True)
    again = sitting.must_move(seat, Peek())
    assert again.state.top != sitting.history.past(peeked).state.top


def test_after_consent_the_run_is_the_one_of_that_position() -> None:
    """Seats that could take steps back then can again."""
    sitting, seat = in_turns()
    begin = sitting.table.seq
    walked = sitting.must_move(seat, step(sitting, seat)).seq
    sitting.must_move(seat, Peek())
    propose(sitting, sitting.person(1 - seat), client_in.Propose("undo", to=walked))
    assert answer(sitting, sitting.person(seat), True) == ""
    assert sitting.history.turn(sitting.table, seat).undo == (begin,)
    sitting.must(sitting.person(seat), client_in.Undo(begin))


def test_after_consent_it_is_the_other_who_can_take_back_what_he_did_last_then() -> None:
    """And the others get the reason, as it was then."""
    sitting, seat = in_turns()
    begin = sitting.table.seq
    done = sitting.must_move(seat, Done()).seq
    other = 1 - seat
    why = sitting.history.turn(sitting.table, other).undo_refused
    sitting.must_move(other, Peek())
    propose(sitting, sitting.person(other), client_in.Propose("undo", to=done))
    assert answer(sitting, sitting.person(seat), True) == ""
    assert sitting.history.turn(sitting.table, seat).undo == (begin,)
    assert sitting.history.turn(sitting.table, other).undo_refused == why == "other_moved"
    sitting.must(sitting.person(seat), client_in.Undo(begin))
    assert sitting.history.turn(sitting.table, seat).undo_refused in {"other_moved", "uncovered"}


def test_only_a_position_of_the_game_that_still_counts_can_be_returned_to() -> None:
    """Not the present one, none before the start, no vote, nothing that was undone."""
    sitting, seat, (begin, peeked, walked) = three()
    person = sitting.person(seat)
    sitting.must(person, client_in.Undo(peeked))
    vote = propose(sitting, person, client_in.Propose("end"))
    answer(sitting, person, False)
    for to in (None, 0, 1, sitting.table.started - 1, walked, peeked, vote, sitting.table.seq, 999):
        assert code(sitting.do(person, client_in.Propose("undo", to=to))) == "no_such_position"
    propose(sitting, person, client_in.Propose("undo", to=sitting.table.started))
    assert begin > sitting.table.started


def test_a_proposal_lapses_when_anybody_moves_undoes_or_redoes() -> None:
    """It was made for another position."""
    sitting, seat, (_, peeked, walked) = three()
    person = sitting.person(seat)
    for command in (client_in.Undo(peeked), client_in.Redo(walked)):
        proposal = propose(sitting, sitting.person((seat + 1) % 3), client_in.Propose("end"))
        sitting.must(person, command)
        assert sitting.table.proposal is None
        assert code(sitting.do(person, client_in.Answer(proposal, True))) == "no_proposal"
    propose(sitting, person, client_in.Propose("end"))
    sitting.must_move(seat, step(sitting, seat))
    assert sitting.table.proposal is None


def test_a_proposal_is_gone_at_a_refusal_and_when_its_asker_withdraws_it() -> None:
    """Also one who had granted it may still refuse."""
    sitting, seat, _ = three()
    asker, (first, second) = sitting.person(seat), others(sitting, seat)
    propose(sitting, asker, client_in.Propose("end"))
    assert answer(sitting, asker, True) == "not_asked"
    assert answer(sitting, asker, False) == ""
    assert keys(sitting) == ["withdrawn"]
    propose(sitting, asker, client_in.Propose("end"))
    answer(sitting, first, True)
    assert answer(sitting, first, True) == "already_answered"
    assert answer(sitting, first, False) == ""
    assert keys(sitting) == ["refused"]
    assert answer(sitting, second, True) == "no_proposal"
    assert sitting.table.phase == "running"


def test_one_proposal_stands_at_a_time_for_two_minutes_by_the_clock_of_the_log() -> None:
    """After that it cannot be granted, and another can be made."""
    sitting, seat, _ = three()
    asker, (first, _) = sitting.person(seat), others(sitting, seat)
    propose(sitting, asker, client_in.Propose("end"))
    stands = sitting.table.proposal
    assert stands is not None
    assert stands.at == sitting.entries[-1].at
    assert code(sitting.do(first, client_in.Propose("end"))) == "proposal_open"
    sitting.now = stands.at + CONSENT_MS
    assert answer(sitting, first, True) == ""
    sitting.now = stands.at + CONSENT_MS + 1
    assert answer(sitting, first, False) == "lapsed"
    propose(sitting, first, client_in.Propose("end"))


def test_the_log_has_the_last_word_on_whether_a_proposal_has_lapsed() -> None:
    """A node whose idea of the time is wrong appends nothing."""
    sitting, seat, _ = three()
    asker, (first, _) = sitting.person(seat), others(sitting, seat)
    propose(sitting, asker, client_in.Propose("end"))
    stands = sitting.table.proposal
    assert stands is not None
    late = client_in.Answer(stands.seq, True)
    early = client_in.Propose("end")
    sitting.now = stands.at + CONSENT_MS + 1
    assert sitting.do(first, late, now=stands.at) == NOT_NOW
    sitting.now = stands.at
    assert sitting.do(first, early, now=stands.at + CONSENT_MS + 1) == NOT_NOW


def test_the_absent_are_not_asked() -> None:
    """Half a minute without a connection is absent, and the event names the people who have to agree."""
    sitting, seat, (begin, *_) = three()
    asker, (first, second) = sitting.person(seat), others(sitting, seat)
    sitting.away = {first: AWAY_MS, second: AWAY_MS - 1}
    propose(sitting, asker, client_in.Propose("undo", to=begin))
    assert answer(sitting, first, True) == "not_asked"
    assert answer(sitting, first, False) == "not_asked"
    assert answer(sitting, second, True) == ""
    assert sitting.table.play.here == begin


@pytest.mark.parametrize(
    "command",
    [
        client_in.Propose("pace", pace=Live(game=5, falls="lost")),
        client_in.Propose("pause"),
        client_in.Propose("resume"),
        client_in.Propose("delay", delay=DelaySetting("moves", 1)),
    ],
    ids=lambda command: command.what,
)
@pytest.mark.parametrize("pace", [Live(game=600), Days(days=2)], ids=["live", "days"])
def test_nobody_sets_the_clocks_or_the_delay_behind_the_back_of_somebody_absent(
    pace: TimeControl, command: client_in.Propose
) -> None:
    """Those who are here agree, and it waits for those who are away: however long, even if others play."""
    sitting, _ = in_turns(ANN, BOB, CID, pace=pace)
    if command.what == "resume":
        propose(sitting, ANN, client_in.Propose("pause"))
        for person in (BOB, CID):
            assert answer(sitting, person, True) == ""
    before = sitting.table.clocks
    assert before is not None
    sitting.away = {CID: 10 * ABSENT_MS}
    propose(sitting, ANN, command)
    assert answer(sitting, BOB, True) == ""
    stands, now = sitting.table.proposal, sitting.table.clocks
    assert stands is not None
    assert now is not None
    assert stands.waiting == (sitting.table.seat_of(CID),)
    assert (now.pace, now.paused, sitting.table.delay) == (before.pace, before.paused, None)
    # And with absent people alone it is no other thing.
    sitting.away = {BOB: 10 * ABSENT_MS, CID: 10 * ABSENT_MS}
    assert answer(sitting, ANN, False) == ""
    propose(sitting, ANN, command)
    assert sitting.table.proposal is not None
    assert len(sitting.table.proposal.waiting) == 2
    for person in (BOB, CID):
        assert answer(sitting, person, True) == ""
    now = sitting.table.clocks
    assert now is not None
    assert (now.pace, now.paused, sitting.table.delay) != (before.pace, before.paused, None)


def test_a_proposal_stands_for_the_days_of_a_decision_where_each_has_days() -> None:
    """By the stamps of the log: to the last millisecond, and no longer."""
    sitting, _ = in_turns(ANN, BOB, CID, pace=Days(days=2))
    asked = propose(sitting, ANN, client_in.Propose("pause"))
    until = sitting.entries[asked - 1].at + 2 * DAY
    assert sitting.history.view(sitting.table, SPECTATOR)["proposal"]["until"] == until  # type: ignore[index, call-overload]
    assert answer(sitting, BOB, True) == ""
    sitting.now = until + 1
    assert answer(sitting, CID, True) == "lapsed"
    sitting.now = until
    assert code(sitting.do(BOB, client_in.Propose("pause"))) == "proposal_open"
    assert answer(sitting, CID, True) == ""
    assert sitting.table.clocks is not None
    assert sitting.table.clocks.paused


def test_what_is_about_the_clocks_outlasts_moves_where_each_decision_has_days() -> None:
    """Nobody keeps from moving for days; what is about the position lapses, for it is another one."""
    sitting, seat = in_turns(ANN, BOB, CID, pace=Days(days=2))
    begin = sitting.table.seq
    propose(sitting, ANN, client_in.Propose("pause"))
    sitting.must_move(seat, step(sitting, seat))
    sitting.must(sitting.person(seat), client_in.Undo(begin))
    for person in (BOB, CID):
        assert answer(sitting, person, True) == ""
    assert sitting.table.clocks is not None
    assert sitting.table.clocks.paused
    propose(sitting, ANN, client_in.Propose("resume"))
    for person in (BOB, CID):
        answer(sitting, person, True)
    propose(sitting, ANN, client_in.Propose("end"))
    sitting.must_move(seat, step(sitting, seat))
    assert sitting.table.proposal is None


def test_what_stands_for_days_lapses_when_somebody_else_sits_there() -> None:
    """People who were not asked are not bound, and no bot answers."""
    sitting, _ = in_turns(ANN, BOB, CID, pace=Days(days=2))
    propose(sitting, ANN, client_in.Propose("pause"))
    sitting.must(BOB, client_in.SeatBot(1))
    assert sitting.table.proposal is None
    propose(sitting, ANN, client_in.Propose("pause"))
    assert answer(sitting, CID, True) == ""
    assert sitting.table.clocks is not None
    assert sitting.table.clocks.paused


def test_nobody_ends_a_game_of_days_behind_the_back_of_who_is_not_here() -> None:
    """That nobody else is here says nothing there."""
    sitting, _ = in_turns(ANN, BOB, pace=Days(days=2))
    sitting.away = {BOB: 10 * ABSENT_MS}
    propose(sitting, ANN, client_in.Propose("end"))
    assert sitting.table.phase == "running"
    assert answer(sitting, BOB, True) == ""
    assert sitting.table.ending == "agreed"


def test_where_each_decision_has_days_nobody_loses_a_seat_by_being_elsewhere() -> None:
    """The clock says who has been away for too long; while it stands the others do, or they could not go on."""
    sitting, _ = in_turns(ANN, BOB, CID, pace=Days(days=2))
    sitting.away = {BOB: 10 * ABSENT_MS}
    assert code(sitting.do(ANN, client_in.Propose("free_seat", seat=1))) == "has_days"
    propose(sitting, ANN, client_in.Propose("pause"))
    for person in (BOB, CID):
        answer(sitting, person, True)
    propose(sitting, ANN, client_in.Propose("free_seat", seat=1))
    assert answer(sitting, CID, True) == ""
    assert sitting.table.seats[1].freed


def test_a_game_is_not_taken_back_behind_the_back_of_an_absent_opponent() -> None:
    """However long he is away; ending it and freeing his seat need that he is away for two minutes."""
    sitting, seat = in_turns()
    begin = sitting.table.seq
    person, other = sitting.person(seat), sitting.person(1 - seat)
    sitting.must_move(seat, Peek())
    sitting.away = {other: ABSENT_MS}
    assert code(sitting.do(person, client_in.Propose("undo", to=begin))) == "nobody_present"
    sitting.away = {other: ABSENT_MS - 1}
    assert code(sitting.do(person, client_in.Propose("end"))) == "nobody_present"
    sitting.away = {other: ABSENT_MS}
    propose(sitting, person, client_in.Propose("end"))
    assert (sitting.table.phase, sitting.table.ending) == ("ended", "agreed")


def test_against_bots_alone_an_undo_is_granted_at_once() -> None:
    """There is nobody whose consent it needs."""
    sitting = opened(2)
    sitting.must(ANN, client_in.Sit(0))
    sitting.must(ANN, client_in.SeatBot(1))
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    started = sitting.table.seq
    bid_all(sitting)
    propose(sitting, ANN, client_in.Propose("undo", to=started))
    assert sitting.table.play.here == started
    assert keys(sitting) == ["asked_undo", "undone_agreed"]


def test_the_seat_of_one_who_is_away_for_two_minutes_is_freed_by_agreement() -> None:
    """Anyone who may enter takes it over, in the midst of the game and with its colour."""
    sitting, seat, _ = three()
    asker, (gone, stays) = sitting.person(seat), others(sitting, seat)
    target = sitting.table.seat_of(gone)
    assert target is not None
    assert code(sitting.do(asker, client_in.Propose("free_seat", seat=target))) == "not_away"
    assert code(sitting.do(asker, client_in.Propose("free_seat", seat=9))) == "no_such_seat"
    assert code(sitting.do(asker, client_in.Propose("free_seat"))) == "no_such_seat"
    sitting.away = {gone: ABSENT_MS}
    propose(sitting, asker, client_in.Propose("free_seat", seat=target))
    assert answer(sitting, stays, True) == ""
    assert keys(sitting) == ["granted", "freed"]
    freed = sitting.table.seats[target]
    assert (freed.person, freed.freed) == ("", True)
    assert viewer_of(sitting.table, gone) is SPECTATOR
    assert code(sitting.do(asker, client_in.Propose("free_seat", seat=target))) == "seat_free"
    state, asks = sitting.table.state, sitting.table.decision_tokens
    assert code(sitting.do(stays, client_in.Sit(target))) == "already_seated"
    sitting.must(DAN, client_in.Sit(target))
    assert viewer_of(sitting.table, DAN) == target
    assert sitting.table.seats[target].colour == freed.colour
    assert not sitting.table.seats[target].freed
    assert sitting.table.state is state
    assert sitting.table.decision_tokens == asks
    assert code(sitting.do(gone, client_in.Sit(target))) == "seat_taken"


def test_whose_seat_is_to_be_freed_may_say_that_he_is_back() -> None:
    """He is not asked, but his refusal counts; and while he is here his seat is not freed."""
    sitting, seat, _ = three()
    asker, (gone, stays) = sitting.person(seat), others(sitting, seat)
    target = sitting.table.seat_of(gone)
    sitting.away = {gone: ABSENT_MS}
    propose(sitting, asker, client_in.Propose("free_seat", seat=target))
    sitting.away = {}
    assert answer(sitting, stays, True) == "not_away"
    assert answer(sitting, gone, True) == "not_asked"
    assert answer(sitting, gone, False) == ""
    assert sitting.table.proposal is None


def test_of_two_players_the_one_who_stays_frees_the_seat_of_the_other_and_a_bot_goes_on() -> None:
    """A bot keeps the seat until a person wants it."""
    sitting, _ = in_turns()
    sitting.away = {BOB: ABSENT_MS}
    propose(sitting, ANN, client_in.Propose("free_seat", seat=1))
    assert sitting.table.seats[1].freed
    sitting.must(ANN, client_in.SeatBot(1))
    assert sitting.table.seats[1].bot
    assert keys(sitting) == ["substituted_bot"]
    assert code(sitting.do(ANN, client_in.SeatBot(1))) == "seat_taken"
    sitting.must(ANN, client_in.SeatBot(1, "deep"))
    assert sitting.table.seats[1].level == "deep"
    assert code(sitting.do(ANN, client_in.Propose("free_seat", seat=1))) == "seat_free"
    sitting.must(BOB, client_in.Sit(1))
    assert (sitting.table.seats[1].bot, sitting.table.seats[1].person) == (False, BOB)
    assert keys(sitting) == ["substituted"]


def test_who_goes_leaves_his_seat_to_a_bot_and_the_result_tells_its_turns() -> None:
    """As events: given over by himself, and taken back by himself when he is there again."""
    sitting, seat = in_turns()
    person = sitting.table.seats[seat].person
    sitting.must(person, client_in.SeatBot(seat, "careful"))
    assert keys(sitting) == ["substituted_bot"]
    turn = sitting.table.play.turn
    sitting.must_move(seat, sitting.legal(seat)[0])
    sitting.must(person, client_in.Sit(seat))
    assert keys(sitting) == ["substituted"]
    assert sitting.table.play.stood_in == ((seat, turn),)
    sitting.must_move(seat, sitting.legal(seat)[0])
    assert sitting.table.play.stood_in == ((seat, turn),)
    ended = replace(sitting.table, play=replace(sitting.table.play, result=Result((3, 2), (1, 2), (0,))))
    shown = sitting.history.view(ended, SPECTATOR)["result"]
    assert isinstance(shown, dict)
    assert shown["stood_in"] == {str(seat): [turn]}


def test_nobody_else_takes_a_seat_whose_own_person_lets_a_bot_play() -> None:
    """The table shows whose it is; that person alone changes the bot, sees the table on, and takes the seat back."""
    sitting = running(ANN, BOB, watch="nobody")
    sitting.must(ANN, client_in.SeatBot(0))
    assert sitting.history.view(sitting.table, SPECTATOR)["table"]["seats"]["0"]["keeper"] == ANN  # type: ignore[index, call-overload]
    for person in (BOB, CID):
        assert code(sitting.do(person, client_in.Sit(0))) in ("seat_taken", "already_seated")
        assert code(sitting.do(person, client_in.SeatBot(0, "deep"))) in ("seat_taken", "not_seated")
    assert may_watch(sitting.table, ANN, False)
    assert not may_watch(sitting.table, CID, False)
    sitting.must(ANN, client_in.SeatBot(0, "deep"))
    assert (sitting.table.seats[0].level, sitting.table.seats[0].keeper) == ("deep", ANN)
    sitting.must(ANN, client_in.Sit(0))
    assert (sitting.table.seats[0].person, sitting.table.seats[0].keeper) == (ANN, "")
    assert not sitting.table.seats[0].freed


def test_who_lets_a_bot_play_takes_no_other_seat_meanwhile() -> None:
    """It would see the hands of two; its own seat it takes back, and anybody else the other one."""
    sitting = running(ANN, BOB, CID)
    sitting.away = {BOB: ABSENT_MS}
    propose(sitting, ANN, client_in.Propose("free_seat", seat=1))
    assert answer(sitting, CID, True) == ""
    sitting.must(ANN, client_in.SeatBot(0))
    assert code(sitting.do(ANN, client_in.Sit(1))) == "already_seated"
    sitting.must(ANN, client_in.Sit(0))
    sitting.must(DAN, client_in.Sit(1))


def test_a_freed_seat_can_be_seen_by_those_who_may_take_it() -> None:
    """Even where nobody may watch; at an invited table that takes an invitation."""
    sitting = running(ANN, BOB, watch="nobody")
    assert not may_watch(sitting.table, CID, False)
    sitting.away = {BOB: ABSENT_MS}
    propose(sitting, ANN, client_in.Propose("free_seat", seat=1))
    assert may_watch(sitting.table, CID, False)


def test_a_substitute_sees_the_seats_secrets_only_from_then_on() -> None:
    """What was before is shown with a spectator's eyes: positions, lines and all."""
    sitting, _ = in_turns()
    own = [entry for seq in range(1, sitting.table.seq + 1) if (entry := sitting.history.entry(seq, 1)).kind == "moved"]
    assert any(line.key == "chose_card" for entry in own for line in entry.lines)
    sitting.away = {BOB: ABSENT_MS}
    propose(sitting, ANN, client_in.Propose("free_seat", seat=1))
    freed = sitting.table.seq
    sitting.must(CID, client_in.Sit(1))
    for seq in range(1, freed + 1):
        past = sitting.history.past(seq)
        assert sitting.history.entry(seq, 1) == sitting.history.entry(seq, SPECTATOR)
        assert sitting.history.view(past, 1) == sitting.history.view(past, SPECTATOR)
    now = sitting.history.view(sitting.table, 1)["game"]
    assert "hand" in now["players"]["1"]  # type: ignore[index, call-overload, operator]


def test_an_ended_game_shows_its_seed_and_no_result_if_none_was_reached() -> None:
    """Nothing more can be drawn from it."""
    sitting, seat, _ = three()
    assert "seed" not in sitting.history.view(sitting.table, 0)["table"]  # type: ignore[operator]
    propose(sitting, sitting.person(seat), client_in.Propose("end"))
    for person in others(sitting, seat):
        answer(sitting, person, True)
    document = sitting.history.view(sitting.table, SPECTATOR)
    assert document["table"]["ending"] == "agreed"  # type: ignore[index, call-overload]
    assert document["table"]["seed"] == sitting.table.seed.hex()  # type: ignore[index, call-overload]
    assert "result" not in document
    assert keys(sitting) == ["granted", "ended_agreed"]


def test_what_was_undone_before_the_end_stays_struck() -> None:
    """Though it could have been made again until then."""
    sitting, seat = in_turns()
    begin = sitting.table.seq
    walked = sitting.must_move(seat, step(sitting, seat)).seq
    sitting.must(sitting.person(seat), client_in.Undo(begin))
    propose(sitting, ANN, client_in.Propose("end"))
    answer(sitting, BOB, True)
    assert struck(sitting.table, walked)
    assert sitting.history.entry(walked, 0).struck


def test_what_was_taken_back_by_agreement_stays_struck_at_the_end() -> None:
    """Also when moves before it were undone after that."""
    sitting, seat = in_turns()
    begin = sitting.table.seq
    walked = sitting.must_move(seat, step(sitting, seat)).seq
    peeked = sitting.must_move(seat, Peek()).seq
    propose(sitting, sitting.person(seat), client_in.Propose("undo", to=walked))
    (other,) = others(sitting, seat)
    answer(sitting, other, True)
    sitting.must(sitting.person(seat), client_in.Undo(begin))
    propose(sitting, ANN, client_in.Propose("end"))
    answer(sitting, BOB, True)
    assert sitting.table.phase == "ended"
    assert [struck(sitting.table, seq) for seq in (walked, peeked)] == [True, True]


def test_proposals_between_two_moves_are_limited() -> None:
    """Asking and withdrawing in a loop would write for ever."""
    sitting, seat = in_turns()
    for _ in range(MAX_PROPOSALS):
        propose(sitting, ANN, client_in.Propose("end"))
        answer(sitting, ANN, False)
    assert code(sitting.do(BOB, client_in.Propose("end"))) == "proposal_limit"
    sitting.must_move(seat, Done())
    propose(sitting, BOB, client_in.Propose("end"))


@pytest.mark.parametrize("command", [client_in.Propose("end"), client_in.Answer(1, True)])
def test_proposals_need_a_running_game_and_a_seat(command: client_in.Propose | client_in.Answer) -> None:
    """A spectator has no vote."""
    sitting, _ = in_turns()
    assert code(sitting.do(DAN, command)) == "not_seated"
    assert code(seated(ANN, BOB).do(ANN, command)) in {"not_started", "no_proposal"}


def test_a_standing_proposal_is_shown_to_everybody_with_who_is_still_asked() -> None:
    """The client tells whether it may answer, and until when."""
    sitting, seat, (begin, *_) = three()
    propose(sitting, sitting.person(seat), client_in.Propose("undo", to=begin))
    first, _ = others(sitting, seat)
    answer(sitting, first, True)
    granted = sitting.table.seat_of(first)
    waiting = ({0, 1, 2} - {seat, granted}).pop()
    assert sitting.history.view(sitting.table, SPECTATOR)["proposal"] == {
        "seq": sitting.table.seq - 1,
        "what": "undo",
        "seat": seat,
        "to": begin,
        "waiting": [waiting],
        "granted": [granted],
        "until": sitting.entries[-2].at + CONSENT_MS,
    }
    sitting.check_views()
