"""Rated tables through real nodes: who sees the end, and what becomes of the ratings."""

from __future__ import annotations

import random

import httpx
import pytest

from partie.client.client import Client, Refused
from partie.features.moderation.acts import Act
from partie.features.moderation.moderation import Held
from partie.features.ratings.skill import NEW, rated, shown
from tests.fixtures.service import NO_TLS, Running, StartNode, until
from tests.server.features.ratings.rated import account, kept, seated, started
from tests.server.live.playing import play


async def told(node: Running, client: Client, table: str) -> httpx.Response:
    """What a node says of a table's ratings."""
    async with httpx.AsyncClient(verify=NO_TLS, base_url=node.url, headers={"Cookie": client.cookie}) as browser:
        return await browser.get(f"/api/tables/{table}/ratings")


async def test_a_rated_game_is_counted_once_by_whichever_nodes_see_it(start_node: StartNode) -> None:
    """Both do; guests play along and are not rated; everybody sees what it did, on every node."""
    one, other = await start_node(), await start_node()
    ann, bob = await account(one, "Ann"), await account(other, "Bob")
    guest = await one.join("Cid")
    table = await started(ann, bob, guest)
    assert (await told(one, ann, table)).status_code == 404
    await play([ann, bob, guest], random.Random(5))
    answers = [await told(node, ann, table) for node in (one, other, one)]
    first = answers[0].json()
    assert all(answer.json() == first for answer in answers)
    assert [seat["seat"] for seat in first["seats"]] == [0, 1]
    places = ann.view["result"]["places"][:2]
    after = rated([NEW, NEW], places)
    assert [seat["change"] for seat in first["seats"]] == [shown(now).number - 1500 for now in after]
    ratings = other.features.rater.ratings
    assert await ratings.of(ann.person) == {"toy": after[0]}
    assert await ratings.of(guest.person) == {}
    async with httpx.AsyncClient(verify=NO_TLS, base_url=other.url, headers={"Cookie": ann.cookie}) as browser:
        ladder = (await browser.get("/api/games/toy/ladder")).json()
        assert (ladder["rows"], ladder["own"]["place"], ladder["own"]["rating"]["games"]) == ([], 0, 1)
        profile = (await browser.get(f"/api/people/{bob.person}")).json()
        assert [point["number"] for point in profile["ratings"][0]["course"]] == [shown(after[1]).number]
        assert (await browser.get("/api/games/chess/ladder")).status_code == 404
        assert (await browser.get("/api/games/toy/ladder?page=0")).status_code == 422


async def test_a_node_that_dies_between_the_end_and_the_rating_leaves_it_to_who_wakes_the_table(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People who come back to the table find it rated."""
    one = await start_node()
    ann, bob = await account(one, "Ann"), await account(one, "Bob")
    table = await started(ann, bob)
    monkeypatch.setattr(one.features.rater, "advanced", lambda *_, **__: None)
    await play([ann, bob], random.Random(5))
    assert await kept(one, table) is None
    await one.stop()
    other = await start_node()
    back = await other.join(cookie=ann.cookie)
    await back.enter(table)

    async def noted() -> bool:
        return await kept(other, table) is not None

    await until(noted)
    await until(lambda: has_games(other, ann, 1))


async def has_games(node: Running, client: Client, games: int) -> bool:
    """Whether the person's rating is of so many games."""
    rating = (await node.features.rater.ratings.of(client.person)).get("toy")
    return (0 if rating is None else rating.games) == games


async def test_a_game_that_moderators_have_closed_does_not_count_until_they_open_it_again(
    start_node: StartNode,
) -> None:
    """Whichever node hears of it, before or after the end was noted."""
    one, other = await start_node(), await start_node()
    ann, bob = await account(one, "Ann"), await account(one, "Bob")
    table = await started(ann, bob)
    await play([ann, bob], random.Random(5))
    assert (await told(one, ann, table)).json()["void"] is False
    moderation = other.features.moderation.moderation
    await moderation.do(Act("close", table, why="cheating"))
    await until(lambda: has_games(one, ann, 0))
    assert (await told(one, ann, table)).json()["void"] is True
    await moderation.do(Act("reopen", table))
    await until(lambda: has_games(one, ann, 1))
    one.features.moderation.moderation.held = Held(closed={table: Act("close", table)})  # it has not heard of it yet
    found = await one.features.rater.note(one.core.tables.awake[table].newest)
    assert found is not None
    assert not found.void


async def test_whether_a_game_is_rated_is_the_hosts_to_say_before_it_starts(start_node: StartNode) -> None:
    """Nobody is ready for terms that changed; bots are not seated at a rated table; the lobby tells."""
    node = await start_node()
    ann, bob = await node.join("Ann"), await node.join("Bob")
    table = await seated(ann, bob)
    assert node.features.lobby.lobby.entries[table].rated
    await bob.ready()
    for client, do, code in (
        (bob, {"type": "count", "rated": False}, "not_host"),
        (ann, {"type": "count", "rated": True}, "already_rated"),
    ):
        with pytest.raises(Refused) as refused:
            await client.do(do)
        assert refused.value.code == code
    await bob.do({"type": "leave"})
    with pytest.raises(Refused) as refused:
        await ann.do({"type": "seat_bot", "seat": 1})
    assert refused.value.code == "rated_bot"
    await bob.do({"type": "sit", "seat": 1})
    await bob.ready()
    await ann.do({"type": "count", "rated": False})
    assert "rated" not in ann.view["table"]
    await ann.until(lambda: "ready" not in ann.view["table"]["seats"]["1"])
    await bob.do({"type": "leave"})
    await ann.do({"type": "seat_bot", "seat": 1})
    with pytest.raises(Refused) as refused:
        await ann.do({"type": "count", "rated": True})
    assert refused.value.code == "rated_bot"
    await ann.ready()
    with pytest.raises(Refused) as refused:
        await ann.do({"type": "count", "rated": True})
    assert refused.value.code == "started"
