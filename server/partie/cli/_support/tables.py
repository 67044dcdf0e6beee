"""Tables outside a running server: their logs in files, who sits at them, and failures to read them in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from partie.cli._support.output import CommandFailed
from partie.kit import SPECTATOR, Viewer
from partie.registry import Registry
from partie.table import History, Newer, Snapshot, Table, TableBroken
from partie.table.decoding import DECODE_ERRORS
from partie.table.keep.entry import Entry
from partie.table.show.export import decode_log
from partie.table.state import bot_person
from partie.table.upcasters import Unreadable, decode_event


class NamedSeat(Struct, frozen=True):
    """A seat with its holder's name, which is empty for bots, forgotten people and free seats."""

    person: str
    name: str
    bot: bool
    colour: str


def folded(table: str, entries: Sequence[Entry], registry: Registry, snapshot: Snapshot | None = None) -> History:
    """Fold entries. Raises :class:`CommandFailed` with the event at which that fails, and what to do."""
    demand_game(table, entries, registry)
    try:
        return History.load(table, entries, snapshot, registry)
    except (Newer, TableBroken) as error:
        raise damaged(table, error) from None


def demand_game(table: str, entries: Sequence[Entry], registry: Registry) -> None:
    """Raise :class:`CommandFailed` if the game of a table is not installed here."""
    try:
        game = getattr(decode_event(entries[0].format, entries[0].body), "game", None) if entries else None
    except (*DECODE_ERRORS, Newer, Unreadable):
        return  # folding it will say what is wrong
    known = [engine.key for engine in registry.games()]
    if game is not None and game not in known:
        raise CommandFailed(
            "not_installed",
            f"table {table} is of the game {game!r}, which is not installed here (installed: {', '.join(known)}); "
            "install it, or name its engine with --engines or PARTIE_ENGINES",
        )


def damaged(table: str, error: Exception) -> CommandFailed:
    """A log that cannot be folded: what is wrong with it, where, and what to do."""
    if isinstance(error, Newer):
        return CommandFailed("newer", f"table {table} was written by a newer version ({error}); use that version")
    todo = f"run `partie repair {table} --dry-run` to see what can be done"
    return CommandFailed("unreadable", f"cannot read table {table}: {error}; {todo}")


def entries_in(file: Path) -> Sequence[Entry]:
    """Read the log in a file. Raises :class:`CommandFailed` if there is none."""
    try:
        return decode_log(file.read_bytes())
    except DECODE_ERRORS as error:
        raise CommandFailed("no_log", f"{file} is not an exported table: {error}") from None
    except OSError as error:
        raise CommandFailed("no_file", f"cannot read {file}: {error.strerror}") from None


def is_file(target: str) -> bool:
    """Whether a target names a file rather than a table."""
    return "/" in target or "." in target or Path(target).is_file()


def viewer_of(text: str, seats: int) -> Viewer:
    """The viewer that ``--as`` names. Raises :class:`CommandFailed`."""
    if text == SPECTATOR.value:
        return SPECTATOR
    if text.isdecimal() and int(text) < seats:
        return int(text)
    raise CommandFailed("viewer", f"invalid --as {text!r}; expected a seat from 0 to {seats - 1}, or spectator")


def persons(table: Table) -> set[str]:
    """The host and the people in the seats, without bots."""
    return {table.host, *(seat.person for seat in table.seats if seat.human)} - {""}


def named_seats(seats: Sequence[Any], names: dict[str, str]) -> tuple[NamedSeat, ...]:
    """The seats of a table, or of its entry in the lobby, with the names of the people in them."""
    return tuple(
        NamedSeat(seat.person, "" if seat.bot else names.get(seat.person, ""), seat.bot, seat.colour) for seat in seats
    )


def seated(seats: Sequence[NamedSeat]) -> str:
    """The seats in one line of text."""
    return ", ".join(
        (seat.name or (bot_person(number) if seat.bot else seat.person or "free")) for number, seat in enumerate(seats)
    )
