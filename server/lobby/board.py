"""One node's copy of the lobby: what each person is shown of it, and how that changes."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from server.wire.outbound import LobbyEntry, LobbyTables

SHOWN: Final = 200
"""Tables that everybody is shown at most, open ones and running ones each; the newest."""

Shown = dict[str, LobbyEntry]


class Change:
    """What is new since the last look: for everybody, and beyond that for those who have a table of their own.

    Whoever gets both gets the message for everybody first.
    """

    def __init__(self, everybody: LobbyTables | None, own: Mapping[str, LobbyTables]) -> None:
        self.everybody = everybody
        self.own = own


class Board:
    """Entries by table, the newer seq wins. Pure: knows neither Redis nor time."""

    def __init__(self) -> None:
        self.entries: dict[str, LobbyEntry] = {}
        self.names: dict[str, str] = {}
        self._everybody: Shown = {}
        self._own: dict[str, Shown] = {}

    def take(self, entry: LobbyEntry) -> bool:
        """Take an entry in, unless a newer one is known. True when it changes anything."""
        known = self.entries.get(entry.table)
        if known is not None and (known.seq > entry.seq or known == entry):
            return False
        self.entries[entry.table] = entry
        return True

    def drop(self, table: str) -> None:
        """A table is gone."""
        self.entries.pop(table, None)

    def replace_all(self, entries: Iterable[LobbyEntry], fresh: Iterable[str]) -> None:
        """Take what Redis has. ``fresh`` tables changed while it was being asked: what is known of them stands."""
        fresh = frozenset(fresh)
        kept = {table: entry for table, entry in self.entries.items() if table in fresh}
        self.entries = {entry.table: entry for entry in entries if entry.table not in fresh} | kept
        present = self.persons()
        self.names = {person: name for person, name in self.names.items() if person in present}

    def persons(self) -> set[str]:
        """All persons whose names are shown."""
        return {seat.person for entry in self.entries.values() for seat in entry.seats if seat.person and not seat.bot}

    def open_tables(self, host: str) -> int:
        """How many tables of a host have not started."""
        return sum(entry.host == host and entry.phase == "open" for entry in self.entries.values())

    def whole(self, person: str) -> LobbyTables:
        """The lobby as it was at the last :meth:`change`, as the person is shown it."""
        own = self._own.get(person, {})
        return LobbyTables(tables=(*self._everybody.values(), *own.values()), whole=True)

    def change(self) -> Change | None:
        """What changed since this was last asked; None if nothing did."""
        everybody, own = self._arrange()
        common = _difference(self._everybody, everybody, {})
        special = {}
        for person in self._own.keys() | own.keys():
            difference = _difference(self._own.get(person, {}), own.get(person, {}), everybody)
            if difference is not None:
                special[person] = difference
        self._everybody, self._own = everybody, own
        return Change(common, special) if common is not None or special else None

    def _arrange(self) -> tuple[Shown, dict[str, Shown]]:
        """What everybody is shown, and what persons are shown besides."""
        phases: dict[str, list[LobbyEntry]] = {"open": [], "running": []}
        for entry in self.entries.values():
            if entry.phase in phases:
                phases[entry.phase].append(entry)
        everybody: Shown = {}
        for entries in phases.values():
            listed = (entry for entry in entries if is_listed(entry))
            newest = heapq.nlargest(SHOWN, listed, key=lambda entry: (entry.at, entry.table))
            everybody |= {entry.table: self._named(entry) for entry in newest}
        own: dict[str, Shown] = {}
        for entries in phases.values():
            for entry in entries:
                if entry.table not in everybody:
                    for person in _concerned(entry):
                        own.setdefault(person, {})[entry.table] = self._named(entry)
        return everybody, own

    def _named(self, entry: LobbyEntry) -> LobbyEntry:
        """The entry with the present names of its persons."""
        seats = tuple(
            replace(seat, name=self.names[seat.person]) if seat.person in self.names else seat for seat in entry.seats
        )
        return replace(entry, seats=seats)


def is_listed(entry: LobbyEntry) -> bool:
    """Whether everybody is shown the table: one that all may join, and later one that all may watch."""
    return entry.access == "open" and (entry.phase == "open" or entry.watch == "all")


def _concerned(entry: LobbyEntry) -> set[str]:
    return {entry.host, *(seat.person for seat in entry.seats if not seat.bot)} - {""}


def _difference(before: Shown, after: Shown, elsewhere: Shown) -> LobbyTables | None:
    """The message from one to the other. What is gone from here but shown ``elsewhere`` is not gone."""
    tables = tuple(entry for table, entry in after.items() if before.get(table) != entry)
    gone = tuple(table for table in before if table not in after and table not in elsewhere)
    return LobbyTables(tables=tables, gone=gone) if tables or gone else None
