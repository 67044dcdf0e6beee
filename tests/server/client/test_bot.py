"""Bots at a service: they sit down, play, come back, go where they are invited, and leave."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from partie.client.bot import Bot, Played
from partie.client.client import Client, Refused
from partie.client.players import Decision, Function, Late, Move, Nonsense, PlayerFailed, Program
from tests.fixtures.service import Running, StartNode, until
from tests.server.live.asking import wish
from tests.server.live.playing import play


def last(legal: list[Move]) -> int:
    """Choose the last legal move, by its place."""
    return len(legal) - 1


async def hosted(node: Running, seats: int = 2, **settings: Any) -> Client:
    """Ann at a table of hers, in seat 0 and ready."""
    ann = await node.join("Ann")
    await ann.enter(await ann.create("toy", seats, **settings))
    await ann.sit(0)
    await ann.ready()
    return ann


async def token(node: Running, name: str = "Robo") -> tuple[str, str]:
    """A bot's token and its person."""
    made = await node.core.people.tokens.make("", name)
    return made.token, made.bot


async def test_a_function_plays_a_seat_to_the_end(node: Running) -> None:
    """Against a person; what came of it is what everybody sees."""
    ann = await hosted(node)
    bot = asyncio.create_task(Bot(node.url, partial(Function, last)).play(ann.table))
    await play([ann], random.Random(3))
    played = await bot
    assert (played.table, played.seat) == (ann.table, 1)
    assert played.moves > 0
    assert played.result == ann.view["result"]


async def test_a_program_plays_with_the_offers(node: Running) -> None:
    """It gets the game as its seat sees it, and nothing else of the table."""
    code = """
import json, sys
for line in sys.stdin:
    decision = json.loads(line)
    assert set(decision) == {"game", "seat", "view", "legal", "seed", "offers"} and decision["game"] == "toy"
    assert decision["seat"] == 1 and "seats" not in decision["view"]
    print(0, flush=True)
"""
    ann = await hosted(node)
    make = partial(Program, [sys.executable, "-c", code], wants_offers=True)
    bot = asyncio.create_task(Bot(node.url, make).play(ann.table))
    await play([ann], random.Random(3))
    assert (await bot).result == ann.view["result"]


async def test_a_bot_takes_the_seat_that_you_name(node: Running) -> None:
    """And says so when it is taken."""
    ann = await hosted(node, 3)
    bot = asyncio.create_task(Bot(node.url, partial(Function, last)).play(ann.table, seat=2))
    await ann.until(lambda: "person" in ann.view["table"]["seats"]["2"])
    with pytest.raises(Refused, match="seat_taken"):
        await Bot(node.url, partial(Function, last)).play(ann.table, seat=0)
    bot.cancel()
    with pytest.raises(asyncio.CancelledError):
        await bot


async def test_the_same_seed_draws_the_same_lots(node: Running) -> None:
    """Whatever the table is called."""
    drawn: list[list[str]] = []

    def note(seeds: list[str]) -> Callable[..., int]:
        def choose(seed: str) -> int:
            seeds.append(seed)
            return 0

        return choose

    for _ in range(2):
        drawn.append([])
        ann = await hosted(node)
        bot = asyncio.create_task(Bot(node.url, partial(Function, note(drawn[-1])), seed=5).play(ann.table))
        await play([ann], random.Random(3))
        await bot
    assert drawn[0][0] == drawn[1][0]
    assert len(set(drawn[0])) == len(drawn[0])


class Watched:
    """A player that notes its decisions, and answers when the test lets it."""

    wants_offers = False

    def __init__(self, failures: list[PlayerFailed] | None = None) -> None:
        self.asked: list[Decision] = []
        self.loop = asyncio.get_running_loop()
        self.may_answer = asyncio.Event()
        self.closed = False
        self._failures = failures or []

    def choose(self, decision: Decision, seconds: float) -> Move:
        """Wait for the test, in the thread of the bot."""
        self.asked.append(decision)
        asyncio.run_coroutine_threadsafe(self.may_answer.wait(), self.loop).result(seconds)
        if self._failures:
            raise self._failures.pop(0)
        return decision.legal[0]

    def close(self) -> None:
        """Note it."""
        self.closed = True


