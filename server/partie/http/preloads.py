"""What browsers can ask for as soon as they have a page's address, before any script of it has run.

The page's own scripts would find one after the other: the page's part, its words, the games, a game's words, its board.
On a slow network each step costs a round trip. So the page comes with ``Link`` headers that name all of them. The
build of the client leaves a list of the files.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from starlette.requests import Request

from partie.gateway.core import Core
from partie.http.boards import Boards
from partie.people.sessions import COOKIE
from partie.redis import store

BUILT: Final = "preloads.json"
"""The list of files, as ``client-web/preloads.ts`` writes it."""

LANGUAGES: Final = ("de", "en")
_TABLE: Final = re.compile(r"table/([\w-]{4,40})", re.ASCII)

MOST_GAMES: Final = 12
"""Maximum number of games whose words the lobby's header names: proxies reject headers of more than a few kilobytes."""

SECONDS: Final = 0.25
"""How long a page waits at most to find out who asks for it."""


class Shown(Struct, frozen=True):
    """The game of a table, empty if the sender of the request may not know it; and whether not everybody may."""

    game: str = ""
    private: bool = False


GameOf = Callable[[Request, str], Awaitable[Shown]]
"""Returns the game of a table as far as the sender of a request sees it in the lobby."""


def games_of(core: Core) -> GameOf:
    """Tables that the lobby shows to everybody are no secret; of others only their people get to know the game."""

    async def game_of(request: Request, table: str) -> Shown:
        listed, cookie = core.game_shown(table, ""), request.cookies.get(COOKIE, "")
        if listed or not cookie:
            return Shown(listed)
        try:
            async with asyncio.timeout(SECONDS):
                session = await core.people.session(cookie)
        except store.UNAVAILABLE:
            return Shown()
        return Shown("" if session is None else core.game_shown(table, session.person), private=True)

    return game_of


class Files(Struct, frozen=True):
    """The files of a part of the client, and those of its words in each language."""

    files: tuple[str, ...]
    de: tuple[str, ...]
    en: tuple[str, ...]

    def words(self, language: str) -> tuple[str, ...]:
        """The files of the words in a language."""
        return self.de if language == "de" else self.en


class Built(Struct, frozen=True):
    """What the build of the client lists: the files of the lobby, of any table, and the words of each game's board."""

    early: str
    """The script for which browsers wait before they paint the ready start page."""
    paper: str
    """The ground of all text, without which a page does not look finished."""
    lobby: Files
    table: Files
    games: Mapping[str, Files]


class Preloads:
    """The ``Link`` headers of pages; ``folder`` is that of the built client."""

    def __init__(self, folder: Path, boards: Boards, game_of: GameOf) -> None:
        path = folder / BUILT
        self._built = msgspec.json.decode(path.read_bytes(), type=Built) if path.is_file() else None
        self._boards = boards
        self._game_of = game_of

    async def links(self, path: str, request: Request) -> Mapping[str, str]:
        """Return the headers of the page at a path; none if nothing is known of it."""
        if self._built is None:
            return {}
        language = preferred(request.headers.get("accept-language", ""))
        if path == ".":
            early = [f"<{self._built.early}>; rel=preload; as=script"] if COOKIE not in request.cookies else []
            return {"Link": ", ".join([*early, *self._lobby(self._built, language)])}
        table = _TABLE.fullmatch(path)
        if table is None:
            return {}
        shown = await self._game_of(request, table[1])
        headers = {"Link": ", ".join(self._table(self._built, shown.game, language))}
        # A cache that is not the reader's own must not give one person's header to another.
        return headers | ({"Cache-Control": "private, no-cache"} if shown.private else {})

    def _lobby(self, built: Built, language: str) -> Iterator[str]:
        yield _paper(built)
        yield from _links(built.lobby.files)
        yield _data("/api/session")
        yield from _links(built.lobby.words(language))
        yield _data("/api/games")
        for game in self._boards.games[:MOST_GAMES]:
            yield _words(game, language)

    def _table(self, built: Built, game: str, language: str) -> Iterator[str]:
        yield _paper(built)
        yield from _links(built.table.files)
        yield _data("/api/session")
        yield from _links(built.table.words(language))
        yield _data("/api/games")
        if not game:
            return
        board = self._boards.described(game)
        module, required = board.get("board"), board.get("requires", [])
        known = set(built.table.files)
        yield from _links([each for each in required if each not in known])
        if isinstance(module, str):
            yield from _links([module])
        if required and game in built.games:
            yield from _links(built.games[game].words(language))
        yield _words(game, language)


def preferred(accepted: str) -> str:
    """The first language of an ``Accept-Language`` header that the client speaks, as its script chooses one."""
    for wanted in accepted.split(","):
        language = wanted.partition(";")[0].strip().lower().partition("-")[0]
        if language in LANGUAGES:
            return language
    return "en"


def _links(addresses: Sequence[str]) -> Iterator[str]:
    for address in addresses:
        kind = "preload; as=style" if address.endswith(".css") else "modulepreload"
        yield f"<{address}>; rel={kind}; crossorigin"


def _paper(built: Built) -> str:
    return f"<{built.paper}>; rel=preload; as=image"


def _words(game: str, language: str) -> str:
    return _data(f"/api/games/{game}/words.{language}.json")


def _data(address: str) -> str:
    return f"<{address}>; rel=preload; as=fetch; crossorigin"
