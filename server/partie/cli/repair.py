"""``partie repair``: finds out why a table cannot be opened, and repairs what it can."""

from __future__ import annotations

import base64
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec
import typer
from msgspec import Struct

from partie.cli._support.engines import load_registry
from partie.cli._support.options import (
    DATA_DIR,
    DataDirOption,
    EnginesOption,
    OutputOption,
    RedisOption,
    TableArgument,
)
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.reach import Reach, reach, unknown_table
from partie.cluster.bus import publish
from partie.cluster.messages import Repaired
from partie.features.lobby.entries import Entries
from partie.features.lobby.listing import lobby_entry
from partie.isolation import quarantine
from partie.isolation.loads import Loads
from partie.log import Entry, ForeignEntry
from partie.log.entry import read_entry
from partie.registry import Registry
from partie.table import History, Newer, Snapshot, TableBroken
from partie.table.keep.archive import unpack
from partie.table.keep.snapshots import is_earlier

FILE_FORMAT: Final = 1

Raw: TypeAlias = Sequence[tuple[bytes, Sequence[bytes]]]


class RawEntry(Struct, frozen=True):
    """An entry of the stream, unparsed: names and values in turn, in Base64."""

    id: str
    fields: tuple[str, ...]


class RawFile(Struct, frozen=True, tag_field="partie", tag="raw"):
    """Everything that was stored as a table's log before it was repaired."""

    file: int
    table: str
    stream: tuple[RawEntry, ...]
    archive: str | None


class Finding(Struct, frozen=True):
    """A problem: a code, a description and its remedy. ``loses`` says that the remedy discards events."""

    code: str
    problem: str
    remedy: str
    loses: bool = False


class Report(Struct, frozen=True):
    """The problems, and whether they were repaired. ``kept_in`` is the file with the original data."""

    table: str
    events: int
    good: int
    found: tuple[Finding, ...]
    repaired: bool
    kept_in: str = ""


class _Examined:
    """A table with its problems, and their remedies in the order to apply them."""

    def __init__(self, table: str, stream: Raw, archive: bytes | None) -> None:
        self.table = table
        self.stream = stream
        self.archive = archive
        self.history: History | None = None
        self.events = 0
        self.found: list[Finding] = []
        self.work: list[Callable[[], Awaitable[object]]] = []

    def note(self, code: str, problem: str, remedy: str, work: Callable[[], Awaitable[object]]) -> None:
        self.found.append(Finding(code, problem, remedy))
        self.work.append(work)


