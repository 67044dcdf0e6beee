"""What a given Redis does not guarantee, and which one is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from partie.redis.connect import Client, connect
from partie.redis.guarantees import Evicting, fsync_mode, guarantees
from tests.fixtures.redis import Cluster, OwnRedis, Server, until


@pytest.fixture
async def client(own_redis: OwnRedis) -> AsyncIterator[Client]:
    client = connect(own_redis.url)
    yield client
    await client.aclose()


async def test_the_embedded_redis_lacks_nothing(client: Client) -> None:
    """What the service runs by itself keeps every promise."""
    assert await guarantees(client) == []
    assert await fsync_mode(client) == "always"


async def test_a_sound_cluster_lacks_nothing(redis_cluster: str) -> None:
    """Every master must answer."""
    client = connect(redis_cluster)
    assert await guarantees(client) == []
    assert await fsync_mode(client) == "always"
    await client.aclose()


@pytest.mark.parametrize(
    ("setting", "value", "mode", "word"),
    [
        ("appendfsync", "everysec", "everysec", "appendfsync everysec"),
        ("appendfsync", "no", "no", "appendfsync no"),
        ("appendonly", "no", "off", "no append-only file"),
    ],
)
async def test_a_redis_that_may_lose_moves_is_described(
    own_redis: OwnRedis, client: Client, *, setting: str, value: str, mode: str, word: str
) -> None:
    """A sentence says what is not guaranteed, and fsync_mode names the mode."""
    own_redis.ask("CONFIG", "SET", setting, value)
    (sentence,) = await guarantees(client)
    assert word in sentence
    assert await fsync_mode(client) == mode


@pytest.mark.parametrize("policy", ["allkeys-lru", "allkeys-random", "volatile-ttl"])
async def test_an_evicting_redis_is_refused(own_redis: OwnRedis, client: Client, policy: str) -> None:
    """Any policy that deletes keys is an error that names the policy and the remedy."""
    own_redis.ask("CONFIG", "SET", "maxmemory-policy", policy)
    with pytest.raises(Evicting, match=rf"{policy}.*noeviction"):
        await guarantees(client)


async def test_one_evicting_master_refuses_the_cluster(own_cluster: Cluster) -> None:
    """A cluster is as good as the worst of its masters, which the error names."""
    node = own_cluster.nodes[2]
    node.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    client = connect(own_cluster.url)
    with pytest.raises(Evicting, match=str(node.port)):
        await guarantees(client)
    node.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
    node.ask("CONFIG", "SET", "appendfsync", "everysec")
    (sentence,) = await guarantees(client)
    assert str(node.port) in sentence
    assert await fsync_mode(client) == "everysec"
    node.ask("CONFIG", "SET", "appendfsync", "always")
    await client.aclose()


async def test_a_redis_that_does_not_show_its_settings_is_said_to_be_unknown(
    start_redis: Callable[..., Server],
) -> None:
    """Hosts that forbid CONFIG are not refused; what cannot be read is not guaranteed."""
    server = start_redis()
    server.ask("ACL", "SETUSER", "guest", "on", ">hush", "~*", "&*", "+@all", "-config")
    client = connect(f"redis://guest:hush@127.0.0.1:{server.port}")
    (sentence,) = await guarantees(client)
    assert "does not report" in sentence
    assert await fsync_mode(client) == "unknown"
    await client.aclose()


async def test_replicas_that_nobody_waits_for_are_a_risk_and_missing_ones_too(
    start_redis: Callable[..., Server],
) -> None:
    """A fail-over may lose what a replica has not yet got; waiting for more replicas than there are is said as well."""
    master = start_redis()
    replica = start_redis(replicaof=f"127.0.0.1 {master.port}")
    until(lambda: b"master_link_status:up" in replica.ask("INFO", "REPLICATION"), "the replica to be linked")
    client = connect(master.url)
    (sentence,) = await guarantees(client)
    assert "fail-over" in sentence
    assert await guarantees(client, ack_replicas=1) == []
    (sentence,) = await guarantees(client, ack_replicas=2)
    assert "1 of the 2 replicas" in sentence
    await client.aclose()
