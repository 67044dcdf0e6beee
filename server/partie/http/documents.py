"""Documents for those who write clients: the protocol as AsyncAPI and OpenAPI, with entity tags."""

from __future__ import annotations

import hashlib
import re
from functools import cached_property
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Limit
from partie.http import openapi
from partie.wire import schema


class Document:
    """A document that changes only with the service, in JSON."""

    def __init__(self, content: Any, media_type: str) -> None:
        self._body = msgspec.json.encode(content)
        self._media_type = media_type
        self.tag = f'"{hashlib.sha256(self._body).hexdigest()[:32]}"'

    def answer(self, request: Request) -> Response:
        """Return the document, or that the reader has the newest one."""
        headers = {"Cache-Control": "no-cache", "ETag": self.tag}
        known = request.headers.get("if-none-match", "").replace("W/", "")
        if self.tag in re.split(r",\s*", known):
            return Response(status_code=304, headers=headers)
        return Response(self._body, media_type=self._media_type, headers=headers)


class Documents:
    """The routes of the protocol's documents; ``build`` is the version that they describe."""

    def __init__(self, build: str) -> None:
        self._build = build

    def routes(self) -> list[Limited]:
        limit = Limit(cost=10)
        return [
            LimitedRoute("/api/asyncapi.json", self.asyncapi, methods=["GET"], limit=limit),
            LimitedRoute("/api/openapi.json", self.openapi, methods=["GET"], limit=limit),
        ]

    async def asyncapi(self, request: Request) -> Response:
        return self._asyncapi.answer(request)

    async def openapi(self, request: Request) -> Response:
        return self._openapi.answer(request)

    @cached_property
    def _asyncapi(self) -> Document:
        return Document(schema.asyncapi(self._build), "application/json")

    @cached_property
    def _openapi(self) -> Document:
        return Document(openapi.document(self._build), "application/json")
