"""Email addresses: which are taken, which are confirmed, and whose they are."""

from __future__ import annotations

import pytest

from partie.people.emails import CONFIRM_SECONDS, RESET_SECONDS, Emails, address_of, clean_email
from partie.people.errors import BadEmail
from partie.people.persons import Persons
from partie.redis.connect import Client
from partie.redis.store import person_key
from tests.server.people.conftest import ClockByHand
from tests.server.people.stored import everything

ANN = "ann@mail.example"


@pytest.mark.parametrize(
    "email",
    ["", "a", "a@b,c@d", "<a@b>", "a b@c", "ü@b.example", "a@b@c", "a@", "@b", "a@b\nc", f"{'a' * 250}@b.example"],
)
def test_what_is_not_one_email_address_is_refused(email: str) -> None:
    """Two in one would send email to a stranger."""
    with pytest.raises(BadEmail):
        address_of(email)


def test_an_email_address_is_taken() -> None:
    """With what people put into them."""
    assert address_of(" ann+games@mail.example ") == "ann+games@mail.example"


def test_no_address_is_an_address_that_an_account_may_have() -> None:
    assert clean_email("  ") == ""
    with pytest.raises(BadEmail):
        clean_email("nowhere")


@pytest.fixture
def persons(redis: Client) -> Persons:
    return Persons(redis)


@pytest.fixture
def emails(redis: Client, persons: Persons, clock: ClockByHand) -> Emails:
    return Emails(redis, persons, clock)


async def account(persons: Persons, name: str = "ann") -> str:
    person = await persons.create(name)
    assert await persons.settle(person, name, login=name)
    return person


async def test_only_an_address_that_is_confirmed_leads_to_its_owner(persons: Persons, emails: Emails) -> None:
    ann = await account(persons)
    assert await emails.set(ann, ANN)
    token = await emails.ask(ann, ANN)
    assert await emails.owners(ANN) == []
    assert await emails.confirm(token) == ANN
    assert await emails.owners("Ann@Mail.Example") == [ann]
    await emails.set(ann, "")
    assert await emails.owners(ANN) == []


async def test_a_guest_has_no_address(persons: Persons, emails: Emails, redis: Client) -> None:
    ann = await persons.create("Ann")
    assert not await emails.set(ann, ANN)
    await emails.confirm(await emails.ask(ann, ANN))
    await emails.make_reset(ann, {"mail": ANN, "mail_confirmed": ANN})
    assert ANN.encode() not in await everything(redis)


async def test_a_confirmation_works_once_and_only_the_newest(persons: Persons, emails: Emails) -> None:
    ann = await account(persons)
    await emails.set(ann, ANN)
    old, new = await emails.ask(ann, ANN), await emails.ask(ann, ANN)
    assert await emails.confirm(old) == ""
    assert await emails.confirm(new) == ANN
    assert await emails.confirm(new) == ""
    assert await emails.owners(ANN) == [ann], "the second attempt takes nothing away"


async def test_a_confirmation_works_for_two_days(persons: Persons, emails: Emails, clock: ClockByHand) -> None:
    ann = await account(persons)
    await emails.set(ann, ANN)
    token = await emails.ask(ann, ANN)
    clock.at += CONFIRM_SECONDS * 1000
    assert await emails.confirm(token) == ""
    assert await emails.owners(ANN) == []
    clock.at -= 1
    assert await emails.confirm(token) == ANN


@pytest.mark.parametrize("other", ["", "anna@mail.example", "Ann@mail.example"])
async def test_another_address_voids_the_links_to_the_one_before(
    persons: Persons, emails: Emails, redis: Client, other: str
) -> None:
    ann = await account(persons)
    await emails.set(ann, ANN)
    await emails.confirm(await emails.ask(ann, ANN))
    reset = await emails.make_reset(ann, await persons.record(ann))
    pending = await emails.ask(ann, ANN)
    await emails.set(ann, other)
    assert await emails.reset_of(reset) is None
    assert await emails.confirm(pending) == ""
    await emails.set(ann, ANN)
    assert await emails.owners(ANN) == [], "it was confirmed once, and has to be again"
    left = await everything(redis)
    assert b":confirm" not in left
    assert b":resets" not in left


