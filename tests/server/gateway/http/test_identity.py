"""The person who makes an HTTP request."""

from __future__ import annotations

from typing import Any, cast

import pytest

from partie.gateway.http.errors import Problem
from partie.gateway.http.identity import Identity, address, forget_cookie
from partie.people.people import People
from partie.people.sessions import COOKIE, Session
from partie.people.tokens import Bearer, Shown
from tests.server.gateway.http.requests import request, told

ANN = Session("her-session", "ann0000000000000", "Ann")
BOT = Session("its-session", "b0tabcdefghijklm", "Bot", "its-owner")


class Register:
    """Knows one cookie and one token, and notes who was seen."""

    def __init__(self) -> None:
        self.noted: list[str] = []

    async def session(self, shown: Shown) -> Session | None:
        return {"a-cookie": ANN, Bearer("a-token"): BOT}.get(shown)

    async def seen(self, session: Session) -> None:
        self.noted.append(session.person)


@pytest.fixture
def register() -> Register:
    return Register()


@pytest.fixture
def identity(register: Register) -> Identity:
    return Identity(cast("People", register))


async def refusal(identity: Identity, **headers: Any) -> tuple[int, str]:
    """Why a request is refused that only a person may make."""
    with pytest.raises(Problem) as refused:
        await identity.session(request(**headers))
    return refused.value.status, refused.value.code


async def test_a_person_is_known_by_its_cookie(identity: Identity) -> None:
    """A request by nobody is one by nobody."""
    assert await identity.session(request(cookie=f"{COOKIE}=a-cookie")) == ANN
    assert await identity.anybody(request(cookie=f"{COOKIE}=made-up")) is None
    assert await identity.anybody(request()) is None
    assert await refusal(identity) == (401, "no_session")


async def test_a_bot_is_known_by_its_token_and_plays_and_reads(identity: Identity) -> None:
    """What else there is is for its owner to do."""
    assert await identity.anybody(request(authorization="Bearer a-token")) == BOT
    assert await refusal(identity, authorization="Bearer a-token") == (403, "not_for_bots")


async def test_a_bad_token_is_no_request_by_nobody(identity: Identity) -> None:
    """Nor does a good cookie next to it help."""
    assert await refusal(identity, authorization="Bearer made-up", cookie=f"{COOKIE}=a-cookie") == (401, "bad_token")


async def test_that_a_token_is_used_is_noted_now_and_then(identity: Identity, register: Register) -> None:
    """And not at every request."""
    for _ in range(3):
        await identity.anybody(request(authorization="Bearer a-token"))
    assert register.noted == [BOT.person]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_out_of_reach_of_scripts_and_other_pages(identity: Identity, scheme: str) -> None:
    """Where the line is secret the cookie is."""
    response = identity.answer(request(scheme=scheme), ANN, "a-cookie", 201)
    assert told(response) == (201, {"person": ANN.person, "name": "Ann"})
    for cookie in (response.headers["set-cookie"], forget_cookie(request(scheme=scheme)).headers["set-cookie"]):
        assert cookie.startswith(f"{COOKIE}=")
        assert {"HttpOnly", "SameSite=lax"} <= set(cookie.split("; "))
        assert ("Secure" in cookie.split("; ")) == (scheme == "https")


def test_a_request_comes_from_somewhere_or_from_nowhere() -> None:
    """A socket of the machine itself has no address."""
    assert address(request()) == "192.0.2.1"
    assert address(request(client=None)) == ""
