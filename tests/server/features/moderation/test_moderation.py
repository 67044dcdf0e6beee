"""Keeping order: who may, what holds at once on every node, and the log of it all."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from partie.client.client import Client, Refused
from partie.features.chat.chats import Chats
from partie.features.lobby import install
from partie.features.moderation import journal
from partie.features.moderation.acts import Act, BadAct
from partie.features.moderation.moderation import Moderation
from partie.net.networks import parsed
from partie.table.lifecycle import creation
from partie.wire.closing import BANNED
from tests.fixtures.service import NO_TLS, Running, StartNode, start_toy, until


def page(node: Running, client: Client) -> httpx.AsyncClient:
    """The client's browser before the page of moderation."""
    return httpx.AsyncClient(verify=NO_TLS, base_url=node.url, headers={"Cookie": client.cookie, "Origin": node.url})


async def keeper(node: Running, kind: str = "own") -> Client:
    """Somebody who keeps order."""
    mod = await node.join("Mod")
    await node.features.moderation.moderation.do(Act(kind, mod.person))  # type: ignore[arg-type]
    return mod


async def acts(node: Running, client: Client, kind: str, target: str, **more: Any) -> httpx.Response:
    """What becomes of an act."""
    async with page(node, client) as browser:
        return await browser.post("/api/moderation", json={"kind": kind, "target": target, **more})


async def test_a_closed_table_can_be_read_and_nothing_can_be_done_at_it(start_node: StartNode) -> None:
    """On all nodes, by players and talkers, in words for everybody who shows it, until it is opened again."""
    here, there = await start_node(), await start_node()
    mod = await keeper(there)
    table, (ann, bob) = await start_toy(here, "Ann", "Bob")
    assert (await acts(there, mod, "close", table, why="cheating")).status_code == 200
    await ann.until(lambda: any(message["t"] == "closed" for message in ann.received))
    assert ann.received[-1] == {"t": "closed", "table": table, "closed": True, "why": "cheating"}
    with pytest.raises(Refused) as refused:
        await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    assert refused.value.code == "closed"
    with pytest.raises(Refused) as refused:
        await bob.say("players", "why?")
    assert refused.value.code == "closed"
    late = await there.join("Eve")
    await late.enter(table)
    await late.until(lambda: any(message["t"] == "closed" for message in late.received))
    assert (await acts(there, mod, "reopen", table)).status_code == 200
    await ann.until(lambda: any(message["t"] == "closed" and not message["closed"] for message in ann.received))
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]


async def test_a_closed_table_is_no_running_one_in_the_lobby(start_node: StartNode) -> None:
    """On all nodes it leaves the list of others, and its people see that it is closed, until it is opened again."""
    here, there = await start_node(), await start_node()
    mod = await keeper(there)
    table, (ann, _) = await start_toy(here, "Ann", "Bob")
    own, guest = await there.join(cookie=ann.cookie), await there.join("Eve")
    for client in (own, guest):
        await client.send({"t": "lobby"})
        await client.until(lambda client=client: table in client.lobby)  # type: ignore[misc]
    assert (await acts(there, mod, "close", table)).status_code == 200
    await guest.until(lambda: table not in guest.lobby)
    await own.until(lambda: bool(own.lobby[table].get("closed")))
    late = await here.join("Dan")
    await late.send({"t": "lobby"})
    await late.until(lambda: bool(late.around))
    assert table not in late.lobby
    assert (await acts(there, mod, "reopen", table)).status_code == 200
    await guest.until(lambda: table in guest.lobby)
    await own.until(lambda: not own.lobby[table].get("closed"))


async def test_who_is_muted_says_nothing_until_that_ends(node: Running) -> None:
    """He learns until when, and plays on."""
    mod = await keeper(node, "appoint")
    _, (ann, _) = await start_toy(node, "Ann", "Bob")
    until_ms = int(time.time() * 1000) + 3_600_000
    assert (await acts(node, mod, "mute", ann.person, until=until_ms, why="shouting")).status_code == 200
    with pytest.raises(Refused) as refused:
        await ann.say("players", "HELLO")
    assert (refused.value.code, refused.value.message["params"]) == ("muted", {"until": until_ms, "why": "shouting"})
    await ann.move(ann.turn["legal"][0])  # type: ignore[index]
    await acts(node, mod, "mute", ann.person, until=int(time.time() * 1000) - 1)
    await ann.say("players", "hello")


