"""Creating a table, closing it before it starts, and who may sit and watch."""

from __future__ import annotations

import hashlib
from itertools import chain, repeat

import msgspec
from msgspec.structs import replace

from partie.kit import Result, chance
from partie.kit.lesson import LEARNER
from partie.table.commands import Close, Create, Expire, Learn
from partie.table.context import AnyEngine, Context, Decision, FoldContext, digest, next_event
from partie.table.engine_calls import guarded
from partie.table.errors import ImpossibleEvent
from partie.table.events import Created, Ended, LessonStep, Reservation
from partie.table.lifecycle.rated import RATED_SEATS, refused_late
from partie.table.lifecycle.reservations import first_seats, is_reserved
from partie.table.limits import EXPIRY_MS, MAX_OPTIONS
from partie.table.refusals import Refused
from partie.table.state import Ending, Play, Seat, Seating, Table
from partie.table.time.time_control import paced, zone_of
from partie.table.values import COLOURS


def decide_create(command: Create, ctx: Context) -> Decision | Refused:
    """Create a table. The person who creates it is its host, and takes a seat like everybody else."""
    try:
        engine = ctx.engines.newest(command.game)
        if ctx.version:
            engine = ctx.engines.get(command.game, ctx.version)
    except LookupError:
        return Refused("unknown_game", params={"game": command.game})
    if command.seats not in engine.seats:
        return Refused("bad_seats", params={"low": engine.seats[0], "high": engine.seats[-1]})
    try:
        options = msgspec.to_builtins(msgspec.convert(command.options, engine.options))
    except (msgspec.ValidationError, RecursionError) as error:
        return Refused("bad_options", params={"detail": str(error)})
    zone = zone_of(command.pace, ctx.now)
    if isinstance(zone, Refused):
        return zone
    if len(msgspec.msgpack.encode(options)) > MAX_OPTIONS:
        return Refused("bad_options", params={"detail": f"more than {MAX_OPTIONS} bytes"})
    if command.rated and command.seats < RATED_SEATS:
        return Refused("rated_alone")
    if command.rated and (late := refused_late(command.delay)):
        return late
    event = Created(
        id=ctx.id,
        person=ctx.person,
        digest=digest(command),
        table=ctx.table,
        game=engine.key,
        version=ctx.version or engine.version,
        format=engine.format,
        chance=chance.VERSION,
        seats=command.seats,
        seed=ctx.seed,
        seed_hash=hashlib.sha256(ctx.seed).hexdigest(),
        options=options,
        access=command.access,
        watch=command.watch,
        chat=command.chat,
        rated=command.rated,
        pace=command.pace,
        zone=zone,
        kept=ctx.kept,
        previous=ctx.previous,
        delay=command.delay,
    )
    return Decision(event, after_created(event))


def decide_learn(command: Learn, ctx: Context) -> Decision | Refused:
    """Create the table of a game's lesson. Its learner already sits there, and bots hold the other seats."""
    try:
        engine = ctx.engines.newest(command.game)
        if ctx.version:
            engine = ctx.engines.get(command.game, ctx.version)
    except LookupError:
        return Refused("unknown_game", params={"game": command.game})
    lesson = guarded(ctx.table, 1, engine.lesson)
    if lesson is None:
        return Refused("no_lesson", params={"game": command.game})
    options = guarded(ctx.table, 1, msgspec.convert, lesson.options, engine.options)
    event = Created(
        id=ctx.id,
        person=ctx.person,
        digest=digest(command),
        table=ctx.table,
        game=engine.key,
        version=ctx.version or engine.version,
        format=engine.format,
        chance=chance.VERSION,
        seats=lesson.seats,
        seed=lesson.key,
        seed_hash=hashlib.sha256(lesson.key).hexdigest(),
        options=msgspec.to_builtins(options),
        access="invited",
        watch="nobody",
        kept=tuple(
            Reservation(person=ctx.person, colour=colour, seated=True)
            if seat == LEARNER
            else Reservation(colour=colour, bot=True)
            for seat, colour in zip(range(lesson.seats), chain(COLOURS, repeat("")), strict=False)
        ),
        lesson=tuple(LessonStep(one.seat, msgspec.msgpack.encode(one.move)) for one in lesson.moves),
    )
    return Decision(event, after_created(event))


