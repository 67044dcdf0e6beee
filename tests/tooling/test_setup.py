"""The set-up behind ``make run`` says what a machine lacks, and little else."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import hatch_build
from tests.tooling.test_client_build import fake_node

ROOT = Path(__file__).parents[2]
TOOLS = ("cat", "chmod", "cp", "echo", "env", "mkdir", "sh", "touch")


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """The folder of programs of a machine that has a shell and make, and a checkout with nothing installed."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for tool in TOOLS:
        if (found := shutil.which(tool)) is not None:
            (programs / tool).symlink_to(found)
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    return programs


def program(folder: Path, name: str, script: str) -> None:
    """Put a program on a machine."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def make_run(machine: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``make run`` on a machine."""
    make = shutil.which("make")
    assert make is not None
    return subprocess.run(
        [make, "run"],
        cwd=machine.parent,
        env={"PATH": str(machine)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def python(version: str, *, new_enough: bool, venv: bool) -> str:
    """A python3 that answers what the Makefile asks it."""
    return (
        f'case "$2" in *print*) echo {version};; *version_info*) exit {int(not new_enough)};; '
        f"*venv*) exit {int(not venv)};; esac"
    )


@pytest.mark.parametrize(
    ("script", "problem", "remedy"),
    [
        (None, "found none", "apt install python3"),
        (python("3.9", new_enough=False, venv=True), "python3 is 3.9", "PYTHON="),
        (python("3.12", new_enough=True, venv=False), "venv module, and python3 (3.12)", "apt install python3-venv"),
    ],
)
def test_a_machine_without_a_usable_python_is_told_what_to_install(
    machine: Path, script: str | None, problem: str, remedy: str
) -> None:
    """Nothing is created, and the message has the problem and the remedy."""
    if script is not None:
        program(machine, "python3", script)
    done = make_run(machine)
    assert done.returncode != 0
    assert problem in done.stderr
    assert remedy in done.stderr
    assert not (machine.parent / ".venv").exists()


PYTHON_WITHOUT_PIP = """\
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python";;
  "-m pip") echo "Looking for packages"; echo "error: command 'cc' failed"; exit 1;;
  *print*) echo 3.12;;
esac
"""


def test_a_failed_installation_is_shown_whole_and_a_missing_compiler_is_named(machine: Path) -> None:
    """What pip said comes first, what to install comes last."""
    program(machine, "python3", PYTHON_WITHOUT_PIP)
    without = make_run(machine).stderr
    assert without.index("Looking for packages") < without.index("there is no `cc`")
    assert "apt install build-essential" in without
    for tool in ("cc", "make"):
        program(machine, tool, "exit 0")
    with_compiler = make_run(machine).stderr
    assert "error: command 'cc' failed" in with_compiler
    assert "build-essential" not in with_compiler


def test_npm_is_only_heard_when_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A build that works says nothing; one that fails shows everything that npm printed."""
    fake_node(tmp_path, "v24.0.0")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    program(tmp_path, "npm", "echo 240 files; exit 0")
    hatch_build.npm(tmp_path, ["run", "build"], quiet=True)
    assert capfd.readouterr() == ("", "")
    program(tmp_path, "npm", "echo 240 files; echo broken >&2; exit 3")
    with pytest.raises(subprocess.CalledProcessError):
        hatch_build.npm(tmp_path, ["run", "build"], quiet=True)
    assert capfd.readouterr().err == "240 files\nbroken\n"
