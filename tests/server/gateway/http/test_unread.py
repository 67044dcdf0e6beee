"""The answer to a request that nobody read."""

from __future__ import annotations

import json

import h11
import pytest

from partie.gateway.http.errors import too_many_response
from partie.gateway.http.routing import too_many
from partie.gateway.http.unread import too_many_unread


@pytest.mark.parametrize("seconds", [0.001, 0.9, 4.2])
def test_a_client_of_http_understands_the_answer(seconds: float) -> None:
    """It has an end, says when to come back, in whole seconds, and closes the connection."""
    client = h11.Connection(h11.CLIENT)
    client.send(h11.Request(method="GET", target="/", headers=[("Host", "x")]))
    client.send(h11.EndOfMessage())
    client.receive_data(too_many_unread(seconds))
    head, body, end = client.next_event(), client.next_event(), client.next_event()
    assert isinstance(head, h11.Response)
    assert isinstance(body, h11.Data)
    assert isinstance(end, h11.EndOfMessage)
    wait = int(dict(head.headers)[b"retry-after"])
    assert seconds <= wait < seconds + 1
    assert json.loads(body.data)["retry_in"] == 1000 * wait
    assert client.their_state is h11.MUST_CLOSE


def test_it_is_the_answer_of_the_routes() -> None:
    """Programs need not tell one from the other."""
    routes = too_many_response(too_many(3.0))
    unread = too_many_unread(3.0)
    assert unread.startswith(b"HTTP/1.1 429 ")
    assert unread.endswith(b"\r\n\r\n" + bytes(routes.body))
    assert all(b"\r\n%b: %b\r\n" % header in unread for header in routes.raw_headers)
