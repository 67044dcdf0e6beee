"""Those who show a table: what each is sent, with outlets that keep it."""

from __future__ import annotations

from typing import Any

import pytest

from partie.kit import SPECTATOR
from partie.live.spectators import SpectatorDelay
from partie.live.subscribers import Subscriber, Subscribers
from partie.metrics import Metrics
from partie.table import EngineFailed, History
from partie.table.values import DelaySetting
from partie.wire import client_in, client_out
from partie.wire.codec import encode
from partie.wire.frame import Frame
from tests.server.live.memory import Viewing
from tests.server.table.sitting import ANN, BOB, CID, DAN, TOYS, Sitting, opened, running
from tests.server.table.toyplay import finish


class Table:
    """A table and those who show it; it is their host, and notes what it hears."""

    def __init__(self, sitting: Sitting | None = None) -> None:
        self.sitting = sitting or running()
        self.metrics = Metrics()
        self.delay = SpectatorDelay(self.sitting.history, lambda: self.sitting.now)
        self.noted: list[tuple[Any, ...]] = []
        self.failures: list[Exception] = []
        self.knows_question = False
        self.subscribers = Subscribers(self.sitting.history, self.delay, self, self.metrics)

    def fail(self, error: Exception) -> None:
        self.failures.append(error)

    def engine_failed(self, error: Exception) -> None:
        self.noted.append(("engine_failed", type(error)))

    def entered(self, subscriber: Subscriber, *, again: bool) -> None:
        self.noted.append(("entered", subscriber.person, again))

    def left(self, subscriber: Subscriber) -> None:
        self.noted.append(("left", subscriber.person))

    def answer(self, subscriber: Subscriber, question: client_in.Inbound) -> bool:
        self.noted.append(("asked", type(question)))
        return self.knows_question

    @property
    def cursor(self) -> tuple[int, str]:
        newest = self.sitting.table
        return newest.seq, newest.mark

    def show(self, person: str, cursor: tuple[int, str] | None = None, *invited: str) -> Viewing:
        """Somebody who shows it from now on, and has seen what that brought."""
        subscriber = Viewing(person, *invited)
        assert self.subscribers.add(subscriber, cursor)
        subscriber.kinds()
        return subscriber

    def plays(self, moves: int = 1) -> None:
        """Moves are made and shown, one after the other."""
        for _ in range(moves):
            self.happens()
            self.subscribers.advanced()

    def happens(self) -> None:
        """A move is made, and not shown yet."""
        seat = min(self.sitting.history.pending(self.sitting.table))
        self.sitting.must_move(seat, self.sitting.legal(seat)[0])
        self.delay.advance(self.sitting.history)

    def does(self, person: str, command: Any) -> None:
        """Something else happens and is shown."""
        self.sitting.must(person, command)
        self.advance()

    def advance(self) -> None:
        self.delay.advance(self.sitting.history)
        self.subscribers.advanced()


@pytest.fixture
def table() -> Table:
    """A running game that nobody shows yet."""
    return Table()


# --- versions of the wire -----------------------------------------------------------------------------------------


def test_patches_name_their_base_unless_the_client_knows_it(table: Table) -> None:
    """From version 2 on, from the second update on, at seats and without one, until the client enters again."""
    clients = {(person, wire): Viewing(person, wire=wire) for person in (ANN, CID) for wire in (1, 2)}
    start = table.cursor
    for client in clients.values():
        assert table.subscribers.add(client, start)
    table.plays(3)
    for (_, wire), client in clients.items():
        patches = [message for message in client.sent if message["t"] == "update"]
        assert ["base" in each for each in patches] == [True, wire == 1, wire == 1]
        assert all(("base_mark" in each) == ("base" in each) for each in patches)
        assert table.subscribers.add(client, table.cursor)
        client.kinds()
    table.plays()
    assert all("base" in client.sent[0] for client in clients.values())


def test_a_whole_view_is_followed_as_well(table: Table) -> None:
    """Nobody knows better where one stands than who was just sent everything."""
    cid = Viewing(CID, wire=2)
    assert table.subscribers.add(cid, None)
    table.plays()
    whole, patch = cid.sent
    assert "view" in whole
    assert "patch" in patch
    assert "base" not in patch


# --- coming and going ---------------------------------------------------------------------------------------------


