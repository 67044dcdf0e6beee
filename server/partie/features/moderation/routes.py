"""The API of the moderators' page: reports, rules in force, and the log."""

from __future__ import annotations

from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.features.chat.api import Chats
from partie.features.moderation.acts import Act, BadAct, Wanted
from partie.features.moderation.moderation import Moderation
from partie.gateway.core import Core
from partie.gateway.http.body import body
from partie.gateway.http.errors import Problem
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Limit


class ModerationRoutes:
    """The routes under ``/api/moderation``."""

    def __init__(self, core: Core, moderation: Moderation) -> None:
        self._core = core
        self._moderation = moderation
        self._chats = Chats(core.redis)

    def routes(self) -> list[Limited]:
        return [
            LimitedRoute("/api/moderation", self.read, methods=["GET"], limit=Limit(cost=100)),
            LimitedRoute("/api/moderation", self.act, methods=["POST"], limit=Limit(cost=60)),
        ]

    async def read(self, request: Request) -> Response:
        """Everything a moderator needs, with the names of the people in it."""
        person = await self._person(request)
        reports, log, held = await self._chats.reports(), await self._moderation.log(), self._moderation.held
        persons = {line.person for report in reports for line in report.lines}
        persons |= {report.by for report in reports} | {act.by for act in log} | {act.target for act in log}
        persons |= {*held.muted, *held.banned, *held.networks, *held.roles}
        names = await self._core.people.names(sorted(one for one in persons if one.isalnum()))
        data = {
            "role": self._moderation.role(person),
            "reports": reports,
            "held": {name: list(getattr(held, name).values()) for name in held.__struct_fields__},
            "log": log,
            "names": names,
        }
        return JSONResponse(to_builtins(data))

    async def act(self, request: Request) -> Response:
        person = await self._person(request)
        wanted = await body(request, Wanted)
        if not self._moderation.may(person, wanted.kind, wanted.target):
            raise Problem(403, "not_yours", "only owners can do this")
        try:
            done = await self._moderation.do(Act(wanted.kind, wanted.target, person, wanted.why, wanted.until))
        except BadAct as bad:
            raise Problem(422, bad.code, str(bad)) from None
        return JSONResponse(to_builtins(done))

    async def _person(self, request: Request) -> str:
        """The moderator who makes the request. Raises :class:`Problem`."""
        person = (await self._core.identity.session(request)).person
        if not self._moderation.role(person):
            raise Problem(403, "not_yours", "only moderators can open this page")
        return person