async def test_a_move_chosen_while_the_connection_was_lost_is_made_after_it(node: Running) -> None:
    """The player hears of each position once, and the bot still has its seat."""
    ann = await hosted(node)
    player = Watched()
    bot = asyncio.create_task(Bot(node.url, lambda: player).play(ann.table))
    await until(lambda: bool(player.asked) or _must(ann))
    if not player.asked:
        await play([ann], random.Random(3), 1)
        await until(lambda: bool(player.asked))
    (lost,) = [one for one in node.core.connections if one.person != ann.person]
    await lost.close(1001)
    await until(lambda: lost not in node.core.connections)
    player.may_answer.set()
    await play([ann], random.Random(3))
    assert (await bot).result == ann.view["result"]
    views = [decision.view for decision in player.asked]
    assert all(one != other for one, other in pairwise(views))
    assert player.closed


def _must(client: Client) -> bool:
    return client.turn is not None and bool(client.turn["must"])


async def test_a_late_player_gets_a_second_try(node: Running) -> None:
    """And goes on."""
    ann = await hosted(node)
    player = Watched([Late("no answer within 1 s")])
    player.may_answer.set()
    bot = asyncio.create_task(Bot(node.url, lambda: player).play(ann.table))
    await play([ann], random.Random(3))
    assert (await bot).result == ann.view["result"]
    assert player.asked[0] == player.asked[1]


async def test_a_bot_whose_player_fails_keeps_its_seat_and_can_go_on(node: Running) -> None:
    """Started again with the same token, it is where it was."""
    ann = await hosted(node)
    secret, person = await token(node)

    def fails(legal: list[Move]) -> int:
        return len(legal)

    failing = asyncio.create_task(Bot(node.url, partial(Function, fails), token=secret).play(ann.table))
    with pytest.raises(Nonsense):
        await _while_ann_plays(ann, failing)
    assert ann.view["table"]["seats"]["1"]["person"] == person
    bot = asyncio.create_task(Bot(node.url, partial(Function, last), token=secret).play(ann.table))
    await play([ann], random.Random(4))
    assert (await bot).result == ann.view["result"]


async def _while_ann_plays(ann: Client, bot: asyncio.Task[Any]) -> None:
    """Move for Ann until the bot ends."""
    moving = asyncio.create_task(play([ann], random.Random(3)))
    await asyncio.wait([moving, bot], return_when=asyncio.FIRST_COMPLETED)
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)
    await bot


