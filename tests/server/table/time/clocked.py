"""Ways into tables with clocks that several tests need."""

from __future__ import annotations

from partie.table import clocks
from partie.table.clocks import Clocks
from partie.table.commands import TimeOut
from partie.table.values import Live
from partie.wire import client_in
from tests.server.table.sitting import ANN, Sitting, code

SERVICE = "service:"
MINUTE = 60_000
LIVE = Live(game=600, turn=5)


def times(sitting: Sitting) -> Clocks:
    """The clocks as they stand."""
    assert sitting.table.clocks is not None
    return sitting.table.clocks


def left(sitting: Sitting, seat: int) -> int:
    """What a seat has left now."""
    return clocks.remaining(times(sitting), seat, sitting.now)


def due(sitting: Sitting, seat: int) -> int:
    """When the time of a seat is over."""
    until = clocks.deadline(times(sitting), seat)
    assert until is not None
    return until


def flag(sitting: Sitting, seat: int) -> str:
    """The service says that the seat's time is over; the code of the refusal if there is one."""
    return code(sitting.do(SERVICE, TimeOut(seat)))


def agree(sitting: Sitting, command: client_in.Propose) -> None:
    """The first seat proposes it, and all others consent."""
    proposal = sitting.must(ANN, command).proposal
    for seat in proposal.waiting if proposal else ():
        assert proposal is not None
        sitting.must(sitting.person(seat), client_in.Answer(proposal.seq, True))
