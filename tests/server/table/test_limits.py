"""Limits, each with its typed refusal."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from partie.table import Expire, Table, decide
from partie.table.context import Context, Decision
from partie.table.limits import EVENTS_TO_END, MAX_EVENTS, MAX_EVENTS_OPEN
from partie.table.refusals import Refused
from partie.wire import client_in
from tests.engines.toys import Toy
from tests.server.table.sitting import ANN, BOB, TOYS, Shelf, Sitting, code, seated
from tests.server.table.toyplay import in_turns, step


def answer(table: Table, person: str, command: client_in.Do | Expire) -> str:
    """What the command comes to at the table: a code, or nothing if it is accepted."""
    outcome = decide(table, command, Context(person=person, id="x", engines=TOYS, now=table.at))
    assert isinstance(outcome, Decision | Refused)
    return outcome.code if isinstance(outcome, Refused) else ""


def test_an_open_table_has_its_own_limit_so_that_the_game_keeps_its_events() -> None:
    """It can still be closed, by its host or by its age."""
    table = replace(seated(ANN, BOB).table, seq=MAX_EVENTS_OPEN)
    assert answer(table, ANN, client_in.Leave()) == "event_limit"
    assert answer(table, ANN, client_in.Ready(True, "00" * 16)) == "event_limit"
    assert answer(table, ANN, client_in.Close()) == ""
    assert answer(table, "", Expire()) == ""
    assert answer(replace(table, seq=MAX_EVENTS_OPEN - 1), ANN, client_in.Leave()) == ""


def test_a_full_table_can_still_be_ended_by_agreement() -> None:
    """The last events are kept for that; after them nothing more is accepted."""
    sitting, seat = in_turns()
    raw = Raw(msgspec.msgpack.encode(step(sitting, seat)))
    move = client_in.Move(sitting.table.decision_tokens[seat], raw)
    person = sitting.person(seat)
    full = MAX_EVENTS - EVENTS_TO_END
    assert answer(replace(sitting.table, seq=full - 1), person, move) == ""
    assert answer(replace(sitting.table, seq=full), person, move) == "event_limit"
    assert answer(replace(sitting.table, seq=full), person, client_in.Propose("undo", to=1)) == "event_limit"
    assert answer(replace(sitting.table, seq=full), person, client_in.Propose("end")) == ""
    assert answer(replace(sitting.table, seq=MAX_EVENTS), person, client_in.Propose("end")) == "event_limit"


class Wordy(Struct, frozen=True):
    """Options that take a text."""

    title: str = ""


class WordyToy(Toy):
    """An engine that lets people write into its options."""

    options = Wordy  # type: ignore[assignment]  # the toy never looks at its title


def test_settings_that_would_fill_the_log_are_refused() -> None:
    """An engine may take texts as options; a table's settings stay small."""
    shelf = Shelf(WordyToy())
    assert code(Sitting(shelf).do(ANN, client_in.Create("toy", 2, {"title": "x" * 100}))) == ""
    assert code(Sitting(shelf).do(ANN, client_in.Create("toy", 2, {"title": "x" * 3000}))) == "bad_options"
