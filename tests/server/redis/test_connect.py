"""Clients from URLs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import pytest
from redis.asyncio import Redis, RedisCluster
from redis.exceptions import TimeoutError as RedisTimeoutError

from partie.redis import store
from partie.redis.connect import BadUrl, Client, Single, connect, is_cluster, without_password
from partie.redis.topology import Topology
from tests.fixtures.redis import Cluster, OwnRedis, Server


async def test_every_kind_of_url_reaches_its_server(
    redis_server: str, redis_cluster: str, start_redis: Callable[..., Server]
) -> None:
    """unix://, redis:// and redis+cluster:// give clients that read back bytes."""
    for url, kind in ((redis_server, Redis), (start_redis().url, Redis), (redis_cluster, RedisCluster)):
        client = connect(url)
        assert isinstance(client, kind)
        await client.set("partie:{x}:test", b"\xff")
        assert await client.get("partie:{x}:test") == b"\xff"
        await client.aclose()


async def test_a_password_in_the_url_is_used_and_never_shown(start_redis: Callable[..., Server]) -> None:
    """Authentication works over the URL; what may stand in a log holds no password."""
    server = start_redis()
    server.ask("ACL", "SETUSER", "guest", "on", ">hush", "~*", "&*", "+@all")
    url = f"redis://guest:hush@127.0.0.1:{server.port}"
    client = connect(url)
    assert await client.execute_command("ACL", "WHOAMI") == b"guest"
    await client.aclose()
    assert without_password(url) == f"redis://guest:***@127.0.0.1:{server.port}"
    assert without_password("unix:///tmp/x.sock") == "unix:///tmp/x.sock"


