"""The table from a message to who handles it, how often it may come and who may send it.

No message is served without a limit: :meth:`Routes.add` asks for one, so one without cannot be registered.
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
    """How often a message may come."""

    FRAMES = "as often as a connection may send frames"
    COMMANDS = "as often as a person may give commands, all of its connections together"


class Who(enum.Enum):
    """Who may send a message."""

    ANYBODY = "people and bots"
    PEOPLE = "people, but no bots"


@dataclass(frozen=True, slots=True)
class Route(Generic[C]):
    """What becomes of a message: ``handle`` must not wait."""

    handle: Callable[[C, Any], None]
    limit: Limit
    who: Who


@dataclass(frozen=True, slots=True)
class CommandRoute(Generic[C]):
    """What becomes of a command that is not decided at the table it names.

    ``handle`` gets the connection, the command's id, the command and the table. Raises
    :class:`~partie.live.errors.TableGone`. ``begins``: it begins a table, and names none.
    """

    handle: Callable[[C, str, Any, str], Coroutine[Any, Any, None]]
    begins: bool


class Routes(Generic[C]):
    """All that the connections (``C``) of a node serve."""

    def __init__(self) -> None:
        self._messages: dict[type, Route[C]] = {}
        self._commands: dict[type, CommandRoute[C]] = {}

    def add(self, message: type[M], handle: Callable[[C, M], None], *, limit: Limit, who: Who = Who.ANYBODY) -> None:
        """Serve a message."""
        if message in self._messages:
            raise ValueError(f"{message.__name__} is served already")
        self._messages[message] = Route(handle, limit, who)

    def add_command(
        self, command: type[D], handle: Callable[[C, str, D, str], Coroutine[Any, Any, None]], *, begins: bool = False
    ) -> None:
        """Serve a command elsewhere than at the table that it names."""
        if command in self._commands:
            raise ValueError(f"{command.__name__} is served already")
        self._commands[command] = CommandRoute(handle, begins)

    def of(self, message: client_in.Inbound) -> Route[C] | None:
        """The route of a message; None if nobody serves it."""
        return self._messages.get(type(message))

    def of_command(self, command: client_in.Do) -> CommandRoute[C] | None:
        """The route of a command that is not decided at its table."""
        return self._commands.get(type(command))

    def served(self) -> dict[type, Route[C]]:
        """All messages that are served."""
        return dict(self._messages)
