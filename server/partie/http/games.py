"""The games of this service, their words, their rules and the schemas of what they exchange with clients."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.http.errors import Problem
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Limit
from partie.http.boards import Boards
from partie.http.documents import Document
from partie.kit import schema
from partie.registry import AnyEngine, OtherVersion, Registry, UnknownGame

_LANGUAGE: Final = re.compile(r"[a-z]{2,3}")
_VERSION: Final = re.compile(r"[0-9]{1,6}")
_TYPES: Final = {"words": ("json", "application/json"), "rules": ("md", "text/markdown; charset=utf-8")}


class Games:
    """The routes under ``/api/games``."""

    def __init__(self, registry: Registry, boards: Boards) -> None:
        self._registry = registry
        self._boards = boards
        self._schemas: dict[tuple[str, int], Document] = {}
        """The schemas that somebody has asked for; there is one for each version that is played."""
        self._texts: dict[str, Document] = {}
        """The newest of each text that somebody has asked for, by its address."""

    def routes(self) -> list[Limited]:
        return [
            LimitedRoute("/api/games", self.all, methods=["GET"], limit=Limit(cost=20)),
            LimitedRoute("/api/games/{key}/schema", self.schema, methods=["GET"], limit=Limit(cost=10)),
            LimitedRoute("/api/games/{key}/words.{language}.json", self.words, methods=["GET"], limit=Limit(cost=10)),
            LimitedRoute("/api/games/{key}/rules.{language}.md", self.rules, methods=["GET"], limit=Limit(cost=10)),
            LimitedRoute("/api/games/{key}/lesson.{language}.json", self.lesson, methods=["GET"], limit=Limit(cost=10)),
        ]

    async def all(self, request: Request) -> Response:
        games = [_described(engine) | self._boards.described(engine.key) for engine in self._registry.games()]
        return self._text(request, msgspec.json.encode(games), "application/json")

    async def schema(self, request: Request) -> Response:
        key, asked = request.path_params["key"], request.query_params.get("version", "")
        try:
            engine = self._registry.newest(key)
            if asked:
                engine = self._registry.get(key, int(asked) if _VERSION.fullmatch(asked) else 0)
        except UnknownGame as unknown:
            raise Problem(404, "unknown_game", str(unknown)) from None
        except OtherVersion as other:
            raise Problem(404, "unknown_version", str(other)) from None
        return self._schema(engine).answer(request)

    def _schema(self, engine: AnyEngine) -> Document:
        at = (engine.key, engine.version)
        if at not in self._schemas:
            self._schemas[at] = Document(msgspec.json.encode(schema.schema(engine)), schema.MEDIA_TYPE)
        return self._schemas[at]

    async def words(self, request: Request) -> Response:
        return self._file(request, "words")

    async def rules(self, request: Request) -> Response:
        return self._file(request, "rules")

    async def lesson(self, request: Request) -> Response:
        engine, path = self._beside(request, "lesson", "json")
        lesson = engine.lesson()
        if lesson is None:
            raise Problem(404, "not_found", f"{engine.key} has no lesson")
        texts = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
        moves = [
            msgspec.to_builtins(one)
            | {what: texts[key] for what in ("title", "text") if (key := f"{one.step}.{what}") in texts}
            for one in lesson.moves
        ]
        return JSONResponse({"seats": lesson.seats, "moves": moves}, headers={"Cache-Control": "no-cache"})

    def _file(self, request: Request, what: str) -> Response:
        """Return a file from the engine's folder. They are few and small, and change only with the service."""
        ending, media_type = _TYPES[what]
        _, path = self._beside(request, what, ending)
        return self._text(request, path.read_bytes(), media_type)

    def _text(self, request: Request, body: bytes, media_type: str) -> Response:
        """Return a text, which seldom changes: it is hashed and compressed when it has."""
        known = self._texts.get(request.url.path)
        if known is None or known.body != body:
            known = self._texts[request.url.path] = Document(body, media_type)
        return known.answer(request)

    def _beside(self, request: Request, what: str, ending: str) -> tuple[AnyEngine, Path]:
        """Return the engine of the requested game, and a file in its folder. Raises :class:`Problem`."""
        key, language = request.path_params["key"], request.path_params["language"]
        try:
            engine = self._registry.newest(key)
        except UnknownGame as unknown:
            raise Problem(404, "unknown_game", str(unknown)) from None
        path = engine.room / f"{what}.{language}.{ending}"
        if not _LANGUAGE.fullmatch(language) or not path.is_file():
            raise Problem(404, "unknown_language", f"{key} has no {what} in {language!r}")
        return engine, path


def _described(engine: AnyEngine) -> dict[str, object]:
    """Describe the seats and settings a table of the game can have; the settings as a JSON Schema."""
    return {
        "key": engine.key,
        "version": engine.version,
        "seats": [engine.seats.start, engine.seats.stop - 1],
        "automatic": [engine.automatic(seats, engine.options()) for seats in engine.seats],
        "minutes": engine.minutes,
        "weight": engine.weight,
        "variant": engine.variant,
        "lesson": engine.lesson() is not None,
        "options": msgspec.json.schema(engine.options),
        "schema": f"/api/games/{engine.key}/schema",
    }