@pytest.mark.parametrize("target", [lambda ann: ann.person, lambda _: "127.0.0.0/16"])
async def test_who_is_banned_is_sent_away_and_kept_out(node: Running, target: Callable[[Client], str]) -> None:
    """By person and by network: the open line, a new one, and every request, each with the reason and the end."""
    moderation = node.features.moderation.moderation
    ann = await node.join("Ann")
    end = int(time.time() * 1000) + 3_600_000
    named = target(ann)
    await moderation.do(Act("ban", named, why="spam", until=end))
    await ann.until(lambda: any(message["t"] == "banned" for message in ann.received))
    assert ann.received[-1] == {"t": "banned", "until": end, "why": "spam"}
    await ann.socket.wait_closed()
    assert ann.socket.close_code == BANNED
    with pytest.raises(Refused) as refused:
        await node.join(cookie=ann.cookie)
    assert refused.value.message["t"] == "banned"
    async with page(node, ann) as browser:
        for answer in (await browser.get("/api/session"), await browser.get("/api/account")):
            assert answer.status_code == 403
            assert (answer.json()["code"], answer.json()["until"]) == ("banned", end)
    await moderation.do(Act("unban", named))
    await node.join(cookie=ann.cookie)


async def test_the_network_of_a_person_is_kept_out_and_named_to_nobody(start_node: StartNode) -> None:
    """Whichever node the person is connected to; others of that network stay out too, until it is taken back."""
    here, there = await start_node(), await start_node()
    mod, ann = await keeper(there, "appoint"), await here.join("Ann")
    end = int(time.time() * 1000) + 3_600_000
    answer = await acts(there, mod, "ban_network", ann.person, why="spam", until=end)
    assert answer.status_code == 200, answer.text
    await ann.until(lambda: any(message["t"] == "banned" for message in ann.received))
    assert ann.received[-1] == {"t": "banned", "until": end, "why": "spam"}
    await ann.socket.wait_closed()
    with pytest.raises(Refused, match="banned"):
        await there.join(cookie=ann.cookie)
    with pytest.raises(Refused, match="banned"):
        await here.join("Bob")
    async with httpx.AsyncClient(verify=NO_TLS, base_url=here.url, headers={"Origin": here.url}) as browser:
        assert (await browser.post("/api/session", json={"name": "Bob"})).json()["code"] == "banned"
    async with page(here, mod) as browser:
        told = await browser.get("/api/moderation")
    (held,) = told.json()["held"]["networks"]
    assert (held["kind"], held["target"], held["by"]) == ("ban_network", ann.person, mod.person)
    assert (told.json()["log"][0]["kind"], told.json()["names"][ann.person]) == ("ban_network", "Ann")
    assert "127.0" not in answer.text + told.text
    assert (await acts(here, mod, "ban_network", ann.person)).json()["code"] == "not_connected"
    assert (await acts(here, mod, "unban_network", ann.person)).status_code == 200
    await here.join(cookie=ann.cookie)


async def test_a_rule_that_has_ended_is_deleted_with_the_network_it_names(node: Running) -> None:
    """By the next round; those that hold stay, and so do values that are no rules."""
    moderation, redis = node.features.moderation.moderation, node.core.redis
    ann = await node.join("Ann")
    for kind, target in (("mute", "bob-1"), ("ban", "203.0.113.0/24"), ("ban_network", ann.person)):
        await moderation.do(Act(kind, target, until=1))  # type: ignore[arg-type]
    await moderation.do(Act("ban", "dan-1", until=int(time.time() * 1000) + 3_600_000))
    await moderation.do(Act("ban", "eve-1"))
    await redis.hset("partie:{moderation}:banned", mapping={"cyd-1": b"?"})
    assert moderation.any_ended
    await node.features.moderation.delete_ended()
    assert not moderation.any_ended
    assert await redis.hlen("partie:{moderation}:muted") == 0
    assert await redis.hlen("partie:{moderation}:networks") == 0
    assert set(await redis.hkeys("partie:{moderation}:banned")) == {b"dan-1", b"eve-1", b"cyd-1"}
    assert set(moderation.held.banned) == {"dan-1", "eve-1"}


