"""Where the boards and icons of games are: in the folder ``board`` next to an engine, else in the built client.

``board.js`` is the module that the page loads (its contract is ``client-web/src/board/contract.ts``), ``board.css`` its
style sheet, ``icon.svg`` the icon of the game and ``picture.webp`` a picture of the board in use, 560 by 297 pixels
large. They are served below an address that names their content, so that browsers keep them for ever and never mix two
versions. The build of the client leaves a list of the boards in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from partie.gateway.http.errors import Problem
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Limit
from partie.http import client
from partie.http.files import IMMUTABLE
from partie.registry import Registry

FOLDER: Final = "board"
MODULE: Final = "board.js"
STYLE: Final = "board.css"
ICON: Final = "icon.svg"
PICTURE: Final = "picture.webp"
BUILT: Final = "games.json"
"""The list of the boards that are built with the client, as ``client-web/boards.ts`` writes it."""

Described = dict[str, str | list[str]]
"""The addresses of a game's board: ``board``, ``style``, ``icon``, ``picture`` and what the module ``requires``."""

TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""The media types of files that a board may consist of, by how their names end. No others are served."""


class Board:
    """The files of one game's board, as they are when this is made."""

    def __init__(self, key: str, folder: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.rglob("*"))
            if path.suffix in TYPES and path.is_file() and folder.resolve() in path.resolve().parents
        }
        content = sha256()
        for name, path in self._files.items():
            content.update(name.encode() + b"\0" + sha256(path.read_bytes()).digest())
        self._key = key
        self.digest = content.hexdigest()[:16]

    def address(self, name: str) -> str | None:
        """Where a file is served; ``None`` if the board has no such file."""
        return f"/boards/{self._key}/{self.digest}/{name}" if name in self._files else None

    def read(self, name: str) -> tuple[bytes, str]:
        """The content of a file and its media type. Raises ``KeyError`` if there is none."""
        path = self._files[name]
        return path.read_bytes(), TYPES[path.suffix]

    def described(self) -> Described:
        """The addresses of what there is of module, style sheet, icon and picture."""
        found = {"board": MODULE, "style": STYLE, "icon": ICON, "picture": PICTURE}
        return {what: address for what, name in found.items() if (address := self.address(name)) is not None}


def built_boards(folder: Path) -> dict[str, Described]:
    """The boards in the folder of the built client, by their games; none if it is not built."""
    try:
        return msgspec.json.decode((folder / BUILT).read_bytes(), type=dict[str, Described])
    except FileNotFoundError:
        return {}


class Boards:
    """The boards of all games, and the route under ``/boards`` for those that games bring along.

    ``built`` is the folder of the built client.
    """

    def __init__(self, registry: Registry, built: Path | None = None) -> None:
        self._registry = registry
        self._boards: dict[str, Board] = {}
        self._built = built_boards(client.folder() if built is None else built)
        self.read()

    def read(self) -> None:
        """Read the games' folders again: boards that have changed since have other addresses from now on."""
        self._boards = {engine.key: Board(engine.key, engine.room / FOLDER) for engine in self._registry.games()}

    @property
    def games(self) -> Sequence[str]:
        """The games, in the order of the registry."""
        return tuple(self._boards)

    def described(self, key: str) -> Described:
        """The addresses of a game's board: of its own, else of the one that is built with the client."""
        own = self._boards[key].described()
        return own if "board" in own else self._built.get(key, {}) | own

    def routes(self) -> list[Limited]:
        return [LimitedRoute("/boards/{key}/{digest}/{name:path}", self.file, methods=["GET"], limit=Limit(cost=2))]

    async def file(self, request: Request) -> Response:
        key, digest, name = (request.path_params[each] for each in ("key", "digest", "name"))
        board = self._boards.get(key)
        if board is None or board.digest != digest:
            raise Problem(404, "unknown_board", "this service has another board of this game, or none")
        try:
            content, media_type = board.read(name)
        except (KeyError, FileNotFoundError):
            raise Problem(404, "unknown_file", "the board has no such file") from None
        return Response(content, media_type=media_type, headers={"Cache-Control": IMMUTABLE})
