"""The start page for newcomers, ready to be read: the games that can be played here, in the reader's language.

Its script would first have to load, find out who is there, and load the games with their words. So for visitors without
a session the page comes with what that script would draw, and the script takes over. The build of the client has drawn
it with marks in place of what a game says of itself.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from partie.http.boards import Boards, Described
from partie.http.documents import Document
from partie.http.preloads import preferred
from partie.people.sessions import COOKIE
from partie.registry import AnyEngine, Registry

BUILT: Final = "start.json"
"""The drawn page, as ``client-web/start.ts`` writes it."""

_MARK: Final = re.compile(r"__([a-z]+)__")
_ROOT: Final = '<html lang="en" data-plain>'
_FIRST: Final = re.compile(r"<!-- first -->.*<!-- /first -->", re.DOTALL)
"""What the page shows until its script has come."""


class Drawn(Struct, frozen=True):
    """The page in one language, with marks."""

    page: str
    cards: Mapping[str, str]
    """The cards of games, by which of these hold: the first of the page, picture, icon, more than one player."""
    minutes: str
    weights: Sequence[str]


class Built(Struct, frozen=True):
    """What the build of the client leaves."""

    early: str
    """The script that sets the light before anything is painted."""
    styles: Sequence[str]
    de: Drawn
    en: Drawn


class Start:
    """The ready page; ``folder`` is that of the built client."""

    def __init__(self, folder: Path, boards: Boards, registry: Registry) -> None:
        self._folder = folder
        self._boards = boards
        self._registry = registry
        self._changed = -1
        """When the client was built that was read last."""
        self._built: Built | None = None
        self._page = ""
        self._documents: dict[str, tuple[Sequence[Described], Document]] = {}
        """The newest page in each language, with the boards that it was made of."""

    def answer(self, request: Request) -> Response | None:
        """Return the page for a visitor without a session; ``None`` if it cannot be drawn, or is another for them."""
        if COOKIE in request.cookies:
            return None
        self._read()
        if self._built is None:
            return None
        language = preferred(request.headers.get("accept-language", ""))
        response = self._document(self._built, language).answer(request)
        # With a session, or in another language, it is another page at the same address.
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
        return response

    def _read(self) -> None:
        """Read what the build has left, unless that is known. In a checkout it may be built while the service runs."""
        try:
            changed = (self._folder / BUILT).stat().st_mtime_ns
            if changed == self._changed:
                return
            self._page = (self._folder / "index.html").read_text("utf-8")
            self._built = msgspec.json.decode((self._folder / BUILT).read_bytes(), type=Built)
        except FileNotFoundError:
            changed, self._built = -1, None
        self._changed = changed
        self._documents.clear()
        if not _FIRST.search(self._page):
            self._built = None

    def _document(self, built: Built, language: str) -> Document:
        boards = [self._boards.described(engine.key) for engine in self._registry.games()]
        known = self._documents.get(language)
        if known is None or known[0] != boards:
            body = self._drawn(built, language).encode()
            known = self._documents[language] = boards, Document(body, "text/html; charset=utf-8")
        return known[1]

    def _drawn(self, built: Built, language: str) -> str:
        drawn = built.de if language == "de" else built.en
        cards = [self._card(drawn, engine, language, first=at == 0) for at, engine in enumerate(self._registry.games())]
        body = _filled(drawn.page, {"cards": "".join(cards)})
        styles = "".join(f'<link rel="stylesheet" crossorigin href="{sheet}">' for sheet in built.styles)
        page = self._page.replace(_ROOT, f'<html lang="{language}" data-plain data-ready>', 1)
        page = page.replace("<head>", f'<head><script src="{built.early}"></script>', 1)
        return _FIRST.sub(lambda _: body, page.replace("</head>", f"{styles}</head>", 1), count=1)

    def _card(self, drawn: Drawn, engine: AnyEngine, language: str, *, first: bool) -> str:
        board, words = self._boards.described(engine.key), _words(engine, language)
        fewest, most = engine.seats.start, engine.seats.stop - 1
        kind = {"main": first, "picture": "picture" in board, "icon": "icon" in board, "social": most > 1}
        minutes = _filled(drawn.minutes, {"minutes": str(engine.minutes)}) if engine.minutes > 0 else ""
        weight = drawn.weights[engine.weight - 1] if 1 <= engine.weight <= len(drawn.weights) else ""
        own = {
            "key": engine.key,
            "title": words.get("name", engine.key),
            "about": words.get("about", ""),
            "seats": str(most) if fewest == most else f"{fewest}–{most}",
            "icon": str(board.get("icon", "")),
        }
        marks = {name: html.escape(text) for name, text in own.items()} | {"facts": minutes + weight}
        return _filled(drawn.cards[" ".join(name for name, holds in kind.items() if holds)], marks)


def _words(engine: AnyEngine, language: str) -> Mapping[str, str]:
    """A game's words in a language; none if it has none that can be read, which must not take the page away."""
    path = engine.room / f"words.{language}.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str]) if path.is_file() else {}
    except msgspec.DecodeError:
        return {}


def _filled(drawn: str, marks: Mapping[str, str]) -> str:
    return _MARK.sub(lambda found: marks.get(found[1], found[0]), drawn)
