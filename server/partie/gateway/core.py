"""The core of a node, without any feature: it signs people in, serves tables, and plays games to their end.

A feature gets the core when it is installed. It takes part by observing the tables, by routes for messages,
commands and HTTP, by periodic work, and by start and stop hooks. The core knows none of the features.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import structlog

from partie.clock import Clock
from partie.cluster.bus import Bus
from partie.cluster.messages import Drain, Poisoned, Repaired, Rotated, SignedOut, Uninvited
from partie.cluster.nodes import Nodes
from partie.config import Settings
from partie.gateway.bans import Bans, NoBans
from partie.gateway.connection import Connection, Connections, routes
from partie.gateway.creation import Creation
from partie.gateway.doors import Doors
from partie.gateway.draining import Draining
from partie.gateway.entrance import Entrance
from partie.gateway.heartbeat import beat
from partie.gateway.http.identity import Identity
from partie.gateway.http.routing import REFUSED, WAIT_SECONDS, Limited, Waits
from partie.gateway.http.tables import NamedTables
from partie.gateway.http.unread import too_many_unread
from partie.gateway.limiter import Limiter
from partie.gateway.login import Login
from partie.gateway.sessions import Sessions
from partie.isolation.loads import Loads
from partie.limits import network
from partie.live.tables import Tables
from partie.log import ChangeFeed, Log
from partie.metrics import Metrics
from partie.net.admission import Admission
from partie.people.ids import is_bot
from partie.people.people import Erase, People
from partie.redis import store
from partie.redis.connect import connect
from partie.redis.pubsub import PubSub
from partie.registry import Registry
from partie.tasks import Background

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

About: TypeAlias = Callable[[str], Awaitable[object]]
"""Finds what is stored about a person. Errors of redis-py pass through."""

logger = structlog.get_logger()


@dataclass
class Lifecycle:
    """The hooks for a node's start and stop, in this order; the stopping ones run in reverse order of registration."""

    start: list[Work] = field(default_factory=list)
    """Run before the first request is served."""
    loops: list[Work] = field(default_factory=list)
    """Run from then on, until cancelled."""
    stopping: list[Work] = field(default_factory=list)
    """Run before the loops end."""
    stopped: list[Work] = field(default_factory=list)
    """Run after the loops have ended, while the tables are still awake."""
    closing: list[Work] = field(default_factory=list)
    """Run when the tables are asleep."""


DROPPED: Final = 3
"""Points that a connection costs an address although it is dropped unread."""


def _home(address: str) -> str:
    """The network that limits count by, empty if it is unknown."""
    return network(address) if address else ""


