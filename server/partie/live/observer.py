"""What a table awake shows of itself to the rest of the node, without knowing who that is.

An :class:`Observer` is called when something has happened at a table. Whoever shows the table has been shown it by
then, so an observer delays no move; one that raises sets the table aside. :class:`Hooks` are the few questions that
a live table asks others before it decides; each has an answer that holds where nobody has another.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from partie.live.request import Request
from partie.live.spectators import SpectatorDelay
from partie.live.subscribers import Subscriber, Subscribers
from partie.table import History, Table


class LiveTable(Protocol):
    """One table awake, as others may use it."""

    @property
    def id(self) -> str: ...

    @property
    def newest(self) -> Table:
        """The table after its newest event."""
        ...

    @property
    def history(self) -> History: ...

    @property
    def delay(self) -> SpectatorDelay:
        """How far spectators may see."""
        ...

    @property
    def subscribers(self) -> Subscribers: ...

    def submit(self, request: Request) -> bool:
        """Put a command into the inbox; False when it is full, or the table is awake no longer."""
        ...

    async def compare(self) -> bool:
        """Bring the fold to the log's end. False if the log cannot be asked, or too much waits before it."""
        ...

    def fail(self, error: Exception) -> None:
        """Set the table aside: whatever went wrong, it belongs to this table alone."""
        ...


class Observer:
    """Takes note of what happens at the tables of a node. Each method does nothing unless it is overridden."""

    def woke(self, live: LiveTable, *, rewound: bool) -> None:
        """The table is awake here; ``rewound``: its log was found shorter than it had been."""
        self.advanced(live, rewound=rewound)

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        """The table has a new event; ``rewound``: its log was found shorter than it had been."""

    def released(self, live: LiveTable, *, advanced: bool) -> None:
        """Time has passed at a table whose spectators are behind; ``advanced``: they see a newer event by now."""

    def entered(self, live: LiveTable, subscriber: Subscriber, *, again: bool) -> None:
        """Somebody shows the table; ``again``: it did so already."""

    def left(self, live: LiveTable, subscriber: Subscriber) -> None:
        """Somebody shows the table no longer."""

    def slept(self, table: str) -> None:
        """The table is awake here no longer."""


Answer = Callable[[LiveTable, Subscriber, Any], None]
"""Answers a question of a subscriber. May raise :class:`~partie.table.errors.EngineFailed`."""


def _nobody_away(_: str) -> Mapping[str, int]:
    return {}


def _never_closed(_: str) -> bool:
    return False


def _nothing_shown(_: str) -> int:
    return 0


async def _no_outage(_: LiveTable) -> Request | None:
    return None


@dataclass
class Hooks:
    """Who observes, and who answers what the tables ask.

    ``away`` tells of a table's seated persons without any connection for how many milliseconds they have had none.
    ``closed`` says whether nothing may be done at a table now. ``last_shown`` gives the newest event of a sleeping
    table of which anybody heard, 0 if nobody knows. ``outage`` gives the command that has still to be told the log
    of a table whose append came too late or too early by the log's clock. ``questions`` are those that features
    answer.
    """

    observers: list[Observer] = field(default_factory=list)
    away: Callable[[str], Mapping[str, int]] = _nobody_away
    closed: Callable[[str], bool] = _never_closed
    last_shown: Callable[[str], int] = _nothing_shown
    outage: Callable[[LiveTable], Awaitable[Request | None]] = _no_outage
    questions: dict[type, Answer] = field(default_factory=dict)
