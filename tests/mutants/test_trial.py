"""How a trial ends."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.mutants import trial

SHARED = """
import time
from functools import cache

@cache
def shared():
    end = time.process_time() + 0.8
    while time.process_time() < end:
        pass

def test_slow():
    shared()

def test_fast():
    shared()
"""


def test_a_test_that_runs_on_for_ever_ends_the_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a signal, so the mutant that brought it about is caught."""
    monkeypatch.setattr(trial, "LEAST", 0.2)
    endless = tmp_path / "test_endless.py"
    endless.write_text("def test_endless():\n    while True:\n        pass\n", "utf-8")

    def run() -> int:
        arguments = ["-q", "-p", "no:cacheprovider", f"--rootdir={tmp_path}", str(endless)]
        return int(pytest.main(arguments, plugins=[trial.Ordered({}, {})]))

    assert trial.fork("toy", run, tmp_path / "report.txt", seconds=60) == -signal.SIGPROF


def test_what_a_file_shares_may_take_its_time_whichever_test_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Usually another test made it, so the usual time of the first one says nothing."""
    monkeypatch.setattr(trial, "LEAST", 0.2)
    file = tmp_path / "test_shared.py"
    file.write_text(SHARED, "utf-8")
    slow, fast = "test_shared.py::test_slow", "test_shared.py::test_fast"
    usual = {slow: trial.Test(1, frozenset()), fast: trial.Test(0, frozenset())}

    def run() -> int:
        arguments = ["-q", "-p", "no:cacheprovider", f"--rootdir={tmp_path}", str(file)]
        return int(pytest.main(arguments, plugins=[trial.Ordered({fast: 0, slow: 1}, usual)]))

    assert trial.fork("toy", run, tmp_path / "report.txt", seconds=60) == 0


@pytest.mark.parametrize(
    ("code", "report", "caught"),
    [
        (0, "2 passed", ""),
        (1, "FAILED tests/test_price.py::test_price - assert 2 == 3\n1 failed", "tests/test_price.py::test_price"),
        (2, "ERROR tests/test_price.py\n1 error", "tests/test_price.py"),
        (4, "ImportError while loading conftest 'tests/conftest.py'.", "ImportError while loading conftest"),
        (-signal.SIGPROF, "", "SIGPROF"),
    ],
)
def test_a_trial_says_what_caught_the_mutant(code: int, report: str, caught: str) -> None:
    """A test that fails or cannot be loaded, or the end of one that runs on."""
    assert trial.verdict(code, report) == caught


@pytest.mark.parametrize("code", [1, 3, 4, 5])
def test_a_trial_that_breaks_off_otherwise_says_nothing_of_the_mutant(code: int) -> None:
    """It must not count as caught."""
    with pytest.raises(RuntimeError, match="INTERNALERROR"):
        trial.verdict(code, "INTERNALERROR> KeyError")
