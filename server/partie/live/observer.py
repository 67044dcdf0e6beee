"""The interface by which an awake table reports to the rest of the node, without knowing its features.

An :class:`Observer` is called after something has happened at a table. Subscribers have been shown it by then, so an
observer delays no move; one that raises sets the table aside. :class:`Hooks` are the few questions that a live table
asks before it decides; each has a default answer.
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
    """One awake table, as observers and features may use it."""

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
        """Put a command into the inbox; False when it is full, or the table is no longer awake."""
        ...

    async def compare(self) -> bool:
        """Catch up with the log. False if the log is unreachable or the inbox is full."""
        ...

    def fail(self, error: Exception) -> None:
        """Set the table aside after any error, which belongs to this table alone."""
        ...


class Observer:
    """Is notified of everything that happens at the tables of a node. Each method does nothing by default."""

    def woke(self, live: LiveTable, *, rewound: bool) -> None:
        """The table woke up here; ``rewound``: its log was found shorter than it had been."""
        self.advanced(live, rewound=rewound)

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        """The table has a new event; ``rewound``: its log was found shorter than it had been."""

    def released(self, live: LiveTable, *, advanced: bool) -> None:
        """Time has passed at a table with delayed spectators; ``advanced``: they now see a newer event."""

    def entered(self, live: LiveTable, subscriber: Subscriber, *, again: bool) -> None:
        """A subscriber shows the table; ``again``: it did already."""

    def left(self, live: LiveTable, subscriber: Subscriber) -> None:
        """A subscriber no longer shows the table."""

    def slept(self, table: str) -> None:
        """The table is no longer awake here."""


Answer = Callable[[LiveTable, Subscriber, Any], None]
"""A function that answers a subscriber's question. May raise :class:`~partie.table.errors.EngineFailed`."""


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
    """The observers of the tables, and the functions that answer the tables' questions.

    ``away`` returns, for a table's seated persons without any connection, how many milliseconds they have had none.
    ``closed`` says whether commands at a table are refused now. ``last_shown`` returns the newest event of a sleeping
    table that was ever shown, 0 if unknown. ``outage`` returns the command that credits an outage, for a table whose
    append came too late or too early by the log's clock. ``questions`` are those that features answer.
    """

    observers: list[Observer] = field(default_factory=list)
    away: Callable[[str], Mapping[str, int]] = _nobody_away
    closed: Callable[[str], bool] = _never_closed
    last_shown: Callable[[str], int] = _nothing_shown
    outage: Callable[[LiveTable], Awaitable[Request | None]] = _no_outage
    questions: dict[type, Answer] = field(default_factory=dict)
