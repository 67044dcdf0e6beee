"""Many concurrent commands in few round trips: one pipeline per Redis server, each command to the server of its key.

Nobody waits for a full batch: while one is in progress the next one collects, so the load determines the batch size.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from partie.log.entry import LogUnavailable
from partie.log.pipeline import Call, Counters, Limits, Pipeline, Reply
from partie.redis.topology import UNREACHABLE, Node, Topology


class Router:
    """Sends each command to the server that holds its key. Belongs to the event loop that first uses it."""

    def __init__(self, url: str, limits: Limits) -> None:
        self.counters = Counters()
        self._limits = limits
        self._topology = Topology(url)
        self._pipelines: dict[str, Pipeline] = {}
        self._runs: list[asyncio.Task[None]] = []
        self._open: set[asyncio.Future[Reply]] = set()
        self._closed = False

    async def call(
        self,
        key: str,
        packed: bytes,
        *,
        again: Callable[[int], bytes] | None = None,
        on_unsettled: Callable[[], None] | None = None,
    ) -> Reply:
        """Return Redis's answer to a packed command on ``key``.

        With ``again``, which encodes the first, second ... further attempt, the command is sent until it is answered,
        even when the caller is cancelled. Raises :class:`LogUnavailable` if it was refused before it was handed over
        or, without ``again``, on any failure.
        """
        if self._closed:
            raise LogUnavailable("the log is closed")
        node = self._topology.node(key)
        if node is None:
            node = await self._find(key)
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._open.add(future)
        future.add_done_callback(self._open.discard)
        self._pipeline(node).submit(Call(key, packed, future, again=again, on_unsettled=on_unsettled))
        return await future

    async def close(self, grace: float) -> None:
        """Refuse new commands, allow ``grace`` seconds for those in progress to settle, and disconnect."""
        self._closed = True
        idle = [asyncio.create_task(pipeline.idle.wait()) for pipeline in self._pipelines.values()]
        if idle:
            await asyncio.wait(idle, timeout=grace)
        for task in [*idle, *self._runs]:
            task.cancel()
        await asyncio.gather(*idle, *self._runs, return_exceptions=True)
        for future in tuple(self._open):
            future.cancel()

    def _pipeline(self, node: Node) -> Pipeline:
        pipeline = self._pipelines.get(node.name)
        if pipeline is None:
            pipeline = self._pipelines[node.name] = Pipeline(node, self._limits, self.counters, self._reroute)
            self._runs.append(asyncio.create_task(pipeline.run(), name=f"log pipeline {node.name}"))
        return pipeline

    async def _find(self, key: str) -> Node:
        try:
            await self._topology.refresh()
        except UNREACHABLE as error:
            raise LogUnavailable(f"the cluster does not say which server holds {key}: {error}") from error
        node = self._topology.node(key)
        if node is None:
            raise LogUnavailable(f"no server of the cluster holds {key}")
        return node

    async def _reroute(self, pipeline: Pipeline, calls: list[Call]) -> list[Call]:
        """Submit calls to the servers that hold their keys now; return those that still belong to ``pipeline``."""
        if not pipeline.node.name:
            return calls
        try:
            await self._topology.refresh(suspect=pipeline.node.name)
        except UNREACHABLE:
            return calls
        stay = []
        for call in calls:
            target, call.target = call.target, None
            node = self._topology.at(target) if target and call.asking else self._topology.node(call.key)
            if node is None or node.name == pipeline.node.name:
                stay.append(call)
            else:
                self._pipeline(node).submit(call)
        return stay
