"""Ways into the toy game that several tests need."""

from __future__ import annotations

import random

from partie.table import History, Snapshot
from partie.table.context import Source
from partie.table.events import Reservation
from partie.table.keep import archive
from partie.wire import client_in
from tests.engines.toys.state import FIELDS, State, Step
from tests.server.table.sitting import ANN, BOB, TOYS, Sitting, running


def bid_all(sitting: Sitting) -> int:
    """Everybody bids its first card; the seat whose turn it is then."""
    for seat in range(len(sitting.table.seats)):
        sitting.must_move(seat, sitting.legal(seat)[0])
    return acting(sitting)


def acting(sitting: Sitting) -> int:
    """The one seat that must act."""
    (seat,) = sitting.history.pending(sitting.table)
    return seat


def in_turns(*people: str, **settings: object) -> tuple[Sitting, int]:
    """A running game in its first turn, and whose turn it is."""
    sitting = running(*(people or (ANN, BOB)), **settings)  # type: ignore[arg-type]  # settings of create
    return sitting, bid_all(sitting)


def step(sitting: Sitting, seat: int, far: int = 1) -> Step:
    """The move of the seat's pawn by so many fields."""
    state: State = sitting.table.state
    return Step(FIELDS[(state.players[seat].pawn + far) % len(FIELDS)])


def finish(sitting: Sitting) -> None:
    """Play the first legal moves to the end."""
    while sitting.table.phase == "running":
        seat = min(sitting.history.pending(sitting.table))
        sitting.must_move(seat, sitting.legal(seat)[-1])


def matched(**away: int) -> Sitting:
    """A table that matchmaking made for Ann and Bob; who is away, and for how long."""
    sitting = Sitting()
    kept = tuple(
        Reservation(person=person, colour=colour, seated=True) for person, colour in ((ANN, "hare"), (BOB, "duck"))
    )
    sitting.must(ANN, client_in.Create("toy", 2), kept=kept)
    sitting.away = away
    return sitting


def source(sitting: Sitting, seq: int) -> Source:
    """What a fork of the table takes along from its position after event ``seq``."""
    return Source(sitting.table, sitting.history.past(seq), archive.pack(sitting.entries[:seq]))


def long_evening(events: int = 300) -> Sitting:
    """A game with many undone steps and votes, still running."""
    sitting, seat = in_turns()
    dice = random.Random(7)  # any course of events will do
    while sitting.table.seq < events:
        turn = sitting.history.turn(sitting.table, seat)
        if turn.undo and dice.random() < 0.5:
            sitting.must(sitting.person(seat), client_in.Undo(dice.choice(turn.undo)))
        elif turn.redo and dice.random() < 0.3:
            sitting.must(sitting.person(seat), client_in.Redo(dice.choice(turn.redo)))
        elif sitting.table.state.energy and dice.random() < 0.7:
            sitting.must_move(seat, step(sitting, seat))
        elif sitting.table.consent.proposals < 10:
            sitting.must(sitting.person(seat), client_in.Propose("end"))
            sitting.must(sitting.person(seat), client_in.Answer(sitting.table.seq, False))
        else:
            sitting.must(ANN, client_in.Propose("undo", to=sitting.table.started))
            sitting.must(BOB, client_in.Answer(sitting.table.seq, True))
            for other in range(2):
                sitting.must_move(other, sitting.legal(other)[0])
            (seat,) = sitting.history.pending(sitting.table)
    return sitting


def load(sitting: Sitting, snapshot: Snapshot | None = None) -> History:
    """Another node's memory of the same log."""
    return History.load("table-1", sitting.entries, snapshot, TOYS)
