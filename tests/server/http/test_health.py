"""What operators ask."""

from __future__ import annotations

import httpx
import pytest

from partie.client.client import Client
from tests.fixtures.redis import OwnRedis
from tests.fixtures.service import Running, StartNode, start_toy
from tests.server.conftest import MakeBrowser, refusal


async def test_health_tells_the_build_and_where_the_engines_come_from(browser: httpx.AsyncClient) -> None:
    """Installed ones with their package, named ones as they were named."""
    told = (await browser.get("/healthz")).json()
    assert told["status"] == "ok"
    assert told["build"]
    sources = {engine["key"]: engine["source"] for engine in told["engines"]}
    assert sources["toy"] == "tests.engines.toys:toy"
    assert sources["glenmore"] == "partie.games.glenmore:glenmore"


async def test_readiness_tells_what_is_not_guaranteed(browser: httpx.AsyncClient) -> None:
    """Nothing, with a Redis that writes every move to its disk before it answers."""
    told = (await browser.get("/readyz")).json()
    assert told == {"status": "ready", "fsync": "always", "not_guaranteed": []}


async def test_a_redis_that_promises_less_is_said_to(
    own_redis: OwnRedis, start_node: StartNode, browser_of: MakeBrowser
) -> None:
    """Each thing that is not guaranteed is a sentence; a Redis that evicts keys makes the node not ready."""
    node = await start_node(own_redis.url)
    await node.core.redis.config_set("appendfsync", "everysec")
    told = (await browser_of(node).get("/readyz")).json()
    assert told["fsync"] == "everysec"
    assert "everysec" in told["not_guaranteed"][0]
    await node.core.redis.config_set("maxmemory-policy", "allkeys-lru")
    assert refusal(await browser_of(node).get("/readyz")) == (503, "unsuitable_redis")


async def test_a_redis_that_hangs_makes_the_node_not_ready_in_time(
    own_redis: OwnRedis, start_node: StartNode, browser_of: MakeBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer does not wait for as long as Redis hangs."""
    monkeypatch.setattr("partie.http.health.READY_SECONDS", 0.2)
    node = await start_node(own_redis.url)
    own_redis.hang()
    assert refusal(await browser_of(node).get("/readyz")) == (503, "unavailable")
    own_redis.resume()
    assert (await browser_of(node).get("/readyz")).status_code == 200


async def test_a_redis_that_takes_no_writes_makes_the_node_not_ready(
    own_redis: OwnRedis, start_node: StartNode, browser_of: MakeBrowser
) -> None:
    """As one whose disk is full, which answers every question."""
    node = await start_node(own_redis.url)
    await node.core.redis.config_set("min-replicas-to-write", 1)
    assert refusal(await browser_of(node).get("/readyz")) == (503, "unavailable")
    await node.core.redis.config_set("min-replicas-to-write", 0)
    assert (await browser_of(node).get("/readyz")).status_code == 200


async def test_a_node_that_hears_of_no_moves_is_not_ready(
    node: Running, browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would show old positions of tables that other nodes change."""
    assert (await browser.get("/readyz")).status_code == 200
    feed = node.core.feed._pubsub
    feed._up.clear()
    with monkeypatch.context() as soon:
        soon.setattr("partie.http.health.READY_SECONDS", 0.2)
        assert refusal(await browser.get("/readyz")) == (503, "unavailable")
    feed._up.set()
    assert (await browser.get("/readyz")).status_code == 200


async def test_metrics_count_what_happens(node: Running, browser: httpx.AsyncClient) -> None:
    """In the text format of Prometheus, requests and connections among them."""
    client: Client = await node.join("Ann")
    answer = await browser.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert "partie_connections 1.0" in answer.text
    assert 'partie_http_requests_total{method="POST",status="201"} 1.0' in answer.text
    assert 'partie_sessions_total{by="new"} 1.0' in answer.text
    await client.close()


async def test_metrics_tell_of_moves_and_of_views_that_did_not_fit(node: Running, browser: httpx.AsyncClient) -> None:
    """A client that asks for the whole view of a table that it shows has met an update that did not fit its own."""
    table, (ann, _) = await start_toy(node, "Ann", "Bob")
    turn = await ann.my_turn()
    assert turn is not None
    await ann.move(turn["legal"][0])
    await ann.enter(table, ann.cursor)
    before = (await browser.get("/metrics")).text
    assert 'partie_moves_total{game="toy"} 1.0' in before
    assert "partie_view_mismatches_total 0.0" in before
    await ann.enter(table)
    assert "partie_view_mismatches_total 1.0" in (await browser.get("/metrics")).text
