"""Questions that take the engine a while are answered in turn over those who ask, and hold up no move."""

from __future__ import annotations

import asyncio
import ipaddress
import itertools
from collections.abc import AsyncIterator
from typing import Any

import pytest

from partie.gateway import connection as gateway
from partie.live.actor import Actor
from partie.people.sessions import Session
from partie.table import History
from partie.table.show.history import EVERY
from tests.server.gateway.peers import House, Line
from tests.server.live.memory import Memory, turns
from tests.server.table.sitting import ANN, BOB, running
from tests.server.table.toyplay import long_evening

EVENING = long_evening()
FAR = 5 * EVERY + EVERY - 1
"""A past position that must be folded again, from far away."""


async def watching(house: House, person: str, table: str, address: str = "192.0.2.7") -> Line:
    """A greeted connection that shows a table."""
    line = Line(house, Session(f"session-of-{person}", person, "Ann"), ipaddress.ip_address(address))
    await house.connections.serve(line.connection)
    line.says("hello", wire=1)
    line.says("enter", table=table)
    await turns()
    line.heard()
    return line


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A house in which budgets are large: it is not they that are shown here."""
    memory = Memory()
    yield House(memory, commands_per_second=10_000)
    await memory.stop()


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The tables of which events are folded again, with the position that was asked for, in order."""
    found: list[tuple[str, int]] = []
    recall = History.recall

    def counted(self: History, seqs: tuple[int, ...]) -> Any:
        for step in recall(self, seqs):
            found.append((self.id, seqs[-1]))
            yield step

    monkeypatch.setattr(History, "recall", counted)
    return found


async def test_one_who_asks_for_many_past_positions_does_not_hold_up_another(
    house: House, steps: list[tuple[str, int]]
) -> None:
    """Thirty connections of one guest, eight questions each: the other's position is the next but one."""
    flood, mine = house.memory.fill("flood", 1, EVENING) + house.memory.fill("mine", 1, EVENING)
    eves = [await watching(house, "eve", flood) for _ in range(30)]
    ann = await watching(house, ANN, mine, "192.0.2.8")
    for number, eve in enumerate(eves):
        for question in range(gateway.OPENING):
            eve.says("past", seq=1 + (number * gateway.OPENING + question) * 7 % 180)
    ann.says("past", seq=FAR)
    await turns(5000)
    assert ann.heard() == ["past"]
    first = next(index for index, (table, _) in enumerate(steps) if table == mine)
    assert len({seq for table, seq in steps[:first] if table == flood}) <= 2
    assert not house.connections.turns._waiting


async def test_while_a_position_is_computed_everybody_else_goes_on(house: House, steps: list[tuple[str, int]]) -> None:
    """Events are folded one at each turn of the event loop: moves, at the same table or others, come in between."""
    (table,) = house.memory.fill("table", 1, EVENING)
    ann = await watching(house, ANN, table)
    ann.says("past", seq=FAR)
    counted = []
    while ann.peer.sent == []:
        await asyncio.sleep(0)
        counted.append(len(steps))
    assert max(after - before for before, after in itertools.pairwise(counted)) == 1
    assert len(steps) > 10


async def test_a_position_that_is_at_hand_is_answered_at_once(house: House, steps: list[tuple[str, int]]) -> None:
    """As the next one is when somebody drags the replay bar."""
    (table,) = house.memory.fill("table", 1, EVENING)
    ann, bob = await watching(house, ANN, table), await watching(house, BOB, table)
    ann.says("past", seq=FAR)
    await turns(200)
    folded = len(steps)
    for seq in range(FAR - 10, FAR):
        bob.says("past", seq=seq)
    await turns()
    assert bob.heard() == ["past"] * 10
    assert len(steps) == folded


async def test_positions_cost_points_by_the_events_that_must_be_folded(house: House) -> None:
    """One far away costs more than one that is at hand."""
    (table,) = house.memory.fill("table", 1, EVENING)
    ann = await watching(house, ANN, table)
    rate = house.limiter.person_rate

    def spent() -> float:
        return house.limiter._persons.wait(ANN, 0.0, rate.count) / rate.interval

    live = house.memory.tables.awake[table]
    missing = live.history.missing((FAR,))
    before = spent()
    ann.says("past", seq=FAR)
    await turns(200)
    assert spent() - before == pytest.approx(10 + missing * gateway.FOLD)
    before = spent()
    ann.says("past", seq=FAR)
    await turns()
    assert spent() - before == pytest.approx(10)


async def test_questions_go_with_those_who_asked_them(house: House, steps: list[tuple[str, int]]) -> None:
    """Connections that are cut, or show something else, leave nothing that is computed for nobody."""
    (table,) = house.memory.fill("table", 1, EVENING)
    lines = [await watching(house, "eve", table) for _ in range(20)]
    for number, line in enumerate(lines):
        line.says("past", seq=1 + number * 9)
    for line in lines[::2]:
        line.connection.cut()
    for line in lines[1::2]:
        line.says("exit")
    await turns(500)
    assert len({seq for _, seq in steps}) <= 1
    assert len(house.connections.turns._waiting) == 0
    (mine,) = house.memory.fill("mine", 1, EVENING)
    ann = await watching(house, ANN, mine)
    ann.says("past", seq=FAR)
    await turns(200)
    assert ann.heard() == ["past"]


async def test_a_connection_asks_for_so_many_at_a_time(house: House) -> None:
    """Further ones read that the table is busy, as when its inbox is full."""
    (table,) = house.memory.fill("table", 1, EVENING)
    eve = await watching(house, "eve", table)
    for number in range(2 * gateway.OPENING):
        eve.says("past", seq=1 + number * 9)
    await turns(1000)
    told = eve.heard()
    assert told.count("past") >= gateway.OPENING
    assert "problem busy" in told


async def test_forecasts_are_computed_one_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """For thirty tables at once; what was computed already is answered without waiting, and no turn is lost."""
    names = house.memory.fill("flood", 30, running())
    under_way, most = 0, 0
    answer = Actor.ask

    def ask(self: Actor, subscriber: Any, question: Any, done: Any = gateway._nothing) -> bool:
        nonlocal under_way, most

        def ended() -> None:
            nonlocal under_way
            under_way -= done is not gateway._nothing
            done()

        under_way += done is not gateway._nothing
        most = max(most, under_way)
        return answer(self, subscriber, question, ended)

    monkeypatch.setattr(Actor, "ask", ask)
    lines = [await watching(house, "eve", name) for name in names]
    for _ in range(2):
        for line in lines:
            line.says("forecast")
        await turns(500)
        assert [line.heard() for line in lines] == [["forecast"]] * len(lines)
    assert (most, under_way) == (1, 0)


async def test_a_full_inbox_gives_the_turn_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next question is answered."""
    (table,) = house.memory.fill("table", 1, running())
    ann = await watching(house, ANN, table)
    with monkeypatch.context() as patch:
        patch.setattr(Actor, "_put", lambda *_: False)
        ann.says("forecast")
    ann.says("forecast")
    await turns()
    assert ann.heard() == ["problem busy", "forecast"]


async def test_a_table_that_is_set_aside_gives_the_turns_back(house: House) -> None:
    """Of questions that waited in its inbox."""
    (table, other) = house.memory.fill("table", 2, running())
    ann, bob = await watching(house, ANN, table), await watching(house, BOB, other)
    ann.says("forecast")
    house.memory.tables.awake[table].fail(ValueError("broken"))
    await turns()
    bob.says("forecast")
    await turns()
    assert bob.heard() == ["forecast"]
