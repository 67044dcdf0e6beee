"""The type of a table's view; every document that a sitting shows is compared with it as well."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from partie.kit import SPECTATOR
from partie.table.values import Live
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, check_type, running, seated

LIVE = Live(game=600, turn=10)


def test_tables_in_every_phase_are_of_the_type() -> None:
    """Before the game, in it, with a proposal and clocks, and after its end."""
    free = seated(ANN, BOB, pace=LIVE)
    assert "game" not in free.history.view(free.table, SPECTATOR)
    free.check_views()
    sitting = running(pace=LIVE)
    sitting.must(ANN, client_in.Propose("end"))
    assert "proposal" in sitting.history.view(sitting.table, 0)
    sitting.check_views()
    sitting.must(BOB, client_in.Answer(sitting.table.seq, grant=True))
    assert sitting.table.phase == "ended"
    sitting.check_views()


@pytest.mark.parametrize(
    "wrong",
    [
        {"more": 1},
        {"game": []},
        {"result": {"scores": [1]}},
        {"proposal": {"what": "party"}},
    ],
)
def test_another_document_is_not_of_the_type(wrong: dict[str, Any]) -> None:
    """A member more, of another type, or with members that are missing or unknown."""
    sitting = running()
    document = sitting.history.view(sitting.table, SPECTATOR)
    check_type(document)
    with pytest.raises(msgspec.ValidationError):
        check_type({**document, **wrong})


def test_what_is_missing_is_found() -> None:
    """As the seats of the table."""
    sitting = running()
    document = sitting.history.view(sitting.table, SPECTATOR)
    table: Any = document["table"]
    with pytest.raises(msgspec.ValidationError, match="seats"):
        check_type({"table": {key: value for key, value in table.items() if key != "seats"}})
