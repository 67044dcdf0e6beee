"""Files that a build has left, compressed where that makes them smaller."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""``Cache-Control`` of what has its content in its address: browsers need not ask for it again."""


def reads_gzip(headers: Headers) -> bool:
    """Whether the sender of a request can read compressed answers."""
    return "gzip" in headers.get("accept-encoding", "")


class CompressedFiles(StaticFiles):
    """The files of a folder; browsers that can read it get the compressed copy that the build puts next to a file."""

    async def file(self, path: str, scope: Scope) -> Response:
        """The file or its twin. Raises ``HTTPException`` if there is neither."""
        response = await self._smallest(path, scope)
        response.headers["Vary"] = "Accept-Encoding"
        return response

    async def _smallest(self, path: str, scope: Scope) -> Response:
        if reads_gzip(Headers(scope=scope)):
            try:
                response = await super().get_response(f"{path}.gz", scope)
            except HTTPException:
                pass  # it has no compressed twin, or isn't one of ours: its own name says which
            else:
                response.headers["Content-Encoding"] = "gzip"
                return response
        return await super().get_response(path, scope)
