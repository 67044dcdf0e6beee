"""Moves of the game."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from partie.kit import Illegal, RecordedChance
from partie.table.commands import Move
from partie.table.context import AnyEngine, Context, Decision, FoldContext, digest, engine_of
from partie.table.decoding import DECODE_ERRORS
from partie.table.engine_calls import check_prints, guarded, may_act, move_decoder, ruled
from partie.table.events import Moved
from partie.table.keep.fingerprint import fingerprint
from partie.table.lifecycle.creation import finish, with_dead
from partie.table.lifecycle.start import chance_of
from partie.table.play import decision_tokens
from partie.table.refusals import Barrier, GameCode, Refused
from partie.table.state import Consent, Table, Trail, lasting, lesson_step

_encoder = msgspec.msgpack.Encoder()


_NOTHING = Consent()
"""The consent state after most moves, shared by all their tables."""


class Position(NamedTuple):
    """A state of the game and its fingerprint."""

    state: Any
    fingerprint: bytes


def decide_move(table: Table, seat: int, command: Move, ctx: Context) -> Decision | Refused:
    """Make a move for the position that the command names."""
    if command.ask != table.play.decision_tokens[seat]:
        return Refused("stale")
    engine = engine_of(table, ctx.engines)
    if not may_act(engine, table, seat):
        return Refused("not_your_turn")
    try:
        move = move_decoder(engine).decode(command.move)
    except DECODE_ERRORS:
        return Refused("no_such_move")
    seq = table.seq + 1
    chance = chance_of(table, table.play.key, seq)
    try:
        state = ruled(table.id, seq, engine.apply, table.play.state, seat, move, chance)
    except Illegal as illegal:
        return Refused(GameCode(illegal.code), illegal.rule, illegal.params)
    position = Position(state, fingerprint(state, table.play.state, table.play.fingerprint))
    event = Moved(
        id=ctx.id,
        person=ctx.person,
        digest=digest(command),
        seat=seat,
        ask=command.ask,
        move=Raw(_encoder.encode(move)),
        draws=chance.draws,
        uncovered=chance.uncovered,
        format=engine.format,
        fingerprint=position.fingerprint,
    )
    return Decision(event, moved(table, event, seq, engine, position))


def after_moved(table: Table, event: Moved, ctx: FoldContext) -> Table:
    """Fold a logged move: the engine runs with the recorded draws, and must compute the same state."""
    seq, engine = ctx.seq, engine_of(table, ctx.engines)
    chance = RecordedChance(event.draws)
    move = guarded(table.id, seq, move_decoder(engine).decode, event.move)
    state = guarded(table.id, seq, engine.apply, table.play.state, event.seat, move, chance)
    guarded(table.id, seq, chance.finish)
    prints = fingerprint(state, table.play.state, table.play.fingerprint)
    if event.format == engine.format:
        check_prints(table.id, seq, state, prints, event.fingerprint)
    return moved(table, event, seq, engine, Position(state, prints))


def moved(table: Table, event: Moved, seq: int, engine: AnyEngine, position: Position) -> Table:
    """Return the table with the position that the move led to."""
    trail = table.trail
    run, barrier = _run(table, event)
    same_turn = event.open and event.seat == trail.runner
    after = replace(
        table,
        play=replace(
            table.play,
            here=seq,
            state=position.state,
            fingerprint=position.fingerprint,
            decision_tokens=decision_tokens.after_deed(engine, table, event.seat, seq, position.state),
            turn=guarded(table.id, seq, engine.turn, position.state),
            chapters=_chapters(table, seq, guarded(table.id, seq, engine.chapters, position.state)),
            stood_in=_stood_in(table, event.seat),
            followed=_followed(table, event),
        ),
        trail=Trail(
            run=run,
            runner=event.seat,
            barrier=barrier,
            undos=trail.undos if same_turn else 0,
            dead=with_dead(trail.dead, trail.redo[0], seq - 1) if trail.redo else trail.dead,
        ),
        consent=table.consent if table.consent == _NOTHING else Consent(lasting(table)),
    )
    result = guarded(table.id, seq, engine.result, position.state)
    return after if result is None else finish(after, "finished", result)


def _chapters(table: Table, seq: int, over: int) -> tuple[int, ...]:
    """Return the events that closed chapters, adding event ``seq`` if it closed one."""
    return table.play.chapters + (seq,) * (over - len(table.play.chapters))


def _followed(table: Table, event: Moved) -> int:
    """Return how many moves of the lesson were made, counting this one; -1 if it is not the one provided."""
    step = lesson_step(table)
    if step is None:
        return table.play.followed
    return table.play.followed + 1 if (step.seat, step.move) == (event.seat, bytes(event.move)) else -1


def _stood_in(table: Table, seat: int) -> tuple[tuple[int, int], ...]:
    """Return the turns that bots played in place of people, adding this one if it is one."""
    held, turn = table.seating.seats[seat], (seat, table.play.turn)
    stands_in = held.bot and held.since > 0 and turn not in table.play.stood_in
    return (*table.play.stood_in, turn) if stands_in else table.play.stood_in


def _run(table: Table, event: Moved) -> tuple[tuple[int, ...], Barrier]:
    """Return the positions the seat may now return to by itself, and why it cannot go back beyond them."""
    if event.uncovered:
        return (), "uncovered"
    if event.draws:
        return (), "drawn"
    if event.seat == table.trail.runner:
        return (*table.trail.run, table.play.here), table.trail.barrier
    return (table.play.here,), "nothing_to_undo" if table.trail.runner == -1 else "other_moved"
