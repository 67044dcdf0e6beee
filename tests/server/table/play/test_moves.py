"""Moves: which position they were made for, what they draw, and what happens when an engine fails."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from partie.kit import Chance, Illegal, SeededChance
from partie.table import EngineFailed, HashDiffers, History
from partie.table.events import Moved
from partie.wire import client_in
from tests.engines.toys import Toy
from tests.engines.toys.state import Done, Gather, Move, Peek, State, Step
from tests.server.table.sitting import ANN, BOB, CID, Shelf, Sitting, code, running, seated
from tests.server.table.toyplay import acting, bid_all, in_turns, step


def test_a_move_names_the_position_it_was_made_for() -> None:
    """A click made for another position is refused ``stale``, even if it were legal now."""
    sitting, seat = in_turns()
    ask = sitting.table.decision_tokens[seat]
    sitting.must_move(seat, step(sitting, seat))
    assert code(sitting.move(seat, step(sitting, seat), ask=ask)) == "stale"
    assert code(sitting.move(seat, step(sitting, seat), ask=sitting.table.seq + 1)) == "stale"
    sitting.must_move(seat, step(sitting, seat))


def test_a_move_needs_a_running_game_a_seat_and_a_turn() -> None:
    """Each with its own word."""
    sitting = seated(ANN, BOB)
    assert code(sitting.do(ANN, client_in.Move(1, Raw(b"\x80")))) == "not_started"
    sitting, seat = in_turns()
    asked = sitting.table.decision_tokens[seat]
    assert code(sitting.do(CID, client_in.Move(asked, Raw(b"\x80")))) == "not_seated"
    refused = sitting.move(1 - seat, Done())
    assert refused is not None
    assert (refused.code, refused.rule) == ("not_your_turn", "")


@pytest.mark.parametrize(
    "raw",
    [b"\x80", b"\xc1", b"", b"\x81\xa4type\xa5nixda", msgspec.msgpack.encode({"type": "step"}), b"\x91" * 5000],
)
def test_bytes_that_are_no_move_of_the_game_are_refused(raw: bytes) -> None:
    """Whatever a client sends, the table says so and goes on."""
    sitting, seat = in_turns()
    assert (
        code(sitting.do(sitting.person(seat), client_in.Move(sitting.table.decision_tokens[seat], Raw(raw))))
        == "no_such_move"
    )


def test_an_illegal_move_is_refused_with_the_rule_it_breaks() -> None:
    """Code, rule and parameters are the engine's own."""
    sitting, seat = in_turns()
    refused = sitting.move(seat, step(sitting, seat, 5))
    assert refused is not None
    assert (refused.code, refused.rule, refused.params) == ("too_far", "T7", {"energy": 3})
    assert code(sitting.move(seat, Gather())) == "no_flag"


def test_draws_hang_on_the_seed_and_the_number_of_the_event() -> None:
    """The event records them; anyone who knows the key can draw them again."""
    sitting, seat = in_turns()
    sitting.must_move(seat, Peek())
    event = sitting.history.event(sitting.table.seq)
    assert isinstance(event, Moved)
    chance = SeededChance(sitting.table.play.key, sitting.table.seq)
    before: State = sitting.history.past(sitting.table.seq - 1).state
    assert event.draws == (chance.draw(before.deck),)
    assert not event.open


def test_no_event_holds_a_name_and_each_names_its_command_and_person() -> None:
    """Persons appear by their random id."""
    sitting, _ = in_turns()
    for entry in sitting.entries:
        event = sitting.history.event(entry.seq)
        assert event.person in {ANN, BOB}
        assert event.id.startswith("command-")
        assert set(msgspec.structs.asdict(event)) & {"name", "names"} == set()


class Crashing(Toy):
    """Fails in one method of the engine once the pawns walk."""

    def __init__(self, call: str) -> None:
        self.call = call

    def apply(self, state: State, seat: int, move: Move, chance: Chance) -> State:
        if self.call == "apply" and isinstance(move, Step):
            raise ZeroDivisionError
        return super().apply(state, seat, move, chance)

    def legal(self, state: State, seat: int) -> Any:
        if self.call == "legal":
            raise Illegal("not_even_this", "T1")
        return super().legal(state, seat)

    def view(self, state: State, viewer: Any) -> Any:
        if self.call == "view":
            raise RecursionError
        return super().view(state, viewer)

    def describe(self, before: State, event: Any, after: State, viewer: Any) -> Any:
        if self.call == "describe":
            raise KeyError("x")
        return super().describe(before, event, after, viewer)


@pytest.mark.parametrize("call", ["apply", "legal", "view", "describe"])
def test_an_engine_that_fails_is_named_with_table_event_and_call(call: str) -> None:
    """So that the node can set this one table aside; an ``Illegal`` from anywhere but ``apply`` is a failure too."""
    sitting, seat = in_turns()
    history = History.load("table-1", sitting.entries, None, Shelf(Toy()))
    history._engines = Shelf(Crashing(call))
    broken = Sitting(Shelf(Crashing(call)))
    broken.history, broken.entries = history, sitting.entries

    def play_on() -> None:
        broken.move(seat, step(sitting, seat))
        broken.history.entry(broken.table.seq, 0)
        broken.history.view(broken.table, 0)

    with pytest.raises(EngineFailed) as failed:
        play_on()
    assert (failed.value.table, failed.value.call) == ("table-1", call)
    assert failed.value.seq in {sitting.table.seq, sitting.table.seq + 1}
    assert failed.value.__cause__ is not None


class Drifting(Toy):
    """Counts one point too many: another build of the rules that forgot to raise its version."""

    def apply(self, state: State, seat: int, move: Move, chance: Chance) -> State:
        after = super().apply(state, seat, move, chance)
        if not isinstance(move, Step):
            return after
        players = tuple(replace(player, points=player.points + 1) for player in after.players)
        return replace(after, players=players)


def test_a_node_whose_fold_differs_says_in_which_field() -> None:
    """The fingerprint in the event is compared field by field."""
    sitting, seat = in_turns()
    sitting.must_move(seat, step(sitting, seat))
    with pytest.raises(HashDiffers) as differs:
        History.load("table-1", sitting.entries, None, Shelf(Drifting()))
    assert (differs.value.seq, differs.value.fields) == (sitting.table.seq, ("players",))


class Reshaped(Drifting):
    """The same with another format of the state."""

    format = 2


def test_fingerprints_of_another_format_are_not_compared() -> None:
    """A state that only changed its shape is no reason to set a table aside."""
    sitting, seat = in_turns()
    sitting.must_move(seat, step(sitting, seat))
    assert History.load("table-1", sitting.entries, None, Shelf(Reshaped())).seq == sitting.table.seq


def test_the_end_of_the_game_is_concluded_from_its_last_move() -> None:
    """The result stands with the move that brought it; nobody has to append an end."""
    sitting = running(ANN, BOB, options={"rounds": 2})
    for _ in range(2):
        bid_all(sitting)
        for _ in range(2):
            sitting.must_move(acting(sitting), Done()) if sitting.table.phase == "running" else None
    table = sitting.table
    assert (table.phase, table.ending, table.decision_tokens) == ("ended", "finished", ())
    assert table.result is not None
    assert code(sitting.do(ANN, client_in.Move(table.seq, Raw(b"\x80")))) == "ended"
    assert code(sitting.do(ANN, client_in.Undo(table.seq - 1))) == "ended"
    assert sitting.history.entry(table.seq, 0).lines[-1].key == "finished"
