"""Sessions: a guest with a name, a session in a cookie, and a code for another device."""

from __future__ import annotations

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.core import Core
from partie.gateway.http.body import body
from partie.gateway.http.device import device
from partie.gateway.http.identity import address, forget_cookie, vouched_for
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Allowance, Limit
from partie.http.accounts import ATTEMPTED, CREATED
from partie.http.bodies import Code
from partie.limits import Rate
from partie.people.identities import ExternalIdentity
from partie.people.ids import is_bot
from partie.people.people import CHANGES
from partie.people.records import Name
from partie.people.sessions import COOKIE, Session


class Sessions:
    """The routes under ``/api/session``."""

    def __init__(self, core: Core) -> None:
        self._people = core.people
        self._identity = core.identity
        self._metrics = core.metrics
        self._rate = Rate(core.settings.sessions_per_hour, 3600.0)

    def routes(self) -> list[Limited]:
        change = Limit(cost=20, handler=(Allowance("new names and codes", CHANGES),))
        begin = Limit(cost=60, handler=(Allowance("new sessions, per address", self._rate),))
        return [
            LimitedRoute(
                "/api/session", self.read, methods=["GET"], limit=Limit(cost=10, handler=(ATTEMPTED, CREATED))
            ),
            LimitedRoute("/api/session", self.sign_in, methods=["POST"], limit=begin),
            LimitedRoute("/api/session", self.rename, methods=["PATCH"], limit=change),
            LimitedRoute("/api/session", self.sign_out, methods=["DELETE"], limit=Limit(cost=20)),
            LimitedRoute("/api/session/link", self.link, methods=["POST"], limit=change),
            LimitedRoute("/api/session/redeem", self.redeem, methods=["POST"], limit=begin),
        ]

    async def read(self, request: Request) -> Response:
        session = await self._identity.anybody(request)
        vouched = vouched_for(request)
        if vouched is not None and not (session is not None and await self._may_stay(session, vouched)):
            return await self._sign_in_vouched(request, vouched, session)
        if session is None:
            # Having no session yet is not an error, and a browser would log a refusal as one.
            return Response(status_code=204)
        if is_bot(session.person):
            return JSONResponse({"person": session.person, "name": session.name})
        return self._identity.answer(request, session, self._people.cookie(session))

    async def _may_stay(self, session: Session, vouched: ExternalIdentity) -> bool:
        return is_bot(session.person) or await self._people.accounts.is_of(session, vouched)

    async def _sign_in_vouched(self, request: Request, vouched: ExternalIdentity, before: Session | None) -> Response:
        """Sign in whom the proxy names, in place of anybody else who is signed in here."""
        session, cookie = await self._people.accounts.sign_in_external(
            vouched, address(request), before, device(request), proved=True
        )
        self._metrics.sessions.labels("account").inc()
        answer = self._identity.answer(request, session, cookie)
        if before is not None:
            answer.background = BackgroundTask(self._people.accounts.replaced, before)
        return answer

    async def sign_in(self, request: Request) -> Response:
        named = await body(request, Name)
        session, cookie = await self._people.sign_in(named.name, address(request), device(request))
        self._metrics.sessions.labels("new").inc()
        return self._identity.answer(request, session, cookie, 201)

    async def rename(self, request: Request) -> Response:
        session = await self._identity.session(request)
        renamed = await self._people.rename(session, (await body(request, Name)).name)
        return JSONResponse({"person": renamed.person, "name": renamed.name})

    async def sign_out(self, request: Request) -> Response:
        await self._people.sign_out(await self._identity.session(request))
        return forget_cookie(request)

    async def link(self, request: Request) -> Response:
        link = await self._people.make_link(await self._identity.session(request))
        return JSONResponse({"code": link.code, "path": f"/device#{link.code}", "expires": link.expires}, 201)

    async def redeem(self, request: Request) -> Response:
        code = (await body(request, Code)).code
        before = await self._people.session(request.cookies.get(COOKIE, ""))
        session, cookie = await self._people.redeem(code, address(request), before, device(request))
        self._metrics.sessions.labels("code").inc()
        return self._identity.answer(request, session, cookie, 201)
