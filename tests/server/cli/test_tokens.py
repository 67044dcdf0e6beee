"""The operator's bots."""

from __future__ import annotations

from partie.people.sessions import Session
from partie.people.tokens import Bearer
from tests.server.cli.inside import failure, run, run_json
from tests.server.cli.persons import become, people


def test_an_operator_makes_renews_and_revokes(redis_server: str) -> None:
    """The token is printed once, alone on its line; the list tells whether there is one, and never what it is."""
    there = ("--redis-url", redis_server)

    def known(token: str) -> Session | None:
        return people(redis_server, lambda found: found.session(Bearer(token)))

    bot = run_json("tokens", "make", "Robot", *there)["bot"]
    token = run("tokens", "renew", bot, *there).splitlines()[-1]
    session = known(token)
    assert session is not None
    assert (session.person, session.name, session.owner) == (bot, "Robot", "")
    assert f"{bot}  Robot  never used" in run("tokens", "list", *there)
    assert token not in run("tokens", "list", *there)
    run("tokens", "revoke", bot, *there)
    assert known(token) is None
    assert f"{bot}  Robot  no token" in run("tokens", "list", *there)
    assert failure("tokens", "revoke", "nobody", *there).code == "unknown"


def test_an_operator_makes_a_bot_for_an_account(redis_server: str) -> None:
    """It is that account's own, by its sign-in name."""
    person = people(redis_server, become)
    there = ("--owner", "ann bonny", "--redis-url", redis_server)
    made = run_json("tokens", "make", "Robot", *there)
    assert [one["bot"] for one in run_json("tokens", "list", *there)] == [made["bot"]]
    session = people(redis_server, lambda found: found.session(Bearer(made["token"])))
    assert session is not None
    assert session.owner == person
    assert failure("tokens", "list", "--owner", "Nobody", *there[2:]).code == "unknown_account"
