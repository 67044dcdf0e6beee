"""Built-in bots at a table."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
from typing import Any

import msgspec
import pytest

from partie.features.bots.thought import Begun, Thought
from partie.kit.lesson import LEARNER
from tests.engines.toys.lesson import LESSON
from tests.fixtures.service import StartNode, until
from tests.server.live.playing import play


async def test_somebody_alone_plays_a_game_against_a_bot_to_its_end(start_node: StartNode) -> None:
    """A bot in the other seat is ready at once, moves by itself, and is marked as a bot."""
    node = await start_node(bot_pause=(0.0, 0.0))
    ann = await node.join("Ann")
    await ann.enter(await ann.create("toy", 2))
    await ann.do({"type": "sit", "seat": 0})
    await ann.do({"type": "seat_bot", "seat": 1})
    await ann.ready()
    await play([ann], random.Random(5))
    assert ann.view["table"]["ending"] == "finished"
    assert ann.view["table"]["seats"]["1"]["bot"] is True
    assert {entry["seat"] for entry in ann.entries.values() if entry["kind"] == "moved"} == {0, 1}


async def test_two_nodes_that_both_let_the_bot_think_make_its_move_once(start_node: StartNode) -> None:
    """Their commands bear one id, so the log takes one of them."""
    one, two = await start_node(bot_pause=(0.0, 0.0)), await start_node(bot_pause=(0.0, 0.0))
    ann, bob = await one.join("Ann"), await two.join("Bob")
    table = await ann.create("toy", 3)
    for client in (ann, bob):
        await client.enter(table)
    await ann.do({"type": "sit", "seat": 0})
    await bob.do({"type": "sit", "seat": 1})
    await ann.do({"type": "seat_bot", "seat": 2})
    await ann.ready()
    await bob.ready()
    await play([ann, bob], random.Random(6))
    assert ann.view["result"] == bob.view["result"]


async def test_a_bot_does_not_move_for_who_took_its_seat_while_it_thought(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person decides himself."""
    node = await start_node(bot_pause=(0.0, 0.0))
    thinker = node.features.bots._thinker
    thinking, go_on, thought = asyncio.Event(), asyncio.Event(), asyncio.Event()
    choose = thinker.choose

    async def slowly(*about: Any) -> Any:
        thinking.set()
        await go_on.wait()
        try:
            return await choose(*about)
        finally:
            thought.set()

    monkeypatch.setattr(thinker, "choose", slowly)
    ann = await node.join("Ann")
    await ann.enter(await ann.create("toy", 2))
    await ann.do({"type": "sit", "seat": 0})
    await ann.do({"type": "seat_bot", "seat": 1})
    await ann.ready()
    await ann.do({"type": "seat_bot", "seat": 0})
    await thinking.wait()
    await ann.do({"type": "sit", "seat": 0})
    go_on.set()
    await until(lambda: any(one["kind"] == "moved" for one in ann.entries.values()))
    await thought.wait()
    await until(lambda: not node.features.bots._thinking)
    await ann.until(lambda: ann.turn is not None)
    assert {one["seat"] for one in ann.entries.values() if one["kind"] == "moved"} == {1}


