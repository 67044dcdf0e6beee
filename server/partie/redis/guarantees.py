"""Checks what a given Redis does not guarantee, in words, and refuses one that is unsuitable."""

from __future__ import annotations

import re
from typing import Any, cast

from partie.redis.connect import Client
from partie.redis.servers import OLDEST
from redis.asyncio import Redis
from redis.exceptions import ResponseError

_NO_EVICTION = "noeviction"


class Unsuitable(Exception):
    """A Redis that cannot hold a log: what is wrong with it and what to do."""


class TooOld(Unsuitable):
    """The server is older than Redis 6.2."""


class Evicting(Unsuitable):
    """A Redis that deletes keys when its memory is full: sooner or later a table would be one of them."""


async def guarantees(client: Client, *, ack_replicas: int = 0) -> list[str]:
    """Return what this Redis (or any master of this cluster) does not guarantee, one sentence each; empty if fine.

    ``ack_replicas`` is the number of replicas an append waits for. Raises :class:`TooOld`, :class:`Evicting`, and
    redis-py's own errors when the server is unreachable.
    """
    missing: list[str] = []
    for where, settings in await _settings(client):
        if settings.version < OLDEST:
            raise TooOld(f"{where} is version {'.'.join(map(str, settings.version))}; Partie needs 6.2 or newer")
        if settings.eviction not in (_NO_EVICTION, "unknown"):
            raise Evicting(
                f"{where} evicts keys when its memory is full (maxmemory-policy {settings.eviction}), so tables would "
                f"disappear; set maxmemory-policy {_NO_EVICTION}"
            )
        missing += [f"{where} {problem}" for problem in _missing(settings, ack_replicas)]
    return missing


async def fsync_mode(client: Client) -> str:
    """Return how writes reach the disk: ``always``, ``everysec``, ``no``, ``off`` without a file, or ``unknown``.

    For a cluster, the mode of the master that promises least.
    """
    order = ("off", "no", "unknown", "everysec", "always")
    return min((settings.fsync for _, settings in await _settings(client)), key=order.index)


class _Settings:
    """The settings that one server reports. If CONFIG is forbidden, they come from INFO alone."""

    def __init__(self, info: dict[str, Any], config: dict[str, str]) -> None:
        found = re.match(r"(\d+)\.(\d+)", str(info.get("redis_version", "")))
        self.version = (int(found[1]), int(found[2])) if found else (0, 0)
        self.eviction = config.get("maxmemory-policy") or str(info.get("maxmemory_policy", "unknown"))
        self.replicas = int(info.get("connected_slaves", 0))
        if not int(info.get("aof_enabled", 0)):
            self.fsync = "off"
        else:
            self.fsync = config.get("appendfsync", "unknown")


def _missing(settings: _Settings, ack_replicas: int) -> list[str]:
    missing = []
    match settings.fsync:
        case "off":
            missing.append("keeps no append-only file: all moves since its last snapshot are lost when it ends")
        case "everysec" | "no":
            missing.append(f"runs with appendfsync {settings.fsync}: a crash can lose the moves of the last seconds")
        case "unknown":
            missing.append(
                "does not report how often it writes to its disk: a crash can lose the moves of the last seconds"
            )
    if settings.replicas and not ack_replicas:
        missing.append(
            "has replicas, but moves do not wait for them: a fail-over can lose the latest ones (see --ack-replicas)"
        )
    if settings.replicas < ack_replicas:
        missing.append(f"has {settings.replicas} of the {ack_replicas} replicas that every move waits for")
    return missing


async def _settings(client: Client) -> list[tuple[str, _Settings]]:
    if isinstance(client, Redis):
        return [("this Redis", _Settings(await client.info(), await _config(client)))]
    await client.initialize()
    found = []
    for node in client.get_primaries():
        info = await client.info(target_nodes=node)
        found.append((f"the Redis at {node.name}", _Settings(info, await _config(client, target_nodes=node))))
    return found


async def _config(client: Client, **where: Any) -> dict[str, str]:
    wanted = "append*", "maxmemory-policy"
    found: dict[str, str] = {}
    try:
        for pattern in wanted:
            answer = cast("dict[bytes | str, bytes | str]", await client.config_get(pattern, **where))
            found |= {_text(name): _text(value) for name, value in answer.items()}
    except ResponseError:
        # Many hosts forbid CONFIG; unknown settings are reported as such.
        return found
    return found


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
