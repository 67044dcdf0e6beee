"""A viewer's view of a table: the document, and a seat's turn, offers and forecast.

The document is ``{"table": ..., "game": ..., "proposal": ..., "result": ...}``; the last three are present only when
there is something to show. It follows the rules of views (``partie.kit.values``). Parts that an event did not change
are the same objects in successive documents, so that a patch is found without walking them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from partie.kit import Line, Offer, Range, Result, Value, View, Viewer
from partie.kit.memo import shared
from partie.table import clocks as times
from partie.table.clocks import Clocks
from partie.table.context import Engines, engine_of
from partie.table.engine_calls import guarded
from partie.table.events import Reservation
from partie.table.play.undo import backward, forward, undo_refused
from partie.table.show import messages
from partie.table.state import Proposal, Seat, Table, bot_person
from partie.table.values import Days, DelaySetting, TimeControl


def view(table: Table, viewer: Viewer, engines: Engines) -> View:
    """Return the whole document as the viewer sees it."""
    game = game_view(table, viewer, engines) if table.play.started else None
    return document(table, game, pending(table, engines))


def game_view(table: Table, viewer: Viewer, engines: Engines) -> View:
    """Return the engine's part of the document, once the game has started."""
    return guarded(table.id, table.seq, engine_of(table, engines).view, table.play.state, viewer)


def document(table: Table, game: View | None, acting: frozenset[int]) -> View:
    """Build the document around the engine's view; ``acting`` are the seats that must act."""
    shown: View = {"table": _frame(table, acting)}
    if game is not None:
        shown["game"] = game
    if table.consent.proposal is not None:
        shown["proposal"] = _proposal(table.consent.proposal)
    if table.play.result is not None:
        shown["result"] = _result(table.play.result, table.play.stood_in)
    return shown


def _frame(table: Table, acting: frozenset[int]) -> View:
    """Return the table around the game. The seed is included once nothing more can be drawn from it."""
    shown: View = {
        "id": table.id,
        "game": table.game,
        "version": table.version,
        "phase": table.phase,
        "host": table.host,
        "access": table.access,
        "watch": table.watch,
        "created": table.created_at,
        "options": _options(table.options),
        "seats": _seats(table.seating.seats, table.seating.kept, table.seating.turned_away),
        "pending": list[Value](sorted(acting)),
        "seed_hash": table.seed_hash,
    }
    if table.previous:
        shown["previous"] = table.previous
    if table.origin is not None:
        shown["origin"] = {"table": table.origin.table, "seq": table.origin.seq}
    if table.chat != "private":
        shown["chat"] = table.chat
    if table.lesson:
        shown["lesson"] = {"made": table.play.followed, "moves": len(table.lesson)}
    if table.rated:
        shown["rated"] = True
    if table.delay is not None:
        shown["delay"] = _delay(table.delay)
    if table.clocks is not None:
        shown["pace"] = _pace(table.clocks.pace)
        if table.play.started:
            shown["clocks"] = _clocks(table.clocks)
    play = table.play
    counted: dict[str, Value] = {
        "lost": list[Value](play.lost),
        "turn": play.turn,
        "chapters": list[Value](play.chapters),
        "automatic": play.automatic,
    }
    shown |= {key: value for key, value in counted.items() if value}
    if table.phase == "ended":
        shown["ending"] = table.ending
        if table.play.started:
            shown["seed"] = table.seed.hex()
    return shown


@shared(256)
def _options(options: dict[str, Any]) -> View:
    return {key: value for key, value in options.items() if value is not None}


@shared(1024)
def _seats(seats: tuple[Seat, ...], kept: tuple[Reservation, ...], turned_away: tuple[str, ...]) -> View:
    elsewhere = {*turned_away, *(seat.person for seat in seats)}
    shown = {str(number): _seat(seat) for number, seat in enumerate(seats)}
    for number, one in enumerate(kept):
        if one.person and not one.seated and one.person not in elsewhere and not seats[number].person:
            shown[str(number)]["kept"] = one.person
    won = {one.person or bot_person(number): one.won for number, one in enumerate(kept) if one.won}
    for number, seat in enumerate(seats):
        if won.get(seat.person):
            shown[str(number)]["won"] = won[seat.person]
    return dict(shown)


def _seat(seat: Seat) -> View:
    """Return who holds the seat. A member that does not apply is absent, so a free seat is an empty map."""
    shown: View = {}
    if seat.human:
        shown["person"] = seat.person
    for key, value in (("bot", seat.bot), ("ready", seat.ready), ("freed", seat.freed)):
        if value:
            shown[key] = True
    if seat.keeper:
        shown["keeper"] = seat.keeper
    if seat.bot and seat.level != "quick":
        shown["level"] = seat.level
    if seat.colour:
        shown["colour"] = seat.colour
    return shown


