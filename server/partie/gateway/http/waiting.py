"""Work for a request that is dropped when nobody waits for it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from partie import tasks
from partie.gateway.http.errors import Problem

T = TypeVar("T")


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Wait for work that a request without a body needs; cancel it if the peer disconnects.

    Raises :class:`Problem` then, which nobody reads.
    """
    doing, gone = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise Problem(503, "unavailable", "you have disconnected")
        return doing.result()
    finally:
        await tasks.end([doing, gone])
        if not doing.cancelled():
            doing.exception()  # it is raised above, unless the peer has gone


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
