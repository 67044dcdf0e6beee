"""A forgotten password: a link to the confirmed address of the account brings its owner back, and nobody else."""

from __future__ import annotations

import asyncio
import re
from typing import get_args

import pytest
from argon2 import PasswordHasher
from structlog.testing import capture_logs
from tenacity import wait_none

from partie.delivery import sending
from partie.delivery.mailer import Language
from partie.delivery.sending import NotSent
from partie.limits import Rate
from partie.people import passwords, recovery
from partie.people.errors import (
    BadCode,
    BadEmail,
    BadLink,
    BadPassword,
    NoAccount,
    NoEmail,
    NotProved,
    TooMany,
    WrongPassword,
)
from partie.people.people import People
from partie.people.recovery import words
from partie.people.sessions import Session
from partie.redis.connect import Client
from tests.fixtures.emails import Post
from tests.fixtures.service import until
from tests.server.people.conftest import ClockByHand, MakePeople
from tests.server.people.stored import everything

HERE = "192.0.2.7"
ORIGIN = "https://games.example"
WORDS = "correct horse battery"
NEW = "another password"
ANN = "ann@mail.example"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    monkeypatch.setattr(sending, "_backoff", wait_none())


@pytest.fixture
async def people(make_people: MakePeople, emails: Post, clock: ClockByHand) -> People:
    """People of a node that sends emails."""
    return await make_people(clock, smtp_url=emails.url, public_url=ORIGIN)


async def account(people: People, login: str = "Ann") -> Session:
    guest, _ = await people.sign_in(login, HERE)
    return (await people.accounts.become(guest, login, WORDS, HERE))[0]


async def confirmed(people: People, emails: Post, login: str = "Ann", email: str = ANN) -> Session:
    """An account with a confirmed address; the email that asked for that is put aside."""
    session = await account(people, login)
    await people.recovery.change_email(session, email, "en", HERE)
    assert await people.recovery.confirm(token_in(emails, "confirm"), HERE) == email
    emails.received.clear()
    return session


def token_in(emails: Post, kind: str, number: int = -1) -> str:
    """The token of the link in an email."""
    found = re.search(rf"^{ORIGIN}/account#{kind}\.(\S+)\s*$", emails.received[number].get_content(), re.MULTILINE)
    assert found is not None
    return found[1]


async def request(people: People, name: str) -> None:
    """Request a reset link, and wait until the node has done whatever that takes."""
    await people.recovery.request(name, "en", HERE)
    await until(lambda: not people.recovery._sending)


# --- the address ------------------------------------------------------------------------------------------------------


async def test_an_address_is_confirmed_by_the_link_that_is_sent_to_it(people: People, emails: Post) -> None:
    ann = await account(people)
    await people.recovery.change_email(ann, f" {ANN} ", "en", HERE)
    (email,) = emails.received
    assert (email["To"], email["Subject"]) == (ANN, words("en")["confirm.subject"])
    found = await people.accounts.of(ann.person)
    assert (found.email, found.email_confirmed) == (ANN, False)
    token = token_in(emails, "confirm")
    assert await people.recovery.confirm(token, HERE) == ANN
    assert (await people.accounts.of(ann.person)).email_confirmed
    with pytest.raises(BadLink):
        await people.recovery.confirm(token, HERE)


async def test_an_unconfirmed_address_gets_another_link_and_a_confirmed_one_none(people: People, emails: Post) -> None:
    ann = await account(people)
    for _ in range(2):
        await people.recovery.change_email(ann, ANN, "en", HERE)
    with pytest.raises(BadLink):
        await people.recovery.confirm(token_in(emails, "confirm", 0), HERE)
    await people.recovery.confirm(token_in(emails, "confirm", 1), HERE)
    await people.recovery.change_email(ann, ANN, "en", HERE)
    assert len(emails.received) == 2
    assert (await people.accounts.of(ann.person)).email_confirmed


