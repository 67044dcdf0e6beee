"""The commands that need no service."""

from __future__ import annotations

import json

import pytest

from server.wire import schema
from tests.server.cli.script import failure, run, run_json

TOY = ("--engines", "tests.engines.toys:toy")


def test_help_names_every_command() -> None:
    """`partie` without a command lists what there is."""
    said = run("--help").stdout
    for name in ("serve", "games", "playout", "bot", "export", "verify", "asyncapi", "forget", "bench"):
        assert f" {name} " in said


def test_games_lists_installed_and_named_ones() -> None:
    """Every game is shown with its seats, its settings and where it came from."""
    games = {game["key"]: game for game in run_json("games", *TOY)}
    assert games["glenmore"]["seats"] == [2, 5]
    assert games["glenmore"]["name"] == "Glen More"
    assert games["toy"]["source"] == "tests.engines.toys:toy"
    assert games["toy"]["options"]["$defs"] or games["toy"]["options"]["properties"]


def test_playout_reports_speed_lengths_and_scores() -> None:
    """Random games are counted, timed and scored, one score a seat."""
    report = run_json("playout", "toy", *TOY, "--seats", "3", "--games", "5", "--seed", "7")
    assert report["moves_per_second"] > 0
    assert len(report["lengths"]) == len(report["scores"]) == 5
    assert all(len(scores) == 3 for scores in report["scores"])
    assert report["moves"] == sum(report["lengths"])


def test_a_seed_gives_the_same_games() -> None:
    """Two series of one seed are equal, those of another are not."""
    one, same, other = (
        run_json("playout", "toy", *TOY, "--games", "5", "--seed", seed)["scores"] for seed in ("1", "1", "2")
    )
    assert one == same
    assert one != other


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("playout", "chess"), "unknown_game", "glenmore"),
        (("playout", "toy", *TOY, "--seats", "9"), "seats", "2 to 4"),
        (("playout", "toy", *TOY, "--options", "[]"), "options", "object"),
        (("playout", "toy", "--engines", "tests.engines.toys:nothing"), "bad_engine", "nothing"),
        (("export", "nowhere", "--data-dir", "/nonexistent"), "no_data", "--data-dir"),
    ],
)
def test_failures_say_what_to_do(arguments: tuple[str, ...], code: str, words: str) -> None:
    """A command that cannot do its work ends with 1, a code and a sentence."""
    error = failure(*arguments)
    assert error["code"] == code
    assert words in error["message"]


def test_failures_are_one_line_for_people() -> None:
    """Without --json the sentence stands alone on standard error, with no traceback."""
    done = run("playout", "chess", check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("partie: there is no game 'chess'")
    assert done.stderr.count("\n") == 1


def test_asyncapi_prints_the_document_and_the_types() -> None:
    """The document is JSON with or without --json; the types are those of the generator."""
    document = json.loads(run("asyncapi").stdout)
    assert document["asyncapi"] == "3.0.0"
    assert document == run_json("asyncapi")
    assert run("asyncapi", "--typescript").stdout == schema.typescript()
