"""Seats, colours, bots and the start of the game."""

from __future__ import annotations

import hashlib

import pytest

from partie.kit.chance import table_key
from partie.table import COLOURS, Expire, Refused, may_watch
from partie.table.commands import Vacate
from partie.table.lifecycle.reservations import awaited
from partie.table.limits import ABSENT_MS, COME_MS, EXPIRY_MS
from partie.table.state import bot_nonce
from partie.wire import client_in
from tests.engines.toys import toy
from tests.server.table.sitting import ANN, BOB, CID, DAN, NOT_NOW, SEED, Sitting, code, nonce, opened, running, seated
from tests.server.table.toyplay import matched


def test_a_created_table_publishes_the_hash_of_its_seed_and_holds_every_setting() -> None:
    """Options that were left out stand in the log with their defaults, so that defaults may change later."""
    sitting = opened(3, options={"rounds": 2}, access="invited", watch="nobody")
    table = sitting.table
    assert (table.host, table.phase, len(table.chairs)) == (ANN, "open", 3)
    assert (table.access, table.watch) == ("invited", "nobody")
    assert table.options == {"rounds": 2, "cards": 4, "peeking": True}
    assert table.seed_hash == hashlib.sha256(SEED).hexdigest()
    assert (table.version, table.created_at) == (toy.version, table.at)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (client_in.Create("chess", 2), "unknown_game"),
        (client_in.Create("toy", 1), "bad_seats"),
        (client_in.Create("toy", 5), "bad_seats"),
        (client_in.Create("toy", 2, {"rounds": 99}), "bad_options"),
        (client_in.Create("toy", 2, {"colour": "red"}), "bad_options"),
    ],
)
def test_a_table_that_the_game_does_not_allow_is_refused(command: client_in.Create, expected: str) -> None:
    """The game, the number of seats and the options are checked before anything is appended."""
    assert code(Sitting().do(ANN, command)) == expected


def test_a_table_is_created_once_and_nothing_is_done_at_one_that_is_not() -> None:
    """``create`` is refused at a table that exists, everything else at one that does not."""
    assert code(opened().do(ANN, client_in.Create("toy", 2))) == "table_exists"
    assert code(Sitting().do(ANN, client_in.Sit(0))) == "no_table"


def test_colours_are_given_in_order_and_are_unique_at_a_table() -> None:
    """Who names none gets the first that is free; a taken or unknown one is refused."""
    sitting = opened(4)
    sitting.must(ANN, client_in.Sit(0, "heron"))
    sitting.must(BOB, client_in.Sit(1))
    sitting.must(CID, client_in.Sit(2))
    assert [chair.colour for chair in sitting.table.chairs[:3]] == ["heron", "stag", "duck"]
    assert code(sitting.do(DAN, client_in.Sit(3, "duck"))) == "colour_taken"
    assert code(sitting.do(DAN, client_in.Sit(3, "mauve"))) == "unknown_colour"
    sitting.must(CID, client_in.Sit(2, COLOURS[-1]))
    assert sitting.table.chairs[2].colour == COLOURS[-1]


def test_changing_the_colour_keeps_a_seat_ready_and_changing_the_seat_does_not() -> None:
    """A colour is no reason to ask again; another seat is."""
    sitting = opened(3)
    sitting.must(ANN, client_in.Sit(0))
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    sitting.must(ANN, client_in.Sit(0, "raven"))
    assert sitting.table.chairs[0].ready
    sitting.must(ANN, client_in.Sit(2))
    first, _, third = sitting.table.chairs
    assert not first.person
    assert (third.person, third.colour, third.ready) == (ANN, "raven", False)


def test_a_seat_is_held_by_one_person_and_given_up_by_that_person() -> None:
    """A taken seat is refused to others; after leaving, it is free."""
    sitting = opened()
    sitting.must(ANN, client_in.Sit(0))
    assert code(sitting.do(BOB, client_in.Sit(0))) == "seat_taken"
    assert code(sitting.do(ANN, client_in.Sit(0))) == "already_seated"
    assert code(sitting.do(BOB, client_in.Sit(7))) == "no_such_seat"
    assert code(sitting.do(BOB, client_in.Leave())) == "not_seated"
    sitting.must(ANN, client_in.Leave())
    sitting.must(BOB, client_in.Sit(0))


def test_the_last_one_to_be_ready_starts_the_game_in_the_same_event() -> None:
    """The start is concluded from ``readied``, which carries what setup drew."""
    sitting = seated(ANN, BOB)
    sitting.must(BOB, client_in.Ready(True, nonce(BOB)))
    assert sitting.table.phase == "open"
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    table = sitting.table
    assert (table.phase, table.started, table.asks) == ("running", table.seq, (table.seq, table.seq))
    assert [line.key for line in sitting.history.entry(table.seq, 0).lines] == ["ready", "started"]


