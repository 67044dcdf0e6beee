"""A connection from its first message to its last, without Redis and without a socket."""

from __future__ import annotations

from typing import Any

import pytest

from partie.gateway import connection as gateway
from partie.gateway.connection import Connection
from partie.gateway.limiter import Limit
from partie.gateway.routes import Who
from partie.kit import SPECTATOR
from partie.limits import LocalLimit, Rate
from partie.wire import client_in, limits
from partie.wire.states import State
from tests.server.gateway.peers import INVITATION, House, Line
from tests.server.live.memory import turns
from tests.server.table.sitting import ANN, BOB, CID, Sitting, opened, running

BOT = "b0tabcdefghijklm"
TABLE = "table-1"


@pytest.fixture
async def ann(house: House) -> Line:
    """A connection that has said hello, at a node that has a running game."""
    house.memory.put(running())
    return await house.join(ANN)


async def entering(house: House, line: Line, table: str = TABLE) -> None:
    """A table is on its way, and stays so until its log answers."""
    house.memory.log.answers.clear()
    house.memory.log.finds.clear()
    line.says("enter", table=table)
    await turns()
    assert line.state() is State.ENTERING


async def arrive(house: House) -> None:
    """The log answers."""
    house.memory.log.answers.set()
    house.memory.log.finds.set()
    await turns()


async def at_table(house: House, line: Line) -> None:
    """The table is shown."""
    line.says("enter", table=TABLE)
    await turns()
    assert line.state() is State.AT_TABLE
    line.heard()


# --- from state to state ------------------------------------------------------------------------------------------


async def test_nothing_is_taken_before_hello(house: House) -> None:
    """Nor does a hello in another language help; the right one opens the line."""
    line = await house.join(greeted=False)
    assert line.state() is State.GREETING
    line.says("enter", table=TABLE)
    line.says("command", id="a-request-id", do={"type": "leave"}, table=TABLE)
    assert [message["id"] for message in line.peer.sent if "id" in message] == ["a-request-id"]
    assert line.heard() == ["problem no_hello", "problem no_hello"]
    line.says("hello", wire=limits.VERSION + 1)
    assert line.heard() == ["problem wire"]
    assert line.state() is State.GREETING
    line.says("hello", wire=limits.VERSION)
    (welcome,) = line.peer.sent
    assert (welcome["t"], welcome["person"], welcome["build"], welcome["now"]) == ("welcome", ANN, "1+test", 2_000_000)
    assert line.state() is State.IDLE


@pytest.mark.parametrize("wire", range(limits.OLDEST_VERSION, limits.VERSION + 1))
async def test_whoever_speaks_an_older_version_is_answered_in_it(house: House, wire: int) -> None:
    """A page that was loaded before an update goes on."""
    line = await house.join(greeted=False)
    line.says("hello", wire=wire)
    (welcome,) = line.peer.sent
    assert welcome["wire"] == wire
    assert line.connection.wire == wire


async def test_hello_again_changes_nothing(house: House, ann: Line) -> None:
    """Wherever one is."""
    await at_table(house, ann)
    ann.says("hello", wire=limits.VERSION)
    assert ann.peer.sent[0]["person"] == ANN
    ann.says("hello", wire=limits.VERSION + 6)
    assert ann.heard() == ["welcome", "problem wire"]
    assert ann.state() is State.AT_TABLE


async def test_a_table_is_entered_shown_and_left(house: House, ann: Line) -> None:
    """Through the eyes of a seat while it is shown, and a spectator's before and after."""
    assert ann.viewer() is SPECTATOR
    await entering(house, ann)
    assert ann.heard() == []
    await arrive(house)
    assert ann.heard() == ["update", "turn"]
    assert (ann.state(), ann.viewer()) == (State.AT_TABLE, 0)
    live = house.memory.tables.awake[TABLE]
    assert ann.connection in live.subscribers
    ann.says("exit")
    assert (ann.state(), ann.connection.table, ann.viewer()) == (State.IDLE, None, SPECTATOR)
    assert ann.connection not in live.subscribers


async def test_a_table_that_is_not_there_is_said_so(ann: Line) -> None:
    """And the connection shows nothing."""
    ann.says("enter", table="no-such-table")
    await turns()
    assert ann.heard() == ["gone unknown"]
    assert ann.state() is State.IDLE


