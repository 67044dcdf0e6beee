"""The table that an HTTP request names, and who may read it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from partie.gateway.http.errors import Problem
from partie.gateway.http.identity import Identity
from partie.gateway.http.tables import NamedTables
from partie.people.people import People
from partie.people.sessions import COOKIE, Session
from partie.people.tokens import Shown
from tests.server.gateway.http.requests import request
from tests.server.gateway.peers import INVITATION, House, Invitations
from tests.server.table.sitting import ANN, running


class Register(Invitations):
    """Knows Ann by her cookie, and an invitation."""

    async def session(self, shown: Shown) -> Session | None:
        return Session("her-session", ANN, "Ann") if shown == "anns" else None


@pytest.fixture
def named(house: House) -> NamedTables:
    people = cast("People", Register())
    return NamedTables(house.memory.tables, people, Identity(people))


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
