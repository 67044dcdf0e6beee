"""Making new tables, with logs in memory."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from partie.gateway import connection, creation
from partie.gateway.creation import Creation, NoCensus
from partie.log import Entry, Log, LogUnavailable
from partie.table.events import Reservation
from partie.table.values import DelaySetting
from partie.wire import client_in
from tests.fixtures.service import until
from tests.server.gateway.peers import House, Line, at
from tests.server.live.memory import turns
from tests.server.table.sitting import ANN, BOB, CID, Sitting, running, seated
from tests.server.table.toyplay import finish, in_turns

BOT = "b0tabcdefghijklm"
CREATE = {"type": "create", "game": "toy", "seats": 2}
HOME, ELSEWHERE = "192.0.2.7", "192.0.2.8"
FORK = {"type": "fork", "seq": 8, "seat": 0, "others": ["free", "former"]}


class Counted(NoCensus):
    """Knows how many tables somebody has."""

    def __init__(self) -> None:
        self.known: set[str] = set()
        self.open = self.at_once = 0
        self.with_bots = 0
        self.hosts: dict[str, str] = {}
        self.besides: list[str] = []

    def knows(self, table: str) -> bool:
        return table in self.known

    def open_tables(self, host: str) -> int:
        return self.open

    def tables_at_once(self, person: str, besides: str = "") -> int:
        self.besides.append(besides)
        return self.at_once

    def tables_with_bots(self, host: str, besides: str = "") -> int:
        self.besides.append(f"{host} {besides}")
        return self.with_bots

    def host(self, table: str) -> str:
        return self.hosts.get(table, "")


class Maker:
    """The creator of a node's tables."""

    def __init__(self, house: House, open_tables: int = 3) -> None:
        self.house = house
        self.census = Counted()
        memory = house.memory
        self.creation = Creation(
            house.connections,
            memory.tables,
            cast("Log", memory.log),
            memory.registry,
            memory.clock,
            version=self._version,
            open_tables=open_tables,
            tables_with_bots=5,
            bot_tables=2,
        )
        self.creation.census = self.census
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def _version(self, _: str) -> int:
        await self.goes_on.wait()
        return 0


@pytest.fixture
async def maker(house: House) -> Maker:
    return Maker(house)


@pytest.fixture
async def hurried(house: House) -> Maker:
    """A creator for people who may do more at once than an evening of theirs takes."""
    return Maker(House(house.memory, 10_000), 10_000)


async def does(line: Line, do: dict[str, Any], command: str = "make-one", table: str | None = None) -> dict[str, Any]:
    """The answer to a command."""
    line.heard()
    line.says("command", id=command, do=do, **({} if table is None else {"table": table}))
    await until(lambda: bool(line.peer.sent))
    (answer,) = line.peer.sent
    return answer


def ended(**settings: Any) -> Sitting:
    """A game that was played to its end."""
    sitting, _ = in_turns(**settings)
    finish(sitting)
    return sitting


async def test_a_table_is_made_by_its_first_event(house: House, maker: Maker) -> None:
    """Its id comes from person and command, so a repeat finds the table that it made."""
    ann = await house.join(ANN)
    for _ in range(2):
        accepted = await does(ann, CREATE)
        assert accepted == {"t": "accepted", "id": "make-one", "table": f"{ANN}-make-one", "seq": 1}
    table = house.memory.tables.awake[accepted["table"]].newest
    assert (table.host, table.phase, table.game, len(table.seats)) == (ANN, "open", "toy", 2)
    assert house.memory.log.logs[table.id].last.seq == 1
    assert (await does(ann, {**CREATE, "seats": 3}))["code"] == "id_reused"


