"""The websocket under fire: whatever is sent is answered or cut off, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgpack
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from partie.wire import limits
from partie.wire.closing import FOREIGN, NO_SESSION
from tests.faults.killing import NO_LIMITS
from tests.fixtures.service import Running
from tests.fuzz import frames
from tests.fuzz.ground import Ground

MEMORY: int = 8 << 20
"""Bytes by which a node may grow in the second half of the frames: what has a bound has reached it by then."""


@pytest.fixture
def ground(tmp_path: Path, redis_server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ground]:
    """A node whose limits are lifted, but for the number of tables, so that its memory does not look like a leak."""
    for name, value in (NO_LIMITS | {"PARTIE_OPEN_TABLES": "5"}).items():
        monkeypatch.setenv(name, value)
    with contextlib.closing(Ground(tmp_path, redis_server)) as ground:
        yield ground


def fire(ground: Ground, wanted: int, pool: int) -> None:
    """Send at least so many frames in random sequences, each on a connection of its own."""
    per_sequence = 36
    # They take seconds to think of, in which nobody at the quiet table would answer a ping.
    frames.honest(pool), frames.changed(pool)
    with asyncio.Runner() as runner:
        runner.run(ground.prepare())
        outsiders = [
            (runner.run(ground.ended_session()), "", ("no_session", NO_SESSION)),
            ("partie_session=forged.forged.forged", "", ("no_session", NO_SESSION)),
            ("", "", ("no_session", NO_SESSION)),
            (ground.cookie, "http://evil.test", ("foreign_origin", FOREIGN)),
        ]
        log, seen = ground.quiet_log(), ground.seen_at_the_quiet_table()
        rss = 0

        @settings(
            max_examples=wanted // per_sequence,
            database=None,
            deadline=None,
            phases=[Phase.generate],  # to shrink a sequence that is not answered would take minutes of waiting
            suppress_health_check=list(HealthCheck),
        )
        @given(frames.sequences(pool), st.sampled_from([None, None, *frames.BREACHES]), st.integers(0, 79))
        def attack(sequence: frames.Sequence, breach: str | None, who: int) -> None:
            nonlocal rss
            if who < len(outsiders):
                cookie, origin, told = outsiders[who]
                assert runner.run(ground.turned_away(cookie, origin, sequence)) == told
            runner.run(ground.attack(sequence, None if breach is None else frames.BREACHES[breach]))
            if not rss and ground.frames > wanted // 2:
                rss = ground.rss()

        attack()
        assert ground.frames >= wanted
        assert ground.rss() - rss < MEMORY
        assert ground.seen_at_the_quiet_table() == seen
        assert ground.quiet_log() == log
        quinn = ground.quiet[0]
        assert quinn.turn is not None
        runner.run(quinn.move(quinn.turn["legal"][0]))
        assert len(ground.quiet_log()) == len(log) + 1
        runner.run(ground.end())


def test_every_frame_is_answered_and_the_node_serves_on(ground: Ground) -> None:
    """10,000 frames: honest, changed, cut, repeated, nested, out of order, and such as end the connection."""
    fire(ground, 10_000, 300)


def test_every_kind_of_question_is_answered_before_and_after_its_table_is_shown(ground: Ground) -> None:
    """Asked again and again while the table comes, so that some are too early and the rest are not."""
    hello, enter = {"t": "hello", "wire": limits.VERSION}, {"t": "enter", "table": frames.TABLES[0]}
    questions: list[dict[str, str | int]] = [
        {"t": "offers"},
        {"t": "forecast"},
        {"t": "history", "before": 3},
        {"t": "past", "seq": 3},
        {"t": "reason", "seq": 3},
    ]
    with asyncio.Runner() as runner:
        runner.run(ground.prepare())
        for question in questions:
            asked = [hello, enter, *[question] * 30]
            runner.run(ground.attack([msgpack.packb(message) for message in asked], None))
        runner.run(ground.end())


def test_the_table_that_was_asked_for_last_is_shown(ground: Ground) -> None:
    """However fast somebody goes to another, for which an invitation has to be looked up, and back."""
    here, there, _ = frames.TABLES
    asked: list[dict[str, str | int]] = [
        {"t": "hello", "wire": limits.VERSION},
        {"t": "enter", "table": here},
        {"t": "enter", "table": there, "invitation": "none of this table"},
        {"t": "enter", "table": here},
        {"t": "past", "seq": 1},
    ]
    with asyncio.Runner() as runner:
        runner.run(ground.prepare())
        for _ in range(80):
            runner.run(ground.attack([msgpack.packb(message) for message in asked], None))
        runner.run(ground.end())


async def test_a_flood_is_refused_then_read_slowly_and_slows_nobody_else(node: Running) -> None:
    """Frames above the limit are refused; who goes on is read no faster than allowed; both cost the sender alone."""
    ann, bob = await node.join("Ann"), await node.join("Bob")
    for _ in range(200):
        await ann.send({"t": "hello", "wire": limits.VERSION})
    await bob.create("toy", 2)
    assert len(ann.received) < 200
    await ann.until(lambda: len(ann.received) == 200)
    told = Counter(message.get("code", message["t"]) for message in ann.received)
    assert told.keys() == {"welcome", "too_fast"}
    assert told["too_fast"] >= limits.FRAMES_PER_SECOND


@pytest.mark.soak
def test_a_million_frames_are_answered(ground: Ground) -> None:
    """The same for long, which a leak of some bytes a frame would not survive."""
    fire(ground, 1_000_000, 5_000)
