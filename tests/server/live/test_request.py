"""A command in the inbox of a table."""

from __future__ import annotations

import pytest

from partie.live.request import SERVICE, Request, unanswered
from partie.redis import store
from partie.table.commands import Expire
from partie.wire import client_in, client_out
from tests.server.table.sitting import ANN


@pytest.mark.parametrize("person", [SERVICE, f"{SERVICE}clocks", f"{SERVICE}upkeep"])
def test_the_service_is_known_by_how_its_person_begins(person: str) -> None:
    """Whichever part of it acts."""
    assert Request(person, "a-command", Expire()).by_service


@pytest.mark.parametrize("person", [ANN, "", "service", "a-service:"])
def test_nobody_else_acts_for_it(person: str) -> None:
    """However it is called."""
    assert not Request(person, "a-command", client_in.Leave()).by_service


def test_no_person_is_taken_for_the_service() -> None:
    """Ids that are given to persons have no colon."""
    assert not any(":" in store.random_id() for _ in range(200))
    assert ":" in SERVICE


def test_an_answer_that_nobody_waits_for_goes_nowhere() -> None:
    """As of what clocks do; and nobody is invited or brought unless that is said."""
    request = Request(ANN, "a-command", client_in.Leave())
    assert request.answer is unanswered
    request.answer(client_out.Unsettled("a-command"))
    assert (request.invited, request.brought) == (False, False)
