"""Seats, colours, bots and the start of the game."""

from __future__ import annotations

from partie.table import COLOURS, may_watch
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, CID, DAN, code, nonce, opened, running, seated


def test_colours_are_given_in_order_and_are_unique_at_a_table() -> None:
    """A command that names none gets the first free one; a taken or unknown one is refused."""
    sitting = opened(4)
    sitting.must(ANN, client_in.Sit(0, "heron"))
    sitting.must(BOB, client_in.Sit(1))
    sitting.must(CID, client_in.Sit(2))
    assert [seat.colour for seat in sitting.table.seats[:3]] == ["heron", "stag", "duck"]
    assert code(sitting.do(DAN, client_in.Sit(3, "duck"))) == "colour_taken"
    assert code(sitting.do(DAN, client_in.Sit(3, "mauve"))) == "unknown_colour"
    sitting.must(CID, client_in.Sit(2, COLOURS[-1]))
    assert sitting.table.seats[2].colour == COLOURS[-1]


def test_changing_the_colour_keeps_a_seat_ready_and_changing_the_seat_does_not() -> None:
    """A colour is no reason to ask again; another seat is."""
    sitting = opened(3)
    sitting.must(ANN, client_in.Sit(0))
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    sitting.must(ANN, client_in.Sit(0, "raven"))
    assert sitting.table.seats[0].ready
    sitting.must(ANN, client_in.Sit(2))
    first, _, third = sitting.table.seats
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


def test_ready_can_be_taken_back_until_the_start() -> None:
    """And saying the same twice is refused, so that a doubled click makes no second event."""
    sitting = seated(ANN, BOB)
    assert code(sitting.do(ANN, client_in.Ready(False, nonce(ANN)))) == "not_ready"
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    assert code(sitting.do(ANN, client_in.Ready(True, nonce(BOB)))) == "already_ready"
    sitting.must(ANN, client_in.Ready(False, nonce(ANN)))
    assert not sitting.table.seats[0].nonce
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
    assert sitting.table.seats[1].bot
    assert [line.key for line in sitting.history.entry(sitting.table.seq, 0).lines] == ["sat_bot", "started"]


def test_bots_are_seated_and_sent_away_by_those_who_are_seated() -> None:
    """A passer-by may not; a person's seat is no bot's to be given or taken."""
    sitting = opened(3)
    assert code(sitting.do(BOB, client_in.SeatBot(0))) == "not_seated"
    sitting.must(BOB, client_in.Sit(0))
    assert code(sitting.do(BOB, client_in.SeatBot(0))) == "seat_taken"
    sitting.must(BOB, client_in.SeatBot(2, "careful"))
    assert sitting.table.seats[2].level == "careful"
    shown = sitting.history.view(sitting.table, 0)["table"]
    assert shown["seats"]["2"]["level"] == "careful"  # type: ignore[index,call-overload]
    assert code(sitting.do(CID, client_in.UnseatBot(2))) == "not_seated"
    assert code(sitting.do(BOB, client_in.UnseatBot(0))) == "no_bot"
    assert code(sitting.do(BOB, client_in.UnseatBot(9))) == "no_such_seat"
    sitting.must(ANN, client_in.UnseatBot(2))
    assert not sitting.table.seats[2].person


def test_seats_are_fixed_once_the_game_runs() -> None:
    """Leaving, being ready, bots and closing belong to the time before the start."""
    sitting = running(ANN, BOB)
    for command in (client_in.Leave(), client_in.Ready(False, nonce(ANN)), client_in.UnseatBot(1), client_in.Close()):
        assert code(sitting.do(ANN, command)) == "started"
    assert code(sitting.do(CID, client_in.Sit(0))) == "seat_taken"
    assert code(sitting.do(ANN, client_in.SeatBot(1))) == "seat_taken"


def test_the_host_turns_somebody_away_who_cannot_sit_there_again() -> None:
    """Until the game starts; the host stands or sits, and nobody else may."""
    sitting = opened(3)
    sitting.must(BOB, client_in.Sit(1))
    sitting.must(CID, client_in.Sit(2))
    for person in (BOB, CID, DAN):
        assert code(sitting.do(person, client_in.TurnAway(1))) == "not_host"
    sitting.must(ANN, client_in.TurnAway(1))
    assert not sitting.table.seats[1].person
    (line,) = sitting.history.entry(sitting.table.seq, 0).lines
    assert (line.key, line.params) == ("turned_away", {"person": BOB, "seat": 1})
    assert code(sitting.do(BOB, client_in.Sit(1))) == "turned_away"
    assert code(sitting.do(BOB, client_in.Sit(0), invited=True)) == "turned_away"
    sitting.must(DAN, client_in.Sit(1))
    sitting.must(ANN, client_in.Sit(0))
    for person in (ANN, CID, DAN):
        sitting.must(person, client_in.Ready(True, nonce(person)))
    assert code(sitting.do(ANN, client_in.TurnAway(1))) == "started"


def test_only_another_person_is_turned_away() -> None:
    """Bots are removed, the host leaves, and a seat that nobody has is free already."""
    sitting = opened(3)
    sitting.must(ANN, client_in.Sit(0))
    sitting.must(ANN, client_in.SeatBot(1))
    for seat in (0, 1, 2):
        assert code(sitting.do(ANN, client_in.TurnAway(seat))) == "nobody_else"
    assert code(sitting.do(ANN, client_in.TurnAway(3))) == "no_such_seat"


def test_who_left_or_did_not_come_may_sit_again() -> None:
    """Only the host's word keeps somebody away, and no removed bot is taken for a person."""
    sitting = opened(3)
    sitting.must(BOB, client_in.Sit(1))
    sitting.must(BOB, client_in.Leave())
    sitting.must(ANN, client_in.Sit(0))
    sitting.must(ANN, client_in.SeatBot(2))
    sitting.must(ANN, client_in.UnseatBot(2))
    sitting.must(ANN, client_in.Leave())
    assert sitting.table.seating.turned_away == ()
    sitting.must(ANN, client_in.Sit(0))
    sitting.must(BOB, client_in.Sit(1))


def test_a_private_table_is_not_shown_to_who_was_turned_away() -> None:
    """A free seat is no reason any more; where everyone may watch, they still may."""
    for watch, shown in (("nobody", False), ("all", True)):
        sitting = opened(2, access="invited", watch=watch)
        sitting.must(BOB, client_in.Sit(1), invited=True)
        sitting.must(ANN, client_in.TurnAway(1))
        assert may_watch(sitting.table, BOB, True) is shown
