"""Taking and leaving seats, bots, colours, being ready; and taking over a freed seat in a running game."""

from __future__ import annotations

from msgspec.structs import replace

from partie.table.commands import Leave, Ready, SeatBot, Sit, TurnAway, UnseatBot, Vacate
from partie.table.context import Context, Decision, FoldContext, digest, engine_of, next_event
from partie.table.events import Left, Readied, Seated, SeatReplaced
from partie.table.lifecycle.creation import may_sit
from partie.table.lifecycle.reservations import awaited, reserved_colours, reserved_for
from partie.table.lifecycle.start import Opening, complete, draw_opening, replay_opening, started
from partie.table.limits import ABSENT_MS, COME_MS
from partie.table.refusals import Refused
from partie.table.state import Seat, Table, bot_nonce, bot_person, with_seat, with_seats, without_proposal
from partie.table.values import COLOURS

# --- sitting down ------------------------------------------------------------------------------------------------


def decide_sit(table: Table, command: Sit, ctx: Context) -> Decision | Refused:
    """Take a free seat, change to another one or change its colour; take over a freed seat in a running game."""
    if command.seat >= len(table.seating.seats):
        return Refused("no_such_seat")
    if ctx.person in table.seating.turned_away:
        return Refused("turned_away")
    if not may_sit(table, ctx.person, ctx.invited):
        return Refused("not_invited")
    if table.phase == "running":
        return _take_over(table, command.seat, ctx, digest(command))
    seat = table.seating.seats[command.seat]
    own = seat.person == ctx.person
    if seat.person and not own:
        return Refused("seat_taken")
    if reserved_for(table, command.seat, ctx.now) not in ("", ctx.person):
        return Refused("seat_kept")
    colour = _colour(table, command.seat, command.colour, ctx.person)
    if isinstance(colour, Refused):
        return colour
    if own and colour == seat.colour:
        return Refused("already_seated")
    event = Seated(
        id=ctx.id,
        person=ctx.person,
        digest=digest(command),
        seat=command.seat,
        colour=colour,
        brought=ctx.brought and not own,
    )
    return Decision(event, after_seated(table, event, next_event(table, ctx)))


def decide_seat_bot(table: Table, command: SeatBot, ctx: Context) -> Decision | Refused:
    """Give a free seat to a bot, or in a running game the person's own. If all others are ready, the game starts."""
    if (refused := _may_arrange(table, command.seat, ctx)) is not None:
        return refused
    if table.phase == "running":
        return _give_over(table, command, ctx)
    if table.seating.seats[command.seat].person:
        return Refused("seat_taken")
    if table.rated:
        return Refused("rated_bot")
    colour = _colour(table, command.seat, None, bot_person(command.seat))
    assert isinstance(colour, str)
    event = Seated(
        id=ctx.id,
        person=ctx.person,
        digest=digest(command),
        seat=command.seat,
        colour=colour,
        bot=True,
        level=command.level,
    )
    following = next_event(table, ctx)
    seats = _seated(table, event, following.seq)
    if not complete(seats):
        return Decision(event, after_seated(table, event, following))
    start, opening = draw_opening(table, seats, following.seq, engine_of(table, ctx.engines))
    event = replace(event, start=start)
    return Decision(event, after_seated(table, event, following, opening))


def after_seated(table: Table, event: Seated, ctx: FoldContext, opening: Opening | None = None) -> Table:
    """Return the table with the seat taken. A person who changes seats must confirm again that they are ready."""
    seats = _seated(table, event, ctx.seq)
    after = with_seats(table, seats)
    if event.start is None:
        return after
    engine = engine_of(table, ctx.engines)
    return started(after, ctx.seq, engine, opening or replay_opening(table, seats, ctx.seq, engine, event.start))


def _seated(table: Table, event: Seated, seq: int) -> tuple[Seat, ...]:
    if event.bot:
        bot = Seat(
            person=bot_person(event.seat),
            bot=True,
            level=event.level,
            colour=event.colour,
            ready=True,
            nonce=bot_nonce(table.id, event.seat),
        )
        return with_seat(table, event.seat, bot)
    if table.seating.seats[event.seat].person == event.person:
        return with_seat(table, event.seat, replace(table.seating.seats[event.seat], colour=event.colour))
    old = table.seat_of(event.person)
    if old is not None:
        table = with_seats(table, with_seat(table, old, Seat()))
    seat = Seat(person=event.person, colour=event.colour, brought=seq if event.brought else 0)
    return with_seat(table, event.seat, seat)


