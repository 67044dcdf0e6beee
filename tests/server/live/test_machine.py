"""What a live table does next: the machine, fed by hand with no Redis, no socket and no clock."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final, get_args

import pytest

from partie.isolation.watchdog import EngineStuck
from partie.live import machine
from partie.live.errors import TableGone
from partie.live.machine import (
    RETRY_SECONDS,
    TRANSITIONS,
    Advanced,
    Answer,
    Append,
    AskLast,
    AskOutage,
    Credit,
    Elapsed,
    Entries,
    Follow,
    Followed,
    Input,
    Last,
    Load,
    Loaded,
    Note,
    NotLoaded,
    Output,
    Pause,
    Read,
    Rewound,
    SaveSnapshot,
    SetAside,
    Show,
    State,
    Unavailable,
    Unexpected,
    Unsettled,
)
from partie.live.request import SERVICE, Request
from partie.log import Appended, Buried, Entry, Lost, NotNow
from partie.table import History, Refused, decode_event
from partie.table.commands import Expire
from partie.wire import client_in, client_out
from tests.server.live.feeding import (
    CLOCKS,
    TABLE,
    Fed,
    ModelLog,
    answers,
    asked,
    move,
    playing,
    refusable,
    told,
)
from tests.server.table.sitting import TOYS, opened

INPUTS: Final[tuple[type, ...]] = get_args(Input)
AWAY: Final = 60_000
SILENT: Final = Unavailable()
NOTHING: Final = Entries(())


@pytest.fixture
def log() -> ModelLog:
    """The log of a running game."""
    sitting, _ = playing()
    log = ModelLog(sitting.entries, sitting.now)
    grown(log, 4, "before")
    return log


@pytest.fixture
def fed(log: ModelLog) -> Fed:
    """A machine that knows all of it."""
    return Fed(log)


def grown(log: ModelLog, events: int = 1, command: str = "of-another-node") -> list[Entry]:
    """Let another node append so many moves; what follows in the log."""
    other = Fed(log)
    before = len(log.entries)
    for number in range(events):
        other.settle(move(other.history, command=f"{command}-{number}"))
    return log.entries[before:]


def proposal(fed: Fed) -> Request:
    """Something that can be done even if others have moved meanwhile."""
    return Request(fed.history.newest.seats[0].person, "mine", client_in.Propose("end"))


def newest(fed: Fed) -> Last:
    """The event that the machine takes for the log's last."""
    return Last(fed.history.seq, fed.machine.newest.mark)


def shorter(fed: Fed, by: int = 2) -> Last:
    """The end of a log that has lost its last events."""
    seq = fed.history.seq - by
    mark = fed.history.mark_of(seq)
    assert mark is not None
    return Last(seq, mark)


def other_history(fed: Fed) -> Last:
    """The end of a log on which others have built."""
    return Last(fed.history.seq, "e" * 16)


# --- ways into each state -----------------------------------------------------------------------------------------


def appending(fed: Fed) -> Append:
    """A move is with the log."""
    ask = asked(fed.feed(move(fed.history)))
    assert isinstance(ask, Append)
    return ask


def verifying(fed: Fed) -> None:
    """A refusal is held back."""
    assert asked(fed.feed(refusable(fed.history))) == AskLast()


def crediting(fed: Fed) -> None:
    """A move came too late by the log's clock."""
    appending(fed)
    assert asked(fed.feed(NotNow(0))) == AskOutage()


def for_a_word(fed: Fed) -> None:
    """Following, for somebody said that the log has grown."""
    assert fed.machine.heard(fed.history.seq + 1)
    assert asked(fed.feed(Follow())) == Read(fed.history.seq)


def to_compare(fed: Fed) -> None:
    """Following, for somebody wants to know that the end was reached."""
    assert asked(fed.feed(Follow(compare=True))) == Read(fed.history.seq)


def restoring(fed: Fed, keep: int) -> Sequence[Output]:
    """The node has found out that the log ends with the first events, and puts back what follows."""
    to_compare(fed)
    fed.log.cut(keep)
    fed.feed(NOTHING)
    fed.feed(fed.log.last)
    return fed.feed(NOTHING)


def to_refuse(fed: Fed) -> None:
    """Following, for a refusal is due and the log ends elsewhere."""
    verifying(fed)
    assert asked(fed.feed(Last(fed.history.seq + 1, "f" * 16))) == Read(fed.history.seq)


