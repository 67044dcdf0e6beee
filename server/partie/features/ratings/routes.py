"""The ladders, and the effect of a rated table on its players' ratings."""

from __future__ import annotations

import re
from typing import Any, Final

from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.features.ratings.rater import Rater
from partie.features.ratings.ratings import Ratings
from partie.features.ratings.skill import shown
from partie.gateway.core import Core
from partie.gateway.http.errors import Problem
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Allowance, Limit
from partie.limits import Rate

PAGE: Final = 25
"""Accounts on one page of a ladder."""

READS: Final = Rate(120, 60.0)
"""Pages of ladders, and tables, per address."""


class RatingRoutes:
    """The routes of ratings."""

    def __init__(self, core: Core, ratings: Ratings, rater: Rater) -> None:
        self._core = core
        self._people = core.people
        self._registry = core.registry
        self._ratings = ratings
        self._rater = rater

    def routes(self) -> list[Limited]:
        read = Limit(cost=50, address=Allowance("ladders and ratings", READS))
        return [
            LimitedRoute("/api/games/{key}/ladder", self.ladder, methods=["GET"], limit=read),
            LimitedRoute("/api/tables/{table}/ratings", self.table, methods=["GET"], limit=read),
        ]

    async def ladder(self, request: Request) -> Response:
        """A page of a game's ladder, counted from 1, and the reader's own place."""
        game = request.path_params["key"]
        try:
            self._registry.newest(game)
        except LookupError:
            raise Problem(404, "unknown", f"unknown game {game!r}") from None
        wanted = request.query_params.get("page", "1")
        if not re.fullmatch("[1-9][0-9]{0,5}", wanted):
            raise Problem(422, "bad_page", "invalid page; expected a number from 1")
        ratings, page = self._ratings, int(wanted)
        total, standings = await ratings.ladder(game, (page - 1) * PAGE, PAGE)
        session = await self._core.identity.anybody(request)
        names = await self._people.names(standing.person for standing in standings)
        answer: dict[str, Any] = {
            "game": game,
            "page": page,
            "pages": max(1, -(-total // PAGE)),
            "total": total,
            "rows": [
                {
                    "place": standing.place,
                    "person": standing.person,
                    "name": names[standing.person],
                    "rating": to_builtins(shown(standing.rating)),
                }
                for standing in standings
                if standing.person in names
            ],
        }
        own = None if session is None else (await ratings.of(session.person)).get(game)
        if session is not None and own is not None:
            place = await ratings.place(game, session.person)
            answer["own"] = {
                "place": place or 0,
                "page": 0 if place is None else -(-place // PAGE),
                "rating": to_builtins(shown(own)),
            }
        return JSONResponse(answer)

    async def table(self, request: Request) -> Response:
        """The effect of a rated table on the ratings, for those who may watch it; processed now if still pending."""
        live, person = await self._core.named_tables.watched(request)
        table = live.delay.of_person(person)
        found = await self._rater.note(table)
        if found is None:
            raise Problem(404, "not_rated", "this table is not rated, or its game has not ended")
        seats = [
            {
                "seat": seat.seat,
                "rating": to_builtins(shown(seat.after)),
                "change": shown(seat.after).number - shown(seat.before).number,
            }
            for seat in found.seats
        ]
        return JSONResponse({"table": table.id, "void": found.void, "seats": seats})
