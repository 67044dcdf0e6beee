"""Endpoints for operators and their tools: is it running, can it serve, and its metrics."""

from __future__ import annotations

import asyncio
import hmac
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.core import Core
from partie.gateway.http.errors import problem
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Limit
from partie.redis import store
from partie.redis.guarantees import Unsuitable, fsync_mode, guarantees

READY_SECONDS: Final = 3.0
"""Timeout for Redis in seconds; a request takes little longer than that."""


PROBE: Final = "partie:ready"
"""The node that last tried whether Redis accepts writes."""

_PROBE_SECONDS: Final = 60


class Health:
    """``/healthz``, ``/readyz`` and ``/metrics``."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def routes(self) -> list[Limited]:
        return [
            LimitedRoute("/healthz", self.alive, methods=["GET"], limit=Limit(cost=5)),
            LimitedRoute("/readyz", self.ready, methods=["GET"], limit=Limit(cost=20)),
            LimitedRoute("/metrics", self.metrics, methods=["GET"], limit=Limit(cost=60)),
        ]

    async def alive(self, _: Request) -> Response:
        """Report that this process serves, and with which engines."""
        engines = msgspec.to_builtins(self._core.registry.loaded)
        return JSONResponse({"status": "ok", "build": self._core.build, "engines": engines})

    async def ready(self, _: Request) -> Response:
        """Report whether Redis answers and accepts writes, and what it does not guarantee about an accepted move."""
        if self._core.draining.active:
            return problem(503, "draining", "draining; run `partie drain --back` to accept connections")
        redis = self._core.redis
        try:
            async with asyncio.timeout(READY_SECONDS):
                missing = await guarantees(redis, ack_replicas=self._core.settings.ack_replicas)
                fsync = await fsync_mode(redis)
                # A Redis whose disk is full answers everything but writes.
                await redis.set(PROBE, self._core.nodes.node, ex=_PROBE_SECONDS)
                # Without the feed, this node would show old positions of tables that others change.
                await self._core.feed.up()
        except Unsuitable as unsuitable:
            return problem(503, "unsuitable_redis", str(unsuitable))
        except store.UNAVAILABLE as error:
            return problem(503, "unavailable", f"Redis does not answer or write: {error or type(error).__name__}")
        return JSONResponse({"status": "ready", "fsync": fsync, "not_guaranteed": missing})

    async def metrics(self, request: Request) -> Response:
        token = self._core.settings.metrics_token
        shown = request.headers.get("authorization", "").encode("latin-1")
        if token and not hmac.compare_digest(shown, f"Bearer {token}".encode()):
            return problem(401, "no_token", "the metrics of this server need a token")
        metrics = self._core.metrics
        return Response(metrics.exposition(), headers={"Content-Type": metrics.content_type})
