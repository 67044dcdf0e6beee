"""The email address of an account, and resetting a forgotten password by a link sent there."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.core import Core
from partie.gateway.http.body import body
from partie.gateway.http.device import device
from partie.gateway.http.identity import address
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Allowance, Limit
from partie.http.accounts import begun
from partie.http.bodies import Email, Forgotten, NewPassword, Token
from partie.people.recovery import CONFIRMATIONS, CONFIRMATIONS_FROM, OPENED, REQUESTS_FROM
from partie.people.sessions import COOKIE

_OPENED: Final = Allowance("links from emails, per address", OPENED)
_READ: Final = Limit(cost=5)
_OPEN: Final = Limit(cost=20, handler=(_OPENED,))
_RESET: Final = Limit(cost=100, handler=(_OPENED,))
_REQUEST: Final = Limit(cost=40, handler=(Allowance("reset links, per address", REQUESTS_FROM),))
_CHANGE: Final = Limit(
    cost=40,
    handler=(
        Allowance("confirmation emails, per account", CONFIRMATIONS),
        Allowance("confirmation emails, per address", CONFIRMATIONS_FROM),
    ),
)


class Recovery:
    """The routes under ``/api/account/mail`` and ``/api/account/recovery``."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._recovery = core.people.recovery

    def routes(self) -> list[Limited]:
        return [
            LimitedRoute("/api/account/mail", self.change_email, methods=["PUT"], limit=_CHANGE),
            LimitedRoute("/api/account/mail/confirm", self.confirm, methods=["POST"], limit=_OPEN),
            LimitedRoute("/api/account/recovery", self.read, methods=["GET"], limit=_READ),
            LimitedRoute("/api/account/recovery", self.request, methods=["POST"], limit=_REQUEST),
            LimitedRoute("/api/account/recovery/link", self.read_link, methods=["POST"], limit=_OPEN),
            LimitedRoute("/api/account/recovery/password", self.reset, methods=["POST"], limit=_RESET),
        ]

    async def change_email(self, request: Request) -> Response:
        session = await self._core.identity.session(request)
        asked = await body(request, Email)
        await self._recovery.change_email(session, asked.email, asked.language, address(request))
        return Response(status_code=204)

    async def confirm(self, request: Request) -> Response:
        token = (await body(request, Token)).token
        return JSONResponse({"mail": await self._recovery.confirm(token, address(request))})

    async def read(self, _: Request) -> Response:
        return JSONResponse({"mail_offered": self._recovery.offered})

    async def request(self, request: Request) -> Response:
        asked = await body(request, Forgotten)
        await self._recovery.request(asked.name, asked.language, address(request))
        return Response(status_code=204)

    async def read_link(self, request: Request) -> Response:
        token = (await body(request, Token)).token
        return JSONResponse({"login": await self._recovery.login_of(token, address(request))})

    async def reset(self, request: Request) -> Response:
        asked = await body(request, NewPassword)
        before = await self._core.people.session(request.cookies.get(COOKIE, ""))
        session, cookie = await self._recovery.reset(
            asked.token, asked.password, address(request), before, device(request)
        )
        return begun(self._core, request, session, cookie, before)
