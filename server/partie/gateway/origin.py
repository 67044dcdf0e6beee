"""By what a request is known, and whether it comes from a page of this service."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from partie.people.sessions import COOKIE
from partie.people.tokens import Bearer, Shown

_PORTS: Final = {"http": ":80", "https": ":443"}


def shown(connection: HTTPConnection) -> Shown:
    """By what somebody is to be known: the token of the ``Authorization`` header if there is one, else the cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return Bearer(token.strip())
    return connection.cookies.get(COOKIE, "")


def trusted(connection: HTTPConnection) -> bool:
    """Whether a request is made by who is known by it: by a token, which no page can send, or from our own page.

    With a token nothing is done by the cookie (:func:`shown`), so a wrong one opens no way around.
    """
    return isinstance(shown(connection), Bearer) or same_origin(connection)


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
