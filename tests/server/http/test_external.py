"""Signing in with a real OpenID Connect provider, and by a proxy that vouches for people, over HTTP."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from partie.http.external import BROWSER_COOKIE
from partie.people.sessions import COOKIE
from partie.redis import store
from partie.redis.connect import connect
from tests.fixtures.oidc import OidcProvider
from tests.fixtures.service import Running, StartNode, start_toy
from tests.server.conftest import MakeBrowser, refusal
from tests.server.http.test_accounts import ANN, wear

PUBLIC = "https://games.example"
PROXY = {"identity_header": "X-Forwarded-User", "identity_name_header": "X-Forwarded-Name"}


@pytest.fixture
async def club(start_node: StartNode, provider: OidcProvider) -> Running:
    """A node that knows the provider."""
    return await start_node(**provider.register(PUBLIC).settings)


async def begin(browser: httpx.AsyncClient, purpose: str = "sign_in") -> str:
    """The address at which a sign-in goes on."""
    answer = await browser.post("/api/account/external", json={"purpose": purpose})
    assert answer.status_code == 200, answer.text
    url: str = answer.json()["url"]
    return url


async def come_back(browser: httpx.AsyncClient, back: dict[str, str]) -> httpx.Response:
    """Bring what the provider has added to the address."""
    return await browser.post("/api/account/external/session", json={name: back[name] for name in ("code", "state")})


async def sign_in(
    browser: httpx.AsyncClient, provider: OidcProvider, subject: str, purpose: str = "sign_in"
) -> httpx.Response:
    """The whole way."""
    return await come_back(browser, await provider.sign_in(await begin(browser, purpose), subject))


async def count(node: Running, pattern: str) -> int:
    """How many keys there are of a kind."""
    redis = connect(node.core.settings.redis_url)
    try:
        return len([key async for key in store.keys(redis, pattern)])
    finally:
        await store.close(redis)


async def test_a_first_sign_in_makes_an_account_and_the_next_one_finds_it(
    club: Running, browser_of: MakeBrowser, provider: OidcProvider
) -> None:
    """It has the provider's names, cleaned, and its owner may change the one that others see."""
    provider.know("anne-1", name="  Ann\u2003Bonny ", preferred_username="bonny")
    here, there = browser_of(club), browser_of(club)
    assert (await here.get("/api/account/external")).json() == {"provider": "Club"}
    made = await sign_in(here, provider, "anne-1")
    assert (made.status_code, made.json()["name"]) == (201, "Ann Bonny")
    assert (await here.patch("/api/session", json={"name": "Captain"})).status_code == 200
    back = await sign_in(there, provider, "anne-1")
    assert back.json() == {"person": made.json()["person"], "name": "Captain"}
    account = (await there.get("/api/account")).json()
    (identity,) = account["identities"]
    assert (account["login"], account["password"], account["provider"]) == ("bonny", False, "Club")
    assert (identity["issuer"], identity["subject"]) == (provider.url, "anne-1")


async def test_a_guest_stays_the_same_person(club: Running, browser_of: MakeBrowser, provider: OidcProvider) -> None:
    """The seat goes along, and what was linked to the guest is signed out."""
    table, clients = await start_toy(club, "Guest", "Bob")
    browser, linked = browser_of(club), browser_of(club)
    wear(browser, clients[0])
    code = (await browser.post("/api/session/link")).json()["code"]
    await linked.post("/api/session/redeem", json={"code": code})
    made = await sign_in(browser, provider, "guest-1")
    assert made.json() == {"person": clients[0].person, "name": "Guest"}
    async with asyncio.timeout(10):
        await clients[0].socket.wait_closed()
    again = await club.join(cookie=f"{COOKIE}={browser.cookies[COOKIE]}")
    await again.enter(table)
    assert again.view["table"]["seats"]["0"]["person"] == again.person
    assert (await linked.get("/api/session")).status_code == 204


async def test_names_that_are_taken_or_not_allowed_get_others(
    club: Running, browser_of: MakeBrowser, provider: OidcProvider
) -> None:
    """Two people of one name have two sign-in names, and somebody without any name has one too."""
    provider.know("twin-1", name="Twin", preferred_username="twin")
    provider.know("twin-2", name="Twin", preferred_username="Twin")
    provider.know("nobody-1", name="\u202e", preferred_username="\u2800")
    logins, names = [], []
    for subject in ("twin-1", "twin-2", "nobody-1"):
        browser = browser_of(club)
        names.append((await sign_in(browser, provider, subject)).json()["name"])
        logins.append((await browser.get("/api/account")).json()["login"])
    assert names == ["Twin", "Twin", "Player"]
    assert logins == ["twin", "Twin2", "Player"]