def test_who_comes_is_shown_the_table_through_the_eyes_of_his_seat(table: Table) -> None:
    """A person without a seat sees it as a spectator, and is offered no turn."""
    ann, cid = Viewing(ANN), Viewing(CID)
    assert table.subscribers.add(ann, None)
    assert table.subscribers.add(cid, None)
    assert ann.sent[0]["view"] == table.sitting.history.view(table.sitting.table, 0)
    assert cid.sent[0]["view"] == table.sitting.history.view(table.sitting.table, SPECTATOR)
    assert (ann.kinds(), cid.kinds()) == (["update", "turn"], ["update"])
    assert [table.subscribers.viewer(one) for one in (ann, cid, Viewing(BOB))] == [0, SPECTATOR, SPECTATOR]
    assert table.subscribers.cursor(ann) == table.cursor
    assert table.subscribers.cursor(Viewing(BOB)) is None
    assert (list(table.subscribers), len(table.subscribers)) == ([ann, cid], 2)
    assert table.noted == [("entered", ANN, False), ("entered", CID, False)]


def test_who_may_not_watch_is_told_so_and_shown_nothing() -> None:
    """Unless he is invited."""
    table = Table(running(watch="invited"))
    cid, dan = Viewing(CID), Viewing(DAN, table.sitting.history.id)
    assert not table.subscribers.add(cid, None)
    assert cid.sent == [{"t": "gone", "table": "table-1", "code": "private"}]
    assert cid.turned_away
    assert cid not in table.subscribers
    assert table.subscribers.add(dan, None)


def test_who_comes_back_is_led_on_from_where_he_was(table: Table) -> None:
    """By a patch; and by nothing at all if nothing has happened since."""
    cursor = table.cursor
    table.plays(2)
    ann = Viewing(ANN)
    table.subscribers.add(ann, cursor)
    assert (ann.sent[0]["base"], ann.sent[0]["seq"]) == (cursor[0], table.cursor[0])
    bob = Viewing(BOB)
    table.subscribers.add(bob, table.cursor)
    assert bob.kinds() == ["turn"]


def test_who_saw_more_than_the_log_has_is_told_what_was_lost(table: Table) -> None:
    """If it is lost indeed, and not only unknown here yet."""
    ahead = (table.cursor[0] + 3, "f" * 16)
    for lost in (False, True):
        cid = Viewing(CID)
        table.subscribers.add(cid, ahead, lost=lost)
        assert cid.sent[-1]["view"]
        told = [message for message in cid.sent if message["t"] == "rewound"]
        assert told == (
            [{"t": "rewound", "table": "table-1", "seq": table.cursor[0], "lost": ahead[0]}] if lost else []
        )


def test_who_asks_anew_from_nothing_had_a_view_that_did_not_fit(table: Table) -> None:
    """Which is counted; it is not a second entering."""
    ann = table.show(ANN)
    table.subscribers.add(ann, None)
    assert ann.kinds() == ["update", "turn"]
    assert table.metrics.view_mismatches._value.get() == 1
    assert table.noted == [("entered", ANN, False), ("entered", ANN, True)]
    assert len(table.subscribers) == 1


def test_whoever_leaves_is_sent_nothing_more(table: Table) -> None:
    """And the host hears of it."""
    ann = table.show(ANN)
    table.subscribers.remove(ann)
    table.plays()
    assert ann.sent == []
    assert table.noted[-1] == ("left", ANN)


def test_whoever_is_dismissed_is_told_why(table: Table) -> None:
    """It shows nothing any more."""
    ann = table.show(ANN)
    table.subscribers.dismiss(ann, "broken")
    assert ann.sent == [{"t": "gone", "table": "table-1", "code": "broken"}]
    assert ann.turned_away
    assert ann not in table.subscribers


def test_whose_invitation_was_taken_back_is_dismissed_when_it_is_checked() -> None:
    """Others are not touched by that."""
    table = Table(running(watch="invited"))
    cid, ann = table.show(CID, None, "table-1"), table.show(ANN)
    table.subscribers.check(cid)
    assert cid in table.subscribers
    cid.invited.clear()
    for one in (cid, ann, Viewing(DAN)):
        table.subscribers.check(one)
    assert (cid in table.subscribers, ann in table.subscribers) == (False, True)
    assert cid.kinds() == ["gone"]


def test_a_table_that_falls_asleep_lets_go_of_its_host(table: Table) -> None:
    """But while somebody shows it to the end, as its node ends, he can still leave it."""
    ann = table.show(ANN)
    table.subscribers.close()
    table.subscribers.remove(ann)
    assert table.noted[-1] == ("left", ANN)
    table.subscribers.close()
    assert "_host" not in vars(table.subscribers)


# --- moving on ----------------------------------------------------------------------------------------------------


