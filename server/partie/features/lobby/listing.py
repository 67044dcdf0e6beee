"""The lobby's entry of a table."""

from __future__ import annotations

import sys

from partie.table import Table
from partie.table.lifecycle.reservations import reserved_for
from partie.wire.client_out import LobbyEntry, LobbySeat


def lobby_entry(table: Table, pending: frozenset[int], watching: int) -> LobbyEntry:
    """The table's entry, without names: the lobby looks them up when it shows them.

    It outlives the table's time awake, so strings that many tables share are interned.
    """
    seats = tuple(
        LobbySeat(
            seat.person,
            bot=seat.bot,
            colour=sys.intern(seat.colour),
            pending=number in pending,
            kept=reserved_for(table, number, table.at),
        )
        for number, seat in enumerate(table.seats)
    )
    return LobbyEntry(
        table.id,
        table.seq,
        sys.intern(table.game),
        sys.intern(table.phase),
        seats,
        table.created_at,
        host=table.host,
        access=table.access,
        watch=table.watch,
        watching=watching,
        pace=None if table.clocks is None else table.clocks.pace,
        rated=table.rated,
        delay=table.delay,
        origin="" if table.origin is None else table.origin.table,
        lesson=bool(table.lesson),
    )
