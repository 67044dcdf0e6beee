"""The credentials of a request, and whether it comes from a page of this service."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from partie.people.sessions import COOKIE
from partie.people.tokens import Bearer, Shown

_PORTS: Final = {"http": ":80", "https": ":443"}


def shown(connection: HTTPConnection) -> Shown:
    """The credentials of a request: the token of the ``Authorization`` header if there is one, else the cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return Bearer(token.strip())
    return connection.cookies.get(COOKIE, "")


def trusted(connection: HTTPConnection) -> bool:
    """Whether the owner of the credentials really made the request: by token, which no page can send, or same-origin.

    With a token the cookie is ignored (:func:`shown`), so a wrong token is no way around the check.
    """
    return isinstance(shown(connection), Bearer) or same_origin(connection)


def same_origin(connection: HTTPConnection) -> bool:
    """Whether the page that makes the request was loaded from the same host.

    Browsers send ``Origin`` with every request that could do harm, and no page can forge it. Programs may omit it;
    they hold nobody else's cookies to misuse. The check compares host and port with the ``Host`` header, not with a
    fixed list, because a service may have several names.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    # Browsers leave out a scheme's default port, proxies may add it.
    port = _PORTS.get(page.scheme, "")
    asked = connection.headers.get("host", "").lower().removesuffix(port)
    return bool(asked) and page.netloc.lower().removesuffix(port) == asked
