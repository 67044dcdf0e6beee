"""The body of a request, typed."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import Request

from partie.decoding import UNREADABLE
from partie.http.errors import Problem

T = TypeVar("T")


async def body(request: Request, kind: type[T]) -> T:
    """The request's JSON as a struct. Raises :class:`Problem`."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Problem(415, "not_json", "the body must be application/json")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except UNREADABLE as error:
        raise Problem(422, "invalid", str(error)) from None
