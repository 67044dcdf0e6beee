"""What a table wants of a person: pure, so that all nodes come to the same."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from partie.table import Table

Kind: TypeAlias = Literal["turn", "answer", "seat", "invited", "started", "over"]
"""To move, to answer a proposal, to get ready for a game that only waits for oneself, to come to a table; and news."""

KINDS: Final[tuple[Kind, ...]] = ("turn", "answer", "seat", "invited", "started", "over")


NEWS_MS: Final = 48 * 3600 * 1000
"""That a game is over is news for so long: a daily message that waits for the end of quiet hours still tells it."""


class Demand(Struct, frozen=True):
    """What is asked, and the event that asked it; 0 for what is told once of a table, however often it comes."""

    kind: Kind
    ask: int


INVITED: Final = Demand("invited", 0)
"""Somebody asks the person by name to a table, which itself knows nothing of that."""


def wanted(table: Table, pending: frozenset[int], now: int) -> dict[str, Demand]:
    """What the table wants most urgently of each person in a seat. Anyone who is not named has nothing to do.

    ``pending`` are the seats that must act, ``now`` is the service's time in milliseconds.
    """
    return {
        seat.person: ask
        for number, seat in enumerate(table.seats)
        if seat.human and (ask := _of_seat(table, number, pending, now)) is not None
    }


def _of_seat(table: Table, seat: int, pending: frozenset[int], now: int) -> Demand | None:
    if table.phase == "open":
        others = [other for number, other in enumerate(table.seats) if number != seat]
        waits = not table.seats[seat].ready and all(other.bot or (other.person and other.ready) for other in others)
        return Demand("seat", 0) if others and waits else None
    if table.phase == "ended":
        # A table that was never started is nobody's game; and whoever opens an old one notifies nobody.
        return Demand("over", 0) if table.started and now - table.at <= NEWS_MS else None
    proposal = table.proposal
    if proposal is not None and seat in proposal.waiting and now <= proposal.until:
        # Of two things that wait for the same person the newer is the news.
        turned = seat in pending and table.decision_tokens[seat] > proposal.seq
        return Demand("turn", table.decision_tokens[seat]) if turned else Demand("answer", proposal.seq)
    if seat in pending:
        return Demand("turn", table.decision_tokens[seat])
    return Demand("started", table.started) if table.runner == -1 else None
