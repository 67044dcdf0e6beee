"""Undo and redo of a seat's own moves.

An event is open when it drew nothing and uncovered nothing. A seat may go back through the trailing run of its own open
events, one or all, and forward again, until another seat moves. The rule is the same for all games; see ``proposals``
for going back further with the others' consent.
"""

from __future__ import annotations

from msgspec.structs import replace

from partie.table.commands import Redo, Undo
from partie.table.context import Context, Decision, FoldContext, Past, digest, engine_of, next_event
from partie.table.errors import ImpossibleEvent
from partie.table.events import Redone, Undone
from partie.table.lifecycle.creation import with_dead
from partie.table.limits import MAX_UNDOS
from partie.table.play import decision_tokens
from partie.table.refusals import Refused, UndoCode
from partie.table.state import Table, Trail, lasting


def undo_refused(table: Table, seat: int) -> UndoCode | None:
    """Return why the seat cannot take anything back; None when it can."""
    if table.trail.runner == -1:
        return "nothing_to_undo"
    if seat != table.trail.runner:
        return "other_moved"
    if not table.trail.run:
        return table.trail.barrier
    return "undo_limit" if table.trail.undos >= MAX_UNDOS else None


def backward(table: Table, seat: int) -> tuple[int, ...]:
    """Return the events the seat may return to, the nearest first."""
    return () if undo_refused(table, seat) else table.trail.run[::-1]


def forward(table: Table, seat: int) -> tuple[int, ...]:
    """Return the events the seat may go forward to, the nearest first.

    Moves that were replaced by others can never be redone, so the list ends before them: one event restores all the
    moves from its first to its last.
    """
    if seat != table.trail.runner:
        return ()
    for index in range(1, len(table.trail.redo)):
        low, high = table.trail.redo[index - 1], table.trail.redo[index]
        if any(low < first and last < high for first, last in table.trail.dead):
            return table.trail.redo[:index]
    return table.trail.redo


def decide_undo(table: Table, seat: int, command: Undo, ctx: Context) -> Decision | Refused:
    """Return to one of the positions offered."""
    if why := undo_refused(table, seat):
        return Refused(why)
    if command.to not in table.trail.run:
        return Refused("no_such_position")
    event = Undone(id=ctx.id, person=ctx.person, digest=digest(command), seat=seat, to=command.to)
    return Decision(event, after_undone(table, event, next_event(table, ctx)))


def after_undone(table: Table, event: Undone, ctx: FoldContext) -> Table:
    """Return the table as it was; the moves after it can be redone."""
    if event.to not in table.trail.run:
        raise ImpossibleEvent(table.id, ctx.seq, f"there is no way back to event {event.to}")
    trail = table.trail
    kept = trail.run.index(event.to)
    then = ctx.past(event.to)
    return _rewound(
        table,
        then,
        decision_tokens.after_deed(engine_of(table, ctx.engines), table, event.seat, ctx.seq, then.play.state),
        replace(
            trail,
            run=trail.run[:kept],
            redo=(*trail.run[kept + 1 :], table.play.here, *trail.redo),
            undos=trail.undos + 1,
        ),
    )


def decide_redo(table: Table, seat: int, command: Redo, ctx: Context) -> Decision | Refused:
    """Go forward to one of the positions offered."""
    offered = forward(table, seat)
    if not offered:
        return Refused("nothing_to_redo")
    if command.to not in offered:
        return Refused("no_such_position")
    event = Redone(id=ctx.id, person=ctx.person, digest=digest(command), seat=seat, to=command.to)
    return Decision(event, after_redone(table, event, next_event(table, ctx)))


def after_redone(table: Table, event: Redone, ctx: FoldContext) -> Table:
    """Return the table with the undone moves redone."""
    if event.to not in table.trail.redo:
        raise ImpossibleEvent(table.id, ctx.seq, f"there is no way forward to event {event.to}")
    trail = table.trail
    made = trail.redo.index(event.to)
    then = ctx.past(event.to)
    return _rewound(
        table,
        then,
        decision_tokens.after_deed(engine_of(table, ctx.engines), table, event.seat, ctx.seq, then.play.state),
        replace(trail, run=(*trail.run, table.play.here, *trail.redo[:made]), redo=trail.redo[made + 1 :]),
    )


def after_consent(table: Table, to: int, seq: int, past: Past) -> Table:
    """Return the table as it was after event ``to``, by agreement; what came after it cannot be redone.

    A seat that could undo moves then can do so again. Draws will be new, because they depend on the number of the
    event.
    """
    then = past(to)
    trail = Trail(
        run=then.trail.run,
        runner=then.trail.runner,
        barrier=then.trail.barrier,
        dead=with_dead(table.trail.dead, to + 1, seq - 1),
    )
    return _rewound(table, then, decision_tokens.renewed(table, seq), trail)


def _rewound(table: Table, then: Table, asked: tuple[int, ...], trail: Trail) -> Table:
    """Return the table with an earlier position: the same state object, not a copy."""
    play = replace(
        table.play,
        here=then.seq,
        state=then.play.state,
        fingerprint=then.play.fingerprint,
        decision_tokens=asked,
        turn=then.play.turn,
        chapters=then.play.chapters,
        stood_in=then.play.stood_in,
        followed=then.play.followed,
    )
    return replace(table, play=play, trail=trail, consent=replace(table.consent, proposal=lasting(table)))
