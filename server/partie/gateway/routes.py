"""The routing table: for each message and each command its handler, its rate limit and who may send it.

None goes without a rate limit: the methods of :class:`Routes` require one.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from partie.gateway.limiter import Limit
from partie.wire import client_in

C = TypeVar("C")
M = TypeVar("M", bound=client_in.Inbound)
D = TypeVar("D", bound=client_in.Do)


class Who(enum.Enum):
    """The senders that a message is accepted from."""

    ANYBODY = "people and bots"
    PEOPLE = "people, but no bots"


@dataclass(frozen=True, slots=True)
class Route(Generic[C]):
    """The route of a message; ``handle`` must not block."""

    handle: Callable[[C, Any], None]
    limit: Limit
    who: Who


@dataclass(frozen=True, slots=True)
class CommandRoute(Generic[C]):
    """The route of a command that is not decided at the table it names.

    ``handle`` gets the connection, the command's id, the command and the table; it may raise
    :class:`~partie.live.errors.TableGone`. ``begins``: the command creates a table and names none.
    """

    handle: Callable[[C, str, Any, str], Coroutine[Any, Any, None]]
    limit: Limit
    begins: bool


class Routes(Generic[C]):
    """All routes that the connections (``C``) of a node serve."""

    def __init__(self) -> None:
        self._messages: dict[type, Route[C]] = {}
        self._commands: dict[type, CommandRoute[C]] = {}
        self._limits: dict[type, Limit] = {}

    def add(self, message: type[M], handle: Callable[[C, M], None], *, limit: Limit, who: Who = Who.ANYBODY) -> None:
        """Register the handler of a message. Raises ValueError if it has one."""
        if message in self._messages:
            raise ValueError(f"{message.__name__} is served already")
        self._messages[message] = Route(handle, limit, who)

    def add_command(
        self,
        command: type[D],
        handle: Callable[[C, str, D, str], Coroutine[Any, Any, None]],
        *,
        limit: Limit,
        begins: bool = False,
    ) -> None:
        """Register the handler of a command that its table does not decide. Raises ValueError if it has one."""
        self.limit_command(command, limit=limit)
        self._commands[command] = CommandRoute(handle, limit, begins)

    def limit_command(self, command: type[D], *, limit: Limit) -> None:
        """Register the limit of a command that its table decides. Raises ValueError if it has one."""
        if command in self._limits:
            raise ValueError(f"{command.__name__} is served already")
        self._limits[command] = limit

    def of(self, message: client_in.Inbound) -> Route[C] | None:
        """The route of a message; None if it has no handler."""
        return self._messages.get(type(message))

    def of_command(self, command: client_in.Do) -> CommandRoute[C] | None:
        """The route of a command that its table does not decide; None for any other command."""
        return self._commands.get(type(command))

    def limit_of(self, command: client_in.Do) -> Limit | None:
        """The limit of a command, wherever it is decided; None if it is not served."""
        return self._limits.get(type(command))

    def served(self) -> dict[type, Route[C]]:
        """All messages with a handler, and their routes."""
        return dict(self._messages)

    def commands(self) -> dict[type, Limit]:
        """All commands that are served, and their limits."""
        return dict(self._limits)
