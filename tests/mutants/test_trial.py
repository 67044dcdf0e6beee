"""How a trial ends."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.mutants import trial


def test_a_test_that_runs_on_for_ever_ends_the_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a signal, so the mutant that brought it about is caught."""
    monkeypatch.setattr(trial, "LEAST", 0.2)
    endless = tmp_path / "test_endless.py"
    endless.write_text("def test_endless():\n    while True:\n        pass\n", "utf-8")

    def run() -> int:
        arguments = ["-q", "-p", "no:cacheprovider", f"--rootdir={tmp_path}", str(endless)]
        return int(pytest.main(arguments, plugins=[trial.Ordered({}, {})]))

    assert trial.fork("toy", run, tmp_path / "report.txt", seconds=60) == -signal.SIGPROF