def command(
    table: TableArgument,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what is wrong and change nothing.")] = False,
    cut: Annotated[
        bool, typer.Option("--cut", help="Cut the log off where it becomes unreadable. The file keeps the rest.")
    ] = False,
    output: OutputOption = None,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Find out why a table cannot be opened, and repair it.

    The original data is saved to a file first: --output, or TABLE-DATE.raw.json in this folder.

    Example: partie repair 4k7mwq2x9c3hv8tz --dry-run
    """
    registry = load_registry(engines or ())
    file = output or Path(f"{table}-{time.strftime('%Y%m%d-%H%M%S')}.raw.json")
    report = reach(redis_url, data_dir, lambda there: _repair(there, table, registry, file, dry_run=dry_run, cut=cut))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: Report) -> None:
    out = console()
    if not report.found:
        out.print(f"Table {report.table} is fine: all its {report.events} events can be read.")
        return
    for finding in report.found:
        out.print(f"{finding.problem}. {finding.remedy}.", soft_wrap=True, markup=False)
    if report.kept_in:
        out.print(f"The original data is in {report.kept_in}.", soft_wrap=True, markup=False)
    if not report.repaired:
        out.print("Nothing was changed.")


async def _repair(there: Reach, table: str, registry: Registry, file: Path, *, dry_run: bool, cut: bool) -> Report:
    stream, archive = await there.log.raw(table)
    if not stream and archive is None:
        raise unknown_table(table)
    if stream and stream[0][1][0] == b"buried":
        raise CommandFailed("buried", f"table {table} was deleted; there is nothing to repair")
    seen = _Examined(table, stream, archive)
    _examine_log(there, seen, registry)
    await _examine_rest(there, seen, registry)
    good = 0 if seen.history is None else seen.history.seq
    loses = any(finding.loses for finding in seen.found)
    if dry_run or not seen.found or (loses and not cut):
        return Report(table, seen.events, good, tuple(seen.found), repaired=False)
    _keep(file, seen)
    for work in seen.work:
        if await work() is False:
            raise CommandFailed("grown", f"table {table} changed while it was examined; try again")
    await publish(there.redis, Repaired(table))
    return Report(table, seen.events, good, tuple(seen.found), repaired=True, kept_in=str(file))


def _examine_log(there: Reach, seen: _Examined, registry: Registry) -> None:
    """Fold as much as possible, and propose to cut off the rest."""
    archived = bool(seen.stream) and seen.stream[0][1][0] == b"archived"
    entries, problem = _archived(seen) if archived or not seen.stream else _streamed(seen.stream)
    seen.events = int(seen.stream[-1][1][1]) if archived else len(seen.stream)
    history = History(seen.table, registry)
    for entry in entries:
        try:
            history.extend(entry)
        except Newer as newer:
            raise CommandFailed(
                "newer", f"table {seen.table} is fine but needs a newer version of Partie ({newer})"
            ) from None
        except TableBroken as broken:
            problem = str(broken)
            break
    seen.history = history if history.seq else None
    if not problem:
        return
    keep = 0 if archived else history.seq
    if keep:
        remedy = f"With --cut the log ends after event {keep} and the game continues from there"
    else:
        remedy = "With --cut the whole log is removed, so that `partie import` can restore the table from a backup"
    if len(entries) > history.seq:
        remedy += "; if the cause is this version of the game, another version can read the log as it is"
    newest = seen.stream[-1][0] if seen.stream else b""
    seen.found.append(Finding("unreadable", problem, remedy, loses=True))
    seen.work.append(lambda: there.log.cut(seen.table, keep, newest))
    if not keep:
        seen.history = None


async def _examine_rest(there: Reach, seen: _Examined, registry: Registry) -> None:
    """Check the caches, which can be rebuilt from the log."""
    table = seen.table
    loads = Loads(there.redis)
    if await loads.given_up(table):
        seen.note(
            "given_up",
            "Nodes crashed while they loaded the table, so they no longer try",
            "They will try again",
            lambda: loads.forget(table),
        )
    mark = await quarantine.mark_of(there.redis, table)
    if mark is not None:
        seen.note(
            "poisoned",
            f"The game's code crashed node {mark.node} at {mark.where}, so no node loads the table",
            "They will try again; the same move can crash another node",
            lambda: quarantine.clear(there.redis, table),
        )
    data = await there.log.load_snapshot(table)
    if data is not None and not is_earlier(data) and not _fits(Snapshot.decode(data, registry), seen.history):
        seen.note(
            "snapshot",
            "The snapshot does not fit the log or this version of Partie",
            "It is deleted; the next one is written when the table is idle",
            lambda: there.log.drop_snapshot(table),
        )
    lobby = Entries(there.redis)
    shown = next((entry for entry in await lobby.all() if entry.table == table), None)
    if shown is None:
        return
    history = seen.history
    if history is None:
        seen.note("lobby", "The lobby lists the table", "It is removed from the lobby", lambda: lobby.drop(table))
    elif shown.seq > history.seq:
        entry = lobby_entry(history.newest, history.pending(history.newest), 0)
        seen.note(
            "lobby",
            f"The lobby shows event {shown.seq}, but only {history.seq} can be read",
            "The lobby is updated from the log",
            lambda: lobby.put(entry, back=True),
        )


def _streamed(stream: Raw) -> tuple[list[Entry], str]:
    """The entries up to the first problem, and that problem."""
    entries: list[Entry] = []
    for entry_id, fields in stream:
        try:
            entry = read_entry(entry_id, fields)
        except ForeignEntry as foreign:
            return entries, str(foreign)
        if entry.seq != len(entries) + 1 or (entry.prev != entries[-1].mark if entries else entry.prev):
            return entries, f"entry {entry_id.decode()} does not follow event {len(entries)}"
        entries.append(entry)
    return entries, ""


def _archived(seen: _Examined) -> tuple[list[Entry], str]:
    if seen.archive is None:
        return [], "The log was archived and the archive is missing"
    try:
        return unpack(seen.archive), ""
    except ForeignEntry as foreign:
        return [], str(foreign)


def _fits(snapshot: Snapshot | None, history: History | None) -> bool:
    if snapshot is None or history is None:
        return False
    return history.mark_of(snapshot.table.seq) == snapshot.table.mark


def _keep(file: Path, seen: _Examined) -> None:
    """Save the original data to a new file."""
    raw = RawFile(
        FILE_FORMAT,
        seen.table,
        tuple(RawEntry(entry_id.decode(), tuple(map(_base64, fields))) for entry_id, fields in seen.stream),
        None if seen.archive is None else _base64(seen.archive),
    )
    try:
        with file.open("xb") as out:
            out.write(msgspec.json.format(msgspec.json.encode(raw), indent=1))
    except OSError as error:
        raise CommandFailed("no_file", f"cannot write {file}, so nothing was changed: {error.strerror}") from None


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
