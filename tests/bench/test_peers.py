"""The comparison with Colyseus, here with a server that speaks as it does."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from partie.bench import peers
from tests.bench import colyseus
from tests.engines.toys import toy
from tests.server.cli.inside import failure

TOY = "tests.engines.toys:toy"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder in which npm has installed the peer."""
    for package in peers.PACKAGES:
        (tmp_path / "node_modules" / package).mkdir(parents=True)
    return tmp_path


def test_every_figure_is_told_with_its_ratio(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processor, latencies and bytes, for tables and for a table with spectators."""
    monkeypatch.setattr(shutil, "which", lambda _: sys.executable)
    monkeypatch.setattr(peers, "SERVER", Path(colyseus.__file__))
    rows = peers.rows(toy, [TOY], installed, peers.QUICK, lambda _: None)
    for case in ("3 tables of 2 seats", "5 spectators"):
        for words in ("processor time per move", "move to all", "move to its own player", "bytes of an update's frame"):
            named = [found for found in rows if found.name.startswith(f"{words}, {case}")]
            assert named, (words, case)
            # In so short a run, the processor's clock may not have ticked.
            assert all(found.ratio for found in named if "processor" not in words)


def test_a_peer_that_is_not_installed_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    """So it ends before anything is measured."""
    refused = failure("bench", "--peers", str(tmp_path), "--quick")
    assert refused.code == "no_peer"
    assert f"npm install --prefix {tmp_path} @colyseus/core" in str(refused)


def test_a_peer_that_does_not_start_ends_the_comparison(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for it."""
    monkeypatch.setattr(shutil, "which", lambda _: "/bin/false")
    refused = failure("bench", "--peers", str(installed), "--quick", "--game", "toy", "--engines", TOY)
    assert refused.code == "no_peer"
    assert "did not start" in str(refused)