def after_created(event: Created, then: Table | None = None) -> Table:
    """Return the table with all its seats free; ``then`` is the one whose game it continues, if any."""
    table = Table(
        id=event.table,
        game=event.game,
        version=event.version,
        chance=event.chance,
        host=event.person,
        access=event.access,
        watch=event.watch,
        chat=event.chat,
        rated=event.rated,
        options=event.options,
        seed=event.seed,
        seed_hash=event.seed_hash,
        seating=Seating(first_seats(event), event.kept),
        previous=event.previous,
        delay=event.delay,
        lesson=event.lesson,
    )
    if then is not None:
        table = replace(table, origin=event.origin, play=Play(state=then.play.state, fingerprint=then.play.fingerprint))
    return paced(table, event.pace, event.zone)


def decide_close(table: Table, command: Close, ctx: Context) -> Decision | Refused:
    """End a table that has not started, at the host's command."""
    event = Ended(id=ctx.id, person=ctx.person, digest=digest(command), reason="closed")
    return Decision(event, after_ended(table, event, next_event(table, ctx)))


def decide_expire(table: Table, command: Expire, ctx: Context) -> Decision | Refused:
    """End a table that was not started within a day, or a lesson in which nothing happened for as long.

    The log's own clock decides.
    """
    if table.phase == "running" and not table.lesson:
        return Refused("started")
    event = Ended(id=ctx.id, person=ctx.person, digest=digest(command), reason="expired")
    since = table.created_at if table.phase == "open" else table.at
    return Decision(event, after_ended(table, event, next_event(table, ctx)), not_before=since + EXPIRY_MS)


def after_ended(table: Table, event: Ended, ctx: FoldContext) -> Table:
    """Return the table, which will never start, or in which nobody finished the lesson."""
    if table.phase == "running" and not table.lesson:
        raise ImpossibleEvent(table.id, ctx.seq, "a running game ends by its rules, or by agreement")
    return finish(table, event.reason)


def finish(table: Table, ending: Ending, result: Result | None = None) -> Table:
    """Return the table at its end. Undone moves stay undone."""
    trail = table.trail
    dead = with_dead(trail.dead, trail.redo[0], table.seq) if trail.redo else trail.dead
    return replace(
        table,
        phase="ended",
        ending=ending,
        play=replace(table.play, decision_tokens=(), result=result),
        trail=replace(trail, run=(), redo=(), dead=dead),
        consent=replace(table.consent, proposal=None),
    )


def with_dead(dead: tuple[tuple[int, int], ...], first: int, last: int) -> tuple[tuple[int, int], ...]:
    """Return the ranges with one more, up to the newest event, which replaces those within it."""
    return (*(old for old in dead if old[1] < first), (first, last))


def option_values(table: Table, engine: AnyEngine) -> object:
    """Return the table's settings as the engine's own struct."""
    return msgspec.convert(table.options, engine.options)


def may_sit(table: Table, person: str, invited: bool) -> bool:
    """Whether the person may take a free seat here."""
    if person in table.seating.turned_away:
        return False
    if table.access == "open" or invited or person == table.host:
        return True
    return table.seat_of(person) is not None or table.keeps(person) or is_reserved(table, person)


def may_watch(table: Table, person: str, invited: bool) -> bool:
    """Whether the person may see the table: as a player, to take a free seat, or as a spectator."""
    if table.watch == "all" or person == table.host or table.seat_of(person) is not None or table.keeps(person):
        return True
    if table.watch == "invited" and invited:
        return True
    free = table.phase == "open" or (table.phase == "running" and any(_free(seat) for seat in table.seating.seats))
    return free and may_sit(table, person, invited)


def _free(seat: Seat) -> bool:
    """Whether anybody may take the seat in the running game."""
    return seat.freed and not seat.keeper
