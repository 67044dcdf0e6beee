"""The browser client: its files, and its page for every other address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from partie.gateway.http.routing import Limited, LimitedMount, LimitedRoute
from partie.gateway.limiter import Limit
from partie.http.files import IMMUTABLE, CompressedFiles

_HERE: Final = Path(__file__).parent

_NOT_BUILT: Final = (
    '<!doctype html><html lang="en"><title>Partie</title><p>The service runs, but its browser client is not built. '
    "Run <code>make client</code> and start the service again."
)

LIMIT: Final = Limit(cost=3)
"""For a file: a page consists of some forty, and half a class opens it at once."""


Links = Callable[[str, Request], Awaitable[Mapping[str, str]]]
"""Returns the headers of the page at a path that name what the page will ask for."""


Ready = Callable[[Request], Response | None]
"""Returns the start page as it will look, if there is one for the sender of a request."""


async def _no_links(_: str, __: Request) -> Mapping[str, str]:
    return {}


def not_ready(_: Request) -> None:
    """Return no start page, for anybody."""


def folder() -> Path:
    """Return the folder of the built client: inside the package, else where Vite has put it."""
    inside = _HERE / "static"
    return inside if (inside / "index.html").is_file() else _HERE.parents[2] / "client-web" / "dist"


class Client(CompressedFiles):
    """The built files; for every other address the page, whose script knows what to show there.

    The page comes with links to what it will ask for. Files under ``assets`` have a hash in their names and never
    change; browsers check all others for changes each time.
    """

    def __init__(self, directory: Path, links: Links, ready: Ready) -> None:
        super().__init__(directory=directory)
        self._links = links
        self._ready = ready

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await self.file(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not _is_address(path):
                raise
            request = Request(scope)
            response = (self._ready(request) if path == "." else None) or await self._page(scope)
            response.headers.update(await self._links(path, request))
            return response
        response.headers["Cache-Control"] = IMMUTABLE if path.startswith("assets/") else "no-cache"
        return response

    async def _page(self, scope: Scope) -> Response:
        response = await self.file("index.html", scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _is_address(path: str) -> bool:
    """Whether the path may be a page of the client, rather than a file or an API request."""
    first, last = path.partition("/")[0], path.rpartition("/")[2]
    return path == "." or (first not in ("api", "assets", "ws") and "." not in last)


async def _not_built(_: Request) -> Response:
    return HTMLResponse(_NOT_BUILT, 503, {"Cache-Control": "no-store"})


def routes(built: Path | None = None, links: Links = _no_links, ready: Ready = not_ready) -> list[Limited]:
    """Return the route for everything that no other one matches. ``built`` defaults to the client's folder."""
    built = folder() if built is None else built
    if (built / "index.html").is_file():
        return [LimitedMount("/", Client(built, links, ready), limit=LIMIT)]
    return [LimitedRoute("/{path:path}", _not_built, methods=["GET"], limit=LIMIT)]
