"""Accounts: guests that stay who they are, names that belong to one, passwords that are nobody's else."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Literal

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st

from partie.features.chat.chats import Chats
from partie.limits import Rate
from partie.people import accounts, logins, passkeys, passwords
from partie.people.errors import (
    BadCode,
    BadEmail,
    BadLogin,
    BadPasskey,
    BadPassword,
    HasAccount,
    LastPasskey,
    LoginTaken,
    NotProved,
    TooMany,
    WrongPassword,
)
from partie.people.logins import clean_login, normal
from partie.people.passkeys import Passkey, Passkeys
from partie.people.people import People
from partie.people.persons import KEPT_SECONDS, passkeys_key
from partie.people.sessions import Session, handle
from partie.redis.connect import Client
from partie.redis.store import text
from tests.server.people.conftest import MakePeople
from tests.server.people.stored import everything

HERE = "192.0.2.7"
WORDS = "correct horse battery"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords cost little, where not their cost is looked at."""
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))


async def guest(people: People, name: str = "Ann") -> Session:
    """A guest of that name."""
    return (await people.sign_in(name, HERE))[0]


async def account(people: People, login: str = "Ann") -> Session:
    """A guest that has become an account."""
    return (await people.accounts.become(await guest(people), login, WORDS, HERE))[0]


async def test_a_guest_becomes_an_account_and_comes_back_on_another_node(make_people: MakePeople) -> None:
    """It is the same person, of the same name, in a new session; the cookie of before is worth nothing."""
    one, other = await make_people(), await make_people()
    ann, cookie = await one.sign_in("Ann", HERE)
    became, new_cookie = await one.accounts.become(ann, "Ann Bonny", WORDS, HERE)
    assert (became.person, became.name) == (ann.person, "Ann")
    assert became.id != ann.id
    assert await other.session(cookie) is None
    assert await other.session(new_cookie) == became
    again, _ = await other.accounts.sign_in(" ANN  bonny", WORDS, HERE)
    assert (again.person, again.name) == (ann.person, "Ann")
    assert await other.session(new_cookie) == became


async def test_a_device_that_was_linked_to_the_guest_does_not_belong_to_the_account(people: People) -> None:
    """Nobody proved anything there. Its session ends, and so does a code that was created there before."""
    ann, _ = await people.sign_in("Ann", HERE)
    linked, cookie = await people.redeem((await people.make_link(ann)).code, HERE)
    code = (await people.make_link(linked)).code
    became, new_cookie = await people.accounts.become(ann, "Ann", WORDS, HERE)
    assert await people.session(cookie) is None
    with pytest.raises(BadCode):
        await people.redeem(code, HERE)
    assert await people.session(new_cookie) == became
    assert [one.id for one in await people.accounts.sessions(ann.person)] == [became.id]


async def test_an_account_is_linked_to_a_device_after_a_proof_alone(people: People) -> None:
    """A device that came by a code has shown none, and links no further ones until it does."""
    ann = await account(people)
    linked, _ = await people.redeem((await people.make_link(ann)).code, HERE)
    with pytest.raises(NotProved):
        await people.make_link(linked)
    await people.accounts.prove(linked, WORDS)
    again, _ = await people.redeem((await people.make_link(linked)).code, HERE)
    assert again.person == ann.person


async def test_an_account_is_kept_until_it_is_erased(people: People, redis: Client) -> None:
    """A guest's record ends some day, an account's does not, also when its person comes."""
    ann = await guest(people)
    assert await redis.ttl(f"partie:person:{{{ann.person}}}") > 0
    ann, _ = await people.accounts.become(ann, "Ann", WORDS, HERE)
    await people.seen(ann)
    assert await redis.ttl(f"partie:person:{{{ann.person}}}") == -1


async def test_a_sign_in_name_belongs_to_one(make_people: MakePeople) -> None:
    """However it is written, and also at several nodes at once."""
    nodes = [await make_people() for _ in range(3)]
    guests = [await guest(node) for node in nodes]
    spellings = ["Straße", "STRASSE", "\uff33trasse"]
    done = await asyncio.gather(
        *(n.accounts.become(g, s, WORDS, HERE) for n, g, s in zip(nodes, guests, spellings, strict=True)),
        return_exceptions=True,
    )
    assert sorted(isinstance(one, LoginTaken) for one in done) == [False, True, True]


async def test_who_has_an_account_has_one(people: People) -> None:
    """Another name is not taken by the attempt."""
    ann = await account(people)
    with pytest.raises(HasAccount):
        await people.accounts.become(ann, "Anna", WORDS, HERE)
    await people.accounts.become(await guest(people), "Anna", WORDS, HERE)


