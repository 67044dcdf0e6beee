"""All of an engine's answers to a viewer in a position, as the bytes that would be sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from partie.kit.chance import ChanceForbidden, NoChance
from partie.kit.conformance.subject import AnyEngine, Move, State
from partie.kit.engine import Event, Illegal, Viewer
from partie.kit.values import canonical

Kind: TypeAlias = Literal["view", "legal", "offers", "forecast", "refusals", "lines"]

CLOSED = "closed"
ACCEPTED = "accepted"
RAISED = "raised"


def answers_of(engine: AnyEngine, state: State, viewer: Viewer, tried: Sequence[Move] = ()) -> dict[Kind, bytes]:
    """Return all answers to the viewer in the position; ``tried`` are moves whose refusals are included."""
    answers: dict[Kind, bytes] = {
        "view": canonical(
            {"view": engine.view(state, viewer), "turn": engine.turn(state), "chapters": engine.chapters(state)}
        ),
        "forecast": canonical(list(engine.forecast(state, viewer))),
    }
    if isinstance(viewer, int):
        answers["legal"] = canonical(list(engine.legal(state, viewer)))
        answers["offers"] = canonical(list(engine.offers(state, viewer)))
        answers["refusals"] = canonical([attempt(engine, state, viewer, move) for move in tried])
    return answers


def attempt(engine: AnyEngine, state: State, seat: int, move: Move) -> list[Any]:
    """Return how the move would be answered, as far as a preview may know; three items if refused."""
    try:
        engine.apply(state, seat, move, NoChance())
    except Illegal as illegal:
        return [illegal.code, illegal.rule, illegal.params]
    except ChanceForbidden:
        return [CLOSED]
    except Exception as error:  # Another law reports this to the engine's author; here it is one answer among many.
        return [RAISED, type(error).__name__]
    return [ACCEPTED]


def lines(engine: AnyEngine, before: State, event: Event[Any], after: State, viewer: Viewer) -> bytes:
    """Return the event's lines as the viewer reads them."""
    return canonical(list(engine.describe(before, event, after, viewer)))