async def test_a_confirmation_works_for_two_days(people: People, emails: Post, clock: ClockByHand) -> None:
    ann = await account(people)
    await people.recovery.change_email(ann, ANN, "en", HERE)
    clock.at += 2 * 24 * 3600 * 1000
    with pytest.raises(BadLink):
        await people.recovery.confirm(token_in(emails, "confirm"), HERE)


async def test_only_the_owner_of_an_account_who_has_just_proved_it_changes_the_address(
    people: People, emails: Post
) -> None:
    guest, _ = await people.sign_in("Bob", HERE)
    with pytest.raises(NoAccount):
        await people.recovery.change_email(guest, ANN, "en", HERE)
    ann = await account(people)
    moved, _ = await people.redeem((await people.make_link(ann)).code, HERE)
    with pytest.raises(NotProved):
        await people.recovery.change_email(moved, ANN, "en", HERE)
    with pytest.raises(BadEmail):
        await people.recovery.change_email(ann, "nowhere", "en", HERE)
    assert emails.received == []


async def test_the_address_of_a_new_account_gets_a_link_and_a_failure_does_not_show(
    people: People, emails: Post
) -> None:
    guest, _ = await people.sign_in("Ann", HERE)
    ann, _ = await people.accounts.become(guest, "Ann", WORDS, HERE, ANN)
    people.recovery.confirm_later(ann, "de", HERE)
    await until(lambda: not people.recovery._sending)
    assert emails.received[0]["Subject"] == words("de")["confirm.subject"]
    emails.refusals.append("550 no")
    with capture_logs() as logs:
        people.recovery.confirm_later(ann, "de", HERE)
        await until(lambda: not people.recovery._sending)
    assert logs == [{"event": "recovery_not_sent", "why": "refused", "log_level": "warning"}]


async def test_an_email_that_cannot_be_delivered_is_reported_to_its_owner(people: People, emails: Post) -> None:
    """The address is kept, and another link can be sent there."""
    ann = await account(people)
    emails.refusals.append("550 no such person")
    with pytest.raises(NotSent) as failed:
        await people.recovery.change_email(ann, ANN, "en", HERE)
    assert failed.value.why == "refused"
    await people.recovery.change_email(ann, ANN, "en", HERE)
    assert await people.recovery.confirm(token_in(emails, "confirm"), HERE) == ANN


# --- the password -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ann Bonny", "ann  bonny", ANN, f" {ANN.title()} "])
async def test_a_link_sets_a_new_password_and_signs_in_and_nobody_else_stays_signed_in(
    people: People, emails: Post, name: str
) -> None:
    ann = await confirmed(people, emails, "Ann Bonny")
    _, other = await people.accounts.sign_in("Ann Bonny", WORDS, HERE)
    code = await people.accounts.make_reset(ann.person)
    guest, guest_cookie = await people.sign_in("Guest", HERE)
    for _ in range(2):
        await request(people, name)
    assert [email["To"] for email in emails.received] == [ANN, ANN]
    first, second = (token_in(emails, "reset", number) for number in (0, 1))
    assert await people.recovery.login_of(first, HERE) == "Ann Bonny"
    back, cookie = await people.recovery.reset(first, NEW, HERE, guest)
    assert await people.session(cookie) == back
    assert back.person == ann.person
    for ended in (other, people.cookie(ann), guest_cookie):
        assert await people.session(ended) is None
    for used in (first, second):
        with pytest.raises(BadLink):
            await people.recovery.reset(used, "a third password", HERE)
        with pytest.raises(BadLink):
            await people.recovery.login_of(used, HERE)
    with pytest.raises(BadCode):
        await people.accounts.reset(code, "a third password", HERE)
    with pytest.raises(WrongPassword):
        await people.accounts.sign_in("Ann Bonny", WORDS, HERE)
    await people.accounts.sign_in("Ann Bonny", NEW, HERE)
    await people.accounts.change_password(back, "a third password")


