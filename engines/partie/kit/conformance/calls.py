"""The law of returning, and all calls that can be made in a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from partie.kit.chance import SeededChance
from partie.kit.conformance.subject import Game, Position, Subject

POSITIONS = 20
"""Number of positions at which every method is called, for laws of calls that other laws make as well."""


def calls_return(subject: Subject) -> None:
    """Every call returns within five seconds, whatever the law that makes it.

    Reason: games run next to each other in one process, and while an engine computes, nobody else's move is handled.
    The service ends a call after two seconds and sets its table aside.
    """
    for game in subject.games:
        for call in calls_before(subject, game):
            call()
    for position in subject.positions("return", POSITIONS):
        for call in calls_at(subject, position):
            call()


def calls_before(subject: Subject, game: Game) -> Iterator[Callable[[], object]]:
    """Yield the calls that begin a game."""
    engine = subject.engine
    yield lambda: engine.automatic(game.seats, game.options)
    yield lambda: engine.domains(game.seats, game.options)
    yield lambda: engine.setup(game.seats, game.options, SeededChance(game.key, 0))
    for version in engine.versions:
        yield lambda: engine.at(version)  # noqa: B023  # called before the next one is made


def calls_at(subject: Subject, position: Position) -> Iterator[Callable[[], object]]:
    """Yield all calls that can be made in a position, one after the other, with the move that was made there."""
    engine, game, state = subject.engine, position.game, position.state
    for method in (engine.pending, engine.result, engine.turn, engine.chapters, engine.pieces, engine.progress):
        yield lambda: method(state)  # noqa: B023
    for viewer in game.viewers:
        for ask in (engine.view, engine.forecast, engine.secrets, engine.hidden):
            yield lambda: ask(state, viewer)  # noqa: B023
        yield lambda: engine.determinize(state, viewer, SeededChance(game.key, 0))  # noqa: B023
    for seat in range(game.seats):
        for act in (engine.legal, engine.offers, engine.outlook):
            yield lambda: act(state, seat)  # noqa: B023
    for seat in engine.pending(state):
        for advice in (engine.advise, engine.decisive):
            yield lambda: advice(state, seat)  # noqa: B023
    yield lambda: engine.scores(state)
    if position.index < len(game.events):
        event, after = game.events[position.index], game.states[position.index + 1]
        yield lambda: engine.apply(state, event.seat, event.move, SeededChance(game.key, position.index + 1))
        for viewer in game.viewers:
            yield lambda: engine.describe(state, event, after, viewer)  # noqa: B023
