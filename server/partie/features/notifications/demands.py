"""Demands: what a table wants of a person. Pure, so that all nodes come to the same result."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from partie.table import Table

Kind: TypeAlias = Literal["turn", "answer", "seat", "invited", "started", "over"]
"""To move, to answer a proposal, to get ready when all others are, to come to a table; and two kinds of news."""

KINDS: Final[tuple[Kind, ...]] = ("turn", "answer", "seat", "invited", "started", "over")


NEWS_MS: Final = 48 * 3600 * 1000
"""Milliseconds for which the end of a game is news: long enough for a daily message after quiet hours."""


class Demand(Struct, frozen=True):
    """A demand, and the event that caused it; 0 for a kind that is notified once per table, however often it recurs."""

    kind: Kind
    ask: int


INVITED: Final = Demand("invited", 0)
"""An invitation by name, of which the table itself knows nothing."""


def wanted(table: Table, pending: frozenset[int], now: int) -> dict[str, Demand]:
    """The most urgent demand of the table on each person in a seat. Persons not listed have nothing to do.

    ``pending`` are the seats that must act, ``now`` is the service's time in milliseconds.
    """
    return {
        seat.person: ask
        for number, seat in enumerate(table.seats)
        if seat.human and (ask := _of_seat(table, number, pending, now)) is not None
    }


def _of_seat(table: Table, seat: int, pending: frozenset[int], now: int) -> Demand | None:
    if table.lesson:
        # It waits for nobody but its learner, who may leave it at any time.
        return None
    if table.phase == "open":
        others = [other for number, other in enumerate(table.seats) if number != seat]
        waits = not table.seats[seat].ready and all(other.bot or (other.person and other.ready) for other in others)
        return Demand("seat", 0) if others and waits else None
    if table.phase == "ended":
        # A table that never started is nobody's game, and opening an old table must notify nobody.
        return Demand("over", 0) if table.started and now - table.at <= NEWS_MS else None
    proposal = table.proposal
    if proposal is not None and seat in proposal.waiting and now <= proposal.until:
        # Of two demands on the same person the newer is the news.
        turned = seat in pending and table.decision_tokens[seat] > proposal.seq
        return Demand("turn", table.decision_tokens[seat]) if turned else Demand("answer", proposal.seq)
    if seat in pending:
        return Demand("turn", table.decision_tokens[seat])
    return Demand("started", table.started) if table.runner == -1 else None
