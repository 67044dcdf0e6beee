"""Bytecode of the tests, which pytest makes with their assertions rewritten: made once, for all processes.

Usage: python -m tests.bytecode

In a fresh clone every process that runs tests would compile the files of all tests, the same ones at the same time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

FOLDERS: Final = ("tests", "engines/examples")

PROCESSES: Final = 2


def keep() -> None:
    """Let the processes started from here on keep their bytecode, also where Python may keep none."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / ".pytest_cache" / "bytecode")


def shares(files: list[str], processes: int) -> list[list[str]]:
    """Divide files among processes; neighbours, which are of a size, go to different ones."""
    return [share for start in range(processes) if (share := files[start::processes])]


def make(files: list[str]) -> int:
    """Collect the tests of some files; what pytest says is printed if it can't, and it returns pytest's exit code."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", *files]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        print(done.stdout)
    return done.returncode


def main() -> int:
    """Collect all tests; the exit code is not 0 if a file cannot be read."""
    keep()
    files = sorted(str(path) for folder in FOLDERS for path in (ROOT / folder).rglob("test_*.py"))
    with ThreadPoolExecutor() as threads:
        return max(threads.map(make, shares(files, PROCESSES)))


if __name__ == "__main__":
    sys.exit(main())
