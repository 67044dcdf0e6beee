"""Golden games fold as they did, whatever the order of sets and dicts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.golden import games

GAME = "glenmore"


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_golden_games_fold_as_they_did(hash_seed: str) -> None:
    """All of them, in a process of its own for each hash seed of Python."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden", "--check"],
        cwd=games.FOLDER.parent.parent,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("folds as it did") == len(games.files())


@pytest.mark.parametrize("game", sorted({games.load(path).game for path in games.files()}))
def test_there_is_one_for_each_number_of_players_and_each_variant(game: str) -> None:
    """Of every version, with the options of its name."""
    found = {path.stem.removeprefix(f"{game}-"): games.load(path) for path in games.files(game)}
    wanted = games.wanted(game)
    assert {name: (golden.version, golden.seats) for name, golden in found.items()} == {
        name: (want.version, want.seats) for name, want in wanted.items()
    }
    for name, golden in found.items():
        engine = games.engine_of(game, golden.version)
        options = msgspec.json.decode(golden.options, type=engine.options)
        assert options == msgspec.convert(wanted[name].options, engine.options)


def test_each_golden_game_ends_and_together_they_show_most_of_what_can_happen() -> None:
    """Counted by the kinds of moves."""
    found = [games.load(path) for path in games.files(GAME)]
    assert all(bytes(golden.result) != b"null" for golden in found)
    kinds = {msgspec.json.decode(event.move)["type"] for golden in found for event in golden.events}
    assert len(kinds) >= 14


def _other(digest: str) -> str:
    return digest[::-1] + "0"


def changed_views(golden: games.Golden) -> games.Golden:
    """The views of one position were others."""
    event = golden.events[40]
    other = replace(event, after=replace(event.after, views=_other(event.after.views)))
    return replace(golden, events=(*golden.events[:40], other, *golden.events[41:]))


def changed_legal_moves(golden: games.Golden) -> games.Golden:
    """The first position had other legal moves."""
    return replace(golden, start=replace(golden.start, legal=_other(golden.start.legal)))


def changed_result(golden: games.Golden) -> games.Golden:
    """There was no result."""
    return replace(golden, result=msgspec.Raw(b"null"))


def changed_scores(golden: games.Golden) -> games.Golden:
    """The first seat had a point more."""
    result = msgspec.json.decode(golden.result)
    result["scores"][0] += 1
    return replace(golden, result=msgspec.Raw(msgspec.json.encode(result)))


@pytest.mark.parametrize("change", [changed_views, changed_legal_moves, changed_result, changed_scores])
def test_a_game_that_folds_otherwise_is_neither_accepted_nor_overwritten(
    change: Callable[[games.Golden], games.Golden], tmp_path: Path
) -> None:
    """Whatever of it differs."""
    path = tmp_path / "game.json"
    games.save(change(games.load(games.files(GAME)[0])), path)
    before = path.read_bytes()
    with pytest.raises(games.Differs):
        games.check(path)
    with pytest.raises(games.Differs):
        games.renew(path)
    assert path.read_bytes() == before


def test_states_of_another_shape_are_noticed_and_can_be_written_anew(tmp_path: Path) -> None:
    """Only their hashes change by that; the file becomes the one under version control again."""
    source = games.files(GAME)[0]
    golden = games.load(source)
    event = golden.events[7]
    other = replace(event, after=replace(event.after, state=_other(event.after.state)))
    path = tmp_path / "game.json"
    games.save(replace(golden, events=(*golden.events[:7], other, *golden.events[8:])), path)
    with pytest.raises(games.Differs, match="event 8"):
        games.check(path)
    games.renew(path)
    assert path.read_bytes() == source.read_bytes()


def test_other_parts_of_a_result_are_noticed_and_can_be_written_anew(tmp_path: Path) -> None:
    """The scores that they explain are the same."""
    source = games.files(GAME)[0]
    golden = games.load(source)
    result = msgspec.json.decode(golden.result)
    result["parts"][0] = [{"key": "points", "params": {"points": result["scores"][0]}}]
    path = tmp_path / "game.json"
    games.save(replace(golden, result=msgspec.Raw(msgspec.json.encode(result))), path)
    with pytest.raises(games.Differs, match="the parts of the result"):
        games.check(path)
    games.renew(path)
    assert path.read_bytes() == source.read_bytes()


def test_another_format_is_noticed(tmp_path: Path) -> None:
    """The command to run is named."""
    path = tmp_path / "game.json"
    games.save(replace(games.load(games.files(GAME)[0]), format=0), path)
    with pytest.raises(games.Differs, match=r"tests\.golden glenmore"):
        games.check(path)
