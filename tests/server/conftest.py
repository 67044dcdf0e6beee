"""Browsers before a real node."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import httpx
import pytest

from tests.fixtures.service import NO_TLS, Running

MakeBrowser = Callable[..., httpx.AsyncClient]


@pytest.fixture
async def browser_of() -> AsyncIterator[MakeBrowser]:
    """Makes browsers that show a page of a node, each with cookies of its own."""
    async with AsyncExitStack() as stack:

        def make(node: Running, *, address: str = "", **headers: str) -> httpx.AsyncClient:
            forwarded = {"X-Forwarded-For": address} if address else {}
            browser = httpx.AsyncClient(
                verify=NO_TLS, base_url=node.url, headers={"Origin": node.url, **forwarded, **headers}
            )
            stack.push_async_callback(browser.aclose)
            return browser

        yield make


@pytest.fixture
def browser(browser_of: MakeBrowser, node: Running) -> httpx.AsyncClient:
    """A browser without cookies."""
    return browser_of(node)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal, which has a sentence for people too."""
    told = answer.json()
    assert isinstance(told["message"], str)
    assert told["message"]
    return answer.status_code, told["code"]
