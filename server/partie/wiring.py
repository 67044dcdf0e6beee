"""The one place that knows every part of a node: it builds and joins them, and starts and stops them in order."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import Final, Self, TypeAlias

from partie import tasks
from partie.config import Settings
from partie.features.bots import install as bots
from partie.features.bots.driver import BotDriver
from partie.features.chat import install as chat
from partie.features.clocks import install as clocks
from partie.features.clocks.clocks import Clocks
from partie.features.friends import install as friends
from partie.features.lobby import install as lobby
from partie.features.matchmaking import install as matchmaking
from partie.features.moderation import install as moderation
from partie.features.moderation.acts import Act
from partie.features.notifications import install as notifications
from partie.features.notifications.notifier import Notifier
from partie.features.presence import install as presence
from partie.features.presence.presence import keys as presence_keys
from partie.features.ratings import install as ratings
from partie.features.ratings.rater import Rater
from partie.features.rematch import install as rematch
from partie.gateway.core import Core
from partie.http.client import folder
from partie.live import tables
from partie.people import invitations
from partie.people.people import Erase
from partie.redis import store
from partie.table import Table
from partie.upkeep.archivist import Archivist
from partie.upkeep.rounds import Rounds

LAST_WORDS_SECONDS: Final = 4.0
"""Seconds a stopping node has to tell Redis what it still must. Anything unsent expires in Redis later.

Without a limit, a process manager that waits for the node to end would kill it eventually.
"""

LOG_GRACE_SECONDS: Final = 2.0
"""Seconds to wait for appends in progress at the very end; no new ones have arrived for seconds by then."""

ERASURES: Final[tuple[Erase, ...]] = (ratings.erase, chat.erase, notifications.erase, friends.erase)
"""Deletes a person's data in every feature that keeps some."""


@dataclass(frozen=True)
class Features:
    """The features of one node."""

    presence: presence.PresenceFeature
    lobby: lobby.LobbyFeature
    moderation: moderation.ModerationFeature
    rater: Rater
    clocks: Clocks
    chat: chat.ChatFeature
    notifier: Notifier
    bots: BotDriver
    rematch: rematch.RematchFeature
    friends: friends.FriendsFeature
    matchmaking: matchmaking.Matchmaking


def every_feature(core: Core, archivist: Archivist) -> Features:
    """Install all features and connect the related ones. Observers are called in this order."""
    presence_feature = presence.install(core)
    at_tables, online = presence_feature.at_tables, presence_feature.online
    lobby_feature = lobby.install(core, at_tables, online)
    presence_feature.on_change.append(lobby_feature.show)
    moderation_feature = moderation.install(core)
    rater = ratings.install(core, moderation_feature.moderation)
    clocks_feature = clocks.install(core)
    chat_feature = chat.install(core)
    notifier = notifications.install(core)
    bot_driver = bots.install(core)
    rematch_feature = rematch.install(core)
    friends_feature = friends.install(core, lobby_feature.lobby, online, notifier)
    matchmaking_feature = matchmaking.install(core, lobby_feature.lobby, at_tables, lobby_feature.connections)

    chat_feature.muted = moderation_feature.moderation.muted
    chat_feature.on_blocked.append(friends_feature.blocked)
    lobby_feature.on_change.append(friends_feature.lobby_changed)
    lobby_feature.on_entered.append(matchmaking_feature.entered)
    archivist.keepers.append(rater)
    archivist.watched = archivist.closed.watched = at_tables.anybody
    archivist.closed.keys += [invitations.keys, presence_keys]
    archivist.sweeper.current = lobby_feature.shows_running

    async def invited(person: str, table: Table) -> bool:
        return bool(await friends_feature.invitations(person, table))

    notifier.invitation = invited

    def table_changed(table: str, before: Act | None, now: Act | None) -> None:
        if (before is None) != (now is None):
            rater.closed(table)
        lobby_feature.lobby.close(table, closed=now is not None)
        clocks_feature.table_changed(table, before.at if before is not None and now is None else None)
        live = core.tables.awake.get(table)
        if live is not None and now is None:
            bot_driver.consider(live)

    moderation_feature.on_table.append(table_changed)
    return Features(
        presence=presence_feature,
        lobby=lobby_feature,
        moderation=moderation_feature,
        rater=rater,
        clocks=clocks_feature,
        chat=chat_feature,
        notifier=notifier,
        bots=bot_driver,
        rematch=rematch_feature,
        friends=friends_feature,
        matchmaking=matchmaking_feature,
    )


