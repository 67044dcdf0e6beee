"""The twin of ``stuck.py`` for a node of its own, whose watchdog is less patient than the service's."""

from __future__ import annotations

from partie.isolation import watchdog
from tests.server.isolation.stuck import stuck

__all__ = ["stuck"]

vars(watchdog).update(CHECK_SECONDS=0.05, DEAD_SECONDS=1.0)