async def test_an_address_that_is_not_confirmed_is_never_used(people: People, emails: Post) -> None:
    ann = await account(people)
    await people.recovery.change_email(ann, ANN, "en", HERE)
    for name in ("Ann", ANN):
        await request(people, name)
    assert [email["Subject"] for email in emails.received] == [words("en")["confirm.subject"]]
    await people.recovery.confirm(token_in(emails, "confirm"), HERE)
    await people.recovery.change_email(ann, "anna@mail.example", "en", HERE)
    emails.received.clear()
    for name in ("Ann", ANN, "anna@mail.example"):
        await request(people, name)
    assert emails.received == []


async def test_a_link_works_for_an_hour_and_once(people: People, emails: Post, clock: ClockByHand) -> None:
    await confirmed(people, emails)
    await request(people, "Ann")
    token = token_in(emails, "reset")
    clock.at += 3600 * 1000
    with pytest.raises(BadLink) as late:
        await people.recovery.reset(token, NEW, HERE)
    clock.at -= 1
    await people.recovery.reset(token, NEW, HERE)
    for wrong in (token, token[:-1], f"{token}x", "nonsense", ""):
        with pytest.raises(BadLink) as refused:
            await people.recovery.reset(wrong, NEW, HERE)
        assert str(refused.value) == str(late.value)


@pytest.mark.parametrize("bad", ["short", "Ann Bonny"])
async def test_a_password_that_is_refused_does_not_use_up_the_link(people: People, emails: Post, bad: str) -> None:
    await confirmed(people, emails, "Ann Bonny")
    await request(people, ANN)
    token = token_in(emails, "reset")
    with pytest.raises(BadPassword):
        await people.recovery.reset(token, bad, HERE)
    await people.recovery.reset(token, NEW, HERE)


async def test_of_two_who_use_a_link_at_once_one_succeeds(
    make_people: MakePeople, people: People, emails: Post, clock: ClockByHand
) -> None:
    other = await make_people(clock, smtp_url=emails.url, public_url=ORIGIN)
    ann = await confirmed(people, emails)
    await request(people, "Ann")
    token = token_in(emails, "reset")
    done = await asyncio.gather(
        *(node.recovery.reset(token, NEW, HERE) for node in (people, other)), return_exceptions=True
    )
    assert sorted(isinstance(one, BadLink) for one in done) == [False, True]
    assert len(await people.accounts.sessions(ann.person)) == 1


async def test_a_change_of_password_or_address_voids_the_links_of_before(people: People, emails: Post) -> None:
    ann = await confirmed(people, emails)
    await request(people, "Ann")
    await people.accounts.change_password(ann, NEW)
    with pytest.raises(BadLink):
        await people.recovery.reset(token_in(emails, "reset"), WORDS, HERE)
    await request(people, "Ann")
    await people.recovery.change_email(ann, "", "en", HERE)
    with pytest.raises(BadLink):
        await people.recovery.reset(token_in(emails, "reset"), WORDS, HERE)


async def test_each_account_with_the_address_gets_a_link_that_names_it(people: People, emails: Post) -> None:
    for login in ("Ann", "x.example/Mary"):
        await confirmed(people, emails, login)
    await request(people, ANN)
    texts = [email.get_content() for email in emails.received]
    assert len(texts) == 2
    tokens = [token_in(emails, "reset", number) for number in (0, 1)]
    assert {await people.recovery.login_of(token, HERE) for token in tokens} == {"Ann", "x.example/Mary"}
    assert not any("x.example" in text for text in texts), "a name that looks like a link is none"


# --- what is not disclosed --------------------------------------------------------------------------------------------


