"""The comparison with Colyseus and boardgame.io, here with servers that speak as they do."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from partie.bench import peers
from tests.bench import boardgameio, colyseus
from tests.engines.toys import toy
from tests.server.cli.inside import failure

TOY = "tests.engines.toys:toy"

STAND_INS = {"Colyseus": colyseus, "boardgame.io": boardgameio}


def install(folder: Path, *installed: peers.Peer) -> None:
    """Leave what npm would."""
    for peer in installed:
        for name in peer.folders():
            (folder / "node_modules" / name).mkdir(parents=True)


@pytest.fixture
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start servers in Python that speak as the peers do."""
    found = [replace(peer, server=Path(str(STAND_INS[peer.name].__file__))) for peer in peers.PEERS]
    monkeypatch.setattr(peers, "PEERS", found)
    monkeypatch.setattr(shutil, "which", lambda _: sys.executable)


@pytest.mark.usefixtures("stand_ins")
def test_every_figure_is_told_with_its_ratio_to_each_peer(tmp_path: Path) -> None:
    """Processor, latencies and bytes, for tables and for a table with spectators."""
    install(tmp_path, *peers.PEERS)
    rows = peers.rows(toy, [TOY], tmp_path, peers.QUICK, lambda _: None)
    for peer in STAND_INS:
        for case in ("3 tables of 2 seats", "5 spectators"):
            for words in (
                "processor time per move",
                "move to all",
                "move to its own player",
                "bytes of an update's frame",
            ):
                named = [
                    found
                    for found in rows
                    if found.name.startswith(f"{words}, {case}") and found.name.endswith(f"ratio: to {peer}")
                ]
                assert named, (words, case, peer)
                # In so short a run, the processor's clock may not have ticked.
                assert all(found.ratio for found in named if "processor" not in words)


@pytest.mark.usefixtures("stand_ins")
def test_the_service_is_compared_with_the_peers_that_are_installed(tmp_path: Path) -> None:
    """One of them is enough."""
    install(tmp_path, peers.PEERS[1])
    size = replace(peers.QUICK, spectators=())
    names = [found.name for found in peers.rows(toy, [TOY], tmp_path, size, lambda _: None)]
    assert any("boardgame.io" in name for name in names)
    assert not any("Colyseus" in name for name in names)


def test_where_no_peer_is_installed_the_command_is_named_that_installs_them(tmp_path: Path) -> None:
    """So it ends before anything is measured."""
    refused = failure("bench", "--peers", str(tmp_path), "--quick")
    assert refused.code == "no_peer"
    assert f"npm install --prefix {tmp_path} @colyseus/core" in str(refused)
    assert "boardgame.io" in str(refused)


def test_a_peer_that_does_not_start_ends_the_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for it."""
    install(tmp_path, peers.PEERS[0])
    monkeypatch.setattr(shutil, "which", lambda _: "/bin/false")
    refused = failure("bench", "--peers", str(tmp_path), "--quick", "--game", "toy", "--engines", TOY)
    assert refused.code == "no_peer"
    assert "Colyseus did not start" in str(refused)
