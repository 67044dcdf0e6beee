"""Commands, decided in the context of a live table."""

from __future__ import annotations

from typing import Any

import pytest

from partie.isolation.watchdog import EngineStuck
from partie.live import decision
from partie.live.decision import Decider
from partie.live.observer import Hooks
from partie.live.request import Request
from partie.table import Context, Decision, EngineFailed, Newer, Refused, Table, TableBroken
from partie.wire import client_in
from tests.server.live.feeding import move
from tests.server.live.memory import StillClock
from tests.server.table.sitting import ANN, BOB, CID, TOYS, Sitting, opened, running


class Deciding:
    """The decider for one table, and what went wrong."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.hooks = Hooks()
        self.failed: list[tuple[Table, Exception]] = []
        self.decide = Decider(TOYS, StillClock(sitting.now), self.hooks, lambda *what: self.failed.append(what))

    def __call__(self, request: Request, known: Table | None = None) -> Decision | Refused:
        return self.decide(self.sitting.history, request, known)


@pytest.fixture
def deciding() -> Deciding:
    """A running game."""
    return Deciding(running())


def test_a_command_becomes_an_event_or_is_refused(deciding: Deciding) -> None:
    """Nothing of the table is changed by that."""
    before = deciding.sitting.table
    made = deciding(move(deciding.sitting.history))
    assert isinstance(made, Decision)
    assert made.after is not before
    assert deciding(Request(CID, "a-command", client_in.Leave())) == Refused("started")
    assert deciding.sitting.table is before
    assert not deciding.failed


def test_it_is_decided_on_what_somebody_knows_if_that_is_said(deciding: Deciding) -> None:
    """So nobody is refused because of what he cannot know."""
    request = move(deciding.sitting.history)
    known = deciding.sitting.history.past(2)
    assert isinstance(deciding(request), Decision)
    assert deciding(request, known) == Refused("not_started")


def test_the_context_is_what_the_node_knows(deciding: Deciding, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time by the log, who is away, what those see who watch, and how the person has come."""
    contexts: list[Context] = []

    def kept(_: Table, __: Any, context: Context) -> Refused:
        contexts.append(context)
        return Refused("closed")

    monkeypatch.setattr(decision, "decide", kept)
    deciding.hooks.away = lambda table: {BOB: 7_000} if table == deciding.sitting.history.id else {}
    deciding(Request(ANN, "a-command", client_in.Leave(), invited=True, brought=True))
    (context,) = contexts
    assert (context.person, context.id, context.now) == (ANN, "a-command", deciding.sitting.now)
    assert context.away == {BOB: 7_000}
    assert context.shown == deciding.sitting.history.seq
    assert (context.invited, context.brought) == (True, True)
    assert context.past(1).seq == 1


def test_an_invitation_counts_when_a_seat_is_taken() -> None:
    """At a table that is not open to all."""
    deciding = Deciding(opened(2, access="invited"))
    assert deciding(Request(CID, "uninvited", client_in.Sit(0))) == Refused("not_invited")
    assert isinstance(deciding(Request(CID, "invited", client_in.Sit(0), invited=True)), Decision)


@pytest.mark.parametrize("error", [ValueError("a mistake"), EngineFailed("table-1", 3, "a mistake")])
def test_an_engine_that_fails_refuses_the_command_and_is_noted(
    deciding: Deciding, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """The position stands, and another action is possible."""
    monkeypatch.setattr(decision, "decide", raising(error))
    assert deciding(move(deciding.sitting.history)) == Refused("engine_failed")
    assert deciding.failed == [(deciding.sitting.table, error)]


@pytest.mark.parametrize(
    "error", [Newer("a version that is not played here"), TableBroken("table-1", 3, "it cannot be folded")]
)
def test_a_log_that_cannot_be_folded_is_no_refusal(
    deciding: Deciding, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """It comes out, and the table is set aside."""
    monkeypatch.setattr(decision, "decide", raising(error))
    with pytest.raises(type(error)):
        deciding(move(deciding.sitting.history))
    assert not deciding.failed


def test_an_engine_that_does_not_come_back_comes_out_as_that(
    deciding: Deciding, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it is wrapped: asked once more, it would keep everybody waiting again."""
    stuck = EngineFailed("table-1", 3, "it did not come back")
    stuck.__cause__ = EngineStuck("for ever")
    monkeypatch.setattr(decision, "decide", raising(stuck))
    with pytest.raises(EngineStuck):
        deciding(move(deciding.sitting.history))
    assert not deciding.failed


def test_an_event_that_cannot_be_encoded_is_refused(deciding: Deciding, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is handed to the log."""
    made = deciding(move(deciding.sitting.history))
    assert isinstance(made, Decision)
    broken = Decision(object(), made.after)  # type: ignore[arg-type]
    monkeypatch.setattr(decision, "decide", lambda *_: broken)
    assert deciding(move(deciding.sitting.history)) == Refused("engine_failed")
    assert len(deciding.failed) == 1


def raising(error: Exception) -> Any:
    """Something that raises."""

    def fail(*_: object) -> None:
        raise error

    return fail
