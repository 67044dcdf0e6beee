"""The context of a decision, taken from a live table."""

from __future__ import annotations

from collections.abc import Callable

from partie.clock import Clock
from partie.isolation.watchdog import EngineStuck, is_stuck
from partie.live.observer import Hooks
from partie.live.request import Request
from partie.table import Context, Decision, EngineFailed, Engines, History, Newer, Refused, Table, TableBroken, decide


class Decider:
    """Decides commands for the live tables of a node.

    ``on_failure`` is called with the table and the error when an engine fails on a command.
    """

    def __init__(
        self, engines: Engines, clock: Clock, hooks: Hooks, on_failure: Callable[[Table, Exception], None]
    ) -> None:
        self._engines = engines
        self._clock = clock
        self._hooks = hooks
        self._on_failure = on_failure

    def __call__(self, history: History, request: Request, known: Table | None = None) -> Decision | Refused:
        """What the command would make of the table, given who is here now; or of what the person knows of it.

        Raises :class:`EngineStuck`, and :class:`Newer` or :class:`TableBroken` where the log cannot be folded.
        """
        now = self._clock.now()
        context = Context(
            person=request.person,
            id=request.id,
            engines=self._engines,
            past=history.past,
            now=now,
            away=self._hooks.away(history.id),
            shown=history.reach(now),
            invited=request.invited,
            brought=request.brought,
        )
        try:
            decision = decide(known or history.newest, request.command, context)
            if isinstance(decision, Decision):
                _ = decision.body  # encoded now, so that what cannot be is refused as well
        except Exception as error:
            if isinstance(error, Newer | TableBroken) and not isinstance(error, EngineFailed):
                raise  # it is the log that cannot be folded
            if is_stuck(error):
                raise EngineStuck(str(error)) from error  # once more, and everybody would wait again
            # Nothing was appended: the position stands, and whoever does something else can go on.
            self._on_failure(history.newest, error)
            return Refused("engine_failed")
        return decision