async def test_a_node_forgets_an_ended_rule_that_another_node_has_deleted(start_node: StartNode) -> None:
    """It then stops asking for the deletion."""
    one, other = await start_node(), await start_node()
    await one.features.moderation.moderation.do(Act("mute", "bob-1", until=1))
    await until(lambda: other.features.moderation.moderation.any_ended)
    for node in (one, other):
        await node.features.moderation.delete_ended()
        assert not node.features.moderation.moderation.any_ended


async def test_the_page_is_for_those_who_keep_order(node: Running) -> None:
    """Others are refused; moderators see reports with their lines; owners alone appoint."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await ann.say("players", "an-insult")
    await bob.send({"t": "chat"})
    await bob.until(lambda: bool(bob.chat.get("players")))
    await bob.send({"t": "report", "id": "report-1", "table": table, "room": "players", "number": 1})
    chats = Chats(node.core.redis)

    async def reported() -> bool:
        return any(report.table == table for report in await chats.reports())

    await until(reported)
    async with page(node, ann) as browser:
        answer = await browser.get("/api/moderation")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
    mod = await keeper(node, "appoint")
    async with page(node, mod) as browser:
        told = (await browser.get("/api/moderation")).json()
    (report,) = [one for one in told["reports"] if one["table"] == table]
    assert [line["text"] for line in report["lines"]] == ["an-insult"]
    assert told["names"][ann.person] == "Ann"
    assert (await acts(node, mod, "appoint", bob.person)).json()["code"] == "not_yours"
    assert (await acts(node, mod, "remove", f"{table}/players/1", why="insult")).status_code == 200
    await bob.until(lambda: bob.chat["players"][1].get("gone") == "moderator")
    assert (await acts(node, mod, "settle", report["id"])).status_code == 200
    assert (await acts(node, mod, "settle", report["id"])).json()["code"] == "no_such_report"
    newest = await node.features.moderation.moderation.log()
    assert [(act.kind, act.by, act.why) for act in newest[:2]] == [
        ("settle", mod.person, ""),
        ("remove", mod.person, "insult"),
    ]


async def test_acts_that_make_no_sense_are_refused_in_words(node: Running) -> None:
    """And are not noted."""
    moderation = node.features.moderation.moderation
    before = len(await moderation.log(1000))
    for act, code in (
        (Act("ban", "300.1.1.1"), "bad_network"),
        (Act("ban", "0.0.0.0/0"), "wide_network"),
        (Act("ban", "::ffff:0:0/96"), "wide_network"),
        (Act("settle", "1-1"), "no_such_report"),
        (Act("close", "no table!"), "bad_target"),
        (Act("close", "table-1", until=5), "no_end"),
        (Act("mute", "ann", why="x" * 201), "bad_reason"),
        (Act("unmute", "nobody"), "nothing_to_end"),
        (Act("unban_network", "nobody"), "nothing_to_end"),
        (Act("ban_network", "nobody"), "not_connected"),
        (Act("ban_network", "203.0.113.0/24"), "bad_target"),
        (Act("remove", "table-1/players/7"), "no_such_line"),
    ):
        with pytest.raises(BadAct) as bad:
            await moderation.do(act)
        assert bad.value.code == code
    assert len(await moderation.log(1000)) == before


async def test_the_owner_of_the_configuration_owns_the_service(node: Running) -> None:
    """Though nobody has appointed him; who is dismissed keeps order no longer."""
    moderation = Moderation(node.core.redis, owner="ann")
    await moderation.do(Act("appoint", "bob"))
    assert [moderation.role(person) for person in ("ann", "bob", "cyd", "")] == ["owner", "moderator", "", ""]
    assert not moderation.may("bob", "appoint")
    await moderation.do(Act("dismiss", "bob"))
    assert moderation.role("bob") == ""


async def test_moderators_do_nothing_to_each_other_and_nobody_keeps_an_owner_out(node: Running) -> None:
    """Owners act on moderators; no ban holds for an owner, and no network's for those who keep order."""
    moderation = node.features.moderation.moderation
    owner, mod, other = await keeper(node), await keeper(node, "appoint"), await keeper(node, "appoint")
    for target in (owner.person, other.person):
        for kind in ("ban", "ban_network"):
            answer = await acts(node, mod, kind, target)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
    for kind in ("ban", "ban_network", "mute"):
        assert (await acts(node, owner, kind, owner.person)).json()["code"] == "is_owner"
    assert (await acts(node, owner, "mute", mod.person)).status_code == 200
    assert (await acts(node, mod, "unmute", mod.person)).status_code == 403
    ann = await node.join("Ann")
    assert (await acts(node, mod, "ban", "127.0.0.1")).status_code == 200
    await ann.socket.wait_closed()
    assert not moderation.banned(owner.person, parsed("127.0.0.1"))
    await moderation.do(Act("ban", ann.person))
    await moderation.do(Act("own", ann.person))
    await node.join(cookie=ann.cookie)
    await moderation.do(Act("unban", "127.0.0.1"))


