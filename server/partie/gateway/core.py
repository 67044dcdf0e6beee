"""What a node has without any feature: it takes people in, serves tables, and plays games to their end.

A feature is given the core when it is installed. It takes part by observing the tables, by routes for messages,
commands and HTTP, by work that is done again and again, and by a start and a stop. The core knows none of them.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import structlog
from starlette.routing import BaseRoute

from partie.clock import Clock
from partie.cluster.bus import Bus
from partie.cluster.messages import Drain, Poisoned, Repaired, Rotated, SignedOut, Uninvited
from partie.cluster.nodes import Nodes
from partie.config import Settings
from partie.gateway.bans import Bans, NoBans
from partie.gateway.connection import Connections, routes
from partie.gateway.creation import Creation
from partie.gateway.draining import Draining
from partie.gateway.entrance import Entrance
from partie.gateway.heartbeat import beat
from partie.gateway.http.identity import Identity
from partie.gateway.http.tables import NamedTables
from partie.gateway.login import Login
from partie.gateway.sessions import Sessions
from partie.isolation.loads import Loads
from partie.live.tables import Tables
from partie.log import ChangeFeed, Log
from partie.metrics import Metrics
from partie.net.admission import Admission
from partie.people.people import Erase, People
from partie.redis.connect import connect
from partie.redis.pubsub import PubSub
from partie.registry import Registry
from partie.tasks import Background

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

About: TypeAlias = Callable[[str], Awaitable[object]]
"""Finds what there is about a person. Raises redis-py's errors as they come."""

logger = structlog.get_logger()


@dataclass
class Lifecycle:
    """What is to be done as a node starts and stops, in this order; at the end the last comes first."""

    start: list[Work] = field(default_factory=list)
    """Before anybody is served."""
    loops: list[Work] = field(default_factory=list)
    """From then on, until cancelled."""
    stopping: list[Work] = field(default_factory=list)
    """Before the loops end."""
    stopped: list[Work] = field(default_factory=list)
    """After they have ended, while the tables are awake."""
    closing: list[Work] = field(default_factory=list)
    """When the tables are asleep."""


class Core:
    """The parts of one node, made in order. Nothing is asked of Redis before it is started.

    ``build`` names the version of the service and its client, ``erasures`` forget what features keep of a person.
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
        self.people = People(self.redis, settings, erasures)
        versions = self.registry.versions()
        self.nodes = Nodes(self.redis, secrets.token_hex(8), settings.port, build, versions, self.metrics)
        self.admission = Admission()
        """What a crowd that comes at once has to pass: into the house, and to its tables."""
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
        self.connections = Connections(
            routes(),
            self.tables,
            self.clock,
            self.metrics,
            build=build,
            commands_per_second=settings.commands_per_second,
            command_allowed=self.people.command_allowed,
            table_id=self.people.table_id,
        )
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
            bot_tables=settings.bot_tables,
        )
        self.draining = Draining(self.connections, self.nodes.changed)
        self.sessions = Sessions(self.connections, self.people, self.background)
        self.identity = Identity(self.people)
        self.named_tables = NamedTables(self.tables, self.people, self.identity)
        self.http: list[BaseRoute] = []
        """The HTTP routes of features."""
        self.exports: dict[str, About] = {}
        """What features keep of a person, by its name in the file that the person can take along."""
        self.profiles: dict[str, About] = {}
        """What features have to show of a person, by its name in the profile."""
        self.life = Lifecycle(
            start=[self.people.start],
            loops=[self.feed.run, lambda: beat(self.connections, self.clock)],
        )
        self.sweeps: list[tuple[str, Work]] = [
            ("set_clock", lambda: self.clock.ask(self.redis)),
            ("close_ended", self.sessions.close_ended),
        ]
        """What is done again every half a minute, one after the other, by its name in the log."""
        self.nodes.count = lambda: (len(self.connections), len(self.tables.awake), self.draining.active)
        self.bus.listen(Drain, self._drain)
        self.bus.listen(Repaired, lambda message: self.tables.repaired(message.table))
        self.bus.listen(Poisoned, lambda message: self.tables.poisoned(message.table))
        self.bus.listen(Rotated, lambda _: self._read_keys())
        self.bus.listen(SignedOut, self.sessions.ended)
        self.bus.listen(Uninvited, self.entrance.uninvited)

    def _log_has_grown(self, table: str, seq: int) -> None:
        self.tables.heard(table, seq)

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