def test_each_is_shown_a_new_event_in_one_frame_that_is_shared(table: Table) -> None:
    """By all with the same eyes at the same place."""
    viewers = [table.show(person) for person in (CID, DAN)]
    ann = table.show(ANN)
    for one in (*viewers, ann):
        one.writes.clear()
    table.plays()
    cid, dan = viewers
    assert cid.writes[0] is dan.writes[0]
    assert ann.writes[0] is not cid.writes[0]
    assert cid.sent[0]["base"] == table.cursor[0] - 1
    assert table.metrics.frames_sent._value.get() > 0


def test_a_slow_reader_is_left_alone_and_led_on_in_one_frame(table: Table) -> None:
    """It costs its cursor, and nobody else anything."""
    cid, dan = table.show(CID), table.show(DAN)
    begin = table.cursor[0]
    cid.paused = True
    table.plays(3)
    assert cid.sent == []
    assert len(dan.kinds()) == 3
    assert table.metrics.skipped_paused._value.get() == 3
    cid.paused = False
    table.subscribers.sync(cid)
    (update,) = cid.sent
    assert (update["base"], update["seq"]) == (begin, table.cursor[0])


def test_a_seat_is_told_its_turn_when_it_has_changed_and_not_else(table: Table) -> None:
    """A client without a move stays where it is."""
    ann = table.show(ANN)
    table.subscribers.sync(ann)
    assert ann.kinds() == []
    table.plays()
    assert ann.kinds() == ["update", "turn"]


def test_those_at_the_seats_are_shown_an_event_before_the_spectators(table: Table) -> None:
    """However many watch, and also if they came first: players wait for nobody else's frame."""
    cid, ann = table.show(CID), table.show(ANN)
    table.happens()
    table.subscribers.advanced_at_seats()
    assert (ann.kinds(), cid.kinds()) == (["update", "turn"], [])
    table.subscribers.advanced_for_spectators()
    assert (ann.kinds(), cid.kinds()) == ([], ["update"])


def test_who_acts_without_a_seat_is_shown_the_event_with_those_at_the_seats(table: Table) -> None:
    """The answer to a command follows the event on every connection."""
    cid, dan = table.show(CID), table.show(DAN)
    table.happens()
    table.subscribers.advanced_at_seats(CID)
    assert (cid.kinds(), dan.kinds()) == (["update"], [])
    table.subscribers.advanced_for_spectators()
    assert (cid.kinds(), dan.kinds()) == ([], ["update"])


def test_those_at_the_seats_get_update_and_answer_in_one_write(table: Table) -> None:
    """Whatever happens meanwhile; spectators need no such care."""
    ann, cid = table.show(ANN), table.show(CID)
    held: list[tuple[int, int]] = []

    def fail() -> None:
        with table.subscribers.together():
            held.append((ann.corked, cid.corked))
            raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake"):
        fail()
    assert held == [(1, 0)]
    assert ann.corked == 0


def test_a_frame_of_others_goes_to_the_seats_and_to_the_rest_apart(table: Table) -> None:
    """If it may be lost, those who are slow go without it."""
    ann, bob, cid = (table.show(person) for person in (ANN, BOB, CID))
    bob.paused = True
    seated, watching = (Frame(encode(client_out.Beat(now))) for now in (1, 2))
    table.subscribers.write(seated, watching, lossy=True)
    assert (ann.writes[-1], cid.writes[-1], bob.sent) == (seated, watching, [])
    table.subscribers.write(seated, watching)
    assert bob.writes[-1] is seated


def test_who_takes_a_seat_sees_with_its_eyes_from_then_on() -> None:
    """No patch leads from the view of one to that of another."""
    table = Table(opened(2))
    bob = table.show(BOB)
    table.does(BOB, client_in.Sit(1))
    assert "view" in bob.sent[0]
    assert table.subscribers.viewer(bob) == 1
    bob.kinds()
    table.does(ANN, client_in.Sit(0))
    assert "patch" in bob.sent[0]


def test_who_gives_his_seat_up_may_have_to_go() -> None:
    """If nobody but players may watch."""
    table = Table(opened(2, watch="nobody", access="invited"))
    table.sitting.must(BOB, client_in.Sit(1), invited=True)
    bob = table.show(BOB)
    table.does(BOB, client_in.Leave())
    assert bob.kinds() == ["gone"]
    assert bob not in table.subscribers


