"""The start of the game: a consequence of the event that makes the last seat ready."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from partie.kit import SPECTATOR, Chance, RecordedChance, SeededChance
from partie.kit.chance import table_key
from partie.table.context import AnyEngine
from partie.table.engine_calls import check_prints, guarded
from partie.table.events import Start
from partie.table.keep.fingerprint import fingerprint
from partie.table.lifecycle.creation import finish, option_values
from partie.table.state import Play, Seat, Table, lesson_step


class Opening(Struct, frozen=True):
    """The first state, its fingerprint, and the key of all chance after it."""

    key: bytes
    state: Any
    fingerprint: bytes


def complete(seats: tuple[Seat, ...]) -> bool:
    """Whether every seat is held by somebody who is ready."""
    return all(seat.person and seat.ready for seat in seats)


def first_state(table: Table, seq: int, engine: AnyEngine, chance: Chance) -> Any:
    """Return the state with which event ``seq`` starts the game.

    If it continues from another table's position, everything hidden from anyone is dealt again: what the other log
    revealed about it is no longer true. Everything public stays, and nothing is drawn ahead of its time.
    """
    if table.origin is not None:
        return guarded(table.id, seq, engine.determinize, table.play.state, SPECTATOR, chance)
    return guarded(table.id, seq, engine.setup, len(table.seating.seats), option_values(table, engine), chance)


def draw_opening(table: Table, seats: tuple[Seat, ...], seq: int, engine: AnyEngine) -> tuple[Start, Opening]:
    """Set up the game with new draws; return what event ``seq`` records, and the opening."""
    key = chance_key(table, seats)
    chance = chance_of(table, key, seq)
    state = first_state(table, seq, engine, chance)
    prints = fingerprint(state)
    return Start(chance.draws, chance.uncovered, engine.format, prints), Opening(key, state, prints)


def replay_opening(table: Table, seats: tuple[Seat, ...], seq: int, engine: AnyEngine, start: Start) -> Opening:
    """Set up the game with the recorded draws."""
    chance = RecordedChance(start.draws)
    state = first_state(table, seq, engine, chance)
    guarded(table.id, seq, chance.finish)
    prints = fingerprint(state)
    if start.format == engine.format:
        check_prints(table.id, seq, state, prints, start.fingerprint)
    return Opening(chance_key(table, seats), state, prints)


def started(table: Table, seq: int, engine: AnyEngine, opening: Opening) -> Table:
    """Return the table with its game started by event ``seq``."""
    seats = table.seating.seats
    after = replace(
        table,
        phase="running",
        seating=replace(table.seating, began=tuple(seat.person if seat.human else "" for seat in seats)),
        play=Play(
            key=opening.key,
            started=seq,
            here=seq,
            state=opening.state,
            fingerprint=opening.fingerprint,
            decision_tokens=(seq,) * len(seats),
            turn=guarded(table.id, seq, engine.turn, opening.state),
            chapters=(seq,) * guarded(table.id, seq, engine.chapters, opening.state),
            automatic=guarded(table.id, seq, engine.automatic, len(seats), option_values(table, engine)),
        ),
    )
    result = guarded(table.id, seq, engine.result, opening.state)
    return after if result is None else finish(after, "finished", result)


def chance_key(table: Table, seats: tuple[Seat, ...]) -> bytes:
    """Derive the key from the seed, which the host's service made, and a nonce of every seat.

    The key of a lesson is its seed alone.
    """
    if table.lesson:
        return table.seed
    return table_key(table.seed, [bytes.fromhex(seat.nonce) for seat in seats])


def chance_of(table: Table, key: bytes, seq: int) -> SeededChance:
    """Return the chance of event ``seq``, which starts the game of ``table`` or moves in it.

    A lesson draws by the place of a move in it, and not by the number of its event, so that it goes on after an undo.
    """
    if table.lesson and not table.play.started:
        return SeededChance(key, 0)
    return SeededChance(key, seq if lesson_step(table) is None else table.play.followed + 1)
