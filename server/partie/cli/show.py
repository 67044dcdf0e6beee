"""``partie show``: one table."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from rich.markup import escape
from rich.table import Table as Grid

from partie.cli._support.engines import load_registry
from partie.cli._support.language import LanguageOption
from partie.cli._support.options import DATA_DIR, DataDirOption, EnginesOption, RedisOption, TableArgument
from partie.cli._support.output import JsonFlag, console, print_json
from partie.cli._support.reach import Reach, history_of, names_at, reach
from partie.cli._support.tables import NamedSeat, named_seats, seated
from partie.cli.listing import day
from partie.features.narration import Language, Narrator, game_words
from partie.features.presence.presence import here_key
from partie.kit import SPECTATOR, Result
from partie.log.entry import archive_key, log_key, snapshot_key
from partie.registry import Registry
from partie.table.events import Moved


class Shown(Struct, frozen=True):
    """A table. Times are in milliseconds since 1970, ``bytes`` is its size in Redis.

    ``pending`` are the seats that have to move, ``host`` is a person's id. ``told`` is the latest event as spectators
    read it.
    """

    table: str
    game: str
    version: int
    phase: str
    ending: str
    events: int
    moves: int
    mark: str
    created: int
    newest: int
    told: str
    host: str
    host_name: str
    access: str
    watch: str
    options: dict[str, Any]
    seats: tuple[NamedSeat, ...]
    pending: tuple[int, ...]
    watched: bool
    archived: bool
    snapshot: bool
    bytes: int
    seed_hash: str
    result: Result | None


def command(
    table: TableArgument,
    *,
    language: LanguageOption = "en",
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show one table.

    You see its game, its players, its settings and where it stands, but nothing that is hidden from spectators.

    Example: partie show 4k7mwq2x9c3hv8tz
    """
    registry = load_registry(engines or ())
    shown = reach(redis_url, data_dir, lambda there: _show(there, table, registry, language))
    if as_json:
        print_json(shown)
        return
    grid = Grid(box=None, show_header=False, pad_edge=False)
    for name, value in _words(shown):
        grid.add_row(name, escape(value))
    console().print(grid)


async def _show(there: Reach, table: str, registry: Registry, language: Language) -> Shown:
    history = await history_of(there.log, table, registry)
    newest = history.newest
    names = await names_at(there.people, history)
    narrator = Narrator(newest, game_words(registry.newest(newest.game), language), names)
    kept = [await there.redis.memory_usage(key) for key in (log_key(table), archive_key(table), snapshot_key(table))]
    return Shown(
        table=newest.id,
        game=newest.game,
        version=newest.version,
        phase=newest.phase,
        ending=newest.ending,
        events=newest.seq,
        moves=sum(isinstance(history.event(seq), Moved) for seq in range(1, newest.seq + 1)),
        mark=newest.mark,
        created=newest.created_at,
        newest=newest.at,
        told=narrator.narrate(history.entry(newest.seq, SPECTATOR)),
        host=newest.host,
        host_name=names.get(newest.host, ""),
        access=newest.access,
        watch=newest.watch,
        options=newest.options,
        seats=named_seats(newest.seats, names),
        pending=tuple(sorted(history.pending(newest))),
        watched=bool(await there.redis.exists(here_key(table))),
        archived=bool(kept[1]),
        snapshot=bool(kept[2]),
        bytes=sum(size or 0 for size in kept),
        seed_hash=newest.seed_hash,
        result=newest.result,
    )


def _words(shown: Shown) -> list[tuple[str, str]]:
    phase = f"{shown.phase} ({shown.ending})" if shown.ending else shown.phase
    stands = "archived" if shown.archived else "log and snapshot" if shown.snapshot else "log"
    words = [
        ("Table", shown.table),
        ("Game", f"{shown.game}, version {shown.version}"),
        ("Phase", phase),
        ("Created", f"{day(shown.created)} UTC by {shown.host_name or shown.host}"),
        ("Latest event", f"{shown.events}, {day(shown.newest)} UTC: {shown.told}"),
        ("Seats", seated(shown.seats)),
        ("To move", ", ".join(f"seat {seat}" for seat in shown.pending) or "nobody"),
        ("Open in a browser", "yes" if shown.watched else "no"),
        ("Access", f"{shown.access}; spectators: {shown.watch}"),
        ("Settings", ", ".join(f"{name} {value}" for name, value in shown.options.items()) or "none"),
        ("Stored as", f"{stands}, {shown.bytes:,} bytes in Redis"),
        ("Seed's SHA-256", shown.seed_hash),
    ]
    if shown.result is not None:
        words.append(("Scores", ", ".join(map(str, shown.result.scores))))
    return words
