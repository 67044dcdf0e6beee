"""The latest finished games of a game, to be watched again, and how bots did in them."""

from __future__ import annotations

from typing import Final

from msgspec import to_builtins
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.core import Core
from partie.gateway.http.errors import Problem
from partie.gateway.http.routing import Limited, LimitedRoute
from partie.gateway.limiter import Allowance, Limit
from partie.limits import Rate
from partie.people.statistics import bot_records
from partie.registry import UnknownGame

READS: Final = Rate(120, 60.0)
"""Lists per address: each loads a hundred games, and some names."""

LISTED: Final = 5
"""Games that are listed."""


class Finished:
    """The route that lists them."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._people = core.people

    def routes(self) -> list[Limited]:
        read = Limit(cost=30, address=Allowance("finished", READS))
        return [LimitedRoute("/api/games/{key}/finished", self.read, methods=["GET"], limit=read)]

    async def read(self, request: Request) -> Response:
        """Return the latest games, the newest first, without those whose end delayed spectators have not seen yet."""
        key = request.path_params["key"]
        try:
            self._core.registry.newest(key)
        except UnknownGame as unknown:
            raise Problem(404, "unknown_game", str(unknown)) from None
        games = await self._people.games.latest(key)
        seconds, _ = await self._core.redis.time() if any(game.until for game in games) else (0, 0)
        games = [game for game in games if game.until <= 1000 * seconds]
        listed = games[:LISTED]
        persons = {seat.person for game in listed for seat in game.seats} - {""}
        return JSONResponse(
            {
                "games": [to_builtins(game) for game in listed],
                "bots": to_builtins(bot_records(games)),
                "names": await self._people.names(sorted(persons)),
            }
        )
