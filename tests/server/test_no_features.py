"""The service with no feature installed: games are played to their end all the same."""

from __future__ import annotations

import random
import socket
from collections.abc import AsyncIterator
from typing import Final, get_args

import httpx
import msgspec
import pytest

from partie.app import create_app
from partie.client.client import Client, Message, Refused
from partie.config import Settings
from partie.node import Node
from partie.wire import client_in
from partie.wiring import no_feature
from tests.fixtures.service import NO_TLS, TOY, Running, start_toy
from tests.server.live.playing import play

PERSON: Final = "ann0000000000000"
ID: Final = "some-command"

OF_FEATURES: Final[list[client_in.Inbound]] = [
    client_in.Lobby(),
    client_in.GetReason(3),
    client_in.Search(ID, ("toy",), (2,)),
    client_in.WatchFriends(),
    client_in.Invite(ID, "some-table", PERSON),
    client_in.Decline("some-table"),
    client_in.Follow(ID, PERSON),
    client_in.GetChat(),
    client_in.Say(ID, "some-table", "players", "hello"),
    client_in.Report(ID, "some-table", "players", 1),
    client_in.Block(PERSON, True),
    client_in.GetBlocked(),
]
"""One of each message that belongs to a feature."""


@pytest.fixture
async def bare(redis_server: str) -> AsyncIterator[Running]:
    """A node without features."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    listener.setblocking(False)
    port = listener.getsockname()[1]
    settings = Settings(host="127.0.0.1", port=port, redis_url=redis_server, engines=(TOY,))
    node = Running(Node(settings, create_app(settings, no_feature)), listener)
    yield await node.started()
    await node.stop()


async def test_a_game_is_played_to_its_end_and_watched(bare: Running) -> None:
    """Both players and spectators see the same end; a second look loads it from its log."""
    table, (ann, bob) = await start_toy(bare, "Ann", "Bob")
    cat = await bare.join("Cat")
    await cat.enter(table)
    assert cat.turn is None
    assert await play([ann, bob], random.Random(3)) > 10
    await cat.until(lambda: cat.cursor == ann.cursor == bob.cursor)
    assert ann.over
    assert ann.view["result"] == bob.view["result"] == cat.view["result"]
    assert (await cat.ask({"t": "past", "seq": 8, "eyes": 0}, "past"))["eyes"] == 0
    await bare.core.tables.sleep(bare.core.tables.awake[table])
    dan = await bare.join("Dan")
    await dan.enter(table)
    assert (dan.cursor, dan.view["result"]) == (cat.cursor, cat.view["result"])


async def test_moves_are_taken_back_and_made_again(bare: Running) -> None:
    """As far as nothing was drawn or uncovered."""
    _, clients = await start_toy(bare, "Ann", "Bob")
    rng = random.Random(5)
    mover = await undoing(clients, rng)
    before = mover.view
    back = await mover.do({"type": "undo", "to": mover.turn["undo"][0]})  # type: ignore[index]
    await mover.until(lambda: mover.cursor is not None and mover.cursor[0] >= back["seq"])
    assert mover.view["game"] != before["game"]
    await mover.until(lambda: bool(mover.turn and mover.turn.get("redo")))
    again = await mover.do({"type": "redo", "to": mover.turn["redo"][0]})  # type: ignore[index]
    await mover.until(lambda: mover.cursor is not None and mover.cursor[0] >= again["seq"])
    assert mover.view["game"] == before["game"]


async def undoing(clients: list[Client], rng: random.Random) -> Client:
    """Play until somebody can take a move back; who that is."""
    while not any(client.turn and client.turn.get("undo") for client in clients):
        assert await play(clients, rng, 1) == 1
    return next(client for client in clients if client.turn and client.turn.get("undo"))


async def test_questions_of_the_table_itself_are_answered(bare: Running) -> None:
    """Offers, forecast, history and the past are no features."""
    _, (ann, _) = await start_toy(bare, "Ann", "Bob")
    assert ann.cursor is not None
    asked: list[tuple[Message, str]] = [
        ({"t": "offers"}, "offers"),
        ({"t": "forecast"}, "forecast"),
        ({"t": "history", "before": 4}, "history"),
        ({"t": "past", "seq": ann.cursor[0]}, "past"),
    ]
    for question, kind in asked:
        assert (await ann.ask(question, kind))["table"] == ann.table
    await ann.send({"t": "look", "looking": False})
    assert (await ann.ask({"t": "forecast"}, "forecast"))["table"] == ann.table


def test_a_message_of_each_feature_is_tried() -> None:
    """All that a bare node does not serve."""
    served = {client_in.Hello, client_in.Enter, client_in.Exit, client_in.PageVisibility, client_in.Command}
    asked = {client_in.GetOffers, client_in.GetForecast, client_in.GetHistory, client_in.GetPast}
    assert {type(message) for message in OF_FEATURES} == set(get_args(client_in.Inbound)) - served - asked


async def test_what_belongs_to_a_feature_is_a_clear_problem_and_breaks_nothing(bare: Running) -> None:
    """One by one, and the game goes on."""
    table, (ann, bob) = await start_toy(bare, "Ann", "Bob")
    for message in OF_FEATURES:
        name = type(message).__name__
        problem = await ann.ask(msgspec.to_builtins(message), "problem")
        assert (problem["code"], problem["detail"]) == ("unexpected", f"this server does not support {name}")
    with pytest.raises(Refused) as refused:
        await ann.do({"type": "again"})
    assert refused.value.code == "not_ended"
    assert await play([ann, bob], random.Random(4), 2) == 2
    assert bare.core.tables.awake[table].newest.phase == "running"


async def test_a_seat_is_given_to_a_bot_that_nobody_drives(bare: Running) -> None:
    """The table takes it; without the feature it does not move, and the person can send it away."""
    ann = await bare.join("Ann")
    await ann.enter(await ann.create("toy", 2))
    await ann.do({"type": "sit", "seat": 0})
    await ann.do({"type": "seat_bot", "seat": 1})
    await ann.until(lambda: bool(ann.view["table"]["seats"]["1"].get("bot")))
    await ann.do({"type": "unseat_bot", "seat": 1})
    await ann.until(lambda: not ann.view["table"]["seats"]["1"].get("bot"))


async def test_the_routes_that_belong_to_no_feature_are_there(bare: Running) -> None:
    """And those of features are not."""
    ann = await bare.join("Ann")
    async with httpx.AsyncClient(verify=NO_TLS, base_url=bare.url, headers={"Cookie": ann.cookie}) as browser:
        assert (await browser.get("/healthz")).status_code == 200
        assert (await browser.get("/readyz")).status_code == 200
        assert (await browser.get("/api/session")).json()["name"] == "Ann"
        assert (await browser.get("/api/games")).status_code == 200
        assert (await browser.get(f"/api/people/{ann.person}")).status_code == 200
        assert (await browser.get("/api/moderation")).status_code == 404


async def test_there_are_no_features_to_be_had(bare: Running) -> None:
    """Clients that ask for them learn why."""
    with pytest.raises(LookupError, match="this node has no features"):
        _ = bare.features
