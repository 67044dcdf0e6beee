"""The laws of secrecy and of following, through whole games in which everybody does everything."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tests.fixtures.service import StartNode
from tests.server.live.evening import CardWatch, Evening, long_away

WANTED: Final = {"moved", "undone", "redone", "asked"}
"""What must have happened for an evening to count. In one of four games something of it does not, by chance."""

GAMES: Final = 10


async def one_game(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, seats: int, count: int, rng: random.Random
) -> set[str]:
    """Judge a game of the toy game, on nodes of its own; return what happened in it."""
    nodes = [await start_node(commands_per_second=1000, sessions_per_hour=0) for _ in range(count)]
    evening = Evening(nodes, rng)
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
    happened = evening.kinds()
    for node in nodes:
        await node.stop()
    return happened


@pytest.mark.parametrize(("seats", "count", "seed"), [(2, 1, 24), (3, 2, 21), (4, 2, 28)])
async def test_nobody_is_sent_a_card_too_early_and_everybody_holds_what_the_service_holds(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, seats: int, count: int, seed: int
) -> None:
    """Through moves, undo, consent, questions about the past, reconnects, freed seats and substitutes."""
    rng = random.Random(seed)
    happened: set[str] = set()
    for _ in range(GAMES):
        with monkeypatch.context() as patch:
            happened |= await one_game(start_node, patch, seats, count, rng)
        if happened >= WANTED:
            break
    assert happened >= WANTED
