"""The documentation, which Sphinx builds into the package; the service shows it without asking another server."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from partie.gateway.http.routing import Limited, LimitedMount, LimitedRoute
from partie.gateway.limiter import Limit
from partie.http.files import CompressedFiles

PATH: Final = "/docs"
FOLDER: Final = Path(__file__).parent / "site"

_NOT_BUILT: Final = (
    '<!doctype html><html lang="en"><title>Partie: documentation</title>'
    "<h1>The documentation is not built</h1>"
    "<p>Run <code>make docs</code> in the checkout and reload this page."
    '<p><a href="/">Back to Partie</a>'
)
_NO_PAGE: Final = (
    '<!doctype html><html lang="en"><title>Partie: documentation</title>'
    "<h1>There is no such page</h1>"
    f'<p><a href="{PATH}/">Start of the documentation</a>'
)


class Docs(CompressedFiles):
    """The pages and their files. Names stay the same across builds, so browsers check each time for a newer one.

    As long as there is no build, every address says how to make one.
    """

    def __init__(self, site: Path) -> None:
        super().__init__(directory=site, check_dir=False)
        self._start = site / "index.html"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._start.is_file():
            await super().__call__(scope, receive, send)
        else:
            await _page(_NOT_BUILT)(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        # Starlette gives the root of the folder the name that it has on disk.
        if path == ".":
            path = self._start.name
        try:
            response = await self.file(path, scope)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            return _page(_NO_PAGE)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _page(html: str) -> HTMLResponse:
    """A page in place of one that isn't there."""
    return HTMLResponse(html, 404, {"Cache-Control": "no-store"})


async def _to_start(_: Request) -> Response:
    return RedirectResponse(f"{PATH}/", 308)


def routes(site: Path = FOLDER) -> list[Limited]:
    """The routes under ``/docs``. ``site`` is where the build puts the pages."""
    limit = Limit(cost=3)
    return [
        LimitedRoute(PATH, _to_start, methods=["GET"], limit=limit),
        LimitedMount(PATH, Docs(site), limit=limit),
    ]
