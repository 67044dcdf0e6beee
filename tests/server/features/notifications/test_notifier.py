"""Being called by real emails, webhooks and push: once, and only who does not look."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import msgspec
import pytest
from aiohttp import web
from py_vapid import Vapid02
from tenacity import wait_none

from partie.client.client import Client
from partie.cluster.messages import ReachableChanged
from partie.delivery import sending
from partie.features.notifications import book, plan
from partie.features.notifications import notifier as caller
from partie.features.notifications import routes as notifications
from partie.features.notifications.book import Due
from partie.features.notifications.contacts import Contacts
from partie.features.notifications.texts import Item, escaped, line, words
from partie.limits import Rate
from tests.fixtures.emails import Post
from tests.fixtures.service import Running, StartNode, until
from tests.server.conftest import MakeBrowser, browser_of, refusal
from tests.server.features.notifications.world import Browser, Outside, outside
from tests.server.live.asking import wish

__all__ = ["browser_of"]

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes note and check on command, and a call need not have stood."""
    for name in ("TICK_SECONDS", "RELOAD_SECONDS"):
        monkeypatch.setattr(caller, name, 1e6)
    for channel in plan.LEAST:
        monkeypatch.setitem(plan.LEAST, channel, 0)
    monkeypatch.setattr(sending, "_backoff", wait_none())


@pytest.fixture
async def there() -> AsyncIterator[Outside]:
    async with outside() as taken:
        yield taken


async def come(node: Running, browser_of: MakeBrowser, name: str) -> tuple[httpx.AsyncClient, Client]:
    """Somebody with an account: its browser, and its line."""
    browser = browser_of(node)
    assert (await browser.post("/api/session", json={"name": name})).status_code == 201
    made = await browser.post("/api/account", json={"login": name, "password": PASSWORD})
    assert made.status_code == 201
    cookie = "; ".join(f"{key}={value}" for key, value in browser.cookies.items())
    return browser, await node.join(cookie=cookie)


async def seat(*clients: Client) -> str:
    """A table of the toy game that only waits for the last of them."""
    table = await clients[0].create("toy", len(clients))
    for number, client in enumerate(clients):
        await client.enter(table)
        await client.do({"type": "sit", "seat": number})
    for client in clients[:-1]:
        await client.ready()
    return table


async def begin(last: Client) -> None:
    """The last one is ready, and all are to choose."""
    await last.ready()
    await last.until(lambda: last.turn is not None)


async def leave(client: Client, node: Running) -> None:
    """The page is closed."""
    await client.close()
    await until(lambda: all(one.person != client.person for one in node.core.connections))


async def hide(client: Client, *nodes: Running, visible: bool = False) -> None:
    """The page goes out of sight, or comes back."""
    await client.send({"t": "look", "looking": visible})
    await until(
        lambda: all(
            one.page_visible == visible
            for node in nodes
            for one in node.core.connections
            if one.person == client.person
        )
    )


async def notification(*nodes: Running) -> None:
    """Let all nodes note and check at the same time, and wait for what they send."""
    for step in ("note", "tick", "settled"):
        await asyncio.gather(*(getattr(node.features.notifier, step)() for node in nodes))


async def hear(*nodes: Running) -> None:
    """Wait until the nodes know who can be called."""
    for node in nodes:
        await node.features.notifier.learn()


async def standing(node: Running, person: str) -> list[str]:
    """What stands for a person that was not seen."""
    return [one.kind for one in (await node.features.notifier.book.page(person)).notifications if not one.seen]


async def test_who_does_not_look_is_called_once_by_webhook_whoever_heard_of_it(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside
) -> None:
    """Two nodes hear the same turn and check again and again; one is stopped in between."""
    one, two = [await start_node(allow_private_webhooks=True) for _ in range(2)]
    browser, ann = await come(one, browser_of, "Ann")
    assert (await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})).status_code == 204
    bob = await two.join("Bob *the* @everyone")
    table = await seat(ann, bob)
    await hear(one, two)
    await hide(ann, one)
    await begin(bob)
    await asyncio.gather(notification(one, two), notification(one, two))
    await one.stop()
    three = await start_node(allow_private_webhooks=True)
    await hear(two, three)
    await notification(two, three)
    ((path, headers, _),) = there.posts
    assert (path, headers["Content-Type"]) == ("/hook", "application/json")
    assert f"<{one.url}/table/{table}>" in there.texts[0]
    assert escaped(words("en")["turn"]) in there.texts[0]
    assert "@everyone" not in there.texts[0].replace("\\@", "")