async def test_another_table_takes_the_place_of_the_one_that_is_shown(house: House, ann: Line) -> None:
    """At once: while it is on its way nothing is shown."""
    await at_table(house, ann)
    first = house.memory.tables.awake[TABLE]
    await entering(house, ann, "table-2")
    assert ann.connection not in first.subscribers
    assert ann.connection.table is None
    await arrive(house)
    assert ann.heard() == ["gone unknown"]
    assert ann.state() is State.IDLE


async def test_who_enters_two_tables_is_shown_the_second(house: House, ann: Line) -> None:
    """What comes of the first is of no consequence."""
    await entering(house, ann, "no-such-table")
    ann.says("enter", table=TABLE)
    await arrive(house)
    assert ann.heard() == ["update", "turn"]
    assert ann.state() is State.AT_TABLE


async def test_who_changes_his_mind_again_and_again_is_shown_what_he_wanted_last(house: House, ann: Line) -> None:
    """What comes of the others in between is of no consequence."""
    other = Sitting(table="table-2")
    other.must(BOB, client_in.Create("toy", 3))
    house.memory.put(other)
    house.memory.log.answers.clear()
    for table in (TABLE, "table-2", TABLE, "table-2"):
        ann.says("enter", table=table)
        await turns(2)
    await arrive(house)
    (update,) = ann.peer.sent
    assert (update["table"], len(update["view"]["table"]["seats"])) == ("table-2", 3)
    assert ann.connection.table is house.memory.tables.awake["table-2"]
    first = house.memory.tables.awake.get(TABLE)
    assert first is None or ann.connection not in first.subscribers


async def test_who_enters_the_same_table_again_stays_there(house: House, ann: Line) -> None:
    """And is brought up to date from where it says it is, or from nothing."""
    await at_table(house, ann)
    live = house.memory.tables.awake[TABLE]
    newest = live.newest
    ann.says("enter", table=TABLE, seq=newest.seq, mark=newest.mark)
    assert ann.state() is State.ENTERING
    assert ann.connection in live.subscribers
    await turns()
    assert ann.heard() == ["turn"]
    ann.says("enter", table=TABLE)
    await turns()
    assert ann.heard() == ["update", "turn"]
    assert ann.state() is State.AT_TABLE
    assert house.memory.metrics.view_mismatches._value.get() == 1


async def test_who_enters_again_before_it_is_there_is_shown_the_table_once(house: House, ann: Line) -> None:
    """The first wish is given up."""
    await entering(house, ann)
    for _ in range(3):
        ann.says("enter", table=TABLE)
    await arrive(house)
    assert ann.heard() == ["update", "turn"]
    assert ann.state() is State.AT_TABLE


async def test_who_leaves_while_a_table_is_on_its_way_is_not_shown_it(house: House, ann: Line) -> None:
    """Nothing comes of it any more."""
    await entering(house, ann)
    ann.says("exit")
    assert ann.state() is State.IDLE
    await arrive(house)
    assert ann.heard() == []
    assert (ann.state(), ann.connection.table) == (State.IDLE, None)


async def test_who_is_dismissed_shows_nothing(house: House, ann: Line) -> None:
    """The table says why."""
    await at_table(house, ann)
    house.memory.tables.awake[TABLE].fail(ValueError("something is wrong with it"))
    assert ann.heard() == ["gone broken"]
    assert (ann.state(), ann.connection.table) == (State.IDLE, None)


async def test_who_is_dismissed_while_it_enters_the_table_anew_still_enters(house: House, ann: Line) -> None:
    """So its questions still wait for what comes of that."""
    await at_table(house, ann)
    live = house.memory.tables.awake[TABLE]
    house.memory.log.answers.clear()
    ann.says("enter", table=TABLE, seq=live.newest.seq + 1, mark="f" * 16)
    await turns()
    live.subscribers.dismiss(ann.connection, "private")
    assert ann.heard() == ["gone private"]
    assert ann.state() is State.ENTERING
    ann.says("history", before=3)
    await turns()
    assert ann.heard() == []
    await arrive(house)
    assert ann.heard()[-1] == "history"
    assert ann.state() is State.AT_TABLE


