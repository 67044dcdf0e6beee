"""``partie new-game`` writes a package with a game that keeps every law at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.cli.inside import failure, run


def test_the_package_passes_its_own_tests(tmp_path: Path) -> None:
    """Those of the game and the conformance suite, under another name and title."""
    target = tmp_path / "hop"
    run("new-game", "hop", str(target), "--title", "Hop Over")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-c",
            os.devnull,
            "--rootdir",
            target,
            "-p",
            "no:cacheprovider",
            "tests",
        ],
        cwd=target,
        env=os.environ | {"PYTHONPATH": f"{target}{os.pathsep}{os.environ['PYTHONPATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_every_name_in_it_is_the_games_own(tmp_path: Path) -> None:
    """Nothing of the template's names is left, and both languages have the title."""
    target = tmp_path / "hop"
    told = run("new-game", "hop", str(target), "--title", "Hop Over")
    assert f"partie dev {target}" in told.replace("\n", "")
    files = {path.relative_to(target).as_posix(): path.read_text() for path in target.rglob("*") if path.is_file()}
    assert files.keys() >= {
        "README.md",
        "pyproject.toml",
        "partie_hop/__init__.py",
        "partie_hop/board/board.js",
        "partie_hop/board/icon.svg",
        "partie_hop/rules.de.md",
        "tests/test_hop.py",
        ".github/workflows/test.yml",
    }
    assert [name for name, text in files.items() if "newgame" in (name + text).lower() or "New Game" in text] == []
    for language in ("en", "de"):
        assert json.loads(files[f"partie_hop/words.{language}.json"])["name"] == "Hop Over"
    assert "class HopOver(" in files["partie_hop/__init__.py"]


def test_the_german_title_may_be_another(tmp_path: Path) -> None:
    """It stands in the German words and rules, and nowhere else."""
    target = tmp_path / "hop"
    run("new-game", "hop", str(target), "--title", "Hop Over", "--title-de", "Hüpf drüber")
    files = {path.name: path.read_text("utf-8") for path in target.rglob("*") if path.is_file()}
    assert {name for name, text in files.items() if "Hüpf drüber" in text} == {"words.de.json", "rules.de.md"}
    assert json.loads(files["words.de.json"])["name"] == "Hüpf drüber"
    assert json.loads(files["words.en.json"])["name"] == "Hop Over"
    assert "Hop Over" not in files["words.de.json"] + files["rules.de.md"]


@pytest.mark.parametrize("option", ["--title", "--title-de"])
@pytest.mark.parametrize("title", ['The "Hop"', "Hop\\Over", "{Hop}", "Hop\nOver"])
def test_a_title_that_would_break_a_file_is_refused(tmp_path: Path, option: str, title: str) -> None:
    """It stands in JSON, in TOML and in messages, where some characters mean something."""
    assert failure("new-game", "hop", str(tmp_path / "hop"), option, title).code == "title"
    assert not (tmp_path / "hop").exists()


def test_files_are_told_to_programs(tmp_path: Path) -> None:
    """With --json, as paths within the folder."""
    told = json.loads(run("new-game", "hop", str(tmp_path / "hop"), "--json"))
    assert told["folder"] == str(tmp_path / "hop")
    assert "partie_hop/__init__.py" in told["files"]


@pytest.mark.parametrize("name", ["Hop", "hop-over", "1hop", "h", "hüpf", "a" * 25])
def test_a_name_that_cannot_be_a_key_is_refused(tmp_path: Path, name: str) -> None:
    """A key stands in addresses, in logs and in names of modules."""
    assert failure("new-game", name, str(tmp_path / "game")).code == "name"
    assert not (tmp_path / "game").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """A folder with anything in it is left as it is, an empty one is filled."""
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    assert failure("new-game", "hop", str(full)).code == "exists"
    assert [path.name for path in full.iterdir()] == ["mine.txt"]
    empty = tmp_path / "empty"
    empty.mkdir()
    run("new-game", "hop", str(empty))
    assert (empty / "pyproject.toml").is_file()


def test_a_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    """Such as one below a file."""
    (tmp_path / "file").write_text("")
    assert failure("new-game", "hop", str(tmp_path / "file" / "hop")).code in ("folder", "exists")