def _colour(table: Table, seat: int, wish: str | None, person: str) -> str | Refused:
    """Return the colour asked for; else the one the person already has; else the first unused one, if any."""
    taken = {
        other.colour for number, other in enumerate(table.seating.seats) if number != seat and other.person != person
    }
    if wish is not None:
        if wish not in COLOURS:
            return Refused("unknown_colour")
        return Refused("colour_taken") if wish in taken else wish
    old = table.seat_of(person)
    if old is not None:
        return table.seating.seats[old].colour
    own, others = reserved_colours(table, person)
    # The person's own from the last game, else an unused one that is not reserved for anybody.
    wanted = [*own, *(colour for colour in COLOURS if colour not in others), *COLOURS]
    return next((colour for colour in wanted if colour not in taken), "")


def _may_arrange(table: Table, seat: int, ctx: Context) -> Refused | None:
    """Refuse unless the person is seated or the host; they may seat and remove bots."""
    if seat >= len(table.seating.seats):
        return Refused("no_such_seat")
    if (
        ctx.person != table.host
        and table.seat_of(ctx.person) is None
        and table.seating.seats[seat].keeper != ctx.person
    ):
        return Refused("not_seated")
    return None


# --- getting up --------------------------------------------------------------------------------------------------


def decide_leave(table: Table, seat: int, command: Leave, ctx: Context) -> Decision | Refused:
    """Free the person's seat before the game starts."""
    event = Left(id=ctx.id, person=ctx.person, digest=digest(command), seat=seat)
    return Decision(event, after_left(table, event, next_event(table, ctx)))


def decide_unseat_bot(table: Table, command: UnseatBot, ctx: Context) -> Decision | Refused:
    """Remove a bot before the game starts."""
    if (refused := _may_arrange(table, command.seat, ctx)) is not None:
        return refused
    if table.phase != "open":  # comes after the check whether the person may arrange anything here at all
        return Refused("started")
    if not table.seating.seats[command.seat].bot:
        return Refused("no_bot")
    event = Left(id=ctx.id, person=ctx.person, digest=digest(command), seat=command.seat)
    return Decision(event, after_left(table, event, next_event(table, ctx)))


def decide_turn_away(table: Table, command: TurnAway, ctx: Context) -> Decision | Refused:
    """Free the seat of a person before the game starts, at the host's command. The host's own is left instead."""
    if command.seat >= len(table.seating.seats):
        return Refused("no_such_seat")
    seat = table.seating.seats[command.seat]
    if not seat.human or seat.person == ctx.person:
        return Refused("nobody_else")
    event = Left(id=ctx.id, person=ctx.person, digest=digest(command), seat=command.seat)
    return Decision(event, after_left(table, event, next_event(table, ctx)))


def decide_vacate(table: Table, command: Vacate, ctx: Context) -> Decision | Refused:
    """Free the seat of a matched player who is not here, at the service's command, so that others can start."""
    if command.seat >= len(table.seating.seats):
        return Refused("no_such_seat")
    seat = table.seating.seats[command.seat]
    if command.seat not in awaited(table):
        return Refused("seat_kept")
    if ctx.away.get(seat.person, 0) < ABSENT_MS:
        return Refused("not_away")
    event = Left(id=ctx.id, person=ctx.person, digest=digest(command), seat=command.seat)
    return Decision(
        event, after_left(table, event, next_event(table, ctx)), not_before=ctx.past(seat.brought).at + COME_MS
    )


def after_left(table: Table, event: Left, _ctx: FoldContext) -> Table:
    """Return the table with the seat free again."""
    after = with_seats(table, with_seat(table, event.seat, Seat()))
    seat = table.seating.seats[event.seat]
    if not turned_away(table, event):
        return after
    return replace(after, seating=replace(after.seating, turned_away=(*after.seating.turned_away, seat.person)))