async def test_a_claim_whose_node_died_is_not_sent_by_another(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call is sent at most once: better lost than twice."""
    one, two = [await start_node(allow_private_webhooks=True) for _ in range(2)]
    browser, ann = await come(one, browser_of, "Ann")
    await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})
    bob = await one.join("Bob")
    await seat(ann, bob)
    await hear(one, two)
    await leave(ann, one)
    await begin(bob)
    monkeypatch.setattr(one.features.notifier, "_spawn", lambda work: work.close())  # it dies before it sends
    await notification(one)
    assert len((await two.features.notifier.book.page(ann.person)).claimed) == 1
    redis = one.core.redis
    async for key in redis.scan_iter("partie:{calls-*}:due"):
        await redis.zadd(key, {ann.person: 0}, xx=True)  # the time is over for which nobody else checks
    await notification(two)
    assert there.posts == []


async def test_who_comes_back_before_it_is_due_is_not_called(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside
) -> None:
    """On whichever node; what was seen is never called out."""
    one, two = [await start_node(allow_private_webhooks=True) for _ in range(2)]
    browser, ann = await come(one, browser_of, "Ann")
    await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})
    bob = await one.join("Bob")
    table = await seat(ann, bob)
    await hear(one, two)
    await hide(ann, one)
    await begin(bob)
    await one.features.notifier.note()
    assert await standing(one, ann.person) == ["turn"]
    phone = await two.join(cookie=ann.cookie)
    await phone.enter(table)
    await two.features.notifier.note()
    assert await standing(one, ann.person) == []
    await leave(phone, two)
    await notification(one, two)
    assert there.posts == []


async def test_who_acts_before_it_is_due_is_not_called(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside
) -> None:
    """The table's log has the last word, whatever was noted: the call is dropped when it is due."""
    node = await start_node(allow_private_webhooks=True)
    browser, ann = await come(node, browser_of, "Ann")
    await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})
    bob = await node.join("Bob")
    await seat(ann, bob)
    await hear(node)
    await hide(ann, node)
    await begin(bob)
    await node.features.notifier.note()
    assert await standing(node, ann.person) == ["turn"]
    await ann.until(lambda: ann.turn is not None)
    assert ann.turn is not None
    async with node.features.notifier._noting:
        await ann.move(ann.turn["legal"][0])
        await node.features.notifier.tick()
    await node.features.notifier.settled()
    assert there.posts == []


