"""A command in the inbox of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from partie.table.commands import Command
from partie.wire.client_out import CommandAnswer

SERVICE: Final = "service:"
"""The person under which the service itself acts, or what that begins with. No person's id has a colon."""


def unanswered(_: CommandAnswer) -> None:
    """Where answers go that nobody waits for."""


@dataclass(frozen=True, slots=True)
class Request:
    """A command, who gave it, and where its answer goes. ``brought``: the service finds the person a seat."""

    person: str
    id: str
    command: Command
    answer: Callable[[CommandAnswer], None] = unanswered
    invited: bool = False
    brought: bool = False

    @property
    def by_service(self) -> bool:
        """The service itself gave it."""
        return self.person.startswith(SERVICE)
