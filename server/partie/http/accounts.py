"""Accounts: creating one from a guest, signing in, listing sessions, exporting personal data and deleting it."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.core import Core
from partie.gateway.http.body import body
from partie.gateway.http.device import device
from partie.gateway.http.errors import Problem
from partie.gateway.http.identity import address, forget_cookie, vouched_for
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Allowance, Limit
from partie.http.bodies import Credential, NewAccount, NewByPasskey, NewLogin, Password, Reset, SignIn
from partie.people.accounts import (
    ASKED,
    ATTEMPTS,
    ATTEMPTS_AT_NAME,
    ATTEMPTS_AT_NAME_ANYWHERE,
    ATTEMPTS_FROM,
    CHANGES,
    NEW_ACCOUNTS,
)
from partie.people.passkeys import Site
from partie.people.sessions import COOKIE, Session, handle

CHANGED: Final = Allowance("changes of an account", CHANGES)
CREATED: Final = Allowance("new accounts, per address", NEW_ACCOUNTS)
ATTEMPTED: Final = Allowance("attempts to sign in, per address", ATTEMPTS_FROM)
CHALLENGED: Final = Allowance("passkey challenges, per address", ASKED)

_READ: Final = Limit(cost=20)
_EXPORT: Final = Limit(cost=200)
_ASK: Final = Limit(cost=20, handler=(CHALLENGED,))
_CHANGE: Final = Limit(cost=40, handler=(CHANGED,))
_PROVE: Final = Limit(cost=100, handler=(Allowance("password attempts, per person", ATTEMPTS),))
_BECOME: Final = Limit(
    cost=100,
    handler=(CHANGED, CREATED),
)
_SIGN_IN: Final = Limit(
    cost=100,
    handler=(
        ATTEMPTED,
        Allowance("attempts at one name, per address", ATTEMPTS_AT_NAME),
        Allowance("attempts at one name, from anywhere", ATTEMPTS_AT_NAME_ANYWHERE),
    ),
)


class Accounts:
    """The routes under ``/api/account``."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._exports = core.exports
        self._people = core.people
        self._accounts = core.people.accounts
        self._recovery = core.people.recovery
        self._identity = core.identity

    def routes(self) -> list[Limited]:
        return [
            LimitedRoute("/api/account", self.read, methods=["GET"], limit=_READ),
            LimitedRoute("/api/account", self.become, methods=["POST"], limit=_BECOME),
            LimitedRoute("/api/account", self.erase, methods=["DELETE"], limit=_EXPORT),
            LimitedRoute("/api/account/passkey/offer", self.offer_account, methods=["POST"], limit=_BECOME),
            LimitedRoute("/api/account/passkey", self.become_by_passkey, methods=["POST"], limit=_BECOME),
            LimitedRoute("/api/account/session", self.sign_in, methods=["POST"], limit=_SIGN_IN),
            LimitedRoute("/api/account/proof", self.prove, methods=["POST"], limit=_PROVE),
            LimitedRoute("/api/account/password", self.change_password, methods=["PUT"], limit=_CHANGE),
            LimitedRoute("/api/account/reset", self.reset, methods=["POST"], limit=_SIGN_IN),
            LimitedRoute("/api/account/passkeys/offer", self.offer_passkey, methods=["POST"], limit=_CHANGE),
            LimitedRoute("/api/account/passkeys", self.add_passkey, methods=["POST"], limit=_CHANGE),
            LimitedRoute("/api/account/passkeys/{passkey}", self.drop_passkey, methods=["DELETE"], limit=_CHANGE),
            LimitedRoute("/api/account/session/passkey/ask", self.ask_passkey, methods=["POST"], limit=_ASK),
            LimitedRoute("/api/account/session/passkey", self.sign_in_by_passkey, methods=["POST"], limit=_SIGN_IN),
            LimitedRoute("/api/account/sessions", self.list_sessions, methods=["GET"], limit=_READ),
            LimitedRoute("/api/account/sessions", self.end_others, methods=["DELETE"], limit=_READ),
            LimitedRoute("/api/account/sessions/{session}", self.end_session, methods=["DELETE"], limit=_READ),
            LimitedRoute("/api/account/export", self.export, methods=["GET"], limit=_EXPORT),
        ]

    # --- creating and signing in ----------------------------------------------------------------------------------

    async def read(self, request: Request) -> Response:
        session = await self._identity.session(request)
        account = msgspec.to_builtins(await self._accounts.of(session.person))
        proved_until = await self._accounts.proved_until(session)
        vouched = vouched_for(request)
        return JSONResponse(
            {
                **account,
                "proved_until": proved_until,
                "mail_offered": self._recovery.offered,
                "provider": self._people.external.provider,
                "vouched": vouched is not None and await self._accounts.is_of(session, vouched),
            }
        )

    async def become(self, request: Request) -> Response:
        before = await self._identity.session(request)
        asked = await body(request, NewAccount)
        if asked.email:
            self._recovery.demand_offered()
        session, cookie = await self._accounts.become(
            before, asked.login, asked.password, address(request), asked.email, device(request)
        )
        return self._became(request, session, cookie, before, asked)

    async def offer_account(self, request: Request) -> Response:
        session = await self._identity.session(request)
        asked = await body(request, NewLogin)
        return JSONResponse(await self._accounts.offer_account(session, asked.login, _site(request), address(request)))

    async def become_by_passkey(self, request: Request) -> Response:
        before = await self._identity.session(request)
        asked = await body(request, NewByPasskey)
        if asked.email:
            self._recovery.demand_offered()
        session, cookie = await self._accounts.become_by_passkey(
            before, asked.login, asked.credential, _site(request), asked.email, device(request)
        )
        return self._became(request, session, cookie, before, asked)

    async def sign_in(self, request: Request) -> Response:
        asked = await body(request, SignIn)
        before = await self._people.session(request.cookies.get(COOKIE, ""))
        session, cookie = await self._accounts.sign_in(
            asked.login, asked.password, address(request), before, device(request)
        )
        return begun(self._core, request, session, cookie, before)

    async def reset(self, request: Request) -> Response:
        asked = await body(request, Reset)
        session, cookie = await self._accounts.reset(asked.code, asked.password, address(request), device(request))
        return begun(self._core, request, session, cookie, None)

    def _became(
        self, request: Request, session: Session, cookie: str, before: Session, asked: NewAccount | NewByPasskey
    ) -> Response:
        if asked.email:
            self._recovery.confirm_later(session, asked.language, address(request))
        return begun(self._core, request, session, cookie, before)

    # --- changes --------------------------------------------------------------------------------------------------

    async def prove(self, request: Request) -> Response:
        session = await self._identity.session(request)
        await self._accounts.prove(session, (await body(request, Password)).password)
        return Response(status_code=204)

    async def change_password(self, request: Request) -> Response:
        session = await self._identity.session(request)
        await self._accounts.change_password(session, (await body(request, Password)).password)
        return Response(status_code=204)

    # --- passkeys -------------------------------------------------------------------------------------------------

    async def offer_passkey(self, request: Request) -> Response:
        session = await self._identity.session(request)
        return JSONResponse(await self._accounts.offer_passkey(session, _site(request)))

    async def add_passkey(self, request: Request) -> Response:
        session = await self._identity.session(request)
        asked = await body(request, Credential)
        await self._accounts.add_passkey(session, asked.credential, _site(request), device(request))
        return Response(status_code=204)

    async def drop_passkey(self, request: Request) -> Response:
        session = await self._identity.session(request)
        if not await self._accounts.drop_passkey(session, request.path_params["passkey"]):
            raise Problem(404, "unknown", "this passkey does not exist, or no longer")
        return Response(status_code=204)

    async def ask_passkey(self, request: Request) -> Response:
        return JSONResponse(await self._accounts.ask_passkey(address(request), _site(request)))

    async def sign_in_by_passkey(self, request: Request) -> Response:
        asked = await body(request, Credential)
        before = await self._people.session(request.cookies.get(COOKIE, ""))
        session, cookie = await self._accounts.sign_in_by_passkey(
            asked.credential, _site(request), address(request), before, device(request)
        )
        return begun(self._core, request, session, cookie, before)

    # --- sessions -------------------------------------------------------------------------------------------------

    async def list_sessions(self, request: Request) -> Response:
        return JSONResponse(await self._listed(await self._identity.session(request)))

    async def end_session(self, request: Request) -> Response:
        session = await self._identity.session(request)
        if not await self._accounts.end(session, request.path_params["session"]):
            raise Problem(404, "unknown", "this session does not exist, or no longer")
        return Response(status_code=204)

    async def end_others(self, request: Request) -> Response:
        await self._accounts.end_others(await self._identity.session(request))
        return Response(status_code=204)

    async def _listed(self, session: Session) -> list[dict[str, Any]]:
        return [
            {
                "session": one.handle,
                "device": one.device,
                "made": one.made,
                "seen": one.seen,
                "this": one.handle == handle(session.id),
            }
            for one in await self._accounts.sessions(session.person)
        ]

    # --- personal data --------------------------------------------------------------------------------------------

    async def export(self, request: Request) -> Response:
        session = await self._identity.session(request)
        await self._accounts.demand_proof(session)
        data = {
            "account": await self._accounts.of(session.person),
            "sessions": await self._listed(session),
            "bots": await self._people.tokens.of(session.person),
            "games": await self._people.games.of(session.person),
            **{name: await export(session.person) for name, export in self._exports.items()},
        }
        file = msgspec.json.format(msgspec.json.encode(data), indent=2)
        name = f'attachment; filename="partie-{session.person}.json"'
        return Response(file, media_type="application/json", headers={"Content-Disposition": name})

    async def erase(self, request: Request) -> Response:
        session = await self._identity.session(request)
        await self._accounts.demand_proof(session)
        await self._people.forget(session.person)
        return forget_cookie(request)


def begun(core: Core, request: Request, session: Session, cookie: str, before: Session | None) -> Response:
    """Return the response to a sign-in that replaces the session ``before``, if any."""
    core.metrics.sessions.labels("account").inc()
    answer = core.identity.answer(request, session, cookie, 201)
    if before is not None:
        # The page has its new cookie before its old connection is cut, and so reconnects by itself.
        answer.background = BackgroundTask(core.people.accounts.replaced, before)
    return answer


def _site(request: Request) -> Site:
    """Return the name under which the page was opened. The guard has checked that page and host agree."""
    return Site(request.url.hostname or "", request.headers.get("origin", ""))
