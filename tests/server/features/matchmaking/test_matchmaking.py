"""Matchmaking through several nodes."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from partie.client.client import Client
from partie.features.matchmaking import wants
from partie.table.lifecycle.reservations import RESERVED_MS
from partie.table.limits import ABSENT_MS
from partie.wire.client_out import LobbyEntry, LobbySeat
from tests.fixtures.service import Running, StartNode, until


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("partie.features.matchmaking.install.HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr("partie.features.matchmaking.install.GAP_SECONDS", 0.01)


async def start_search(
    client: Client, *games: str, seats: tuple[int, ...] = (2,), id_: str = "", pace: str = "none"
) -> str:
    """Start a search (or end one: without games); its id."""
    id_ = id_ or secrets.token_hex(8)
    await client.send({"t": "seek", "id": id_, "games": games, "seats": seats, "pace": pace})
    return id_


async def found(client: Client, id_: str) -> dict[str, Any]:
    """Wait for the table that was found."""

    def answers() -> list[dict[str, Any]]:
        return [one for one in client.received if one["t"] == "found" and one["id"] == id_]

    await client.until(lambda: bool(answers()))
    return answers()[0]


def waiting(node: Running) -> set[str]:
    """The people whose searches go through a node."""
    return set(node.features.matchmaking._searches)


async def test_two_who_search_for_the_same_on_two_nodes_sit_at_one_table(start_node: StartNode) -> None:
    """Both hear of it at once, both have a seat, and somebody in the lobby sees how many wait."""
    one, two = await start_node(), await start_node()
    ann, bob, cat = await one.join("Ann"), await two.join("Bob"), await two.join("Cat")
    await cat.send({"t": "lobby"})
    search = await start_search(ann, "toy", "nothing", seats=(2, 3), pace="quick")

    def counted() -> bool:
        return any(
            message["t"] == "seeking" and {"game": "toy", "seats": 2, "pace": "quick", "count": 1} in message["waiting"]
            for message in cat.received
            if message.get("waiting")
        )

    await cat.until(counted)
    other = await start_search(bob, "toy", seats=(2,), pace="quick")
    (mine, his) = await asyncio.gather(found(ann, search), found(bob, other))
    assert mine["table"] == his["table"]
    assert mine["made"]
    await ann.enter(mine["table"])
    assert {seat["person"] for seat in ann.view["table"]["seats"].values()} == {ann.person, bob.person}
    assert ann.view["table"]["pace"]["game"] == 300
    await bob.enter(his["table"])
    for client in (ann, bob):
        await client.ready()
    await ann.until(lambda: ann.view["table"]["phase"] == "running")
    assert waiting(one) == waiting(two) == set()


async def test_an_open_table_that_fits_is_taken_before_anybody_waits(start_node: StartNode) -> None:
    """Also one that is set up later; one by invitation or of another pace is left alone."""
    one, two = await start_node(), await start_node()
    ann, bob, cat = await one.join("Ann"), await two.join("Bob"), await one.join("Cat")
    private = await ann.create("toy", 2, access="invited")
    slow = await ann.create("toy", 2, pace={"kind": "days", "days": 3})
    table = await ann.create("toy", 2)
    await until(lambda: {private, slow, table} <= set(two.features.lobby.lobby.entries))
    assert (await found(bob, await start_search(bob, "toy")))["table"] == table
    await one.core.people.names([cat.person])
    search = await start_search(cat, "toy", seats=(3,))
    await until(lambda: bool(one.features.matchmaking._learnt.counts))
    later = await bob.create("toy", 3)
    assert (await found(cat, search))["table"] == later


async def test_a_search_ends_when_it_is_withdrawn_or_its_connection_stays_away(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People who come back soon go on waiting, on whatever node; ghosts are not matched."""
    one, two = await start_node(), await start_node()
    ann, bob = await one.join("Ann"), await two.join("Bob")
    search = await start_search(ann, "toy")
    await until(lambda: ann.person in waiting(one))
    await start_search(ann, id_=search)
    await until(lambda: not waiting(one))
    search = await start_search(ann, "toy", seats=(3,))
    await ann.close()
    back = await two.join(cookie=ann.cookie)
    await start_search(back, "toy", seats=(3,), id_=search)
    await until(lambda: back.person in waiting(two))
    monkeypatch.setattr("partie.features.matchmaking.install.GRACE_SECONDS", 0.0)
    await until(lambda: not waiting(one))
    await back.close()
    await until(lambda: not waiting(two))
    assert not any(message["t"] == "found" for message in bob.received)


