"""The documents of the protocol, over HTTP."""

from __future__ import annotations

import json

import httpx
import pytest

from partie.http import openapi
from partie.wire import schema
from tests.fixtures.service import Running


@pytest.mark.parametrize("name", ["asyncapi", "openapi"])
async def test_the_documents_are_those_of_the_build_that_answers(
    node: Running, browser: httpx.AsyncClient, name: str
) -> None:
    """They are not sent again to a client that has them."""
    make = {"asyncapi": schema.asyncapi, "openapi": openapi.document}[name]
    answer = await browser.get(f"/api/{name}.json")
    assert answer.json() == json.loads(json.dumps(make(node.core.build)))
    assert answer.headers["content-type"] == "application/json"
    again = await browser.get(f"/api/{name}.json", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