@pytest.mark.parametrize("until_ms", [-1, 2**63])
async def test_an_end_that_no_calendar_has_is_refused(node: Running, until_ms: int) -> None:
    """Before anything is done."""
    mod = await keeper(node)
    answer = await acts(node, mod, "mute", "ann-1", until=until_ms)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


async def test_what_could_not_be_read_is_read_by_the_next_round(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this node does not understand of it is passed over."""
    moderation, redis = node.features.moderation.moderation, node.core.redis
    await redis.hset("partie:{moderation}:muted", mapping={"cyd-1": b'{"kind":"hush","target":"cyd-1"}'})
    with monkeypatch.context() as away:

        async def fails(_: str) -> None:
            raise OSError

        away.setattr(redis, "hgetall", fails)
        with pytest.raises(OSError):  # noqa: PT011 (it is the one from above)
            await moderation.do(Act("mute", "bob-1"))
        await node.features.moderation.catch_up()
        assert moderation.stale
    await node.features.moderation.catch_up()
    assert moderation.muted("bob-1")
    assert not moderation.muted("cyd-1")
    await redis.hdel("partie:{moderation}:muted", "cyd-1")


async def test_a_closed_table_that_nobody_started_ends_like_any_other(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it does not stand in the lobby for ever."""
    ann = await node.join("Ann")
    table = await ann.create("toy", 2)
    await ann.enter(table)
    await node.features.moderation.moderation.do(Act("close", table))
    for module in (install, creation):
        monkeypatch.setattr(module, "EXPIRY_MS", -60_000)
    await node.features.lobby.expire()
    await ann.until(lambda: ann.over)
    assert ann.view["table"]["ending"] == "expired"


async def test_what_is_taken_out_is_noted_first(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no message is gone without a record, even if Redis goes away in between."""
    table, (ann, _) = await start_toy(node, "Ann", "Bob")
    await ann.say("players", "an-insult")

    async def fails(*_: object) -> bool:
        raise OSError

    monkeypatch.setattr(Chats, "strike", fails)
    moderation = node.features.moderation.moderation
    with pytest.raises(OSError):  # noqa: PT011 (it is the one from above)
        await moderation.do(Act("remove", f"{table}/players/1", "mod-1"))
    assert [(act.kind, act.by) for act in await moderation.log(1)] == [("remove", "mod-1")]


async def test_what_an_earlier_version_logged_is_kept_and_is_no_table(node: Running) -> None:
    """Also what a node of that version adds during the upgrade."""
    moderation, redis = node.features.moderation.moderation, node.core.redis
    await redis.delete(journal.KEY)
    for target in ("dan-1", "eve-1"):
        fields = {"at": "7", "kind": "mute", "target": target, "by": "", "why": "", "until": "0"}
        await redis.xadd(journal.OLD_KEY, fields)  # type: ignore[arg-type]
        await moderation.load()
    assert [(act.kind, act.target, act.at) for act in await moderation.log()] == [
        ("mute", "eve-1", 7),
        ("mute", "dan-1", 7),
    ]
    assert not await redis.exists(journal.OLD_KEY)
    guest = await node.join("Ann")
    with pytest.raises(Refused) as refused:
        await guest.enter("moderation")
    assert refused.value.code == "unknown"
