"""Errors as JSON responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from redis.exceptions import RedisClusterException, RedisError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ExceptionHandler

from partie.delivery.sending import NotSent
from partie.people.errors import PeopleError, TooMany


class Problem(Exception):
    """A refused request: its HTTP status, a code for programs and a sentence for people."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


def problem(status: int, code: str, message: str, **more: object) -> JSONResponse:
    """The response to a refused request."""
    return JSONResponse({"code": code, "message": message, **more}, status, {"Cache-Control": "no-store"})


async def on_problem(_: Request, error: Exception) -> Response:
    """Respond to a :class:`Problem`."""
    assert isinstance(error, Problem)
    return problem(error.status, error.code, error.message)


async def on_people_error(_: Request, error: Exception) -> Response:
    """Respond to a refusal of the people package."""
    assert isinstance(error, PeopleError)
    if isinstance(error, TooMany):
        return too_many_response(error)
    return problem(error.status, error.code, str(error))


def too_many_response(error: TooMany) -> Response:
    """The response to a request of somebody who must wait."""
    answer = problem(error.status, error.code, str(error), retry_in=error.retry_in)
    answer.headers["Retry-After"] = str(-(-error.retry_in // 1000))
    return answer


async def on_not_sent(_: Request, error: Exception) -> Response:
    """Respond that a message could not be sent, and why. Details, such as the address, go nowhere."""
    assert isinstance(error, NotSent)
    return problem(502, f"not_sent_{error.why}", f"could not be sent: {error.why}")


async def on_http_error(_: Request, error: Exception) -> Response:
    """Respond to an error of Starlette: an unknown path or method."""
    assert isinstance(error, HTTPException)
    codes = {404: "not_found", 405: "method_not_allowed"}
    answer = problem(error.status_code, codes.get(error.status_code, "refused"), str(error.detail))
    answer.headers.update(error.headers or {})
    return answer


async def on_failure(_: Request, __: Exception) -> Response:
    """Respond to an unexpected error. Details go to the server's log only."""
    return problem(500, "internal", "internal error; see the server log")


async def on_unavailable(_: Request, error: Exception) -> Response:
    """Respond that Redis is unavailable."""
    return problem(503, "unavailable", f"Redis is not reachable ({type(error).__name__}); try again soon")


HANDLERS: Final[Mapping[Any, ExceptionHandler]] = {
    Problem: on_problem,
    PeopleError: on_people_error,
    NotSent: on_not_sent,
    HTTPException: on_http_error,
    # Not all of OSError: a missing file is no fault of Redis.
    **dict.fromkeys((RedisError, RedisClusterException, ConnectionError, TimeoutError), on_unavailable),
    Exception: on_failure,
}
