"""Keeping order from the command line."""

from __future__ import annotations

import pytest

from tests.server.cli.inside import failure, run, run_json


def test_an_operator_names_moderators_mutes_and_reads_the_log(redis_server: str) -> None:
    """Each act is a line of the log, by the operator."""
    there = ("--redis-url", redis_server)
    assert run_json("moderators", "add", "mod-1", *there)["kind"] == "appoint"
    assert [act["target"] for act in run_json("moderators", "list", *there)] == ["mod-1"]
    muted = run_json("moderate", "mute", "ann-1", "--for", "12h", "--why", "shouting", *there)
    assert muted["until"] - muted["at"] == pytest.approx(12 * 3_600_000, abs=60_000)
    run_json("moderate", "ban", "203.0.113.9/24", *there)
    newest = run_json("moderate", "log", *there)[:3]
    assert [(act["kind"], act["target"], act.get("by", "")) for act in newest] == [
        ("ban", "203.0.113.0/24", ""),
        ("mute", "ann-1", ""),
        ("appoint", "mod-1", ""),
    ]
    assert "mute ann-1 until" in run("moderate", "log", *there)
    assert run_json("moderate", "reports", *there) == []


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("mute", "ann-1", "--for", "soon"), "bad_span", "30m, 12h or 7d"),
        (("unban", "nobody-1"), "nothing_to_end", "nobody-1"),
        (("ban-network", "nobody-1"), "not_connected", "not connected now"),
        (("unban-network", "nobody-1"), "nothing_to_end", "nobody-1"),
        (("ban", "300.1.2.3"), "bad_network", "203.0.113.0/24"),
    ],
)
def test_acts_that_make_no_sense_say_what_to_do(
    redis_server: str, arguments: tuple[str, ...], code: str, says: str
) -> None:
    """In one sentence."""
    failed = failure("moderate", *arguments, "--redis-url", redis_server)
    assert failed.code == code
    assert says in str(failed)
