"""Requests as a server would hand them over, without one."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message


def request(
    *,
    body: bytes = b"",
    scheme: str = "http",
    path: dict[str, str] | None = None,
    query: str = "",
    client: tuple[str, int] | None = ("192.0.2.1", 1234),
    gone: asyncio.Event | None = None,
    **headers: str,
) -> Request:
    """A request with these headers, written with underscores. Its peer stays until it is ``gone``."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if not messages:
            await (gone or asyncio.Event()).wait()
            return {"type": "http.disconnect"}
        return messages.pop()

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request(
        {
            "type": "http",
            "method": "POST",
            "scheme": scheme,
            "path": "/api/something",
            "query_string": query.encode(),
            "path_params": path or {},
            "headers": named,
            "client": client,
            "server": ("games.example.org", 80),
        },
        receive,
    )


def told(response: Response) -> tuple[int, dict[str, Any]]:
    """The status of an answer, and what it says."""
    return response.status_code, json.loads(bytes(response.body))
