"""The table that an HTTP request names, and who may read it."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from partie.gateway.connection import LOAD
from partie.gateway.http.errors import Problem
from partie.gateway.http.identity import Identity
from partie.gateway.http.tables import NamedTables
from partie.live.tables import LOADS
from partie.people.people import People
from partie.people.sessions import COOKIE, Session
from partie.people.tokens import Shown
from tests.server.gateway.http.requests import request
from tests.server.gateway.peers import INVITATION, House, Invitations
from tests.server.live.memory import turns
from tests.server.table.sitting import ANN, running


class Register(Invitations):
    """Knows Ann by her cookie, and an invitation."""

    async def session(self, shown: Shown) -> Session | None:
        return Session("her-session", ANN, "Ann") if shown == "anns" else None


@pytest.fixture
def named(house: House) -> NamedTables:
    people = cast("People", Register())
    return NamedTables(house.memory.tables, people, Identity(people), house.limiter)


async def refusal(named: NamedTables, table: str = "table-1", query: str = "", **headers: Any) -> tuple[int, str]:
    """Why somebody may not read a table."""
    with pytest.raises(Problem) as refused:
        await named.watched(request(path={"table": table}, query=query, **headers))
    return refused.value.status, refused.value.code


async def test_a_table_is_found_by_its_id_and_read_by_whoever_may_watch(house: House, named: NamedTables) -> None:
    """Also by nobody in particular, where all may."""
    house.memory.put(running())
    live, person = await named.watched(request(path={"table": "table-1"}))
    assert (live.id, person) == ("table-1", "")
    _, person = await named.watched(request(path={"table": "table-1"}, cookie=f"{COOKIE}=anns"))
    assert person == ANN


async def test_a_private_table_is_read_by_its_players_and_by_those_who_are_invited(
    house: House, named: NamedTables
) -> None:
    """With a good invitation."""
    house.memory.put(running(watch="invited"))
    await named.watched(request(path={"table": "table-1"}, cookie=f"{COOKIE}=anns"))
    await named.watched(request(path={"table": "table-1"}, query=f"invitation={INVITATION}"))
    assert await refusal(named) == (403, "private")
    assert await refusal(named, query="invitation=made-up") == (403, "private")


@pytest.mark.parametrize("table", ["no-such-table", "x", "a" * 41, "../../etc", "table 1", "table-1\n"])
async def test_what_no_table_is_called_is_unknown(named: NamedTables, table: str) -> None:
    """And what could be none's id is not looked for."""
    assert await refusal(named, table) == (404, "unknown")


@pytest.mark.parametrize(("trouble", "status"), [("unavailable", 503), ("broken", 404)])
async def test_a_table_that_cannot_be_shown_says_whether_to_try_again(
    house: House, named: NamedTables, trouble: str, status: int
) -> None:
    """By the status."""
    house.memory.put(running())
    house.memory.log.silent = trouble == "unavailable"
    house.memory.loads.left_alone = {"table-1"} if trouble == "broken" else set()
    assert await refusal(named) == (status, trouble)


async def test_who_has_gone_waits_for_no_table(house: House, named: NamedTables) -> None:
    """A thousand requests that are cut at once leave the loads that have begun, and no more."""
    names = house.memory.fill("flood", 100, running())
    house.memory.log.answers.clear()
    gone = asyncio.Event()
    asking = [
        asyncio.create_task(named.watched(request(path={"table": name}, gone=gone, client=(f"192.0.2.{number}", 1))))
        for number, name in enumerate(names)
    ]
    await turns()
    assert len(house.memory.tables._loading) == len(names)
    gone.set()
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert {getattr(one, "status", 0) for one in answers} == {503}
    assert len(house.memory.tables._loading) == LOADS


async def test_who_asks_is_known_before_the_table_is_looked_for(house: House, named: NamedTables) -> None:
    """A bad token is refused without a look at the table, and a table that must be loaded costs its reader points."""
    house.memory.fill("table", 1, running())
    assert await refusal(named, "table-0", authorization="Bearer made-up") == (401, "bad_token")
    assert house.memory.loads.begun == 0
    count = house.limiter.person_rate.count
    before = house.limiter._persons.wait(ANN, 0.0, count)
    for _ in range(2):
        await named.watched(request(path={"table": "table-0"}, cookie=f"{COOKIE}=anns"))
    after = house.limiter._persons.wait(ANN, 0.0, count)
    assert after - before == pytest.approx(LOAD * house.limiter.person_rate.interval), "the second time it is awake"
