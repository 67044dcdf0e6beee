"""Whether a request comes from a page of this service."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection


def same_origin(connection: HTTPConnection) -> bool:
    """Whether the page that makes the request was loaded from the host it asks.

    A browser sends ``Origin`` with every request that could do harm and lets no page forge it. Programs send none
    as they please; they have no cookies of others to misuse. Compared is the host with its port, and no fixed
    list: a service may be reached by several names.
    """
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower()
