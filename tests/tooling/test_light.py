"""`pip install partie` brings the kit, the games and the client in Python, on three other packages."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from shutil import copytree

import httpx
import pytest

from partie.cli._support.commands import COMMANDS
from partie.cli._support.service import NEEDED
from tests.fixtures.service import NO_TLS, StartNode

ROOT = Path(__file__).parents[2]
THREE = ("msgpack", "msgspec", "websockets")
IMPORT = "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]"
WHERE = "import sysconfig; print(sysconfig.get_path('purelib'))"
HINT = 'partie: This needs the service: pip install "partie[server]"\n'

LIGHT = {"advise", "arena", "asyncapi", "bot", "games", "new-game", "playout", "replay", "types", "verify"}
"""The commands that work without the service."""

ASKED_FOR = {
    "partie.kit.conformance": {"hypothesis", "pytest"},
    "partie.kit.gym": {"gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel"},
}
"""What those parts of the kit need that nobody imports who only plays."""


def imported(path: Path) -> set[str]:
    """The packages that a module imports, anywhere in it, and that are no part of Python."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"partie"}


def modules(*folders: str) -> Iterator[tuple[str, Path]]:
    """The modules below these folders, by name."""
    for folder in folders:
        top = ROOT / folder.partition("/")[0]
        for path in sorted((ROOT / folder).rglob("*.py")):
            # The built documentation is no code of the service; while it is built, some examples lie there.
            if not {"_template", "site"} & {*path.relative_to(top).parts}:
                yield ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__"), path


def test_kit_games_and_client_import_three_packages() -> None:
    """Except for the suite of tests and the environments for programs that learn, which nobody needs to play."""
    strays = {}
    for name, path in modules("engines/partie/kit", "engines/partie/games", "server/partie/client"):
        allowed = {*THREE}
        for part, more in ASKED_FOR.items():
            if name == part or name.startswith(f"{part}."):
                allowed |= more
        if stray := imported(path) - allowed:
            strays[name] = stray
    assert strays == {}


def test_what_is_said_to_be_missing_is_what_the_service_imports() -> None:
    """All packages that any module of the service imports, and the base does not bring."""
    needed = set().union(*(imported(path) for _, path in modules("server/partie")))
    # Redis's client finds hiredis by itself, and partie dev can do without watchfiles.
    assert needed - {*THREE} - {"watchfiles"} == NEEDED - {"hiredis"}


def test_the_wheel_asks_for_three_packages(wheel: Path) -> None:
    """And for those of the service by an extra."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        asked = re.findall(r"^Requires-Dist: ([\w-]+)(.*)$", archive.read(name).decode(), re.MULTILINE)
    assert {name for name, rest in asked if "extra ==" not in rest} == {*THREE}
    server = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["server"]
    assert sum("extra == 'server'" in rest for _, rest in asked) == len(server)


@pytest.fixture(scope="module")
def light(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment with the wheel and the three packages, in the versions of this one."""
    folder = tmp_path_factory.mktemp("light")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index")
    subprocess.run([*pip, wheel], check=True)
    site = Path(subprocess.check_output([python, "-c", WHERE], text=True).strip())
    own = Path(sysconfig.get_path("platlib"))
    for name in THREE:
        for top in {file.parts[0] for file in distribution(name).files or () if ".." not in file.parts}:
            copytree(own / top, site / top)
    return python.parent