@shared(256)
def _proposal(proposal: Proposal) -> View:
    """Return what is proposed, by whom, who has yet to answer, and until when (Redis's milliseconds)."""
    shown: View = {
        "seq": proposal.seq,
        "what": proposal.what,
        "seat": proposal.seat,
        "waiting": list(proposal.waiting),
        "granted": list(proposal.granted),
        "until": proposal.until,
    }
    if proposal.lasting:
        shown["lasting"] = True
    if proposal.what == "undo":
        shown["to"] = proposal.to
    if proposal.what == "free_seat":
        shown["target"] = proposal.target
    if proposal.pace is not None:
        shown["pace"] = _pace(proposal.pace)
    if proposal.delay is not None:
        shown["delay"] = _delay(proposal.delay)
    return shown


@shared(256)
def _delay(delay: DelaySetting) -> View:
    return {"unit": delay.unit, "count": delay.count}


@shared(256)
def _pace(pace: TimeControl) -> View:
    shown: View = msgspec.to_builtins(pace)
    return shown


def _clocks(clocks: Clocks) -> View:
    """Return what each seat has left, in milliseconds, at Redis's time ``at``; ``until``: its deadline, if it runs."""
    shown: View = {"at": clocks.at, "seats": {str(seat): _clock(clocks, seat) for seat in range(len(clocks.left))}}
    if clocks.paused:
        shown["paused"] = True
    return shown


def _clock(clocks: Clocks, seat: int) -> View:
    shown: View = {"left": times.remaining(clocks, seat, clocks.at)}
    until = times.deadline(clocks, seat)
    if until is not None:
        shown["until"] = until
    if isinstance(clocks.pace, Days) and clocks.pace.vacation:
        shown["rest"] = clocks.rest[seat]
    if seat in clocks.resting:
        shown["resting"] = True
    return shown


@shared(256)
def _result(result: Result, stood_in: tuple[tuple[int, int], ...]) -> View:
    """Return scores, places and winners, the lines explaining each seat's score, and turns played by stand-in bots."""
    shown: View = {
        "scores": list(result.scores),
        "places": list(result.places),
        "winners": list(result.winners),
        "parts": {str(seat): [_line(line) for line in lines] for seat, lines in enumerate(result.parts)},
    }
    if stood_in:
        seats = sorted({seat for seat, _ in stood_in})
        shown["stood_in"] = {str(seat): [turn for own, turn in stood_in if own == seat] for seat in seats}
    return shown


def _line(line: Line) -> Value:
    shown: Value = msgspec.to_builtins(line)
    return shown


def pending(table: Table, engines: Engines) -> frozenset[int]:
    """Return the seats that must act."""
    if table.phase != "running":
        return frozenset()
    return guarded(table.id, table.seq, engine_of(table, engines).pending, table.play.state)


def pending_bots(table: Table, acting: frozenset[int]) -> tuple[int, ...]:
    """Return the seats held by bots among those that must act."""
    if table.clocks is not None and table.clocks.paused:
        return ()
    return tuple(seat for seat in sorted(acting) if table.seating.seats[seat].bot)


def turn_for(table: Table, seat: int, engines: Engines, acting: frozenset[int] | None = None) -> messages.Turn | None:
    """Return the decision before a seat of a running game, and what it may undo; else None.

    ``acting`` are the seats that must act, if the caller already knows them.
    """
    if table.phase != "running":
        return None
    if acting is None:
        acting = pending(table, engines)
    engine = engine_of(table, engines)
    return messages.Turn(
        table=table.id,
        seq=table.seq,
        seat=seat,
        ask=table.play.decision_tokens[seat],
        must=seat in acting,
        legal=tuple(guarded(table.id, table.seq, engine.legal, table.play.state, seat)),
        undo=backward(table, seat),
        redo=forward(table, seat),
        undo_refused=undo_refused(table, seat) or "",
    )


def offers_for(table: Table, viewer: Viewer, engines: Engines) -> messages.Offers:
    """Return what the seat could do with each target of its current decision; nothing for a spectator."""
    offers: tuple[Offer[Any], ...] = ()
    ask = 0
    if table.phase == "running" and isinstance(viewer, int):
        ask = table.play.decision_tokens[viewer]
        offers = tuple(guarded(table.id, table.seq, engine_of(table, engines).offers, table.play.state, viewer))
    return messages.Offers(table.id, ask, offers)


def forecast_for(table: Table, viewer: Viewer, engines: Engines) -> messages.Forecast:
    """Return everyone's score if the game ended now, as far as the viewer can know; nothing before the start."""
    ranges: tuple[Range, ...] = ()
    if table.play.started:
        ranges = tuple(guarded(table.id, table.seq, engine_of(table, engines).forecast, table.play.state, viewer))
    return messages.Forecast(table.id, table.seq, ranges)