async def test_emails_come_only_after_the_address_was_confirmed_and_end_by_one_click(
    start_node: StartNode, browser_of: MakeBrowser, emails: Post
) -> None:
    """The link in the first email is good; what it says is short, in one's language, and never sent twice."""
    node = await start_node(smtp_url=emails.url, public_url="https://games.example")
    browser, ann = await come(node, browser_of, "Ann")
    settings = {"language": "de", "zone": "Europe/Berlin", "mail": {"every": 0}}
    assert (await browser.put("/api/calls", json=settings)).status_code == 204
    assert refusal(await browser.post("/api/calls/mail", json={"mail": "a@b,c@d"})) == (422, "bad_mail")
    assert (await browser.post("/api/calls/mail", json={"mail": "ann@mail.example"})).status_code == 204
    (first,) = emails.received
    assert first["To"] == "ann@mail.example"
    assert first["Subject"] == words("de")["confirm.subject"]
    token = first.get_content().split("#confirm.")[1].split()[0]
    stranger = browser_of(node)
    assert refusal(await stranger.post("/api/calls/confirm", json={"token": token + "x"})) == (422, "bad_code")
    bob = await node.join("Bob")
    table = await seat(ann, bob)
    await leave(ann, node)
    await begin(bob)
    await hear(node)
    await notification(node)
    assert len(emails.received) == 1, "nothing before it is confirmed"
    emails.refusals.append("451 later")
    assert (await stranger.post("/api/calls/confirm", json={"token": token})).json() == {"mail": "ann@mail.example"}
    await hear(node)
    await notification(node)
    await notification(node)
    _, email = emails.received
    text = email.get_content()
    assert line(Item(table, "Spielzeug", ("Bob",), "turn"), "de") in text
    assert f"https://games.example/table/{table}" in text
    assert email["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert b"\r\nList-Unsubscribe: <https://games.example/api/calls/unsubscribe/" in emails.raw[-1]
    end = email["List-Unsubscribe"].strip("<>").removeprefix("https://games.example")
    robot = browser_of(node)
    del robot.headers["Origin"]
    shown = await robot.get(end)
    assert (shown.status_code, shown.headers["location"].partition("#")[0]) == (303, "/calls")
    assert (await browser.get("/api/calls")).json()["mail"] == "ann@mail.example", "reading changes nothing"
    assert (await robot.post(end, data={"List-Unsubscribe": "One-Click"})).status_code == 204
    assert (await browser.get("/api/calls")).json()["mail"] == ""


async def test_a_browser_is_told_sealed_and_signed_and_forgotten_when_it_is_gone(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside
) -> None:
    """A guest has it too; after a new key, subscriptions to the one before still work."""
    node = await start_node(allow_private_webhooks=True)
    guest = browser_of(node)
    await guest.post("/api/session", json={"name": "Ann"})
    pushed = Browser(f"{there.url}/push/1")
    made = await guest.post("/api/calls/push", json=pushed.subscription)
    assert made.status_code == 201
    key = (await guest.get("/api/calls")).json()["push_key"]
    await node.core.people.keys.rotate_push()
    assert (await guest.get("/api/calls")).json()["push_key"] != key
    assert (await guest.post("/api/calls/try", json={"channel": "push"})).status_code == 204
    ((path, headers, body),) = there.posts
    assert path == "/push/1"
    assert pushed.read(body) == {"title": "Partie", "body": words("en")["try"], "table": ""}
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Authorization"].endswith(f"k={key}")
    assert Vapid02.verify(headers["Authorization"])
    there.answers.append(web.Response(status=410))
    assert refusal(await guest.post("/api/calls/try", json={"channel": "push"})) == (502, "not_sent_gone")
    assert (await guest.get("/api/calls")).json()["browsers"] == []
    assert refusal(await guest.put("/api/calls/webhook", json={"url": "https://a.example"})) == (409, "no_account")


async def test_what_cannot_be_signed_for_is_refused_and_a_short_name_of_ours_signs(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside
) -> None:
    """An address of a version that signatures do not name, and a service that is known by one word."""
    node = await start_node(allow_private_webhooks=True, public_url="http://partie")
    guest = browser_of(node)
    await guest.post("/api/session", json={"name": "Ann"})
    await guest.post("/api/calls/push", json=Browser("https://[2600::1]/x").subscription)
    assert refusal(await guest.post("/api/calls/try", json={"channel": "push"})) == (502, "not_sent_refused")
    await guest.post("/api/calls/push", json=Browser(f"{there.url}/push").subscription)
    assert (await guest.post("/api/calls/try", json={"channel": "push"})).status_code == 204
    assert len(there.posts) == 1


async def test_a_zone_that_nobody_knows_is_refused(start_node: StartNode, browser_of: MakeBrowser) -> None:
    """So is a folder of zones."""
    node = await start_node()
    browser, _ = await come(node, browser_of, "Ann")
    for zone in ("Foo/Bar", "V", "Europe", "Europe/", "/UTC"):
        assert refusal(await browser.put("/api/calls", json={"zone": zone})) == (422, "bad_zone")


async def test_what_goes_wrong_with_one_person_holds_up_no_other(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who are checked after it are called."""
    node = await start_node()
    checked = []

    async def take_due() -> list[Due]:
        return [Due(person, 0, 0) for person in ("ann", "bob")]

    async def check(due: Due) -> None:
        checked.append(due.person)
        raise KeyError("zone")

    monkeypatch.setattr(node.features.notifier.book, "take_due", take_due)
    monkeypatch.setattr(node.features.notifier, "_check", check)
    await node.features.notifier.tick()
    assert checked == ["ann", "bob"]


async def test_what_was_claimed_is_remembered_as_long_as_its_call_stands(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much was sent since; what has lapsed is forgotten first."""
    monkeypatch.setattr(book, "REMEMBERED", 2)
    node = await start_node()
    claims = node.features.notifier.book
    first, *others = [plan.Claim("push", table, "turn", 1) for table in "dcba"]
    assert await claims.claim("ann", [first]) == [first]
    await node.core.redis.zadd(book._claims_key("ann"), {"push d turn 1": 0}, xx=True)
    for other in others:
        assert await claims.claim("ann", [other], [first]) == [other]
    assert await claims.claim("ann", [first], [first]) == []
    assert len((await claims.page("ann")).claimed) == 2


async def test_with_too_much_on_its_way_a_node_begins_nothing(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is due is left to others, and checked again when there is room."""
    node = await start_node()
    checks, go = [], asyncio.Event()

    async def take_due() -> list[Due]:
        checks.append(go.is_set())
        return []

    async def send() -> None:
        await go.wait()

    monkeypatch.setattr(caller, "MOST_SENDING", 0)
    monkeypatch.setattr(node.features.notifier.book, "take_due", take_due)
    node.features.notifier._spawn(send())
    await node.features.notifier.tick()
    go.set()
    await node.features.notifier.settled()
    await node.features.notifier.tick()
    assert checks == [True]


async def test_only_the_newest_link_confirms_and_none_what_was_taken_away(
    start_node: StartNode, browser_of: MakeBrowser, emails: Post
) -> None:
    """The holder of an old email cannot have emails sent there; a link that is opened twice stays good."""
    node = await start_node(smtp_url=emails.url, public_url="https://games.example")
    browser, _ = await come(node, browser_of, "Ann")
    tokens = []
    for email in ("old@mail.example", "new@mail.example"):
        assert (await browser.post("/api/calls/mail", json={"mail": email})).status_code == 204
        tokens.append(emails.received[-1].get_content().split("#confirm.")[1].split()[0])
    old, new = ({"token": token} for token in tokens)
    assert refusal(await browser.post("/api/calls/confirm", json=old)) == (422, "bad_code")
    for _ in range(2):
        assert (await browser.post("/api/calls/confirm", json=new)).json() == {"mail": "new@mail.example"}
    assert refusal(await browser.post("/api/calls/confirm", json=old)) == (422, "bad_code")
    assert (await browser.delete("/api/calls/mail")).status_code == 204
    assert refusal(await browser.post("/api/calls/confirm", json=new)) == (422, "bad_code")
    assert (await browser.get("/api/calls")).json()["mail"] == ""


async def test_one_network_has_few_addresses_asked(
    start_node: StartNode, browser_of: MakeBrowser, emails: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many persons it pretends to be."""
    monkeypatch.setattr(notifications, "EMAILS_FROM", Rate(1, 3600.0))
    node = await start_node(smtp_url=emails.url, public_url="https://games.example")
    (ann, _), (bob, _) = [await come(node, browser_of, name) for name in ("Ann", "Bob")]
    assert (await ann.post("/api/calls/mail", json={"mail": "ann@mail.example"})).status_code == 204
    assert (await bob.post("/api/calls/mail", json={"mail": "bob@mail.example"})).status_code == 429


async def test_news_of_who_can_be_called_is_not_lost_between_two_changes(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written is compared with what is set up, and who is heard of while all are read is kept."""
    node = await start_node()
    called = node.features.notifier
    made, published = iter([Contacts(webhook="https://a.example"), Contacts(), Contacts()]), []

    async def of(person: str) -> Contacts:
        return next(made)

    async def reach(person: str, *, reachable: bool) -> None:
        published.append(reachable)

    async def reachable() -> AsyncIterator[str]:
        called._hear(ReachableChanged("bob", reachable=True))
        yield "ann"

    monkeypatch.setattr(called.contacts, "of", of)
    monkeypatch.setattr(called.book, "reach", reach)
    monkeypatch.setattr(called.book, "reachable", reachable)
    await called.changed("ann")
    assert published == [True, False]
    called._hear(ReachableChanged("cid", reachable=True))
    await called.learn()
    assert called._reachable == {"ann", "bob"}


async def test_a_key_that_another_node_has_just_made_is_used(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside
) -> None:
    """The browser that subscribed to it is called, and not forgotten."""
    one, two = [await start_node(allow_private_webhooks=True) for _ in range(2)]
    guest = browser_of(one)
    await guest.post("/api/session", json={"name": "Ann"})
    await one.core.people.keys.rotate_push()
    await guest.post("/api/calls/push", json=Browser(f"{there.url}/push").subscription)
    elsewhere = browser_of(two)
    elsewhere.cookies.update(guest.cookies)
    assert (await elsewhere.post("/api/calls/try", json={"channel": "push"})).status_code == 204
    assert len(there.posts) == 1


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
async def test_nothing_is_sent_into_the_service_own_network(
    start_node: StartNode, browser_of: MakeBrowser, name: str
) -> None:
    """The address that is really connected to counts; plain http is refused before."""
    node = await start_node()
    browser, _ = await come(node, browser_of, "Ann")
    port = node.url.rpartition(":")[2]
    assert refusal(await browser.put("/api/calls/webhook", json={"url": f"http://{name}:{port}"})) == (422, "bad_url")
    assert (await browser.put("/api/calls/webhook", json={"url": f"https://{name}:{port}/"})).status_code == 204
    assert refusal(await browser.post("/api/calls/try", json={"channel": "webhook"})) == (502, "not_sent_private")


async def test_a_redirect_is_not_followed_and_what_may_have_been_taken_is_not_repeated(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside
) -> None:
    """Only what was certainly not taken is sent again."""
    node = await start_node(allow_private_webhooks=True)
    browser, _ = await come(node, browser_of, "Ann")
    await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})
    there.answers.append(web.Response(status=302, headers={"Location": f"{there.url}/other"}))
    assert refusal(await browser.post("/api/calls/try", json={"channel": "webhook"})) == (502, "not_sent_refused")
    assert [path for path, _, _ in there.posts] == ["/hook"]
    tries = 0

    async def busy() -> None:
        nonlocal tries
        tries += 1
        raise sending.Busy("later")

    with pytest.raises(sending.NotSent):
        await sending.persist(busy)
    assert tries == sending.TRIES


async def test_all_of_it_is_exported_and_erased(
    start_node: StartNode, browser_of: MakeBrowser, redis_cluster: str, there: Outside
) -> None:
    """On a cluster as well: nothing is left that bears the person's name or addresses."""
    node = await start_node(redis_cluster, allow_private_webhooks=True)
    browser, ann = await come(node, browser_of, "Ann")
    await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})
    bob = await node.join("Bob")
    await seat(ann, bob)
    await hear(node)
    await hide(ann, node)
    await begin(bob)
    await notification(node)
    assert len(there.posts) == 1
    data: dict[str, Any] = (await browser.get("/api/account/export")).json()
    assert data["calls"]["webhook"] == f"{there.url}/hook"
    await node.core.people.forget(ann.person)
    redis = node.core.redis
    left = [key async for key in redis.scan_iter("*") if ann.person.encode() in key]
    assert [key for key in left if b"calls" in key and b"limit" not in key] == []
    assert [one async for one in node.features.notifier.book.reachable()] == []


async def invite(host: Client, person: str) -> None:
    """Invite somebody by name to the table that the host shows."""
    assert await wish(host, {"t": "invite", "table": host.table, "person": person}) == ""


async def test_who_is_invited_by_name_is_called_once_however_often_and_wherever(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside
) -> None:
    """To a private table, which lets him in without a link; two nodes look, and he is notified again."""
    one, two = [await start_node(allow_private_webhooks=True) for _ in range(2)]
    browser, ann = await come(one, browser_of, "Ann")
    assert (await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})).status_code == 204
    await leave(ann, one)
    bob = await two.join("Bob")
    await bob.enter(await bob.create("toy", 3, access="invited", watch="nobody"))
    await bob.do({"type": "sit", "seat": 0})
    await hear(one, two)
    await invite(bob, ann.person)
    await asyncio.gather(notification(one, two), notification(one, two))
    await invite(bob, ann.person)
    await notification(one, two)
    (text,) = there.texts
    assert escaped(words("en")["invited"]) in text
    assert f"/table/{bob.table}" in text
    back = await one.join(cookie=ann.cookie)
    await back.enter(bob.table)
    await back.do({"type": "sit", "seat": 1})
    await notification(one, two)
    assert len(there.texts) == 1


