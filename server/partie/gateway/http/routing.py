"""Routes with rate limits. A plain route of Starlette has none, so the service takes only these.

A request pays its address first, before anything is looked up. It pays its person when the handler asks who that is
(:class:`~partie.gateway.http.identity.Identity`). For a short while a request waits for a budget; then it is refused.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias, cast

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from partie.gateway.http.errors import on_people_error
from partie.gateway.limiter import Limit, Limiter
from partie.limits import network
from partie.people.errors import TooMany

WAIT_SECONDS: Final = 5.0
"""Maximum seconds that a request waits for a budget: a class that opens the page is slow, not lost."""

MOST_WAITING: Final = 200
"""Maximum number of requests that wait like this for one budget; further ones are refused at once."""

REFUSED: Final = 5
"""Points that a request costs that an address must wait for: to read it and to say so is half a millisecond.

Refused unread it costs less, and counts as much: an address that goes on is soon dropped.
"""

_WAITS: Final = "partie.waits"
_LIMIT: Final = "partie.limit"


class Waits:
    """The requests of a node that wait for a budget."""

    def __init__(self, limiter: Limiter) -> None:
        self.limiter = limiter
        self._waiting: Counter[tuple[str, str]] = Counter()

    async def budget(self, person: str, address: str) -> float:
        """Wait until a person and an address have some budget left. Returns the seconds still missing after that."""
        wait, left = self.limiter.wait(person, address), WAIT_SECONDS
        who = (person, address)
        if wait <= 0.0 or self.crowded(person, address):
            return wait
        self._waiting[who] += 1
        try:
            while 0.0 < wait <= left:
                await asyncio.sleep(wait)
                left -= wait
                # Others may have been quicker.
                wait = self.limiter.wait(person, address)
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]
        return wait

    def crowded(self, person: str, address: str) -> bool:
        """Whether so many requests wait for a budget that the next one is refused at once."""
        return self._waiting[person, address] >= MOST_WAITING

    def refused(self, address: str, seconds: float, cost: int) -> None:
        """Count a request that is refused because its address has to wait: that makes it longer, up to a bound."""
        if seconds <= 2 * WAIT_SECONDS:
            self.limiter.charge("", address, cost)


class LimitedRoute(Route):
    """A route that is served as often as its limit allows."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[[Request], Awaitable[Response]],
        *,
        methods: Sequence[str],
        limit: Limit,
    ) -> None:
        super().__init__(path, endpoint, methods=methods)
        self.limit = limit

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if await _admitted(self.limit, scope, receive, send):
            await super().handle(scope, receive, send)


class LimitedMount(Mount):
    """Files under a path, each of which is served as often as the limit allows."""

    def __init__(self, path: str, app: ASGIApp, *, limit: Limit) -> None:
        super().__init__(path, app)
        self.limit = limit

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if await _admitted(self.limit, scope, receive, send):
            await super().handle(scope, receive, send)


Limited: TypeAlias = LimitedRoute | LimitedMount


def home(connection: HTTPConnection) -> str:
    """The network address that limits count by, empty if it is unknown."""
    return "" if connection.client is None else network(connection.client.host)


def keep_waits(scope: Scope, waits: Waits) -> None:
    """Let the routes of a request know what it is limited by."""
    scope[_WAITS] = waits


async def _admitted(limit: Limit, scope: Scope, receive: Receive, send: Send) -> bool:
    """Whether the address of a request may make it now; if not, it has been answered."""
    waits = cast("Waits | None", scope.get(_WAITS))
    if waits is None:
        return True
    scope[_LIMIT] = limit
    denied = waits.limiter.denied(limit, "", home(HTTPConnection(scope)))
    if denied is None:
        return True
    answer = await on_people_error(Request(scope), too_many(denied.seconds))
    await answer(scope, receive, send)
    return False


async def charge_person(request: Request, person: str) -> None:
    """Let a person pay for a request, once. Raises :class:`TooMany`."""
    waits = cast("Waits | None", request.scope.get(_WAITS))
    limit = cast("Limit | None", request.scope.pop(_LIMIT, None))
    if waits is None or limit is None:
        return
    if (wait := await waits.budget(person, "")) > 0.0:
        raise too_many(wait)
    if (denied := waits.limiter.denied(limit, person, "")) is not None:
        raise too_many(denied.seconds)


def too_many(seconds: float) -> TooMany:
    """The refusal of a request that a limit does not allow for so many seconds."""
    return TooMany("too many requests; try again later", max(1, int(1000 * seconds)))
