"""Installing the clocks."""

from __future__ import annotations

from partie.features.clocks.clocks import Clocks
from partie.gateway.core import Core


def install(core: Core) -> Clocks:
    """Watch the clocks of all tables."""
    clocks = Clocks(core)
    core.tables.hooks.observers.append(clocks)
    core.tables.hooks.outage = clocks.outage
    core.life.loops += [clocks.run, clocks.heart]
    return clocks