async def test_the_answer_waits_for_nothing_that_depends_on_the_account(
    people: People, emails: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is looked up before the answer, so neither its content nor its time can tell."""
    await confirmed(people, emails)
    looked_up: list[str] = []
    released = asyncio.Event()
    find = people.recovery._asked_for

    async def held(name: str) -> list[str]:
        looked_up.append(name)
        await released.wait()
        return await find(name)

    monkeypatch.setattr(people.recovery, "_asked_for", held)
    names = ["Ann", "Nobody", ANN, "nobody@mail.example", "", "{}", "\u0130" * 100]
    for name in names:
        await people.recovery.request(name, "en", HERE)
    released.set()
    await until(lambda: not people.recovery._sending)
    assert looked_up == names
    assert [email["To"] for email in emails.received] == [ANN, ANN]


async def test_an_account_or_address_gets_so_many_links_and_nobody_hears_of_the_limit(
    people: People, emails: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    await confirmed(people, emails)
    await confirmed(people, emails, "Mary")
    monkeypatch.setattr(recovery, "RESETS", Rate(2, 3600.0))
    monkeypatch.setattr(recovery, "RESETS_TO", Rate(3, 3600.0))
    for _ in range(3):
        await request(people, "Ann")
    assert len(emails.received) == 2
    for _ in range(2):
        await request(people, "Mary")
    assert len(emails.received) == 3


async def test_what_goes_wrong_with_the_email_is_logged_without_a_name_and_not_told(
    people: People, emails: Post
) -> None:
    await confirmed(people, emails)
    emails.refusals.append(f"550 no {ANN} here")
    with capture_logs() as logs:
        await request(people, "Ann")
    assert logs == [{"event": "recovery_not_sent", "why": "refused", "log_level": "warning"}]


async def test_requests_beyond_what_a_node_can_do_are_dropped_without_a_word(
    people: People, emails: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    await confirmed(people, emails)
    monkeypatch.setattr(recovery, "MOST_SENDING", 0)
    with capture_logs() as logs:
        await request(people, "Ann")
    assert [entry["event"] for entry in logs] == ["recovery_crowded"]
    assert emails.received == []


# --- limits -----------------------------------------------------------------------------------------------------------


async def test_one_network_requests_few_links_whoever_they_are_for(
    make_people: MakePeople, people: People, emails: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "REQUESTS_FROM", Rate(2, 3600.0))
    other = await make_people(smtp_url=emails.url, public_url=ORIGIN)
    await request(people, "Nobody")
    await request(other, "Somebody")
    with pytest.raises(TooMany) as refused:
        await people.recovery.request("Ann", "en", HERE)
    assert 0 < refused.value.retry_in <= 3_600_000
    await people.recovery.request("Ann", "en", "192.0.2.8")


async def test_confirmations_are_limited_by_account_and_by_address(
    people: People, emails: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "CONFIRMATIONS", Rate(2, 3600.0))
    ann, mary, jack = [await account(people, login) for login in ("Ann", "Mary", "Jack")]
    for number in range(2):
        await people.recovery.change_email(ann, f"ann{number}@mail.example", "en", HERE)
    with pytest.raises(TooMany):
        await people.recovery.change_email(ann, ANN, "en", HERE)
    assert (await people.accounts.of(ann.person)).email == "ann1@mail.example", "what is refused changes nothing"
    await people.recovery.change_email(mary, "ANN1@mail.example", "en", HERE)
    with pytest.raises(TooMany):
        await people.recovery.change_email(jack, "ann1@mail.example", "en", HERE)


async def test_confirmations_are_limited_by_network(
    people: People, emails: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "CONFIRMATIONS_FROM", Rate(1, 3600.0))
    ann, mary = [await account(people, login) for login in ("Ann", "Mary")]
    await people.recovery.change_email(ann, ANN, "en", HERE)
    with pytest.raises(TooMany):
        await people.recovery.change_email(mary, "mary@mail.example", "en", HERE)
    await people.recovery.change_email(mary, "mary@mail.example", "en", "192.0.2.8")


async def test_one_network_opens_so_many_links(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "OPENED", Rate(3, 600.0))
    for attempt in (
        people.recovery.confirm("x", HERE),
        people.recovery.login_of("x", HERE),
        people.recovery.reset("x", NEW, HERE),
    ):
        with pytest.raises(BadLink):
            await attempt
    for attempt in (
        people.recovery.confirm("x", HERE),
        people.recovery.login_of("x", HERE),
        people.recovery.reset("x", NEW, HERE),
    ):
        with pytest.raises(TooMany):
            await attempt


# --- without a server of emails ---------------------------------------------------------------------------------------


async def test_without_a_server_of_emails_all_of_it_is_refused_but_an_address_can_be_removed(
    make_people: MakePeople, people: People, emails: Post, clock: ClockByHand
) -> None:
    ann = await confirmed(people, emails)
    await request(people, "Ann")
    token = token_in(emails, "reset")
    silent = await make_people(clock)
    assert people.recovery.offered
    assert not silent.recovery.offered
    for attempt in (
        silent.recovery.change_email(ann, "anna@mail.example", "en", HERE),
        silent.recovery.confirm("x", HERE),
        silent.recovery.request("Ann", "en", HERE),
        silent.recovery.login_of(token, HERE),
        silent.recovery.reset(token, NEW, HERE),
    ):
        with pytest.raises(NoEmail):
            await attempt
    await silent.recovery.change_email(ann, "", "en", HERE)
    assert (await silent.accounts.of(ann.person)).email == ""


# --- what is stored ---------------------------------------------------------------------------------------------------


async def test_no_token_is_stored_and_none_is_logged(people: People, emails: Post, redis: Client) -> None:
    ann = await account(people)
    with capture_logs() as logs:
        await people.recovery.change_email(ann, ANN, "en", HERE)
        confirm = token_in(emails, "confirm")
        stored = await everything(redis)
        await people.recovery.confirm(confirm, HERE)
        await request(people, ANN)
    stored += await everything(redis)
    for token in (confirm, token_in(emails, "reset")):
        assert token.partition(".")[2].encode() not in stored
        assert token.partition(".")[2] not in str(logs)


async def test_an_erased_account_leaves_no_address_and_no_link(people: People, emails: Post, redis: Client) -> None:
    ann = await confirmed(people, emails)
    await request(people, "Ann")
    token = token_in(emails, "reset")
    await people.forget(ann.person)
    kept = [key async for key in redis.scan_iter("*") if b"partie:limit:" not in key]
    assert [key for key in kept if ann.person.encode() in key or b"email" in key] == []
    assert ANN.encode() not in await everything(redis)
    with pytest.raises(BadLink):
        await people.recovery.reset(token, NEW, HERE)
    await request(people, ANN)
    assert len(emails.received) == 1


async def test_a_node_that_stops_sends_what_was_asked_for(people: People, emails: Post) -> None:
    await confirmed(people, emails)
    await people.recovery.request("Ann", "en", HERE)
    await people.recovery.stop()
    assert len(emails.received) == 1


# --- texts ------------------------------------------------------------------------------------------------------------


def test_both_languages_say_the_same_things() -> None:
    english, german = words("en"), words("de")
    assert english.keys() == german.keys()
    for key, text in english.items():
        assert sorted(re.findall(r"{\w+}", text)) == sorted(re.findall(r"{\w+}", german[key])), key


@pytest.mark.parametrize("language", get_args(Language))
async def test_an_email_is_plain_and_short_and_names_its_sender(
    people: People, emails: Post, language: Language
) -> None:
    ann = await account(people)
    await people.recovery.change_email(ann, ANN, language, HERE)
    await people.recovery.confirm(token_in(emails, "confirm"), HERE)
    await people.recovery.request("Ann", language, HERE)
    await until(lambda: not people.recovery._sending)
    for email in emails.received:
        text = email.get_content()
        assert (email.get_content_type(), email["Auto-Submitted"]) == ("text/plain", "auto-generated")
        assert text.rstrip().endswith(words(language)["foot"].format(origin=ORIGIN))
        assert len(text) < 600
        assert text.count(f"{ORIGIN}/account#") == 1
    assert "Ann" in emails.received[-1].get_content()
