"""A school behind one address differs from one machine that pretends to be many guests."""

from __future__ import annotations

import pytest

from partie.limits import Rate
from partie.people import players
from partie.people.errors import TooMany
from partie.people.players import MOST, MOVES, PLAYERS, Players
from partie.redis.connect import Client
from tests.server.people.conftest import MakePeople

HOME = "192.0.2.7"


def mark(address: str) -> str:
    return f"mark-of-{len(address)}"


def test_a_person_counts_after_so_many_moves_from_an_address() -> None:
    """Once; moves from elsewhere, or from nowhere that is known, do not add up."""
    found = Players(None, mark)  # type: ignore[arg-type]
    counted = [found.moved(HOME, "ann") for _ in range(3 * MOVES)]
    assert [number for number, one in enumerate(counted, 1) if one] == [MOVES]
    assert not any(found.moved(f"192.0.2.{number}", "bob") for number in range(2 * MOVES))
    assert not any(found.moved("", "cat") for _ in range(2 * MOVES))


async def test_an_address_grows_with_its_players_and_other_nodes_learn_that(redis: Client) -> None:
    """Up to a bound, so that somebody with much patience gains little."""
    here, there = Players(redis, mark), Players(redis, mark)
    assert here.growth(HOME) == 1.0
    for number in range(PLAYERS):
        await here.add(HOME, f"player{number}")
        await here.add(HOME, f"player{number}")
    assert here.growth(HOME) == pytest.approx(2.0, abs=0.1)
    assert there.growth(HOME) == 1.0
    assert not there.is_fresh(HOME)
    await there.learn(HOME)
    assert there.is_fresh(HOME)
    assert there.growth(HOME) == here.growth(HOME)
    for number in range(20 * PLAYERS):
        await here.add(HOME, f"player{number}")
    assert here.growth(HOME) == MOST
    assert here.growth("192.0.2.8") == 1.0
    assert 0 < await redis.ttl(f"partie:players:{mark(HOME)}") <= players.KEPT_SECONDS


async def test_redis_is_told_neither_the_address_nor_the_persons(redis: Client) -> None:
    """Nobody can read in it who plays where."""
    found = Players(redis, lambda _: "a-fingerprint")
    await found.add(HOME, "ann-who-plays")
    keys = [key async for key in redis.scan_iter("*players*")]
    assert keys == [b"partie:players:a-fingerprint"]
    assert b"ann" not in bytes(str(await redis.get(keys[0])), "utf-8")


async def test_what_is_known_stays_while_redis_is_unreachable(redis: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that has grown does not shrink by that."""
    found = Players(redis, mark)
    for number in range(PLAYERS):
        await found.add(HOME, f"player{number}")
    monkeypatch.setattr(players, "_FRESH_SECONDS", 0.0)

    async def gone(*_: object) -> int:
        raise OSError

    monkeypatch.setattr(redis, "pfcount", gone)
    await found.learn(HOME)
    assert found.growth(HOME) > 1.5


def test_an_operator_chooses_a_factor_or_no_limit() -> None:
    """What protects people from others is never without a limit."""
    assert Players(None, mark, 3.0).growth(HOME) == 3.0  # type: ignore[arg-type]
    unlimited = Players(None, mark, 0.0)  # type: ignore[arg-type]
    assert unlimited.growth(HOME) == 0.0
    assert unlimited.grown(HOME, Rate(4, 60.0)) == Rate(4, 60.0)
    assert Players(None, mark, 3.0).grown(HOME, Rate(4, 60.0)) == Rate(12, 180.0)  # type: ignore[arg-type]


async def test_where_people_play_more_guests_are_let_in(make_people: MakePeople) -> None:
    """A class can come when the first few have played, and a class elsewhere when it has not."""
    people = await make_people(sessions_per_hour=3)
    for number in range(3):
        await people.sign_in(f"Guest {number}", HOME)
    with pytest.raises(TooMany):
        await people.sign_in("One too many", HOME)
    for number in range(2 * PLAYERS):
        await people.players.add(HOME, f"player{number}")
    for number in range(4):
        await people.sign_in(f"Pupil {number}", HOME)
