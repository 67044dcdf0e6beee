"""What may be done when and by whom, and what may follow what."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest

from partie.table.commands import Command, Own
from partie.table.events import KINDS, Created
from partie.table.transitions import ALWAYS, COMMANDS, ENDED, EVENTS, FOUNDING, LIVING, OPEN, RUNNING, elsewhere
from tests.server.table.decided import GOLDEN, decided, encoded


def test_every_command_and_event_at_every_time_comes_to_what_it_did() -> None:
    """Refusals are a contract: clients have words for them, and say them in this order of checks."""
    now, then = decided(), json.loads(GOLDEN.read_text())
    for time, answers in then.items():
        assert now[time] == answers, time
    assert encoded(now) == GOLDEN.read_text()


def test_every_command_and_every_event_has_a_row() -> None:
    """None is forgotten, and none has two."""
    assert sorted(map(str, (*FOUNDING, *COMMANDS))) == sorted(map(str, get_args(Command)))
    assert {Created, *EVENTS} == {*KINDS}


@pytest.mark.parametrize(
    ("kind", "handler"),
    [
        *FOUNDING.items(),
        *((kind, row.handler) for kind, row in COMMANDS.items()),
        *((kind, row.fold) for kind, row in EVENTS.items()),
    ],
)
def test_a_row_names_a_handler_of_its_own_kind(kind: type, handler: Callable[..., Any]) -> None:
    """The types cannot tell, since a row may hold any handler."""
    taken = [hint for name, hint in get_type_hints(handler).items() if name != "return"]
    assert any(kind is hint or kind in get_args(hint) for hint in taken)


def test_only_what_the_service_does_by_itself_is_the_services() -> None:
    """A command that comes in a frame has to be somebody's."""
    assert {kind for kind, row in COMMANDS.items() if row.who == "service"} == {*get_args(Own)}


def test_too_early_and_too_late_are_told_apart() -> None:
    """By the phase that the table is in, and those that the command waits for."""
    assert [elsewhere(RUNNING, "open"), elsewhere(RUNNING, "ended")] == ["not_started", "ended"]
    assert [elsewhere(OPEN, "running"), elsewhere(OPEN, "ended"), elsewhere(LIVING, "ended")] == [
        "started",
        "ended",
        "ended",
    ]
    assert [elsewhere(ENDED, "open"), elsewhere(ENDED, "running")] == ["not_ended", "not_ended"]
    assert {*ALWAYS} == {"open", "running", "ended"}