async def test_a_table_that_is_begun_and_cannot_be_read_is_unsettled_and_not_refused(
    house: House, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands in the log, and is answered as soon as that can be read."""
    ann, log = await house.join(ANN), house.memory.log
    silent = asyncio.Event()
    read = log.read

    async def away(*given: Any) -> list[Entry]:
        silent.set()
        raise LogUnavailable("nobody is there")

    monkeypatch.setattr(creation, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(log, "read", away)
    assert (await does(ann, CREATE)) == {"t": "unsettled", "id": "make-one"}
    await silent.wait()
    ann.heard()
    monkeypatch.setattr(log, "read", read)
    await until(lambda: bool(ann.peer.sent))
    assert ann.peer.sent == [{"t": "accepted", "id": "make-one", "table": f"{ANN}-make-one", "seq": 1}]


async def test_the_seed_of_a_table_comes_from_where_the_node_says(house: House, maker: Maker) -> None:
    """At random, unless a node for development makes it from the command."""
    ann = await house.join(ANN)
    answers = [await does(ann, CREATE, f"at-random-{number}") for number in range(2)]
    maker.creation.new_seed = str.encode
    answers.append(await does(ann, CREATE, "by-command"))
    *by_chance, given = (house.memory.tables.awake[answer["table"]].newest.seed for answer in answers)
    assert len({*by_chance, bytes(32)}) == 3
    assert given == b"by-command"


async def test_what_cannot_be_made_is_refused_and_leaves_no_log(house: House, maker: Maker) -> None:
    """As a game that nobody plays here."""
    ann = await house.join(ANN)
    assert (await does(ann, {**CREATE, "game": "chess"}))["code"] == "unknown_game"
    assert (await does(ann, {**CREATE, "seats": 9}))["code"] == "bad_seats"
    assert not house.memory.log.logs


async def test_a_person_has_so_many_tables_that_have_not_begun(house: House, maker: Maker) -> None:
    """Those under way count; one that an earlier try has made does not."""
    ann = await house.join(ANN)
    maker.census.open = 3
    refused = await does(ann, CREATE)
    assert (refused["code"], refused["params"]) == ("too_many_tables", {"most": 3})
    maker.census.known = {f"{ANN}-make-one"}
    assert (await does(ann, CREATE))["t"] == "accepted"
    maker.census.open = 1
    ann.heard()
    maker.goes_on.clear()
    for number in range(4):
        ann.says("command", id=f"at-once-{number}", do=CREATE)
    await turns()
    maker.goes_on.set()
    await turns()
    assert sorted(ann.heard()) == ["accepted"] * 2 + ["refused too_many_tables"] * 2


async def test_a_bot_is_counted_by_the_tables_it_sits_at(house: House, maker: Maker) -> None:
    """Whether it makes them or sits down; the one where it sits already is no further one."""
    bot = await house.join(BOT)
    maker.census.at_once = 2
    refused = await does(bot, CREATE)
    assert (refused["code"], refused["params"]) == ("too_many_tables", {"most": 2})
    refused = await does(bot, {"type": "sit", "seat": 0}, "sit-down", "some-table")
    assert refused["code"] == "too_many_tables"
    assert maker.census.besides == ["", "some-table"]
    maker.census.at_once = 1
    assert (await does(bot, CREATE))["t"] == "accepted"
    ann = await house.join(ANN)
    maker.census.at_once = 99
    assert (await does(ann, {"type": "sit", "seat": 0}, "sit-down", "some-table"))["code"] == "unknown"


async def test_where_nobody_counts_tables_nobody_has_any() -> None:
    """A service without a lobby."""
    census = NoCensus()
    assert (census.knows("some-table"), census.open_tables(ANN), census.tables_at_once(ANN)) == (False, 0, 0)


async def test_while_the_log_is_away_no_table_is_made(house: House, maker: Maker) -> None:
    """Nothing of it will ever happen."""
    ann = await house.join(ANN)
    house.memory.log.silent = True
    assert (await does(ann, CREATE))["code"] == "unavailable"
    house.memory.log.silent = False
    assert not house.memory.log.logs


async def test_where_a_table_was_buried_none_is_made(house: House, maker: Maker) -> None:
    """It is gone for good."""
    ann = await house.join(ANN)
    house.memory.log._of(f"{ANN}-make-one").buried = True
    assert (await does(ann, CREATE))["code"] == "buried"


async def test_the_service_makes_a_table_in_the_place_of_somebody(house: House, maker: Maker) -> None:
    """Its host, with seats that are kept; a code says which tables cannot be created."""
    kept = tuple(
        Reservation(person=person, colour=colour, seated=True) for person, colour in ((ANN, "hare"), (BOB, "duck"))
    )
    made = client_in.Create("toy", 2)
    assert await maker.creation.make(ANN, "for-a-match", made, "their-table", kept) == ""
    table = (await house.memory.tables.get("their-table")).newest
    assert (table.host, [seat.person for seat in table.seats]) == (ANN, [ANN, BOB])
    assert await maker.creation.make(ANN, "for-a-match", client_in.Create("chess", 2), "other", ()) == "unknown_game"


# --- forks --------------------------------------------------------------------------------------------------------


async def test_a_game_goes_on_from_a_position_at_a_table_of_its_own(house: House, maker: Maker) -> None:
    """With a snapshot, so that loading it need not fold what lies behind it."""
    house.memory.put(ended())
    ann = await house.join(ANN)
    accepted = await does(ann, FORK, "fork-it-once", "table-1")
    assert accepted == {"t": "accepted", "id": "fork-it-once", "table": f"{ANN}-fork-it-once", "seq": 1}
    assert await does(ann, FORK, "fork-it-once", "table-1") == accepted
    made = house.memory.tables.awake[accepted["table"]].newest
    assert made.phase == "open"
    assert made.seats[0].person == ANN
    assert set(house.memory.log.snapshots) == {accepted["table"]}


@pytest.mark.parametrize("seq", [0, 1_000])
async def test_only_a_position_that_was_can_be_gone_on_from(house: House, maker: Maker, seq: int) -> None:
    """Whatever number is named."""
    house.memory.put(ended())
    refused = await does(await house.join(ANN), {**FORK, "seq": seq}, "fork-it-once", "table-1")
    assert refused["code"] == "no_such_position"


async def test_a_running_game_is_nobodys_to_go_on_from(house: House, maker: Maker) -> None:
    """Before its end it is played."""
    house.memory.put(running())
    assert (await does(await house.join(ANN), FORK, "fork-it-once", "table-1"))["code"] == "not_ended"


async def test_nobody_goes_on_from_a_game_before_all_have_seen_its_end(house: House, maker: Maker) -> None:
    """How long that takes is said."""
    sitting = ended(delay=DelaySetting("seconds", 60))
    house.memory.put(sitting)
    house.memory.clock.at = sitting.now
    refused = await does(await house.join(ANN), FORK, "fork-it-once", "table-1")
    assert refused["code"] == "not_seen_yet"
    assert refused["params"]["seconds"] > 0


async def test_who_may_not_see_a_table_does_not_go_on_from_it(house: House, maker: Maker) -> None:
    """Unless he is invited; and nobody does from one that is closed."""
    house.memory.put(ended(watch="invited"))
    cid, ann = await house.join(CID), await house.join(ANN)
    assert (await does(cid, FORK, "fork-it-once", "table-1"))["code"] == "private"
    cid.connection.invited.add("table-1")
    assert (await does(cid, FORK, "fork-it-once", "table-1"))["t"] == "accepted"
    house.memory.tables.hooks.closed = lambda table: table == "table-1"
    assert (await does(ann, FORK, "fork-it-once", "table-1"))["code"] == "closed"


async def test_a_fork_stands_also_where_its_snapshot_could_not_be_kept(
    house: House, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It costs time at its first load."""
    house.memory.put(ended())

    async def away(*_: object, **__: object) -> None:
        raise LogUnavailable("nobody is there")

    monkeypatch.setattr(house.memory.log, "save_snapshot", away)
    assert (await does(await house.join(ANN), FORK, "fork-it-once", "table-1"))["t"] == "accepted"


async def test_bots_play_at_so_many_tables_of_one_host(house: House, maker: Maker) -> None:
    """The host's are counted no matter who seats them, in addition to the table itself. People may still sit."""
    house.memory.put(seated(ANN, BOB))
    maker.census.hosts["table-1"] = CID
    maker.census.with_bots = 5
    ann = await house.join(ANN)
    refused = await does(ann, {"type": "seat_bot", "seat": 1}, table="table-1")
    assert (refused["code"], refused["params"]) == ("too_many_with_bots", {"most": 5})
    assert maker.census.besides == [f"{CID} table-1"]
    refused = await does(ann, {"type": "sit", "seat": 1}, command="take-the-seat", table="table-1")
    assert refused["code"] == "seat_taken"
    maker.census.with_bots = 4
    refused = await does(ann, {"type": "seat_bot", "seat": 1}, command="once-more", table="table-1")
    assert refused["code"] == "seat_taken"


async def test_a_fork_with_bots_counts_like_a_table_at_which_they_are_seated(house: House, maker: Maker) -> None:
    """One without them does not."""
    house.memory.put(ended())
    maker.census.with_bots = 5
    ann = await house.join(ANN)
    refused = await does(ann, {**FORK, "others": ["free", "quick"]}, table="table-1")
    assert (refused["code"], refused["params"]) == ("too_many_with_bots", {"most": 5})
    accepted = await does(ann, FORK, command="without-bots", table="table-1")
    assert accepted["t"] == "accepted"


async def test_a_person_makes_so_many_tables_and_no_more(hurried: Maker) -> None:
    """Each leaves a log behind, also where it is closed at once; a while later there may be another."""
    house = hurried.house
    ann, bob = await house.join(ANN), await house.join(BOB)
    for number in range(creation.CREATED.rate.count):
        assert (await does(ann, CREATE, f"make-table-{number}"))["t"] == "accepted"
    made = len(house.memory.log.logs)
    assert (await does(ann, CREATE, "make-another"))["code"] == "too_fast"
    assert (await does(ann, FORK, "fork-one", "some-table"))["code"] == "too_fast"
    assert len(house.memory.log.logs) == made
    assert (await does(bob, CREATE))["t"] == "accepted"
    house.time += creation.CREATED.rate.interval
    assert (await does(ann, CREATE, "make-another"))["t"] == "accepted"


async def test_the_people_at_one_address_make_so_many_tables_and_no_more(hurried: Maker) -> None:
    """However many guests they are."""
    house = hurried.house
    most = creation.CREATED_FROM.rate.count
    answers = []
    for number in range(most + 1):
        guest = at(house, f"guest{number:011}", HOME)
        answers.append((await does(guest, CREATE)).get("code"))
    assert answers == [None] * most + ["too_fast"]
    assert (await does(at(house, ANN, ELSEWHERE), CREATE))["t"] == "accepted"


async def test_a_person_changes_seats_so_often_and_no_more(hurried: Maker) -> None:
    """At all tables together, no matter who set them up; the log of a table has room for so many events."""
    house = hurried.house
    ann, bob = await house.join(ANN), await house.join(BOB)
    table = (await does(ann, CREATE))["table"]
    deeds: list[dict[str, Any]] = [{"type": "sit", "seat": 0}, {"type": "leave"}]
    most = connection.SEATS.rate.count
    for number in range(most):
        assert (await does(bob, deeds[number % 2], f"change-seat-{number}", table))["t"] == "accepted"
    events = house.memory.tables.awake[table].newest.seq
    assert (await does(bob, deeds[most % 2], "once-more", table))["code"] == "too_fast"
    assert house.memory.tables.awake[table].newest.seq == events
    assert (await does(ann, {"type": "sit", "seat": 1}, "sit-down", table))["t"] == "accepted"
    house.time += connection.SEATS.rate.interval
    assert (await does(bob, deeds[most % 2], "once-more", table))["t"] == "accepted"


async def test_every_change_of_a_seat_counts(house: House) -> None:
    """Sitting, leaving, bots, being ready and turning somebody away are events like any other."""
    limits = house.connections.routes.commands()
    assert {limits[change].person for change in connection.SEAT_CHANGES} == {connection.SEATS}
    assert {client_in.Sit, client_in.Leave, client_in.SeatBot, client_in.TurnAway} < {*connection.SEAT_CHANGES}
