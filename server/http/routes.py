"""All routes in the order in which they are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import BaseRoute

from server.http import client
from server.http.games import Games
from server.http.health import Health
from server.http.sessions import Sessions
from server.http.tables import Tables
from server.services import Services

if TYPE_CHECKING:
    from server.hub.hub import Hub


def routes(services: Services, hub: Hub) -> list[BaseRoute]:
    """The routes of a node; the client's page, which answers everything else, comes last."""
    sessions = Sessions(services)
    return [
        *sessions.routes(),
        *Games(services.registry).routes(),
        *Tables(services, hub, sessions).routes(),
        *Health(services).routes(),
        *client.routes(),
    ]
