"""A table as a file."""

from __future__ import annotations

import json

import msgspec
import pytest

from partie.kit import SPECTATOR
from partie.table.show.export import StillRunning, decode_log, encode_file, log_file, record_file
from partie.table.verify import verify
from partie.wire import client_in
from tests.engines.toys.state import Peek
from tests.engines.toys.view import unseen
from tests.server.table.sitting import ANN, BOB, CID, TOYS, Sitting
from tests.server.table.toyplay import finish, in_turns, step


def finished() -> Sitting:
    """A game with draws, undo, undo by consent and new draws, played to its end."""
    sitting, seat = in_turns(ANN, BOB, CID)
    begin = sitting.table.seq
    walked = sitting.must_move(seat, step(sitting, seat)).seq
    sitting.must(sitting.person(seat), client_in.Undo(begin))
    sitting.must(sitting.person(seat), client_in.Redo(walked))
    sitting.must_move(seat, Peek())
    sitting.must(sitting.person(seat), client_in.Propose("undo", to=begin))
    proposal = sitting.table.seq
    for other in {0, 1, 2} - {seat}:
        sitting.must(sitting.person(other), client_in.Answer(proposal, True))
    sitting.must_move(seat, Peek())
    finish(sitting)
    return sitting


def test_a_log_file_is_read_back_as_it_was() -> None:
    """And proves the same."""
    sitting = finished()
    data = encode_file(log_file(sitting.history))
    entries = decode_log(data)
    assert [msgspec.structs.asdict(entry) for entry in entries] == [
        msgspec.structs.asdict(entry) for entry in sitting.entries
    ]
    assert verify(entries, TOYS) == verify(sitting.entries, TOYS)
    assert json.loads(data)["game"] == "toy"


def test_the_log_of_a_running_game_is_for_the_operator_alone() -> None:
    """It has to be asked for by name."""
    sitting, _ = in_turns()
    with pytest.raises(StillRunning):
        log_file(sitting.history)
    assert log_file(sitting.history, with_secrets=True).entries


def test_a_viewers_record_holds_what_that_viewer_knows() -> None:
    """Its own cards, and nobody else's; for a spectator none."""
    sitting, _ = in_turns()
    own = encode_file(record_file(sitting.history, 0))
    other = encode_file(record_file(sitting.history, SPECTATOR))
    assert sitting.table.state.players[0].hand[0].encode() in own
    for data, viewer in ((own, 0), (other, SPECTATOR)):
        for card in unseen(sitting.table.state, viewer):
            assert card.encode() not in data
        assert sitting.table.seed.hex().encode() not in data
    record = json.loads(other)
    assert (record["viewer"], record["seq"], len(record["entries"])) == (
        "spectator",
        sitting.table.seq,
        sitting.table.seq,
    )