async def test_a_match_whose_node_dies_before_its_table_is_finished_by_another(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is lost between the claim and the table."""
    one, two = await start_node(), await start_node()
    ann, bob = await one.join("Ann"), await one.join("Bob")

    async def lost(*_: object) -> None:
        """What a node that is killed at this moment does."""

    async def silent() -> None:
        raise ConnectionError("the node is gone")

    with monkeypatch.context() as patched:
        for node in (one, two):
            patched.setattr(node.features.matchmaking, "_make", lost)
        first, second = await start_search(ann, "toy"), await start_search(bob, "toy")
        matchmaking = one.features.matchmaking
        await until(lambda: any(match.table == "" for match in matchmaking._learnt.matches))
    # The node is gone without a word: it says nothing more, and makes no table.
    monkeypatch.setattr(matchmaking, "_exchange", silent)
    monkeypatch.setattr(matchmaking, "_make", lost)
    two.features.matchmaking._making.clear()
    backs = [await two.join(cookie=client.cookie) for client in (ann, bob)]
    for back, search in zip(backs, (first, second), strict=True):
        await start_search(back, "toy", id_=search)
    tables = [(await found(back, search))["table"] for back, search in zip(backs, (first, second), strict=True)]
    assert tables[0] == tables[1]


async def test_people_who_blocked_one_another_do_not_meet(node: Running) -> None:
    """Neither at an open table nor by a match."""
    ann, bob, cat = [await node.join(name) for name in ("Ann", "Bob", "Cat")]
    await bob.send({"t": "block", "person": ann.person, "blocked": True})
    await bob.until(lambda: any(one["t"] == "blocked" for one in bob.received))
    table = await ann.create("toy", 2)
    await until(lambda: table in node.features.lobby.lobby.entries)
    search = await start_search(bob, "toy")
    await until(lambda: bool(node.features.matchmaking._learnt.counts))
    assert (await found(cat, await start_search(cat, "toy")))["table"] == table
    assert not any(message["t"] == "found" for message in bob.received)
    assert bob.person in waiting(node)
    assert search


async def test_a_round_that_fails_is_not_the_last(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for ever because of it, also not whose own search has failed."""
    ann, bob = await node.join("Ann"), await node.join("Bob")
    matchmaking = node.features.matchmaking
    failed = asyncio.Event()

    def fail(_: object) -> list[Any]:
        failed.set()
        raise RuntimeError("a fault")

    with monkeypatch.context() as patched:
        patched.setattr(matchmaking, "_fitting", fail)
        first, second = await start_search(ann, "toy"), await start_search(bob, "toy")
        await failed.wait()
    assert (await found(ann, first))["table"] == (await found(bob, second))["table"]


def test_a_want_of_another_build_is_not_told() -> None:
    """Whatever its form is."""
    for want in ("", "toy", "2/toy/slow", "two/toy/none", "2/toy/none/more"):
        assert wants.waiting(want, 1) is None
        assert wants.created(want) is None


async def test_the_newest_tab_of_a_person_has_the_search(node: Running) -> None:
    """The other tab hears of it; what it withdraws after that has ended anyway."""
    ann, bob = await node.join("Ann"), await node.join("Bob")
    first = await start_search(ann, "toy", seats=(3,))
    answer = ann._answers.setdefault(first, asyncio.get_running_loop().create_future())
    other = await node.join(cookie=ann.cookie)
    second = await start_search(other, "toy")
    assert (await answer)["code"] == "sought_elsewhere"
    await start_search(ann, id_=first)
    table = (await found(bob, await start_search(bob, "toy")))["table"]
    assert (await found(other, second))["table"] == table


def test_seats_at_rated_tables_and_those_that_are_held_are_not_taken() -> None:
    """A seat is held for ten minutes, and no longer."""
    seats = (LobbySeat(person="ann"), LobbySeat(), LobbySeat(kept="bob"))
    entry = LobbyEntry("table", 1, "toy", "open", seats, at=1)
    assert wants.free_seats(entry, "cat", 2) == [1]
    assert wants.free_seats(entry, "bob", 2) == [1, 2]
    assert wants.free_seats(entry, "cat", 1 + RESERVED_MS) == [1, 2]
    assert wants.free_seats(replace(entry, rated=True), "cat", 2) == []


async def test_a_node_that_only_heard_of_a_match_does_not_end_it(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may not know the game; that of those who wait says whether there can be a table."""
    one, two = await start_node(), await start_node()
    ann, bob = await one.join("Ann"), await one.join("Bob")
    matchmaking = two.features.matchmaking
    heard = asyncio.Event()

    async def refuse(*_: object) -> str:
        heard.set()
        return "unknown_game"

    make, may = one.core.creation.make, asyncio.Event()

    async def late(*what: Any) -> str:
        await may.wait()
        return await make(*what)

    monkeypatch.setattr(two.core.creation, "make", refuse)
    monkeypatch.setattr(one.core.creation, "make", late)
    first, second = await start_search(ann, "toy"), await start_search(bob, "toy")
    await heard.wait()
    await until(lambda: not matchmaking._making)
    may.set()
    assert (await found(ann, first))["table"] == (await found(bob, second))["table"]


async def test_the_seat_of_somebody_who_was_matched_and_never_comes_is_freed_for_others(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People who wait for him hear of it, and go on with somebody else; one who has come stays where he is."""
    one, two = await start_node(), await start_node()
    ann, bob, cat = await one.join("Ann"), await two.join("Bob"), await one.join("Cat")
    searches = [await start_search(ann, "toy"), await start_search(bob, "toy")]
    table = (await found(ann, searches[0]))["table"]
    await found(bob, searches[1])
    await bob.close()
    await ann.enter(table)
    await cat.enter(table)
    presence = one.features.presence.at_tables
    await until(lambda: presence.message(table) is not None)
    seats = ann.view["table"]["seats"]
    (his,) = (seat for seat, held in seats.items() if held["person"] == bob.person)
    await one.features.matchmaking.vacate()
    monkeypatch.setattr("partie.features.matchmaking.install.COME_MS", 0)
    monkeypatch.setattr("partie.table.lifecycle.seats.COME_MS", 0)
    for asked in (presence, one.core.tables.hooks):
        monkeypatch.setattr(asked, "away", lambda _: {bob.person: ABSENT_MS})
    await one.features.matchmaking.vacate()
    await ann.until(lambda: "person" not in ann.view["table"]["seats"][his])
    assert "kept" not in ann.view["table"]["seats"][his]
    await cat.do({"type": "sit", "seat": int(his)})
    for client in (ann, cat):
        await client.ready()
    await ann.until(lambda: ann.view["table"]["phase"] == "running")


@pytest.mark.parametrize("waits", [True, False])
async def test_who_was_brought_to_an_open_table_and_never_comes_does_not_keep_the_seat(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, redis_server: str, *, waits: bool
) -> None:
    """Whether somebody waits there through whichever node, and hears of it, or nobody looks at the table."""
    one, two = await start_node(), await start_node()
    ann, bob, cat = await one.join("Ann"), await two.join("Bob"), await one.join("Cat")
    table = await ann.create("toy", 2)
    await ann.enter(table)
    await ann.do({"type": "sit", "seat": 0})
    if not waits:
        await ann.close()
    async with Redis.from_url(redis_server) as redis:
        await redis.zadd(f"partie:{{{table}}}:seen", {bob.person: 1})

    def holders(node: Running) -> set[str]:
        entry = node.features.lobby.lobby.entries.get(table)
        return set() if entry is None else {seat.person for seat in entry.seats}

    await until(lambda: ann.person in holders(two))
    assert (await found(bob, await start_search(bob, "toy")))["table"] == table
    await bob.close()
    node = one if waits else two
    presence, live = node.features.presence.at_tables, await node.core.tables.get(table)
    await until(lambda: bob.person in holders(one) & holders(two))
    assert not live.idle
    await node.features.matchmaking.vacate()
    await until(lambda: presence.away(table).get(bob.person, 0) >= ABSENT_MS)
    await node.features.matchmaking.vacate()
    assert live.newest.seat_of(bob.person) == 1
    monkeypatch.setattr("partie.features.matchmaking.install.COME_MS", 0)
    monkeypatch.setattr("partie.table.lifecycle.seats.COME_MS", 0)
    await node.features.matchmaking.vacate()
    await until(lambda: bob.person not in holders(one) | holders(two))
    if waits:
        await ann.until(
            lambda: any(line["key"] == "vacated" for entry in ann.entries.values() for line in entry["lines"])
        )
    assert (await found(cat, await start_search(cat, "toy")))["table"] == table
