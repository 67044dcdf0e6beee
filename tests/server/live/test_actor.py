"""A table awake: its inbox and its worker, with a log in memory."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from partie.isolation.watchdog import EngineStuck
from partie.live import actor
from partie.live.actor import Actor
from partie.live.observer import LiveTable, Observer
from partie.live.request import Request
from partie.table.values import DelaySetting
from partie.wire import client_in, client_out
from tests.server.live.feeding import Fed, ModelLog, move
from tests.server.live.memory import Memory, Viewing, Watching, turns
from tests.server.table.sitting import ANN, BOB, CID, running


class Asking:
    """Gives commands, and keeps what is answered."""

    def __init__(self) -> None:
        self.heard: list[client_out.CommandAnswer] = []

    def move(self, live: Actor, command: str = "a-move") -> Request:
        return self.request(move(live.history, command=command))

    def request(self, request: Request) -> Request:
        return Request(request.person, request.id, request.command, self.heard.append)

    @property
    def codes(self) -> list[str]:
        return [getattr(one, "code", type(one).__name__) for one in self.heard]


async def test_a_command_is_answered_when_those_at_the_table_have_been_shown_it(memory: Memory) -> None:
    """Spectators see it next, then observers hear of it; the mover gets update and answer in one write."""
    live, asking, watching = await memory.wake(running()), Asking(), Watching()
    cid, ann = Viewing(CID), Viewing(ANN)
    for one in (cid, ann):
        live.subscribers.add(one, None)
        one.kinds()
    memory.tables.hooks.observers.append(watching)
    order: list[str] = []

    def answered(message: client_out.CommandAnswer) -> None:
        assert ann.corked == 1, "its line is held back until the answer is written too"
        assert cid.kinds() == []
        order.extend((*ann.kinds(), type(message).__name__, str(len(watching.noted))))

    request = asking.move(live)
    assert live.submit(Request(ANN, request.id, request.command, answered))
    assert await live.compare()
    assert order == ["update", "turn", "Accepted", "0"]
    assert ann.corked == 0
    assert cid.kinds() == ["update"]
    assert watching.noted == [("advanced", live.history.seq, False)]
    assert memory.metrics.moves.labels("toy")._value.get() == 1


async def test_what_is_heard_is_read_once_and_shown(memory: Memory) -> None:
    """From anybody, and however often."""
    live, watching = await memory.wake(running()), Watching()
    memory.tables.hooks.observers.append(watching)
    other = Fed(memory.log.logs[live.id])
    other.settle(move(other.history))
    for _ in range(3):
        live.heard(other.history.seq)
    live.heard(1)
    await turns()
    assert watching.noted == [("advanced", other.history.seq, False)]


async def test_news_that_comes_while_the_log_is_read_is_followed_too(memory: Memory) -> None:
    """However often it does: nobody waits for the next poll."""
    followed = await memory.wake(running())
    other = Fed(memory.log.logs[followed.id])

    class Growing(Observer):
        """Whenever the table is shown an event, another node has appended one more."""

        remaining = 4

        def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
            if self.remaining:
                self.remaining -= 1
                other.settle(move(other.history, command=f"move-{self.remaining}"))
                followed.heard(other.history.seq)

    growing = Growing()
    memory.tables.hooks.observers.append(growing)
    growing.advanced(followed)
    await turns()
    assert growing.remaining == 0
    assert followed.history.seq == other.history.seq


async def test_who_doubts_has_a_lost_tail_put_back(memory: Memory) -> None:
    """And it is counted."""
    live = await memory.wake(running())
    log = memory.log.logs[live.id]
    whole = list(log.entries)
    log.cut(len(whole) - 2)
    live.doubt()
    await turns()
    assert log.entries == whole
    assert memory.metrics.log_rewound._value.get() == memory.metrics.log_healed._value.get() == 1


async def test_a_history_that_is_lost_is_told_to_all_who_saw_it(memory: Memory) -> None:
    """Subscribers by a message, observers by a word."""
    sitting = running()
    live, watching = await memory.wake(sitting), Watching()
    log, lost = memory.log.logs[live.id], live.history.seq
    ann = Viewing(ANN)
    live.subscribers.add(ann, None)
    ann.kinds()
    memory.tables.hooks.observers.append(watching)
    log.cut(lost - 1)
    other = Fed(log)
    other.settle(Request(BOB, "again", client_in.Ready(True, "ab" * 8)))
    assert await live.compare()
    assert live.newest.mark == log.last.mark
    assert ann.sent[0] == {"t": "rewound", "table": live.id, "seq": live.history.seq, "lost": lost}
    assert ann.kinds()[1:] == ["update", "turn"]
    assert watching.noted == [("advanced", live.history.seq, True)]
    assert live.delay.seen is live.newest


async def test_comparing_with_a_log_that_cannot_be_asked_comes_to_nothing(memory: Memory) -> None:
    """Waiting callers hear of it."""
    live = await memory.wake(running())
    assert await live.compare()
    memory.log.silent = True
    assert not await live.compare()


async def test_commands_while_the_log_is_away_are_refused(memory: Memory) -> None:
    """They were never handed over."""
    live, asking = await memory.wake(running()), Asking()
    memory.log.silent = True
    live.submit(asking.move(live))
    live.submit(asking.request(Request(ANN, "refused", client_in.Leave())))
    await turns()
    assert asking.codes == ["unavailable", "unavailable"]


async def test_a_full_inbox_takes_nothing_more_and_counts_it(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest is done in its order; that the log has grown is heard of all the same."""
    monkeypatch.setattr(actor, "INBOX", 2)
    live, asking = await memory.wake(running()), Asking()
    ann = Viewing(ANN)
    taken = [live.submit(asking.request(Request(ANN, f"leave-{number}", client_in.Leave()))) for number in range(3)]
    assert taken == [True, True, False]
    assert not live.ask(ann, client_in.GetForecast())
    assert not await live.compare()
    live.heard(live.history.seq + 1)
    assert memory.metrics.busy._value.get() == 4
    await turns()
    assert asking.codes == ["started", "started"]