def test_spectators_follow_from_behind_where_something_is_held_back() -> None:
    """Players do not."""
    table = Table(running(delay=DelaySetting("moves", 2)))
    ann, cid = table.show(ANN), table.show(CID)
    started = table.cursor[0]
    table.plays(4)
    assert table.subscribers.cursor(ann) == table.cursor
    held = table.subscribers.cursor(cid)
    assert held is not None
    assert held[0] == started + 2
    assert max(message["seq"] for message in cid.sent) == started + 2


def test_a_cursor_ahead_of_what_may_be_seen_is_not_believed() -> None:
    """The person who stood up held it rightly; now it sees less."""
    table = Table(running(delay=DelaySetting("moves", 2)))
    table.plays(4)
    cid = Viewing(CID)
    table.subscribers.add(cid, table.cursor)
    assert "view" in cid.sent[0]
    assert cid.sent[0]["seq"] == table.cursor[0] - 2


@pytest.mark.parametrize("delay", [None, DelaySetting("moves", 2)])
def test_who_may_have_seen_an_event_as_a_spectator_is_sent_no_patch_to_it(delay: DelaySetting | None) -> None:
    """With a delay a player who gave up the seat saw the past as spectators do, and the log may have lost that."""
    table = Table(running(delay=delay))
    cursor = table.cursor
    table.plays(1)
    ann = Viewing(ANN)
    table.subscribers.add(ann, cursor)
    assert ("view" in ann.sent[0]) == (delay is not None)


def test_a_turn_is_told_again_where_a_lost_end_comes_back(table: Table) -> None:
    """Byte for byte the same one, for a client that hears of a loss has none meanwhile."""
    ann = Viewing(ANN)
    table.subscribers.add(ann, None)
    (turn,) = [one for one in ann.sent if one["t"] == "turn"]
    whole, lost = table.sitting.history, table.cursor[0]
    shorter = History.load("table-1", table.sitting.entries[:2], None, TOYS)
    table.delay.advance(shorter)
    table.subscribers.rewound(shorter, lost)
    ann.sent.clear()
    table.delay.advance(whole)
    table.subscribers.rewound(whole, 2)
    assert [one for one in ann.sent if one["t"] == "turn"] == [turn]


def test_a_history_that_lost_its_end_is_told_and_shown_from_nothing(table: Table) -> None:
    """To all who show it."""
    table.plays(3)
    ann, cid = table.show(ANN), table.show(CID)
    lost = table.cursor[0]
    shorter = History.load("table-1", table.sitting.entries[:-2], None, TOYS)
    table.delay.advance(shorter)
    table.subscribers.rewound(shorter, lost)
    for one in (ann, cid):
        assert one.sent[0] == {"t": "rewound", "table": "table-1", "seq": lost - 2, "lost": lost}
        assert (one.sent[1]["seq"], "view" in one.sent[1]) == (lost - 2, True)


def test_spectators_from_behind_are_told_only_of_the_loss_of_what_they_saw() -> None:
    """Else they would learn how far the game was."""
    table = Table(running(delay=DelaySetting("moves", 2)))
    table.plays(5)
    cid = table.show(CID)
    lost = table.cursor[0]
    shorter = History.load("table-1", table.sitting.entries[:-1], None, TOYS)
    table.delay.advance(shorter)
    table.subscribers.rewound(shorter, lost)
    assert cid.kinds() == ["update"]
    seen = table.subscribers.cursor(cid)
    assert seen is not None
    much_shorter = History.load("table-1", table.sitting.entries[:-4], None, TOYS)
    table.delay.advance(much_shorter)
    table.subscribers.rewound(much_shorter, lost)
    assert cid.sent[0]["t"] == "rewound"
    assert cid.sent[0]["lost"] == seen[0] < lost


def test_what_goes_wrong_for_one_sets_the_table_aside(table: Table) -> None:
    """The view cannot be made, for him or for anybody."""
    ann = table.show(ANN)

    def fail(*_: object, follows: bool) -> None:
        raise ValueError("no view")

    table.subscribers.frames.update = fail  # type: ignore[method-assign,assignment]
    table.sitting.must_move(0, table.sitting.legal(0)[0])
    table.subscribers.sync(ann)
    assert [str(error) for error in table.failures] == ["no view"]


# --- questions ----------------------------------------------------------------------------------------------------


def ask(table: Table, subscriber: Viewing, question: client_in.Inbound) -> dict[str, Any]:
    """The answer to a question."""
    subscriber.sent.clear()
    table.subscribers.answer(subscriber, question)
    (answer,) = subscriber.sent
    return answer