@pytest.mark.parametrize(
    "state", [State.GREETING, State.IDLE, State.ENTERING, State.AT_TABLE], ids=lambda one: one.name
)
async def test_a_peer_that_is_gone_leaves_nothing_behind(house: House, ann: Line, state: State) -> None:
    """Wherever it was: it shows nothing, nothing more is done for it, and all hear of it once."""
    line = await house.join(BOB, greeted=state is not State.GREETING)
    if state is State.ENTERING:
        await entering(house, line)
    elif state is State.AT_TABLE:
        await at_table(house, line)
    assert line.state() is state
    gone: list[tuple[str, Connection]] = []
    house.connections.on.left.append(lambda one: gone.append(("left", one)))
    house.connections.on.gone.append(lambda one: gone.append(("gone", one)))
    line.connection.cut()
    assert gone == [("left", line.connection), ("gone", line.connection)]
    assert line.state() is State.GONE
    await arrive(house)
    assert line.heard() == []
    assert (line.state(), line.connection.table) == (State.GONE, None)
    assert list(house.connections) == [ann.connection]
    live = house.memory.tables.awake.get(TABLE)
    assert live is None or not len(live.subscribers)


async def test_a_node_that_everybody_has_left_knows_it(house: House) -> None:
    """And forgets it when somebody comes."""
    one, two = await house.join(ANN), await house.join(BOB)
    assert len(house.connections) == 2
    one.connection.cut()
    assert not house.connections.deserted.is_set()
    two.connection.cut()
    assert house.connections.deserted.is_set()
    assert house.memory.metrics.connections._value.get() == 0
    await house.join(ANN)
    assert not house.connections.deserted.is_set()


# --- questions ----------------------------------------------------------------------------------------------------


async def test_questions_wait_for_the_table_that_is_on_its_way(house: House, ann: Line) -> None:
    """And are about that one."""
    await entering(house, ann)
    ann.says("history", before=3)
    ann.says("forecast")
    await turns()
    assert ann.heard() == []
    await arrive(house)
    history = ann.peer.sent[2]
    assert (history["table"], [entry["seq"] for entry in history["entries"]]) == (TABLE, [1, 2])
    assert ann.heard() == ["update", "turn", "history", "forecast"]


async def test_questions_about_a_table_that_does_not_come_are_answered_too(house: House, ann: Line) -> None:
    """There is no table."""
    await entering(house, ann, "no-such-table")
    ann.says("forecast")
    await arrive(house)
    assert ann.heard() == ["gone unknown", "problem no_table"]


async def test_questions_about_no_table_are_answered_at_once(ann: Line) -> None:
    """Enter one first."""
    ann.says("forecast")
    assert ann.heard() == ["problem no_table"]


async def test_only_so_many_questions_wait(house: House, ann: Line) -> None:
    """Those beyond are answered at once."""
    await entering(house, ann)
    for _ in range(gateway.OPENING):
        ann.says("forecast")
    assert ann.heard() == ["problem no_table"]
    await arrive(house)
    assert ann.heard() == ["update", "turn"] + ["forecast"] * (gateway.OPENING - 1)


