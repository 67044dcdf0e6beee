"""Signing in with an OpenID Connect provider, or by a proxy that vouches for people."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.core import Core
from partie.gateway.http.body import body
from partie.gateway.http.device import device
from partie.gateway.http.errors import Problem
from partie.gateway.http.identity import address, vouched_for
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Limit
from partie.http.accounts import ATTEMPTED, CHALLENGED, CHANGED, CREATED, begun
from partie.http.bodies import ExternalAnswer, ExternalStart
from partie.people.errors import OtherIdentity
from partie.people.external import PENDING_SECONDS
from partie.people.sessions import COOKIE

BROWSER_COOKIE: Final = "partie_external"
"""Marks the browser in which a sign-in began."""

_PATH: Final = "/api/account/external"
_READ: Final = Limit(cost=5)
_START: Final = Limit(cost=60, handler=(CHALLENGED,))
_FINISH: Final = Limit(cost=150, handler=(ATTEMPTED, CREATED))
_CHANGE: Final = Limit(cost=40, handler=(CHANGED,))


class External:
    """The routes under ``/api/account/external`` and ``/api/account/identities``."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._people = core.people
        self._external = core.people.external

    def routes(self) -> list[Limited]:
        return [
            LimitedRoute(_PATH, self.read, methods=["GET"], limit=_READ),
            LimitedRoute(_PATH, self.start, methods=["POST"], limit=_START),
            LimitedRoute(f"{_PATH}/session", self.finish, methods=["POST"], limit=_FINISH),
            LimitedRoute(f"{_PATH}/proof", self.prove_by_proxy, methods=["POST"], limit=_CHANGE),
            LimitedRoute("/api/account/identities/{identity}", self.drop, methods=["DELETE"], limit=_CHANGE),
        ]

    async def read(self, _: Request) -> Response:
        return JSONResponse({"provider": self._external.provider})

    async def start(self, request: Request) -> Response:
        asked = await body(request, ExternalStart)
        session = await self._people.session(request.cookies.get(COOKIE, ""))
        started = await self._external.start(
            asked.purpose, session, request.cookies.get(BROWSER_COOKIE, ""), address(request)
        )
        answer = JSONResponse({"url": started.url})
        answer.set_cookie(
            BROWSER_COOKIE,
            started.browser,
            max_age=PENDING_SECONDS,
            path=_PATH,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return answer

    async def finish(self, request: Request) -> Response:
        asked = await body(request, ExternalAnswer)
        before = await self._people.session(request.cookies.get(COOKIE, ""))
        browser = request.cookies.get(BROWSER_COOKIE, "")
        made = await self._external.finish(
            asked.state, asked.code, asked.issuer, browser, before, address(request), device(request)
        )
        if made is None:
            # Only people who are signed in prove something or add an identity.
            assert before is not None
            return JSONResponse({"person": before.person, "name": before.name})
        return begun(self._core, request, *made, before)

    async def prove_by_proxy(self, request: Request) -> Response:
        session = await self._core.identity.session(request)
        vouched = vouched_for(request)
        if vouched is None:
            raise OtherIdentity("no proxy vouches for this request")
        await self._people.accounts.prove_external(session, vouched)
        return Response(status_code=204)

    async def drop(self, request: Request) -> Response:
        session = await self._core.identity.session(request)
        if not await self._people.accounts.drop_identity(session, request.path_params["identity"]):
            raise Problem(404, "unknown", "this identity does not exist, or no longer")
        return Response(status_code=204)
