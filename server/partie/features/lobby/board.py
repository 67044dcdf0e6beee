"""One node's copy of the lobby: what each person sees of it, and how that changes."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Final

from msgspec.structs import replace

from partie.features.lobby.entries import Held, inward, order, outward, shown_to, sits
from partie.wire.client_out import LobbyEntry, LobbyTables

SHOWN: Final = 200
"""Maximum number of open tables, and of running ones, that everybody sees; the newest."""

_PHASES: Final = ("open", "running")

Shown = dict[str, LobbyEntry]


class Change:
    """The changes since the last call: for everybody, and in addition for those viewers who have tables of their own.

    A person who gets both messages gets the one for everybody first.
    """

    def __init__(self, everybody: LobbyTables | None, own: Mapping[str, LobbyTables]) -> None:
        self.everybody = everybody
        self.own = own


class Board:
    """The entries by table; the newer seq wins. Pure: knows neither Redis nor time.

    The cost of a change depends on what has changed, except that the newest tables are picked from all. The
    rest that persons see is computed only for viewers of the lobby, who are few compared with players.
    """

    def __init__(self) -> None:
        self.entries: dict[str, LobbyEntry] = {}
        self.unknown: set[str] = set()
        """Persons whose present names must be looked up."""
        self._names: dict[str, str] = {}
        # Nearly everybody has one or two tables, and a set takes four times the memory of such a tuple.
        self._tables_of: dict[str, tuple[str, ...]] = {}
        self._dirty: set[str] = set()
        self._closed: set[str] = set()
        """Tables that moderators have closed. Only the people of such a table see it, with a mark."""
        self._everybody: Shown = {}
        self._own: dict[str, Shown] = {}
        self._holders: dict[str, set[str]] = {}

    # --- knowing --------------------------------------------------------------------------------------------------

    def take(self, entry: LobbyEntry) -> bool:
        """Add an entry, unless a newer one is known. Returns whether it changes anything."""
        known = self.entries.get(entry.table)
        if known is not None and (order(known) > order(entry) or known == entry):
            return False
        self._put(entry)
        return True

    def drop(self, table: str) -> None:
        """Remove a table."""
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
        """Adopt entries read from Redis, except of ``fresh`` tables, which changed during the read."""
        for entry in entries:
            if entry.table not in fresh and self.entries.get(entry.table) != entry:
                self._put(entry)

    def keep(self, tables: Set[str]) -> None:
        """Remove all other tables than these."""
        for table in self.entries.keys() - tables:
            self.drop(table)
        self._names = {person: name for person, name in self._names.items() if person in self._tables_of}

    def close(self, table: str, *, closed: bool) -> None:
        """Mark a table as closed by moderators, or as reopened."""
        (self._closed.add if closed else self._closed.discard)(table)
        if table in self.entries:
            self._dirty.add(table)

    def learn(self, names: Mapping[str, str]) -> None:
        """Learn the present names of persons; empty: unknown. Names of persons who are not in the lobby are ignored."""
        for person, name in names.items():
            self.unknown.discard(person)
            if person not in self._tables_of:
                # Forget an older name, because the person may come back.
                self._names.pop(person, None)
            elif self._names.get(person) != name:
                self._names[person] = name
                self._dirty.update(self._tables_of[person])

    def doubt_names(self) -> None:
        """Look all names up again, which may have changed unnoticed; the old ones are shown until then."""
        self.unknown |= self._names.keys()

    def open_tables(self, host: str) -> int:
        """The number of a host's tables that have not started."""
        return sum(entry.host == host and entry.phase == "open" for entry in self.entries.values())

    def tables_at_once(self, person: str, besides: str = "") -> int:
        """The number of unfinished tables that a person hosts or sits at, leaving out ``besides``."""
        tables = (self.entries[table] for table in self._tables_of.get(person, ()) if table != besides)
        # Reserved seats are not counted: anybody may reserve one for somebody.
        return sum(
            entry.phase != "ended" and (entry.host == person or any(seat.person == person for seat in entry.seats))
            for entry in tables
        )

    def with_bots(self, host: str) -> Iterator[str]:
        """The unfinished tables of a host at which bots have seats."""
        for table in self._tables_of.get(host, ()):
            entry = self.entries[table]
            if entry.host == host and entry.phase != "ended" and any(seat.bot for seat in entry.seats):
                yield table

    def game_shown(self, table: str, person: str) -> str:
        """The game of a table that everybody sees, or the person does; empty for any other. A person may be empty."""
        entry = self.entries.get(table)
        if entry is None or table in self._closed:
            return ""
        return entry.game if is_listed(entry) or person in _concerned(entry) else ""

    # --- showing --------------------------------------------------------------------------------------------------

    def whole(self, person: str) -> LobbyTables:
        """The lobby as the person may see it, who is a viewer from now on.

        Others' tables are as of the last :meth:`change`, the person's own as they are now: who comes back right after
        sitting down must find the table.
        """
        if person not in self._own:
            self._hold(person, {}, self._besides(person, set(), {}))
        sooner = {
            table: self._named(shown_to(self.entries[table], person))
            for table in self._tables_of.get(person, ())
            if table in self._dirty and table in self._everybody
        }
        return LobbyTables(tables=tuple({**self._everybody, **sooner, **self._own[person]}.values()), whole=True)

    def change(self, viewers: Iterable[str]) -> Change | None:
        """The changes since the last call; None if there are none. Anyone not among the ``viewers`` has left."""
        for person in self._own.keys() - set(viewers):
            self._hold(person, self._own[person], {})
            del self._own[person]
        if not self._dirty:
            return None
        dirty, self._dirty = self._dirty, set()
        before, self._everybody = self._everybody, self._arranged(dirty)
        everybody = _difference(before, self._everybody, {})
        # Own tables are those that not everybody sees, so what enters or leaves that list counts as well.
        sent = set() if everybody is None else {entry.table for entry in everybody.tables}
        own = self._change_own(dirty | (before.keys() ^ self._everybody.keys()), sent)
        return Change(everybody, own) if everybody is not None or own else None

    def _arranged(self, dirty: set[str]) -> Shown:
        """The tables that everybody sees now."""
        listed: dict[str, list[LobbyEntry]] = {phase: [] for phase in _PHASES}
        for entry in self.entries.values():
            if is_listed(entry) and entry.table not in self._closed:
                listed[entry.phase].append(entry)
        shown: Shown = {}
        for entries in listed.values():
            for entry in heapq.nlargest(SHOWN, entries, key=lambda entry: (entry.at, entry.table)):
                known = None if entry.table in dirty else self._everybody.get(entry.table)
                shown[entry.table] = self._named(outward(entry)) if known is None else known
        return shown

    def _change_own(self, touched: set[str], sent: set[str]) -> dict[str, LobbyTables]:
        """Update what persons see in addition, and return how it changed.

        Of a delayed table its players see more than everybody. So when it is ``sent`` to everybody, they are sent their
        version again, and when its delay ends, they are sent everybody's.
        """
        changes = {}
        named: dict[tuple[str, bool], LobbyEntry] = {}  # shared by all who see the same
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
        """What the person sees in addition; for tables not ``touched`` the entries of the last time."""
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
        """The persons who see one of the tables in addition, or will."""
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

    # --- helpers --------------------------------------------------------------------------------------------------

    def _put(self, entry: LobbyEntry) -> None:
        known = self.entries.get(entry.table)
        concerned = _concerned(entry)
        # After most moves the same people see the table as before.
        if known is None or _concerned(known) != concerned:
            self.drop(entry.table)
            for person in concerned:
                self._tables_of[person] = (*self._tables_of.get(person, ()), entry.table)
        self.entries[entry.table] = entry
        self._dirty.add(entry.table)
        for seat in (*entry.seats, *inward(entry).seats):
            if seat.person and not seat.bot and seat.person not in self._names:
                self.unknown.add(seat.person)

    def _named(self, entry: LobbyEntry) -> LobbyEntry:
        """The entry with the present names of its persons."""
        seats = tuple(
            replace(seat, name=self._names[seat.person]) if seat.person in self._names else seat for seat in entry.seats
        )
        return replace(entry, seats=seats, closed=entry.table in self._closed)


def is_listed(entry: LobbyEntry) -> bool:
    """Whether everybody sees the table: while all may join, and later while all may watch."""
    return entry.access == "open" and (entry.phase == "open" or (entry.phase == "running" and entry.watch == "all"))


def _concerned(entry: LobbyEntry) -> set[str]:
    """The persons who see the table even if it is not listed: its host and its players, until it has ended."""
    host = {entry.host} if entry.phase in _PHASES else set()
    entry = inward(entry)
    if entry.phase not in _PHASES:
        return host - {""}
    kept = {seat.kept for seat in entry.seats} if entry.phase == "open" else set()
    return {*host, *(seat.person for seat in entry.seats if not seat.bot), *kept} - {""}


def _difference(before: Shown, after: Shown, elsewhere: Shown) -> LobbyTables | None:
    """The message from one state to the other. A table gone from here but shown ``elsewhere`` is not gone."""
    tables = tuple(entry for table, entry in after.items() if before.get(table) != entry)
    gone = tuple(table for table in before if table not in after and table not in elsewhere)
    return LobbyTables(tables=tables, gone=gone) if tables or gone else None
