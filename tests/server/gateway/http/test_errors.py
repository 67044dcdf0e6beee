"""Refusals as JSON."""

from __future__ import annotations

import pytest
from redis.exceptions import RedisClusterException, RedisError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from partie.delivery.sending import Busy, NotSent
from partie.gateway.http.errors import HANDLERS, Problem, problem
from partie.people.errors import PeopleError, TooMany
from tests.server.gateway.http.requests import request, told


async def answer(error: Exception) -> Response:
    """What is answered, by the handler that fits best."""
    for kind in type(error).__mro__:
        if kind in HANDLERS:
            response = HANDLERS[kind](request(), error)  # type: ignore[arg-type]
            assert not isinstance(response, Response)
            found = await response
            assert isinstance(found, Response)
            return found
    raise AssertionError("nobody handles it")


def test_a_refusal_has_a_code_for_programs_and_a_sentence_for_people() -> None:
    """And is kept by nobody on the way."""
    response = problem(409, "ended", "the game has ended", seconds=3)
    assert told(response) == (409, {"code": "ended", "message": "the game has ended", "seconds": 3})
    assert response.headers["cache-control"] == "no-store"


async def test_a_problem_is_answered_as_it_says() -> None:
    """Status, code and words."""
    response = await answer(Problem(403, "private", "not yours to read"))
    assert told(response) == (403, {"code": "private", "message": "not yours to read"})


async def test_who_does_too_much_is_told_when_to_come_again() -> None:
    """In whole seconds for whatever stands between, and no sooner than it helps."""
    response = await answer(TooMany("too many sessions", 1_001))
    status, said = told(response)
    assert (status, said["retry_in"], response.headers["retry-after"]) == (429, 1_001, "2")


async def test_what_is_refused_about_persons_has_a_status_of_its_own() -> None:
    """By what it is."""

    class Odd(PeopleError, code="odd", status=418):
        """A refusal of its own."""

    assert told(await answer(Odd("how odd"))) == (418, {"code": "odd", "message": "how odd"})


async def test_a_message_that_cannot_be_sent_is_answered_with_the_reason_and_no_address() -> None:
    for error in (NotSent("refused", "550 no ann@mail.example here"), Busy("451 ann@mail.example, later")):
        code = f"not_sent_{error.why}"
        expected = {"code": code, "message": f"could not be sent: {error.why}"}
        assert told(await answer(error)) == (502, expected)


@pytest.mark.parametrize(("status", "code"), [(404, "not_found"), (405, "method_not_allowed"), (400, "refused")])
async def test_what_is_not_there_is_refused_with_the_headers_that_belong_to_it(status: int, code: str) -> None:
    """Such as which methods there are."""
    response = await answer(HTTPException(status, "no", {"Allow": "GET"}))
    assert told(response) == (status, {"code": code, "message": "no"})
    assert response.headers["allow"] == "GET"


@pytest.mark.parametrize("error", [RedisError(), RedisClusterException(), ConnectionResetError(), TimeoutError()])
async def test_while_redis_is_away_requests_say_so(error: Exception) -> None:
    """Try again soon."""
    status, said = told(await answer(error))
    assert (status, said["code"]) == (503, "unavailable")
    assert type(error).__name__ in said["message"]


@pytest.mark.parametrize("error", [FileNotFoundError("a secret path"), ValueError("a secret")])
async def test_a_mistake_of_the_service_tells_nothing_of_it(error: Exception) -> None:
    """Not every error of the system is Redis's."""
    status, said = told(await answer(error))
    assert (status, said["code"]) == (500, "internal")
    assert "secret" not in str(said)
