"""The project's own files agree with each other."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
SERVER = ROOT / "server" / "partie"
ROOMS = ("gateway", "live", "log", "table")
"""The rooms of the service each of whose modules has tests by its name."""
LOCKS = ("requirements.lock", "requirements-docs.lock", "requirements-dev.lock")


def games() -> set[str]:
    """The folders that hold a game."""
    return {path.parent.name for path in (ROOT / "engines" / "partie" / "games").glob("*/__init__.py")}


def test_every_game_comes_through_the_same_door() -> None:
    """Every game's folder has an entry point in the group partie.engines."""
    assert games() <= set(PROJECT["project"]["entry-points"]["partie.engines"])


def test_the_import_contracts_name_every_game() -> None:
    """The contracts that hold games apart and away from the service list all games there are."""
    contracts = {contract["name"]: contract for contract in PROJECT["tool"]["importlinter"]["contracts"]}
    apart = contracts["A game imports the kit and no other game"]
    hidden = contracts["The service imports no game by name"]
    pure = contracts["A game has no clock, no chance of its own and no contact with the outside"]
    listed = set(re.findall(r"\w+", apart["layers"][0]))
    assert games() <= listed
    assert {f"partie.games.{game}" for game in games()} <= set(hidden["forbidden_modules"])
    assert {f"partie.games.{game}" for game in games()} <= set(pure["source_modules"])


def test_what_is_installed_imports_no_test() -> None:
    """A wheel holds the packages alone, so none of their modules may need the tests or the build."""
    modules = [*(ROOT / "engines" / "partie").rglob("*.py"), *(ROOT / "server" / "partie").rglob("*.py")]
    importing = re.compile(r"""^\s*(from|import) (tests|hatch_build)\b|import_module\(["']tests""", re.MULTILINE)
    assert modules
    assert [str(path) for path in modules if importing.search(path.read_text(encoding="utf-8"))] == []


def test_no_file_holds_the_marks_of_a_merge() -> None:
    """In a docstring or a page they break nothing, and people read both versions."""
    marks = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
    paths = [
        path
        for folder in ("client-web/src", "deploy", "docs", "engines", "server", "tests")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in (".json", ".lua", ".md", ".py", ".svelte", ".toml", ".ts", ".yaml", ".yml")
    ]
    assert len(paths) > 1000
    assert [path for path in paths if marks.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_names_no_host(name: str) -> None:
    """A lock file pins versions by hash and says nothing of where packages come from."""
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert "index" not in text
    pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert pins
    assert all(re.match(r"[a-z0-9.-]+==[^ ]+( ; .+)? \\$", line) for line in pins)


def test_the_lock_file_holds_every_dependency() -> None:
    """What pyproject.toml asks for is pinned, so that make installs what was tested."""
    locked = {name: (ROOT / name).read_text() for name in LOCKS}
    wanted = PROJECT["project"]["dependencies"] + EXTRAS["server"] + PROJECT["dependency-groups"]["build"]
    for requirement in wanted:
        assert re.search(rf"^{_name(requirement)}==", locked["requirements.lock"], re.MULTILINE), requirement
    for requirement in (wanted := wanted + PROJECT["dependency-groups"]["docs"]):
        assert re.search(rf"^{_name(requirement)}==", locked["requirements-docs.lock"], re.MULTILINE), requirement
    for requirement in wanted + PROJECT["dependency-groups"]["dev"]:
        assert re.search(rf"^{_name(requirement)}==", locked["requirements-dev.lock"], re.MULTILINE), requirement


def test_all_lock_files_pin_the_same_versions() -> None:
    """Tests run on the versions that users get."""
    run, docs, dev = (
        set(re.findall(r"^([a-z0-9.-]+==\S+)", (ROOT / name).read_text(), re.MULTILINE)) for name in LOCKS
    )
    assert run <= docs <= dev


def test_uvicorn_is_pinned() -> None:
    """The socket protocol is a subclass of uvicorn's own, which any release may change."""
    assert any(re.fullmatch(r"uvicorn==[\d.]+", entry) for entry in EXTRAS["server"])


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_of_a_room_has_a_test_file_of_its_name(room: str) -> None:
    """In the same place: anyone who changes a module knows where its behaviour is described."""
    modules = [path.relative_to(SERVER) for path in (SERVER / room).rglob("*.py") if path.name != "__init__.py"]
    assert modules
    tests = ROOT / "tests" / "server"
    missing = [str(path) for path in modules if not (tests / path.parent / f"test_{path.name}").is_file()]
    assert not missing, f"these have no test file of their name: {', '.join(sorted(missing))}"


def test_the_changelog_and_the_client_have_this_version() -> None:
    """The latest release in the changelog, the client and its package have the version in pyproject.toml."""
    latest = re.search(r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert latest is not None
    assert latest[1] == PROJECT["project"]["version"]
    for folder in ("client-web", "client-web/packages/board"):
        assert json.loads((ROOT / folder / "package.json").read_text())["version"] == PROJECT["project"]["version"]


def test_continuous_integration_runs_what_you_run() -> None:
    """The workflow leaves everything to .ci/run, on the oldest Python that is supported."""
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
    (job,) = workflow["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step][-1] == ".ci/run"
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert job["strategy"]["matrix"]["python"][0] == oldest
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_hooks_run_tools_that_make_installs() -> None:
    """Every pre-commit hook begins with a program of .venv, so its version is that of the lock files."""
    hooks = [
        hook
        for repository in yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
        for hook in repository["hooks"]
    ]
    assert hooks
    programs = Path(sys.executable).parent
    for hook in hooks:
        folder, name = os.path.split(hook["entry"].split()[0])
        assert folder == ".venv/bin", hook["id"]
        assert (programs / name).exists(), hook["id"]


def test_the_readme_shows_small_pictures_that_exist() -> None:
    """A picture takes at most 150 kB, so that the page is there at once."""
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text())
    assert len(pictures) == len(games())
    for picture in pictures:
        assert 0 < (ROOT / picture).stat().st_size <= 150_000


def _name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9-]+", requirement)
    assert found is not None
    return found[0].lower()
