"""The build hook finds a Node and puts the built client into the wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import hatch_build

ROOT = Path(__file__).parents[2]


def fake_node(folder: Path, version: str) -> None:
    """A node that says its version, and an npm beside it."""
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


def test_the_wheel_holds_the_client_and_the_words(tmp_path: Path) -> None:
    """A wheel built of the checkout brings the client, the games' words and rules, and none of the sources."""
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT],
        check=True,
    )
    (wheel,) = tmp_path.glob("partie-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert "partie/http/static/index.html" in names
    assert any(name.startswith("partie/http/static/assets/") and name.endswith(".js") for name in names)
    assert {
        "partie/games/glenmore/words.en.json",
        "partie/games/glenmore/rules.de.md",
        "partie/games/glenmore/data.toml",
    } <= names
    assert {"partie/log/append.lua", "partie/kit/py.typed", "partie-0.1.0.dist-info/licenses/LICENSE"} <= names
    assert not any(
        "node_modules" in name or name.startswith(("tests/", "client-web/", "engines/", "server/")) for name in names
    )
