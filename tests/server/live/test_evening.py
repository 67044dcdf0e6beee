"""The laws of secrecy and of following, through whole games in which everybody does everything."""

from __future__ import annotations

import random

import pytest

from tests.fixtures.service import StartNode
from tests.server.live.evening import CardWatch, Evening, long_away


@pytest.mark.parametrize(("seats", "count", "seed"), [(2, 1, 24), (3, 2, 21), (4, 2, 28)])
async def test_nobody_is_sent_a_card_too_early_and_everybody_holds_what_the_service_holds(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, seats: int, count: int, seed: int
) -> None:
    """Through moves, undo, consent, questions about the past, reconnects, freed seats and substitutes."""
    nodes = [await start_node(commands_per_second=1000, sessions_per_hour=0) for _ in range(count)]
    evening = Evening(nodes, random.Random(seed))
    watch = CardWatch(nodes)
    watch.begin(monkeypatch)
    await evening.begin(seats, 2, "toy", {"rounds": 4, "cards": 4})
    long_away(nodes, evening)
    for _ in range(50):
        for _ in range(6):
            await evening.round()
        await evening.quiet()
    assert not watch.leaks
    assert watch.frames > 300
    assert len(evening.kinds()) >= 6  # created, seated, readied, moved, and two or more of what else can happen
