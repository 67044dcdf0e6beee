"""How many connections a person and an address may have."""

from __future__ import annotations

from partie.gateway.doors import MOST_AT_ADDRESS, MOST_OF_PERSON, Doors

HOME, ELSEWHERE = "192.0.2.7", "192.0.2.8"


def test_a_person_has_so_many_connections_and_another_one_when_one_has_gone() -> None:
    """Others are not concerned."""
    doors = Doors(lambda _: 1.0)
    assert [doors.enter_person("ann") for _ in range(MOST_OF_PERSON + 1)] == [True] * MOST_OF_PERSON + [False]
    assert doors.enter_person("bob")
    doors.leave_person("ann")
    assert [doors.enter_person("ann") for _ in range(2)] == [True, False]


def test_an_address_has_so_many_connections_and_more_where_people_play() -> None:
    """One that has no limit, or is unknown, has as many as it likes."""
    growth = {HOME: 1.0, ELSEWHERE: 2.0, "10.0.0.1": 0.0}
    doors = Doors(lambda address: growth[address])
    tries = 3 * MOST_AT_ADDRESS
    entered = {address: sum(doors.enter(address) for _ in range(tries)) for address in (*growth, "")}
    assert entered == {HOME: MOST_AT_ADDRESS, ELSEWHERE: 2 * MOST_AT_ADDRESS, "10.0.0.1": tries, "": tries}
    doors.leave(HOME)
    assert [doors.enter(HOME) for _ in range(2)] == [True, False]


def test_nothing_is_remembered_of_those_who_have_gone() -> None:
    """Else every address that ever came would stay in memory."""
    doors = Doors(lambda _: 1.0)
    doors.enter(HOME)
    doors.enter_person("ann")
    doors.leave(HOME)
    doors.leave_person("ann")
    assert not doors._addresses
    assert not doors._persons
