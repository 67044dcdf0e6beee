"""Requests pass a limit before they are handled, and none can be served without one."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from partie.app import create_app
from partie.config import Settings
from partie.gateway.http import routing
from partie.gateway.http.errors import HANDLERS
from partie.gateway.http.routing import LimitedMount, LimitedRoute, Waits, charge_person, keep_waits
from partie.gateway.limiter import Allowance, Limit, Limiter
from partie.limits import Rate
from partie.metrics import Metrics

METRICS = Metrics()


class Clocked:
    """A limiter with a clock that is set by hand, and an application with one route, for one person."""

    def __init__(self, limit: Limit) -> None:
        self.now = 0.0
        self.limiter = Limiter(20, lambda _: True, METRICS, clock=lambda: self.now)
        self.served = 0
        app = Starlette(
            routes=[LimitedRoute("/thing", self.handle, methods=["GET"], limit=limit)], exception_handlers=HANDLERS
        )

        async def guarded(scope: Any, receive: Any, send: Any) -> None:
            keep_waits(scope, Waits(self.limiter))
            await app(scope, receive, send)

        self.app = guarded

    async def handle(self, request: Request) -> Response:
        await charge_person(request, request.headers.get("person", "ann"))
        self.served += 1
        return JSONResponse({})

    async def get(self, address: str = "192.0.2.7", person: str = "ann") -> httpx.Response:
        transport = httpx.ASGITransport(self.app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.get("/thing", headers={"person": person})


def test_a_route_without_a_limit_cannot_be_made() -> None:
    """Nor files without one; and lists of routes take no others, as the ignored errors show."""
    with pytest.raises(TypeError, match="limit"):
        LimitedRoute("/", Clocked.handle, methods=["GET"])  # type: ignore[call-arg,arg-type]
    with pytest.raises(TypeError, match="limit"):
        LimitedMount("/", Starlette())  # type: ignore[call-arg]


def test_every_route_of_a_node_has_a_limit_that_costs_something() -> None:
    """But for the websocket, whose handshake is limited where it is accepted."""
    routes = create_app(Settings(redis_url="unix:///nowhere")).routes
    limited = [route for route in routes if isinstance(route, LimitedRoute | LimitedMount)]
    others = [route for route in routes if not isinstance(route, LimitedRoute | LimitedMount)]
    assert [route.path for route in others if isinstance(route, WebSocketRoute)] == ["/ws"]
    assert len(others) == 1
    assert {route.path for route in limited if route.limit.cost < 1} == set()
    assert len(limited) > 50


def test_what_limits_a_request_is_its_own_and_no_plain_route() -> None:
    """A subclass, so that all that Starlette does with routes works."""
    assert issubclass(LimitedRoute, Route)
    assert inspect.signature(LimitedRoute).parameters["limit"].default is inspect.Parameter.empty


async def test_an_address_pays_before_anything_is_looked_up() -> None:
    """What it may not have is answered without the handler, and others are served."""
    clocked = Clocked(Limit(cost=1, address=Allowance("things", Rate(2, 60.0))))
    answers = [await clocked.get(person=f"guest{number}") for number in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert clocked.served == 2
    refused = answers[-1].json()
    assert (refused["code"], 0 < refused["retry_in"] <= 30_000) == ("too_many", True)
    assert int(answers[-1].headers["retry-after"]) <= 30
    assert (await clocked.get("192.0.2.8")).status_code == 200


async def test_a_person_pays_once_it_is_known_who_that_is() -> None:
    """From wherever the requests come; the budget is the same as on websockets."""
    clocked = Clocked(Limit(cost=1, person=Allowance("things", Rate(2, 60.0))))
    statuses = [(await clocked.get(f"192.0.2.{number}")).status_code for number in range(3)]
    assert statuses == [200, 200, 429]
    assert (await clocked.get(person="bob")).status_code == 200
    clocked = Clocked(Limit(cost=1))
    clocked.limiter.charge("ann", "", 10 * clocked.limiter.person_rate.count)
    assert [(await clocked.get(person=who)).status_code for who in ("ann", "bob")] == [429, 200]


async def test_a_person_pays_once_however_often_it_is_asked_who_that_is() -> None:
    """Handlers ask as they need it."""
    clocked = Clocked(Limit(cost=1, person=Allowance("things", Rate(1, 60.0))))
    scope: dict[str, Any] = {"type": "http", "headers": [], routing._LIMIT: Limit(cost=1, person=None)}
    keep_waits(scope, Waits(clocked.limiter))
    request = Request(scope)
    count = clocked.limiter.person_rate.count
    await charge_person(request, "ann")
    once = clocked.limiter._persons.wait("ann", 0.0, count)
    await charge_person(request, "ann")
    assert clocked.limiter._persons.wait("ann", 0.0, count) == once > 0.0


async def test_a_request_waits_a_little_for_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until there is some budget again, but not for ever, and only so many requests do."""
    clocked = Clocked(Limit(cost=1))
    waits, slept = Waits(clocked.limiter), []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clocked.now += seconds + 1e-6

    monkeypatch.setattr(asyncio, "sleep", sleep)
    rate = clocked.limiter.address_rate
    assert (await waits.budget("", "192.0.2.7"), slept) == (0.0, [])
    clocked.limiter.charge("", "192.0.2.7", rate.count + rate.count / rate.seconds)
    assert await waits.budget("", "192.0.2.7") == 0.0
    assert slept == [pytest.approx(1.0, abs=0.01)]
    clocked.limiter.charge("", "192.0.2.7", 10 * rate.count)
    assert await waits.budget("", "192.0.2.7") > routing.WAIT_SECONDS
    assert len(slept) == 1
    clocked.now += 29.0
    monkeypatch.setattr(routing, "MOST_WAITING", 0)
    assert await waits.budget("", "192.0.2.7") > 0.0
    assert len(slept) == 1


async def test_requests_that_wait_for_one_address_keep_none_of_another_from_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only so many wait for each, and those of an address that have gone count until they are through."""
    monkeypatch.setattr(routing, "MOST_WAITING", 1)
    clocked = Clocked(Limit(cost=1))
    waits, sleeping = Waits(clocked.limiter), asyncio.Event()
    rate = clocked.limiter.address_rate
    for address in ("192.0.2.7", "192.0.2.8"):
        clocked.limiter.charge("", address, rate.count + rate.count / rate.seconds)
    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await sleeping.wait()

    monkeypatch.setattr(asyncio, "sleep", sleep)
    first = asyncio.ensure_future(waits.budget("", "192.0.2.7"))
    await asyncio.wait([first], timeout=0)
    assert await waits.budget("", "192.0.2.7") > 0.0
    other = asyncio.ensure_future(waits.budget("", "192.0.2.8"))
    await asyncio.wait([other], timeout=0)
    assert len(slept) == 2
    clocked.now += 2.0
    sleeping.set()
    assert list(await asyncio.gather(first, other)) == [0.0, 0.0]