@pytest.mark.parametrize("when", ["before", "after"])
async def test_who_looks_at_the_table_is_not_called_to_it(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside, when: str
) -> None:
    """Whether he came before he was invited or after, through another node, and whatever else his page asks for."""
    one, two = [await start_node(allow_private_webhooks=True) for _ in range(2)]
    browser, ann = await come(one, browser_of, "Ann")
    assert (await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})).status_code == 204
    await hear(one, two)
    bob = await two.join("Bob")
    await bob.enter(await bob.create("toy", 2))
    await bob.do({"type": "sit", "seat": 0})
    if when == "before":
        await ann.enter(bob.table)
    await invite(bob, ann.person)
    if when == "after":
        assert await standing(one, ann.person) == ["invited"]
        await ann.enter(bob.table)

    async def none_stands() -> bool:
        await one.features.notifier.note()
        return not await standing(one, ann.person)

    await until(none_stands)
    await notification(one, two)
    assert there.texts == []


async def test_who_chose_before_anybody_could_be_invited_by_name_is_called_to_it_unless_he_refuses(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside
) -> None:
    """What was kept then, and what a page says that is open since then, refuses nothing that it did not know."""
    node = await start_node(allow_private_webhooks=True)
    browser, ann = await come(node, browser_of, "Ann")
    assert (await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})).status_code == 204
    old = {"zone": "Europe/Berlin", "webhook": {"kinds": ["turn"]}, "mail": {"kinds": [], "every": 30}}
    await node.features.notifier.contacts.set(ann.person, settings=msgspec.json.encode(old).decode())
    await leave(ann, node)
    bob = await node.join("Bob")
    await hear(node)
    for said in (None, old):
        if said is not None:
            assert (await browser.put("/api/calls", json=said)).status_code == 204
        shown = (await browser.get("/api/calls")).json()["settings"]
        assert (shown["zone"], shown["webhook"]["kinds"]) == ("Europe/Berlin", ["turn", "invited"])
        assert shown["mail"]["kinds"] == []
        there.posts.clear()
        await bob.enter(await bob.create("toy", 2))
        await bob.do({"type": "sit", "seat": 0})
        await invite(bob, ann.person)
        await notification(node)
        assert len(there.posts) == 1
    shown["webhook"]["kinds"] = ["turn"]
    assert (await browser.put("/api/calls", json=shown)).status_code == 204
    assert (await browser.get("/api/calls")).json()["settings"]["webhook"]["kinds"] == ["turn"]


