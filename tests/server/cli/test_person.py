"""What an operator does for a person."""

from __future__ import annotations

from tests.server.cli.inside import failure, run, run_json
from tests.server.cli.persons import HERE, become, people


def test_a_code_for_a_forgotten_password_brings_its_person_back(redis_server: str) -> None:
    """It is printed with the page that takes it; a name that nobody has is said to be none."""
    person = people(redis_server, become)
    made = run_json("person", "reset", "ann bonny", "--redis-url", redis_server)
    assert made["path"] == f"/account#{made['code']}"
    back = people(redis_server, lambda there: there.accounts.reset(made["code"], "another password", HERE))
    assert back[0].person == person
    assert "/account#" in run("person", "reset", "Ann Bonny", "--redis-url", redis_server)
    assert failure("person", "reset", "Ann", "--redis-url", redis_server).code == "unknown_account"
