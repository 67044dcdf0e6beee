"""Closing the connections of sessions that have ended."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterable
from typing import cast

import pytest

from partie.cluster.messages import SignedOut
from partie.gateway import sessions as gateway
from partie.gateway.sessions import Sessions
from partie.people.people import People
from partie.redis import store
from partie.tasks import Background
from partie.wire.closing import NO_SESSION, TOKEN_ENDED
from tests.server.gateway.peers import House
from tests.server.live.memory import turns

BOT = "b0tabcdefghijklm"


class Register:
    """Knows which sessions have ended."""

    def __init__(self) -> None:
        self.over: set[str] = set()
        self.asked: list[list[str]] = []
        self.unavailable = False

    async def ended(self, sessions: Iterable[str]) -> set[str]:
        if self.unavailable:
            raise store.UNAVAILABLE[0]
        self.asked.append(list(sessions))
        return self.over & set(self.asked[-1])


@pytest.fixture
def register() -> Register:
    return Register()


@pytest.fixture
async def sessions(house: House, register: Register) -> AsyncIterator[Sessions]:
    background = Background()
    yield Sessions(house.connections, cast("People", register), background)
    await background.stop()


async def test_all_connections_of_a_session_that_has_ended_are_closed(house: House, sessions: Sessions) -> None:
    """Those of other sessions of the same person are not."""
    one, two, other = [await house.join(session=session) for session in ("one", "one", "other")]
    sessions.ended(SignedOut(("one", "never-heard-of")))
    await turns()
    assert [line.peer.closed for line in (one, two, other)] == [NO_SESSION, NO_SESSION, 0]


async def test_a_bot_learns_that_its_token_is_good_no_more(house: House, sessions: Sessions) -> None:
    """It cannot sign in as people do."""
    bot = await house.join(BOT, session="a-bots")
    sessions.ended(SignedOut(("a-bots",)))
    await turns()
    assert bot.peer.closed == TOKEN_ENDED


async def test_what_a_node_did_not_hear_of_it_asks_for(
    house: House, sessions: Sessions, register: Register, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some at a time, each once."""
    monkeypatch.setattr(gateway, "ASKED", 2)
    lines = [await house.join(session=f"session-{number % 5}") for number in range(7)]
    register.over = {"session-1", "session-9"}
    await sessions.close_ended()
    await turns()
    assert [line.peer.closed for line in lines] == [0, NO_SESSION, 0, 0, 0, 0, NO_SESSION]
    assert sorted(map(len, register.asked)) == [1, 2, 2]
    assert sorted(itertools.chain(*register.asked)) == [f"session-{number}" for number in range(5)]


async def test_while_redis_is_away_nobody_is_closed(house: House, sessions: Sessions, register: Register) -> None:
    """It asks again later."""
    line = await house.join(session="one")
    register.over, register.unavailable = {"one"}, True
    await sessions.close_ended()
    await turns()
    assert line.peer.closed == 0