class Core:
    """The parts of one node, in the order they are made. No request goes to Redis before the node is started.

    ``build`` is the version of the service and its client, ``erasures`` delete what features store about a person.
    """

    def __init__(self, settings: Settings, build: str, erasures: Sequence[Erase] = ()) -> None:
        if not settings.redis_url:
            raise ValueError("a node needs the URL of its Redis; partie serve starts one where none is given")
        self.settings = settings
        self.build = build
        self.metrics = Metrics()
        self.clock = Clock()
        self.background = Background()
        self.registry = Registry.load(settings.engines)
        self.redis = connect(settings.redis_url)
        self.log = Log(settings.redis_url, ack_replicas=settings.ack_replicas)
        self.bus = Bus(self.redis, PubSub(settings.redis_url))
        self.people = People(self.redis, settings, erasures, self.clock)
        versions = self.registry.versions()
        self.nodes = Nodes(self.redis, secrets.token_hex(8), settings.port, build, versions, self.metrics)
        self.admission = Admission()
        """Admission control for a rush of people: both to sign-in and to the tables."""
        self.feed = ChangeFeed(
            settings.redis_url,
            self._log_has_grown,
            self._feed_connected,
        )
        self.tables = Tables(
            self.log,
            self.feed,
            Loads(self.redis),
            self.registry,
            self.clock,
            self.metrics,
            self.background,
            archive_after=settings.archive_after,
            turn=self.admission.passed,
        )
        self.limiter = Limiter(
            settings.commands_per_second, self.people.command_allowed, self.metrics, self.people.players.growth
        )
        self.waits = Waits(self.limiter)
        self.connections = Connections(
            routes(),
            self.tables,
            self.clock,
            self.metrics,
            build=build,
            commands_per_second=settings.commands_per_second,
            limiter=self.limiter,
            table_id=self.people.table_id,
        )
        self.doors = Doors(self.limiter.growth)
        self.connections.on.gone.append(self._gone)
        self.connections.on.moved.append(self._moved)
        self.bans: Bans = NoBans()
        self.login = Login(self.people, self.admission, self.background)
        self.entrance = Entrance(self.connections, self.tables, self.people, self.admission)
        self.creation = Creation(
            self.connections,
            self.tables,
            self.log,
            self.registry,
            self.clock,
            version=self.nodes.newest_for_all,
            open_tables=settings.open_tables,
            tables_with_bots=settings.tables_with_bots,
            bot_tables=settings.bot_tables,
        )
        self.game_shown: Callable[[str, str], str] = lambda _table, _person: ""
        """The game of a table that the lobby shows to a person, or to everybody; empty if it does not."""
        self.draining = Draining(self.connections, self.nodes.changed)
        self.sessions = Sessions(self.connections, self.people, self.background)
        self.identity = Identity(self.people)
        self.named_tables = NamedTables(self.tables, self.people, self.identity, self.limiter)
        self.http: list[Limited] = []
        """The HTTP routes of features."""
        self.exports: dict[str, About] = {}
        """What features store about a person, by the key in the file of their data that people can download."""
        self.profiles: dict[str, About] = {}
        """What features show of a person, by the key in the profile."""
        self.life = Lifecycle(
            start=[self.people.start],
            loops=[self.feed.run, lambda: beat(self.connections, self.clock)],
            stopped=[self.people.recovery.stop, self.people.provider.aclose],
        )
        self.sweeps: list[tuple[str, Work]] = [
            ("set_clock", lambda: self.clock.ask(self.redis)),
            ("close_ended", self.sessions.close_ended),
        ]
        """Periodic work, run one after the other every half minute, by its name in the logs."""
        self.nodes.count = lambda: (len(self.connections), len(self.tables.awake), self.draining.active)
        self.bus.listen(Drain, self._drain)
        self.bus.listen(Repaired, lambda message: self.tables.repaired(message.table))
        self.bus.listen(Poisoned, lambda message: self.tables.poisoned(message.table))
        self.bus.listen(Rotated, lambda _: self._read_keys())
        self.bus.listen(SignedOut, self.sessions.ended)
        self.bus.listen(Uninvited, self.entrance.uninvited)

    def _log_has_grown(self, table: str, seq: int) -> None:
        self.tables.heard(table, seq)

    def drops(self, address: str) -> bool:
        """Whether to drop a connection from an address, because its budget is spent and it goes on all the same.

        One that does not stop is never answered in between.
        """
        home = _home(address)
        wait = self.limiter.wait("", home)
        if wait <= WAIT_SECONDS:
            return False
        self.waits.refused(home, wait, DROPPED)
        return True

    def refusal(self, address: str) -> bytes:
        """The answer to a request that is refused unread, because too many from its address wait; else empty."""
        home = _home(address)
        if not self.waits.crowded("", home) or (wait := self.limiter.wait("", home)) <= 0.0:
            return b""
        self.waits.refused(home, wait, REFUSED)
        self.metrics.limited.labels("address").inc()
        return too_many_unread(wait)

    def malformed(self, address: str) -> None:
        """Charge an address for something that is no HTTP."""
        self.limiter.charge("", _home(address), REFUSED)

    def _gone(self, connection: Connection) -> None:
        self.doors.leave(connection.home)
        self.doors.leave_person(connection.person)

    def _moved(self, connection: Connection) -> None:
        players = self.people.players
        if not is_bot(connection.person) and players.moved(connection.home, connection.person):
            self.background.spawn(self._add_player(connection.home, connection.person))

    async def _add_player(self, address: str, person: str) -> None:
        try:
            await self.people.players.add(address, person)
        except store.UNAVAILABLE:
            self.metrics.redis_errors.labels("players").inc()

    def _feed_connected(self) -> None:
        self.tables.poll_now.set()

    def _drain(self, message: Drain) -> None:
        if self.nodes.node in message.nodes:
            logger.info("draining", back=message.back)
            if message.back:
                self.draining.take_in()
            elif not self.draining.active:
                self.background.spawn(self.draining.empty())

    def _read_keys(self) -> None:
        self.background.spawn(self.people.start())