async def test_invitations_wait_for_the_end_of_quiet_hours_and_come_together(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With whatever else is due then; one that was taken back by the table's beginning does not come."""
    node = await start_node(allow_private_webhooks=True)
    browser, ann = await come(node, browser_of, "Ann")
    assert (await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})).status_code == 204
    await leave(ann, node)
    await hear(node)
    quiet = True
    monkeypatch.setattr(plan, "loud_from", lambda _, now: now + 60_000 if quiet else now)
    tables = []
    for name in ("Bob", "Cat", "Dan"):
        host = await node.join(name)
        tables.append(await host.create("toy", 2))
        await host.enter(tables[-1])
        await host.do({"type": "sit", "seat": 0})
        await invite(host, ann.person)
    await notification(node)
    assert there.posts == []
    await host.do({"type": "seat_bot", "seat": 1})
    await host.ready()
    await host.until(lambda: host.view["table"]["phase"] == "running")
    quiet = False
    await node.core.redis.zadd(book._due_key(ann.person), {ann.person: 0})
    await notification(node)
    (text,) = there.texts
    assert [table in text for table in tables] == [True, True, False]


async def seen(node: Running, person: str, table: str) -> bool:
    """Whether it is noted that the person has seen the invitation."""
    notifications = (await node.features.notifier.book.page(person)).notifications
    return any((one.table, one.kind, one.seen) == (table, "invited", True) for one in notifications)


