"""Laws of size: what an engine returns fits into what the service sends, keeps and shows."""

from __future__ import annotations

from partie.kit.conformance.answers import lines
from partie.kit.conformance.subject import LawBroken, Position, Subject, named
from partie.kit.limits import (
    MAX_EVENT,
    MAX_EVENTS,
    MAX_LEGAL,
    MAX_LEGAL_BYTES,
    MAX_LINES,
    MAX_MOVE,
    MAX_OPTIONS,
    MAX_VIEW,
)
from partie.kit.values import canonical


def views_are_small(subject: Subject) -> None:
    """A view has at most 128 KiB.

    Reason: everyone who enters a table is sent the whole view, also by a phone's connection, and the service keeps the
    newest views of each table in memory. Show what lies on the table; leave out what a client can work out.
    """
    for position in subject.positions("small views"):
        for viewer in position.game.viewers:
            size = len(canonical(subject.engine.view(position.state, viewer)))
            if size > MAX_VIEW:
                raise LawBroken(f"the view of {named(viewer)} has {size} bytes; the limit is {MAX_VIEW}", position)


def events_are_small(subject: Subject) -> None:
    """A game has at most 20,000 events. A move has at most 4 KiB, with its draws 16 KiB; so have the lines about it.

    Reason: a move has to fit into a frame from a client, and the log keeps it with its draws for ever. A table whose
    log is full cannot be played to its end. The settings, of which the log holds a copy, have at most 2 KiB.
    """
    if subject.engine.max_events > MAX_EVENTS:
        raise LawBroken(f"max_events is {subject.engine.max_events}; the limit is {MAX_EVENTS}")
    for options in subject.option_sets:
        if len(canonical(options)) > MAX_OPTIONS:
            raise LawBroken(f"the options {options} have {len(canonical(options))} bytes; the limit is {MAX_OPTIONS}")
    for move in subject.moves:
        if len(canonical(move)) > MAX_MOVE:
            raise LawBroken(f"a move has {len(canonical(move))} bytes; the limit is {MAX_MOVE}", move=move)
    for position in subject.before_events("small events"):
        event, after = position.game.events[position.index], position.game.states[position.index + 1]
        sizes = [("with its draws", len(canonical([event.move, event.draws, event.uncovered])), MAX_EVENT)]
        for viewer in position.game.viewers:
            read = lines(subject.engine, position.state, event, after, viewer)
            sizes.append((f"in the lines for {named(viewer)}", len(read), MAX_LINES))
        for what, size, limit in sizes:
            if size > limit:
                said = f"the move has {size} bytes {what}; the limit is {limit}"
                raise LawBroken(said, position, seat=event.seat, move=event.move)


def lists_of_moves_are_short(subject: Subject) -> None:
    """A seat has at most 1,000 legal moves at a time, and they have at most 64 KiB.

    Reason: people choose from this list where the game has no board of its own, bots try all of it, and it is sent with
    every turn. Make a large decision in steps: first the piece, then the place, then what is paid with.
    """
    for game in subject.games:
        for index, seats in enumerate(game.legal):
            for seat, moves in enumerate(seats):
                if len(moves) > MAX_LEGAL:
                    what = f"{len(moves)} legal moves; the limit is {MAX_LEGAL}"
                    raise LawBroken(f"there are {what}: make smaller steps", Position(game, index), seat=seat)
                size = sum(len(canonical(move)) for move in moves)
                if size > MAX_LEGAL_BYTES:
                    what = f"the legal moves have {size} bytes; the limit is {MAX_LEGAL_BYTES}"
                    raise LawBroken(what, Position(game, index), seat=seat)
