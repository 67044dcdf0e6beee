"""All routes in the order in which they are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import BaseRoute

from partie.features.bots.routes import Bots
from partie.features.moderation.routes import Moderating
from partie.features.notifications.routes import Calls
from partie.features.ratings.routes import Ratings
from partie.http import client
from partie.http.accounts import Accounts
from partie.http.games import Games
from partie.http.health import Health
from partie.http.profiles import Profiles
from partie.http.sessions import Sessions
from partie.http.tables import Tables
from partie.services import Services

if TYPE_CHECKING:
    from partie.hub import Hub


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
