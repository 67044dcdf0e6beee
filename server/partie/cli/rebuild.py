"""``partie ratings rebuild`` and ``partie profiles rebuild``: recalculate what follows from the logs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated

import typer
from msgspec import Struct
from rich.progress import track

from partie.cli._support.engines import load_registry
from partie.cli._support.lazy import subgroup
from partie.cli._support.options import DATA_DIR, DataDirOption, EnginesOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json, progress_console
from partie.cli._support.reach import Reach, history_of, reach, table_ids
from partie.features.ratings.outcome import outcome
from partie.features.ratings.ratings import Ratings
from partie.people.games import played
from partie.registry import Registry
from partie.table import Table

ratings = subgroup("Recalculate ratings from the logs.")
profiles = subgroup("Rebuild profiles from the logs.")


class Rebuilt(Struct, frozen=True):
    """How many finished tables were used, and which could not be read."""

    tables: int
    unreadable: tuple[str, ...]


class _Walk:
    """A walk over all finished tables, which collects those that could not be read."""

    def __init__(self, there: Reach, registry: Registry) -> None:
        self._there = there
        self._registry = registry
        self.unreadable: list[str] = []

    async def ended(self) -> AsyncIterator[Table]:
        wanted = await table_ids(self._there.redis)
        for table in track(wanted, "Reading", console=progress_console(), transient=True):
            if await self._there.log.last([table]) == [(0, "")]:
                continue  # deleted for good
            try:
                newest = (await history_of(self._there.log, table, self._registry)).newest
            except CommandFailed:
                self.unreadable.append(table)
                continue
            if newest.phase == "ended":
                yield newest


@ratings.command(name="rebuild")
def rebuild_ratings(
    game: Annotated[str, typer.Argument(help="Key of the game (default: all games).")] = "",
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Recalculate ratings and ladders from all rated tables.

    Results that were never recorded are added. Recorded results keep the accounts they were recorded with.

    Example: partie ratings rebuild glenmore
    """
    registry = load_registry(engines or ())

    async def work(there: Reach) -> Rebuilt:
        walk, count, noted = _Walk(there, registry), 0, Ratings(there.redis, there.people.rated)
        async for table in walk.ended():
            found = outcome(table)
            if found is not None and game in ("", found.game):
                await noted.put(found)
                count += 1
        for each in [game] if game else await noted.games():
            await noted.rebuild(each)
        return Rebuilt(count, tuple(walk.unreadable))

    _print(reach(redis_url, data_dir, work), as_json, lambda done: f"Recalculated ratings from {done.tables} tables.")


@profiles.command(name="rebuild")
def rebuild_profiles(
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Rebuild profiles from all finished games.

    Every game is added to the profiles of the players who still exist.

    Example: partie profiles rebuild
    """
    registry = load_registry(engines or ())

    async def work(there: Reach) -> Rebuilt:
        walk, count = _Walk(there, registry), 0
        async for table in walk.ended():
            if (game := played(table)) is not None:
                await there.people.games.put(game)
                count += 1
        return Rebuilt(count, tuple(walk.unreadable))

    _print(reach(redis_url, data_dir, work), as_json, lambda done: f"Rebuilt profiles from {done.tables} tables.")


def _print(done: Rebuilt, as_json: bool, words: Callable[[Rebuilt], str]) -> None:
    if as_json:
        print_json(done)
        return
    console().print(words(done), soft_wrap=True)
    if done.unreadable:
        console().print(f"Could not be read (run `partie repair`): {', '.join(done.unreadable)}.", soft_wrap=True)