class Ends:
    """What a bot tells of its games."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Played | Exception]] = []

    def __call__(self, table: str, outcome: Played | Exception) -> None:
        self.told.append((table, outcome))


async def test_a_bot_goes_where_it_is_invited(node: Running) -> None:
    """Also to a private table; it sits down, is ready, plays and leaves."""
    secret, person = await token(node)
    ends = Ends()
    bot = asyncio.create_task(Bot(node.url, partial(Function, last), token=secret).accept(ends, games=1))
    ann = await hosted(node, access="invited", watch="invited")
    assert await wish(ann, {"t": "invite", "table": ann.table, "person": person}) == ""
    await play([ann], random.Random(3))
    await bot
    ((table, played),) = ends.told
    assert isinstance(played, Played)
    assert (table, played.result) == (ann.table, ann.view["result"])
    await until(lambda: all(one.person != person for one in node.core.connections))


async def test_a_table_that_cannot_be_played_is_told_and_the_others_go_on(start_node: StartNode) -> None:
    """Such as one too many for the service."""
    node = await start_node(bot_tables=1)
    secret, person = await token(node)
    ends = Ends()
    bot = asyncio.create_task(Bot(node.url, partial(Function, last), token=secret).accept(ends, games=1))
    first = await hosted(node)
    await wish(first, {"t": "invite", "table": first.table, "person": person})
    await first.until(lambda: first.view["table"]["phase"] == "running")
    second = await hosted(node)
    await wish(second, {"t": "invite", "table": second.table, "person": person})
    await until(lambda: bool(ends.told))
    await play([first], random.Random(3))
    await bot
    (table, refused), (played_at, _) = ends.told
    assert isinstance(refused, Refused)
    assert (table, refused.code, played_at) == (second.table, "too_many_tables", first.table)


async def test_a_bot_that_is_turned_away_leaves(node: Running) -> None:
    """Its place is free for another table."""
    secret, person = await token(node)
    ends = Ends()
    bot = asyncio.create_task(Bot(node.url, partial(Function, last), token=secret).accept(ends, games=1, at_once=1))
    first, second = await hosted(node, 3), await hosted(node)
    await wish(first, {"t": "invite", "table": first.table, "person": person})
    await first.until(lambda: first.view["table"]["seats"]["1"].get("ready", False))
    await wish(second, {"t": "invite", "table": second.table, "person": person})
    await first.do({"type": "turn_away", "seat": 1})
    await play([second], random.Random(3))
    await bot
    (table, refused), (played_at, _) = ends.told
    assert isinstance(refused, Refused)
    assert (table, refused.code, played_at) == (first.table, "not_seated", second.table)


async def test_a_bot_goes_back_to_the_tables_where_it_sits(node: Running) -> None:
    """When it is started again, without a new invitation."""
    secret, _ = await token(node)
    ann = await hosted(node)
    before = asyncio.create_task(Bot(node.url, partial(Function, last), token=secret).play(ann.table))
    await ann.until(lambda: ann.view["table"]["phase"] == "running")
    before.cancel()
    await asyncio.gather(before, return_exceptions=True)
    ends = Ends()
    bot = asyncio.create_task(Bot(node.url, partial(Function, last), token=secret).accept(ends, games=1))
    await play([ann], random.Random(3))
    await bot
    assert [table for table, _ in ends.told] == [ann.table]


async def test_a_bot_finds_a_table_that_the_lobby_gets_later(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as one of another node; after a while it leaves the lobby, and plays each table once."""
    secret, person = await token(node)
    lobby = node.features.lobby
    ends = Ends()
    robo = Bot(node.url, partial(Function, last), token=secret)
    bot = asyncio.create_task(robo.accept(ends, games=2))
    await until(lambda: any(one.person == person for one in lobby.connections))
    ann = await hosted(node)
    sitting = await Client.join(node.url, token=secret)
    await sitting.enter(ann.table)
    await sitting.sit()
    await play([ann], random.Random(3))
    monkeypatch.setattr("partie.client.bot.RETURN_SECONDS", 0.0)
    (watching,) = [one for one in lobby.connections if one.person == person]
    await watching.close(1001)
    await until(lambda: watching not in node.core.connections and len(ends.told) == 1)
    bob = await hosted(node)
    assert await wish(bob, {"t": "invite", "table": bob.table, "person": person}) == ""
    await play([bob], random.Random(3))
    await bot
    assert [table for table, _ in ends.told] == [ann.table, bob.table]
    assert not any(one.person == person for one in lobby.connections)


async def test_more_invitations_than_places_wait(node: Running) -> None:
    """At one table at a time, the second begins when the first has ended."""
    secret, person = await token(node)
    ends = Ends()
    hosts = [await hosted(node), await hosted(node)]
    bot = asyncio.create_task(Bot(node.url, partial(Function, last), token=secret).accept(ends, games=2, at_once=1))
    for host in hosts:
        await wish(host, {"t": "invite", "table": host.table, "person": person})
    for host in hosts:
        await host.until(lambda host=host: host.view["table"]["phase"] == "running")  # type: ignore[misc]
        await play([host], random.Random(3))
    await bot
    assert [table for table, _ in ends.told] == [host.table for host in hosts]
