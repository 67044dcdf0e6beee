"""Laws of whole games: they end, every move brings the end nearer, nothing is lost, and the result is sound."""

from __future__ import annotations

from partie.kit.conformance.subject import AnyEngine, Game, LawBroken, NotApplicable, Position, Subject
from partie.kit.engine import Engine, Result


def games_end(subject: Subject) -> None:
    """Random games with every number of seats and every set of options end within the engine's own bound.

    Reason: a table that can't end blocks its seats, its ratings and the bots that play on. A position in which somebody
    must act and cannot is a table that nobody can save.
    """
    for seats in subject.engine.seats:
        for options in subject.option_sets:
            for number in range(subject.effort.games):
                _check_end(subject.engine, subject.play(seats, options, f"end {number}"))


def _check_end(engine: AnyEngine, game: Game) -> None:
    if not game.ended:
        after = f"after {len(game.events)} events (max_events is {engine.max_events})"
        raise LawBroken(f"no end {after}, or nobody can move though somebody must", game)
    for index, state in enumerate(game.states):
        position = Position(game, index)
        pending, result = engine.pending(state), engine.result(state)
        if not pending <= set(range(game.seats)):
            raise LawBroken(f"not all of the pending {sorted(pending)} are seats", position)
        if index < len(game.events):
            if not pending:
                raise LawBroken("the game has moves but nobody is pending", position)
            if result is not None:
                raise LawBroken(f"there is a result while {sorted(pending)} must act", position)
            for seat in pending:
                if not game.legal[index][seat]:
                    raise LawBroken(f"seat {seat} must act but has no legal move", position)
    if engine.result(game.states[-1]) is None:
        raise LawBroken("nobody must act, but there is no result", Position(game, len(game.states) - 1))
    for seat, moves in enumerate(game.legal[-1]):
        if moves:
            over = Position(game, len(game.states) - 1)
            raise LawBroken("the game is over, but there are legal moves", over, seat=seat, move=moves[0])


def progress_falls(subject: Subject) -> None:
    """Every move decreases ``progress``, which is never negative, so no sequence of moves can cycle.

    An engine without ``progress`` is excused: that its random games end within ``max_events`` has to do.

    Reason: players and bots find loops that random games don't. A number that only falls rules out all of them at once.
    """
    if type(subject.original).progress is Engine.progress:
        raise NotApplicable("progress() is not overridden: that games end is only seen by playing them")
    for game in subject.games:
        numbers = [_progress(subject.engine, Position(game, index)) for index in range(len(game.states))]
        for index, event in enumerate(game.events):
            if not numbers[index] > numbers[index + 1] >= 0:
                step = f"{numbers[index]} to {numbers[index + 1]}"
                raise LawBroken(
                    f"the move takes progress from {step}", Position(game, index), seat=event.seat, move=event.move
                )


def _progress(engine: AnyEngine, position: Position) -> int:
    progress = engine.progress(position.state)
    if progress is None:
        raise LawBroken("progress is None, but elsewhere it is a number", position)
    return progress


def pieces_are_conserved(subject: Subject) -> None:
    """No move creates or destroys what the engine names as its pieces.

    Reason: a lost or doubled piece is the commonest mistake in the code of a move, and hardly seen in play.
    """
    for game in subject.games:
        first = dict(subject.engine.pieces(game.states[0]))
        for index, state in enumerate(game.states):
            pieces = dict(subject.engine.pieces(state))
            if pieces != first:
                changed = {name for name in pieces.keys() | first.keys() if pieces.get(name) != first.get(name)}
                raise LawBroken(f"pieces {sorted(changed)} have changed", Position(game, index))


def results_are_sound(subject: Subject) -> None:
    """Every seat has a score and a place; ties share a place, 1 is best, and the winners are those in place 1.

    Reason: places and winners go into ratings and into the page of the result, for every game in the same way.
    """
    for game in subject.games:
        result = subject.engine.result(game.states[-1])
        if result is not None:
            _check_result(game, result)


def _check_result(game: Game, result: Result) -> None:
    seats = range(game.players)
    if not len(result.scores) == len(result.places) == game.players:
        raise LawBroken(f"{result} must have one score and one place for each seat", game)
    for seat in seats:
        place = 1 + sum(other < result.places[seat] for other in result.places)
        if result.places[seat] != place:
            raise LawBroken(f"seat {seat} has place {result.places[seat]}, but the others' places leave {place}", game)
        for other in seats:
            if result.scores[seat] > result.scores[other] and result.places[seat] >= result.places[other]:
                raise LawBroken(
                    f"seat {seat} has a higher score than seat {other}, but no better place: {result}", game
                )
    if set(result.winners) != {seat for seat in seats if result.places[seat] == 1}:
        raise LawBroken(f"the winners are {result.winners}, but the places are {result.places}", game)
    if result.parts and len(result.parts) != game.players:
        raise LawBroken("the result must have one list of parts for each seat", game)
