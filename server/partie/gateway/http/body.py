"""Decoding the body of a request."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import Request

from partie.gateway.http.errors import Problem
from partie.table.decoding import DECODE_ERRORS

T = TypeVar("T")


async def body(request: Request, kind: type[T]) -> T:
    """The JSON of a request, decoded to a struct. Raises :class:`Problem`."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Problem(415, "not_json", "the body must be application/json")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except DECODE_ERRORS as error:
        raise Problem(422, "invalid", str(error)) from None
