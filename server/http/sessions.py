"""Who one is: a guest with a name, a session in a cookie, and a code for another device."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from server.http.body import body
from server.http.errors import Problem
from server.people.persons import KEPT_SECONDS
from server.people.sessions import COOKIE, Session
from server.services import Services


class Name(Struct, forbid_unknown_fields=True):
    name: str


class Code(Struct, forbid_unknown_fields=True):
    code: str


class Sessions:
    """The routes under ``/api/session``."""

    def __init__(self, services: Services) -> None:
        self._people = services.people
        self._metrics = services.metrics

    def routes(self) -> list[Route]:
        return [
            Route("/api/session", self.read, methods=["GET"]),
            Route("/api/session", self.sign_in, methods=["POST"]),
            Route("/api/session", self.rename, methods=["PATCH"]),
            Route("/api/session", self.sign_out, methods=["DELETE"]),
            Route("/api/session/link", self.link, methods=["POST"]),
            Route("/api/session/redeem", self.redeem, methods=["POST"]),
        ]

    async def session(self, request: Request) -> Session:
        """The session of a request. Raises :class:`Problem`."""
        session = await self._people.session(request.cookies.get(COOKIE, ""))
        if session is None:
            raise Problem(401, "no_session", "sign in first: POST /api/session with a name")
        return session

    async def read(self, request: Request) -> Response:
        session = await self._people.session(request.cookies.get(COOKIE, ""))
        if session is None:
            # To be nobody yet is no mistake, and a browser would note a refusal as one.
            return Response(status_code=204)
        return self._answer(request, session, self._people.cookie(session))

    async def sign_in(self, request: Request) -> Response:
        named = await body(request, Name)
        session, cookie = await self._people.sign_in(named.name, _address(request))
        self._metrics.sessions.labels("new").inc()
        return self._answer(request, session, cookie, 201)

    async def rename(self, request: Request) -> Response:
        session = await self.session(request)
        renamed = await self._people.rename(session, (await body(request, Name)).name)
        return JSONResponse({"person": renamed.person, "name": renamed.name})

    async def sign_out(self, request: Request) -> Response:
        await self._people.sign_out(await self.session(request))
        answer = Response(status_code=204)
        answer.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")
        return answer

    async def link(self, request: Request) -> Response:
        link = await self._people.make_link(await self.session(request))
        return JSONResponse({"code": link.code, "path": f"/device#{link.code}", "expires": link.expires}, 201)

    async def redeem(self, request: Request) -> Response:
        code = (await body(request, Code)).code
        before = await self._people.session(request.cookies.get(COOKIE, ""))
        session, cookie = await self._people.redeem(code, _address(request), before)
        self._metrics.sessions.labels("code").inc()
        return self._answer(request, session, cookie, 201)

    def _answer(self, request: Request, session: Session, cookie: str, status: int = 200) -> Response:
        """Who one is, with the cookie, which lives on from each time one comes back."""
        answer = JSONResponse({"person": session.person, "name": session.name}, status)
        answer.set_cookie(
            COOKIE,
            cookie,
            max_age=KEPT_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return answer


def _address(request: Request) -> str:
    return "" if request.client is None else request.client.host
