"""The model of the log's scripts answers as Redis does, on one server and on a cluster."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from msgspec.structs import replace

from partie.log import Appended, Entry, Log, NotNow, Outcome, new_mark
from partie.log.entry import of_attempt
from partie.redis.connect import connect
from tests.server.log.steps import essence
from tests.simulation.model import ModelRedis

T = TypeVar("T")

FAR: Final = 4_000_000_000_000
"""A stamp that no clock will reach."""


def machine(url: str) -> type[RuleBasedStateMachine]:
    """A state machine over logs at a URL and the model next to them; each run has tables of its own."""

    class Both(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.runner = asyncio.Runner()
            self.log = Log(url, reply_timeout=120.0)  # or a slow machine sends an entry again, with another mark
            self.redis = self.do(self.connected())
            self.now = 1_700_000_000_000
            self.grown: list[tuple[str, int]] = []
            self.model = ModelRedis(lambda: self.now, lambda table, seq: self.grown.append((table, seq)))
            self.table = secrets.token_urlsafe(9)
            self.sent: list[Entry] = []

        async def connected(self) -> Any:
            return connect(url)

        def do(self, work: Coroutine[Any, Any, T]) -> T:
            return self.runner.run(work)

        @property
        def tomb(self) -> str:
            return self.model.stored[self.table].tomb if self.table in self.model.stored else ""

        # --- appending --------------------------------------------------------------------------------------------

        def send(self, entry: Entry, **bounds: Any) -> None:
            self.now += 1
            answer = self.do(self.log.append(self.table, entry, **bounds))
            expected = self.model.append(self.table, entry, **bounds)
            assert alike(answer, expected), (entry, answer, expected)
            self.sent.append(entry)

        def next_entry(self, body: bytes) -> Entry:
            seq, mark = self.model.last(self.table)
            return Entry(seq + 1, new_mark(), mark, 0, 6, body)

        @rule(body=st.binary(max_size=30))
        def append(self, body: bytes) -> None:
            self.send(self.next_entry(body))

        @rule(data=st.data(), keep=st.booleans(), attempt=st.integers(0, 2))
        def append_again(self, data: st.DataObject, keep: bool, attempt: int) -> None:
            if self.sent:
                entry = data.draw(st.sampled_from(self.sent))
                self.send(replace(entry, mark=of_attempt(entry.mark, attempt)), keep_at=keep)

        @rule(seq=st.integers(1, 6), prev=st.integers(-4, -1))
        def append_what_does_not_fit(self, seq: int, prev: int) -> None:
            marks = ["", *(entry.mark for entry in self.sent)]
            self.send(Entry(seq, new_mark(), marks[max(prev, -len(marks))], 0, 6, b"stray"))

        @rule(early=st.booleans())
        def append_at_the_wrong_time(self, early: bool) -> None:
            self.send(self.next_entry(b"not now"), **({"not_before": FAR} if early else {"not_after": 1}))

        @rule()
        def append_at_the_right_time(self) -> None:
            self.send(self.next_entry(b"now"), not_before=1, not_after=FAR)

        # --- all else ---------------------------------------------------------------------------------------------

        @rule()
        def archive(self) -> None:
            entries = self.do(self.log.read(self.table))
            if entries:
                assert self.do(self.log.archive(self.table, entries)) == self.model.archive(self.table, entries)

        @rule(short=st.integers(1, 3))
        def archive_what_is_not_all(self, short: int) -> None:
            entries = self.do(self.log.read(self.table))[:-short]
            if entries:
                assert self.do(self.log.archive(self.table, entries)) == self.model.archive(self.table, entries)

        @rule()
        def bury(self) -> None:
            self.do(self.log.bury(self.table))
            self.model.bury(self.table)

        @precondition(lambda self: not self.tomb)
        @rule(keep=st.integers(1, 4), late=st.booleans())
        def cut(self, keep: int, late: bool) -> None:
            seq = self.model.last(self.table)[0]
            if seq >= keep:
                newest = b"%d-0" % (seq - late)
                assert self.do(self.log.cut(self.table, keep, newest)) == self.model.cut(self.table, keep, newest)

        @rule()
        def take_all_out(self) -> None:
            seq = self.model.last(self.table)[0]
            newest = b"0-1" if self.tomb else b"%d-0" % seq if seq else b""
            assert self.do(self.log.cut(self.table, 0, newest)) == self.model.cut(self.table, 0, newest)

        @rule(data=st.binary(max_size=10))
        def keep_a_snapshot(self, data: bytes) -> None:
            self.do(self.log.save_snapshot(self.table, data))
            self.model.save_snapshot(self.table, data)

        @precondition(lambda self: not self.tomb)
        @rule(count=st.integers(1, 3))
        def fail_over(self, count: int) -> None:
            """A server that has not heard of the last entries holds just those before."""
            for table, entries in self.model.fail_over({self.table: count}).items():
                key = f"partie:{{{table}}}:log"
                before = self.do(self.redis.xrange(key, "-", f"({entries[0].seq}-0"))
                self.do(self.redis.delete(key))
                for entry_id, fields in before:
                    self.do(self.redis.xadd(key, fields, id=entry_id))

        # --- what is compared -------------------------------------------------------------------------------------

        @invariant()
        def they_agree(self) -> None:
            assert self.do(self.log.last([self.table])) == [self.model.last(self.table)]
            for after in (0, 2):
                found = self.do(self.log.read(self.table, after))
                assert essence(found) == essence(self.model.read(self.table, after))
                assert [one.at for one in found] == sorted(one.at for one in found)
            assert self.do(self.log.load_snapshot(self.table)) == self.model.load_snapshot(self.table)

        def teardown(self) -> None:
            self.do(self.redis.aclose())
            self.do(self.log.aclose())
            self.runner.close()

    return Both


def alike(answer: Outcome, expected: Outcome) -> bool:
    """Whether two answers are the same, but for whose clock they tell."""
    if isinstance(answer, Appended):
        return isinstance(expected, Appended) and answer.mark == expected.mark
    if isinstance(answer, NotNow):
        return isinstance(expected, NotNow)
    return answer == expected


@pytest.mark.parametrize("kind", ["redis_server", "redis_cluster"], ids=["single", "cluster"])
def test_the_model_answers_as_redis_does(kind: str, request: pytest.FixtureRequest) -> None:
    """Whatever is appended, read, cut, archived, buried or lost, in any order."""
    run_state_machine_as_test(
        machine(request.getfixturevalue(kind)),
        settings=settings(
            max_examples=40,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )


def test_a_stamp_never_goes_back_and_what_is_healed_keeps_its_own() -> None:
    """Also where Redis's clock was set back."""
    now = 100
    model = ModelRedis(lambda: now, lambda *_: None)
    entry = Entry(1, "a" * 16, "", 0, 6, b"one")
    assert model.append("t", entry) == Appended(100, entry.mark)
    now = 50
    later = replace(entry, seq=2, mark="b" * 16, prev=entry.mark)
    assert model.append("t", later) == Appended(100, later.mark)
    healed = replace(entry, seq=3, mark="c" * 16, prev=later.mark, at=70)
    assert model.append("t", healed, keep_at=True) == Appended(100, healed.mark)
    last = replace(healed, seq=4, mark="d" * 16, prev=healed.mark, at=170)
    assert model.append("t", last, keep_at=True) == Appended(170, last.mark)
