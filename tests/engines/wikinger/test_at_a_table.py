"""The game as the service plays it: undo, clicks on a wheel that has turned, and whole games through the log."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from partie.games.wikinger import wikinger
from partie.games.wikinger.state import Bid, Buy, Options, Place
from partie.wire import client_in
from tests.engines.wikinger.position import ADVANCED, AUTOMATIC, BASIC, NO_AUCTION, OPEN
from tests.server.table.sitting import ANN, BOB, CID, Shelf, Sitting, code, running

GAMES = Shelf(wikinger)


def purchase(sitting: Sitting) -> int:
    """The buying seat takes the most expensive combination it can pay and places everything; gives the seat."""
    seat = int(sitting.table.state.turn.seat)
    sitting.must_move(seat, sitting.legal(seat)[-1])
    while sitting.table.state.turn.seat == seat and sitting.table.state.step != "buy":
        sitting.must_move(seat, sitting.legal(seat)[0])
    return seat


@pytest.mark.rules("A7")
def test_a_purchase_can_be_taken_back_until_another_seat_moves() -> None:
    """Also after the next seat is to buy; once that has bought, it cannot any more without consent."""
    sitting = running(ANN, BOB, engines=GAMES)
    before, start = sitting.table.state, sitting.table.seq
    seat = purchase(sitting)
    assert sitting.table.state.turn.seat != seat
    sitting.must(sitting.person(seat), client_in.Undo(start))
    assert sitting.table.state == before
    seat = purchase(sitting)
    after = sitting.table.seq
    other = purchase(sitting)
    assert other != seat
    assert code(sitting.do(sitting.person(seat), client_in.Undo(start))) != ""
    assert sitting.table.seq > after


@pytest.mark.rules("A7", "B1")
def test_who_clicks_on_the_wheel_while_a_purchase_is_taken_back_is_told_and_not_charged() -> None:
    """The click was made for a wheel that has turned since."""
    sitting = running(ANN, BOB, engines=GAMES)
    start = sitting.table.seq
    seat = purchase(sitting)
    other = int(sitting.table.state.turn.seat)
    asked, wanted = sitting.table.decision_tokens[other], sitting.legal(other)[-1]
    gold = sitting.table.state.players[other].gold
    sitting.must(sitting.person(seat), client_in.Undo(start))
    assert isinstance(wanted, Buy)
    assert code(sitting.move(other, wanted, ask=asked)) == "stale"
    assert sitting.table.state.players[other].gold == gold


@pytest.mark.rules("A7", "O1")
def test_the_end_of_a_round_that_lays_out_a_new_offer_cannot_be_taken_back() -> None:
    """What was drawn is known."""
    sitting = running(ANN, BOB, engines=GAMES)
    while sum(bool(spot.tile) for spot in sitting.table.state.wheel) > 1 or sitting.table.state.step != "buy":
        seat = sitting.table.state.turn.seat
        sitting.must_move(seat, sitting.legal(seat)[0])
    start = sitting.table.seq
    seat = purchase(sitting)
    assert sitting.table.state.round == 2
    assert code(sitting.do(sitting.person(seat), client_in.Undo(start))) == "drawn"


@pytest.mark.rules("A7", "V6", "V7")
def test_a_figure_that_was_removed_stays_removed_and_a_colour_can_be_taken_back() -> None:
    """With the removal the tiles were drawn; colours come to the wheel without that."""
    sitting = running(ANN, BOB, engines=GAMES, options=msgspec.structs.asdict(NO_AUCTION))
    seat, start = sitting.table.state.turn.seat, sitting.table.seq
    sitting.must_move(seat, sitting.legal(seat)[0])
    assert code(sitting.do(sitting.person(seat), client_in.Undo(start))) == "drawn"
    before, start = sitting.table.state, sitting.table.seq
    sitting.must_move(seat, sitting.legal(seat)[0])
    sitting.must(sitting.person(seat), client_in.Undo(start))
    assert sitting.table.state == before


@pytest.mark.rules("A7", "S1")
def test_a_special_tile_goes_back_with_the_purchase_that_brought_it() -> None:
    """All of the turn is open."""
    sitting = running(ANN, BOB, engines=GAMES, options=msgspec.structs.asdict(AUTOMATIC))
    before, start = sitting.table.state, sitting.table.seq
    seat = purchase(sitting)
    assert len(sitting.table.state.display) == 3
    sitting.must(sitting.person(seat), client_in.Undo(start))
    assert sitting.table.state == before


@pytest.mark.rules("W3", "F1")
@pytest.mark.parametrize("options", [BASIC, ADVANCED, OPEN])
def test_whole_games_are_played_through_the_log(options: Options) -> None:
    """Every event is decoded and folded again on the way, and every view is one that can be sent."""
    random = Random(4)
    sitting = running(ANN, BOB, CID, engines=GAMES, options=msgspec.structs.asdict(options))
    number = 0
    while pending := wikinger.pending(sitting.table.state):
        (seat,) = pending
        moves = sitting.legal(seat)
        low = [move for move in moves if not isinstance(move, Bid) or move.coins < 4]
        sitting.must_move(seat, random.choice(low))
        number += 1
        if number % 20 == 0:
            sitting.check_views()
    result = wikinger.result(sitting.table.state)
    assert result is not None
    assert len(result.scores) == 3


@pytest.mark.rules("U2")
def test_where_a_figure_goes_survives_the_wire() -> None:
    """It stands, or it waits."""
    for stands in (True, False):
        move = Place("noble", 3, stands)
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(move), type=wikinger.move) == move
