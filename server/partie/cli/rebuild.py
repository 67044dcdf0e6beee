"""``partie ratings rebuild`` and ``partie profiles rebuild``: make anew what only follows from the logs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated

import typer
from msgspec import Struct
from rich.progress import track

from partie.cli._support.engines import load_registry
from partie.cli._support.options import DATA_DIR, DataDirOption, EnginesOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json, progress_console
from partie.cli._support.tables import Reach, history_of, reach, table_ids
from partie.features.ratings.outcome import outcome
from partie.features.ratings.ratings import Ratings
from partie.people.games import played
from partie.registry import Registry
from partie.table import Table

ratings = typer.Typer(help="How strong accounts are at each game.", no_args_is_help=True)
profiles = typer.Typer(help="What persons have played.", no_args_is_help=True)


class Rebuilt(Struct, frozen=True):
    """From how many ended tables it was made anew, and which could not be read here."""

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


@ratings.callback()
def _ratings() -> None:
    """How strong accounts are at each game."""


@ratings.command(name="rebuild")
def rebuild_ratings(
    game: Annotated[str, typer.Argument(help="The game's key; all games without one.")] = "",
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Reckon ratings and ladders anew from the first rated table on, with those that were never noted.

    Who was an account at a table that was noted stays as it was noted then.
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

    _print(reach(redis_url, data_dir, work), as_json, lambda done: f"Ratings made anew from {done.tables} tables.")


@profiles.callback()
def _profiles() -> None:
    """What persons have played."""


@profiles.command(name="rebuild")
def rebuild_profiles(
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Write every ended game into the profiles of all who sat there and are still known."""
    registry = load_registry(engines or ())

    async def work(there: Reach) -> Rebuilt:
        walk, count = _Walk(there, registry), 0
        async for table in walk.ended():
            if (game := played(table)) is not None:
                await there.people.games.put(game)
                count += 1
        return Rebuilt(count, tuple(walk.unreadable))

    _print(reach(redis_url, data_dir, work), as_json, lambda done: f"Profiles made anew from {done.tables} tables.")


def _print(done: Rebuilt, as_json: bool, words: Callable[[Rebuilt], str]) -> None:
    if as_json:
        print_json(done)
        return
    console().print(words(done), soft_wrap=True)
    if done.unreadable:
        console().print(f"Not readable here, see partie repair: {', '.join(done.unreadable)}.", soft_wrap=True)
