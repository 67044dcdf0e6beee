"""Names, and forgetting them."""

from __future__ import annotations

import asyncio
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.config import Settings
from partie.people.errors import BadName
from partie.people.people import People
from partie.people.persons import LONGEST_NAME, clean_name
from partie.redis import store
from partie.redis.connect import Client, connect
from tests.fixtures.redis import OwnRedis
from tests.server.people.stored import everything

HERE = "192.0.2.7"
NAME = "Zebedäus Quillfeather"


@given(st.text(max_size=60))
def test_a_clean_name_stays_as_it_is(name: str) -> None:
    """Cleaning once is enough, and what comes out can be shown in one line."""
    try:
        cleaned = clean_name(name)
    except BadName:
        return
    assert clean_name(cleaned) == cleaned
    assert cleaned.isprintable() or any(unicodedata.category(sign) in ("Zs", "Cf") for sign in cleaned)
    assert 1 <= len(cleaned) <= LONGEST_NAME
    assert "\n" not in cleaned


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Ann \t Bonny ", "Ann Bonny"),
        ("Zoe\u0308", "Zoë"),
        ("\u05d1\u05bc\u05b0\u0591", "\u05d1\u05b0\u05bc\u0591"),
        ("\u0e19\u0e49\u0e33\u0e1c\u0e36\u0e49\u0e07", "\u0e19\u0e49\u0e33\u0e1c\u0e36\u0e49\u0e07"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
    ],
)
def test_names_are_shown_in_one_form(written: str, shown: str) -> None:
    """Space is single, letters are composed, joined emoji stay joined."""
    assert clean_name(written) == shown


@pytest.mark.parametrize("name", ["", " \n ", "a" * 41, "a\x00b", "ev\u202eil", "\u200d", "\u0301", "\ue000", "\ud800"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    """Nothing, too much, controls, turned writing, mere joiners and accents, signs without a meaning."""
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize("name", ["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "Ann\u3164", "A\u2800nn"])
def test_names_with_letters_that_show_nothing_are_refused(name: str) -> None:
    """Alone they look like nobody, and next to others like somebody else."""
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize("name", ["Z\u0337\u0322\u0316\u0301\u0358\u0301a", "X" + "\u0337\u200d" * 5])
def test_names_with_piles_of_marks_are_refused(name: str) -> None:
    """They cover the names above and below."""
    with pytest.raises(BadName):
        clean_name(name)


async def test_a_new_name_is_seen_everywhere(people: People) -> None:
    """Ids stay, names are looked up; unknown ids are left out."""
    ann, cookie = await people.sign_in("Ann", HERE)
    bob, _ = await people.sign_in("Bob", HERE)
    assert (await people.rename(ann, " Anna ")).name == "Anna"
    assert await people.names([ann.person, bob.person, "nobody", ann.person]) == {ann.person: "Anna", bob.person: "Bob"}
    session = await people.session(cookie)
    assert session is not None
    assert session.name == "Anna"
    assert await people.names([]) == {}


async def test_a_forgotten_person_leaves_no_byte_of_the_name(people: People, redis: Client) -> None:
    """Name and sessions are gone from all of Redis, whatever the person had done before."""
    ann, cookie = await people.sign_in("Ann", HERE)
    ann = await people.rename(ann, NAME)
    await people.make_link(ann)
    _, other_cookie = await people.redeem((await people.make_link(ann)).code, HERE)
    await people.invite("table1")
    assert NAME.encode() in await everything(redis)

    done = await people.forget(ann.person)
    assert (done.person, done.name_erased, done.sessions_ended) == (ann.person, True, 2)
    assert NAME.encode() not in await everything(redis)
    assert await people.session(cookie) is None
    assert await people.session(other_cookie) is None
    assert await people.names([ann.person]) == {}


async def test_the_name_leaves_the_disk_too(own_redis: OwnRedis, tmp_path: Path) -> None:
    """Redis rewrites its files, and then they no longer hold the name."""
    client = connect(own_redis.url)
    people = People(client, Settings(redis_url=own_redis.url))
    await people.start()
    ann, _ = await people.sign_in(NAME, HERE)

    def on_disk() -> bool:
        return any(NAME.encode() in file.read_bytes() for file in tmp_path.rglob("*.aof*"))

    assert on_disk()
    assert (await people.forget(ann.person)).rewriting
    async with asyncio.timeout(30):
        while (await client.info("persistence"))["aof_rewrite_in_progress"] or on_disk():
            await client.ping()
    await store.close(client)


async def test_forgetting_twice_is_harmless(people: People) -> None:
    """The second time there is nothing to do, and it says so."""
    ann, _ = await people.sign_in("Ann", HERE)
    await people.forget(ann.person)
    again = await people.forget(ann.person)
    assert (again.name_erased, again.sessions_ended) == (False, 0)


async def test_a_forgotten_person_does_not_come_back_by_a_rename(people: People) -> None:
    """A request that was under way finds nobody to rename."""
    ann, _ = await people.sign_in("Ann", HERE)
    await people.forget(ann.person)
    await people.rename(ann, NAME)
    assert await people.names([ann.person]) == {}
