"""Whether a request comes from a page of this service."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

_PORTS: Final = {"http": ":80", "https": ":443"}


def same_origin(connection: HTTPConnection) -> bool:
    """Whether the page that makes the request was loaded from the host it asks.

    A browser sends ``Origin`` with every request that could do harm and lets no page forge it. Programs send none
    as they please; they have no cookies of others to misuse. Compared is the host with its port, and no fixed
    list: a service may be reached by several names.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    # A browser leaves a scheme's own port out, a proxy may put it in.
    port = _PORTS.get(page.scheme, "")
    asked = connection.headers.get("host", "").lower().removesuffix(port)
    return bool(asked) and page.netloc.lower().removesuffix(port) == asked