def test_nobody_starts_a_game_alone_at_a_table_with_free_seats() -> None:
    """All that sit are ready, but a seat is free; who takes it and gets ready starts the game."""
    sitting = opened()
    sitting.must(ANN, client_in.Sit(0))
    assert sitting.must(ANN, client_in.Ready(True, nonce(ANN))).phase == "open"
    assert sitting.must(BOB, client_in.Sit(1)).phase == "open"
    assert sitting.must(BOB, client_in.Ready(True, nonce(BOB))).phase == "running"


def test_the_key_of_chance_is_made_of_the_seed_and_the_nonces_in_seat_order() -> None:
    """Neither host nor players choose it; a bot's nonce is derived, so it adds nobody's choice."""
    sitting = opened()
    sitting.must(ANN, client_in.Sit(1))
    sitting.must(ANN, client_in.SeatBot(0))
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    nonces = [bytes.fromhex(bot_nonce("table-1", 0)), bytes.fromhex(nonce(ANN))]
    assert sitting.table.play.key == table_key(SEED, nonces)


def test_ready_can_be_taken_back_until_the_start() -> None:
    """And saying the same twice is refused, so that a doubled click makes no second event."""
    sitting = seated(ANN, BOB)
    assert code(sitting.do(ANN, client_in.Ready(False, nonce(ANN)))) == "not_ready"
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    assert code(sitting.do(ANN, client_in.Ready(True, nonce(BOB)))) == "already_ready"
    sitting.must(ANN, client_in.Ready(False, nonce(ANN)))
    assert not sitting.table.chairs[0].nonce
    sitting.must(BOB, client_in.Ready(True, nonce(BOB)))
    assert sitting.table.phase == "open"
    assert code(sitting.do(ANN, client_in.Ready(True, "0" * 17))) == "bad_nonce"
    assert code(sitting.do(CID, client_in.Ready(True, nonce(CID)))) == "not_seated"


def test_a_bot_is_always_ready_and_may_be_the_one_that_starts_the_game() -> None:
    """Someone alone sits, is ready, and gives the last seat to a bot."""
    sitting = opened()
    sitting.must(ANN, client_in.Sit(0))
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    sitting.must(ANN, client_in.SeatBot(1))
    assert sitting.table.phase == "running"
    assert sitting.table.chairs[1].bot
    assert [line.key for line in sitting.history.entry(sitting.table.seq, 0).lines] == ["sat_bot", "started"]


def test_bots_are_seated_and_sent_away_by_those_who_are_seated() -> None:
    """A passer-by may not; a person's seat is no bot's to be given or taken."""
    sitting = opened(3)
    assert code(sitting.do(BOB, client_in.SeatBot(0))) == "not_seated"
    sitting.must(BOB, client_in.Sit(0))
    assert code(sitting.do(BOB, client_in.SeatBot(0))) == "seat_taken"
    sitting.must(BOB, client_in.SeatBot(2, "careful"))
    assert sitting.table.chairs[2].level == "careful"
    shown = sitting.history.view(sitting.table, 0)["table"]
    assert shown["seats"]["2"]["level"] == "careful"  # type: ignore[index,call-overload]
    assert code(sitting.do(CID, client_in.UnseatBot(2))) == "not_seated"
    assert code(sitting.do(BOB, client_in.UnseatBot(0))) == "no_bot"
    assert code(sitting.do(BOB, client_in.UnseatBot(9))) == "no_such_seat"
    sitting.must(ANN, client_in.UnseatBot(2))
    assert not sitting.table.chairs[2].person


def test_seats_are_fixed_once_the_game_runs() -> None:
    """Leaving, being ready, bots and closing belong to the time before the start."""
    sitting = running(ANN, BOB)
    for command in (client_in.Leave(), client_in.Ready(False, nonce(ANN)), client_in.UnseatBot(1), client_in.Close()):
        assert code(sitting.do(ANN, command)) == "started"
    assert code(sitting.do(CID, client_in.Sit(0))) == "seat_taken"
    assert code(sitting.do(ANN, client_in.SeatBot(1))) == "seat_taken"


def test_only_the_host_closes_a_table_and_then_nothing_more_happens_at_it() -> None:
    """An ended table refuses every command with the same word."""
    sitting = seated(ANN, BOB)
    assert code(sitting.do(BOB, client_in.Close())) == "not_host"
    sitting.must(ANN, client_in.Close())
    assert (sitting.table.phase, sitting.table.ending) == ("ended", "closed")
    commands = (
        client_in.Sit(0),
        client_in.Leave(),
        client_in.Ready(True, nonce(ANN)),
        client_in.Close(),
        client_in.SeatBot(0),
        client_in.Propose("end"),
    )
    for command in commands:
        assert sitting.do(ANN, command) == Refused("ended")
    assert "seed" not in sitting.history.view(sitting.table, 0)["table"]  # type: ignore[operator]


def test_a_table_that_nobody_started_ends_after_a_day_by_the_clock_of_the_log() -> None:
    """The service may propose it early; the log refuses until the day is over."""
    sitting = seated(ANN, BOB)
    assert sitting.do("", Expire()) == NOT_NOW
    sitting.now = sitting.table.created_at + EXPIRY_MS
    sitting.must("", Expire())
    assert (sitting.table.phase, sitting.table.ending) == ("ended", "expired")
    assert code(running(ANN, BOB).do("", Expire())) == "started"


