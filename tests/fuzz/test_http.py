"""HTTP under fire: whatever the request, the answer is one that the OpenAPI document names."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode, openapi
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route

from partie.app import create_app
from partie.client.client import sign_in
from partie.config import Settings
from partie.http.openapi import OPERATIONS, document
from tests.faults.killing import NO_LIMITS
from tests.fuzz.frames import TABLES
from tests.fuzz.ground import Ground

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

ENDS = [("DELETE", "/api/session"), ("POST", "/api/account"), ("DELETE", "/api/account")]
"""The requests that end their own session."""


@pytest.fixture
def ground(tmp_path: Path, redis_server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ground]:
    """A node that counts no sessions."""
    for name, value in NO_LIMITS.items():
        monkeypatch.setenv(name, value)
    with contextlib.closing(Ground(tmp_path, redis_server)) as ground:
        yield ground


def test_every_route_is_in_the_document() -> None:
    """And nothing else; the pages of the client and of the documentation are for people, not for programs."""
    routes = {
        (method.lower(), route.path.replace(":path}", "}"))
        for route in create_app(Settings(redis_url="unix:///nowhere")).routes
        if isinstance(route, Route) and route.path not in ("/{path:path}", "/docs")
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert routes == {(operation.method, operation.path) for operation in OPERATIONS}


def fire(ground: Ground, examples: int) -> None:
    """Ask each operation so often, with requests that are as the document says and with such as are not."""
    with asyncio.Runner() as runner, requests.Session() as session:
        runner.run(ground.prepare())
        known: dict[str, list[str]] = {
            "bot": ["b0t" + "a" * 13],
            "browser": ["0" * 16],
            "token": ["nobody.nothing"],
            "table": [ground.tables[name.encode()].decode() for name in TABLES],
            "key": ["toy", "nereus"],
            "digest": ["0" * 16],
            "name": ["board.js", "../board.js", "pieces/stone.svg"],
            "language": ["en", "de", "..", "en/../../en"],
            "identity": ["0" * 64],
            "passkey": ["0" * 16],
            "person": ["a" * 16],
            "session": ["0" * 16],
        }
        asked = 0
        for result in openapi.from_dict(document("1")).get_all_operations():
            assert isinstance(result, Ok)
            operation = result.ok()
            cases = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]

            @settings(max_examples=examples, database=None, deadline=None, suppress_health_check=list(HealthCheck))
            @given(st.one_of(cases), st.data())
            def ask(case: Case[Any], data: st.DataObject) -> None:
                nonlocal asked
                for name in case.path_parameters or {}:
                    if data.draw(st.booleans()):
                        case.path_parameters[name] = data.draw(st.sampled_from(known[name]))
                headers: dict[str, Any] = {
                    "Origin": data.draw(st.sampled_from([ground.url] * 9 + ["http://evil.test"]))
                }
                if data.draw(st.booleans()):
                    # The person who signs out has to be somebody who makes no other request.
                    ends = (case.method, case.path) in ENDS
                    headers["Cookie"] = sign_in(ground.url, "Eve") if ends else ground.cookie
                case.call_and_validate(ground.url, session, headers, checks=CHECKS, timeout=30)
                session.cookies.clear()
                asked += 1

            ask()
        assert asked >= examples * len(OPERATIONS) // 3
        runner.run(ground.end())


def test_every_answer_is_one_that_the_document_names(ground: Ground) -> None:
    """Its status, its type and its body; none is a failure of the service."""
    fire(ground, 10)


@pytest.mark.soak
def test_every_answer_of_many_is_one_that_the_document_names(ground: Ground) -> None:
    """The same for long."""
    fire(ground, 2_000)
