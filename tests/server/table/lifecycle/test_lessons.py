"""Tables of lessons: what they record, how they draw, and how they follow or leave their moves."""

from __future__ import annotations

from typing import Any

from partie.kit.playout import taught
from partie.table import Expire, Refused, decode_event
from partie.table.events import Created
from partie.table.limits import EXPIRY_MS
from partie.table.state import lesson_step
from partie.table.upcasters import FORMAT, TAUGHT, format_of
from partie.table.verify import verify
from partie.upkeep.closed import unplayed
from partie.wire import client_in
from tests.engines.toys import Toy
from tests.engines.toys.lesson import LESSON
from tests.server.table.sitting import ANN, BOB, Shelf, Sitting, code, nonce, running
from tests.server.table.toyplay import finish


class Silent(Toy):
    """The toy without a lesson."""

    def lesson(self) -> None:
        return None


def learning(table: str = "table-1") -> Sitting:
    """A lesson that Ann has begun."""
    sitting = Sitting(table=table)
    sitting.must(ANN, client_in.Learn("toy"))
    sitting.must(ANN, client_in.Ready(True, nonce(table)))
    return sitting


def follow(sitting: Sitting, moves: int = len(LESSON.moves)) -> None:
    """Make the next moves of the lesson."""
    made = sitting.table.play.followed
    for one in LESSON.moves[made : made + moves]:
        sitting.must_move(one.seat, one.move)


def shown(sitting: Sitting) -> Any:
    """What the learner reads of the lesson."""
    return sitting.history.view(sitting.table, 0)["table"].get("lesson")  # type: ignore[union-attr]


def test_a_lesson_is_a_table_of_ones_own_with_bots_in_the_other_seats() -> None:
    """Its learner sits there from the first, and it starts when he is ready."""
    sitting = Sitting()
    table = sitting.must(ANN, client_in.Learn("toy"))
    assert [(seat.person == ANN, seat.bot, seat.brought) for seat in table.seats] == [
        (True, False, 0),
        (False, True, 0),
    ]
    assert (table.phase, table.access, table.watch, table.rated) == ("open", "invited", "nobody", False)
    assert table.options["rounds"] == 2
    assert sitting.must(ANN, client_in.Ready(True, nonce(ANN))).phase == "running"
    created = decode_event(FORMAT, sitting.entries[0].body)
    assert isinstance(created, Created)
    assert format_of(created) == TAUGHT


def test_all_lessons_of_a_game_are_dealt_alike() -> None:
    """Whatever the table is called and whatever its learner adds to the chance."""
    one, other = learning("table-1"), learning("table-2")
    for sitting in (one, other):
        follow(sitting)
    assert one.table.state == other.table.state
    *_, last = taught(one.engines.newest("toy"), LESSON)
    assert one.table.state == last.after


def test_a_lesson_that_was_taken_back_goes_on_as_before() -> None:
    """It draws by the place of a move in it, however many events there were."""
    sitting, straight = learning(), learning("table-2")
    follow(sitting, 5)
    assert shown(sitting) == {"made": 5, "moves": 7}
    sitting.must(ANN, client_in.Undo(sitting.table.trail.run[-1]))
    assert shown(sitting) == {"made": 4, "moves": 7}
    follow(sitting)
    follow(straight)
    assert sitting.table.seq > straight.table.seq
    assert sitting.table.state == straight.table.state
    assert shown(sitting) == {"made": 7, "moves": 7}


def test_another_move_leaves_the_lesson_until_it_is_taken_back() -> None:
    """The next moves are nobody's but the players'."""
    sitting = learning()
    follow(sitting, 4)
    step = lesson_step(sitting.table)
    assert step is not None
    assert step.seat == 0
    sitting.must_move(0, next(move for move in sitting.legal(0) if getattr(move, "to", "") == "field-1"))
    assert lesson_step(sitting.table) is None
    assert shown(sitting) == {"made": -1, "moves": 7}
    sitting.must(ANN, client_in.Undo(sitting.table.trail.run[-1]))
    assert shown(sitting) == {"made": 4, "moves": 7}


def test_a_lesson_goes_on_as_a_game_and_is_proved_like_any_other() -> None:
    """Its draws are those of its seed."""
    sitting = learning()
    follow(sitting)
    finish(sitting)
    assert sitting.table.ending == "finished"
    assert lesson_step(sitting.table) is None
    assert verify(sitting.entries, sitting.engines).ending == "finished"


def test_a_lesson_in_which_nothing_happens_for_a_day_ends() -> None:
    """Anyone who comes back earlier finds it; it is then deleted like a table that never started."""
    sitting = learning()
    follow(sitting, 1)
    sitting.now = sitting.table.at + EXPIRY_MS - 1
    assert code(sitting.do("service:", Expire())) == "not_now"
    sitting.now = sitting.table.at + EXPIRY_MS
    ended = sitting.must("service:", Expire())
    assert (ended.phase, ended.ending, ended.result) == ("ended", "expired", None)
    assert unplayed(ended)


def test_no_other_running_game_ends_by_its_age() -> None:
    """Neither by the service nor by a log that says so."""
    sitting = running()
    assert code(sitting.do("service:", Expire())) == "started"


def test_a_game_without_a_lesson_teaches_nothing() -> None:
    """Neither does a game that nobody has."""
    sitting = Sitting(Shelf(Silent()))
    assert sitting.decide(ANN, client_in.Learn("toy")) == Refused("no_lesson", params={"game": "toy"})
    assert sitting.decide(BOB, client_in.Learn("chess")) == Refused("unknown_game", params={"game": "chess"})