async def test_questions_wait_for_the_commands_before_them(memory: Memory) -> None:
    """They are answered from the table as it is then."""
    live, asking = await memory.wake(running()), Asking()
    ann = Viewing(ANN)
    live.subscribers.add(ann, None)
    live.submit(asking.move(live))
    assert live.ask(ann, client_in.GetForecast())
    await live.compare()
    assert (ann.sent[-1]["t"], ann.sent[-1]["seq"]) == ("forecast", live.history.seq)


async def test_whatever_goes_wrong_belongs_to_the_table_alone(memory: Memory) -> None:
    """Those who show it hear of it, waiting commands are answered, and other tables go on."""
    sitting = running()
    live, asking = await memory.wake(sitting), Asking()
    ann = Viewing(ANN)
    live.subscribers.add(ann, None)
    live.submit(asking.move(live))
    live.fail(ValueError("something is wrong with it"))
    await turns()
    assert asking.codes == ["broken"]
    assert ann.sent[-1] == {"t": "gone", "table": live.id, "code": "broken"}
    assert ann.turned_away
    assert live.id not in memory.tables.awake
    assert not live.submit(asking.move(live))
    assert not await live.compare()


async def test_an_observer_that_raises_sets_the_table_aside(memory: Memory) -> None:
    """The command stands in the log and was answered."""

    class Failing(Watching):
        def advanced(self, live: Any, *, rewound: bool = False) -> None:
            raise ValueError("an observer's own mistake")

    live, asking = await memory.wake(running()), Asking()
    memory.tables.hooks.observers.append(Failing())
    live.submit(asking.move(live))
    live.submit(asking.request(Request(ANN, "after-it", client_in.Leave())))
    await turns()
    assert asking.codes == ["Accepted", "broken"]
    assert live.id not in memory.tables.awake


