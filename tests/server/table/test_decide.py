"""Decisions before the log has them."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from partie.table import Decision
from partie.table.events import Moved
from partie.wire import client_in
from tests.engines.toys.state import Peek
from tests.server.table.toyplay import in_turns


def test_what_was_decided_is_what_a_lost_race_decides_again_with_new_draws() -> None:
    """Another event took the number: the same command at the next number draws again."""
    sitting, seat = in_turns()
    ask = sitting.table.decision_tokens[seat]
    command = client_in.Move(ask, Raw(msgspec.msgpack.encode(Peek())))
    first = sitting.decide(sitting.person(seat), command)
    sitting.must(sitting.person(1 - seat), client_in.Propose("end"))
    second = sitting.decide(sitting.person(seat), command)
    assert isinstance(first, Decision)
    assert isinstance(second, Decision)
    assert isinstance(first.event, Moved)
    assert isinstance(second.event, Moved)
    assert first.event.draws != second.event.draws
    assert second.after.proposal is None
