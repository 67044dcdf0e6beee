"""How a connection comes to show a table, and how it learns that it may no longer."""

from __future__ import annotations

import pytest

from partie.cluster.messages import Uninvited
from partie.gateway.connection import Connection
from partie.live.errors import TableGone
from partie.table import Table
from partie.wire.states import State
from tests.server.gateway.peers import INVITATION, House, Line
from tests.server.live.feeding import Fed, move
from tests.server.live.memory import Watching, turns
from tests.server.table.sitting import ANN, CID, opened, running

TABLE = "table-1"


async def enters(line: Line, **more: object) -> list[str]:
    """What comes of entering the table."""
    line.heard()
    line.says("enter", table=TABLE, **more)
    await turns()
    return line.heard()


async def test_a_table_for_those_who_are_invited_is_entered_with_a_good_invitation(house: House) -> None:
    """It holds from then on, at this table alone."""
    house.memory.put(running(watch="invited"))
    watching = Watching()
    house.memory.tables.hooks.observers.append(watching)
    cid = await house.join(CID)
    assert await enters(cid) == ["gone private"]
    assert await enters(cid, invitation="made-up") == ["gone private"]
    assert cid.state() is State.IDLE
    assert [kind for kind, *_ in watching.noted] == ["woke"], "whoever is turned away neither comes nor goes"
    assert await enters(cid, invitation=INVITATION) == ["update"]
    assert cid.connection.invited == {TABLE}
    cid.says("exit")
    assert await enters(cid) == ["update"]


async def test_players_need_no_invitation(house: House) -> None:
    """They sit there."""
    house.memory.put(running(watch="nobody"))
    assert await enters(await house.join(ANN)) == ["update", "turn"]
    assert await enters(await house.join(CID), invitation=INVITATION) == ["gone private"]


async def test_an_invitation_that_cannot_be_looked_up_now_opens_nothing(house: House) -> None:
    """And is not taken for a bad one."""
    house.memory.put(running(watch="invited"))
    house.people.unavailable = True
    cid = await house.join(CID)
    assert await enters(cid, invitation=INVITATION) == ["gone unavailable"]
    assert cid.connection.invited == set()


async def test_others_who_know_of_invitations_are_asked_with_the_table(house: House) -> None:
    """As of one to the game before it. They may find that there is no way in now."""
    house.memory.put(running(watch="invited"))
    asked: list[tuple[str, int, str | None]] = []

    async def guest(connection: Connection, table: Table, invitation: str | None) -> None:
        asked.append((connection.person, table.seq, invitation))
        connection.invited.add(table.id)

    async def away(*_: object) -> None:
        raise TableGone("unavailable")

    house.entrance.guests.append(guest)
    cid = await house.join(CID)
    assert await enters(cid, invitation="another-tables") == ["update"]
    assert asked == [(CID, house.memory.tables.awake[TABLE].newest.seq, "another-tables")]
    house.entrance.guests.append(away)
    assert await enters(cid) == ["gone unavailable"]


async def test_who_knows_more_than_this_node_is_believed_if_the_log_does(house: House) -> None:
    """The node reads what it had not heard of, and leads on from there."""
    log = house.memory.put(running())
    ann = await house.join(ANN)
    assert await enters(ann) == ["update", "turn"]
    other = Fed(log)
    other.settle(move(other.history))
    assert await enters(ann, seq=log.last.seq, mark=log.last.mark) == ["update", "turn", "turn"]
    ann.says("exit")
    assert await enters(ann, seq=log.last.seq, mark=log.last.mark) == ["turn"]


async def test_who_knows_what_the_log_does_not_is_told_that_it_is_lost(house: House) -> None:
    """But only where the log could be asked."""
    log = house.memory.put(running())
    ann = await house.join(ANN)
    assert await enters(ann, seq=log.last.seq + 2, mark="f" * 16) == ["rewound", "update", "turn"]
    house.memory.log.silent = True
    assert await enters(ann, seq=log.last.seq + 2, mark="f" * 16) == ["update", "turn"]


@pytest.mark.parametrize("cursor", [{"seq": 0, "mark": "f" * 16}, {"seq": 3}, {"mark": "f" * 16}])
async def test_half_a_cursor_is_none(house: House, cursor: dict[str, object]) -> None:
    """There is no event 0, and a number without a mark says nothing."""
    house.memory.put(running())
    assert await enters(await house.join(ANN), **cursor) == ["update", "turn"]


async def test_when_a_host_takes_all_invitations_back_guests_have_to_go(house: House) -> None:
    """Those who show it at once, others when they come; players stay."""
    house.memory.put(running(watch="invited"))
    ann, cid, later = [await house.join(person) for person in (ANN, CID, "dan0000000000000")]
    for line in (ann, cid, later):
        await enters(line, invitation=INVITATION)
    later.says("exit")
    house.entrance.uninvited(Uninvited("another-table"))
    assert cid.state() is State.AT_TABLE
    house.entrance.uninvited(Uninvited(TABLE))
    assert cid.heard() == ["gone private"]
    assert (ann.state(), ann.heard()) == (State.AT_TABLE, [])
    assert await enters(later) == ["gone private"]


async def test_an_open_table_is_entered_before_it_starts(house: House) -> None:
    """People who may take a seat may look."""
    house.memory.put(opened(2, watch="nobody"))
    assert await enters(await house.join(CID)) == ["update"]
