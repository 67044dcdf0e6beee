"""By what a request is known, and whether it comes from a page of this service."""

from __future__ import annotations

import pytest

from partie.gateway.origin import same_origin, shown, trusted
from partie.people.sessions import COOKIE
from partie.people.tokens import Bearer
from tests.server.gateway.http.requests import request


def test_a_token_goes_before_a_cookie() -> None:
    """A request with neither shows nothing; another kind of authorization is none of ours."""
    cookie = f"{COOKIE}=a-cookie"
    assert shown(request(cookie=cookie)) == "a-cookie"
    assert shown(request(cookie=cookie, authorization="Bearer  a-token ")) == Bearer("a-token")
    assert shown(request(authorization="bearer a-token")) == Bearer("a-token")
    assert shown(request(cookie=cookie, authorization="Basic a-token")) == "a-cookie"
    assert shown(request()) == ""


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://games.example.org", "games.example.org", True),
        ("https://games.example.org", "games.example.org:443", True),
        ("http://games.example.org:80", "GAMES.example.org", True),
        ("http://192.0.2.1:8000", "192.0.2.1:8000", True),
        ("http://games.example.org", "games.example.org:8000", False),
        ("https://games.example.org", "games.example.org:80", False),
        ("http://evil.example.org", "games.example.org", False),
        ("http://games.example.org.evil.org", "games.example.org", False),
        ("null", "games.example.org", False),
        ("null", "", False),
        ("", "", False),
        ("http://[", "games.example.org", False),
    ],
)
def test_the_page_must_have_been_loaded_from_the_host_that_is_asked(origin: str, host: str, same: bool) -> None:
    """With its port, but for the one that every scheme has."""
    assert same_origin(request(origin=origin, host=host)) == same
    assert trusted(request(origin=origin, host=host)) == same


def test_programs_need_say_nothing() -> None:
    """They have no cookies of others to misuse."""
    assert trusted(request(host="games.example.org"))


def test_a_token_no_page_can_send_so_it_is_trusted_from_anywhere() -> None:
    """With a wrong one nothing is done by the cookie either."""
    asked = request(origin="http://evil.example.org", host="games.example.org", authorization="Bearer made-up")
    assert trusted(asked)
    assert not same_origin(asked)