def no_feature(core: Core, archivist: Archivist) -> None:
    """Install nothing: games can still be played to their end."""


Install: TypeAlias = Callable[[Core, Archivist], Features | None]


class Wiring:
    """All of one node but its sockets. Use it as an async context manager; nothing contacts Redis before that."""

    def __init__(self, settings: Settings, features: Install = every_feature) -> None:
        self.core = core = Core(settings, build(), ERASURES)
        self.archivist = Archivist(
            core.tables,
            core.log,
            core.redis,
            core.people.games,
            core.clock,
            core.metrics,
            core.background,
            node=core.nodes.node,
            after=settings.archive_after,
        )
        core.tables.hooks.observers.append(self.archivist)
        core.sweeps.append(("archive", self.archivist.sweep))
        self._features = features(core, self.archivist)
        rounds = Rounds(core.tables, core.sweeps, tables.SLEEP_SECONDS)
        core.life.loops += [rounds.poll, rounds.release, rounds.sweep]
        self.rounds = rounds
        self._silence: list[asyncio.Task[None]] = []

    @property
    def features(self) -> Features:
        """The features; raises :class:`LookupError` if they are not installed."""
        if self._features is None:
            raise LookupError("this node has no features")
        return self._features

    async def __aenter__(self) -> Self:
        core, life = self.core, self.core.life
        # Each is stopped whatever happens to the others, and also if one of them cannot start.
        async with contextlib.AsyncExitStack() as stopping:
            stopping.push_async_callback(store.close, core.redis)
            stopping.push_async_callback(core.log.aclose, LOG_GRACE_SECONDS)
            # Registered before everything that contacts Redis while stopping, so it ends after that.
            stopping.push_async_callback(tasks.end, self._silence)
            hearing = asyncio.create_task(core.bus.run())
            stopping.push_async_callback(tasks.end, [hearing])
            for close in life.closing:
                stopping.push_async_callback(close)
            for start in life.start:
                await start()
            stopping.push_async_callback(core.nodes.stop)
            core.nodes.start()
            await core.clock.ask(core.redis)
            stopping.push_async_callback(core.tables.stop)
            for stop in reversed(life.stopped):
                stopping.push_async_callback(stop)
            stopping.push_async_callback(core.background.stop)
            for loop in life.loops:
                core.background.spawn(loop())
            for stop in reversed(life.stopping):
                stopping.push_async_callback(stop)
            self._stopping = stopping.pop_all()
        return self

    def last_words(self) -> None:
        """Begin the shutdown: from now on Redis is contacted for :data:`LAST_WORDS_SECONDS` and no longer.

        The parts of a node stop one after the other, and a Redis that hangs would block each of them.
        """
        self._silence.append(asyncio.create_task(self._fall_silent()))

    async def _fall_silent(self) -> None:
        await asyncio.sleep(LAST_WORDS_SECONDS)
        await store.close(self.core.redis)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.last_words()
        await self._stopping.aclose()


def build() -> str:
    """Return the version and a mark of the built client, so that a page notices a new one."""
    try:
        number = version("partie")
    except PackageNotFoundError:
        number = "0"
    index = folder() / "index.html"
    mark = hashlib.sha256(index.read_bytes()).hexdigest()[:8] if index.exists() else "none"
    return f"{number}+{mark}"
