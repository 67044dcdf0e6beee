"""The files of all tests are compiled once, before the processes that run them start."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bytecode import keep, make, shares

NAMES = st.lists(st.text(min_size=1), unique=True)


@given(NAMES, st.integers(1, 5))
def test_every_file_is_in_one_share(files: list[str], processes: int) -> None:
    """The shares differ by one file at most, and none is empty."""
    found = shares(files, processes)
    assert sorted(file for share in found for file in share) == sorted(files)
    sizes = {len(share) for share in found}
    assert 0 not in sizes
    assert not sizes or max(sizes) - min(sizes) <= 1
    assert len(found) == min(processes, len(files))


def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With its name, in the words of pytest."""
    broken = tmp_path / "test_broken.py"
    broken.write_text("def test_(:\n")
    assert make([str(broken)]) != 0
    assert "test_broken.py" in capsys.readouterr().out


def test_nothing_is_printed_when_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    """There are hundreds of files."""
    assert make([__file__]) == 0
    assert capsys.readouterr().out == ""


def test_bytecode_is_kept_where_python_may_keep_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes to a folder of its own; nothing changes where Python keeps it anyway."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    keep()
    assert "PYTHONPYCACHEPREFIX" not in os.environ
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    keep()
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    assert os.environ["PYTHONPYCACHEPREFIX"].endswith("bytecode")