async def test_two_first_sign_ins_at_once_make_one_account(
    club: Running, browser_of: MakeBrowser, provider: OidcProvider
) -> None:
    """Whichever is quicker; the other one finds it, or has to start again."""
    browsers = [browser_of(club) for _ in range(4)]
    backs = [await provider.sign_in(await begin(browser), "race-1") for browser in browsers]
    answers = await asyncio.gather(*(come_back(*each) for each in zip(browsers, backs, strict=True)))
    persons = {answer.json()["person"] for answer in answers if answer.status_code == 201}
    assert len(persons) == 1
    again = await sign_in(browser_of(club), provider, "race-1")
    assert {again.json()["person"]} == persons


async def test_what_comes_back_is_good_once_and_in_the_browser_that_began(
    club: Running, browser_of: MakeBrowser, provider: OidcProvider
) -> None:
    """A strange state, a code again, and a link that somebody else began sign nobody in."""
    here, there = browser_of(club), browser_of(club)
    back = await provider.sign_in(await begin(here), "once-1")
    assert refusal(await come_back(here, {**back, "state": "x"})) == (422, "external_refused")
    assert (await come_back(here, back)).status_code == 201
    assert refusal(await come_back(here, back)) == (422, "external_refused")
    await begin(there)
    back = await provider.sign_in(await begin(here), "once-2")
    assert refusal(await come_back(there, back)) == (422, "external_refused")
    assert (await there.get("/api/session")).status_code == 204
    assert await count(club, "partie:person:{*}:identities") == 1


async def test_an_answer_that_is_refused_leaves_nothing(
    club: Running, browser_of: MakeBrowser, provider: OidcProvider
) -> None:
    """Neither a person nor an identity."""
    browser = browser_of(club)
    back = await provider.sign_in(await begin(browser), "bad-1")
    provider.fail("bad_signature")
    assert refusal(await come_back(browser, back)) == (422, "external_refused")
    back = await provider.sign_in(await begin(browser), "bad-1")
    provider.fail("unavailable")
    assert refusal(await come_back(browser, back)) == (502, "provider_unreachable")
    assert await count(club, "partie:person:*") == await count(club, "partie:identity:*") == 0
    assert await count(club, "partie:external:*") == 0


async def test_an_account_adds_and_drops_an_identity_after_a_proof(
    club: Running, browser_of: MakeBrowser, provider: OidcProvider
) -> None:
    """One that somebody else has is refused; the last way to sign in stays."""
    ann, bob = browser_of(club), browser_of(club)
    await ann.post("/api/session", json={"name": "Ann"})
    await ann.post("/api/account", json=ANN)
    person = (await sign_in(ann, provider, "link-1", "link")).json()["person"]
    assert (await sign_in(bob, provider, "link-1")).json()["person"] == person
    await bob.delete("/api/session")
    await sign_in(bob, provider, "link-2")
    assert refusal(await sign_in(ann, provider, "link-2", "link")) == (409, "identity_taken")
    (identity,) = (await ann.get("/api/account")).json()["identities"]
    assert (await ann.delete(f"/api/account/identities/{identity['id']}")).status_code == 204
    assert refusal(await ann.delete(f"/api/account/identities/{identity['id']}")) == (404, "unknown")
    provider.fail("long_ago")
    await sign_in(bob, provider, "link-2")
    (only,) = (await bob.get("/api/account")).json()["identities"]
    assert refusal(await bob.delete(f"/api/account/identities/{only['id']}")) == (403, "not_proved")
    assert refusal(await sign_in(bob, provider, "link-2", "prove")) == (403, "not_proved")
    provider.fail()
    assert (await sign_in(bob, provider, "link-2", "prove")).status_code == 200
    assert refusal(await bob.delete(f"/api/account/identities/{only['id']}")) == (409, "last_passkey")
    stranger = browser_of(club)
    assert refusal(await stranger.post("/api/account/external", json={"purpose": "link"})) == (403, "not_proved")
    assert (await sign_in(stranger, provider, "link-1")).json()["person"] != person


