"""Laws of undo: an event that may be taken back has revealed nothing, and undo restores the state."""

from __future__ import annotations

from typing import Any

from partie.kit.chance import ChanceForbidden, NoChance
from partie.kit.conformance.answers import lines
from partie.kit.conformance.subject import LawBroken, Position, State, Subject, named
from partie.kit.engine import Event, Illegal, Viewer
from partie.kit.values import canonical


def open_events_uncover_nothing(subject: Subject) -> None:
    """An event that may be taken back reveals nothing hidden to any viewer, including its own seat.

    In every twin of the state before it, the same move is legal and open, and leaves the viewer with the same view and
    the same lines. If the twin cannot make a hidden move, such as another seat's choice of a card that is elsewhere in
    the twin, some other move there must have that effect.

    Reason: an open event can be taken back, alone and at once. A secret that it showed could then be used for free.
    """
    for position in subject.before_events("open", lambda event: event.open):
        event = position.game.events[position.index]
        for viewer in position.game.viewers:
            if not subject.hides(position, viewer):
                continue
            drawn = subject.determinizations(position, viewer, "open")
            for _, twin in zip(range(2 * subject.effort.twins), drawn, strict=False):
                _check_twin(subject, position, event, viewer, twin)


def _check_twin(subject: Subject, position: Position, event: Event[Any], viewer: Viewer, twin: State) -> None:
    engine, after = subject.engine, position.game.states[position.index + 1]

    def broken(what: str) -> LawBroken:
        return LawBroken(f"the move can be undone, {what}", position, seat=event.seat, move=event.move)

    if canonical(engine.view(twin, viewer)) != canonical(engine.view(position.state, viewer)):
        return  # The law on views reports this.
    seen = canonical(engine.view(after, viewer)), lines(engine, position.state, event, after, viewer)
    try:
        other = engine.apply(twin, event.seat, event.move, NoChance())
    except ChanceForbidden:
        raise broken(f"but not in every state that {named(viewer)} holds possible") from None
    except Illegal:
        if viewer == event.seat:
            raise broken("although it is illegal in a state that its seat holds possible") from None
    else:
        if canonical(engine.view(other, viewer)) != seen[0]:
            raise broken(f"although it shows {named(viewer)} something hidden")
        return
    for move in engine.legal(twin, event.seat):
        try:
            other = engine.apply(twin, event.seat, move, NoChance())
        except (Illegal, ChanceForbidden):
            continue
        made = Event(event.seat, move)
        if (canonical(engine.view(other, viewer)), lines(engine, twin, made, other, viewer)) == seen:
            return
    raise broken(f"although it shows {named(viewer)} that a state is not the true one")


def undo_restores_the_state(subject: Subject) -> None:
    """An open event needs no chance, so undo and redo switch between identical states.

    A closed event cannot be made without chance: a preview of it raises, and ``Event.open`` prevents its undo.

    Reason: undo and preview are the service's, for all games. They hold only if an open event is the same without
    chance.
    """
    engine = subject.engine
    for position in subject.before_events("undo"):
        game, index = position.game, position.index
        event = game.events[index]

        def broken(what: str, at: Position = position, event: Event[Any] = event) -> LawBroken:
            return LawBroken(f"the move {what}", at, seat=event.seat, move=event.move)

        if event.open == bool(event.draws or event.uncovered):
            raise broken("calls itself open although it drew or uncovered something")
        try:
            again = engine.apply(position.state, event.seat, event.move, NoChance())
        except ChanceForbidden:
            if event.open:
                raise broken("was open, but its preview uses chance") from None
            continue
        if not event.open:
            raise broken("drew or uncovered something, but its preview does not, so it reveals secrets")
        if canonical(position.state) != game.encoded[index]:
            raise broken("is not undone: the state before it has changed")
        if canonical(again) != game.encoded[index + 1]:
            raise broken("gives another state when it is made again")
