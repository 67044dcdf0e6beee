"""``partie import``: restores a table from a file that ``partie export`` wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from msgspec import Struct

from partie.cli._support.engines import load_registry
from partie.cli._support.options import DATA_DIR, DataDirOption, EnginesOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.reach import Reach, reach
from partie.cli._support.tables import entries_in, folded
from partie.cluster.bus import publish
from partie.cluster.messages import Repaired
from partie.features.lobby.entries import Entries
from partie.features.lobby.listing import lobby_entry
from partie.log import Appended, Entry, ForeignEntry
from partie.table import FORMAT, History, decode_event, encode_event
from partie.table.events import Created

_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{4,40}")


class Imported(Struct, frozen=True):
    """An import. ``appended`` counts the events that were not there yet."""

    table: str
    game: str
    phase: str
    events: int
    appended: int


def command(
    file: Annotated[Path, typer.Argument(help="File written by partie export.")],
    *,
    new_id: Annotated[str, typer.Option("--new-id", help="Import the table under this id.")] = "",
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Restore an exported table.

    The table comes back byte for byte, with the same id. Nothing is overwritten: if the id is in use, choose another
    one.

    Example: partie import game.json --new-id rematch-1
    """
    registry = load_registry(engines or ())
    if new_id and not _TABLE.fullmatch(new_id):
        raise CommandFailed("table", f"invalid --new-id {new_id!r}; expected 4 to 40 letters, digits, - or _")
    entries = entries_in(file)
    if not entries:
        raise CommandFailed("no_log", f"{file} contains no events")
    history = folded(str(file), entries, registry)
    if new_id:
        history = folded(str(file), _named(entries, new_id), registry)
    imported = reach(redis_url, data_dir, lambda there: _import(there, history))
    if as_json:
        print_json(imported)
        return
    if not imported.appended:
        console().print(f"Nothing to do: table {imported.table} already has all these events.", soft_wrap=True)
    else:
        console().print(
            f"Imported table {imported.table} of {imported.game}: {imported.events} events, {imported.phase}.",
            soft_wrap=True,
        )


def _named(entries: Sequence[Entry], table: str) -> list[Entry]:
    """The entries as those of another table; only the first event contains the id."""
    first = entries[0]
    event = decode_event(first.format, first.body)
    assert isinstance(event, Created)
    body = encode_event(msgspec.structs.replace(event, table=table))
    return [msgspec.structs.replace(first, format=FORMAT, body=body), *entries[1:]]


async def _import(there: Reach, history: History) -> Imported:
    table, newest = history.newest.id, history.newest
    try:
        known = await there.log.read(table)
    except ForeignEntry:
        raise _taken(table, "something unreadable") from None
    entries = history.tail(0)
    if [entry.mark for entry in known] != [entry.mark for entry in entries[: len(known)]]:
        raise _taken(table, "another game")
    # One by one: each append is refused unless it fits, so an interrupted import can be resumed.
    for entry in entries[len(known) :]:
        if not isinstance(await there.log.append(table, entry, keep_at=True), Appended):
            raise _taken(table, "a deleted table, or one that has been played on")
    await Entries(there.redis).put(lobby_entry(newest, history.pending(newest), 0), back=True)
    await publish(there.redis, Repaired(table))
    return Imported(table, newest.game, newest.phase, newest.seq, len(entries) - len(known))


def _taken(table: str, by: str) -> CommandFailed:
    return CommandFailed("exists", f"id {table} is already used by {by}; choose another one with --new-id")
