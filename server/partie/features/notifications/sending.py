"""How often something is sent again that was certainly not taken, and why it is given up.

What may have been taken is not sent again: a notification that is lost is a smaller harm than one that comes twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Literal, TypeAlias

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

TRIES: Final = 3

LONGEST_WAIT: Final = 30.0
"""Seconds that the other side may ask us to wait."""

Why: TypeAlias = Literal["private", "unreachable", "refused", "gone"]
"""The address is of a private network; nobody answers; the other side does not want it; it knows it no more."""


class NotSent(Exception):
    """It was not sent, and trying again would not help."""

    def __init__(self, why: Why, detail: str) -> None:
        super().__init__(detail)
        self.why = why


class Busy(NotSent):
    """It was not taken now, and may be later: in so many seconds if the other side says so."""

    def __init__(self, detail: str, wait: float = 0.0) -> None:
        super().__init__("unreachable", detail)
        self.wait = wait


_backoff = wait_exponential_jitter(initial=1.0, max=20.0)


def pause(state: RetryCallState) -> float:
    """Seconds to the next try."""
    error = None if state.outcome is None else state.outcome.exception()
    asked = error.wait if isinstance(error, Busy) else 0.0
    return max(_backoff(state), min(asked, LONGEST_WAIT))


async def persist(send: Callable[[], Awaitable[None]]) -> None:
    """Send; again if it was certainly not taken. Raises :class:`NotSent`."""
    async for attempt in AsyncRetrying(
        stop=stop_after_attempt(TRIES),
        wait=pause,
        retry=retry_if_exception_type(Busy),
        reraise=True,
    ):
        with attempt:
            await send()