def after_a_lost_race(fed: Fed) -> None:
    """Following, for another event took the number."""
    appending(fed)
    assert asked(fed.feed(Lost(fed.history.seq + 1, "f" * 16))) == Read(fed.history.seq)


def retrying(fed: Fed) -> None:
    """What won a race could not be read."""
    after_a_lost_race(fed)
    assert asked(fed.feed(SILENT)) == Pause(RETRY_SECONDS)


REASONS: Final = {"word": for_a_word, "compare": to_compare, "refusal": to_refuse, "lost": after_a_lost_race}
FOLLOWING: Final = (State.READING, State.COMPARING, State.REREADING, State.HEALING, State.RELOADING)


def following(fed: Fed, state: State, reason: str = "word") -> None:
    """Bring the machine that far in following."""
    REASONS[reason](fed)
    last = other_history(fed) if state is State.RELOADING else shorter(fed)
    for given in (NOTHING, last, NOTHING)[: FOLLOWING.index(state)]:
        fed.feed(given)
    assert fed.machine.state is state


def set_aside(fed: Fed) -> None:
    """The log could not be folded again."""
    following(fed, State.RELOADING)
    fed.feed(NotLoaded(TableGone("broken")))


WAYS: Final[dict[State, Callable[[Fed], object]]] = {
    State.READY: lambda _: None,
    State.APPENDING: appending,
    State.VERIFYING: verifying,
    State.RETRYING: retrying,
    State.CREDITING: crediting,
    State.READING: lambda fed: following(fed, State.READING),
    State.COMPARING: lambda fed: following(fed, State.COMPARING),
    State.REREADING: lambda fed: following(fed, State.REREADING),
    State.HEALING: lambda fed: following(fed, State.HEALING),
    State.RELOADING: lambda fed: following(fed, State.RELOADING),
    State.SET_ASIDE: set_aside,
}


def sample(kind: type, fed: Fed) -> Input:
    """An input of a kind, such as may come at any time."""
    samples: dict[type, Callable[[], Input]] = {
        Request: lambda: move(fed.history, command="another-move"),
        Follow: lambda: Follow(compare=True),
        Appended: lambda: Appended(fed.log.now, "f" * 16),
        Lost: lambda: Lost(fed.history.seq + 1, "f" * 16),
        NotNow: lambda: NotNow(fed.log.now),
        Buried: Buried,
        Unsettled: Unsettled,
        Unavailable: Unavailable,
        Entries: lambda: NOTHING,
        Last: lambda: newest(fed),
        Loaded: lambda: Loaded(History.load(TABLE, fed.log.entries, None, TOYS)),
        NotLoaded: lambda: NotLoaded(TableGone("broken")),
        Credit: lambda: Credit(None),
        Elapsed: Elapsed,
    }
    return samples[kind]()


def everything(fed: Fed) -> dict[str, Any]:
    """All that the machine is."""
    return {**vars(fed.machine), "seq": fed.history.seq, "newest": fed.history.newest}


# --- every state and every input ----------------------------------------------------------------------------------


def test_inputs_and_outputs_are_told_apart_by_their_type() -> None:
    """Whatever is in them: one that is empty is no other empty one, and none counts as nothing."""
    empty = [Unavailable(), Unsettled(), Elapsed(), AskLast(), AskOutage(), Load(), SaveSnapshot(), Show()]
    numbers = [Read(5), Pause(5), Rewound(5)]
    for one, other in itertools.permutations([*empty, *numbers, Follow(), Followed(reached=False)], 2):
        assert one != other
        assert one


def test_there_is_a_way_into_every_state_and_every_row_is_of_a_state_and_an_input() -> None:
    """So what is shown below of all of them is of all of them."""
    assert set(WAYS) == set(State)
    assert {state for state, _ in TRANSITIONS} == set(State) - {State.SET_ASIDE}
    assert {kind for _, kind in TRANSITIONS} == set(INPUTS)