async def test_within_a_turn_a_bot_knows_what_it_meant_to_do(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets the rest of its plan with each further decision, and begins without one in the next turn."""
    node = await start_node(bot_pause=(0.0, 0.0))
    thinker = node.features.bots._thinker
    thoughts: list[tuple[Begun, Thought]] = []
    choose = thinker.choose

    async def noted(*about: Any) -> Thought:
        thought = await choose(*about)
        thoughts.append((about[-1], thought))
        return thought

    monkeypatch.setattr(thinker, "choose", noted)
    ann = await node.join("Ann")
    await ann.enter(await ann.create("toy", 2))
    await ann.do({"type": "sit", "seat": 0})
    await ann.do({"type": "seat_bot", "seat": 1, "level": "careful"})
    await ann.ready()
    await play([ann], random.Random(5))
    assert {begun.made > 0 for begun, _ in thoughts} == {True, False}
    for (before, thought), (begun, _) in itertools.pairwise(thoughts):
        # If somebody else moved meanwhile, it thinks about the same decision once more.
        assert begun in (Begun(begun.turn), before.after(thought), before)
    assert any(begun == before.after(thought) for (before, thought), (begun, _) in itertools.pairwise(thoughts))


async def test_a_seat_is_given_to_a_bot_on_one_node_and_taken_back_on_another(start_node: StartNode) -> None:
    """The bot plays on while its person is gone from the first node; nobody else takes the seat meanwhile."""
    one, two = await start_node(bot_pause=(0.0, 0.0)), await start_node(bot_pause=(0.0, 0.0))
    ann, bob = await one.join("Ann"), await two.join("Bob")
    await ann.enter(await ann.create("toy", 2, watch="nobody"))
    await bob.enter(ann.table)
    await ann.do({"type": "sit", "seat": 0})
    await bob.do({"type": "sit", "seat": 1})
    await ann.ready()
    await bob.ready()
    await ann.do({"type": "seat_bot", "seat": 0, "level": "careful"})
    await ann.close()
    turn = await bob.my_turn()
    assert turn is not None
    await bob.move(turn["legal"][0])
    await bob.until(lambda: any(one["kind"] == "moved" and one["seat"] == 0 for one in bob.entries.values()))
    back = await two.join(cookie=ann.cookie)
    await back.enter(ann.table)
    assert back.view["table"]["seats"]["0"] | {"colour": ""} == {
        "bot": True,
        "ready": True,
        "freed": True,
        "keeper": back.person,
        "level": "careful",
        "colour": "",
    }
    await back.do({"type": "sit", "seat": 0})
    await play([back, bob], random.Random(8))
    assert back.view["table"]["seats"]["0"]["person"] == back.person
    assert back.view["result"]["stood_in"]["0"]


async def test_the_death_of_a_thinking_process_delays_a_move_and_does_no_more(start_node: StartNode) -> None:
    """Whenever one is seen it is killed in mid-thought: each decision is thought again and made once."""
    node = await start_node(bot_pause=(0.0, 0.0))
    thinker = node.features.bots._thinker
    ann = await node.join("Ann")
    await ann.enter(await ann.create("toy", 2))
    await ann.do({"type": "sit", "seat": 0})
    await ann.do({"type": "seat_bot", "seat": 1, "level": "careful"})
    killed: list[int] = []

    async def kill() -> None:
        for _ in range(3):
            await until(lambda: any(pid not in killed for pid in thinker.pids))
            killed.append(next(pid for pid in thinker.pids if pid not in killed))
            os.kill(killed[-1], signal.SIGKILL)

    killing = asyncio.create_task(kill())
    await ann.ready()
    await play([ann], random.Random(7))
    await killing
    assert ann.view["table"]["ending"] == "finished"
    asks = [entry["seq"] for entry in ann.entries.values() if entry["kind"] == "moved" and entry["seat"] == 1]
    assert len(killed) == 3
    assert len(asks) == len(set(asks)) > 0
    assert node.core.metrics.bot_failures._value.get() >= 1


async def test_bots_make_the_moves_of_a_lesson_as_long_as_its_learner_does(start_node: StartNode) -> None:
    """Also where all decide at once. After another move they play for themselves, on whatever node."""
    one, two = await start_node(bot_pause=(0.0, 0.0)), await start_node(bot_pause=(0.0, 0.0))
    ann = await one.join("Ann")
    accepted = await ann.do({"type": "learn", "game": "toy"})
    await ann.enter(accepted["table"])
    await ann.ready()
    for move in LESSON.moves[:4]:
        if move.seat == LEARNER:
            await ann.my_turn()
            await ann.move(msgspec.to_builtins(move.move))
    await ann.until(lambda: ann.view["table"]["lesson"] == {"made": 4, "moves": 7})
    back = await two.join(cookie=ann.cookie)
    await back.enter(ann.table)
    await back.my_turn()
    await back.move({"type": "done"})
    await play([back], random.Random(9))
    assert back.view["table"]["ending"] == "finished"
    assert back.view["table"]["lesson"]["made"] == -1