def run(program: Path, *arguments: str | Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a program of that environment, far from the checkout and with nothing of its own on the path."""
    done = subprocess.run(
        [program, *arguments], cwd=program.parent, env=clean(), capture_output=True, text=True, check=False
    )
    assert not check or done.returncode == 0, done.stderr
    return done


def clean() -> dict[str, str]:
    """This process's environment without what tells Python where to look."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def test_nothing_else_is_installed(light: Path) -> None:
    """The environment is what a researcher gets."""
    code = "import importlib.metadata as m; print(*sorted(one.name for one in m.distributions()))"
    assert run(light / "python", "-c", code).stdout.split() == ["msgpack", "msgspec", "partie", "websockets"]


def test_kit_games_and_client_can_be_imported(light: Path) -> None:
    """Every module of theirs."""
    names = [
        name
        for name, _ in modules("engines/partie/kit", "engines/partie/games", "server/partie/client")
        if not name.startswith(tuple(ASKED_FOR))
    ]
    assert {"partie.kit", "partie.games.vinci", "partie.client.client"} <= set(names)
    run(
        light / "python",
        "-c",
        "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]",
        *names,
    )


def test_every_command_works_or_says_what_to_install(light: Path) -> None:
    """In one line, without a traceback."""
    works = set()
    for name in COMMANDS:
        done = run(light / "partie", name, "--help", check=False)
        if done.returncode == 0:
            assert done.stdout.startswith(f"partie {name}")
            works.add(name)
        else:
            assert (done.stderr, done.returncode) == (HINT, 1), name
    assert works == LIGHT


def test_a_table_of_a_service_needs_the_service(light: Path) -> None:
    """A command that reads files as well says so when it is to read a table; programs get it as JSON."""
    assert run(light / "partie", "replay", "4k7mwq2x9c3hv8tz", check=False).stderr == HINT
    told = run(light / "partie", "serve", "--json", check=False).stderr
    assert json.loads(told)["error"]["code"] == "no_service"


def test_games_are_played_and_written_without_the_service(light: Path, tmp_path: Path) -> None:
    """Random games, matches of bots, types and a new package."""
    partie = light / "partie"
    assert {"glenmore", "nereus", "vinci", "wikinger"} <= {*run(partie, "games").stdout.split()}
    assert "games of nereus with 2 players" in run(partie, "playout", "nereus", "--games=2").stdout
    match = ("--levels", "careful", "quick", "--games", "2", "--iterations", "careful=1", "--jobs", "2")
    assert "95 % interval" in run(partie, "arena", "nereus", *match).stdout
    assert "export" in run(partie, "types", "nereus").stdout
    run(partie, "new-game", "hop", tmp_path / "hop")
    assert (tmp_path / "hop" / "pyproject.toml").is_file()
    assert run(partie, "--version").stdout.startswith("partie ")
    assert "  playout" in run(partie, "--help").stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["serv"], "no such command 'serv'"),
        (["playout"], "GAME is missing"),
        (["playout", "nereus", "--game"], "no such option --game"),
        (["playout", "nereus", "--games"], "--games needs a value"),
        (["playout", "nereus", "--games", "few"], "'few' is not a number"),
        (["playout", "nereus", "--games", "0"], "0 is less than 1"),
        (["playout", "nereus", "vinci"], "unexpected word 'vinci'"),
        (["replay", "a.json", "--language", "fr"], "'fr' is not one of de, en"),
    ],
)
def test_a_slip_in_the_words_is_said(light: Path, words: list[str], problem: str) -> None:
    """In one line, and the process ends with 2."""
    done = run(light / "partie", *words, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"partie: {problem}")
    assert done.stderr.count("\n") == 1


async def test_bots_play_a_game_at_a_service_and_prove_it(light: Path, start_node: StartNode, tmp_path: Path) -> None:
    """With nothing installed but the client, over real sockets; then from a file, with the games of the wheel."""
    node = await start_node(engines=())
    host = await node.join("Ann")
    table = await host.create("nereus", 2)
    bots = [
        await asyncio.create_subprocess_exec(
            *(light / "partie", "bot", node.url, table, "--name", name, "--seed", "1", "--json"),
            env=clean(),
            stdout=asyncio.subprocess.PIPE,
        )
        for name in ("Bert", "Cleo")
    ]
    told = [json.loads((await bot.communicate())[0]) for bot in bots]
    assert sorted(each["seat"] for each in told) == [0, 1]
    assert told[0]["result"] == told[1]["result"]
    assert len(told[0]["result"]["scores"]) == 2
    async with httpx.AsyncClient(verify=NO_TLS, headers={"Cookie": host.cookie}) as http:
        exported = await http.get(f"{node.url}/api/tables/{table}/export?as=log")
    file = tmp_path / "game.json"
    file.write_bytes(exported.content)
    assert "All draws follow" in run(light / "partie", "verify", file).stdout
    assert run(light / "partie", "replay", file).stdout.count("\n") > told[0]["moves"]
