"""The start of the game."""

from __future__ import annotations

from partie.kit.chance import table_key
from partie.table.state import bot_nonce
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, SEED, nonce, opened, seated


def test_the_last_one_to_be_ready_starts_the_game_in_the_same_event() -> None:
    """The start is concluded from ``readied``, which carries what setup drew."""
    sitting = seated(ANN, BOB)
    sitting.must(BOB, client_in.Ready(True, nonce(BOB)))
    assert sitting.table.phase == "open"
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    table = sitting.table
    assert (table.phase, table.started, table.decision_tokens) == ("running", table.seq, (table.seq, table.seq))
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