@pytest.mark.parametrize("kind", INPUTS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("state", State, ids=lambda state: state.name)
def test_an_input_is_handled_by_its_row_or_is_unexpected_and_changes_nothing(
    fed: Fed, state: State, kind: type
) -> None:
    """Its feeder learns of the mistake. Whenever the machine waits it has asked for one thing, and last."""
    WAYS[state](fed)
    assert fed.machine.state is state
    given, before = sample(kind, fed), everything(fed)
    if (state, kind) not in TRANSITIONS:
        with pytest.raises(Unexpected, match=f"{kind.__name__} while {state.name}"):
            fed.feed(given)
        assert everything(fed) == before
        return
    outputs = fed.feed(given)
    waits = fed.machine.state not in (State.READY, State.SET_ASIDE)
    if kind is Unsettled:
        assert fed.machine.state is State.APPENDING, "the answer is still to come"
        waits = False
    assert (asked(outputs) is not None) == waits


# --- commands -----------------------------------------------------------------------------------------------------


def test_a_command_that_stands_in_the_log_is_answered_from_its_receipt(fed: Fed) -> None:
    """However often it comes, the machine asks and does nothing."""
    request = move(fed.history)
    fed.settle(request)
    seq = fed.history.seq
    for _ in range(2):
        assert fed.feed(request) == [Answer(request, client_out.Accepted(request.id, TABLE, seq))]
        assert fed.machine.state is State.READY


def test_an_id_that_was_used_for_another_command_is_refused(fed: Fed) -> None:
    """The receipt tells."""
    request = move(fed.history)
    fed.settle(request)
    other = Request(request.person, request.id, client_in.Undo(1))
    assert fed.feed(other) == [Answer(other, client_out.Refused(request.id, "id_reused"))]


def test_a_command_is_decided_appended_shown_answered_and_only_then_observed(fed: Fed) -> None:
    """Nothing is known of it before the log has it."""
    known, request = newest(fed), move(fed.history)
    outputs = fed.feed(request)
    assert len(outputs) == 1
    ask = asked(outputs)
    assert isinstance(ask, Append)
    entry = ask.entry
    assert (entry.seq, entry.prev, entry.at) == (known.seq + 1, known.mark, 0)
    assert not ask.keep_at
    assert ask.not_after is not None, "the mover has a clock"
    event = decode_event(entry.format, entry.body)
    assert (event.person, event.id) == (request.person, request.id)
    assert newest(fed) == known
    accepted = client_out.Accepted(request.id, TABLE, entry.seq)
    assert fed.feed(Appended(fed.log.now + 7, entry.mark)) == [Show(Answer(request, accepted)), Advanced(request)]
    assert newest(fed) == Last(entry.seq, entry.mark)
    assert fed.machine.newest.at == fed.log.now + 7


def test_an_event_that_is_decided_again_is_another_entry(fed: Fed) -> None:
    """With a mark of its own, or the log would take the second for the first."""
    first = asked(fed.feed(proposal(fed)))
    won = grown(fed.log)
    fed.feed(Lost(*fed.log.last))
    second = asked(fed.feed(Entries(won)))
    assert isinstance(first, Append)
    assert isinstance(second, Append)
    assert second.entry.mark != first.entry.mark


def test_a_refusal_is_told_once_the_log_has_said_that_nothing_is_new_there(fed: Fed) -> None:
    """In the words of what its person may know."""
    fed.reworded = Refused("not_ended", "T1", {"seats": 2})
    request = refusable(fed.history)
    assert fed.feed(request) == [AskLast()]
    refused = client_out.Refused(request.id, "not_ended", "T1", {"seats": 2})
    assert fed.feed(newest(fed)) == [Answer(request, refused)]
    assert fed.machine.state is State.READY


def test_a_node_that_was_behind_reads_what_is_new_and_decides_again(log: ModelLog) -> None:
    """What it would have refused may be possible by now."""
    ahead = Fed(log)
    ahead.settle(move(ahead.history))
    request = move(ahead.history, command="too-new")
    fed = Fed(log, upto=len(log.entries) - 1)
    outputs = fed.feed(request)
    assert asked(outputs) == AskLast(), "the position that it names is not known here"
    assert fed.feed(log.last) == [Read(len(log.entries) - 1)]
    outputs = fed.feed(Entries(log.entries[-1:]))
    assert outputs[:2] == [Show(), Advanced()]
    ask = asked(outputs)
    assert isinstance(ask, Append)
    assert ask.entry.prev == log.last.mark


def test_what_another_node_took_is_never_refused(fed: Fed) -> None:
    """This node was behind and would have refused it."""
    other = Fed(fed.log)
    request = move(other.history)
    other.settle(request)
    fed.verdict = Refused("stale")
    done = fed.settle(request)
    assert told(done) == [client_out.Accepted(request.id, TABLE, fed.log.last.seq)]


def test_who_lost_the_race_reads_what_won_and_decides_again(fed: Fed) -> None:
    """On the table after it."""
    other = Fed(fed.log)
    mine = proposal(fed)
    yours = move(other.history, command="yours")
    fed.feed(mine)
    other.settle(yours)
    assert fed.feed(Lost(*fed.log.last)) == [Note("lost_races"), Read(fed.history.seq)]
    outputs = fed.feed(Entries(fed.log.entries[-1:]))
    assert outputs[:2] == [Show(), Advanced()]
    ask = asked(outputs)
    assert isinstance(ask, Append)
    assert (ask.entry.seq, ask.entry.prev) == (fed.log.last.seq + 1, fed.log.last.mark)


def test_who_lost_the_race_to_his_own_command_is_told_that_it_was_accepted(fed: Fed) -> None:
    """It went to two nodes."""
    other = Fed(fed.log)
    request = move(other.history)
    fed.feed(request)
    other.settle(request)
    seq = fed.log.last.seq
    fed.feed(Lost(*fed.log.last))
    outputs = fed.feed(Entries(fed.log.entries[-1:]))
    assert outputs == [Show(), Advanced(), Answer(request, client_out.Accepted(request.id, TABLE, seq))]


def test_a_lost_race_waits_for_the_log_however_long_that_is_away(fed: Fed) -> None:
    """Nobody hears "refused" of what may stand there; that it is not settled is said once."""
    request = move(fed.history)
    fed.feed(request)
    won = grown(fed.log)
    fed.feed(Lost(*fed.log.last))
    unsettled = Answer(request, client_out.Unsettled(request.id))
    assert fed.feed(SILENT) == [unsettled, Pause(RETRY_SECONDS)]
    for _ in range(3):
        assert fed.feed(Elapsed()) == [Read(fed.history.seq)]
        assert fed.feed(SILENT) == [Pause(RETRY_SECONDS)]
    assert fed.feed(Elapsed()) == [Read(fed.history.seq)]
    assert fed.feed(Entries(won))[:2] == [Show(), Advanced()]
    assert fed.machine.state in (State.APPENDING, State.VERIFYING)


def test_a_command_whose_fate_is_not_known_is_told_so_once(fed: Fed) -> None:
    """By the first append, by one after a lost race, and while the log is silent: it is the same command."""
    other = Fed(fed.log)
    request = proposal(fed)
    fed.feed(request)
    assert fed.feed(Unsettled()) == [Answer(request, client_out.Unsettled(request.id))]
    other.settle(move(other.history, command="yours"))
    fed.feed(Lost(*fed.log.last))
    assert fed.feed(SILENT) == [Pause(RETRY_SECONDS)]
    fed.feed(Elapsed())
    ask = asked(fed.feed(Entries(fed.log.entries[-1:])))
    assert isinstance(ask, Append)
    assert fed.feed(Unsettled()) == []
    assert told(fed.feed(Appended(fed.log.now, ask.entry.mark))) == [
        client_out.Accepted("mine", TABLE, fed.log.last.seq + 1)
    ]


def test_an_append_that_is_not_settled_yet_is_waited_for(fed: Fed) -> None:
    """Its answer comes, and then the command is done like any other."""
    request = move(fed.history)
    ask = asked(fed.feed(request))
    assert isinstance(ask, Append)
    fed.feed(Unsettled())
    assert fed.machine.state is State.APPENDING
    # A fail-over may have lost the first attempt: the event has the mark of the one that the log has.
    assert told(fed.feed(Appended(fed.log.now, "e" * 16))) == [client_out.Accepted(request.id, TABLE, ask.entry.seq)]
    assert newest(fed) == Last(ask.entry.seq, "e" * 16)


@pytest.mark.parametrize(("outcome", "code"), [(Buried(), "buried"), (SILENT, "unavailable")])
def test_what_the_log_does_not_take_is_refused_and_changes_nothing(fed: Fed, outcome: Input, code: str) -> None:
    """A table that is gone for good, and a log that was never handed the event."""
    known, request = newest(fed), move(fed.history)
    fed.feed(request)
    assert fed.feed(outcome) == [Answer(request, client_out.Refused(request.id, code))]
    assert (newest(fed), fed.machine.state) == (known, State.READY)


def test_a_refusal_that_cannot_be_verified_is_none(fed: Fed) -> None:
    """The person may try again."""
    request = refusable(fed.history)
    fed.feed(request)
    assert fed.feed(SILENT) == [Answer(request, client_out.Refused(request.id, "unavailable"))]


def test_at_a_closed_table_only_the_service_acts(fed: Fed) -> None:
    """People are refused at once; what stands in the log is answered as ever."""
    done = move(fed.history)
    fed.settle(done)
    fed.closed = True
    request = move(fed.history, command="another")
    assert fed.feed(request) == [Answer(request, client_out.Refused("another", "closed"))]
    assert told(fed.feed(done)) == [client_out.Accepted(done.id, TABLE, fed.history.seq)]
    assert asked(fed.feed(Request(f"{SERVICE}upkeep", "expire", Expire()))) == AskLast(), "it has been decided"


# --- outages ------------------------------------------------------------------------------------------------------


def late(fed: Fed) -> Request:
    """A move that comes too late by the log's clock, for the service was away: it waits for the credit."""
    clocks = fed.machine.newest.clocks
    assert clocks is not None
    request = move(fed.history)
    fed.log.now += 700_000
    fed.outage = (clocks.at + 1, fed.log.now - AWAY // 2)
    fed.feed(request)
    assert asked(fed.feed(NotNow(fed.log.now))) == AskOutage()
    return request


def test_who_is_late_by_the_logs_clock_is_refused_if_there_was_no_outage(fed: Fed) -> None:
    """The command did nothing."""
    request = move(fed.history)
    fed.feed(request)
    assert fed.feed(NotNow(0)) == [AskOutage()]
    assert fed.feed(Credit(None)) == [Answer(request, client_out.Refused(request.id, "not_now"))]
    assert fed.machine.state is State.READY


def test_an_outage_is_credited_first_and_then_the_command_is_decided_again(fed: Fed) -> None:
    """On the table after the credit; both are answered."""
    request, credit = late(fed), fed.credit()
    assert credit is not None
    ask = asked(fed.feed(Credit(credit)))
    assert isinstance(ask, Append)
    assert decode_event(ask.entry.format, ask.entry.body).person == CLOCKS
    outputs = fed.feed(fed.reply(ask))
    seq = fed.history.seq
    assert outputs[:2] == [Show(Answer(credit, client_out.Accepted(credit.id, TABLE, seq))), Advanced(credit)]
    again = asked(outputs)
    assert isinstance(again, Append)
    assert again.entry.seq == seq + 1
    assert again.not_after is not None
    assert again.not_after >= fed.log.now, "the time was given back"
    assert told(fed.feed(fed.reply(again))) == [client_out.Accepted(request.id, TABLE, seq + 1)]
    assert fed.machine.state is State.READY


@pytest.mark.parametrize("outcome", [NotNow(0), Buried(), SILENT], ids=["not now", "buried", "unavailable"])
def test_a_credit_that_comes_to_nothing_leaves_the_command_too_late(fed: Fed, outcome: Input) -> None:
    """Nor is an outage asked for because of a credit: that would go round for ever."""
    request, credit = late(fed), fed.credit()
    fed.feed(Credit(credit))
    outputs = fed.feed(outcome)
    assert [one.id for one, _ in answers(outputs)] == [credit.id, request.id]  # type: ignore[union-attr]
    assert told(outputs)[1] == client_out.Refused(request.id, "not_now")
    assert asked(outputs) is None
    assert fed.machine.state is State.READY


def test_a_credit_that_is_refused_leaves_the_command_too_late(fed: Fed) -> None:
    """Once that was verified."""
    request = late(fed)
    credit = refusable(fed.history, "no-credit")
    assert fed.feed(Credit(credit)) == [AskLast()]
    outputs = fed.feed(newest(fed))
    assert told(outputs) == [
        client_out.Refused("no-credit", "started"),
        client_out.Refused(request.id, "not_now"),
    ]


def test_a_credit_that_another_node_gave_lets_the_command_be_decided_again(fed: Fed) -> None:
    """It is in the log, no matter which node put it there."""
    late(fed)
    other = Fed(fed.log)
    other.outage, credit = fed.outage, fed.credit()
    assert credit is not None
    fed.feed(Credit(credit))
    other.settle(credit)
    fed.feed(Lost(*fed.log.last))
    outputs = fed.feed(Entries(fed.log.entries[-1:]))
    assert told(outputs) == [client_out.Accepted(credit.id, TABLE, fed.log.last.seq)]
    assert isinstance(asked(outputs), Append), "and now the move"


# --- following the log --------------------------------------------------------------------------------------------


def test_nothing_is_read_without_a_reason(fed: Fed) -> None:
    """What was said of events that are known is no news, nor is it twice."""
    assert not fed.machine.heard(fed.history.seq)
    assert fed.feed(Follow()) == []
    assert fed.machine.heard(fed.history.seq + 2)
    assert not fed.machine.heard(fed.history.seq + 2)
    assert not fed.machine.heard(fed.history.seq + 1)
    assert fed.feed(Follow()) == [Read(fed.history.seq)]


def test_what_is_new_in_the_log_is_folded_shown_once_and_observed(fed: Fed) -> None:
    """However many events have come."""
    for_a_word(fed)
    new = grown(fed.log, 3)
    assert fed.feed(Entries(new)) == [Show(), Advanced()]
    assert newest(fed) == fed.log.last
    assert fed.machine.state is State.READY
    assert fed.feed(Follow()) == []


def test_what_is_heard_while_the_log_is_read_is_not_forgotten(fed: Fed) -> None:
    """It may be more than is read now."""
    for_a_word(fed)
    new = grown(fed.log, 2)
    assert fed.machine.heard(new[-1].seq)
    fed.feed(Entries(new[:1]))
    assert fed.feed(Follow()) == [Read(new[0].seq)]


def test_a_log_that_ends_as_it_is_known_is_read_twice_and_nothing_is_said(fed: Fed) -> None:
    """Whether anybody wanted to compare, or only doubted."""
    assert fed.feed(Follow(compare=True)) == [Read(fed.history.seq)]
    assert fed.feed(NOTHING) == [AskLast()]
    assert fed.feed(newest(fed)) == [Read(fed.history.seq)]
    assert fed.feed(NOTHING) == [Followed(reached=True)]
    fed.machine.doubt()
    assert fed.feed(Follow()) == [Read(fed.history.seq)]
    for given in (NOTHING, newest(fed)):
        fed.feed(given)
    assert fed.feed(NOTHING) == []
    assert fed.feed(Follow()) == [], "it is not doubted any more"


def test_what_comes_while_a_node_compares_is_no_other_history(fed: Fed) -> None:
    """The log has grown between two questions; nothing is lost."""
    to_compare(fed)
    fed.feed(NOTHING)
    new = grown(fed.log)
    fed.feed(fed.log.last)
    assert fed.feed(Entries(new)) == [Show(), Advanced(), Followed(reached=True)]


def test_a_log_that_lost_its_tail_is_given_it_again_byte_for_byte(fed: Fed) -> None:
    """Each event with the stamp that everybody saw; nothing is shown, for nothing has changed."""
    whole = list(fed.log.entries)
    outputs = restoring(fed, len(whole) - 3)
    assert outputs[0] == Note("log_rewound")
    healed = []
    while isinstance(ask := asked(outputs), Append):
        assert ask.keep_at
        assert (ask.not_before, ask.not_after) == (None, None)
        healed.append(ask.entry)
        outputs = fed.feed(fed.reply(ask))
    assert healed == whole[-3:]
    assert outputs == [Note("log_healed"), Followed(reached=True)]
    assert fed.log.entries == whole


def test_a_log_that_is_gone_altogether_is_written_again(fed: Fed) -> None:
    """Its beginning is a beginning of what is known."""
    whole = list(fed.log.entries)
    fed.log.cut(0)
    fed.machine.doubt()
    fed.settle(Follow())
    assert fed.log.entries == whole


@pytest.mark.parametrize("outcome", [Lost(9, "f" * 16), Buried()], ids=lambda one: type(one).__name__)
def test_a_log_on_which_others_have_built_meanwhile_is_loaded_anew(fed: Fed, outcome: Input) -> None:
    """Those who saw the lost events learn up to where."""
    following(fed, State.HEALING, "compare")
    lost = fed.history.seq
    assert fed.feed(outcome) == [Load()]
    fed.log.cut(lost - 2)
    grown(fed.log, 1, "other")
    history = History.load(TABLE, fed.log.entries, None, TOYS)
    assert fed.feed(Loaded(history)) == [Rewound(lost), Followed(reached=True)]
    assert fed.history is history


def test_a_log_that_loses_its_tail_again_while_it_is_restored_is_restored_from_its_end(fed: Fed) -> None:
    """What was put back is put back once more: nobody has built on the shorter log."""
    whole = list(fed.log.entries)
    outputs = restoring(fed, len(whole) - 3)
    cuts = [len(whole) - 4]
    while isinstance(ask := asked(outputs), Append):
        if ask.entry == whole[-1] and cuts:
            fed.log.cut(cuts.pop())
        outputs = fed.feed(fed.reply(ask))
    assert cuts == []
    assert outputs == [Note("log_healed"), Followed(reached=True)]
    assert fed.log.entries == whole


def test_what_follows_a_log_that_is_shorter_again_when_it_is_loaded_is_restored(fed: Fed) -> None:
    """The log has lost what others had built on it, and more."""
    whole = list(fed.log.entries)
    following(fed, State.RELOADING)
    fed.log.entries[:] = whole[:-2]
    outputs = fed.feed(Loaded(History.load(TABLE, fed.log.entries, None, TOYS)))
    while isinstance(ask := asked(outputs), Append):
        outputs = fed.feed(fed.reply(ask))
    assert outputs[0] == Note("log_healed")
    assert fed.log.entries[: len(whole)] == whole


@pytest.mark.parametrize("events", [1, 2, 3], ids=["shorter", "as long", "longer"])
def test_a_log_of_another_history_is_not_healed(fed: Fed, events: int) -> None:
    """It is reloaded at once, and nothing of it is taken for what follows."""
    before = list(fed.log.entries)
    fed.log.cut(len(before) - 2)
    built = grown(fed.log, events, "other")
    fed.machine.doubt()
    done = fed.settle(Follow())
    assert Rewound(len(before)) in done
    assert not any(isinstance(output, Append) for output in done)
    assert fed.log.entries == [*before[:-2], *built]
    assert newest(fed) == fed.log.last


def test_a_table_that_cannot_be_loaded_anew_is_set_aside(fed: Fed) -> None:
    """With what was wrong; nothing more is taken in."""
    following(fed, State.RELOADING)
    error = TableGone("broken")
    assert fed.feed(NotLoaded(error)) == [SetAside(error)]
    assert fed.machine.state is State.SET_ASIDE


def test_a_command_in_hand_is_given_up_once(fed: Fed) -> None:
    """Nothing of it was handed to the log, so nothing comes of it."""
    assert fed.machine.give_up() == []
    fed.verdict = Refused("stale")
    request = move(fed.history)
    assert asked(fed.feed(request)) == AskLast()
    assert fed.machine.give_up() == [request]
    assert fed.machine.give_up() == []


def test_a_command_that_is_with_the_log_is_not_given_up(fed: Fed) -> None:
    """The log alone can tell what becomes of it; one that has to wait for it is given up."""
    request, credit = late(fed), fed.credit()
    assert credit is not None
    fed.feed(Credit(credit))
    assert fed.machine.state is State.APPENDING
    assert fed.machine.give_up() == [request]
    assert told(fed.feed(Unsettled())) == [client_out.Unsettled(credit.id)]


def test_a_command_that_found_the_log_rewound_is_decided_on_what_is_there_now(fed: Fed) -> None:
    """Its append showed that the log is another one."""
    before = fed.history.seq
    fed.log.cut(before - 2)
    grown(fed.log, 1, "other")
    request = proposal(fed)
    done = fed.settle(request)
    assert Rewound(before) in done
    assert told(done) == [client_out.Accepted("mine", TABLE, before)]
    assert newest(fed) == fed.log.last


@pytest.mark.parametrize("state", FOLLOWING, ids=lambda state: state.name)
@pytest.mark.parametrize("reason", REASONS)
def test_a_silent_log_ends_the_following(fed: Fed, state: State, reason: str) -> None:
    """A comparison learns it, a refusal becomes "unavailable", and only a lost race waits."""
    following(fed, state, reason)
    known = newest(fed)
    fed.machine.heard(known.seq + 2)
    fed.machine.doubt()
    outputs = fed.feed(SILENT)
    assert newest(fed) == known
    match reason:
        case "word":
            assert outputs == []
        case "compare":
            assert outputs == [Followed(reached=False)]
        case "refusal":
            assert told(outputs) == [client_out.Refused("to-be-refused", "unavailable")]
        case _:
            assert told(outputs) == [client_out.Unsettled("a-move")]
            assert asked(outputs) == Pause(RETRY_SECONDS)
            return
    assert fed.machine.state is State.READY
    assert asked(outputs) is None
    assert fed.feed(Follow()) == [], "the next poll will ask"
    assert fed.machine.heard(known.seq + 1), "what is said then is news"


@pytest.mark.parametrize("reason", REASONS)
def test_what_made_a_node_follow_is_done_when_it_has(fed: Fed, reason: str) -> None:
    """Nothing, an answer to who compares, or the command in hand."""
    following(fed, State.REREADING, reason)
    new = grown(fed.log)
    outputs = fed.feed(Entries(new))
    assert outputs[:2] == [Show(), Advanced()]
    match reason:
        case "word":
            assert outputs[2:] == []
        case "compare":
            assert outputs[2:] == [Followed(reached=True)]
        case _:
            assert isinstance(asked(outputs), Append | AskLast)


# --- the end ------------------------------------------------------------------------------------------------------


def test_an_engine_that_does_not_come_back_is_answered_and_sets_its_table_aside(fed: Fed) -> None:
    """Nothing was appended."""
    fed.stuck = EngineStuck("for ever")
    request = move(fed.history)
    refused = client_out.Refused(request.id, "engine_failed")
    assert fed.feed(request) == [Answer(request, refused), SetAside(fed.stuck)]
    assert fed.machine.state is State.SET_ASIDE


def test_an_engine_that_does_not_come_back_for_the_words_of_a_refusal_is_answered_too(fed: Fed) -> None:
    """A spectator's words are found by deciding once more, on what it knows."""
    request = refusable(fed.history)
    fed.feed(request)
    fed.rewording_stuck = EngineStuck("for ever")
    refused = client_out.Refused(request.id, "engine_failed")
    assert fed.feed(newest(fed)) == [Answer(request, refused), SetAside(fed.rewording_stuck)]


def test_a_command_that_waited_for_a_credit_is_answered_when_the_engine_does_not_come_back(fed: Fed) -> None:
    """Neither of the two was appended."""
    request, credit = late(fed), fed.credit()
    assert credit is not None
    fed.stuck = EngineStuck("for ever")
    outputs = fed.feed(Credit(credit))
    assert told(outputs) == [client_out.Refused(one.id, "engine_failed") for one in (credit, request)]
    assert outputs[-1] == SetAside(fed.stuck)


def test_a_snapshot_is_kept_every_hundred_events() -> None:
    """Of those that this node appends and those that it reads, counted from where it woke."""
    assert machine.SNAPSHOT_EVERY == 100
    sitting = opened(2)
    person = sitting.table.host
    fed = Fed(ModelLog(sitting.entries, sitting.now))
    woke, kept = fed.history.seq, []
    for number, rated in zip(range(120), itertools.cycle((False, True)), strict=False):
        fed.settle(Request(person, f"sit-{number}", client_in.Sit(int(rated))))
        outputs = fed.settle(Request(person, f"leave-{number}", client_in.Leave()))
        kept += [fed.history.seq - woke for output in outputs if isinstance(output, SaveSnapshot)]
    assert kept == [100, 200]


def test_a_snapshot_is_kept_after_as_many_events_of_a_history_that_was_rewound(
    fed: Fed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted from where it begins again, for the last one may be of events that are lost."""
    monkeypatch.setattr(machine, "SNAPSHOT_EVERY", 3)
    length = len(fed.log.entries)
    fed.log.cut(length - 4)
    grown(fed.log, 1, "other")
    fed.machine.doubt()
    fed.settle(Follow())
    assert fed.history.seq == length - 3
    done = [fed.settle(move(fed.history, command=f"on-{number}")) for number in range(3)]
    assert [SaveSnapshot() in outputs for outputs in done] == [False, False, True]


def test_a_machine_that_is_closed_holds_nobody(fed: Fed) -> None:
    """So that a table that sleeps is let go of."""
    fed.machine.close()
    assert not {"_decide_on", "_reword", "_closed"} & vars(fed.machine).keys()


def test_whatever_the_fold_raises_comes_out(fed: Fed) -> None:
    """The machine's feeder sets the table aside."""
    for_a_word(fed)
    known = newest(fed)
    spoilt = Entry(known.seq + 1, "f" * 16, known.mark, fed.log.now, 1, b"\xc1")
    with pytest.raises(Exception, match="cannot be read"):
        fed.feed(Entries((spoilt,)))
