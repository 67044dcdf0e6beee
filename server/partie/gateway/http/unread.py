"""The answer to a request that is refused before it is read, as bytes: it costs a third of one from the routes."""

from __future__ import annotations

import math
from functools import lru_cache
from http import HTTPStatus

from partie.gateway.http.errors import too_many_response
from partie.gateway.http.routing import too_many


def too_many_unread(seconds: float) -> bytes:
    """A whole response that tells to wait, after which the connection is closed."""
    return _rounded(math.ceil(seconds))


@lru_cache(maxsize=64)
def _rounded(seconds: int) -> bytes:
    response = too_many_response(too_many(seconds))
    status = HTTPStatus(response.status_code)
    headers = [
        *response.raw_headers,
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode(), *(b": ".join(header) for header in headers)]
    return b"\r\n".join([*lines, b"", bytes(response.body)])
