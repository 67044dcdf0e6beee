"""Retry policy: retry only if the message was certainly not accepted; never risk a duplicate.

A lost notification does less harm than one that comes twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeAlias

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

TRIES: Final = 3

LONGEST_WAIT: Final = 30.0
"""Maximum seconds that the other side may ask us to wait."""

Why: TypeAlias = Literal["private", "unreachable", "refused", "gone"]
"""The address is in a private network; there is no answer; the other side rejects it, or no longer knows it."""


class NotSent(Exception):
    """The message was not sent, and a retry would not help."""

    def __init__(self, why: Why, detail: str) -> None:
        super().__init__(detail)
        self.why = why


class Busy(NotSent):
    """The message was not accepted now, but may be later: after ``wait`` seconds if the other side asked for that."""

    def __init__(self, detail: str, wait: float = 0.0) -> None:
        super().__init__("unreachable", detail)
        self.wait = wait


_backoff = wait_exponential_jitter(initial=1.0, max=20.0)


def pause(state: RetryCallState) -> float:
    """Seconds before the next attempt."""
    error = None if state.outcome is None else state.outcome.exception()
    asked = error.wait if isinstance(error, Busy) else 0.0
    return max(_backoff(state), min(asked, LONGEST_WAIT))


async def persist(send: Callable[[], Awaitable[None]]) -> None:
    """Send, with retries if it was certainly not accepted. Raises :class:`NotSent`."""
    async for attempt in AsyncRetrying(
        stop=stop_after_attempt(TRIES),
        wait=pause,
        retry=retry_if_exception_type(Busy),
        reraise=True,
    ):
        with attempt:
            await send()
