"""The build hook finds a Node and puts the built client into the wheel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import hatch_build

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def fake_node(folder: Path, version: str) -> None:
    """A node that says its version, and an npm next to it."""
    for name in ("node", "npm"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {version}\n")
        program.chmod(0o755)


@pytest.mark.parametrize(("version", "usable"), [("v20.20.2", False), ("v22.12.0", True), ("v100.0.0", True)])
def test_the_machines_node_is_taken_when_new_enough(
    version: str, usable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Node older than 22 on PATH counts as none."""
    fake_node(tmp_path, version)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert (hatch_build.machine_node() is not None) == usable


def test_a_machine_without_node_gets_the_packaged_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing on PATH the hook asks for the package and runs npm from it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert hatch_build.machine_node() is None
    node = hatch_build.packaged_node()
    assert node is not None
    said = subprocess.run([*node.npm, "--version"], capture_output=True, text=True, check=True).stdout
    assert int(said.partition(".")[0]) >= 10


def test_missing_sources_are_said_clearly(tmp_path: Path) -> None:
    """Without the client's sources and without a built client the build fails and names the folder."""
    with pytest.raises(hatch_build.NoClient, match=r"client-web has no package\.json"):
        hatch_build.build_client(tmp_path)


def test_a_client_that_was_built_already_is_taken_as_it_is(tmp_path: Path) -> None:
    """A tree that carries the built client but not its sources can be packed."""
    static = tmp_path / "server" / "partie" / "http" / "static"
    static.mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>")
    assert hatch_build.build_client(tmp_path) == static


def test_without_sphinx_the_build_says_how_to_get_the_documentation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With what to run, for the script prints it and the wheel warns of it."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "conf.py").touch()
    for name in ("CHANGELOG.md", "hatch_build.py", "pyproject.toml"):
        (tmp_path / name).touch()
    monkeypatch.setattr("importlib.util.find_spec", {}.get)
    with pytest.raises(hatch_build.NoDocs, match="make docs"):
        hatch_build.build_docs(tmp_path)


def test_documentation_that_was_built_already_is_taken_as_it_is(tmp_path: Path) -> None:
    """A tree that carries the built site but not its sources can be packed; one with neither is refused."""
    with pytest.raises(hatch_build.NoDocs, match=r"docs has no conf\.py"):
        hatch_build.build_docs(tmp_path)
    site = tmp_path / "server" / "partie" / "http" / "site"
    site.mkdir(parents=True)
    (site / "index.html").write_text("<!doctype html>")
    assert hatch_build.build_docs(tmp_path) == site


def test_documentation_is_built_again_only_if_a_source_has_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And a page that is gone does not stay."""
    (tmp_path / "docs" / "_build").mkdir(parents=True)
    (tmp_path / "docs" / "conf.py").touch()
    for name in ("CHANGELOG.md", "hatch_build.py", "pyproject.toml"):
        (tmp_path / name).touch()
    built: list[str] = []

    def sphinx(root: Path, builder: str, target: Path) -> None:
        built.append(builder)
        target.mkdir(parents=True)
        (target / "index.html").write_text(f"build {len(built)}")

    monkeypatch.setattr(hatch_build, "sphinx", sphinx)
    site = hatch_build.build_docs(tmp_path)
    (site / "old.html").touch()
    hatch_build.build_docs(tmp_path)
    assert built == ["html"]
    (tmp_path / "docs" / "conf.py").write_text("changed")
    hatch_build.build_docs(tmp_path)
    assert built == ["html", "html"]
    assert sorted(path.name for path in site.iterdir()) == ["index.html", "index.html.gz"]


def test_the_wheel_holds_the_client_the_documentation_and_the_words(wheel: Path) -> None:
    """It brings the client, the games' words and rules, and none of the sources."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert "partie/http/static/index.html" in names
    assert any(name.startswith("partie/http/static/assets/") and name.endswith(".js") for name in names)
    assert {
        "partie/games/glenmore/words.en.json",
        "partie/games/glenmore/rules.de.md",
        "partie/games/glenmore/data.toml",
    } <= names
    assert {"partie/log/append.lua", "partie/kit/py.typed", f"partie-{VERSION}.dist-info/licenses/LICENSE"} <= names
    assert {"partie/http/site/index.html", "partie/http/site/searchindex.js.gz"} <= names
    assert not any("node_modules" in name or "_build" in name for name in names)


def test_the_wheel_has_no_trace_of_the_gallery(wheel: Path) -> None:
    """It is built apart: neither the code nor the pages know of it, only what developers read does."""
    with zipfile.ZipFile(wheel) as archive:
        product = [name for name in archive.namelist() if not name.startswith("partie/http/site/")]
        assert [name for name in product if b"gallery" in name.lower().encode() + archive.read(name).lower()] == []


def test_the_wheel_puts_one_package_beside_those_of_others(wheel: Path) -> None:
    """At the top there is `partie` and what describes it, and no name that anybody else might have."""
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert tops == {"partie", f"partie-{VERSION}.dist-info"}


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment with the wheel in it. Its dependencies are those of this environment."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index")
    subprocess.run([*pip, wheel], check=True)
    site = _said(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    # Files that end in .pth count only in an environment's own folder, so the checkout does not come in by this one.
    Path(site, "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent


def _said(program: Path, *arguments: str) -> str:
    """What a program of that environment prints, far from the checkout and with nothing of its own on the path."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        [program, *arguments], cwd=program.parent, env=own, capture_output=True, text=True, check=True
    ).stdout


def test_an_installed_wheel_writes_a_new_game(installed: Path, tmp_path: Path) -> None:
    """The template is in the wheel, with its folder that begins with a dot."""
    told = json.loads(_said(installed / "partie", "new-game", "hop", str(tmp_path / "hop"), "--json"))
    assert {".github/workflows/test.yml", "pyproject.toml", "partie_hop/board/board.js"} <= set(told["files"])


def test_an_installed_wheel_needs_no_checkout(installed: Path) -> None:
    """Its entry points bring the games, and all of `partie` comes from the wheel."""
    games = json.loads(_said(installed / "partie", "games", "--json"))
    assert [game["key"] for game in games] == ["glenmore", "nereus", "vinci", "wikinger"]
    places = json.loads(_said(installed / "python", "-c", "import json, partie; print(json.dumps([*partie.__path__]))"))
    assert len(places) == 1
    assert Path(places[0]).is_relative_to(installed.parent)


def test_an_installed_wheel_can_be_measured(installed: Path) -> None:
    """The bench starts its servers and clients from the wheel as well."""
    rows = json.loads(_said(installed / "partie", "bench", "--quick", "--only", "load", "--json"))
    assert len(rows) == 4
    assert all(row["value"] > 0 for row in rows)
