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
        """Decide a command on the newest table, or on ``known``, the table as its person knows it.

        Raises :class:`EngineStuck`, and :class:`Newer` or :class:`TableBroken` if the log cannot be folded.
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
                _ = decision.body  # encode now, so that a body that cannot be encoded is refused as well
        except Exception as error:
            if isinstance(error, Newer | TableBroken) and not isinstance(error, EngineFailed):
                raise  # the log itself cannot be folded
            if is_stuck(error):
                raise EngineStuck(str(error)) from error  # a second attempt would block everybody again
            # Nothing was appended: the position is unchanged, and any other command can continue from it.
            self._on_failure(history.newest, error)
            return Refused("engine_failed")
        return decision
