"""Observers of live tables, and the questions of tables: no answer is required."""

from __future__ import annotations

from typing import Any

from partie.live.observer import Hooks, Observer
from partie.live.request import Request
from partie.table.commands import CreditOutage
from partie.wire import client_in
from tests.server.live.feeding import CLOCKS, move
from tests.server.live.memory import Memory, Viewing, Watching
from tests.server.table.sitting import ANN, CID, running


async def test_where_nobody_is_installed_every_question_has_an_answer(memory: Memory) -> None:
    """Nobody is away, nothing is closed or was shown, and there was no outage."""
    live = await memory.wake(running())
    hooks = Hooks()
    assert (hooks.observers, hooks.questions) == ([], {})
    assert hooks.away(live.id) == {}
    assert not hooks.closed(live.id)
    assert hooks.last_shown(live.id) == 0
    assert await hooks.outage(live) is None


async def test_two_nodes_share_no_hooks() -> None:
    """Each has lists of its own."""
    one, two = Hooks(), Hooks()
    one.observers.append(Observer())
    one.questions[client_in.GetReason] = lambda *_: None
    assert (two.observers, two.questions) == ([], {})


async def test_an_observer_need_not_care(memory: Memory) -> None:
    """It does nothing unless it says what."""
    memory.tables.hooks.observers.append(Observer())
    live = await memory.wake(running())
    ann = Viewing(ANN)
    live.subscribers.add(ann, None)
    live.submit(move(live.history))
    assert await live.compare()
    live.release()
    live.subscribers.remove(ann)
    await memory.tables.sleep(live)
    assert not memory.tables.awake


async def test_waking_is_an_advance_unless_an_observer_makes_a_difference(memory: Memory) -> None:
    """Followers of the newest event need not know how the table came by it."""

    class Following(Observer):
        def __init__(self) -> None:
            self.seen: list[tuple[int, bool]] = []

        def advanced(self, live: Any, *, rewound: bool = False) -> None:
            self.seen.append((live.newest.seq, rewound))

    following = Following()
    memory.tables.hooks.observers.append(following)
    memory.tables.hooks.last_shown = lambda _: 1_000
    live = await memory.wake(running())
    assert following.seen == [(live.newest.seq, True)], "more was shown of it than there is"


async def test_observers_are_told_all_that_happens_in_its_order(memory: Memory) -> None:
    """From its waking to its sleeping, one after the other as they were installed."""
    one, two = Watching(), Watching()
    two.noted = one.noted
    memory.tables.hooks.observers += [one, two]
    live = await memory.wake(running())
    cid = Viewing(CID)
    live.subscribers.add(cid, None)
    live.subscribers.add(cid, None)
    live.submit(move(live.history))
    await live.compare()
    live.subscribers.remove(cid)
    await memory.tables.sleep(live)
    seq = live.newest.seq
    assert one.noted[::2] == one.noted[1::2]
    assert one.noted[::2] == [
        ("woke", live.id, False),
        ("entered", CID, False),
        ("entered", CID, True),
        ("advanced", seq, False),
        ("left", CID),
        ("slept", live.id),
    ]


async def test_an_outage_is_asked_for_where_the_log_says_not_now(memory: Memory) -> None:
    """With the table, so that the answer can depend on it."""
    sitting = running()
    live = await memory.wake(sitting)
    memory.clock.at = sitting.now
    asked: list[str] = []

    async def outage(table: Any) -> Request | None:
        asked.append(table.id)
        return Request(CLOCKS, "an-outage", CreditOutage(1, 2))

    memory.tables.hooks.outage = outage
    ann = Request(ANN, "a-proposal", client_in.Propose("end"))
    live.submit(ann)
    await live.compare()
    proposal = live.newest.proposal
    assert proposal is not None
    memory.log.logs[live.id].now = proposal.until + 1
    heard: list[Any] = []
    other = sitting.person(1)
    live.submit(Request(other, "an-answer", client_in.Answer(proposal.seq, grant=True), heard.append))
    await live.compare()
    assert asked == [live.id]
    assert [one.code for one in heard] == ["not_now"], "the table has no clocks that anything could be credited to"