async def test_a_proof_wants_the_own_identity(club: Running, browser_of: MakeBrowser, provider: OidcProvider) -> None:
    """With it one may do what wants a proof, and is deleted without a trace."""
    ann = browser_of(club)
    provider.fail("long_ago")
    await sign_in(ann, provider, "proof-1")
    provider.fail()
    assert refusal(await ann.delete("/api/account")) == (403, "not_proved")
    assert refusal(await sign_in(ann, provider, "proof-2", "prove")) == (403, "other_identity")
    assert refusal(await ann.get("/api/account/export")) == (403, "not_proved")
    await sign_in(ann, provider, "proof-1", "prove")
    exported = (await ann.get("/api/account/export")).json()
    assert exported["account"]["identities"][0]["subject"] == "proof-1"
    assert (await ann.delete("/api/account")).status_code == 204
    assert await count(club, "partie:identity:*") == await count(club, "*:identities") == 0


async def test_a_sign_in_for_somebody_who_has_left_is_refused(
    club: Running, browser_of: MakeBrowser, provider: OidcProvider
) -> None:
    """What was begun as one person is not done as another."""
    ann = browser_of(club)
    await sign_in(ann, provider, "left-1")
    back = await provider.sign_in(await begin(ann, "prove"), "left-1")
    marked = ann.cookies[BROWSER_COOKIE]
    await ann.delete("/api/session")
    await ann.post("/api/session", json={"name": "Eve"})
    assert ann.cookies[BROWSER_COOKIE] == marked
    assert refusal(await come_back(ann, back)) == (422, "external_refused")


async def test_without_a_provider_nothing_begins(node: Running, browser: httpx.AsyncClient) -> None:
    """The page shows no button for it."""
    assert (await browser.get("/api/account/external")).json() == {"provider": ""}
    assert refusal(await browser.post("/api/account/external", json={})) == (409, "no_provider")


# --- a proxy that vouches -----------------------------------------------------------------------------------------


async def test_a_proxy_signs_people_in(start_node: StartNode, browser_of: MakeBrowser) -> None:
    """Everyone it names has an account from the first visit on, and takes the place of who was signed in before."""
    node = await start_node(**PROXY)
    named = {b"X-Forwarded-User": b"zoe", b"X-Forwarded-Name": "Zoë".encode()}
    browser = browser_of(node)
    zoe = (await browser.get("/api/session", headers=named)).json()
    assert zoe["name"] == "Zoë"
    assert (await browser.get("/api/session", headers={"X-Forwarded-User": "zoe"})).json() == zoe
    account = (await browser.get("/api/account", headers={"X-Forwarded-User": "zoe"})).json()
    assert (account["login"], account["vouched"], account["identities"][0]["issuer"]) == ("zoe", True, "proxy")
    other = (await browser.get("/api/session", headers={"X-Forwarded-User": "bob"})).json()
    assert other["person"] != zoe["person"]
    assert (await browser_of(node).get("/api/session", headers={"X-Forwarded-User": "zoe"})).json() == zoe


async def test_a_guest_becomes_whom_the_proxy_names(start_node: StartNode, browser_of: MakeBrowser) -> None:
    """And proves who that is by the proxy."""
    node = await start_node(**PROXY)
    browser = browser_of(node)
    guest = (await browser.post("/api/session", json={"name": "Guest"})).json()
    vouched = {"X-Forwarded-User": "carl"}
    assert refusal(await browser.post("/api/account/external/proof", headers=vouched)) == (403, "other_identity")
    assert (await browser.get("/api/session", headers=vouched)).json() == guest
    assert (await browser.post("/api/account/external/proof", headers=vouched)).status_code == 204
    assert refusal(await browser.post("/api/account/external/proof")) == (403, "other_identity")


@pytest.mark.parametrize("trusted", [("10.0.0.0/8",), ("192.0.2.7",)])
async def test_nobody_but_a_trusted_proxy_is_believed(
    start_node: StartNode, browser_of: MakeBrowser, trusted: tuple[str, ...]
) -> None:
    """The header of anybody else is not there."""
    node = await start_node(**PROXY, trusted_proxies=trusted)
    answer = await browser_of(node).get("/api/session", headers={"X-Forwarded-User": "eve"})
    assert answer.status_code == 204


async def test_a_header_that_is_there_twice_names_nobody(start_node: StartNode, browser_of: MakeBrowser) -> None:
    """The proxy has added its own to one of the client."""
    node = await start_node(**PROXY)
    twice = [("X-Forwarded-User", "eve"), ("X-Forwarded-User", "ann")]
    assert (await browser_of(node).get("/api/session", headers=twice)).status_code == 204


async def test_a_header_means_nothing_unless_it_is_set(node: Running, browser: httpx.AsyncClient) -> None:
    """By default nobody is believed."""
    assert (await browser.get("/api/session", headers={"X-Forwarded-User": "eve"})).status_code == 204
