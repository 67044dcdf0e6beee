"""``partie list``: all tables."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Final

import typer
from msgspec import Struct
from msgspec.structs import replace
from rich.progress import Progress
from rich.table import Table as Grid

from partie.cli._support.engines import load_registry
from partie.cli._support.options import DATA_DIR, DataDirOption, EnginesOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json, progress_console
from partie.cli._support.reach import Reach, history_of, reach, table_ids
from partie.cli._support.tables import NamedSeat, named_seats, persons, seated
from partie.features.lobby.entries import Entries
from partie.isolation.quarantine import marked
from partie.log.entry import archive_key
from partie.registry import Registry
from partie.wire.client_out import LobbyEntry

AT_ONCE: Final = 32
"""Tables read at the same time."""

PHASES: Final = ("open", "running", "ended", "broken", "newer", "deleted")

POISONED: Final = "the game's code crashed a node; `partie repair` shows where"


class Listed(Struct, frozen=True):
    """One table. ``created`` is in milliseconds since 1970; ``problem`` says why it cannot be read."""

    table: str
    game: str
    phase: str
    events: int
    created: int
    seats: tuple[NamedSeat, ...]
    archived: bool
    problem: str = ""


def command(
    *,
    phase: Annotated[str, typer.Option(help=f"Only tables in this phase: {', '.join(PHASES)}.")] = "",
    game: Annotated[str, typer.Option(help="Key of a game, as partie games lists it.")] = "",
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List the tables.

    Each line has the game, the phase and the players. Tables that cannot be read are listed with the reason.

    Example: partie list --phase running --game vinci
    """
    if phase and phase not in PHASES:
        raise CommandFailed("phase", f"invalid --phase {phase!r}; expected one of: {', '.join(PHASES)}")
    registry = load_registry(engines or ())
    found = reach(redis_url, data_dir, lambda there: _list(there, registry))
    listed = [one for one in found if phase in ("", one.phase) and game in ("", one.game)]
    if as_json:
        print_json(listed)
        return
    grid = Grid("Table", "Game", "Phase", "Events", "Created", "Seats", box=None, pad_edge=False)
    for one in sorted(listed, key=lambda one: one.created):
        seats = one.problem or seated(one.seats)
        where = f"{one.phase}, archived" if one.archived else one.phase
        grid.add_row(one.table, one.game, where, str(one.events or ""), day(one.created), seats)
    console().print(grid)
    console().print(f"{len(listed)} of {len(found)} tables.")


def day(at: int) -> str:
    """A moment in milliseconds, to the minute, in UTC."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M}" if at else ""


async def _list(there: Reach, registry: Registry) -> list[Listed]:
    tables = await table_ids(there.redis)
    lobby = {entry.table: entry for entry in await Entries(there.redis).all()}
    poisoned = await marked(there.redis)
    listed: list[Listed] = []
    with Progress(console=progress_console(), transient=True) as progress:
        task = progress.add_task("Reading tables", total=len(tables))
        for first in range(0, len(tables), AT_ONCE):
            some = tables[first : first + AT_ONCE]
            lasts = await there.log.last(some)
            reading = [
                _read(there, table, last, lobby.get(table), registry) for table, last in zip(some, lasts, strict=True)
            ]
            listed += await asyncio.gather(*reading)
            progress.advance(task, len(some))
    return [replace(one, phase="broken", problem=POISONED) if one.table in poisoned else one for one in listed]


async def _read(
    there: Reach, table: str, last: tuple[int, str] | None, shown: LobbyEntry | None, registry: Registry
) -> Listed:
    if last == (0, ""):
        return Listed(table, "", "deleted", 0, 0, (), archived=False)
    if shown is not None and last is not None and shown.seq == last[0]:
        # The lobby has all of it, so there is no need to fold the log.
        names = await there.people.names({seat.person for seat in shown.seats if seat.person and not seat.bot})
        seats = named_seats(shown.seats, names)
        return Listed(table, shown.game, shown.phase, shown.seq, shown.at, seats, archived=False)
    archived = bool(await there.redis.exists(archive_key(table)))
    try:
        newest = (await history_of(there.log, table, registry)).newest
    except CommandFailed as failed:
        if failed.code not in ("newer", "not_installed", "unreadable"):
            raise
        phase = "broken" if failed.code == "unreadable" else "newer"
        return Listed(table, "", phase, last[0] if last else 0, 0, (), archived=archived, problem=str(failed))
    seats = named_seats(newest.seats, await there.people.names(persons(newest)))
    return Listed(table, newest.game, newest.phase, newest.seq, newest.created_at, seats, archived=archived)
