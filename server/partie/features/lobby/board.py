"""One node's copy of the lobby: what each person is shown of it, and how that changes."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Set
from typing import Final

from msgspec.structs import replace

from partie.features.lobby.entries import Held, inward, order, outward, shown_to, sits
from partie.wire.client_out import LobbyEntry, LobbyTables

SHOWN: Final = 200
"""Tables that everybody is shown at most, open ones and running ones each; the newest."""

_PHASES: Final = ("open", "running")

Shown = dict[str, LobbyEntry]


class Change:
    """What is new since the last look: for everybody, and beyond that for those who look and have a table of their own.

    Whoever gets both gets the message for everybody first.
    """

    def __init__(self, everybody: LobbyTables | None, own: Mapping[str, LobbyTables]) -> None:
        self.everybody = everybody
        self.own = own


class Board:
    """Entries by table, the newer seq wins. Pure: knows neither Redis nor time.

    A change costs what has changed, but for picking the newest of all tables. What persons are shown besides is
    reckoned for those alone who look at the lobby, who are few beside those who play.
    """

    def __init__(self) -> None:
        self.entries: dict[str, LobbyEntry] = {}
        self.unknown: set[str] = set()
        """Persons whose present names are to be looked up."""
        self._names: dict[str, str] = {}
        # Nearly everybody has one table or two, and a set takes four times the memory of such a tuple.
        self._tables_of: dict[str, tuple[str, ...]] = {}
        self._dirty: set[str] = set()
        self._everybody: Shown = {}
        self._own: dict[str, Shown] = {}
        self._holders: dict[str, set[str]] = {}

    # --- what is known --------------------------------------------------------------------------------------------

    def take(self, entry: LobbyEntry) -> bool:
        """Take an entry in, unless a newer one is known. True when it changes anything."""
        known = self.entries.get(entry.table)
        if known is not None and (order(known) > order(entry) or known == entry):
            return False
        self._put(entry)
        return True

    def drop(self, table: str) -> None:
        """A table is gone."""
        known = self.entries.pop(table, None)
        if known is not None:
            self._dirty.add(table)
            for person in _concerned(known):
                left = tuple(one for one in self._tables_of[person] if one != table)
                if left:
                    self._tables_of[person] = left
                else:
                    del self._tables_of[person]

    def correct(self, entries: Iterable[LobbyEntry], fresh: Set[str]) -> None:
        """Take what Redis has. ``fresh`` tables changed while it was being asked: what is known of them stands."""
        for entry in entries:
            if entry.table not in fresh and self.entries.get(entry.table) != entry:
                self._put(entry)

    def keep(self, tables: Set[str]) -> None:
        """There are no other tables than these."""
        for table in self.entries.keys() - tables:
            self.drop(table)
        self._names = {person: name for person, name in self._names.items() if person in self._tables_of}

    def learn(self, names: Mapping[str, str]) -> None:
        """The present names of persons; an empty one is nobody's (any more). Who is not in the lobby is no matter."""
        for person, name in names.items():
            self.unknown.discard(person)
            if person not in self._tables_of:
                # An older name may be remembered, and the person may come back.
                self._names.pop(person, None)
            elif self._names.get(person) != name:
                self._names[person] = name
                self._dirty.update(self._tables_of[person])

    def doubt_names(self) -> None:
        """Names may have changed without a word: they stand until they are looked up again."""
        self.unknown |= self._names.keys()

    def open_tables(self, host: str) -> int:
        """How many tables of a host have not started."""
        return sum(entry.host == host and entry.phase == "open" for entry in self.entries.values())

    def tables_at_once(self, person: str, besides: str = "") -> int:
        """How many tables that have not ended a person hosts or sits at, besides one."""
        tables = (self.entries[table] for table in self._tables_of.get(person, ()) if table != besides)
        # Seats that are held for somebody are not counted: anybody may hold one.
        return sum(
            entry.phase != "ended" and (entry.host == person or any(seat.person == person for seat in entry.seats))
            for entry in tables
        )

    # --- what is shown --------------------------------------------------------------------------------------------

    def whole(self, person: str) -> LobbyTables:
        """The lobby as it was at the last :meth:`change`, as the person is shown it, who is a viewer from now on."""
        if person not in self._own:
            self._hold(person, {}, self._besides(person, set(), {}))
        return LobbyTables(tables=tuple({**self._everybody, **self._own[person]}.values()), whole=True)

    def change(self, viewers: Iterable[str]) -> Change | None:
        """What changed since this was last asked; None if nothing did. Those who are no ``viewers`` have left."""
        for person in self._own.keys() - set(viewers):
            self._hold(person, self._own[person], {})
            del self._own[person]
        if not self._dirty:
            return None
        dirty, self._dirty = self._dirty, set()
        before, self._everybody = self._everybody, self._arranged(dirty)
        everybody = _difference(before, self._everybody, {})
        # Own tables are those that not everybody is shown, so what enters or leaves that list counts as well.
        sent = set() if everybody is None else {entry.table for entry in everybody.tables}
        own = self._change_own(dirty | (before.keys() ^ self._everybody.keys()), sent)
        return Change(everybody, own) if everybody is not None or own else None

    def _arranged(self, dirty: set[str]) -> Shown:
        """What everybody is shown now."""
        listed: dict[str, list[LobbyEntry]] = {phase: [] for phase in _PHASES}
        for entry in self.entries.values():
            if is_listed(entry):
                listed[entry.phase].append(entry)
        shown: Shown = {}
        for entries in listed.values():
            for entry in heapq.nlargest(SHOWN, entries, key=lambda entry: (entry.at, entry.table)):
                known = None if entry.table in dirty else self._everybody.get(entry.table)
                shown[entry.table] = self._named(outward(entry)) if known is None else known
        return shown

    def _change_own(self, touched: set[str], sent: set[str]) -> dict[str, LobbyTables]:
        """Bring what persons are shown besides up to date, and return how it changed.

        Of a table that holds something back those who sit there are shown more than everybody, so they are sent it
        again when it is ``sent`` to everybody, and what everybody is shown when nothing is held back any more.
        """
        changes = {}
        named: dict[tuple[str, bool], LobbyEntry] = {}  # one for all who are shown the same
        for person in self._affected(touched) & self._own.keys():
            before = self._own[person]
            after = self._besides(person, touched, named)
            back = {table: self._everybody[table] for table in before if table in self._everybody and table not in sent}
            stale = {table: entry for table, entry in before.items() if table not in sent}
            difference = _difference(stale, {**back, **after}, self._everybody)
            if difference is not None:
                changes[person] = difference
            self._hold(person, before, after)
        return changes

    def _besides(self, person: str, touched: set[str], named: dict[tuple[str, bool], LobbyEntry]) -> Shown:
        """What the person is shown besides; of tables that were not touched what it was shown before."""
        before = self._own.get(person, {})
        after = {}
        for table in self._tables_of.get(person, ()):
            entry = self.entries[table]
            key = table, sits(entry, person)
            if table not in self._everybody or (isinstance(entry, Held) and key[1]):
                known = named.get(key) if table in touched else before.get(table)
                after[table] = named[key] = self._named(shown_to(entry, person)) if known is None else known
        return after

    def _affected(self, touched: set[str]) -> set[str]:
        """Those who have one of the tables, or are to have it."""
        persons: set[str] = set()
        for table in touched:
            persons |= self._holders.get(table, set())
            if table in self.entries:
                persons |= _concerned(self.entries[table])
        return persons

    def _hold(self, person: str, before: Shown, after: Shown) -> None:
        for table in before.keys() - after.keys():
            holders = self._holders[table]
            holders.discard(person)
            if not holders:
                del self._holders[table]
        for table in after.keys() - before.keys():
            self._holders.setdefault(table, set()).add(person)
        self._own[person] = after

    # --- inside ---------------------------------------------------------------------------------------------------

    def _put(self, entry: LobbyEntry) -> None:
        self.drop(entry.table)
        self.entries[entry.table] = entry
        self._dirty.add(entry.table)
        for person in _concerned(entry):
            self._tables_of[person] = (*self._tables_of.get(person, ()), entry.table)
        for seat in (*entry.seats, *inward(entry).seats):
            if seat.person and not seat.bot and seat.person not in self._names:
                self.unknown.add(seat.person)

    def _named(self, entry: LobbyEntry) -> LobbyEntry:
        """The entry with the present names of its persons."""
        seats = tuple(
            replace(seat, name=self._names[seat.person]) if seat.person in self._names else seat for seat in entry.seats
        )
        return replace(entry, seats=seats)


def is_listed(entry: LobbyEntry) -> bool:
    """Whether everybody is shown the table: one that all may join, and later one that all may watch."""
    return entry.access == "open" and (entry.phase == "open" or (entry.phase == "running" and entry.watch == "all"))


def _concerned(entry: LobbyEntry) -> set[str]:
    """Who is shown the table whether it is listed or not: its host and those who sit there, until it has ended."""
    host = {entry.host} if entry.phase in _PHASES else set()
    entry = inward(entry)
    if entry.phase not in _PHASES:
        return host - {""}
    kept = {seat.kept for seat in entry.seats} if entry.phase == "open" else set()
    return {*host, *(seat.person for seat in entry.seats if not seat.bot), *kept} - {""}


def _difference(before: Shown, after: Shown, elsewhere: Shown) -> LobbyTables | None:
    """The message from one to the other. What is gone from here but shown ``elsewhere`` is not gone."""
    tables = tuple(entry for table, entry in after.items() if before.get(table) != entry)
    gone = tuple(table for table in before if table not in after and table not in elsewhere)
    return LobbyTables(tables=tables, gone=gone) if tables or gone else None