async def test_an_address_that_an_older_node_has_changed_is_not_confirmed(
    persons: Persons, emails: Emails, redis: Client
) -> None:
    """It knows nothing of confirmations, and leaves that of the address before."""
    ann = await account(persons)
    await emails.set(ann, ANN)
    await emails.confirm(await emails.ask(ann, ANN))
    token = await emails.make_reset(ann, await persons.record(ann))
    await redis.hset(person_key(ann), "mail", "anna@mail.example")
    assert await emails.owners(ANN) == await emails.owners("anna@mail.example") == []
    assert await emails.reset_of(token) is None


async def test_a_reset_link_works_for_an_hour(persons: Persons, emails: Emails, clock: ClockByHand) -> None:
    ann = await account(persons)
    await emails.set(ann, ANN)
    await emails.confirm(await emails.ask(ann, ANN))
    token = await emails.make_reset(ann, await persons.record(ann))
    clock.at += RESET_SECONDS * 1000
    assert await emails.reset_of(token) is None
    clock.at -= 1
    found = await emails.reset_of(token)
    assert found is not None
    assert (found.person, found.epoch) == (ann, await persons.epoch(ann))


async def test_a_new_password_voids_every_reset_link(persons: Persons, emails: Emails) -> None:
    ann = await account(persons)
    await emails.set(ann, ANN)
    await emails.confirm(await emails.ask(ann, ANN))
    tokens = [await emails.make_reset(ann, await persons.record(ann)) for _ in range(2)]
    assert [one is not None for one in [await emails.reset_of(token) for token in tokens]] == [True, True]
    await persons.set_password(ann, await persons.epoch(ann), "hash")
    assert [await emails.reset_of(token) for token in tokens] == [None, None]


async def test_a_link_for_one_is_no_link_for_another(persons: Persons, emails: Emails) -> None:
    ann, bob = await account(persons), await account(persons, "bob")
    for person in (ann, bob):
        await emails.set(person, ANN)
        await emails.confirm(await emails.ask(person, ANN))
    assert await emails.owners(ANN) == sorted([ann, bob])
    token = await emails.make_reset(ann, await persons.record(ann))
    secret = token.partition(".")[2]
    for wrong in (f"{bob}.{secret}", secret, f"{ann}.", f"{ann}.{secret}x", f"{ann}.{'x' * 43}", "", "{}." + secret):
        assert await emails.reset_of(wrong) is None
        assert await emails.confirm(wrong) == ""


async def test_redis_holds_only_hashes_of_links_and_forgets_them_in_time(
    persons: Persons, emails: Emails, redis: Client, clock: ClockByHand
) -> None:
    ann = await account(persons)
    await emails.set(ann, ANN)
    confirm = await emails.ask(ann, ANN)
    assert CONFIRM_SECONDS - 60 < await redis.ttl(f"{person_key(ann)}:confirm") <= CONFIRM_SECONDS
    assert confirm.partition(".")[2].encode() not in await everything(redis)
    await emails.confirm(confirm)
    first = await emails.make_reset(ann, await persons.record(ann))
    assert RESET_SECONDS - 60 < await redis.ttl(f"{person_key(ann)}:resets") <= RESET_SECONDS
    clock.at += RESET_SECONDS * 1000
    second = await emails.make_reset(ann, await persons.record(ann))
    left = await everything(redis)
    for token in (first, second):
        assert token.partition(".")[2].encode() not in left
    assert await redis.hlen(f"{person_key(ann)}:resets") == 1, "expired links go with the next one"


async def test_nothing_is_left_of_what_was_erased_during_a_confirmation(
    persons: Persons, emails: Emails, redis: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await account(persons)
    await emails.set(ann, ANN)
    token = await emails.ask(ann, ANN)
    record = await persons.record(ann)
    sadd = redis.sadd

    async def erase_meanwhile(*arguments: str) -> int:
        await emails.erase(ann, record)
        await persons.erase(ann)
        return int(await sadd(*arguments))

    monkeypatch.setattr(redis, "sadd", erase_meanwhile)
    assert await emails.confirm(token) == ""
    assert ann.encode() not in await everything(redis)
