"""The commands that need no service."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from partie.cli._support.commands import COMMANDS
from partie.cli._support.lazy import load
from partie.wire import schema
from tests.server.cli import script
from tests.server.cli.inside import failure, run, run_json

TOY = ("--engines", "tests.engines.toys:toy")

SERVER = {"aiohttp", "cryptography", "partie.live", "partie.people.people", "redis", "starlette", "uvicorn", "webauthn"}
"""Packages for a running server. They take longer to import than all others."""

_MODULES = """
import json, sys
from partie.script import main
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["partie", *arguments]
    try:
        main()
    except SystemExit as ended:
        assert ended.code in (None, 0, 1), ended.code
print(*sys.modules, file=sys.stderr)
"""


def modules_of(*commands: tuple[str, ...]) -> set[str]:
    """The modules that a process has imported when some commands have run in it, one after the other."""
    program = [sys.executable, "-c", _MODULES, json.dumps(commands)]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


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


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        (("--version",), 450),
        (("--help",), 450),
        (("games",), 750),
        (("playout", "--help"), 750),
        (("playout", "toy", *TOY, "--games", "1", "--json"), 750),
        (("asyncapi",), 550),
        (("openapi",), 550),
        (("replay", "nowhere.json"), 600),
        (("types", "--check"), 750),
        (("verify", "nowhere.json"), 750),
    ],
)
def test_a_command_that_needs_no_server_imports_nothing_of_it(arguments: tuple[str, ...], most: int) -> None:
    """Nor any other command: importing is nearly all of the time that such a command takes."""
    loaded = modules_of(arguments)
    assert not SERVER & loaded
    assert len(loaded) < most
    commands = {name for name in loaded if re.fullmatch(r"partie\.cli\.[a-z]\w*", name)}
    assert len(commands) <= 1, commands


def test_the_help_of_commands_that_use_redis_imports_no_more_than_redis() -> None:
    """Nor do all of them together: the accounts, with all of their cryptography, come when a command runs."""
    using = ("drain", "export", "import", "keys", "list", "nodes", "repair", "replay", "show")
    loaded = modules_of(*((command, "--help") for command in using))
    # The client of Redis imports cryptography itself.
    assert not (SERVER - {"redis", "cryptography"}) & loaded
    assert not {"argon2", "partie.people.accounts"} & loaded
    assert len(loaded) < 800


def test_a_server_starts_without_what_it_may_never_need() -> None:
    """Without what measures it, and without what checks passkeys, which takes a tenth of a start to import."""
    loaded = modules_of(("serve", "--help"))
    assert "partie.people.passkeys" in loaded
    assert not [name for name in loaded if name.startswith(("partie.bench", "webauthn"))]


def test_the_version_is_that_of_the_package() -> None:
    """`partie --version` says which build an operator runs."""
    assert run("--version") == f"partie {version('partie')}\n"


def test_a_slip_of_the_pen_gets_a_suggestion() -> None:
    """A command that does not exist is named together with the one that was probably meant."""
    done = script.run("gmaes", check=False)
    assert done.returncode == 2
    assert "'gmaes'" in done.stderr
    assert "'games'" in done.stderr


def every_command() -> list[tuple[str, Any]]:
    """All commands by the words that call them, those of groups included."""
    found = []
    for name, entry in COMMANDS.items():
        command = load(name, entry)
        inner = getattr(command, "commands", {})
        found += [(f"{name} {each}", one) for each, one in inner.items()] or [(name, command)]
    return found


def test_every_help_text_has_an_example_that_the_command_takes() -> None:
    """The last paragraph shows a call of this very command, with options that it has."""
    for words, command in every_command():
        example = command.help.split("\n\n")[-1]
        assert example.startswith(f"Example: partie {words}"), words
        options = {option for parameter in command.params for option in parameter.opts}
        used = re.findall(r"(?<= )--?[a-z][\w-]*", example)
        assert set(used) <= options | {"--json"}, words


def test_the_list_of_commands_shows_their_own_summaries() -> None:
    """The list knows a command's summary without importing it; it is the first paragraph of the command's help."""
    for name, entry in COMMANDS.items():
        assert load(name, entry).help.split("\n\n")[0] == entry.summary, name


def test_a_flag_has_one_help_text() -> None:
    """An option means the same in every command that has it."""
    texts: dict[str, set[str]] = {}
    for _, command in every_command():
        for parameter in command.params:
            for option in parameter.opts:
                if option.startswith("--"):
                    texts.setdefault(option, set()).add(parameter.help)
    assert texts["--data-dir"]
    assert {option: text for option, text in texts.items() if len(text) > 1} == {}


def test_games_lists_installed_and_named_ones() -> None:
    """Every game is shown with its seats, its settings and where it came from."""
    games = {game["key"]: game for game in run_json("games", *TOY)}
    assert games["glenmore"]["seats"] == [2, 5]
    assert games["glenmore"]["name"] == "Glen More"
    assert games["toy"]["source"] == "tests.engines.toys:toy"
    assert games["toy"]["options"]["$defs"] or games["toy"]["options"]["properties"]


def test_playout_begins_where_the_game_itself_plays_nobody() -> None:
    """Vinci is for one or two people only with fictitious players; those can be asked for."""
    assert run_json("playout", "vinci", "--games", "1")["seats"] == 3
    assert len(run_json("playout", "vinci", "--games", "1", "--seats", "1")["scores"][0]) == 4


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


def test_arena_plays_functions_and_programs_in_processes_of_their_own(tmp_path: Path) -> None:
    """From the current folder; the match says which it measured."""
    (tmp_path / "last_bot.py").write_text("def choose(legal):\n    return len(legal) - 1\n")
    (tmp_path / "first_bot.py").write_text("import sys\nfor line in sys.stdin: print(0, flush=True)\n")
    program = f"{sys.executable} first_bot.py"
    done = subprocess.run(
        [
            *(script.PARTIE, "arena", "toy", *TOY, "--levels", "last_bot:choose", program),
            *("--games", "4", "--jobs", "2", "--json"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    match = json.loads(done.stdout)
    assert (match["level"], match["against"], match["games"]) == ("last_bot:choose", program, 4)


@pytest.mark.parametrize(
    ("code", "seconds", "problem", "said"),
    [
        ("print('pass', flush=True); sys.stdin.read()", "30", "bot_nonsense", "no JSON"),
        ("sys.exit(3)", "30", "bot_dead", "ended with code 3"),
        ("sys.stdin.read()", "1", "bot_late", "no answer within 1 s"),
    ],
)
def test_arena_says_in_which_game_a_program_failed(code: str, seconds: str, problem: str, said: str) -> None:
    """In one sentence, with the move."""
    program = shlex.join([sys.executable, "-c", f"import sys; sys.stdin.readline(); {code}"])
    failed = failure(
        *("arena", "toy", *TOY, "--levels", program, "quick", "--games", "2", "--jobs", "1", "--move-seconds", seconds)
    )
    assert failed.code == problem
    assert "in seat 0 of the game with seed 0, move 1" in str(failed)
    assert said in str(failed)


def test_an_engine_is_found_in_the_current_folder(tmp_path: Path) -> None:
    """Where the package of a game is, its engine need not be installed."""
    (tmp_path / "unheard_of.py").write_text("from tests.engines.nim import nim as game\n")
    done = subprocess.run(
        [script.PARTIE, "playout", "nim", "--engines", "unheard_of:game", "--games", "1", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(json.loads(done.stdout)["lengths"]) == 1


def test_arena_survives_a_function_that_ends_its_process(tmp_path: Path) -> None:
    """And says what that was."""
    (tmp_path / "ending_bot.py").write_text("import os\ndef choose(legal):\n    os._exit(1)\n")
    done = subprocess.run(
        [script.PARTIE, "arena", "toy", *TOY, "--levels", "ending_bot:choose", "quick", "--jobs", "2", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert json.loads(done.stderr)["error"]["code"] == "bot_dead"


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
        (("playout", "chess"), "unknown_game", "--engines module:attribute"),
        (("playout", "toy", *TOY, "--seats", "9"), "seats", "2 to 4"),
        (("playout", "toy", *TOY, "--options", "[]"), "options", "object"),
        (("arena", "toy", *TOY, "--levels", "deep", "clever"), "level", "careful"),
        (("arena", "toy", *TOY, "--levels", "deep", "no_such_bot:choose"), "bot_failed", "cannot load no_such_bot"),
        (("arena", "toy", *TOY, "--levels", "deep", "no-such-program 'x"), "level", "a program and its arguments"),
        (("arena", "toy", *TOY, "--levels", "quick,deep"), "level", "not 'quick,deep': --levels quick deep"),
        (("arena", "toy", *TOY, "--levels", "quick,deep", "--games", "2"), "level", "--levels quick deep"),
        (("arena", "toy", *TOY, "--levels=quick"), "level", "not 'quick': --levels quick deep"),
        (("arena", "toy", *TOY, "--levels"), "level", "a space between them: --levels deep careful"),
        (("arena", "toy", *TOY, "--levels", "deep,", "quick"), "level", "--levels deep careful"),
        (("arena", "toy", *TOY, "--seconds", "deep"), "budget", "deep=0.5"),
        (("arena", "toy", *TOY, "--results", __file__), "results", "arena results"),
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
    assert done.stderr.startswith("partie: unknown game 'chess'")
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
