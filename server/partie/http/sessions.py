"""Who one is: a guest with a name, a session in a cookie, and a code for another device."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from partie.http.body import body
from partie.http.device import device
from partie.http.errors import Problem
from partie.http.origin import shown
from partie.people.limits import LocalLimit, Rate
from partie.people.persons import KEPT_SECONDS
from partie.people.sessions import COOKIE, Session
from partie.people.tokens import Bearer, is_bot
from partie.services import Services


class Name(Struct, forbid_unknown_fields=True):
    name: str


class Code(Struct, forbid_unknown_fields=True):
    code: str


class Sessions:
    """The routes under ``/api/session``."""

    def __init__(self, services: Services) -> None:
        self._people = services.people
        self._uses = LocalLimit(Rate(1, 600.0))
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
        """The session of a request by a person, for bots do nothing but play. Raises :class:`Problem`."""
        session = await self.anybody(request)
        if session is None:
            raise Problem(401, "no_session", "sign in first: POST /api/session with a name")
        if is_bot(session.person):
            raise Problem(403, "not_for_bots", "a bot plays and reads; this is for its owner to do")
        return session

    async def anybody(self, request: Request) -> Session | None:
        """The session of a request by a person or a bot, or of nobody. Raises :class:`Problem` for a bad token."""
        shows = shown(request)
        session = await self._people.session(shows)
        if isinstance(shows, Bearer):
            if session is None:
                raise Problem(401, "bad_token", "this token is good no more, or never was")
            if self._uses.take(session.person):
                await self._people.seen(session)
        return session

    async def read(self, request: Request) -> Response:
        session = await self.anybody(request)
        if session is None:
            # To be nobody yet is no mistake, and a browser would note a refusal as one.
            return Response(status_code=204)
        if is_bot(session.person):
            return JSONResponse({"person": session.person, "name": session.name})
        return self.answer(request, session, self._people.cookie(session))

    async def sign_in(self, request: Request) -> Response:
        named = await body(request, Name)
        session, cookie = await self._people.sign_in(named.name, address(request), device(request))
        self._metrics.sessions.labels("new").inc()
        return self.answer(request, session, cookie, 201)

    async def rename(self, request: Request) -> Response:
        session = await self.session(request)
        renamed = await self._people.rename(session, (await body(request, Name)).name)
        return JSONResponse({"person": renamed.person, "name": renamed.name})

    async def sign_out(self, request: Request) -> Response:
        await self._people.sign_out(await self.session(request))
        return forget_cookie(request)

    async def link(self, request: Request) -> Response:
        link = await self._people.make_link(await self.session(request))
        return JSONResponse({"code": link.code, "path": f"/device#{link.code}", "expires": link.expires}, 201)

    async def redeem(self, request: Request) -> Response:
        code = (await body(request, Code)).code
        before = await self._people.session(request.cookies.get(COOKIE, ""))
        session, cookie = await self._people.redeem(code, address(request), before, device(request))
        self._metrics.sessions.labels("code").inc()
        return self.answer(request, session, cookie, 201)

    def answer(self, request: Request, session: Session, cookie: str, status: int = 200) -> Response:
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


def forget_cookie(request: Request) -> Response:
    """The answer by which a browser forgets its session."""
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")
    return answer


def address(request: Request) -> str:
    """The network address that a request comes from; empty if there is none."""
    return "" if request.client is None else request.client.host