def turned_away(table: Table, event: Left) -> bool:
    """Whether the host has turned away the person in the seat.

    The event does not say so itself: otherwise only the person and the service free a person's seat.
    """
    seat = table.seating.seats[event.seat]
    return seat.human and event.person == table.host != seat.person


# --- being ready -------------------------------------------------------------------------------------------------


def decide_ready(table: Table, seat: int, command: Ready, ctx: Context) -> Decision | Refused:
    """Make a seat ready, or not ready. The last of all seats to be ready starts the game."""
    if len(command.nonce) % 2:
        return Refused("bad_nonce")
    if table.seating.seats[seat].ready == command.ready:
        return Refused("already_ready" if command.ready else "not_ready")
    nonce = command.nonce if command.ready else ""
    event = Readied(id=ctx.id, person=ctx.person, digest=digest(command), seat=seat, ready=command.ready, nonce=nonce)
    seats = _readied(table, event)
    following = next_event(table, ctx)
    if not complete(seats):
        return Decision(event, after_readied(table, event, following))
    start, opening = draw_opening(table, seats, following.seq, engine_of(table, ctx.engines))
    event = replace(event, start=start)
    return Decision(event, after_readied(table, event, following, opening))


def after_readied(table: Table, event: Readied, ctx: FoldContext, opening: Opening | None = None) -> Table:
    """Return the table with the seat ready or not, and the game started if it was the last one."""
    seats = _readied(table, event)
    after = with_seats(table, seats)
    if event.start is None:
        return after
    engine = engine_of(table, ctx.engines)
    return started(after, ctx.seq, engine, opening or replay_opening(table, seats, ctx.seq, engine, event.start))


def _readied(table: Table, event: Readied) -> tuple[Seat, ...]:
    seat = replace(table.seating.seats[event.seat], ready=event.ready, nonce=event.nonce)
    return with_seat(table, event.seat, seat)


# --- taking over -------------------------------------------------------------------------------------------------


def _take_over(table: Table, seat: int, ctx: Context, command: int) -> Decision | Refused:
    if not table.seating.seats[seat].freed or table.seating.seats[seat].keeper not in ("", ctx.person):
        return Refused("seat_taken")
    # A person whose own seat is kept by a bot would see two hands.
    kept = any(other.keeper == ctx.person for number, other in enumerate(table.seating.seats) if number != seat)
    if kept or table.seat_of(ctx.person) is not None:
        return Refused("already_seated")
    event = SeatReplaced(id=ctx.id, person=ctx.person, digest=command, seat=seat)
    return Decision(event, after_seat_replaced(table, event, next_event(table, ctx)))


def _give_over(table: Table, command: SeatBot, ctx: Context) -> Decision | Refused:
    """Give a seat to a bot: a freed one, also from a bot of another level, or the person's own until they return.

    Meanwhile nobody else may take that own seat, because nobody has to wait for it.
    """
    seat = table.seating.seats[command.seat]
    same = seat.bot and seat.level == command.level
    if same or not (seat.freed or seat.person == ctx.person) or seat.keeper not in ("", ctx.person):
        return Refused("seat_taken")
    event = SeatReplaced(
        id=ctx.id, person=ctx.person, digest=digest(command), seat=command.seat, bot=True, level=command.level
    )
    return Decision(event, after_seat_replaced(table, event, next_event(table, ctx)))


def after_seat_replaced(table: Table, event: SeatReplaced, ctx: FoldContext) -> Table:
    """Return the table with a new holder of the seat. A bot keeps a freed seat only until a person wants it.

    A proposal that is valid for days lapses, because the people in the seats have changed.
    """
    before = table.seating.seats[event.seat]
    own = event.person in (before.person, before.keeper)
    seat = replace(
        before,
        person=bot_person(event.seat) if event.bot else event.person,
        bot=event.bot,
        level=event.level,
        freed=event.bot,
        since=ctx.seq,
        keeper=event.person if event.bot and own else "",
    )
    after = with_seats(table, with_seat(table, event.seat, seat))
    proposal = table.consent.proposal
    return without_proposal(after) if proposal is not None and proposal.stands else after