async def test_a_connection_that_is_slow_to_close_is_left_to_the_system(
    redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing waits two seconds for it; whatever comes after goes on."""
    client = connect(redis_server)
    await client.ping()
    close = client.connection_pool.aclose  # type: ignore[union-attr]

    async def slow() -> None:
        await close()
        raise RedisTimeoutError("Timed out closing connection after 2.0")

    monkeypatch.setattr(client.connection_pool, "aclose", slow)  # type: ignore[union-attr]
    await store.close(client)
    assert client.gate.closed


async def test_many_first_commands_at_once_find_the_cluster(redis_cluster: str) -> None:
    """Nobody stumbles over the client still asking for the cluster's shape."""
    client = connect(redis_cluster)
    await asyncio.gather(*[client.set(f"key{number}", number) for number in range(100)])
    assert await asyncio.gather(*[client.get(f"key{number}") for number in range(100)]) == [
        str(number).encode() for number in range(100)
    ]
    await client.aclose()


async def test_who_is_cancelled_in_a_command_is_cancelled(any_redis: str) -> None:
    """At whatever moment: before Python 3.12 redis-py loses a cancellation that meets the end of its sending."""
    client = connect(any_redis)

    async def one() -> None:
        await client.get("key")

    async def several() -> None:
        pipeline = client.pipeline(transaction=False)
        pipeline.get("key")
        await pipeline.execute()

    for command in (one, several):
        await command()
        for turns in range(12):
            task = asyncio.create_task(command())
            for _ in range(turns):
                await asyncio.sleep(0)
            heard = task.cancel()
            await asyncio.wait([task])
            assert task.cancelled() == heard
    await store.close(client)


async def test_a_client_that_was_closed_opens_no_connection_for_what_was_under_way(
    redis_server: str, redis_cluster: str, own_redis: OwnRedis
) -> None:
    """It fails with an error of Redis; a server that hangs is no exception."""
    for url in (redis_server, redis_cluster, own_redis.url):
        client = connect(url)
        await asyncio.gather(*(client.set("key", number) for number in range(10)))
        if url == own_redis.url:
            own_redis.hang()
        under_way = [asyncio.ensure_future(client.set("key", number)) for number in range(10)]
        await asyncio.sleep(0)
        await store.close(client)
        own_redis.resume()
        for task in under_way:
            with contextlib.suppress(*store.UNAVAILABLE):
                await task
        with pytest.raises(store.UNAVAILABLE):
            await client.get("key")
        assert not open_connections(client)


def open_connections(client: Client) -> list[object]:
    """Those of a client that would be left to the garbage collector."""
    if isinstance(client, Single):
        pool = client.connection_pool
        found = [*pool._available_connections, *pool._in_use_connections]
    else:
        manager = client.nodes_manager
        nodes = [*manager.nodes_cache.values(), *manager.startup_nodes.values()]
        found = [connection for node in nodes for connection in node._connections]
    return [connection for connection in found if connection.is_connected]


async def test_a_slot_that_no_master_has_is_an_error_of_redis(redis_cluster: str) -> None:
    """While a master fails over the client may know of none; waiting callers go on waiting then."""
    client = connect(redis_cluster)
    assert isinstance(client, RedisCluster)
    await client.initialize()
    client.nodes_manager.slots_cache.clear()
    with pytest.raises(store.UNAVAILABLE):
        await client.get("key")
    pipeline = client.pipeline(transaction=False)
    pipeline.get("key")
    with pytest.raises(store.UNAVAILABLE):
        await pipeline.execute()
    await client.aclose()


async def test_a_hung_server_is_given_up(own_redis: OwnRedis) -> None:
    """No command waits longer than the socket's timeout."""
    client = connect(own_redis.url, socket_timeout=0.1)
    assert await client.ping()
    own_redis.hang()
    async with asyncio.timeout(5):
        with pytest.raises(RedisTimeoutError):
            await client.ping()
    own_redis.resume()
    await client.aclose()


async def test_a_connection_that_died_idle_is_made_anew(own_redis: OwnRedis) -> None:
    """A restart of Redis is no failure for later commands."""
    client = connect(own_redis.url)
    await client.set("a", 1)
    await asyncio.to_thread(own_redis.kill)
    await asyncio.to_thread(own_redis.restart)
    assert await client.get("a") == b"1"
    await client.aclose()


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:6379", "redis+cluster://127.0.0.1", "redis+cluster://:x", "redis+cluster://a:b,c:1", "x"]
)
def test_a_url_that_cannot_be_read_is_refused_with_the_reason(url: str) -> None:
    """Typed, with the URL in it."""
    with pytest.raises(BadUrl, match="invalid Redis URL"):
        connect(url)


def test_a_refused_url_does_not_give_its_password_away() -> None:
    """The error may end up in a log."""
    with pytest.raises(BadUrl) as caught:
        connect("http://me:hush@127.0.0.1:6379")
    assert "hush" not in str(caught.value)


def test_a_cluster_is_named_by_its_scheme() -> None:
    """A plain URL is never taken for a cluster."""
    assert is_cluster("redis+cluster://a:1,b:2")
    assert is_cluster("rediss+cluster://a:1")
    assert not is_cluster("redis://a:1")


async def test_the_topology_of_a_cluster_is_learned_from_any_of_its_masters(own_cluster: Cluster) -> None:
    """One address is enough, and with some masters gone the others tell."""
    lone = Topology(f"redis+cluster://127.0.0.1:{own_cluster.nodes[1].port}")
    assert lone.node("partie:{a}:log") is None
    await lone.refresh()
    assert sorted(node.name for node in lone.masters()) == sorted(
        f"127.0.0.1:{node.port}" for node in own_cluster.nodes
    )
    found = lone.node("partie:{a}:log")
    assert found is not None
    assert found.name == f"127.0.0.1:{own_cluster.node_of('a').port}"
    await asyncio.to_thread(own_cluster.nodes[1].kill)
    await lone.refresh(suspect=f"127.0.0.1:{own_cluster.nodes[1].port}")
    assert lone.node("partie:{a}:log") == found
