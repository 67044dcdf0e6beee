"""All routes in the order in which they are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import BaseRoute

from server.http import client
from server.http.accounts import Accounts
from server.http.bots import Bots
from server.http.calls import Calls
from server.http.games import Games
from server.http.health import Health
from server.http.moderation import Moderating
from server.http.profiles import Profiles
from server.http.ratings import Ratings
from server.http.sessions import Sessions
from server.http.tables import Tables
from server.services import Services

if TYPE_CHECKING:
    from server.hub.hub import Hub


def routes(services: Services, hub: Hub) -> list[BaseRoute]:
    """The routes of a node; the client's page, which answers everything else, comes last."""
    sessions = Sessions(services)
    tables = Tables(services, hub, sessions)
    return [
        *sessions.routes(),
        *Accounts(services, sessions).routes(),
        *Bots(services, sessions).routes(),
        *Profiles(services, sessions).routes(),
        *Calls(services, hub, sessions).routes(),
        *Games(services.registry).routes(),
        *tables.routes(),
        *Ratings(services, hub, sessions, tables).routes(),
        *Moderating(services, sessions).routes(),
        *Health(services, hub).routes(),
        *client.routes(),
    ]
