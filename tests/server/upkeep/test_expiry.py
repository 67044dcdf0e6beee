"""Tables that nobody starts."""

from __future__ import annotations

import pytest

from partie.features.lobby import install
from partie.table.lifecycle import creation
from tests.fixtures.service import StartNode, until


async def test_a_table_that_was_not_started_within_its_time_ends(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service ends it by an event, which those at the table see, and the lobby no longer shows it."""
    monkeypatch.setattr("partie.live.tables.SLEEP_SECONDS", 0.2)  # the sweep comes twice as often
    monkeypatch.setattr(install, "EXPIRY_MS", 100)
    monkeypatch.setattr(creation, "EXPIRY_MS", 100)
    node = await start_node()
    ann = await node.join("Ann")
    cat = await node.join("Cat")
    await cat.send({"t": "lobby"})
    await ann.enter(await ann.create("toy", 2))
    await ann.until(lambda: ann.over)
    assert ann.view["table"]["ending"] == "expired"
    await until(lambda: not node.features.lobby.lobby.whole(cat.person).tables)


async def test_a_table_younger_than_a_day_is_let_be(start_node: StartNode, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep passes it by."""
    monkeypatch.setattr("partie.live.tables.SLEEP_SECONDS", 0.05)
    node = await start_node()
    ann = await node.join("Ann")
    table = await ann.create("toy", 2)
    await ann.enter(table)
    await node.features.lobby.expire()
    await ann.do({"type": "sit", "seat": 0})
    assert node.core.tables.awake[table].newest.phase == "open"


async def test_a_lesson_that_is_left_lying_ends_and_other_games_go_on(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lobby finds it when it has lasted a day; nobody but its learner has seen it there."""
    node = await start_node()
    ann, cat = await node.join("Ann"), await node.join("Cat")
    accepted = await ann.do({"type": "learn", "game": "toy"})
    await ann.enter(accepted["table"])
    await ann.ready()
    assert ann.view["table"]["phase"] == "running"
    lobby = node.features.lobby
    await until(lambda: [entry.lesson for entry in lobby.lobby.whole(ann.person).tables] == [True])
    assert not lobby.lobby.whole(cat.person).tables
    for module in ("partie.features.lobby.install", "partie.table.lifecycle.creation"):
        monkeypatch.setattr(f"{module}.EXPIRY_MS", -1_000)
    await lobby.expire()
    await ann.until(lambda: ann.over)
    assert ann.view["table"]["ending"] == "expired"