async def test_a_name_left_by_a_crash_is_free_after_a_while(
    people: People, redis: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer may still be at work at first; a name whose bearer's record says so is never free."""
    dead, ann = await guest(people), await guest(people)
    index = logins.Logins(redis, people._persons)
    assert await index.claim(normal("Ann"), dead.person)
    with pytest.raises(LoginTaken):
        await people.accounts.become(ann, "Ann", WORDS, HERE)
    monkeypatch.setattr(logins, "GRACE_MS", 0)
    await people.accounts.become(ann, "Ann", WORDS, HERE)
    with pytest.raises(LoginTaken):
        await people.accounts.become(dead, "Ann", WORDS, HERE)


async def test_an_unknown_name_and_a_wrong_password_are_answered_alike(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In words, and in the work that is done for it: the same argon2 parameters, once."""
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=12 * 1024, parallelism=1))
    await account(people)
    with pytest.raises(WrongPassword) as unknown:
        await people.accounts.sign_in("Nobody", WORDS, HERE)
    with pytest.raises(WrongPassword) as wrong:
        await people.accounts.sign_in("Ann", "another password", HERE)
    assert str(unknown.value) == str(wrong.value)

    async def seconds(login: str) -> float:
        begun = time.process_time()
        with pytest.raises(WrongPassword):
            await people.accounts.sign_in(login, "another password", HERE)
        return time.process_time() - begun

    times = {login: min([await seconds(login) for _ in range(3)]) for login in ("Nobody", "Ann")}
    assert 0.5 < times["Nobody"] / times["Ann"] < 2


async def test_a_stranger_locks_nobody_out(make_people: MakePeople, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name's attempts are counted for each address by itself, and from everywhere by a looser limit."""
    monkeypatch.setattr(accounts, "ATTEMPTS_AT_NAME", Rate(2, 600.0))
    monkeypatch.setattr(accounts, "ATTEMPTS_AT_NAME_ANYWHERE", Rate(3, 600.0))
    one, other = await make_people(), await make_people()
    await account(one)
    for node in (one, other):
        with pytest.raises(WrongPassword):
            await node.accounts.sign_in("Ann", "another password", HERE)
    with pytest.raises(TooMany):
        await other.accounts.sign_in("Ann", WORDS, HERE)
    await other.accounts.sign_in("Ann", WORDS, "192.0.2.8")
    with pytest.raises(TooMany):
        await one.accounts.sign_in("Ann", WORDS, "192.0.2.9")


async def test_new_accounts_are_limited_by_address_and_a_taken_name_costs_no_hash(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hashing is expensive, so nothing that can be refused before is hashed."""
    monkeypatch.setattr(accounts, "NEW_ACCOUNTS", Rate(2, 600.0))
    await account(people)
    bob = await guest(people, "Bob")
    hashing = people.accounts._passwords.hash
    monkeypatch.setattr(people.accounts._passwords, "hash", None)
    with pytest.raises(LoginTaken):
        await people.accounts.become(bob, "Ann", WORDS, HERE)
    with pytest.raises(TooMany):
        await people.accounts.become(bob, "Bob", WORDS, HERE)
    monkeypatch.setattr(people.accounts._passwords, "hash", hashing)
    await people.accounts.become(bob, "Bob", WORDS, "192.0.2.8")


async def test_attempts_are_limited_by_address(make_people: MakePeople, monkeypatch: pytest.MonkeyPatch) -> None:
    """On all nodes together; the right password is no exception, else it could be recognised."""
    monkeypatch.setattr(accounts, "ATTEMPTS_FROM", Rate(2, 600.0))
    one, other = await make_people(), await make_people()
    await account(one)
    for node in (one, other):
        with pytest.raises(WrongPassword):
            await node.accounts.sign_in("Ann", "another password", HERE)
    with pytest.raises(TooMany) as refused:
        await one.accounts.sign_in("Bob", WORDS, HERE)
    assert 0 < refused.value.retry_in <= 300_000
    await other.accounts.sign_in("Ann", WORDS, "192.0.2.8")


async def test_a_hash_of_older_parameters_is_made_anew(people: People, redis: Client) -> None:
    """When the password is shown; it is stored in no other form."""
    ann = await account(people)
    key = f"partie:person:{{{ann.person}}}"
    old = PasswordHasher(time_cost=1, memory_cost=32, parallelism=1).hash(WORDS)
    await redis.hset(key, "password", old)
    await people.accounts.sign_in("Ann", WORDS, HERE)
    stored = text(await redis.hget(key, "password"))
    assert stored.startswith("$argon2id$")
    assert stored != old
    await people.accounts.sign_in("Ann", WORDS, HERE)
    assert text(await redis.hget(key, "password")) == stored
    assert WORDS.encode() not in await everything(redis)


class Patient(PasswordHasher):
    """Compares no password before the loop has gone on meanwhile."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=12 * 1024, parallelism=1)
        self.comparing = threading.Event()
        self.gone_on = threading.Event()

    def verify(self, *words: str | bytes) -> Literal[True]:
        self.comparing.set()
        if not self.gone_on.wait(10):
            raise TimeoutError("the loop stands still")
        return super().verify(*words)


async def test_the_loop_goes_on_while_passwords_are_compared(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is done in a thread, and people who come when too many wait are refused."""
    hasher = Patient()
    monkeypatch.setattr(passwords, "WAITING", 2)
    monkeypatch.setattr(passwords, "_HASHER", hasher)
    ann = await account(people)
    proof = asyncio.create_task(people.accounts.prove(ann, WORDS))
    assert await asyncio.to_thread(hasher.comparing.wait, 10)
    assert not proof.done()
    hasher.gone_on.set()
    await proof
    verify = people.accounts._passwords.verify
    done = await asyncio.gather(*(verify("", WORDS) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(one, TooMany) for one in done) == 3


async def test_what_would_hurt_asks_again_for_the_password(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the sign-in is some minutes old, or came by a code from another device."""
    ann = await account(people)
    await people.accounts.change_email(ann, "ann@example.org")
    moved, _ = await people.redeem((await people.make_link(ann)).code, HERE)
    for change in (people.accounts.change_email(moved, ""), people.accounts.change_password(moved, "another password")):
        with pytest.raises(NotProved):
            await change
    with pytest.raises(WrongPassword):
        await people.accounts.prove(moved, "another password")
    await people.accounts.prove(moved, WORDS)
    await people.accounts.change_email(moved, "anna@example.org")
    assert (await people.accounts.of(ann.person)).email == "anna@example.org"
    monkeypatch.setattr(accounts, "PROOF_SECONDS", -1)
    with pytest.raises(NotProved):
        await people.accounts.change_email(moved, "")


async def test_a_new_password_ends_all_other_sessions(people: People) -> None:
    """Holders of the old one are out."""
    ann = await account(people)
    _, other = await people.accounts.sign_in("Ann", WORDS, HERE)
    await people.accounts.change_password(ann, "another password")
    assert await people.session(other) is None
    assert await people.session(people.cookie(ann)) == ann
    with pytest.raises(WrongPassword):
        await people.accounts.sign_in("Ann", WORDS, HERE)
    await people.accounts.sign_in("Ann", "another password", HERE)


async def test_a_new_password_voids_the_codes_of_before(people: People) -> None:
    """Codes for other devices and for a new password; of several of the latter one is good. Later ones are."""
    ann = await account(people)
    phone, _ = await people.accounts.sign_in("Ann", WORDS, HERE)
    link, code = (await people.make_link(ann)).code, await people.accounts.make_reset(ann.person)
    await people.accounts.change_password(ann, "another password")
    with pytest.raises(BadCode):
        await people.redeem(link, HERE)
    with pytest.raises(NotProved):
        await people.make_link(phone)
    moved, _ = await people.redeem((await people.make_link(ann)).code, HERE)
    assert moved.person == ann.person
    codes = [await people.accounts.make_reset(ann.person) for _ in range(2)]
    await people.accounts.reset(codes[0], WORDS, HERE)
    for worthless in (code, codes[1]):
        with pytest.raises(BadCode):
            await people.accounts.reset(worthless, "a third password", HERE)


async def test_a_sign_in_under_way_does_not_outlive_its_password(
    make_people: MakePeople, redis: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had the right password when that was compared; it leaves no session, listed or not."""
    one, other = await make_people(), await make_people()
    ann = await account(one)
    verify = one.accounts._passwords.verify

    async def verify_meanwhile(stored: str, password: str) -> bool:
        fits = await verify(stored, password)
        await other.accounts.change_password(ann, "another password")
        return fits

    monkeypatch.setattr(one.accounts._passwords, "verify", verify_meanwhile)
    with pytest.raises(WrongPassword):
        await one.accounts.sign_in("Ann", WORDS, HERE)
    assert [one.id for one in await other.accounts.sessions(ann.person)] == [ann.id]
    assert [text(key) async for key in redis.scan_iter("partie:session:*")] == [f"partie:session:{ann.id}"]


async def test_of_two_new_passwords_at_once_one_is_set_and_the_other_refused(
    make_people: MakePeople, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refused one knows that the other one counts."""
    one, other = await make_people(), await make_people()
    ann = await account(one)
    hashing = one.accounts._passwords.hash

    async def hash_meanwhile(password: str) -> str:
        await other.accounts.change_password(ann, "the other password")
        return await hashing(password)

    monkeypatch.setattr(one.accounts._passwords, "hash", hash_meanwhile)
    with pytest.raises(NotProved):
        await one.accounts.change_password(ann, "another password")
    await other.accounts.sign_in("Ann", "the other password", HERE)


async def test_an_email_address_that_changed_meanwhile_is_changed_again(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No change is lost without a word."""
    ann = await account(people)
    stale = await people.accounts.of(ann.person)
    await people.accounts.change_email(ann, "ann@example.org")
    of = people.accounts.of
    answers = [stale, stale]

    async def of_before(person: str) -> accounts.Account:
        return answers.pop() if answers else await of(person)

    monkeypatch.setattr(people.accounts, "of", of_before)
    await people.accounts.change_email(ann, "anna@example.org")
    assert (await of(ann.person)).email == "anna@example.org"


async def test_sessions_are_listed_with_their_devices_and_end_one_by_one(people: People) -> None:
    """By what names them without being them."""
    ann, _ = await people.accounts.become(await guest(people), "Ann", WORDS, HERE, device="Firefox, Linux")
    phone, phone_cookie = await people.accounts.sign_in("Ann", WORDS, HERE, device="Safari, iPhone")
    listed = await people.accounts.sessions(ann.person)
    assert {(one.device, one.handle) for one in listed} == {
        ("Firefox, Linux", handle(ann.id)),
        ("Safari, iPhone", handle(phone.id)),
    }
    assert all(one.seen % 86400 == 0 and one.made >= one.seen for one in listed)
    bob = await guest(people, "Bob")
    assert not await people.accounts.end(bob, handle(phone.id))
    assert await people.accounts.end(ann, handle(phone.id))
    assert await people.session(phone_cookie) is None
    assert [one.id for one in await people.accounts.sessions(ann.person)] == [ann.id]
    await people.accounts.sign_in("Ann", WORDS, HERE)
    assert await people.accounts.end_others(ann) == 1


async def test_an_operators_code_sets_a_new_password_once(people: People) -> None:
    """All sessions of before end. A password that cannot be one does not use the code up."""
    ann = await account(people, "Ann Bonny")
    found = await people.accounts.find("ann bonny")
    assert found is not None
    code = await people.accounts.make_reset(found.person)
    for refused in ("short", "Ann Bonny"):
        with pytest.raises(BadPassword):
            await people.accounts.reset(code, refused, HERE)
    back, _ = await people.accounts.reset(code, "another password", HERE)
    assert back.person == ann.person
    assert await people.session(people.cookie(ann)) is None
    await people.accounts.sign_in("Ann Bonny", "another password", HERE)
    for worthless in (code, (await people.make_link(back)).code):
        with pytest.raises(BadCode):
            await people.accounts.reset(worthless, "a third password", HERE)
    assert await people.accounts.find("Bob") is None


async def test_an_erased_account_leaves_nothing_and_its_name_is_free(people: People, redis: Client) -> None:
    """Neither name nor email nor password nor the index."""
    ann, _ = await people.sign_in("Zebedäus", HERE)
    ann, cookie = await people.accounts.become(ann, "Quillfeather", WORDS, HERE, "zq@example.org")
    await people.forget(ann.person)
    left = await everything(redis)
    for word in ("Zebedäus", "uillfeather", "zq@example.org", "argon2", ann.person, "partie:login:"):
        assert word.encode() not in left
    assert await people.session(cookie) is None
    await people.accounts.become(await guest(people), "Quillfeather", WORDS, HERE)


async def test_nothing_is_kept_of_who_was_erased_meanwhile(people: People, redis: Client) -> None:
    """Requests that were under way find nobody: no session, no passkey."""
    ann = await account(people)
    kept = Passkeys(redis)
    await kept.keep(ann.person, "one", Passkey(b"key", 0, 0, ""))
    await people.forget(ann.person)
    assert await people._sessions.create(ann.person, 0) is None
    with pytest.raises(BadPasskey):
        await kept.keep(ann.person, "two", Passkey(b"key", 0, 0, ""))
    assert ann.person.encode() not in await everything(redis)


async def test_a_person_has_so_many_passkeys(people: People, redis: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are made at once."""
    monkeypatch.setattr(passkeys, "KEPT", 2)
    ann = await account(people)
    kept = Passkeys(redis)
    made = (kept.keep(ann.person, f"key {number}", Passkey(b"key", 0, 0, "")) for number in range(5))
    refused = [one for one in await asyncio.gather(*made, return_exceptions=True) if isinstance(one, BadPasskey)]
    assert (len(refused), len(await kept.of(ann.person))) == (3, 2)


async def test_where_a_person_spoke_is_known_as_long_as_the_person(people: People, redis: Client) -> None:
    """Others may keep a room for years after one's last line, and an erasure has to find it."""
    ann = await guest(people)
    index = f"partie:chats:{{{ann.person}}}"
    await Chats(redis).say("table1", "players", ann.person, "command1", seq=1, text="hello")
    assert await redis.ttl(index) == pytest.approx(KEPT_SECONDS, abs=60)
    await redis.expire(index, 60)
    await people.seen(ann)
    assert await redis.ttl(index) > 60
    await people.accounts.become(ann, "Ann", WORDS, HERE)
    assert await redis.ttl(index) == -1
    await Chats(redis).say("table2", "players", ann.person, "command2", seq=1, text="hello")
    assert await redis.ttl(index) == -1


@pytest.mark.parametrize(
    ("login", "password", "email", "refusal"),
    [
        ("x", WORDS, "", BadLogin),
        (" \u200d ", WORDS, "", BadLogin),
        ("x" * 41, WORDS, "", BadLogin),
        ("P\u0430ul", WORDS, "", BadLogin),
        ("\u0391nn", WORDS, "", BadLogin),
        ("ann\u0661", WORDS, "", BadLogin),
        ("Ann", "1234567", "", BadPassword),
        ("Ann", "x" * 257, "", BadPassword),
        ("Ann Bonny", "ann bonny", "", BadPassword),
        ("Ann", WORDS, "nowhere", BadEmail),
        ("Ann", WORDS, "a@b\nc", BadEmail),
    ],
)
async def test_what_cannot_be_is_refused_in_words(
    people: People, login: str, password: str, email: str, refusal: type[Exception]
) -> None:
    """And takes no name."""
    ann = await guest(people)
    with pytest.raises(refusal):
        await people.accounts.become(ann, login, password, HERE, email)
    await people.accounts.become(ann, "Ann Bonny", WORDS, HERE)


@given(st.text(max_size=50))
def test_a_normal_name_stays_as_it_is(name: str) -> None:
    """So an index never depends on how often a name went through it."""
    assert normal(normal(name)) == normal(name)


def test_names_of_two_alphabets_are_two_names() -> None:
    """Signs that only look alike are never taken for each other; case, width and space do not part names."""
    assert normal("Ann") == normal(" \uff21NN ") == normal("a n n")
    assert normal("anna") != normal("\u0430nna")
    assert clean_login(" Ann   Bonny ") == "Ann Bonny"


@pytest.mark.parametrize(
    "name", ["\u0410\u043d\u043d\u0430 2", "\u3042\u30a2\u6f22", "\u00c5sa-\u00d8yvind.7", "\u0661\u0627\u0628", "42"]
)
def test_names_of_every_script_are_names(name: str) -> None:
    """And of the scripts that are written together."""
    assert clean_login(name) == name


async def test_the_last_way_in_is_not_taken_away(people: People, redis: Client) -> None:
    """Of an account without a password the last passkey stays; before there is one it ends by itself."""
    ann = await guest(people)
    kept = Passkeys(redis)
    await kept.lay_by(ann.person, "one", Passkey(b"key", 0, 0, ""))
    assert await redis.ttl(passkeys_key(ann.person)) > 0
    ann, _ = await people.accounts._become(ann, "Ann", "", "")
    assert await redis.ttl(passkeys_key(ann.person)) == -1
    await kept.lay_by(ann.person, "other", Passkey(b"key", 0, 0, ""))
    assert set(await kept.of(ann.person)) == {"one"}
    with pytest.raises(LastPasskey):
        await people.accounts.drop_passkey(ann, "one")
    await people.accounts.change_password(ann, WORDS)
    assert await people.accounts.drop_passkey(ann, "one")
    assert not await people.accounts.drop_passkey(ann, "one")
