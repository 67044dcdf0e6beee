"""What may be done when and by whom, and what may follow what."""

from __future__ import annotations

import json

from tests.server.table.decided import GOLDEN, decided, encoded


def test_every_command_and_event_at_every_time_comes_to_what_it_did() -> None:
    """Refusals are a contract: clients have words for them, and say them in this order of checks."""
    now, then = decided(), json.loads(GOLDEN.read_text())
    for time, answers in then.items():
        assert now[time] == answers, time
    assert encoded(now) == GOLDEN.read_text()
