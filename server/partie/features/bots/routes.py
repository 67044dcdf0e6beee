"""Managing an account's bots: creating and deleting them, renewing and revoking their tokens."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.core import Core
from partie.gateway.http.body import body
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Allowance, Limit
from partie.limits import Rate
from partie.people.records import Name
from partie.people.sessions import Session
from partie.people.tokens import MOST

CHANGES: Final = Rate(20, 60.0)
"""Changes to the bots of one account."""


class BotRoutes:
    """The routes under ``/api/account/bots``."""

    def __init__(self, core: Core) -> None:
        self._people = core.people
        self._tokens = core.people.tokens
        self._identity = core.identity

    def routes(self) -> list[Limited]:
        change = Limit(cost=40, person=Allowance("changes of bots", CHANGES))
        return [
            LimitedRoute("/api/account/bots", self.read, methods=["GET"], limit=Limit(cost=20)),
            LimitedRoute("/api/account/bots", self.make, methods=["POST"], limit=change),
            LimitedRoute("/api/account/bots/{bot}", self.erase, methods=["DELETE"], limit=change),
            LimitedRoute("/api/account/bots/{bot}/token", self.renew, methods=["POST"], limit=change),
            LimitedRoute("/api/account/bots/{bot}/token", self.revoke, methods=["DELETE"], limit=Limit(cost=40)),
        ]

    async def read(self, request: Request) -> Response:
        session = await self._identity.session(request)
        bots = await self._tokens.of(session.person)
        return JSONResponse({"bots": msgspec.to_builtins(bots), "most": MOST})

    async def make(self, request: Request) -> Response:
        session = await self._owner(request)
        made = await self._tokens.make(session.person, (await body(request, Name)).name)
        return JSONResponse(msgspec.to_builtins(made), 201)

    async def renew(self, request: Request) -> Response:
        session = await self._owner(request)
        renewed = await self._tokens.renew(session.person, request.path_params["bot"])
        return JSONResponse(msgspec.to_builtins(renewed), 201)

    async def revoke(self, request: Request) -> Response:
        # Needs no proof of identity: revoking a token that may be stolen must be quick.
        session = await self._identity.session(request)
        await self._tokens.revoke(session.person, request.path_params["bot"])
        return Response(status_code=204)

    async def erase(self, request: Request) -> Response:
        session = await self._owner(request)
        bot = request.path_params["bot"]
        await self._tokens.owned(session.person, bot)
        await self._people.forget(bot)
        return Response(status_code=204)

    async def _owner(self, request: Request) -> Session:
        """The owner who changes bots, with a recent proof of identity. Raises :class:`Problem` and others."""
        session = await self._identity.session(request)
        await self._people.accounts.demand_proof(session)
        return session
