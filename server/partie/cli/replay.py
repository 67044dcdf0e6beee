"""``partie replay``: the events of a table, one per line."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Struct

from partie.cli._support.engines import load_registry
from partie.cli._support.language import LanguageOption
from partie.cli._support.options import (
    DATA_DIR,
    DataDirOption,
    EnginesOption,
    RedisOption,
    TargetArgument,
    UpToOption,
    ViewerOption,
)
from partie.cli._support.output import CommandFailed, JsonFlag, print_json, struck
from partie.cli._support.parameters import Option
from partie.cli._support.tables import damaged, demand_game, entries_in, is_file, viewer_of
from partie.features.narration import Language, Narrator, game_words
from partie.kit import Viewer
from partie.registry import Registry
from partie.table import History, Newer, TableBroken
from partie.table.keep.entry import Entry
from partie.wire.client_out import HistoryEntry

if TYPE_CHECKING:
    from partie.cli._support.reach import Reach

FOLLOW_SECONDS: Final = 1.0
"""Seconds between two reads of a log with ``--follow``."""


class Replayed(Struct, frozen=True):
    """Events as one viewer is allowed to see them, and the view after the last one."""

    table: str
    game: str
    viewer: str
    entries: tuple[HistoryEntry, ...]
    view: dict[str, Any]


class Span(Struct, frozen=True):
    """Which events to print, and for which viewer. Without ``last``, everything from ``first`` on."""

    first: int
    last: int | None
    viewer: str


class Replay:
    """A log, as far as it has been read and printed."""

    def __init__(self, target: str, registry: Registry, span: Span) -> None:
        self.history = History(target, registry)
        self.failure: CommandFailed | None = None
        self._registry = registry
        self._span = span
        self._printed = span.first - 1

    def read(self, entries: Iterable[Entry]) -> None:
        """Read up to the last event to print. Raises :class:`CommandFailed` if there is nothing to read or print."""
        entries = tuple(entries)
        if not self.history.seq:
            demand_game(self.history.id, entries, self._registry)
        for entry in entries:
            if self._enough:
                break
            try:
                self.history.extend(entry)
            except (Newer, TableBroken) as error:
                self.failure = damaged(self.history.id, error)
                break
        if self.failure is not None and not self.history.seq:
            raise self.failure
        if self._span.first > self.history.seq:
            raise CommandFailed(
                "event", f"--from {self._span.first} is out of range; the table has events 1 to {self.history.seq}"
            )

    @property
    def over(self) -> bool:
        """Nothing more to print can happen."""
        return self._enough or self.failure is not None or self.history.newest.phase == "ended"

    @property
    def _enough(self) -> bool:
        return self.history.seq == self._span.last

    def print_new(self, language: Language, names: Mapping[str, str]) -> None:
        """Print the events read since the last call."""
        now = self.history.newest
        narrator = Narrator(now, game_words(self._registry.newest(now.game), language), names)
        for seq in range(self._printed + 1, self.history.seq + 1):
            entry = self.history.entry(seq, self._viewer)
            at = datetime.fromtimestamp(entry.at / 1000, UTC)
            line = f"{seq:5} {at:%Y-%m-%d %H:%M:%S} {narrator.narrate(entry)}"
            print(struck(line) if entry.struck else line)
        self._printed = self.history.seq

    def replayed(self) -> Replayed:
        """The events and the final view as data."""
        newest = self.history.newest
        entries = tuple(self.history.entry(seq, self._viewer) for seq in range(self._span.first, self.history.seq + 1))
        return Replayed(newest.id, newest.game, self._span.viewer, entries, self.history.view(newest, self._viewer))

    @property
    def _viewer(self) -> Viewer:
        return viewer_of(self._span.viewer, len(self.history.newest.seats))


def command(
    target: TargetArgument,
    *,
    first: Annotated[int, Option("--from", min=1, help="First event to look at.")] = 1,
    last: UpToOption = None,
    viewer: ViewerOption = "spectator",
    language: LanguageOption = "en",
    follow: Annotated[bool, Option("--follow", help="Keep printing events until the game is over.")] = False,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Print the events of a table, one per line.

    You see what a spectator sees, or one of the seats with --as. With --json you also get the view after the last
    event.

    Example: partie replay 4k7mwq2x9c3hv8tz --as 0 --follow
    """
    if follow and as_json:
        raise CommandFailed("follow", "--follow prints text only; leave out --json")
    replay = Replay(target, load_registry(engines or ()), Span(first, last, viewer))
    if is_file(target):
        replay.read(entries_in(Path(target)))
        names: Mapping[str, str] = {}
    else:
        from partie.cli._support.reach import reach  # noqa: PLC0415  # files need no Redis

        names = reach(redis_url, data_dir, lambda there: _read(there, replay, language if follow else None))
    if as_json:
        print_json(replay.replayed())
    else:
        replay.print_new(language, names)
    if replay.failure is not None:
        raise replay.failure


async def _read(there: Reach, replay: Replay, follow: Language | None) -> dict[str, str]:
    """Read a table's log, printing it while it is followed. Returns the names of its people."""
    from partie.cli._support.reach import entries_of, names_at  # noqa: PLC0415  # files need no Redis

    table = replay.history.id
    replay.read(await entries_of(there.log, table))
    while follow is not None and not replay.over:
        replay.print_new(follow, await names_at(there.people, replay.history))
        await asyncio.sleep(FOLLOW_SECONDS)
        replay.read(await there.log.read(table, replay.history.seq))
    return await names_at(there.people, replay.history)
