"""What messages cost, and what happens to those who have nothing left."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.gateway.limiter import Allowance, Limit, Limiter
from partie.limits import Rate
from partie.metrics import Metrics
from partie.wire import client_in
from tests.server.gateway.peers import House, at

ANN, BOB = "ann0000000000000", "bob0000000000000"
HOME, ELSEWHERE = "192.0.2.7", "192.0.2.8"


class Clocked:
    """A limiter whose clock is set by hand."""

    def __init__(self, commands_per_second: int = 20, growth: float = 1.0) -> None:
        self.now = 0.0
        self.commands = True
        self.limiter = Limiter(
            commands_per_second, lambda _: self.commands, METRICS, lambda _: growth, clock=lambda: self.now
        )

    def done(self, limit: Limit, person: str = ANN, address: str = HOME) -> bool:
        return not self.limiter.wait(person, address) and self.limiter.denied(limit, person, address) is None


METRICS = Metrics()


def test_a_person_has_a_budget_and_waits_for_it_to_fill_again() -> None:
    """It is spent by points; more than is left may be spent once, and is owed then."""
    clocked = Clocked()
    points = clocked.limiter.person_rate.count
    assert clocked.done(Limit(cost=points - 1))
    assert clocked.done(Limit(cost=401))
    assert clocked.limiter.wait(ANN, HOME) == pytest.approx(401 / 400)
    assert not clocked.done(Limit(cost=1))
    clocked.now = 1.01
    assert clocked.done(Limit(cost=1))


def test_others_have_budgets_of_their_own() -> None:
    """One who has nothing left holds up nobody else, at another address or at the same."""
    clocked = Clocked()
    clocked.done(Limit(cost=clocked.limiter.person_rate.count))
    assert not clocked.done(Limit(cost=1))
    assert clocked.done(Limit(cost=1), BOB, HOME)
    assert clocked.done(Limit(cost=1), BOB, ELSEWHERE)


def test_many_persons_at_one_address_share_one_budget() -> None:
    """Sixty guests of one machine may ask for no more than a few people; others are not concerned."""
    clocked = Clocked()
    served = sum(clocked.done(Limit(cost=100), f"guest{number % 60}", HOME) for number in range(6000))
    assert served == clocked.limiter.address_rate.count // 100
    assert clocked.done(Limit(cost=1), BOB, ELSEWHERE)
    assert clocked.done(Limit(cost=1), "guest1", "")


def test_an_address_where_people_play_has_more() -> None:
    """By the factor by which it has grown, in its budget and in its allowances; without any limit if that is 0."""
    few = Allowance("few", Rate(4, 60.0))
    for growth, budget, allowed in ((1.0, 48, 4), (3.0, 144, 12), (0.0, 6000, 6000)):
        clocked = Clocked(growth=growth)
        served = sum(clocked.done(Limit(cost=100), f"guest{number}", HOME) for number in range(6000))
        assert served == pytest.approx(budget, abs=1)
        clocked = Clocked(growth=growth)
        limit = Limit(cost=1, address=few)
        assert sum(clocked.done(limit, f"guest{number}", HOME) for number in range(6000)) == pytest.approx(
            min(allowed, clocked.limiter.address_rate.count * max(growth, 1.0) if growth else 6000), abs=1
        )


def test_an_allowance_is_shared_by_all_that_name_it() -> None:
    """Two messages with one allowance use it up together, each person for itself."""
    clocked, rate = Clocked(), Rate(4, 60.0)
    one = Limit(cost=1, person=Allowance("seats", rate))
    other = Limit(cost=1, person=Allowance("seats", rate))
    assert [clocked.done(limit) for limit in (one, other, one, other, one)] == [True] * 4 + [False]
    assert clocked.done(one, BOB)
    assert clocked.done(Limit(cost=1, person=Allowance("chairs", rate)))


def test_what_is_not_allowed_costs_nothing() -> None:
    """Neither points nor a use of the other allowance; and the refusal is counted by what it was for."""
    clocked = Clocked()
    once, often = Allowance("once", Rate(1, 60.0)), Allowance("often", Rate(10, 60.0))
    limit = Limit(cost=10, person=once, address=often)
    refused = METRICS.limited.labels("person")._value.get()
    assert [clocked.done(limit) for _ in range(20)] == [True] + [False] * 19
    assert METRICS.limited.labels("person")._value.get() == refused + 19
    assert sum(clocked.done(Limit(cost=1, address=often), BOB) for _ in range(20)) == 9
    clocked.commands = False
    denied = clocked.limiter.denied(Limit(cost=1, command=True), ANN, HOME)
    assert denied is not None
    assert denied.by == "command"


@given(st.lists(st.tuples(st.floats(0.0, 0.5), st.integers(1, 300)), min_size=1, max_size=150))
def test_over_time_nobody_spends_more_than_the_budget(asked: list[tuple[float, int]]) -> None:
    """What is spent in any stretch of time is the burst, what came back, and the last piece at most."""
    clocked, spent = Clocked(), []
    for pause, cost in asked:
        clocked.now += pause
        if clocked.done(Limit(cost=cost)):
            spent.append((clocked.now, cost))
    rate = clocked.limiter.person_rate
    for first, (begin, _) in enumerate(spent):
        total = 0
        for now, cost in spent[first:]:
            assert total <= rate.count + (now - begin) * 400 + 1e-6
            total += cost


# --- connections ----------------------------------------------------------------------------------------------------


def served(house: House, cost: int, message: type[Any] = client_in.Lobby) -> list[object]:
    """What is heard of a message that costs so much."""
    found: list[object] = []
    house.connections.routes.add(message, lambda connection, _: found.append(connection), limit=Limit(cost=cost))
    return found


async def test_a_message_without_budget_waits_and_is_neither_refused_nor_lost(house: House) -> None:
    """The code that reads it from the peer learns when to offer it again; the peer learns nothing."""
    done = served(house, house.limiter.person_rate.count + 40)
    ann = at(house, ANN, HOME)
    assert ann.says("lobby") == 0.0
    wait = ann.says("lobby")
    assert 0.0 < wait < 0.2
    assert (len(done), ann.heard()) == (1, [])
    house.time += wait
    assert ann.says("lobby") == 0.0
    assert len(done) == 2


async def test_all_connections_of_a_person_share_the_budget(house: House) -> None:
    """A second tab, or a phone elsewhere, brings no more; somebody else goes on."""
    served(house, house.limiter.person_rate.count + 40)
    ann, phone, bob = at(house, ANN, HOME), at(house, ANN, ELSEWHERE), at(house, BOB, HOME)
    assert ann.says("lobby") == 0.0
    assert phone.says("lobby") > 0.0
    assert bob.says("lobby") == 0.0


async def test_a_peer_that_sends_on_although_it_is_refused_is_read_no_faster_than_allowed(house: House) -> None:
    """It is answered for a while; then its frames wait, and a flood costs what may be asked for and no more."""
    served(house, 1)
    ann = at(house, ANN, HOME)
    most = house.connections.frame_rate.count
    waits = [ann.says("lobby") for _ in range(3 * most)]
    assert ann.heard() == ["problem too_fast"] * most
    assert all(waits[2 * most :])
    assert not any(waits[: 2 * most - 1])


async def test_frames_that_cannot_be_read_count_as_well(house: House) -> None:
    """Text, and what is no message."""
    ann = at(house, ANN, HOME)
    before = house.limiter._persons.wait(ANN, 0.0, house.limiter.person_rate.count)
    ann.connection.heard(None)
    ann.connection.heard(b"\xc1")
    assert ann.heard() == ["problem malformed"] * 2
    assert house.limiter._persons.wait(ANN, 0.0, house.limiter.person_rate.count) > before


async def test_a_command_that_has_no_allowance_left_is_refused_by_its_id(house: House) -> None:
    """And is not carried out."""
    limit = Limit(cost=1, person=Allowance("games", Rate(1, 60.0)))
    done: list[str] = []

    async def again(_: object, command: str, __: object, ___: str) -> None:
        done.append(command)

    house.connections.routes.add_command(client_in.Rematch, again, limit=limit)
    ann = at(house, ANN, HOME)
    for number in range(2):
        ann.says("command", id=f"request-{number}", do={"type": "again"}, table="some-table")
    assert [(one["t"], one.get("code"), one["id"]) for one in ann.peer.sent] == [("refused", "too_fast", "request-1")]
