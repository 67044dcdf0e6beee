"""Choices that everybody makes at once, through real nodes: they do not disturb each other, and they stay secret.

The game is Waters of Nereus: cards are kept and crew is chosen by all at the same moment.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import Coroutine, Sequence
from itertools import combinations
from typing import Any

import msgpack
import pytest

from partie.bench.paper import Paper, write
from partie.client.client import Client, Message, Refused
from partie.features.presence.install import place
from partie.games.nereus import nereus
from partie.games.nereus.state import CREW, KEEP
from partie.log import Log
from partie.net.protocol import TransportSocket
from partie.table.events import Moved
from partie.wire.frame import Frame
from tests.fixtures.service import Running, StartNode
from tests.server.live.asking import call
from tests.server.live.lines import connection_of
from tests.server.live.watch import before_each_frame

NAMES = ("Ann", "Bob", "Cid", "Dan")
QUIET = frozenset({"beat", "people", "presence", "around"})
"""What has nothing to do with moves."""


class Ear(Client):
    """A client that knows what kinds of messages came."""

    def __init__(self, *arguments: Any) -> None:
        self.kinds: set[str] = set()
        super().__init__(*arguments)

    def _hear(self, message: Message) -> None:
        self.kinds.add(message["t"])
        super()._hear(message)


async def at(redis: str, step: str, persons: Sequence[str], *, chance: str = "") -> str:
    """A table on which everybody is to choose, as it comes out of a log; its id.

    Tables with the same ``chance`` and people are alike but for their ids.
    """
    paper = Paper(nereus, secrets.token_urlsafe(12), list(persons), 1, chance=chance)
    paper.start("nereus")
    while paper.history.newest.state.step != step:
        assert paper.move()
    log = Log(redis)
    await write(log, paper)
    await log.aclose()
    return paper.table


async def enter(client: Client, table: str) -> Client:
    """Show the table on the client, and wait for the first decision if it has a seat."""
    await client.enter(table)
    if client.person in {seat.get("person") for seat in client.view["table"]["seats"].values()}:
        await client.until(lambda: client.turn is not None)
    return client


def turn(client: Client) -> Message:
    """The decision before the client."""
    assert client.turn is not None
    return client.turn


# --- at the same moment -----------------------------------------------------------------------------------------------

TABLES = 2
"""Tables of one test; each has five moments at which everybody chooses."""


async def choose_at_once(players: Sequence[Client]) -> list[Message]:
    """Everybody chooses in the same moment; the answers."""
    asked = [
        {"type": "move", "ask": turn(player)["ask"], "move": turn(player)["legal"][seat]}
        for seat, player in enumerate(players)
    ]
    return await asyncio.gather(*(player.do(what) for player, what in zip(players, asked, strict=True)))


async def all_at(players: Sequence[Client], seq: int) -> None:
    """Wait until everybody shows the event."""
    for player in players:
        await player.until(lambda player=player: player.cursor[0] >= seq and player.turn["seq"] >= seq)  # type: ignore[misc]


async def take_turns(players: Sequence[Client]) -> None:
    """Everybody places the marker and ends the turn."""
    for _ in players:
        (seat,) = players[0].view["table"]["pending"]
        for kind in ("place_marker", "end_turn"):
            move = next(move for move in turn(players[seat])["legal"] if move["type"] == kind)
            done = await players[seat].do({"type": "move", "ask": turn(players[seat])["ask"], "move": move})
            await all_at(players, done["seq"])


def lost_races(nodes: Sequence[Running]) -> float:
    """How often a node found the number in the log taken so far."""
    return sum(float(node.core.metrics.lost_races._value.get()) for node in nodes)


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_choices_made_at_the_same_moment_on_two_nodes_all_count(
    start_node: StartNode, redis_server: str, seats: int
) -> None:
    """The loser of a race for a number in the log does not notice: each choice is there once, nobody is refused."""
    nodes = [await start_node(), await start_node()]
    players = await sit(nodes, seats)
    for _ in range(TABLES):
        table = await at(redis_server, KEEP, [player.person for player in players])
        for player in players:
            await enter(player, table)
        for step in (KEEP, CREW, CREW, CREW, CREW):
            assert players[0].view["game"]["step"] == step
            begun = players[0].cursor[0]  # type: ignore[index]
            answers = await choose_at_once(players)
            # The events are the next ones in the log, each choice one of them.
            assert sorted(answer["seq"] for answer in answers) == list(range(begun + 1, begun + 1 + seats))
            await all_at(players, begun + seats)
            assert len({player.cursor for player in players}) == 1
            if step == CREW:
                await take_turns(players)
        for node in nodes:
            history = node.core.tables.awake[table].history
            events = [history.event(seq) for seq in range(1, history.seq + 1)]
            assert set(Counter(event.id for event in events).values()) == {1}
            chosen = Counter(event.seat for event in events if isinstance(event, Moved) and is_choice(event))
            assert chosen == dict.fromkeys(range(seats), 5)
    for player in players:
        assert player.kinds <= QUIET | {"update", "turn", "accepted"}
    assert lost_races(nodes) > 0, "nobody ever lost a race, so nothing was tried here"


async def test_who_changes_his_mind_does_not_disturb_those_who_choose_at_the_same_moment(
    start_node: StartNode, redis_server: str
) -> None:
    """Nor do several changes at once: the newest choice of each is what is revealed."""
    nodes = [await start_node(), await start_node()]
    players = await sit(nodes, 4)
    table = await at(redis_server, CREW, [player.person for player in players])
    for player in players:
        await enter(player, table)
    ann, bob, cid, dan = players
    asks = [turn(player)["ask"] for player in players]
    await choose(ann, "captain", asks[0])
    await choose(bob, "captain", asks[1])
    await asyncio.gather(choose(ann, "pilot"), choose(bob, "pilot"))
    await asyncio.gather(choose(ann, "purser"), choose(bob, "purser"), choose(cid, "purser", asks[2]))
    await asyncio.gather(choose(ann, "merchant"), choose(bob, "merchant"))
    done = await choose(dan, "explorer", asks[3])
    await all_at(players, done["seq"])
    played = [tuple(player["played"]) for player in dan.view["game"]["players"].values()]
    assert played == [("merchant",), ("merchant",), ("purser",), ("explorer",)]
    for player in players:
        assert player.kinds <= QUIET | {"update", "turn", "accepted"}


async def test_who_takes_a_choice_back_does_not_disturb_those_who_choose_at_the_same_moment(
    start_node: StartNode, redis_server: str
) -> None:
    """A click counts that was made before another choice was taken back, or made again.

    Taking back may come too late: then the choice stands, and the player can choose again.
    """
    nodes = [await start_node(), await start_node()]
    players = await sit(nodes, 4)
    ann, bob, cid, dan = players
    for _ in range(TABLES):
        table = await at(redis_server, CREW, [player.person for player in players])
        for player in players:
            await enter(player, table)
        asks = [turn(player)["ask"] for player in players]
        await choose(ann, "captain", asks[0])
        await take_back(ann)
        made_again, *_ = await asyncio.gather(
            refusal(ann.do({"type": "redo", "to": turn(ann)["redo"][0]})),
            choose(bob, "captain", asks[1]),
            choose(cid, "captain", asks[2]),
        )
        assert made_again in ("", "nothing_to_redo")
        changed = await choose(bob, "pilot")
        await all_at(players, changed["seq"])
        taken_back, *_ = await asyncio.gather(refusal(take_back(bob)), choose(ann, "pilot"), choose(cid, "pilot"))
        assert taken_back in ("", "other_moved")
        if taken_back == "":
            await choose(bob, "pilot")
        # Dan chooses for the decision that he was shown in the beginning.
        done = await choose(dan, "explorer", asks[3])
        await all_at(players, done["seq"])
        played = [tuple(player["played"]) for player in dan.view["game"]["players"].values()]
        assert played == [("pilot",), ("pilot",), ("pilot",), ("explorer",)]


async def take_back(player: Ear) -> Message:
    """Take the newest choice back, and wait until the page has it."""
    done = await player.do({"type": "undo", "to": turn(player)["undo"][0]})
    await all_at([player], done["seq"])
    return done


async def refusal(deed: Coroutine[Any, Any, Message]) -> str:
    """Why it is refused: a code, or nothing when it is done."""
    try:
        await deed
    except Refused as refused:
        return refused.code
    return ""


async def sit(nodes: Sequence[Running], seats: int) -> list[Ear]:
    """People who come through one node and another in turn."""
    players = []
    for seat in range(seats):
        node = nodes[seat % len(nodes)]
        players.append(await Ear.join(node.url, NAMES[seat]))
        node.clients.append(players[-1])
    return players  # type: ignore[return-value]


async def choose(player: Client, crew: str, ask: int = 0) -> Message:
    """Choose a crew member, for a decision shown before or for the newest one, and wait until the page has it."""
    move = {"type": "choose_crew", "crew": crew}
    done = await player.do({"type": "move", "ask": ask or turn(player)["ask"], "move": move})
    await all_at([player], done["seq"])
    return done


def is_choice(event: Moved) -> bool:
    """Whether it is a choice that all make at once."""
    return msgpack.unpackb(bytes(event.move))["type"] in ("keep", "choose_crew")


# --- in secret --------------------------------------------------------------------------------------------------------

Heard = dict[str, list[tuple[int, Any]]]
"""What each person was sent: the sizes of the messages, and what they say but for the table's ids and the time."""