def test_an_invited_table_seats_only_its_host_and_who_is_invited() -> None:
    """The link alone is not enough."""
    sitting = opened(access="invited")
    assert code(sitting.do(BOB, client_in.Sit(1))) == "not_invited"
    sitting.must(BOB, client_in.Sit(1), invited=True)
    sitting.must(BOB, client_in.Sit(1, "hare"))
    sitting.must(ANN, client_in.Sit(0))


@pytest.mark.parametrize(
    ("access", "watch", "before", "after"),
    [
        ("open", "all", (True, True), (True, True)),
        ("open", "invited", (True, True), (False, True)),
        ("open", "nobody", (True, True), (False, False)),
        ("invited", "all", (True, True), (True, True)),
        ("invited", "invited", (False, True), (False, True)),
        ("invited", "nobody", (False, True), (False, False)),
    ],
)
def test_who_may_watch_is_an_option_but_who_may_sit_sees_where(
    access: str, watch: str, before: tuple[bool, bool], after: tuple[bool, bool]
) -> None:
    """A stranger without and with an invitation, before and after the start; players and host always may."""
    sitting = opened(access=access, watch=watch)
    table = sitting.table
    assert (may_watch(table, CID, False), may_watch(table, CID, True)) == before
    sitting.must(ANN, client_in.SeatBot(0))
    sitting.must(BOB, client_in.Sit(1), invited=True)
    sitting.must(BOB, client_in.Ready(True, nonce(BOB)))
    table = sitting.table
    assert table.phase == "running"
    assert (may_watch(table, CID, False), may_watch(table, CID, True)) == after
    assert may_watch(table, ANN, False)
    assert may_watch(table, BOB, False)


def test_who_was_matched_and_does_not_come_loses_the_seat_to_whoever_wants_it() -> None:
    """After a while by the log's clock, and not to be held any longer; who comes late may sit where there is room."""
    sitting = matched(**{BOB: ABSENT_MS})
    sitting.now = sitting.table.created_at + COME_MS - 1
    assert sitting.do("service:", Vacate(1)) == NOT_NOW
    sitting.now += 1
    sitting.must("service:", Vacate(1))
    assert sitting.table.chairs[1].person == ""
    (line,) = sitting.history.entry(sitting.table.seq, 0).lines
    assert (line.key, line.params) == ("vacated", {"person": BOB, "seat": 1})
    sitting.must(CID, client_in.Sit(1))
    assert code(sitting.do(BOB, client_in.Sit(1))) == "seat_taken"


def test_who_was_brought_to_an_open_table_and_does_not_come_loses_the_seat_too() -> None:
    """From when the seat was found for him, not from when the table was set up; the next one has as much time."""
    sitting = opened(2)
    sitting.must(ANN, client_in.Sit(0))
    sitting.now += COME_MS
    for person in (BOB, CID):
        brought = sitting.must(person, client_in.Sit(1), brought=True)
        sitting.away = {person: ABSENT_MS}
        sitting.now = brought.at + COME_MS - 1
        assert sitting.do("service:", Vacate(1)) == NOT_NOW
        sitting.now += 1
        sitting.must("service:", Vacate(1))
        (line,) = sitting.history.entry(sitting.table.seq, 0).lines
        assert (line.key, line.params) == ("vacated", {"person": person, "seat": 1})
    assert code(sitting.do("service:", Vacate(0))) == "seat_kept"


def test_who_was_brought_to_a_seat_and_takes_another_one_has_come() -> None:
    """Or is ready."""
    sitting = opened(3)
    sitting.must(BOB, client_in.Sit(1), brought=True)
    sitting.must(CID, client_in.Sit(0), brought=True)
    assert awaited(sitting.table) == (0, 1)
    sitting.must(BOB, client_in.Sit(2))
    assert awaited(sitting.table) == (0,)
    sitting.must(CID, client_in.Ready(True, nonce(CID)))
    assert awaited(sitting.table) == ()


def test_nobody_else_loses_a_seat_by_being_away() -> None:
    """Not who is here or has only just gone, who is ready, who sat down by himself, or whose game has begun."""
    sitting = matched(**{BOB: ABSENT_MS - 1})
    sitting.now += COME_MS
    assert code(sitting.do("service:", Vacate(0))) == "not_away"
    assert code(sitting.do("service:", Vacate(1))) == "not_away"
    assert code(sitting.do("service:", Vacate(2))) == "no_such_seat"
    sitting.away = {ANN: ABSENT_MS, BOB: ABSENT_MS}
    sitting.must(BOB, client_in.Ready(True, nonce(BOB)))
    assert code(sitting.do("service:", Vacate(1))) == "seat_kept"
    own = seated(ANN, BOB)
    own.away = sitting.away
    own.now += COME_MS
    assert code(own.do("service:", Vacate(1))) == "seat_kept"
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    assert code(sitting.do("service:", Vacate(0))) == "started"
