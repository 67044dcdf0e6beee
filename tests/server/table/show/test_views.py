"""What viewers are shown: the document, turns, offers, forecasts and history entries."""

from __future__ import annotations

from typing import Any

import msgspec

from partie.kit import SPECTATOR
from partie.kit.patch import diff
from partie.kit.values import check_view
from partie.table import History, pending, turn_for, view
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, TOYS, Sitting, nonce, opened, running, seated
from tests.server.table.toyplay import finish, in_turns, step


def frame(sitting: Sitting) -> Any:
    """The table's part of the document."""
    return sitting.history.view(sitting.table, SPECTATOR)["table"]


def test_an_open_table_shows_who_sits_where_and_who_is_ready() -> None:
    """A free seat is an empty map; a member that does not apply is absent."""
    sitting = opened(3)
    sitting.must(ANN, client_in.Sit(0))
    sitting.must(ANN, client_in.SeatBot(2))
    sitting.must(ANN, client_in.Ready(True, nonce(ANN)))
    assert frame(sitting)["seats"] == {
        "0": {"person": ANN, "ready": True, "colour": "stag"},
        "1": {},
        "2": {"bot": True, "ready": True, "colour": "heron"},
    }
    assert frame(sitting)["pending"] == []
    assert set(sitting.history.view(sitting.table, 0)) == {"table"}


def test_a_running_table_shows_the_game_and_who_must_act() -> None:
    """The game's part is the engine's view for that viewer."""
    sitting = running(ANN, BOB)
    assert frame(sitting)["pending"] == [0, 1]
    document = view(sitting.table, 1, TOYS)
    assert document["game"] == TOYS.get("toy", 1).view(sitting.table.state, 1)
    assert document == sitting.history.view(sitting.table, 1)
    sitting.must_move(0, sitting.legal(0)[0])
    assert frame(sitting)["pending"] == [1]


def test_an_ended_table_shows_the_result_and_the_seed() -> None:
    """So that everyone can check the draws against the hash that was shown from the start."""
    sitting = running(ANN, BOB)
    published = frame(sitting)["seed_hash"]
    finish(sitting)
    document: Any = sitting.history.view(sitting.table, SPECTATOR)
    result = sitting.table.result
    assert result is not None
    assert document["result"]["scores"] == list(result.scores)
    assert document["result"]["parts"]["0"][0] == {
        "key": "points",
        "params": {"points": result.parts[0][0].params["points"]},
    }
    assert (document["table"]["ending"], document["table"]["seed_hash"]) == ("finished", published)
    assert document["table"]["seed"] == sitting.table.seed.hex()
    check_view(document)
    assert sitting.history.forecast(sitting.table, SPECTATOR).ranges


def test_what_an_event_left_alone_is_the_same_object_in_the_next_document() -> None:
    """So the patch is found without walking it: a vote leaves the game alone, a move the seats."""
    sitting, seat = in_turns()
    first: Any = sitting.history.view(sitting.table, 0)
    sitting.must(ANN, client_in.Propose("end"))
    second: Any = sitting.history.view(sitting.table, 0)
    assert second["game"] is first["game"]
    assert set(diff(first, second)) == {"proposal"}
    sitting.must_move(seat, step(sitting, seat))
    third: Any = sitting.history.view(sitting.table, 0)
    assert third["table"]["seats"] is second["table"]["seats"]
    assert third["table"]["options"] is second["table"]["options"]


def test_a_turn_tells_a_seat_what_it_must_and_may_do() -> None:
    """A seat that has chosen need not act but may choose again; seats that are not on turn get no moves."""
    sitting = running(ANN, BOB)
    turn = sitting.history.turn(sitting.table, 0)
    assert (turn.must, turn.ask, turn.seat, turn.seq) == (True, sitting.table.seq, 0, sitting.table.seq)
    assert turn.legal == tuple(sitting.legal(0))
    sitting.must_move(0, turn.legal[0])
    turn = sitting.history.turn(sitting.table, 0)
    assert not turn.must
    assert turn.legal
    sitting.must_move(1, sitting.legal(1)[0])
    (seat,) = pending(sitting.table, TOYS)
    turn = sitting.history.turn(sitting.table, 1 - seat)
    assert (turn.must, turn.legal) == (False, ())


