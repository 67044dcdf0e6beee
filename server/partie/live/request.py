"""A command in the inbox of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from partie.table.commands import Command
from partie.wire.client_out import CommandAnswer

SERVICE: Final = "service:"
"""The person under which the service itself acts, or a prefix of it. No person's id contains a colon."""


def unanswered(_: CommandAnswer) -> None:
    """Discard an answer that nobody waits for."""


@dataclass(frozen=True, slots=True)
class Request:
    """A command, the person who sent it, and a callback for its answer. ``brought``: the service finds the seat."""

    person: str
    id: str
    command: Command
    answer: Callable[[CommandAnswer], None] = unanswered
    invited: bool = False
    brought: bool = False

    @property
    def by_service(self) -> bool:
        """Whether the service itself sent it."""
        return self.person.startswith(SERVICE)
