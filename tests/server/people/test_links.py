"""Moving to another device by a code, and invitations to tables."""

from __future__ import annotations

import asyncio
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from partie.people.errors import BadCode, TooMany
from partie.people.invitations import KEPT
from partie.people.people import People
from partie.redis.connect import Client
from partie.redis.store import text
from tests.server.people.conftest import MakePeople

HERE = "192.0.2.7"


async def test_a_code_brings_the_same_person_to_another_device(people: People) -> None:
    """The person is the same, the session another, and both are good."""
    ann, cookie = await people.sign_in("Ann", HERE)
    link = await people.make_link(ann)
    assert 0 < link.expires - time.time() * 1000 <= 600_000
    there, there_cookie = await people.redeem(link.code, HERE)
    assert there.person == ann.person
    assert there.id != ann.id
    assert await people.session(cookie) == ann
    assert await people.session(there_cookie) == there


async def test_a_code_may_be_typed_as_one_likes(people: People) -> None:
    """Small letters, spaces and missing strokes are no mistake."""
    ann, _ = await people.sign_in("Ann", HERE)
    code = (await people.make_link(ann)).code
    there, _ = await people.redeem(f" {code.lower().replace('-', ' ')} ", HERE)
    assert there.person == ann.person


@pytest.mark.parametrize("code", ["", "ABCD-EFGH-JKMN", "x" * 64, "\u00fc" * 12])
async def test_an_invented_code_is_refused(people: People, code: str) -> None:
    """Whether a code was never good or is no more is not told."""
    with pytest.raises(BadCode):
        await people.redeem(code, HERE)


async def test_guessing_is_limited(make_people: MakePeople) -> None:
    """Codes that are wrong use up the address like new sessions."""
    people = await make_people(sessions_per_hour=2)
    for _ in range(2):
        with pytest.raises(BadCode):
            await people.redeem("ABCD-EFGH-JKMN", HERE)
    with pytest.raises(TooMany):
        await people.redeem("ABCD-EFGH-JKMN", HERE)


async def test_a_code_ends_by_itself(people: People, redis: Client) -> None:
    """Redis holds a hash of the code, for ten minutes."""
    ann, _ = await people.sign_in("Ann", HERE)
    code = (await people.make_link(ann)).code
    links = [key async for key in redis.scan_iter("partie:link:*")]
    assert len(links) == 1
    assert code.replace("-", "").encode() not in links[0]
    assert 590 < await redis.ttl(links[0]) <= 600


async def test_a_code_of_a_forgotten_person_is_refused(people: People) -> None:
    """Nobody is left whom it could bring."""
    ann, _ = await people.sign_in("Ann", HERE)
    link = await people.make_link(ann)
    await people.forget(ann.person)
    with pytest.raises(BadCode):
        await people.redeem(link.code, HERE)


async def test_the_session_that_was_on_the_device_ends(people: People) -> None:
    """Its cookie is replaced, so nobody could use it any more."""
    ann, _ = await people.sign_in("Ann", HERE)
    guest, guest_cookie = await people.sign_in("Guest", HERE)
    await people.redeem((await people.make_link(ann)).code, HERE, before=guest)
    assert await people.session(guest_cookie) is None


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(nodes=st.lists(st.integers(0, 2), min_size=2, max_size=12))
async def test_of_all_who_redeem_a_code_at_once_exactly_one_gets_in(make_people: MakePeople, nodes: list[int]) -> None:
    """However many try at the same moment, and on whichever nodes."""
    houses = [await make_people(sessions_per_hour=0) for _ in range(3)]
    ann, _ = await houses[0].sign_in("Ann", HERE)
    code = (await houses[0].make_link(ann)).code
    outcomes = await asyncio.gather(*(houses[node].redeem(code, HERE) for node in nodes), return_exceptions=True)
    winners = [outcome for outcome in outcomes if isinstance(outcome, tuple)]
    assert [session.person for session, _ in winners] == [ann.person]
    assert sum(isinstance(outcome, BadCode) for outcome in outcomes) == len(nodes) - 1


async def test_an_invitation_is_good_for_its_table_until_it_is_revoked(make_people: MakePeople) -> None:
    """On every node, for one table alone, and several can be out at a time."""
    one, other = await make_people(), await make_people()
    first, second = await one.invite("table1"), await one.invite("table1")
    assert await other.invited("table1", first)
    assert await other.invited("table1", second)
    assert not await other.invited("table2", first)
    assert not await other.invited("table1", "invented")
    assert await other.uninvite("table1")
    assert not await one.invited("table1", first)
    assert not await one.invited("table1", second)
    assert not await one.uninvite("table1")


async def test_invitations_are_stored_hashed_and_in_bounds(people: People, redis: Client) -> None:
    """Reading Redis does not let anyone enter, and a host who asks again and again fills nothing: the oldest ends."""
    tokens = [await people.invite("table1") for _ in range(KEPT + 1)]
    stored = await redis.lrange("partie:{table1}:invitations", 0, -1)
    assert len(stored) == KEPT
    assert not any(token in " ".join(map(text, stored)) for token in tokens)
    assert not await people.invited("table1", tokens[0])
    assert await people.invited("table1", tokens[-1])
    assert await redis.ttl("partie:{table1}:invitations") > 0