@pytest.mark.parametrize("how", ["looks", "comes", "declines"])
async def test_who_has_seen_an_invitation_is_not_called(
    start_node: StartNode, browser_of: MakeBrowser, there: Outside, how: str
) -> None:
    """On whatever page: at once, before the call is due, or by declining it."""
    node = await start_node(allow_private_webhooks=True)
    browser, ann = await come(node, browser_of, "Ann")
    assert (await browser.put("/api/calls/webhook", json={"url": f"{there.url}/hook"})).status_code == 204
    await hear(node)
    bob = await node.join("Bob")
    await bob.enter(await bob.create("toy", 2))
    await bob.do({"type": "sit", "seat": 0})
    for client in (ann, bob):
        await client.ask({"t": "company"}, "following")
    await hide(ann, node, visible=how == "looks")
    ann.received.clear()
    await invite(bob, ann.person)
    await ann.until(lambda: any(message["t"] == "invitations" for message in ann.received))
    if how == "comes":
        assert await standing(node, ann.person) == ["invited"]
        await hide(ann, node, visible=True)
    if how == "declines":
        await ann.send({"t": "decline", "table": bob.table})
        await bob.until(lambda: any(message["t"] == "declined" for message in bob.received))
    else:
        await until(lambda: seen(node, ann.person, bob.table))
    await notification(node)
    assert there.texts == []