def test_there_is_no_turn_before_the_start_and_after_the_end() -> None:
    """And neither offers nor a forecast of what is not played."""
    sitting = seated(ANN, BOB)
    assert turn_for(sitting.table, 0, TOYS) is None
    assert sitting.history.offers(sitting.table, 0).offers == ()
    assert sitting.history.forecast(sitting.table, 0).ranges == ()
    sitting = running(ANN, BOB)
    finish(sitting)
    assert turn_for(sitting.table, 0, TOYS) is None
    assert sitting.history.offers(sitting.table, 0).offers == ()


def test_offers_belong_to_a_seat_and_its_present_decision() -> None:
    """A spectator is offered nothing."""
    sitting, seat = in_turns()
    offers = sitting.history.offers(sitting.table, seat)
    assert offers.ask == sitting.table.decision_tokens[seat]
    assert any(offer.move is not None for offer in offers.offers)
    assert any(offer.refusal is not None for offer in offers.offers)
    assert sitting.history.offers(sitting.table, SPECTATOR).offers == ()


def test_nothing_in_a_frame_is_a_move_a_draw_or_a_hash() -> None:
    """The entry has exactly the members that the wire names."""
    sitting, _ = in_turns()
    members = set(msgspec.structs.asdict(sitting.history.entry(sitting.table.seq, 0)))
    assert members == {"seq", "at", "kind", "seat", "lines", "strike", "restore", "struck", "turn"}


def test_the_past_is_seen_with_ones_own_eyes() -> None:
    """The hand as it was then, for its seat alone."""
    sitting, _ = in_turns()
    history = History.load("table-1", sitting.entries, None, TOYS)
    then = history.past(sitting.table.started)
    hand: Any = history.view(then, 0)["game"]["players"]["0"]["hand"]  # type: ignore[index, call-overload]
    assert len(hand) == 4
    other: Any = history.view(then, SPECTATOR)["game"]
    assert "hand" not in other["players"]["0"]


def test_the_chapters_of_a_game_are_the_events_that_closed_them() -> None:
    """One for every round of the toy game; the turn that a line tells of is the one in which it happened."""
    sitting = running(ANN, BOB)
    assert "chapters" not in frame(sitting)
    assert frame(sitting)["turn"] == 1
    finish(sitting)
    chapters = frame(sitting)["chapters"]
    rounds = [table.state.round if table.started else 0 for table in sitting.tables]
    assert chapters[:-1] == [seq for seq in range(2, len(rounds) + 1) if 1 < rounds[seq - 1] > rounds[seq - 2]]
    assert chapters[-1] == sitting.table.seq
    for seq in chapters:
        assert sitting.history.entry(seq, SPECTATOR).turn == rounds[seq - 2]


def test_a_chapter_that_was_taken_back_is_none() -> None:
    """It is there again when it is closed again, at its new event."""
    sitting = running(ANN, BOB)
    while not sitting.table.chapters:
        seat = min(sitting.history.pending(sitting.table))
        sitting.must_move(seat, sitting.legal(seat)[-1])
    (closed,) = sitting.table.chapters
    before = sitting.history.past(closed - 1)
    sitting.must(ANN, client_in.Propose("undo", to=before.play.here))
    sitting.must(BOB, client_in.Answer(sitting.table.seq, True))
    assert "chapters" not in frame(sitting)
    assert (sitting.table.play.turn, sitting.table.chapters) == (before.play.turn, ())
    seat = min(sitting.history.pending(sitting.table))
    sitting.must_move(seat, sitting.legal(seat)[-1])
    assert frame(sitting)["chapters"] == [sitting.table.seq]
