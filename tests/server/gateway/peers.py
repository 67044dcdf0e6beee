"""Connections without sockets: what a peer says is handed to them, and what it is sent is kept."""

from __future__ import annotations

import ipaddress
from typing import Any, cast

import msgspec

from partie.gateway.connection import Connection, Connections, routes
from partie.gateway.entrance import Entrance
from partie.gateway.limiter import Limiter
from partie.kit import Viewer
from partie.net.admission import Admission
from partie.net.networks import Address
from partie.net.protocol import Taker
from partie.people.people import People
from partie.people.sessions import Session
from partie.redis import store
from partie.wire.frame import Frame
from partie.wire.states import State
from tests.server.live.memory import Memory

INVITATION = "an-invitation"


class Peer:
    """A socket that keeps what is written to it."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.paused = False
        self.closed = 0
        self.taker: Taker | None = None

    def write(self, frame: Frame) -> None:
        self.sent.append(msgspec.msgpack.decode(frame.payload))

    def cork(self) -> None:
        """Nothing is held back."""

    def uncork(self) -> None:
        """Nothing was held back."""

    async def serve(self, taker: Taker) -> None:
        self.taker = taker

    async def close(self, code: int) -> None:
        self.closed = code

    def heard(self) -> list[str]:
        """What it was sent since the last look: kinds, and codes where there are some."""
        found = [f"{message['t']} {message.get('code', '')}".strip() for message in self.sent]
        self.sent.clear()
        return found


class Invitations:
    """The only part of people that entering a table needs."""

    def __init__(self) -> None:
        self.unavailable = False

    async def invited(self, _: str, token: str) -> bool:
        if self.unavailable:
            raise store.UNAVAILABLE[0]
        return token == INVITATION


class House:
    """The connections of a node and the way to its tables, without Redis and without sockets."""

    def __init__(self, memory: Memory, commands_per_second: int = 20) -> None:
        self.memory = memory
        self.allowed = True
        self.time = 0.0
        """The seconds of the clock that limits are counted by: it stands still unless it is set."""
        self.limiter = Limiter(commands_per_second, lambda _: self.allowed, memory.metrics, clock=lambda: self.time)
        self.connections = Connections(
            routes(),
            memory.tables,
            memory.clock,
            memory.metrics,
            build="1+test",
            commands_per_second=commands_per_second,
            limiter=self.limiter,
            table_id=lambda person, command: f"{person}-{command}",
        )
        self.people = Invitations()
        self.entrance = Entrance(self.connections, memory.tables, cast("People", self.people), Admission())

    async def join(self, person: str = "ann0000000000000", *, greeted: bool = True, session: str = "") -> Line:
        """A connection that stands."""
        line = Line(self, Session(session or f"session-of-{person}", person, person[:3].title()))
        await self.connections.serve(line.connection)
        if greeted:
            line.says("hello", wire=1)
            line.peer.heard()
        return line


class Line:
    """One connection and its peer."""

    def __init__(self, house: House, session: Session, address: Address | None = None) -> None:
        self.peer = Peer()
        self.connection = Connection(self.peer, address, session, house.connections)

    def says(self, kind: str, **members: Any) -> float:
        """A message comes from the peer. Returns the seconds after which it would have to come again."""
        return self.connection.heard(msgspec.msgpack.encode({"t": kind, **members}))

    def heard(self) -> list[str]:
        """What the peer was sent since the last look."""
        return self.peer.heard()

    def state(self) -> State:
        """What it is about by now."""
        return self.connection.state

    def viewer(self) -> Viewer:
        """Through whose eyes it sees its table by now."""
        return self.connection.viewer


def at(house: House, person: str, address: str) -> Line:
    """A greeted connection from an address."""
    line = Line(house, Session(f"session-of-{person}", person, "Ann"), ipaddress.ip_address(address))
    line.says("hello", wire=1)
    line.heard()
    return line
