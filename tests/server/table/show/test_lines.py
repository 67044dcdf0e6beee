"""What the history says of an event."""

from __future__ import annotations

from string import Formatter

from partie.kit import SPECTATOR, Line
from partie.table import FRAME_LINES, Expire
from partie.table.commands import CreditOutage, TimeOut, Vacate
from partie.table.limits import ABSENT_MS, COME_MS
from partie.table.values import Days, DelaySetting, Live
from partie.wire import client_in
from tests.engines.toys.state import Bid
from tests.server.table.sitting import ANN, BOB, CID, DAN, TOYS, Sitting, nonce, opened, running
from tests.server.table.toyplay import finish, in_turns, matched, source, step


def test_a_move_reads_as_the_engine_tells_each_viewer() -> None:
    """The chooser reads its card, the others only that it chose."""
    sitting = running(ANN, BOB)
    (card,) = {move.card for move in sitting.legal(0)[:1]}
    sitting.must_move(0, Bid(card))
    seq = sitting.table.seq
    own, other = sitting.history.entry(seq, 0), sitting.history.entry(seq, 1)
    assert own.lines == (Line("chose_card", {"seat": 0, "card": card}),)
    assert other.lines == (Line("chose", {"seat": 0}),)
    assert (other.seq, other.kind, other.seat, other.at) == (seq, "moved", 0, sitting.entries[-1].at)


def test_the_lines_of_the_table_are_those_that_are_listed_for_the_client() -> None:
    """Every key and parameter stands in ``FRAME_LINES``, and every key there is used."""
    found: dict[str, tuple[str, ...]] = {}
    for sitting in evenings():
        for seq in range(1, sitting.table.seq + 1):
            entry = sitting.history.entry(seq, SPECTATOR)
            lines = [line for line in entry.lines if entry.kind != "moved" or line.key == "finished"]
            found |= {line.key: tuple(line.params) for line in lines}
    assert found == FRAME_LINES


def evenings() -> list[Sitting]:
    """Tables at which everything happens that a table has a line for."""
    closed = opened()
    closed.must(ANN, client_in.Close())
    expired = opened()
    expired.now += 24 * 3600 * 1000
    expired.must("", Expire())

    absent = matched(**{BOB: ABSENT_MS})
    absent.now += COME_MS
    absent.must("service:", Vacate(1))

    seats = opened(3)
    seats.must(ANN, client_in.ChangeRated(True))
    seats.must(ANN, client_in.ChangeRated(False))
    seats.must(ANN, client_in.Sit(0))
    seats.must(ANN, client_in.Sit(0, "hare"))
    seats.must(ANN, client_in.SeatBot(1))
    seats.must(ANN, client_in.UnseatBot(1))
    seats.must(ANN, client_in.Ready(True, nonce(ANN)))
    seats.must(ANN, client_in.Ready(False, nonce(ANN)))
    seats.must(ANN, client_in.Leave())
    seats.must(BOB, client_in.Sit(1))
    seats.must(ANN, client_in.TurnAway(1))

    finished = running(ANN, BOB)
    finish(finished)

    fork = Sitting(TOYS, "fork-1")
    seq = finished.table.seq - 1
    fork.must(ANN, client_in.Fork(seq, 0, ("free", "free")), source=source(finished, seq))

    game, seat = in_turns()
    begin = game.table.seq
    walked = game.must_move(seat, step(game, seat)).seq
    game.must(game.person(seat), client_in.Undo(begin))
    game.must(game.person(seat), client_in.Redo(walked))
    game.must(ANN, client_in.Propose("undo", to=begin))
    game.must(BOB, client_in.Answer(game.table.seq, True))
    game.must(ANN, client_in.Propose("end"))
    game.must(BOB, client_in.Answer(game.table.seq, False))
    game.must(ANN, client_in.Propose("end"))
    game.must(ANN, client_in.Answer(game.table.seq, False))
    game.away = {BOB: ABSENT_MS}
    game.must(ANN, client_in.Propose("free_seat", seat=1))
    game.must(ANN, client_in.SeatBot(1))
    game.must(CID, client_in.Sit(1))
    game.must(ANN, client_in.Propose("end"))
    game.must(CID, client_in.Answer(game.table.seq, True))
    return [closed, expired, absent, seats, finished, fork, game, *timed()]


def timed() -> list[Sitting]:
    """Tables at which everything happens that a clock can bring about."""
    tables = []
    for falls in ("bot", "free", "lost"):
        game, seat = in_turns(pace=Live(game=60, falls=falls))
        for command in (
            client_in.Propose("pause"),
            client_in.Propose("resume"),
            client_in.Propose("delay", delay=DelaySetting("moves", 3)),
            client_in.Propose("pace", pace=Days(days=1, vacation=1, falls=falls)),
        ):
            game.must(ANN, command)
            game.must(BOB, client_in.Answer(game.table.seq, True))
        game.must(ANN, client_in.ChangeVacation(True))
        game.must(ANN, client_in.ChangeVacation(False))
        began = game.now
        game.now += 60_000
        game.must("service:", CreditOutage(began, game.now))
        game.now += 26 * 3600 * 1000
        game.must("service:", TimeOut(seat))
        tables.append(game)
    return tables


def test_lines_name_persons_by_id_and_never_by_name() -> None:
    """A name is put in by the client; it is in no entry and no document."""
    for sitting in evenings():
        for seq in range(1, sitting.table.seq + 1):
            for line in sitting.history.entry(seq, SPECTATOR).lines:
                assert line.params.get("person", ANN) in {ANN, BOB, CID, DAN, ""}
                assert not list(Formatter().parse(line.key))[1:]