async def test_a_question_that_the_inbox_cannot_take_is_to_be_asked_again(
    house: House, ann: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table has too much to do."""
    monkeypatch.setattr("partie.live.actor.INBOX", 1)
    await at_table(house, ann)
    ann.says("history", before=2)
    ann.says("history", before=2)
    assert ann.heard() == ["problem busy"]
    await turns()
    assert ann.heard() == ["history"]


# --- commands -----------------------------------------------------------------------------------------------------


async def test_a_command_is_done_at_the_table_that_it_names(house: House, ann: Line) -> None:
    """Shown, or not, or not even awake; the answer bears its id."""
    ann.says("command", id="request-1", do={"type": "leave"}, table=TABLE)
    await turns()
    await at_table(house, ann)
    ann.says("command", id="request-2", do={"type": "leave"}, table=TABLE)
    await turns()
    ann.says("command", id="request-3", do={"type": "leave"}, table="no-such-table")
    await turns()
    ann.says("command", id="request-4", do={"type": "leave"})
    assert ann.heard() == ["refused started", "refused unknown", "refused no_table"]
    assert house.memory.metrics.refusals.labels("started")._value.get() == 2


async def test_only_so_many_tables_are_opened_for_commands_at_a_time(house: House, ann: Line) -> None:
    """The rest is refused."""
    house.memory.log.answers.clear()
    for number in range(gateway.OPENING + 1):
        ann.says("command", id=f"request-{number}", do={"type": "leave"}, table=f"table-{number}")
    assert [(message["id"], message["code"]) for message in ann.peer.sent] == [("request-8", "busy")]
    ann.heard()
    await arrive(house)
    assert sorted(ann.heard()) == ["refused started"] + ["refused unknown"] * (gateway.OPENING - 1)


async def test_commands_are_elsewhere_if_a_route_says_so(house: House, ann: Line) -> None:
    """One that begins a table is given the id of that one, whatever it names."""
    done: list[tuple[str, str]] = []

    async def elsewhere(_: Connection, command: str, __: Any, table: str) -> None:
        done.append((command, table))

    house.connections.routes.add_command(client_in.Create, elsewhere, limit=Limit(cost=1), begins=True)
    house.connections.routes.add_command(client_in.Rematch, elsewhere, limit=Limit(cost=1))
    ann.says("command", id="request-1", do={"type": "create", "game": "toy", "seats": 2})
    ann.says("command", id="request-2", do={"type": "again"}, table=TABLE)
    ann.says("command", id="request-3", do={"type": "again"})
    await turns()
    assert done == [("request-1", f"{ANN}-request-1"), ("request-2", TABLE)]
    assert ann.heard() == ["refused no_table"]


async def test_a_quota_is_asked_before_anything_is_done(house: House, ann: Line) -> None:
    """Of every command, with the table at which it would be done."""

    class Full:
        def refusal(self, person: str, command: client_in.Do, table: str) -> tuple[str, dict[str, str | int]] | None:
            return ("too_many_tables", {"most": 3}) if isinstance(command, client_in.Sit) else None

    house.connections.quotas.append(Full())
    ann.says("command", id="request-1", do={"type": "sit", "seat": 0}, table=TABLE)
    assert ann.peer.sent == [{"t": "refused", "id": "request-1", "code": "too_many_tables", "params": {"most": 3}}]


async def test_an_undo_that_is_refused_is_counted_by_its_reason(house: House, ann: Line) -> None:
    """In addition to all refusals."""
    await at_table(house, ann)
    ann.says("command", id="request-1", do={"type": "undo", "to": 1}, table=TABLE)
    await turns()
    (refused,) = ann.heard()
    code = refused.partition(" ")[2]
    assert house.memory.metrics.undo_refusals.labels(code)._value.get() == 1


async def test_who_is_invited_takes_that_along_to_the_table(house: House) -> None:
    """A command is decided with it."""
    house.memory.put(opened(2, access="invited"))
    cid = await house.join(CID)
    cid.says("command", id="request-1", do={"type": "sit", "seat": 0}, table=TABLE)
    await turns()
    assert cid.heard() == ["refused not_invited"]
    cid.says("enter", table=TABLE, invitation=INVITATION)
    await turns()
    cid.says("command", id="request-2", do={"type": "sit", "seat": 0}, table=TABLE)
    await turns()
    assert cid.heard()[-1] == "accepted"


# --- limits -------------------------------------------------------------------------------------------------------


async def test_frames_beyond_the_limit_are_answered_unread(house: House, ann: Line) -> None:
    """With the id of the command in them, which was not done."""
    house.connections._frames = LocalLimit(Rate(2, 3600.0))
    for _ in range(3):
        ann.says("exit")
    assert ann.heard() == ["problem too_fast"]
    ann.says("command", id="one-too-many", do={"type": "leave"}, table=TABLE)
    assert (ann.peer.sent[-1]["code"], ann.peer.sent[-1]["id"]) == ("too_fast", "one-too-many")
    assert TABLE not in house.memory.tables.awake
    house.connections._frames = LocalLimit(Rate(2, 3600.0))
    ann.says("command", id="one-too-many", do={"type": "leave"}, table=TABLE)
    await turns()
    assert (ann.peer.sent[-1]["t"], ann.peer.sent[-1]["id"]) == ("refused", "one-too-many"), "now it is done"


async def test_a_new_connection_pays_for_no_earlier_one(house: House) -> None:
    """What is counted goes with its connection."""
    line = await house.join()
    line.connection.cut()
    assert not house.connections._frames._free_at


@pytest.mark.parametrize(("commands", "frames"), [(1, limits.FRAMES_PER_SECOND), (500, 1000)])
async def test_whoever_is_allowed_many_commands_is_allowed_their_frames(
    house: House, commands: int, frames: int
) -> None:
    """And a question with each."""
    assert House(house.memory, commands).connections.frame_rate.count == frames


async def test_what_is_limited_by_commands_is_refused_when_there_have_been_too_many(house: House, ann: Line) -> None:
    """By its id if it has one; what is limited by frames alone goes on."""
    served: list[client_in.Inbound] = []
    routes = house.connections.routes
    routes.add(client_in.Decline, lambda _, message: served.append(message), limit=Limit(cost=1, command=True))
    routes.add(client_in.Lobby, lambda _, message: served.append(message), limit=Limit(cost=1))
    house.allowed = False
    ann.says("command", id="request-1", do={"type": "leave"}, table=TABLE)
    ann.says("decline", table=TABLE)
    ann.says("lobby")
    assert ann.peer.sent[0]["id"] == "request-1"
    assert ann.heard() == ["refused too_fast", "problem too_fast"]
    assert served == [client_in.Lobby()]


async def test_bots_are_turned_down_where_only_people_are_served(house: House) -> None:
    """Before anything is counted against them."""
    served: list[client_in.Inbound] = []
    routes = house.connections.routes
    routes.add(
        client_in.Follow, lambda _, message: served.append(message), limit=Limit(cost=1, command=True), who=Who.PEOPLE
    )
    routes.add(client_in.WatchFriends, lambda _, message: served.append(message), limit=Limit(cost=1), who=Who.PEOPLE)
    person, bot = await house.join(ANN), await house.join(BOT)
    house.allowed = False
    bot.says("follow", id="follow-ann", person=ANN)
    bot.says("company")
    assert bot.heard() == ["refused not_for_bots", "problem not_for_bots"]
    house.allowed = True
    person.says("follow", id="follow-bob", person=BOB)
    assert served == [client_in.Follow("follow-bob", BOB)]


async def test_what_nobody_serves_is_a_problem_and_no_more(ann: Line) -> None:
    """Such is what belongs to a feature that is not installed."""
    ann.says("lobby")
    assert ann.peer.sent[0]["detail"] == "this server does not support Lobby"
    assert ann.heard() == ["problem unexpected"]
    assert ann.state() is State.IDLE


@pytest.mark.parametrize(
    ("frame", "code"),
    [(None, "malformed"), (b"\xc1", "malformed"), (b"\x81\xa1t\xa3fly", "invalid")],
    ids=["text", "no message", "no such message"],
)
async def test_a_frame_that_is_no_message_is_a_problem_and_no_more(ann: Line, frame: bytes | None, code: str) -> None:
    """The next one is read."""
    ann.connection.heard(frame)
    ann.says("forecast")
    assert ann.heard() == [f"problem {code}", "problem no_table"]


@pytest.mark.parametrize(
    "do", [{"type": "sit", "seat": 99}, {"type": "fly"}, 7, {"type": "leave", "x": {"y": [None] * 50}}]
)
async def test_a_command_that_cannot_be_read_is_named_in_the_answer(ann: Line, do: object) -> None:
    """Its id is as far as one can read it."""
    ann.says("command", id="what-is-this", do=do, table=TABLE)
    (problem,) = ann.peer.sent
    assert (problem["t"], problem["code"], problem["id"]) == ("problem", "invalid", "what-is-this")


# --- listeners ----------------------------------------------------------------------------------------------------


async def test_a_peer_that_kept_up_again_is_shown_what_it_missed(house: House, ann: Line) -> None:
    """In one frame, and writers hear of it as well."""
    await at_table(house, ann)
    live = house.memory.tables.awake[TABLE]
    bob = await house.join(BOB)
    ann.peer.paused = True
    move = live.history.turn(live.newest, 1)
    do = {"type": "move", "ask": move.ask, "move": {"type": "bid", "card": move.legal[0].card}}
    bob.says("command", id="request-1", do=do, table=TABLE)
    await turns()
    assert bob.heard() == ["accepted"]
    assert ann.heard() == []
    resumed: list[Connection] = []
    house.connections.on.resumed.append(resumed.append)
    ann.peer.paused = False
    ann.connection.resumed()
    assert ann.heard()[0] == "update"
    assert resumed == [ann.connection]


async def test_a_page_says_whether_it_is_in_sight(house: House, ann: Line) -> None:
    """Until it does it is; anyone who asks learns it."""
    seen: list[bool] = []
    house.connections.on.visibility.append(lambda one: seen.append(one.page_visible))
    assert ann.connection.page_visible
    for visible in (False, True):
        ann.says("look", looking=visible)
    assert seen == [False, True]
    assert ann.heard() == []


async def test_a_connection_is_closed_from_this_side_with_a_code(ann: Line) -> None:
    """Its peer learns why."""
    await ann.connection.close(4401)
    assert ann.peer.closed == 4401


async def test_what_a_connection_is_sent_is_counted(house: House, ann: Line) -> None:
    """In frames and bytes, both ways."""
    metrics = house.memory.metrics
    counters = (metrics.frames_received, metrics.bytes_received, metrics.frames_sent, metrics.bytes_sent)
    before = [counter._value.get() for counter in counters]
    ann.says("forecast")
    assert all(counter._value.get() > was for counter, was in zip(counters, before, strict=True))
