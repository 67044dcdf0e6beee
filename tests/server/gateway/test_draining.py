"""Sending a node's clients to other nodes."""

from __future__ import annotations

import asyncio

import pytest

from partie.gateway import draining
from partie.gateway.draining import AWAY_MS, Draining
from partie.wire.closing import GO_AWAY
from tests.server.gateway.peers import House, Line


class Draught:
    """A node that is drained, and how often it said that something is another than before."""

    def __init__(self, house: House) -> None:
        self.changes = 0
        self.draining = Draining(house.connections, self._changed)

    def _changed(self) -> None:
        self.changes += 1


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's moment is now."""
    monkeypatch.setattr("random.uniform", lambda *_: 0.0)


@pytest.fixture
def draught(house: House) -> Draught:
    return Draught(house)


async def goes(house: House, line: Line) -> None:
    """Go when the node says so."""
    while "moved" not in [message["t"] for message in line.peer.sent]:  # noqa: ASYNC110 (as a peer does)
        await asyncio.sleep(0)
    line.connection.cut()


async def test_a_node_that_ends_sends_everybody_away_and_waits_until_they_are_gone(
    house: House, draught: Draught
) -> None:
    """Each learns how soon to come back elsewhere."""
    lines = [await house.join(f"person-{number}") for number in range(5)]
    going = [asyncio.create_task(goes(house, line)) for line in lines]
    await draught.draining.drain()
    assert not len(house.connections)
    await asyncio.gather(*going)
    for line in lines:
        (moved,) = line.peer.sent
        assert 0 <= moved["retry_in"] < AWAY_MS
    assert draught.changes == 1, "its last one is gone"


async def test_an_empty_node_need_not_wait(draught: Draught) -> None:
    """Nobody is there to hear of it."""
    await draught.draining.drain()
    assert draught.changes == 0


async def test_who_does_not_go_is_not_waited_for_for_ever(
    house: House, draught: Draught, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then it is served."""
    monkeypatch.setattr(draining, "DRAIN_SECONDS", 0.02)
    stays = await house.join()
    await draught.draining.drain()
    assert stays.heard() == ["moved"]
    assert stays.peer.closed == 0
    stays.says("forecast")
    assert stays.heard() == ["problem no_table"]


async def test_a_node_that_is_emptied_takes_nobody_in_and_closes_who_stayed(
    house: House, draught: Draught, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it takes people in again."""
    monkeypatch.setattr(draining, "DRAIN_SECONDS", 0.02)
    stays = await house.join()
    assert not draught.draining.active
    await draught.draining.empty()
    assert draught.draining.active
    assert stays.peer.closed == GO_AWAY
    assert draught.changes == 2
    draught.draining.take_in()
    assert not draught.draining.active
    assert draught.changes == 3
