"""The body of a request, typed."""

from __future__ import annotations

import pytest

from partie.gateway.http.body import body
from partie.gateway.http.errors import Problem
from partie.people.records import Name
from tests.server.gateway.http.requests import request


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8"])
async def test_a_body_of_json_is_read_as_what_is_asked_for(kind: str) -> None:
    """Whatever is said of its letters."""
    assert await body(request(body=b'{"name": "Ann"}', content_type=kind), Name) == Name("Ann")


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
async def test_what_a_form_could_send_is_not_read(kind: str) -> None:
    """A page of somebody else's can send forms."""
    with pytest.raises(Problem) as refused:
        await body(request(body=b'{"name": "Ann"}', content_type=kind), Name)
    assert (refused.value.status, refused.value.code) == (415, "not_json")


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"{}", b'{"name": 1}', b'{"name": "Ann", "more": 1}', b"\xff", b"[" * 100_000]
)
async def test_what_is_not_as_it_should_be_is_refused_with_the_reason(data: bytes) -> None:
    """However deep it is nested."""
    with pytest.raises(Problem) as refused:
        await body(request(body=data, content_type="application/json"), Name)
    assert (refused.value.status, refused.value.code) == (422, "invalid")
    assert refused.value.message
