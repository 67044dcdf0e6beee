"""Setting a table up, closing it, and who may come in."""

from __future__ import annotations

import hashlib

import pytest

from partie.table import Expire, Refused, may_watch
from partie.table.limits import EXPIRY_MS
from partie.wire import client_in
from tests.engines.toys import toy
from tests.server.table.sitting import ANN, BOB, CID, NOT_NOW, SEED, Sitting, code, nonce, opened, running, seated


def test_a_created_table_publishes_the_hash_of_its_seed_and_holds_every_setting() -> None:
    """Options that were left out stand in the log with their defaults, so that defaults may change later."""
    sitting = opened(3, options={"rounds": 2}, access="invited", watch="nobody")
    table = sitting.table
    assert (table.host, table.phase, len(table.seats)) == (ANN, "open", 3)
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
