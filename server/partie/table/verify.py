"""Proving that a finished game was played fairly, from its log alone.

The hash of the seed was published when the table was created, and every seat added a nonce before the first draw. So
all draws were fixed before play, and nobody chose them. This module makes all of them again and compares. It cannot
prove that the host did not look at the seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from partie.kit import Draws, chance
from partie.table.context import Engines, engine_of
from partie.table.engine_calls import guarded, move_decoder
from partie.table.errors import Newer, TableBroken
from partie.table.events import Created, Event, Moved, Readied, Seated
from partie.table.fold import past_of
from partie.table.keep.entry import Entry
from partie.table.lifecycle.start import chance_of, first_state
from partie.table.show.history import History
from partie.table.state import Table


class NotFair(Exception):
    """The log is not that of a fair game: at which event, and why."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(f"event {seq}: {why}")
        self.seq = seq
        self.why = why


class Proof(Struct, frozen=True):
    """What was proved about a game."""

    table: str
    game: str
    version: int
    events: int
    moves: int
    draws: int
    ending: str
    seed_hash: str


def verify(entries: Sequence[Entry], engines: Engines) -> Proof:
    """Replay a finished game and prove every draw of it. Raises :class:`NotFair`.

    If it continued from a position of another table, the events up to there are proved, and counted, as well.
    """
    proof = _verify(entries, engines)
    if not proof.ending:
        raise NotFair(proof.events, "the game has not ended")
    return proof


def _verify(entries: Sequence[Entry], engines: Engines) -> Proof:
    """Prove a log whose game may still be running."""
    if not entries:
        raise NotFair(0, "there are no events")
    history = History("", engines)
    moves = draws = 0
    for entry in entries:
        try:
            before = history.table
            after = history.extend(entry)
        except (TableBroken, Newer) as error:
            raise NotFair(entry.seq, str(error)) from error
        event = history.event(entry.seq)
        if isinstance(event, Created) and event.origin is not None:
            behind = _verify(past_of(event), engines)
            moves, draws = behind.moves, behind.draws
        moves += isinstance(event, Moved)
        draws += _prove(before, event, after, engines)
    table = history.newest
    return Proof(table.id, table.game, table.version, table.seq, moves, draws, table.ending, table.seed_hash)


def _prove(before: Table | None, event: Event, after: Table, engines: Engines) -> int:
    """Draw again what the event drew, and return how many draws that were."""
    if before is None:
        assert isinstance(event, Created)
        if hashlib.sha256(event.seed).hexdigest() != event.seed_hash:
            raise NotFair(after.seq, "the seed is not the one whose hash was published")
        if event.chance != chance.VERSION:
            raise NotFair(after.seq, f"chance of version {event.chance} is not known here")
        return 0
    recorded: Draws
    if isinstance(event, Readied | Seated) and event.start is not None:
        recorded = event.start.draws
    elif isinstance(event, Moved):
        recorded = event.draws
    else:
        return 0
    again = _draw(before, event, after, engines)
    if again != recorded:
        raise NotFair(after.seq, f"chance gives {again!r}, the log says {recorded!r}")
    return len(recorded)


def _draw(before: Table, event: Event, after: Table, engines: Engines) -> Draws:
    engine = engine_of(before, engines)
    drawn = chance_of(before, after.play.key, after.seq)
    if isinstance(event, Moved):
        move = move_decoder(engine).decode(event.move)
        guarded(after.id, after.seq, engine.apply, before.play.state, event.seat, move, drawn)
    else:
        first_state(before, after.seq, engine, drawn)
    return drawn.draws
