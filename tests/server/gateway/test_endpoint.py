"""Opening a websocket succeeds, or fails with a reason."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final, cast

import msgspec
import pytest
from starlette.types import Message
from starlette.websockets import WebSocket

from partie.gateway import endpoint
from partie.gateway.bans import NoBans
from partie.gateway.connection import Connection
from partie.gateway.core import Core
from partie.gateway.doors import MOST_AT_ADDRESS, MOST_OF_PERSON, Doors
from partie.gateway.http.routing import Waits
from partie.gateway.limiter import Limiter
from partie.gateway.login import Crowded
from partie.metrics import Metrics
from partie.net.networks import Address
from partie.people.sessions import COOKIE, Session
from partie.people.tokens import Shown
from partie.redis import store
from partie.wire.closing import BANNED, FOREIGN, NO_SESSION, TOKEN_ENDED, TRY_AGAIN

ANN = Session("her-session", "ann0000000000000", "Ann")
GOOD: Final[dict[str, Any]] = {
    "cookie": f"{COOKIE}=a-cookie",
    "origin": "http://games.example.org",
    "host": "games.example.org",
}


class Banned:
    """Keeps somebody out until a moment, and says why."""

    any = True
    until = 1_700_000_000_000
    why = "for a reason"

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def banned(self, person: str, address: Address | None, owner: str = "") -> Banned:
        self.asked.append((person, str(address), owner))
        return self


class Door:
    """As much of a node as a new connection meets; a peer that comes, and what it is sent."""

    def __init__(self) -> None:
        self.draining = SimpleNamespace(active=False)
        self.login = SimpleNamespace(session=self._session)
        self.connections = SimpleNamespace(serve=self._serve)
        self.bans: Any = NoBans()
        self.people = SimpleNamespace(players=SimpleNamespace(is_fresh=lambda _: True))
        self.now = 1000.0
        self.limiter = Limiter(20, lambda _: True, Metrics(), clock=lambda: self.now)
        self.waits = Waits(self.limiter)
        self.doors = Doors(self.limiter.growth)
        self.trouble: Exception | None = None
        self.served: list[Connection] = []
        self.sent: list[Message] = []
        self.gone = False

    async def _session(self, shown: Shown, _: str) -> Session | None:
        if self.trouble is not None:
            raise self.trouble
        return ANN if shown == "a-cookie" else None

    async def _serve(self, connection: Connection) -> None:
        self.served.append(connection)

    async def opens(self, client: tuple[str, int] | None = ("192.0.2.1", 7), **headers: str) -> None:
        """Somebody opens a websocket with these headers."""

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            if self.gone and message["type"] == "websocket.send":
                raise OSError("the peer is gone")
            self.sent.append(message)

        scope: dict[str, Any] = {
            "type": "websocket",
            "path": "/ws",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": client,
            "extensions": {"websocket.http.response": {}},
        }
        await endpoint.serve(cast("Core", self), WebSocket(scope, receive, send))

    def said(self) -> tuple[str, int]:
        """What was said, and the code with which the socket was closed."""
        accepted, told, closed = self.sent
        assert accepted["type"] == "websocket.accept"
        message = msgspec.msgpack.decode(told["bytes"])
        return message.get("code", message["t"]), closed["code"]


@pytest.fixture
def door() -> Door:
    return Door()


async def test_who_has_a_session_is_served_as_who_it_is(door: Door) -> None:
    """From where it comes is known, too."""
    await door.opens(**GOOD)
    (connection,) = door.served
    assert (connection.person, connection.session, connection.name) == (ANN.person, ANN.id, "Ann")
    assert str(connection.address) == "192.0.2.1"
    assert [message["type"] for message in door.sent] == ["websocket.accept"]


async def test_who_comes_over_a_socket_of_the_machine_comes_from_nowhere(door: Door) -> None:
    """Nobody could ban that."""
    await door.opens(client=None, **GOOD)
    assert door.served[0].address is None


async def test_a_node_that_is_emptied_refuses_before_the_socket_stands(door: Door) -> None:
    """So that a proxy can try another, and the browser notices nothing."""
    door.draining.active = True
    await door.opens(**GOOD)
    assert (door.sent[0]["type"], door.sent[0]["status"]) == ("websocket.http.response.start", 503)
    assert (b"retry-after", b"1") in door.sent[0]["headers"]
    assert door.served == []


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({"origin": "http://evil.example.org"}, ("foreign_origin", FOREIGN)),
        ({"cookie": ""}, ("no_session", NO_SESSION)),
        ({"cookie": f"{COOKIE}=made-up"}, ("no_session", NO_SESSION)),
        ({"authorization": "Bearer made-up"}, ("bad_token", TOKEN_ENDED)),
    ],
)
async def test_who_cannot_be_let_in_is_told_why_when_the_socket_stands(
    door: Door, headers: dict[str, str], said: tuple[str, int]
) -> None:
    """A browser is not told why a handshake failed."""
    await door.opens(**(GOOD | headers))
    assert door.said() == said
    assert door.served == []


@pytest.mark.parametrize(
    ("trouble", "code"), [(Crowded(), "busy"), *[(error(), "unavailable") for error in store.UNAVAILABLE]]
)
async def test_who_cannot_be_let_in_now_is_told_to_try_again(door: Door, trouble: Exception, code: str) -> None:
    """In a crowd, and while Redis is away."""
    door.trouble = trouble
    await door.opens(**GOOD)
    assert door.said() == (code, TRY_AGAIN)


async def test_who_is_banned_is_told_why_and_until_when(door: Door) -> None:
    """Asked is for the person, where it comes from, and whose bot it is."""
    door.bans = Banned()
    await door.opens(**GOOD)
    assert door.said() == ("banned", BANNED)
    told = msgspec.msgpack.decode(door.sent[1]["bytes"])
    assert (told["until"], told["why"]) == (Banned.until, Banned.why)
    assert door.bans.asked == [(ANN.person, "192.0.2.1", "")]
    assert door.served == []


@pytest.mark.parametrize("trouble", ["foreign", "banned"])
async def test_a_peer_that_does_not_wait_for_the_reason_needs_none(door: Door, trouble: str) -> None:
    """Nothing is made of that."""
    door.gone = True
    door.bans = Banned()
    await door.opens(**(GOOD | ({"origin": "http://evil.example.org"} if trouble == "foreign" else {})))
    assert [message["type"] for message in door.sent] == ["websocket.accept"]


async def test_a_person_has_so_many_connections(door: Door) -> None:
    """The next one reads why and tries again; when one has gone there is room."""
    for _ in range(MOST_OF_PERSON):
        await door.opens(**GOOD)
    door.sent.clear()
    await door.opens(**GOOD)
    assert door.said() == ("too_many_connections", TRY_AGAIN)
    assert len(door.served) == MOST_OF_PERSON
    door.doors.leave_person(ANN.person)
    await door.opens(**GOOD)
    assert len(door.served) == MOST_OF_PERSON + 1


async def test_an_address_has_so_many_connections_and_others_are_let_in(door: Door) -> None:
    """It is refused before the handshake; those who were turned away, or have gone, do not count."""
    for _ in range(MOST_AT_ADDRESS):
        assert door.doors.enter("192.0.2.1")
    await door.opens(**GOOD)
    assert (door.sent[0]["type"], door.sent[0]["status"]) == ("websocket.http.response.start", 429)
    door.doors.leave("192.0.2.1")
    door.sent.clear()
    await door.opens(**(GOOD | {"cookie": ""}))
    assert door.said()[0] == "no_session"
    await door.opens(**GOOD)
    await door.opens(("192.0.2.2", 7), **GOOD)
    assert [str(connection.address) for connection in door.served] == ["192.0.2.1", "192.0.2.2"]


async def test_an_address_that_has_spent_its_budget_opens_no_connection(door: Door) -> None:
    """A handshake costs something, so that one who connects and leaves over and over comes to an end."""
    door.waits.limiter.charge("", "192.0.2.1", 100 * door.limiter.address_rate.count)
    await door.opens(**GOOD)
    assert (door.sent[0]["type"], door.sent[0]["status"]) == ("websocket.http.response.start", 429)
    await door.opens(("192.0.2.2", 7), **(GOOD | {"cookie": ""}))
    assert door.limiter._addresses.wait("192.0.2.2", door.now, cost=door.limiter.address_rate.count) > 0.0
