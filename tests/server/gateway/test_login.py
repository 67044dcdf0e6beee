"""People who arrive, alone and in a crowd."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence

import msgpack
import pytest
from redis.asyncio import Redis
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from partie.client.client import sign_in
from partie.gateway import login as door
from partie.people.sessions import Session
from tests.fixtures.service import Running, until


async def test_a_crowd_that_comes_at_once_is_let_in_one_by_one_each_as_who_it_is(node: Running) -> None:
    """At most two of them at a turn of the event loop; and none is taken for another."""
    cookies = [await asyncio.to_thread(sign_in, node.url, f"Guest {number}") for number in range(40)]
    sizes = [0]

    async def count() -> None:
        while sizes[-1] < len(cookies):
            sizes.append(len(node.core.connections))
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    crowd = await asyncio.gather(*(node.join(cookie=cookie) for cookie in cookies))
    await counting
    assert max(after - before for before, after in itertools.pairwise(sizes)) <= 2
    persons = [client.person for client in crowd]
    names = await node.core.people.names(persons)
    assert [names[person] for person in persons] == [f"Guest {number}" for number in range(40)]


async def test_a_cookie_that_is_nobodys_spoils_nothing_for_those_beside_it(node: Running) -> None:
    """In one slice some have a session and others have none (any more)."""
    people = node.core.people
    ann, ended = [await asyncio.to_thread(sign_in, node.url, name) for name in ("Ann", "Bob")]
    gone = await people.session(ended.partition("=")[2])
    assert gone is not None
    await people.sign_out(gone)
    values = [cookie.partition("=")[2] for cookie in (ended, ann)]
    found = await people.sessions([values[0], "", values[1], "forged", values[1]])
    assert [one.name if one else "" for one in found] == ["", "", "Ann", "", "Ann"]


@pytest.mark.parametrize("limit", ["MOST_WAITING", "WAIT_SECONDS"])
async def test_who_cannot_be_let_in_is_told_to_try_again(
    node: Running, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """When too many wait, or one waits for too long, the answer says so in words and by its close code."""
    cookie = await asyncio.to_thread(sign_in, node.url, "Ann")
    monkeypatch.setattr(door, limit, 0)
    headers = {"Cookie": cookie}
    async with connect(node.url.replace("http", "ws") + "/ws", additional_headers=headers, compression=None) as socket:
        assert msgpack.unpackb(await socket.recv())["code"] == "busy"
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
    monkeypatch.undo()
    assert (await node.join(cookie=cookie)).person


async def test_a_peer_that_is_gone_before_it_is_let_in_leaves_nothing(node: Running) -> None:
    """It is no connection of the node, and others come in as ever."""
    cookie = await asyncio.to_thread(sign_in, node.url, "Ann")
    _, writer = await asyncio.open_connection("127.0.0.1", int(node.url.rpartition(":")[2]))
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: {cookie}\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await writer.drain()
    writer.transport.abort()
    ann = await node.join(cookie=cookie)
    await until(lambda: len(node.core.connections) == 1)
    assert ann.person


async def test_an_unforeseen_failure_is_answered_and_holds_up_nobody(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those whom it meets raise it at once, and those behind them are let in."""
    cookie = (await asyncio.to_thread(sign_in, node.url, "Ann")).partition("=")[2]
    monkeypatch.setattr(door, "SLICE", 1)
    sessions = node.core.people.sessions

    async def first_fails(cookies: Sequence[str]) -> list[Session | None]:
        if cookies == ["odd"]:
            raise ValueError(cookies)
        return await sessions(cookies)

    monkeypatch.setattr(node.core.people, "sessions", first_fails)
    come = [node.core.login.session(each) for each in ("odd", cookie)]
    odd, ann = await asyncio.gather(*come, return_exceptions=True)
    assert isinstance(odd, ValueError)
    assert isinstance(ann, Session)
    assert ann.name == "Ann"


async def test_who_has_come_is_remembered_from_then_on_as_long_as_ever(node: Running, redis_server: str) -> None:
    """Session and record would have ended soon; nobody waits for the note."""
    cookie = await asyncio.to_thread(sign_in, node.url, "Ann")
    session = await node.core.people.session(cookie.partition("=")[2])
    assert session is not None
    async with Redis.from_url(redis_server) as redis:
        records = [f"partie:session:{session.id}", f"partie:person:{{{session.person}}}"]
        for record in records:
            await redis.expire(record, 60)
        await node.join(cookie=cookie)

        async def kept() -> bool:
            return all([await redis.ttl(record) > 60 for record in records])

        await until(kept)
