"""The routing table: for each message its handler, its rate limit and who may send it.

No message goes without a rate limit: :meth:`Routes.add` requires one.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from partie.wire import client_in

C = TypeVar("C")
M = TypeVar("M", bound=client_in.Inbound)
D = TypeVar("D", bound=client_in.Do)


class Limit(enum.Enum):
    """The rate limit of a message."""

    FRAMES = "as often as a connection may send frames"
    COMMANDS = "as often as a person may give commands, all of its connections together"


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
    begins: bool


class Routes(Generic[C]):
    """All routes that the connections (``C``) of a node serve."""

    def __init__(self) -> None:
        self._messages: dict[type, Route[C]] = {}
        self._commands: dict[type, CommandRoute[C]] = {}

    def add(self, message: type[M], handle: Callable[[C, M], None], *, limit: Limit, who: Who = Who.ANYBODY) -> None:
        """Register the handler of a message. Raises ValueError if it has one."""
        if message in self._messages:
            raise ValueError(f"{message.__name__} is served already")
        self._messages[message] = Route(handle, limit, who)

    def add_command(
        self, command: type[D], handle: Callable[[C, str, D, str], Coroutine[Any, Any, None]], *, begins: bool = False
    ) -> None:
        """Register the handler of a command that its table does not decide. Raises ValueError if it has one."""
        if command in self._commands:
            raise ValueError(f"{command.__name__} is served already")
        self._commands[command] = CommandRoute(handle, begins)

    def of(self, message: client_in.Inbound) -> Route[C] | None:
        """The route of a message; None if it has no handler."""
        return self._messages.get(type(message))

    def of_command(self, command: client_in.Do) -> CommandRoute[C] | None:
        """The route of a command that its table does not decide; None for any other command."""
        return self._commands.get(type(command))

    def served(self) -> dict[type, Route[C]]:
        """All messages with a handler, and their routes."""
        return dict(self._messages)