def test_offers_and_forecasts_are_made_once_for_all_with_the_same_eyes(table: Table) -> None:
    """Until the table moves on."""
    cid, dan = table.show(CID), table.show(DAN)
    for one in (cid, dan):
        assert ask(table, one, client_in.GetForecast())["seq"] == table.cursor[0]
    assert cid.writes[-1] is dan.writes[-1]
    table.plays()
    assert ask(table, cid, client_in.GetForecast())["seq"] == table.cursor[0]


def test_who_always_wants_his_offers_is_sent_them_with_each_turn(table: Table) -> None:
    """And each update brings its turn. Clients that did not ask get none."""
    ann, bob = table.show(ANN), table.show(BOB)
    assert ask(table, ann, client_in.GetOffers(always=True))["t"] == "offers"
    ann.kinds()
    table.plays()
    (update,) = ann.sent
    assert "turn" in update
    for _ in range(20):
        table.plays()
        if ann.sent[-1].get("turn", {}).get("offers"):
            break
    assert ann.sent[-1]["turn"]["offers"]
    assert not any("offers" in message.get("turn", message) for message in bob.sent)


def test_an_engine_that_fails_on_offers_takes_no_turn_away(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is noted; clients that ask for them get it."""
    ann = table.show(ANN)
    ask(table, ann, client_in.GetOffers(always=True))

    def fail(*_: object) -> None:
        raise EngineFailed("table-1", 3, "offers")

    monkeypatch.setattr(table.sitting.history, "offers", fail)
    ann.kinds()
    table.plays(3)
    assert all("turn" in message for message in ann.sent)
    assert ("engine_failed", EngineFailed) in table.noted
    assert ask(table, ann, client_in.GetOffers())["code"] == "engine_failed"
    assert ann in table.subscribers


def test_history_is_read_in_pages_from_the_newest_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as one may see."""
    monkeypatch.setattr("partie.wire.limits.MAX_LINES", 3)
    cid = table.show(CID)
    newest, before = table.cursor[0], table.cursor[0] + 10
    seen: list[int] = []
    while True:
        page = ask(table, cid, client_in.GetHistory(before))
        assert page["before"] == before
        numbers = [entry["seq"] for entry in page["entries"]]
        seen = numbers + seen
        if not page.get("more"):
            break
        before = numbers[0]
    assert seen == list(range(1, newest + 1))


def test_the_past_is_shown_through_ones_own_eyes_while_the_game_runs(table: Table) -> None:
    """Through those of others only after the end."""
    ann = table.show(ANN)
    newest = table.cursor[0]
    table.plays(2)
    past = ask(table, ann, client_in.GetPast(newest))
    assert past["view"] == table.sitting.history.view(table.sitting.history.past(newest), 0)
    refused = {
        client_in.GetPast(0): "no_such_event",
        client_in.GetPast(table.cursor[0] + 1): "no_such_event",
        client_in.GetPast(newest, 1): "not_ended",
        client_in.GetPast(newest, "spectator"): "not_ended",
    }
    for question, code in refused.items():
        assert ask(table, ann, question)["code"] == code
    finish(table.sitting)
    table.advance()
    other = ask(table, ann, client_in.GetPast(newest, 1))
    assert other["view"] == table.sitting.history.view_with(table.sitting.history.past(newest), 1)
    assert ask(table, ann, client_in.GetPast(newest, "spectator"))["t"] == "past"
    assert ask(table, ann, client_in.GetPast(newest, 2))["code"] == "no_such_seat"


def test_a_spectator_from_behind_asks_about_nothing_newer_than_it_sees() -> None:
    """Not by the past, nor by history."""
    table = Table(running(delay=DelaySetting("moves", 2)))
    table.plays(4)
    cid = table.show(CID)
    newest = table.cursor[0]
    assert ask(table, cid, client_in.GetPast(newest))["code"] == "no_such_event"
    assert ask(table, cid, client_in.GetHistory(newest + 1))["entries"][-1]["seq"] == newest - 2
    assert ask(table, cid, client_in.GetForecast())["seq"] == newest - 2


def test_a_question_of_a_feature_goes_to_the_host(table: Table) -> None:
    """If that does not know it either it is no question."""
    ann = table.show(ANN)
    assert ask(table, ann, client_in.GetReason(3))["code"] == "unexpected"
    table.knows_question = True
    table.subscribers.answer(ann, client_in.GetReason(3))
    assert table.noted[-2:] == [("asked", client_in.GetReason)] * 2


def test_who_shows_the_table_no_longer_is_not_answered(table: Table) -> None:
    """Nor who may not see it any more."""
    ann = table.show(ANN)
    table.subscribers.remove(ann)
    table.subscribers.answer(ann, client_in.GetForecast())
    assert ann.sent == []