async def test_a_command_whose_engine_does_not_come_back_is_answered(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its table is set aside, for the next call would not come back either."""
    live, asking = await memory.wake(running()), Asking()

    def stuck(*_: object) -> None:
        raise EngineStuck("for ever")

    request = asking.move(live)
    monkeypatch.setattr("partie.live.decision.decide", stuck)
    live.submit(request)
    live.submit(asking.request(Request(BOB, "after-it", client_in.Leave())))
    await turns()
    assert asking.codes == ["engine_failed", "broken"]
    assert live.id not in memory.tables.awake


async def test_a_command_whose_table_is_buried_while_it_is_in_hand_is_answered(memory: Memory) -> None:
    """Nothing of it was handed to the log, so nothing comes of it."""
    live, asking = await memory.wake(running()), Asking()
    memory.log.logs[live.id] = buried = ModelLog((), 1_000_000)
    buried.buried = True
    live.submit(asking.request(Request(ANN, "a-refusal", client_in.Leave())))
    live.submit(asking.request(Request(BOB, "after-it", client_in.Leave())))
    await turns()
    assert asking.codes == ["unknown", "unknown"]
    assert live.id not in memory.tables.awake


async def test_time_shows_spectators_what_is_old_enough_and_observers_are_told_each_time(memory: Memory) -> None:
    """Whether or not there was anything new for them."""
    sitting = running(delay=DelaySetting("seconds", 60))
    memory.clock.at = sitting.now
    live, watching = await memory.wake(sitting), Watching()
    memory.log.logs[live.id].now = sitting.now
    cid = Viewing(CID)
    live.subscribers.add(cid, None)
    asking = Asking()
    live.submit(asking.move(live))
    await live.compare()
    cid.kinds()
    memory.tables.hooks.observers.append(watching)
    live.release()
    assert cid.kinds() == []
    memory.clock.at += 61_000
    live.release()
    assert cid.kinds() == ["update"]
    assert watching.noted == [("released", False), ("released", True)]


async def test_a_spectator_is_refused_in_the_words_of_what_it_sees(memory: Memory) -> None:
    """Not by what has happened since."""
    sitting = running(delay=DelaySetting("moves", 2))
    live, asking = await memory.wake(sitting), Asking()
    for command in ("one", "two"):
        live.submit(asking.move(live, command))
        await live.compare()
    asking.heard.clear()
    assert live.delay.behind
    live.submit(asking.request(Request(CID, "may-i", client_in.Undo(live.history.seq - 1))))
    await live.compare()
    assert asking.codes == ["not_seated"]


async def test_a_table_is_idle_when_nobody_shows_it_and_nothing_waits(memory: Memory) -> None:
    """It may be put to sleep then."""
    live = await memory.wake(running())
    await live.compare()
    await turns()
    assert live.idle
    ann = Viewing(ANN)
    live.subscribers.add(ann, None)
    assert not live.idle
    live.subscribers.remove(ann)
    assert live.idle
    live.submit(Asking().move(live))
    assert not live.idle


async def test_what_waits_when_a_table_is_stopped_is_answered(memory: Memory) -> None:
    """Nobody waits for ever; what is with the log settles without the table."""
    live, asking = await memory.wake(running()), Asking()
    memory.log.answers.clear()
    comparing = asyncio.create_task(live.compare())
    await turns()
    live.submit(asking.move(live))
    await live.stop()
    assert asking.codes == ["unavailable"]
    assert not await comparing
    assert not live.submit(asking.move(live))


async def test_a_question_is_a_features_or_nobodys(memory: Memory) -> None:
    """Each knows its own type."""
    live = await memory.wake(running())
    ann = Viewing(ANN)
    live.subscribers.add(ann, None)
    asked: list[tuple[str, client_in.Inbound]] = []
    memory.tables.hooks.questions[client_in.GetReason] = lambda _, who, what: asked.append((who.person, what))
    live.ask(ann, client_in.GetReason(3))
    live.ask(ann, client_in.GetBlocked())
    await live.compare()
    assert asked == [(ANN, client_in.GetReason(3))]
    assert (ann.sent[-1]["t"], ann.sent[-1]["code"]) == ("problem", "unexpected")