def said(message: Any, table: str) -> Any:
    """A message without what differs between tables that are alike: ids, marks, times, and how many are there yet."""
    if isinstance(message, dict):
        return {
            key: "" if key in ("mark", "base_mark", "at", "created") else said(value, table)
            for key, value in message.items()
            if key != "watching"
        }
    if isinstance(message, list):
        return [said(each, table) for each in message]
    return "" if message == table else message


@pytest.mark.parametrize(("step", "choices"), [(KEEP, 7), (CREW, 7)])
async def test_whatever_somebody_chose_all_others_are_sent_the_same_until_the_reveal(
    node: Running, redis_server: str, monkeypatch: pytest.MonkeyPatch, step: str, choices: int
) -> None:
    """Tables that differ in nothing but one seat's choice: the same messages of the same sizes, in the same order.

    So it is for the others at the table, for spectators and for the lobby, in what they get unasked, in
    the answers to all questions, the record of the table, for new arrivals, and after the choice was changed.
    """
    ann, bob, cid, dee, zoe = [await node.join(name) for name in ("Ann", "Bob", "Cid", "Dee", "Zoe")]
    heard: Heard = {}
    table = ""

    def judged(socket: TransportSocket, frame: Frame) -> None:
        for client in (ann, bob, cid, dee, zoe):
            message = msgpack.unpackb(frame.payload)
            if connection_of(node, client).socket is socket and message["t"] not in QUIET:
                message.pop("id", None)
                heard.setdefault(client.person, []).append((len(frame.payload), said(message, table)))

    before_each_frame(monkeypatch, judged)
    told, to_ann = [], []
    await zoe.send({"t": "lobby"})
    for choice in range(choices):
        table = await at(redis_server, step, [each.person for each in (ann, bob, cid)], chance="alike")
        for client in (ann, bob, cid, dee):
            await enter(client, table)
        await zoe.until(lambda table=table: table in zoe.lobby)  # type: ignore[misc]
        legal = turn(ann)["legal"]
        heard.clear()
        # The choice in question is the second one of two that differ.
        for move in (legal[choice - 1], legal[choice]):
            done = await ann.do({"type": "move", "ask": turn(ann)["ask"], "move": move})
            await ann.until(lambda done=done: turn(ann)["seq"] >= done["seq"])  # type: ignore[misc]
        seq = done["seq"]
        await zoe.until(lambda table=table, seq=seq: zoe.lobby[table]["seq"] >= seq)  # type: ignore[misc]
        for client in (bob, cid, dee):
            await client.until(lambda client=client, seq=seq: client.cursor[0] >= seq)  # type: ignore[misc]
            await client.ask({"t": "offers"}, "offers")
            await client.ask({"t": "forecast"}, "forecast")
            await client.ask({"t": "history", "before": seq + 1}, "history")
            for before in (seq - 1, seq):
                await client.ask({"t": "past", "seq": before}, "past")
            await enter(client, table)
            file = await call(node, client, "GET", f"/api/tables/{table}/export")
            heard[client.person].append((len(file), said(json.loads(file), table)))
        to_ann.append(heard.pop(ann.person))
        heard.pop(zoe.person, None)  # the lobby may hear of two events at once
        told.append(
            (
                {person: tuple(all_) for person, all_ in heard.items()},
                said(zoe.lobby[table], table),
                place(node.core.tables.awake[table].newest),
            )
        )
    assert set(told[0][0]) == {client.person for client in (bob, cid, dee)}
    assert min(map(len, told[0][0].values())) > 7
    for each in told:
        assert each == told[0]
    assert all(one != other for one, other in combinations(to_ann, 2))
