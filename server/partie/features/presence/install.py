"""Presence at the tables: who is here, who is away, and their names."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from partie.features.presence.api import persons
from partie.features.presence.names import Names
from partie.features.presence.online import Online, Place
from partie.features.presence.presence import Presence
from partie.gateway.core import Core
from partie.kit import SPECTATOR
from partie.live.observer import LiveTable, Observer
from partie.live.subscribers import Subscriber
from partie.table import Seat, Table
from partie.wire import client_out
from partie.wire.codec import encode
from partie.wire.frame import Frame


class PresenceFeature(Observer):
    """The people on this service and where they are, as far as this node knows. All of it may come late or be lost."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.at_tables = Presence(core.redis, core.bus, core.nodes.node, core.metrics)
        self.online = Online(core.redis, core.bus, core.nodes.node, core.people.names, core.metrics)
        self.on_change: list[Callable[[LiveTable], None]] = []
        """Called with a table when the presence there has changed."""
        self._names = Names(core)
        self._seats: dict[str, tuple[Seat, ...]] = {}
        """The seats of awake tables, as presence was last told them."""
        self.at_tables.on_change = self._changed

    # --- at the tables --------------------------------------------------------------------------------------------

    def entered(self, live: LiveTable, subscriber: Subscriber, *, again: bool) -> None:
        if not again:
            self.at_tables.join(live.id, subscriber.person, persons(live.newest))
            self.online.enter(subscriber.person, live.id)
        known = self.at_tables.message(live.id)
        if known is not None:
            seated = live.subscribers.viewer(subscriber) is not SPECTATOR
            subscriber.send(known if seated else _from_behind(known, live))
        self._names.send(live, (subscriber,))

    def left(self, live: LiveTable, subscriber: Subscriber) -> None:
        self.at_tables.leave(live.id, subscriber.person)
        self.online.leave(subscriber.person, live.id)

    def advanced(self, live: LiveTable, *, rewound: bool = False) -> None:
        # A move leaves the seats as they are, the very tuple.
        if self._seats.get(live.id) is not live.newest.seats:
            self._seats[live.id] = live.newest.seats
            self.at_tables.seated(live.id, persons(live.newest))
        self._publish(live)

    def released(self, live: LiveTable, *, advanced: bool) -> None:
        if advanced:
            self._publish(live)

    def slept(self, table: str) -> None:
        self._seats.pop(table, None)
        self.online.asleep(table)
        self._names.slept(table)

    def _publish(self, live: LiveTable) -> None:
        """Publish who is at the table, as far as spectators may know, and send new names there."""
        self.online.place(live.id, place(live.delay.seen))
        self._names.advanced(live)

    def _changed(self, presence: client_out.Presence) -> None:
        live = self._core.tables.awake.get(presence.table)
        if live is None:
            return
        whole = Frame(encode(presence))
        some = Frame(encode(_from_behind(presence, live))) if live.delay.behind else whole
        live.subscribers.write(whole, some, lossy=True)
        for notify in self.on_change:
            notify(live)


def place(table: Table) -> Place:
    """The facts about a table that matter for the people at it."""
    public = table.phase == "open" or (table.phase == "running" and table.watch == "all")
    return Place(table.game, table.phase, frozenset(persons(table)), table.access == "open" and public)


def _from_behind(presence: client_out.Presence, live: LiveTable) -> client_out.Presence:
    """The presence as spectators see it: for the seats they see."""
    known = persons(live.delay.seen)
    return replace(
        presence,
        here=tuple(person for person in presence.here if person in known),
        away=tuple(person for person in presence.away if person in known),
    )


def install(core: Core) -> PresenceFeature:
    """Install presence."""
    feature = PresenceFeature(core)
    core.tables.hooks.observers.append(feature)
    core.tables.hooks.away = feature.at_tables.away

    async def start() -> None:
        feature.online.start()

    core.life.start.append(start)
    core.life.closing += [feature.at_tables.stop, feature.online.stop]
    return feature
