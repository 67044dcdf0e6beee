"""The client's generated files, written by ``partie types``."""

from __future__ import annotations

from pathlib import Path

import pytest

from partie.games.vinci import vinci
from partie.kit.typescript import game_types
from tests.server.cli import script
from tests.server.cli.inside import failure, run, run_json

GAME = """\
from tests.engines.toys import Toy

class Third(Toy):
    key = "third"

third = Third()
"""


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """A client without any generated file."""
    (tmp_path / "client-web" / "src").mkdir(parents=True)
    return tmp_path / "client-web"


def game(folder: Path, name: str, files: str) -> tuple[str, str]:
    """Options for a game by others, whose package has these files for the client."""
    package = folder / name
    package.mkdir()
    (package / "__init__.py").write_text(GAME)
    (package / "client_data.py").write_text(f"def client_files():\n    return {files}\n")
    return "--engines", f"{name}:third"


def test_all_generated_files_are_written_once(client: Path) -> None:
    """What is there already is left alone; the wire's types and the tables of every game that has some are there."""
    files = [*run_json("types", "--client", client)]
    assert all(file["written"] for file in files)
    assert [file["path"] for file in files] == [
        "src/wire/generated.ts",
        "src/games/glenmore/data.generated.ts",
        "src/games/nereus/data.generated.ts",
        "src/games/vinci/data.generated.ts",
    ]
    assert all((client / file["path"]).is_file() for file in files)
    assert not any(file["written"] for file in run_json("types", "--client", client))


def test_stale_files_are_named_and_not_written(client: Path) -> None:
    """With `--check` nothing is written, and the command fails for a changed file as for a missing one."""
    assert failure("types", "--check", "--client", client).code == "stale"
    run("types", "--client", client)
    run("types", "--check", "--client", client)
    changed, missing = client / "src/games/vinci/data.generated.ts", client / "src/wire/generated.ts"
    changed.write_text("export const SIZE = 1\n")
    missing.unlink()
    done = script.run("types", "--check", "--client", client, check=False)
    assert done.returncode == 1
    assert "src/wire/generated.ts, src/games/vinci/data.generated.ts;" in done.stderr
    assert "nereus" not in done.stderr
    assert changed.read_text() == "export const SIZE = 1\n"
    assert not missing.exists()


def test_a_game_by_others_brings_its_own(client: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files come into its own folder, by the module next to its engine."""
    monkeypatch.syspath_prepend(tmp_path)
    named = game(tmp_path, "partie_third", '{"art/data.generated.ts": "export const X = 1"}')
    run("types", "--client", client, *named)
    assert (client / "src/games/third/art/data.generated.ts").read_text() == "export const X = 1"


@pytest.mark.parametrize("path", ["../vinci/data.generated.ts", "/tmp/data.generated.ts"])
def test_a_game_writes_into_its_own_folder_alone(
    path: str, client: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path that leads elsewhere is refused before anything is written."""
    monkeypatch.syspath_prepend(tmp_path)
    named = game(tmp_path, f"partie_{len(path)}", f"{{{path!r}: ''}}")
    assert failure("types", "--client", client, *named).code == "bad_path"
    assert list((client / "src").iterdir()) == []


def test_a_folder_without_the_client_is_refused(tmp_path: Path) -> None:
    """An installed service has no sources of the client, and says what is missing."""
    assert failure("types", "--client", tmp_path).code == "no_client"


def test_the_types_of_a_game_are_printed() -> None:
    """Those of the newest rules, or of older ones that are still played; no file is written."""
    assert run("types", "vinci") == game_types(vinci)
    assert run("types", "vinci", "--rules", "1") == game_types(vinci.at(1))
    assert run_json("types", "vinci") == {"typescript": game_types(vinci)}


def test_types_of_games_and_rules_that_are_not_there_fail() -> None:
    """The message names those that are."""
    assert failure("types", "chess").code == "unknown_game"
    unknown = failure("types", "vinci", "--rules", "3")
    assert unknown.code == "unknown_version"
    assert "1, 2" in str(unknown)
