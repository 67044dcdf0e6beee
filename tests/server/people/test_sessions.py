"""Sessions: they outlive nodes, and end on command."""

from __future__ import annotations

import asyncio

import pytest

from partie.people.errors import BadName, TooMany
from partie.people.keys import RELOAD_SECONDS, Keys
from partie.people.people import People
from partie.redis.connect import Client
from tests.server.people.conftest import MakePeople

HERE = "192.0.2.7"


async def test_a_guest_is_a_name_and_a_random_id(people: People) -> None:
    """Two guests of one name are two persons, and each is known by its own cookie."""
    one, cookie = await people.sign_in("Ann", HERE)
    other, other_cookie = await people.sign_in("Ann", HERE)
    assert one.person != other.person
    assert await people.session(cookie) == one
    assert await people.session(other_cookie) == other


async def test_a_session_is_good_on_any_node_and_after_any_restart(make_people: MakePeople) -> None:
    """The key and the records are in Redis, so a node that has just started knows the cookies of others."""
    session, cookie = await (await make_people()).sign_in("Ann", HERE)
    assert await (await make_people()).session(cookie) == session


async def test_nodes_that_start_at_once_agree_on_the_key(make_people: MakePeople) -> None:
    """Whichever is first makes the key, and all others take that one."""
    nodes = await asyncio.gather(*(make_people() for _ in range(6)))
    session, cookie = await nodes[0].sign_in("Ann", HERE)
    assert {await node.session(cookie) for node in nodes} == {session}
    assert len({node.table_id(session.person, "command1") for node in nodes}) == 1


@pytest.mark.parametrize("cookie", ["", "nonsense", "a.b", "x" * 5000, "\u00fc.\u00fc"])
async def test_a_cookie_that_is_not_ours_is_nobody(people: People, cookie: str) -> None:
    """Anything may stand in a cookie."""
    assert await people.session(cookie) is None


async def test_a_changed_cookie_is_nobody(people: People) -> None:
    """No sign of id or signature can be changed."""
    _, cookie = await people.sign_in("Ann", HERE)
    for place in (0, 10, len(cookie) - 10, len(cookie) - 2):
        other = "a" if cookie[place] != "a" else "b"
        assert await people.session(cookie[:place] + other + cookie[place + 1 :]) is None


async def test_signing_out_ends_the_session_everywhere(make_people: MakePeople, redis: Client) -> None:
    """The record is gone, which no copy of the cookie survives; other sessions of the person stay."""
    one, other = await make_people(), await make_people()
    session, cookie = await one.sign_in("Ann", HERE)
    second, second_cookie = await one.redeem((await one.make_link(session)).code, HERE)
    await one.sign_out(session)
    assert await other.session(cookie) is None
    assert await other.session(second_cookie) == second
    assert await other.ended([session.id, second.id]) == {session.id}


async def test_a_rotated_key_keeps_the_cookies_of_the_one_before(make_people: MakePeople) -> None:
    """Nobody is signed out by a rotation; cookies of the key before the last are no longer believed."""
    people = await make_people()
    session, cookie = await people.sign_in("Ann", HERE)
    await people.keys.rotate()
    assert await people.session(cookie) == session
    assert await people.session(people.cookie(session)) == session
    assert people.cookie(session) != cookie
    await people.keys.rotate()
    assert await people.session(cookie) is None


async def test_another_nodes_rotation_is_noticed(redis: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signature that does not fit makes a node look for a newer key, but not at every one."""
    one, other = Keys(redis), Keys(redis)
    await one.load()
    await other.load()
    await one.rotate()
    signed = one.sign("value")
    assert await other.unsign(signed) is None
    monkeypatch.setattr("partie.people.keys.RELOAD_SECONDS", -1.0)
    assert RELOAD_SECONDS > 0
    assert await other.unsign(signed) == "value"


async def test_table_ids_come_from_person_and_command(make_people: MakePeople) -> None:
    """A repeated command makes the same table on every node, also after a rotation; any other makes another."""
    one, other = await make_people(), await make_people()
    made = one.table_id("ann", "command1")
    await one.keys.rotate()
    assert other.table_id("ann", "command1") == one.table_id("ann", "command1") == made
    assert len({made, one.table_id("bob", "command1"), one.table_id("ann", "command2")}) == 3
    assert made.isalnum()
    assert len(made) == 16


async def test_a_session_lives_as_long_as_it_is_used(people: People, redis: Client) -> None:
    """Every record has an end, which seeing the person puts off."""
    session, _ = await people.sign_in("Ann", HERE)
    records = [key async for key in redis.scan_iter("partie:*") if session.person.encode() in key]
    records.append(f"partie:session:{session.id}".encode())
    assert len(records) == 3
    for record in records:
        await redis.expire(record, 60)
    await people.seen(session)
    assert [await redis.ttl(record) > 60 for record in records] == [True] * 3


async def test_an_address_begins_so_many_sessions_an_hour(make_people: MakePeople) -> None:
    """The limit counts on all nodes together, each address by itself, and tells when there is room again."""
    one, other = await make_people(sessions_per_hour=3), await make_people(sessions_per_hour=3)
    for node in (one, other, one):
        await node.sign_in("Ann", HERE)
    with pytest.raises(TooMany, match="at most 3 new sessions per hour") as refused:
        await other.sign_in("Ann", HERE)
    assert 0 < refused.value.retry_in <= 20 * 60 * 1000
    await other.sign_in("Bob", "192.0.2.8")


async def test_a_household_is_one_address(make_people: MakePeople) -> None:
    """An IPv6 address changes its lower half at will, so its network counts."""
    people = await make_people(sessions_per_hour=1)
    await people.sign_in("Ann", "2001:db8::1")
    with pytest.raises(TooMany):
        await people.sign_in("Ann", "2001:db8::2")
    await people.sign_in("Bob", "2001:db8:0:1::1")


async def test_a_name_that_is_refused_costs_nothing(make_people: MakePeople) -> None:
    """A slip of the pen does not use up the address."""
    people = await make_people(sessions_per_hour=1)
    with pytest.raises(BadName):
        await people.sign_in("   ", HERE)
    await people.sign_in("Ann", HERE)


async def test_no_limit_can_be_chosen(make_people: MakePeople) -> None:
    """Zero means any number."""
    people = await make_people(sessions_per_hour=0)
    sessions = [await people.sign_in("Ann", HERE) for _ in range(5)]
    assert len({session.person for session, _ in sessions}) == 5


async def test_commands_have_a_limit_a_second(make_people: MakePeople) -> None:
    """Each person has its own allowance on a node."""
    people = await make_people(commands_per_second=5)
    assert [people.command_allowed("ann") for _ in range(6)] == [True] * 5 + [False]
    assert people.command_allowed("bob")
