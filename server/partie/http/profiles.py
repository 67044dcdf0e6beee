"""Profiles: a person's ended games, and how two persons did against each other."""

from __future__ import annotations

import re
from typing import Final

from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.core import Core
from partie.gateway.http.errors import Problem
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Allowance, Limit
from partie.limits import Rate
from partie.people.records import Played
from partie.people.statistics import against, statistics

READS: Final = Rate(120, 60.0)
"""Profiles per address: each loads hundreds of games and names."""

PAGE: Final = 50
"""Games per page, the newest first; the next page is requested by the last game of this one."""


class Profiles:
    """The routes under ``/api/people``."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._people = core.people

    def routes(self) -> list[Limited]:
        read = Limit(cost=60, address=Allowance("profiles", READS))
        return [LimitedRoute("/api/people/{person}", self.read, methods=["GET"], limit=read)]

    async def read(self, request: Request) -> Response:
        """Return the profile. Tables that not everybody may watch are included only if the reader sat there too.

        With ``after``, a table, its games are the ones before that one.
        """
        person = request.path_params["person"]
        known = await self._people.names([person]) if re.fullmatch("[a-z02-7]{16}", person) else {}
        if person not in known:
            raise Problem(404, "unknown", "nobody has this id, or no longer")
        session = await self._core.identity.anybody(request)
        reader = "" if session is None else session.person
        games = await self._people.games.of(person)
        seconds, _ = await self._core.redis.time() if any(game.until for game in games) else (0, 0)
        games = [game for game in games if _sat(game, reader) or (game.open and game.until <= 1000 * seconds)]
        opponents = against(person, games)
        older = _behind(games, request.query_params.get("after", ""))
        page = older[:PAGE]
        shown = {seat.person for game in page for seat in game.seats} | {other.person for other in opponents}
        return JSONResponse(
            {
                "person": person,
                "name": known[person],
                "games": [to_builtins(game) for game in page],
                "more": len(older) > PAGE,
                **{name: await part(person) for name, part in self._core.profiles.items()},
                "statistics": to_builtins(statistics(person, games)),
                "against": to_builtins(opponents),
                "names": await self._people.names(sorted(shown - {""})),
            }
        )


def _sat(game: Played, person: str) -> bool:
    return bool(person) and any(seat.person == person for seat in game.seats)


def _behind(games: list[Played], table: str) -> list[Played]:
    """Return the games that follow that of a table, none if it is not among them; all of them without a table."""
    if not table:
        return games
    place = next((place for place, game in enumerate(games) if game.table == table), len(games))
    return games[place + 1 :]
