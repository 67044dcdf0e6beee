"""What a table wants of whom, at every moment of its life."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from partie.features.notifications.demands import NEWS_MS, Demand, wanted
from partie.table import Proposal, Seat, Table
from partie.table.events import LessonStep
from partie.table.hours import DAY
from partie.table.limits import CONSENT_MS
from partie.table.state import Consent, Play, Seating, Trail

NOW = 1_780_000_000_000

ANN, BOB = Seat("ann", ready=True), Seat("bob", ready=True)
BOT = Seat("bot:2", bot=True)
PLAY = Play(started=7, decision_tokens=(9, 9))


def table(*seats: Seat, **fields: Any) -> Table:
    """A table with these seats."""
    return Table(
        id="some-table",
        game="toy",
        version=1,
        chance=1,
        host="ann",
        access="open",
        watch="all",
        options={},
        seed=b"",
        seed_hash="",
        seating=Seating(seats),
        **fields,
    )


def test_who_alone_is_not_ready_is_waited_for() -> None:
    """Bots are always ready; an empty seat still has to be taken, and who sits alone waits for nobody."""
    late = Seat("bob")
    assert wanted(table(ANN, late, BOT), frozenset(), NOW) == {"bob": Demand("seat", 0)}
    assert wanted(table(ANN, late, Seat()), frozenset(), NOW) == {}
    assert wanted(table(Seat("ann"), late), frozenset(), NOW) == {}
    assert wanted(table(late), frozenset(), NOW) == {}


def test_who_must_act_is_called_to_the_question_and_the_others_to_the_start() -> None:
    """Each question is a call of its own; the start of the game is one until somebody has moved."""
    begun = table(ANN, BOB, BOT, phase="running", play=Play(started=7, decision_tokens=(7, 7, 7)))
    assert wanted(begun, frozenset({0, 2}), NOW) == {"ann": Demand("turn", 7), "bob": Demand("started", 7)}
    moved = table(ANN, BOB, phase="running", play=PLAY, trail=Trail(runner=0))
    assert wanted(moved, frozenset({1}), NOW) == {"bob": Demand("turn", 9)}


def test_a_proposal_comes_before_the_turn_and_lapses() -> None:
    """It stops the others, and is gone after two minutes without an event."""
    asked = Proposal(12, NOW, 0, "end", 0, 0, (1,))
    running = table(ANN, BOB, phase="running", play=PLAY, trail=Trail(runner=0), consent=Consent(asked))
    assert wanted(running, frozenset({1}), NOW + CONSENT_MS) == {"bob": Demand("answer", 12)}
    assert wanted(running, frozenset({1}), NOW + CONSENT_MS + 1) == {"bob": Demand("turn", 9)}


def test_who_is_asked_for_days_is_called_to_the_turn_that_comes_meanwhile() -> None:
    """And to the question as long as it stands, also if it came while one had to move."""
    asked = Proposal(12, NOW, 0, "pause", 0, 0, (1,), stands=2 * DAY)
    running = table(ANN, BOB, phase="running", play=PLAY, trail=Trail(runner=0), consent=Consent(asked))
    assert wanted(running, frozenset({1}), NOW + 2 * DAY) == {"bob": Demand("answer", 12)}
    assert wanted(running, frozenset({1}), NOW + 2 * DAY + 1) == {"bob": Demand("turn", 9)}
    moved = replace(running, play=replace(PLAY, decision_tokens=(9, 13)))
    assert wanted(moved, frozenset({1}), NOW + DAY) == {"bob": Demand("turn", 13)}
    assert wanted(moved, frozenset({0}), NOW + DAY) == {"ann": Demand("turn", 9), "bob": Demand("answer", 12)}


def test_the_end_is_news_for_two_days() -> None:
    """Opening an old game notifies nobody, and a table that was never started is nobody's game."""
    over = table(ANN, BOB, BOT, phase="ended", play=Play(started=7), at=NOW)
    assert wanted(over, frozenset(), NOW + NEWS_MS) == {"ann": Demand("over", 0), "bob": Demand("over", 0)}
    assert wanted(over, frozenset(), NOW + NEWS_MS + 1) == {}
    assert wanted(table(ANN, BOB, phase="ended", at=NOW), frozenset(), NOW) == {}


def test_a_lesson_wants_nothing_of_its_learner() -> None:
    """Leaving it lets nobody down."""
    lesson = (LessonStep(0, b""),)
    assert wanted(table(Seat("ann"), BOT, lesson=lesson), frozenset(), NOW) == {}
    assert wanted(table(ANN, BOT, lesson=lesson, phase="running", play=PLAY), frozenset({0}), NOW) == {}
