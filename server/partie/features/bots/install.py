"""Installing bots: those that play seats on this node, and the accounts of those that others run with a token."""

from __future__ import annotations

from partie.features.bots.driver import BotDriver
from partie.features.bots.reasons import Reasons
from partie.features.bots.routes import BotRoutes
from partie.features.bots.thinker import Thinker
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.gateway.limiter import Limit
from partie.wire import client_in


def install(core: Core) -> BotDriver:
    """Install the driver of bots, their reasons and the routes for bot accounts."""
    thinker = Thinker(core.settings.engines, core.metrics)
    reasons = Reasons(core)
    driver = BotDriver(core, thinker, reasons, core.settings.bot_pause)
    core.tables.hooks.observers.append(driver)
    core.tables.hooks.questions[client_in.GetReason] = reasons.ask
    core.connections.routes.add(client_in.GetReason, Connection.question, limit=Limit(cost=10))
    core.life.closing.append(thinker.stop)
    core.http += BotRoutes(core).routes()
    return driver
