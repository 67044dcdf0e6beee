"""The names of people in a table's history, sent to everyone who shows the table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from partie.cluster.messages import Renamed
from partie.gateway.core import Core
from partie.kit import SPECTATOR
from partie.live.observer import LiveTable
from partie.live.subscribers import Subscriber
from partie.redis import store
from partie.wire import client_out
from partie.wire.codec import encode
from partie.wire.frame import Frame

SHARED_SECONDS: Final = 0.05
"""Seconds between two lookups of a table's names during a rush, so that newcomers share them."""


class Names:
    """The names sent at the tables of a node. People who come at the same time share one lookup."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._named: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        """For each table the persons whose names were sent to all players, and those sent to all spectators."""
        self._nameless: dict[LiveTable, set[Subscriber]] = {}
        core.bus.listen(Renamed, self._renamed)

    def advanced(self, live: LiveTable) -> None:
        """Send names again if somebody else has done something at the table, or spectators see more of it."""
        named = (live.history.persons, _known_to_spectators(live))
        if self._named.get(live.id) != named:
            self._named[live.id] = named
            self.send(live, live.subscribers)

    def slept(self, table: str) -> None:
        """Forget a table that is no longer awake here."""
        self._named.pop(table, None)

    def send(self, live: LiveTable, to: Iterable[Subscriber]) -> None:
        """Send the present names of the people in the table's history."""
        if live not in self._nameless:
            self._nameless[live] = set()
            self._core.background.spawn(self._send(live))
        self._nameless[live].update(to)

    async def _send(self, live: LiveTable) -> None:
        try:
            while waiting := self._nameless[live]:
                # Subscribers who come during the lookup, or need one more name, get them next.
                self._nameless[live] = set()
                names = await self._core.people.names(live.history.persons)
                whole = Frame(encode(client_out.People(names)))
                known = _known_to_spectators(live)
                some = whole if known == live.history.persons else _names_of(names, known)
                for subscriber in waiting:
                    if subscriber in live.subscribers:
                        watching = live.subscribers.viewer(subscriber) is SPECTATOR
                        subscriber.socket.write(some if watching else whole)
                if self._core.admission.crowded:
                    await asyncio.sleep(SHARED_SECONDS)
        except store.UNAVAILABLE:
            return  # the client shows seats by their colour until then
        finally:
            del self._nameless[live]

    def _renamed(self, message: Renamed) -> None:
        person = message.person
        frame = Frame(encode(client_out.People({person: message.name})))
        for table, (seated, watching) in self._named.items():
            live = self._core.tables.awake.get(table)
            if live is None or person not in seated:
                continue
            for subscriber in live.subscribers:
                if person in watching or live.subscribers.viewer(subscriber) is not SPECTATOR:
                    subscriber.socket.write(frame)


def _known_to_spectators(live: LiveTable) -> frozenset[str]:
    """The people in the table's history that spectators may know of."""
    seen = live.delay.seen
    return live.history.persons if seen is live.newest else live.history.persons_of(seen.seq)


def _names_of(names: dict[str, str], known: frozenset[str]) -> Frame:
    return Frame(encode(client_out.People({person: name for person, name in names.items() if person in known})))
