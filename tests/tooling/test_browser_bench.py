"""The bench in a browser where only the packages of the service are installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

WITHOUT = """
import runpy, sys
sys.modules["playwright"] = None
sys.path[:0] = [".", "engines", "server"]
runpy.run_module("tests.browser.bench", run_name="__main__")
"""


def test_without_its_packages_the_bench_says_in_one_line_what_to_run() -> None:
    """They come with make setup, not with make run."""
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", WITHOUT], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip().endswith("run: make setup")
    assert len(done.stderr.splitlines()) == 1
