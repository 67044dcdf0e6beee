"""The commands that need no service."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from partie.wire import schema
from tests.server.cli import script
from tests.server.cli.inside import failure, run, run_json

TOY = ("--engines", "tests.engines.toys:toy")


def test_help_names_every_command() -> None:
    """`partie` without a command lists what there is."""
    said = run("--help")
    tables = ("list", "show", "replay", "export", "import", "verify", "archive", "repair")
    others = (
        "nodes",
        "drain",
        "forget",
        "person",
        "moderate",
        "moderators",
        "keys",
        "asyncapi",
        "openapi",
        "types",
        "bench",
    )
    for name in ("serve", "games", "playout", "bot", "arena", "advise", *tables, *others):
        assert f" {name} " in said


def test_the_script_loads_nothing_of_the_service_before_it_is_called() -> None:
    """A process in which a bot thinks imports the script once more: it holds neither the commands nor a web server."""
    names = "import sys, partie.script; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True).stdout.split()
    assert "partie.script" in loaded
    assert not {"partie.cli", "partie.live", "starlette", "redis", "typer"} & set(loaded)


def test_the_commands_load_no_bench() -> None:
    """What serves comes up by the same command line, without what measures it."""
    names = "import sys, partie.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True).stdout.split()
    assert "partie.cli.bench" in loaded
    assert not [name for name in loaded if name.startswith("partie.bench")]


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


def test_arena_says_how_sure_it_is() -> None:
    """A match of one level against another, each seed from every seat, with an interval around the share."""
    match = run_json(
        *("arena", "toy", *TOY, "--levels", "deep", "quick", "--games", "4", "--iterations", "deep=5", "--jobs", "1")
    )
    assert (match["level"], match["against"], match["games"], match["seats"]) == ("deep", "quick", 4, 2)
    assert 0 <= match["low"] <= match["share"] <= match["high"] <= 1


def test_arena_goes_on_with_a_match_where_it_was_left(tmp_path: Path) -> None:
    """A game is written down as it ends, and not played again for a longer match."""
    results = tmp_path / "games.jsonl"
    arena = ("arena", "toy", *TOY, "--jobs", "1", "--results", str(results))
    run_json(*arena, "--games", "2", "--iterations", "careful=3")
    written = results.read_text()
    match = run_json(*arena, "--games", "4", "--iterations", "careful=3")
    assert results.read_text().startswith(written)
    assert len(results.read_text().splitlines()) == match["games"] == 4
    assert match == run_json(*arena, "--games", "4", "--iterations", "careful=3")
    run_json(*arena, "--games", "2", "--iterations", "careful=2")
    assert len(results.read_text().splitlines()) == 6


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
        (("arena", "toy", *TOY, "--levels", "deep", "clever"), "level", "careful"),
        (("arena", "toy", *TOY, "--seconds", "deep"), "budget", "deep=0.5"),
        (("arena", "toy", *TOY, "--results", __file__), "results", "no games"),
        (("playout", "toy", "--engines", "tests.engines.toys:nothing"), "bad_engine", "nothing"),
        (("export", "nowhere", "--data-dir", "/nonexistent"), "no_data", "--data-dir"),
    ],
)
def test_failures_say_what_to_do(arguments: tuple[str, ...], code: str, words: str) -> None:
    """A command that cannot do its work ends with 1, a code and a sentence."""
    error = failure(*arguments)
    assert error.code == code
    assert words in str(error)


def test_failures_are_json_for_programs() -> None:
    """With --json standard error holds the code and the sentence, and nothing else."""
    error = script.failure("playout", "chess")
    assert error["code"] == "unknown_game"
    assert "glenmore" in error["message"]


def test_failures_are_one_line_for_people() -> None:
    """Without --json the sentence stands alone on standard error, with no traceback."""
    done = script.run("playout", "chess", check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("partie: there is no game 'chess'")
    assert done.stderr.count("\n") == 1


def test_asyncapi_prints_the_document_and_the_types() -> None:
    """The document is JSON with or without --json; the types are those of the generator."""
    document = json.loads(run("asyncapi"))
    assert document["asyncapi"] == "3.0.0"
    assert document == run_json("asyncapi")
    assert run("asyncapi", "--typescript") == schema.typescript()


def test_openapi_prints_the_document() -> None:
    """With every path that a program may ask."""
    document = json.loads(run("openapi"))
    assert document["openapi"] == "3.1.0"
    assert document == run_json("openapi")
    assert "/api/session" in document["paths"]
