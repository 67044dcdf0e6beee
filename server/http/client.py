"""The browser client: its files, and its page for every address that is not one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_PACKAGE: Final = Path(__file__).parent.parent

_NOT_BUILT: Final = (
    "<!doctype html><title>Partie</title><p>The browser client is not built. Run <code>make run</code>, or "
    "<code>npm ci && npm run build</code> in <code>client-web</code>, and reload this page."
)


def folder() -> Path:
    """Where the built client lies: inside the wheel, else where Vite has put it."""
    inside = _PACKAGE / "static"
    return inside if (inside / "index.html").is_file() else _PACKAGE.parent / "client-web" / "dist"


class Assets(StaticFiles):
    """Files with a hash in their names, which never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def routes() -> list[BaseRoute]:
    """The client's files, and its page everywhere else."""
    built = folder()

    async def page(request: Request) -> Response:
        path = request.path_params["path"]
        if path.startswith("api/"):
            raise HTTPException(404, f"there is no /{path}")
        file = (built / path).resolve()
        if path and file.is_file() and file.is_relative_to(built.resolve()):
            return FileResponse(file)
        index = built / "index.html"
        if not index.is_file():
            return HTMLResponse(_NOT_BUILT, 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    assets = Mount("/assets", Assets(directory=built / "assets", check_dir=False))
    return [assets, Route("/{path:path}", page, methods=["GET"])]
