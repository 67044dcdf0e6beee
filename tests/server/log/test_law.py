"""The law of the log, against a model: whatever is sent, in whatever order and however often."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from partie.log import Appended, Entry, Log, Lost, Outcome
from tests.server.log.steps import after, essence, first

T = TypeVar("T")


class Model:
    """What a log is, in ten lines: a list that an entry joins if its number and its predecessor fit."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    @property
    def last(self) -> tuple[int, str]:
        return (self.entries[-1].seq, self.entries[-1].mark) if self.entries else (0, "")

    def append(self, entry: Entry) -> type[Appended] | Lost:
        if any(entry.seq == old.seq and entry.mark == old.mark for old in self.entries):
            return Appended
        if (entry.seq - 1, entry.prev) != self.last:
            return Lost(*self.last)
        self.entries.append(entry)
        return Appended


def agrees(outcome: Outcome, expected: type[Appended] | Lost) -> bool:
    return outcome == expected if isinstance(expected, Lost) else isinstance(outcome, expected)


def machine(url: str) -> type[RuleBasedStateMachine]:
    """A state machine over a log at ``url``; each run has a table of its own."""

    class Appends(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.runner = asyncio.Runner()
            self.table = secrets.token_urlsafe(9)
            self.model = Model()
            self.sent: list[Entry] = []
            # Entries are sent before those in front of them are answered, so none may be sent again, with another mark.
            self.log = Log(url, reply_timeout=120.0)

        def do(self, work: Coroutine[Any, Any, T]) -> T:
            return self.runner.run(work)

        def next_entry(self, body: bytes) -> Entry:
            return after(self.model.entries[-1], body) if self.model.entries else first(body)

        def send(self, entries: list[Entry]) -> None:
            """Send entries at once; those of one table stay in the order in which they were given."""

            async def all_at_once() -> list[Outcome]:
                return await asyncio.gather(*[self.log.append(self.table, entry) for entry in entries])

            outcomes = self.do(all_at_once())
            for entry, outcome in zip(entries, outcomes, strict=True):
                assert agrees(outcome, self.model.append(entry)), (entry, outcome)
            self.sent += entries

        @rule(body=st.binary(max_size=40))
        def a_fitting_entry(self, body: bytes) -> None:
            self.send([self.next_entry(body)])

        @rule(data=st.data())
        def a_burst_with_repeats_in_any_order(self, data: st.DataObject) -> None:
            entries = [self.next_entry(b"burst")]
            while len(entries) < 5:
                entries.append(after(entries[-1]))
            pool = entries + self.sent[-5:]
            self.send(data.draw(st.lists(st.sampled_from(pool), max_size=12)))

        @rule(data=st.data())
        def an_old_entry_again(self, data: st.DataObject) -> None:
            if self.sent:
                self.send([data.draw(st.sampled_from(self.sent))])

        @rule(seq=st.integers(1, 12), prev=st.integers(-12, -1))
        def a_stray(self, seq: int, prev: int) -> None:
            marks = ["", *(entry.mark for entry in self.model.entries)]
            self.send([msgspec.structs.replace(first(b"stray"), seq=seq, prev=marks[max(prev, -len(marks))])])

        @rule()
        def rivals(self) -> None:
            self.send([self.next_entry(b"mine"), self.next_entry(b"yours")])

        @invariant()
        def the_log_is_the_model(self) -> None:
            entries = self.do(self.log.read(self.table))
            assert essence(entries) == essence(self.model.entries)
            assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
            assert self.do(self.log.last([self.table])) == [self.model.last]

        def teardown(self) -> None:
            self.do(self.log.aclose())
            self.runner.close()

    return Appends


@pytest.mark.parametrize("kind", ["redis_server", "redis_cluster"], ids=["single", "cluster"])
def test_the_log_behaves_like_a_list_under_repeats_reorders_and_rivals(
    kind: str, request: pytest.FixtureRequest
) -> None:
    """Any sequence of sends leaves the log that the model holds, and every answer is the model's."""
    run_state_machine_as_test(
        machine(request.getfixturevalue(kind)),
        settings=settings(
            max_examples=25,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
